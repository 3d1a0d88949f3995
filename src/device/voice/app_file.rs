//! The file that describes a voice app to be tested: a small TOML, see `docs/voice.md`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Url;
use serde::Deserialize;

use super::error::VoiceError;
use super::interaction::{InteractionModel, LARGEST_FILE};
use crate::device::serving::ServeCommand;

/// The longest a turn may take by default; the platform waits as long.
const TIMEOUT_S: f64 = 8.0;
/// How long a command may take by default until it serves.
const START_TIMEOUT_S: f64 = 30.0;
/// What stands for a free port.
const PORT: &str = "{port}";

/// The fields, for hints.
const FIELDS: &[&str] = &[
    "name",
    "invocation",
    "locale",
    "model",
    "endpoint",
    "command",
    "cwd",
    "env",
    "ready",
    "timeout_s",
    "start_timeout_s",
];

/// A voice app, as its file describes it.
#[derive(Clone, Debug)]
pub struct VoiceAppFile {
    /// Its name, for people.
    pub name: String,
    /// The name by which users open it.
    pub invocation: String,
    /// Language and region, such as `en-US`.
    pub locale: String,
    /// What can be said to it.
    pub model: InteractionModel,
    /// Where it takes requests.
    pub endpoint: Url,
    /// How it is served, if that is up to us.
    pub serving: Option<ServeCommand>,
    /// An address that answers once the app is served, if the file names one.
    pub ready_url: Option<Url>,
    /// The longest a turn may take.
    pub timeout: Duration,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredAppFile {
    name: Option<String>,
    invocation: Option<String>,
    locale: Option<String>,
    model: PathBuf,
    endpoint: Option<String>,
    #[serde(default)]
    command: Vec<String>,
    cwd: Option<PathBuf>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    ready: Option<String>,
    timeout_s: Option<f64>,
    start_timeout_s: Option<f64>,
}

impl VoiceAppFile {
    /// Reads the file at `path` and the interaction model it names.
    ///
    /// # Errors
    /// If one of them cannot be read or is wrong.
    pub fn read(path: &Path) -> Result<Self, VoiceError> {
        let text = bounded(path)?;
        let text = String::from_utf8(text).map_err(|_| VoiceError::File {
            path: path.to_owned(),
            what: "it is no UTF-8 text".into(),
        })?;
        let stored: StoredAppFile =
            toml::from_str(&text).map_err(|error| wrong_toml(path, &text, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        stored.app(path, folder)
    }
}

impl StoredAppFile {
    fn app(self, path: &Path, folder: &Path) -> Result<VoiceAppFile, VoiceError> {
        let wrong = |what: String, hint: &str| VoiceError::App {
            path: path.to_owned(),
            line: None,
            what,
            hint: hint.into(),
        };
        let model = model_file(&folder.join(&self.model), self.locale.as_deref());
        let locale = self.locale.clone().or_else(|| locale_of(&model));
        let model = read_model(&model)?;
        let name = self.name.clone().unwrap_or_else(|| stem(path));
        let invocation = self.invocation.clone().unwrap_or_else(|| model.invocation.clone());
        let limit = |given: Option<f64>, usual: f64, field: &str| {
            let seconds = given.unwrap_or(usual);
            Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|limit| !limit.is_zero() && seconds <= 3600.0)
                .ok_or_else(|| {
                    wrong(
                        format!("{field} = {seconds} is no time to wait"),
                        "give seconds, such as 8.0",
                    )
                })
        };
        let timeout = limit(self.timeout_s, TIMEOUT_S, "timeout_s")?;
        let start_timeout = limit(self.start_timeout_s, START_TIMEOUT_S, "start_timeout_s")?;
        let Some(endpoint) = &self.endpoint else {
            return Err(wrong(
                "it names no endpoint".into(),
                "add where the app takes requests: endpoint = \"http://127.0.0.1:8080/\"",
            ));
        };
        let port = self.port(endpoint).map_err(|error| wrong(error, "name a port yourself"))?;
        let put = |text: &str| text.replace(PORT, &port);
        let endpoint = web_address(&put(endpoint)).ok_or_else(|| {
            wrong(
                format!("endpoint {endpoint:?} is no http or https address"),
                "write it whole: endpoint = \"http://127.0.0.1:8080/\"",
            )
        })?;
        let ready = self.ready.as_deref().map(put);
        let ready_url = ready.as_deref().and_then(web_address);
        let serving = (!self.command.is_empty()).then(|| ServeCommand {
            command: self.command.iter().map(|part| put(part)).collect(),
            cwd: cwd(folder, self.cwd.as_deref()),
            env: self.env.iter().map(|(name, value)| (name.clone(), put(value))).collect(),
            ready_line: ready.clone().filter(|_| ready_url.is_none()),
            limit: start_timeout,
        });
        Ok(VoiceAppFile {
            name,
            invocation,
            locale: locale.unwrap_or_else(|| "en-US".into()),
            model,
            endpoint,
            serving,
            ready_url,
            timeout,
        })
    }

    /// A free port, if one is wanted.
    fn port(&self, endpoint: &str) -> Result<String, String> {
        if !endpoint.contains(PORT) {
            return Ok(PORT.into());
        }
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).and_then(|free| free.local_addr());
        match free {
            Ok(address) => Ok(address.port().to_string()),
            Err(error) => Err(format!("no free port can be found: {error}")),
        }
    }
}

/// The content of a file of ordinary size.
fn bounded(path: &Path) -> Result<Vec<u8>, VoiceError> {
    let failed = |what: String| VoiceError::File { path: path.to_owned(), what };
    let file = fs::File::open(path).map_err(|error| failed(reason(&error)))?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| failed(reason(&error)))?;
    Ok(bytes)
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::IsADirectory => "it is a folder".into(),
        _ => error.to_string(),
    }
}

