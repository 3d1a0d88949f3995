//! From `TARGET` to a device.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{CliError, recording, talking};
use crate::device::adb::{AdbServer, AdbShell};
use crate::device::android::{self, AndroidDevice};
use crate::device::demo::apps;
use crate::device::demo::phone::{self, DemoPhone, Pace};
use crate::device::demo::shell::DemoShell;
use crate::device::{Device, Shell, voice};

/// What is under test, as the user named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The embedded phone with one of its apps.
    Demo {
        /// The app's name.
        app: String,
    },
    /// A phone or emulator through the adb server.
    Adb {
        /// Its serial; the only one where `None`.
        serial: Option<String>,
    },
    /// A voice app that comes with the program.
    VoiceDemo {
        /// The app's name.
        app: String,
    },
    /// A voice app that a file describes.
    Voice {
        /// The file.
        file: String,
    },
    /// A recorded session, or recorded dialogues of a voice app.
    Recorded {
        /// Its folder or file.
        path: PathBuf,
        /// Which of several voice apps.
        app: Option<String>,
    },
}

impl Target {
    /// Reads a target; `app` is what `--app` said.
    ///
    /// # Errors
    /// Where there is no such target or demo app.
    pub fn read(text: &str, app: Option<&str>) -> Result<Self, CliError> {
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest).filter(|rest| !rest.is_empty())),
            None => (text, None),
        };
        match kind {
            "demo" => Self::demo(rest.or(app)),
            "adb" => Ok(Self::Adb { serial: rest.map(str::to_owned) }),
            "voice" => Self::voice(rest.or(app)),
            "recorded" => match rest {
                Some(rest) => Ok(Self::recorded(rest, app)),
                None => Err(CliError::new("recorded: needs the path of a recording", 2).hint(
                    "recorded:SESSION (`ridealong sessions` lists them) or recorded:DIALOGUES",
                )),
            },
            _ => Err(CliError::new(format!("there is no target {text:?}"), 2).hint(
                "targets are demo, demo:APP, adb, adb:SERIAL, voice:FILE and recorded:PATH; for \
                 commands see ridealong --help",
            )),
        }
    }

    /// A path, with the name of one of several apps behind a `#` that is not part of the path.
    fn recorded(rest: &str, app: Option<&str>) -> Self {
        let (path, app) = match rest.rsplit_once('#') {
            Some((path, app)) if !Path::new(rest).exists() => (path, Some(app)),
            _ => (rest, app),
        };
        Self::Recorded { path: path.into(), app: app.map(str::to_owned) }
    }

    fn demo(app: Option<&str>) -> Result<Self, CliError> {
        let names = || apps::all().iter().map(|about| about.name);
        let name = app.or(names().next()).unwrap_or_default();
        let found = apps::all().iter().find(|about| about.name == name || about.package == name);
        match found {
            Some(about) => Ok(Self::Demo { app: about.name.to_owned() }),
            None => Err(CliError::new(format!("the demo phone has no app {name:?}"), 2)
                .hint(format!("it has {}", names().collect::<Vec<_>>().join(", ")))),
        }
    }

    /// A voice app: one of ours by its name, else a file.
    fn voice(rest: Option<&str>) -> Result<Self, CliError> {
        let rest = rest.ok_or_else(talking::which)?;
        Ok(match voice::demo::find(rest) {
            Some(about) => Self::VoiceDemo { app: about.name.to_owned() },
            None => Self::Voice { file: rest.to_owned() },
        })
    }

    /// True where nothing can be harmed: what comes with the program, and recordings.
    pub const fn is_harmless(&self) -> bool {
        matches!(self, Self::Demo { .. } | Self::VoiceDemo { .. } | Self::Recorded { .. })
    }

    /// The device, ready to be opened.
    ///
    /// # Errors
    /// Where it cannot be reached.
    pub async fn connect(
        &self,
        app: Option<&str>,
        fresh: bool,
        seed: u64,
        pace: Pace,
    ) -> Result<Box<dyn Device>, CliError> {
        match self {
            Self::Demo { app } => {
                let options = phone::Options { app: None, seed, pace };
                let phone = DemoPhone::new(&options)
                    .map_err(|error| CliError::new(error.to_string(), 2))?;
                let shell: Arc<dyn Shell> = Arc::new(DemoShell::new(phone));
                let package = apps::find(app).map(|about| about.package.to_owned());
                let options = android::Options {
                    target: format!("demo:{app}"),
                    app: package,
                    ..android::Options::default()
                };
                Ok(Box::new(AndroidDevice::new(shell, options)))
            }
            Self::Adb { serial } => {
                let server = AdbServer::from_env()?;
                server.ensure_running().await?;
                let shell = AdbShell::connect(server, serial.as_deref()).await?;
                let options = android::Options {
                    target: format!("adb:{}", shell.serial()),
                    app: app.map(str::to_owned),
                    fresh,
                    ..android::Options::default()
                };
                Ok(Box::new(AndroidDevice::new(Arc::new(shell), options)))
            }
            Self::VoiceDemo { app } => talking::demo(app, seed),
            Self::Voice { file } => talking::file(Path::new(file), seed),
            Self::Recorded { path, app } => recording::device(path, app.as_deref(), seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read() {
        let read = |text, app| Target::read(text, app).ok();
        assert_eq!(read("adb", None), Some(Target::Adb { serial: None }));
        let serial = Some("127.0.0.1:5555".to_owned());
        assert_eq!(read("adb:127.0.0.1:5555", None), Some(Target::Adb { serial }));
        assert_eq!(read("demo:shop", None), Some(Target::Demo { app: "shop".into() }));
        assert_eq!(read("demo", Some("books")), Some(Target::Demo { app: "books".into() }));
        assert_eq!(read("demo:nothing", None), None);
        let recorded = |path: &str, app: Option<&str>| {
            Some(Target::Recorded { path: path.into(), app: app.map(str::to_owned) })
        };
        assert_eq!(read("recorded:talks/q.txt", None), recorded("talks/q.txt", None));
        assert_eq!(read("recorded:talks", Some("tea")), recorded("talks", Some("tea")));
        assert_eq!(read("recorded:talks#moon guide", None), recorded("talks", Some("moon guide")));
        assert_eq!(read("recorded:", None), None);
        assert_eq!(read("ios", None), None);
        let quiz = Target::VoiceDemo { app: "quiz".into() };
        assert_eq!(read("voice:quiz", None), Some(quiz));
        let file = Target::Voice { file: "apps/tea.toml".into() };
        assert_eq!(read("voice:apps/tea.toml", None), Some(file));
        assert_eq!(read("voice", None), None);
    }
}
