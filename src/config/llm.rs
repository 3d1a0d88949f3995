//! Profiles of language models: address, name, key and prices.
//!
//! ```toml
//! [llm]
//! default = "local"
//!
//! [llm.local]
//! preset = "ollama"
//! model = "qwen3:8b"
//! ```
//!
//! Profiles are in `config.toml` in the configuration folder; `docs/models.md` describes each field.
//! A preset can be used without a file as `PRESET:MODEL`.

mod entry;
mod preset;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use secrecy::SecretString;
use serde::Deserialize;
use thiserror::Error;

use entry::{ProfileEntry, SettingsFile};
pub use preset::ServerPreset;

/// Whether servers are asked to enforce a JSON schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchemaUse {
    /// If the server accepts one, in the strictest form that it accepts.
    #[default]
    Auto,
    /// Never.
    Off,
}

/// A model that can be asked.
#[derive(Clone, Debug)]
pub struct ModelProfile {
    /// Its name: that of its table, or `PRESET:MODEL`.
    pub name: String,
    /// The address before `/chat/completions`.
    pub base_url: reqwest::Url,
    /// The model's name, as the server knows it.
    pub model: String,
    /// The environment variable that holds the key; `None` if none is needed.
    pub key_env: Option<String>,
    /// The model behind `/embeddings` that tells how alike texts are; `None` if words are compared.
    pub embeddings: Option<String>,
    /// True if the model accepts pictures.
    pub pictures: bool,
    /// Limit for the whole reply, including all attempts.
    pub timeout: Duration,
    /// Limit for the first byte, and between two parts of the reply.
    pub idle_timeout: Duration,
    /// Limit for connecting.
    pub connect_timeout: Duration,
    /// Further attempts after one that failed.
    pub retries: u32,
    /// The wait before the second attempt; doubled each time after.
    pub backoff: Duration,
    /// The longest wait between two attempts; if the server asks for more, the rules answer.
    pub longest_wait: Duration,
    /// Tokens allowed in addition to a prompt's limit, for models that think before they answer.
    pub thinking_tokens: u32,
    /// The price of a million tokens sent, in US dollars; `None` if nothing is known.
    pub input_usd_per_million: Option<f64>,
    /// The price of a million tokens received, in US dollars; `None` if nothing is known.
    pub output_usd_per_million: Option<f64>,
    /// Whether the server is asked to enforce a JSON schema.
    pub schema: SchemaUse,
    /// Further headers of every request. Their values may be secret.
    pub headers: Vec<(String, SecretString)>,
}

/// The environment variable of a key is missing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("profile {profile:?} needs a key in the environment variable {variable}, which {state}")]
pub struct MissingKey {
    /// The profile.
    pub profile: String,
    /// The variable.
    pub variable: String,
    /// What is wrong with it: `is not set`.
    pub state: &'static str,
}

impl ModelProfile {
    /// The key, out of `environment`: the value of a variable, if it is set.
    ///
    /// # Errors
    /// If the profile names a variable that is not set, or holds no key.
    pub fn key(
        &self,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<SecretString>, MissingKey> {
        let Some(variable) = &self.key_env else { return Ok(None) };
        let wrong =
            |state| MissingKey { profile: self.name.clone(), variable: variable.clone(), state };
        let key = environment(variable).ok_or_else(|| wrong("is not set"))?;
        match key.trim() {
            "" => Err(wrong("is empty")),
            key if !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Err(wrong("holds what cannot be sent as a key"))
            }
            key => Ok(Some(SecretString::from(key))),
        }
    }

    /// True if the cost of an exchange can be computed.
    pub const fn has_prices(&self) -> bool {
        self.input_usd_per_million.is_some() && self.output_usd_per_million.is_some()
    }

    /// The address of `path` on the server; a query in the base address stays.
    pub fn address(&self, path: &str) -> reqwest::Url {
        let mut url = self.base_url.clone();
        let base = url.path().trim_end_matches('/').trim_end_matches("/chat/completions");
        let path = format!("{base}/{path}");
        url.set_path(&path);
        url
    }
}