fn wrong_toml(path: &Path, text: &str, error: &toml::de::Error) -> VoiceError {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    let message = error.message().lines().next().unwrap_or_default().to_owned();
    let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
    let (what, hint) = match unknown {
        Some(field) => (format!("there is no field {field:?}"), suggestion(field)),
        None => (message, "docs/voice.md shows the fields and an example".into()),
    };
    VoiceError::App { path: path.to_owned(), line, what, hint }
}

fn suggestion(field: &str) -> String {
    let near = FIELDS
        .iter()
        .map(|known| (strsim::damerau_levenshtein(field, known), known))
        .min()
        .filter(|(distance, _)| *distance <= 3);
    match near {
        Some((_, known)) => format!("did you mean {known}?"),
        None => format!("fields are {}", FIELDS.join(", ")),
    }
}

/// The http or https address that `text` is.
fn web_address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// The folder a command runs in: the file's own if it names none.
fn cwd(folder: &Path, named: Option<&Path>) -> PathBuf {
    match named {
        Some(named) => folder.join(named),
        None if folder.as_os_str().is_empty() => PathBuf::from("."),
        None => folder.to_owned(),
    }
}

/// A folder of models is a skill project's `models`, with a file a locale.
fn model_file(path: &Path, locale: Option<&str>) -> PathBuf {
    if path.is_dir() {
        path.join(format!("{}.json", locale.unwrap_or("en-US")))
    } else {
        path.to_owned()
    }
}

/// The locale a model file is named after.
fn locale_of(path: &Path) -> Option<String> {
    let name = stem(path);
    let (language, region) = name.split_once('-')?;
    let fits = |text: &str| text.len() == 2 && text.chars().all(|sign| sign.is_ascii_alphabetic());
    (fits(language) && fits(region)).then_some(name)
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "app".into(), |stem| stem.to_string_lossy().into_owned())
}

