//! From `TARGET` to a device.

use std::path::Path;
use std::sync::Arc;

use super::CliError;
use crate::device::adb::{AdbServer, AdbShell};
use crate::device::android::{self, AndroidDevice};
use crate::device::demo::apps;
use crate::device::demo::phone::{self, DemoPhone, Pace};
use crate::device::demo::shell::DemoShell;
use crate::device::voice::app_file::AppFile;
use crate::device::voice::{self, VoiceDevice, VoiceError};
use crate::device::{Device, Shell};

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
            _ => Err(CliError::new(format!("there is no target {text:?}"), 2).hint(
                "targets are demo, demo:APP, adb, adb:SERIAL and voice:FILE; for commands see ridealong --help",
            )),
        }
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
        let Some(rest) = rest else {
            let names = voice::demo::ALL.iter().map(|about| format!("voice:{}", about.name));
            return Err(CliError::new("which voice app?", 2).hint(format!(
                "name a file that describes one, voice:FILE, or try {}",
                names.collect::<Vec<_>>().join(", ")
            )));
        };
        Ok(match voice::demo::find(rest) {
            Some(about) => Self::VoiceDemo { app: about.name.to_owned() },
            None => Self::Voice { file: rest.to_owned() },
        })
    }

    /// True for what comes with the program, where nothing can be harmed.
    pub const fn is_demo(&self) -> bool {
        matches!(self, Self::Demo { .. } | Self::VoiceDemo { .. })
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
            Self::VoiceDemo { app } => {
                let wrong = |what: String| CliError::new(what, 2);
                let about = voice::demo::find(app)
                    .ok_or_else(|| wrong(format!("there is no voice app {app:?}")))?;
                let app = voice::demo::app(about).map_err(|error| wrong(error.to_string()))?;
                Ok(Box::new(VoiceDevice::new(app, seed)))
            }
            Self::Voice { file } => {
                // What is wrong with the files is wrong usage; nothing was reached for yet.
                let wrong = |error: VoiceError| {
                    let shown = CliError::new(error.to_string(), 2);
                    match error.hint() {
                        Some(hint) => shown.hint(hint),
                        None => shown,
                    }
                };
                let file = AppFile::read(Path::new(file)).map_err(wrong)?;
                Ok(Box::new(VoiceDevice::of_file(file, seed).map_err(wrong)?))
            }
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
        assert_eq!(read("ios", None), None);
        let quiz = Target::VoiceDemo { app: "quiz".into() };
        assert_eq!(read("voice:quiz", None), Some(quiz));
        let file = Target::Voice { file: "apps/tea.toml".into() };
        assert_eq!(read("voice:apps/tea.toml", None), Some(file));
        assert_eq!(read("voice", None), None);
    }
}