/// Why the settings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}, line {line}: {what}")]
pub struct SettingsError {
    /// The file.
    pub path: String,
    /// Where, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What is possible there.
    pub hint: Option<String>,
}

/// There is no profile with this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no model profile {name:?}")]
pub struct UnknownProfile {
    /// The name asked for.
    pub name: String,
    /// The names that exist.
    pub hint: String,
}

/// What is wrong in a file, and at which of its bytes.
struct SettingsFault {
    at: usize,
    message: String,
}

/// All profiles.
#[derive(Clone, Debug, Default)]
pub struct ModelProfiles {
    /// The one that is used if none is named.
    pub default: Option<String>,
    /// The most questions a step on average, whatever the profile.
    pub questions_per_step: Option<f64>,
    /// In the order of their names.
    all: BTreeMap<String, ModelProfile>,
}

impl ModelProfiles {
    /// The profiles in the file at `path`; none if there is no file.
    ///
    /// # Errors
    /// If it cannot be read, or is not valid.
    pub fn load(path: &Path) -> Result<Self, SettingsError> {
        let wrong =
            |line, what, hint| SettingsError { path: path.display().to_string(), line, what, hint };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(wrong(1, format!("cannot be read: {error}"), None)),
        };
        Self::read(&text).map_err(|SettingsFault { at, message }| {
            let before = text.bytes().take(at);
            let line = 1 + before.filter(|byte| *byte == b'\n').count();
            let (what, hint) = match message.split_once(", expected") {
                Some((what, expected)) => (what, format!("expected{expected}")),
                None => (message.as_str(), "docs/models.md describes every field".into()),
            };
            wrong(line, what.replace('\n', " "), Some(hint))
        })
    }

    /// The profiles in `text` (TOML).
    fn read(text: &str) -> Result<Self, SettingsFault> {
        let SettingsFile { llm, .. } = toml::from_str(text).map_err(|error| SettingsFault {
            at: error.span().map_or(0, |span| span.start),
            message: error.message().to_owned(),
        })?;
        let all = llm.profiles.into_iter().map(|(name, entry)| {
            let profile = entry.profile(&name);
            (name, profile)
        });
        let default = llm.default.as_ref().map(|name| name.get_ref().clone());
        let questions_per_step = llm.questions_per_step.as_ref().map(|number| *number.get_ref());
        let profiles = Self { default, questions_per_step, all: all.collect() };
        if let Some(default) = llm.default
            && let Err(error) = profiles.find(default.get_ref())
        {
            let message = format!("{error}, expected another: {}", error.hint);
            return Err(SettingsFault { at: default.span().start, message });
        }
        if let Some(number) = llm.questions_per_step
            && !(number.get_ref().is_finite() && *number.get_ref() >= 0.0)
        {
            let message = "questions_per_step must be a number, 0 or more".to_owned();
            return Err(SettingsFault { at: number.span().start, message });
        }
        Ok(profiles)
    }

    /// The profile called `name`, or made from a preset by `PRESET:MODEL`.
    ///
    /// # Errors
    /// If there is neither.
    pub fn find(&self, name: &str) -> Result<ModelProfile, UnknownProfile> {
        if let Some(profile) = self.all.get(name) {
            return Ok(profile.clone());
        }
        let preset = name.split_once(':').and_then(|(preset, model)| {
            let preset = ServerPreset::named(preset)?;
            ProfileEntry::of(preset, model).map(|entry| entry.profile(name))
        });
        preset.ok_or_else(|| {
            let own: Vec<&str> = self.all.keys().map(String::as_str).collect();
            let presets =
                ServerPreset::ALL.map(|preset| format!("{}:MODEL", preset.name())).join(", ");
            let hint = if ServerPreset::named(name).is_some() {
                format!("name its model too, {name}:MODEL; presets are {presets}")
            } else if own.is_empty() {
                format!("config.toml has no profiles; name a preset with its model: {presets}")
            } else {
                format!("profiles are {}; presets are {presets}", own.join(", "))
            };
            UnknownProfile { name: name.to_owned(), hint }
        })
    }

    /// All that the file names.
    pub fn iter(&self) -> impl Iterator<Item = &ModelProfile> {
        self.all.values()
    }
}

#[cfg(test)]
mod tests;