fn read_model(path: &Path) -> Result<InteractionModel, VoiceError> {
    let bytes = bounded(path)?;
    InteractionModel::read(&bytes)
        .map_err(|error| VoiceError::Model { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str = r#"{"interactionModel":{"languageModel":{"invocationName":"tea time","intents":[{"name":"A"}]}}}"#;

    fn read(text: &str) -> (tempfile::TempDir, Result<VoiceAppFile, VoiceError>) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("models")).unwrap();
        for locale in ["en-US", "de-DE"] {
            fs::write(folder.path().join(format!("models/{locale}.json")), MODEL).unwrap();
        }
        let path = folder.path().join("tea.toml");
        fs::write(&path, text).unwrap();
        let read = VoiceAppFile::read(&path);
        (folder, read)
    }

    #[test]
    fn a_file_is_read() {
        let (folder, app) = read(
            "model = \"models/en-US.json\"\nendpoint = \"http://127.0.0.1:{port}/tea\"\n\
             command = [\"node\", \"server.js\", \"{port}\"]\ncwd = \"server\"\ntimeout_s = 2.5\n\
             ready = \"listening\"\n[env]\nPORT = \"{port}\"\n",
        );
        let app = app.unwrap();
        assert_eq!((app.name.as_str(), app.invocation.as_str()), ("tea", "tea time"));
        assert_eq!((app.locale.as_str(), app.timeout.as_millis()), ("en-US", 2500));
        let port = app.endpoint.port().unwrap().to_string();
        let serving = app.serving.unwrap();
        assert_eq!(serving.command, ["node", "server.js", port.as_str()]);
        assert_eq!(serving.env["PORT"], port);
        assert_eq!(serving.cwd, folder.path().join("server"));
        assert_eq!(serving.ready_line.as_deref(), Some("listening"));
    }

    #[test]
    fn a_folder_of_models_is_chosen_from_by_locale() {
        let (_folder, app) =
            read("model = \"models\"\nlocale = \"de-DE\"\nendpoint = \"http://localhost\"");
        assert_eq!(app.unwrap().locale, "de-DE");
        let (_folder, app) =
            read("model = \"models\"\nlocale = \"fr-FR\"\nendpoint = \"http://localhost\"");
        assert!(app.unwrap_err().to_string().contains("fr-FR.json: there is no such file"));
    }

    #[test]
    fn what_is_wrong_is_told_with_line_and_hint() {
        for (text, said, hint) in [
            (
                "model = \"models\"\nendpiont = \"http://x\"",
                "tea.toml, line 2: there is no field \"endpiont\"",
                "did you mean endpoint?",
            ),
            ("model = \"models\"\nzzzzzzzzz = 1", "line 2: there is no field", "fields are name"),
            ("model = 3", "line 1: invalid type", "docs/voice.md"),
            ("endpoint = \"http://x\"", "missing field `model`", "docs/voice.md"),
            ("model = \"models\"", "it names no endpoint", "endpoint ="),
            (
                "model = \"models\"\nendpoint = \"quiz\"",
                "is no http or https address",
                "write it whole",
            ),
            (
                "model = \"models\"\nendpoint = \"http://x\"\ntimeout_s = -1",
                "is no time to wait",
                "seconds",
            ),
            (
                "model = \"gone.json\"\nendpoint = \"http://x\"",
                "gone.json: there is no such file",
                "docs/voice.md",
            ),
            (
                "model = \"tea.toml\"\nendpoint = \"http://x\"",
                "is no interaction model",
                "en-US.json",
            ),
        ] {
            let (_folder, app) = read(text);
            let error = app.unwrap_err();
            assert!(error.to_string().contains(said), "{text}: {error}");
            assert!(error.hint().unwrap().contains(hint), "{text}: {:?}", error.hint());
        }
        let error = VoiceAppFile::read(Path::new("nowhere.toml")).unwrap_err();
        assert_eq!(error.to_string(), "cannot read nowhere.toml: there is no such file");
    }
}
