//! From `TARGET` to a device.

use crate::domain::Pace;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{CliError, recording, talking};
use crate::demo::apps;
use crate::demo::phone::{self, DemoPhone};
use crate::demo::shell::DemoShell;
use crate::device::adb::{AdbServer, AdbShell};
use crate::device::android::{self, AndroidDevice};
use crate::device::{Device, DeviceShell};
use crate::domain::DisplaySize;

/// What is under test, as the user named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetSpec {
    /// The embedded phone with one of its apps.
    Demo {
        /// The app's name.
        app: String,
        /// Its display, where another than its own is asked for (`demo:notes@720x1280`).
        display: Option<DisplaySize>,
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

impl TargetSpec {
    /// Reads a target; `app` is what `--app` said.
    ///
    /// # Errors
    /// If there is no such target or demo app.
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
        let (app, display) = match app.and_then(|app| app.split_once('@')) {
            Some((app, size)) => (Some(app).filter(|app| !app.is_empty()), Some(display(size)?)),
            None => (app, None),
        };
        let name = app.or(names().next()).unwrap_or_default();
        let found = apps::all().iter().find(|about| about.name == name || about.package == name);
        match found {
            Some(about) => Ok(Self::Demo { app: about.name.to_owned(), display }),
            None => Err(CliError::new(format!("the demo phone has no app {name:?}"), 2)
                .hint(format!("it has {}", names().collect::<Vec<_>>().join(", ")))),
        }
    }

    /// A voice app: one of ours by its name, else a file.
    fn voice(rest: Option<&str>) -> Result<Self, CliError> {
        let rest = rest.ok_or_else(talking::which)?;
        Ok(match crate::demo::voice::find(rest) {
            Some(about) => Self::VoiceDemo { app: about.name.to_owned() },
            None => Self::Voice { file: rest.to_owned() },
        })
    }

    /// True if nothing can be harmed: what comes with the program, and recordings.
    pub const fn is_harmless(&self) -> bool {
        matches!(self, Self::Demo { .. } | Self::VoiceDemo { .. } | Self::Recorded { .. })
    }

    /// The device, ready to be opened.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn connect(
        &self,
        app: Option<&str>,
        fresh: bool,
        seed: u64,
        pace: Pace,
    ) -> Result<Box<dyn Device>, CliError> {
        self.connect_with(app, fresh, seed, pace, true).await
    }

    /// As [`TargetSpec::connect`]; without `pictures` no screen is pictured, which is quicker.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn connect_with(
        &self,
        app: Option<&str>,
        fresh: bool,
        seed: u64,
        pace: Pace,
        pictures: bool,
    ) -> Result<Box<dyn Device>, CliError> {
        match self {
            Self::Demo { app, display } => {
                let options = phone::Options { app: None, seed, pace };
                let phone = DemoPhone::new(&options)
                    .map_err(|error| CliError::new(error.to_string(), 2))?;
                let phone = match display {
                    Some(size) => phone.with_display(*size),
                    None => phone,
                };
                let shell: Arc<dyn DeviceShell> = Arc::new(DemoShell::new(phone));
                let package = apps::find(app).map(|about| about.package.to_owned());
                let options = android::AndroidOptions {
                    target: demo_name(app, *display),
                    app: package,
                    pictures,
                    ..android::AndroidOptions::default()
                };
                Ok(Box::new(AndroidDevice::new(shell, options)))
            }
            Self::Adb { serial } => {
                let server = AdbServer::from_env()?;
                server.ensure_running().await?;
                let shell = AdbShell::connect(server, serial.as_deref()).await?;
                let options = android::AndroidOptions {
                    target: format!("adb:{}", shell.serial()),
                    app: app.map(str::to_owned),
                    fresh,
                    pictures,
                    ..android::AndroidOptions::default()
                };
                Ok(Box::new(AndroidDevice::new(Arc::new(shell), options)))
            }
            Self::VoiceDemo { app } => talking::demo(app, seed),
            Self::Voice { file } => talking::file(Path::new(file), seed),
            Self::Recorded { path, app } => recording::device(path, app.as_deref(), seed),
        }
    }
}

/// How the embedded phone is named.
fn demo_name(app: &str, display: Option<DisplaySize>) -> String {
    match display {
        Some(DisplaySize { width, height }) => format!("demo:{app}@{width}x{height}"),
        None => format!("demo:{app}"),
    }
}

/// `WIDTHxHEIGHT` of a display in its natural position.
fn display(text: &str) -> Result<DisplaySize, CliError> {
    let (least, most) = phone::SIZES;
    let numbers = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
    if let Some((Ok(width), Ok(height))) = numbers
        && (least.width..=most.width).contains(&width)
        && (least.height..=most.height).contains(&height)
        && width <= height
    {
        return Ok(DisplaySize::new(width, height));
    }
    Err(CliError::new(format!("the demo phone has no display of {text:?}"), 2).hint(format!(
        "write WIDTHxHEIGHT, upright, from {}x{} to {}x{}, such as demo:notes@720x1280",
        least.width, least.height, most.width, most.height
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read() {
        let read = |text, app| TargetSpec::read(text, app).ok();
        assert_eq!(read("adb", None), Some(TargetSpec::Adb { serial: None }));
        let serial = Some("127.0.0.1:5555".to_owned());
        assert_eq!(read("adb:127.0.0.1:5555", None), Some(TargetSpec::Adb { serial }));
        assert_eq!(
            read("demo:shop", None),
            Some(TargetSpec::Demo { app: "shop".into(), display: None })
        );
        let books = TargetSpec::Demo { app: "books".into(), display: None };
        assert_eq!(read("demo", Some("books")), Some(books));
        let small =
            TargetSpec::Demo { app: "shop".into(), display: Some(DisplaySize::new(720, 1280)) };
        assert_eq!(read("demo:shop@720x1280", None), Some(small));
        for wrong in ["720", "x", "720x", "10x10", "1280x720", "-720x1280", "99999x99999"] {
            assert!(TargetSpec::read(&format!("demo:shop@{wrong}"), None).is_err(), "{wrong}");
        }
        assert_eq!(read("demo:nothing", None), None);
        let recorded = |path: &str, app: Option<&str>| {
            Some(TargetSpec::Recorded { path: path.into(), app: app.map(str::to_owned) })
        };
        assert_eq!(read("recorded:talks/q.txt", None), recorded("talks/q.txt", None));
        assert_eq!(read("recorded:talks", Some("tea")), recorded("talks", Some("tea")));
        assert_eq!(read("recorded:talks#moon guide", None), recorded("talks", Some("moon guide")));
        assert_eq!(read("recorded:", None), None);
        assert_eq!(read("ios", None), None);
        let quiz = TargetSpec::VoiceDemo { app: "quiz".into() };
        assert_eq!(read("voice:quiz", None), Some(quiz));
        let file = TargetSpec::Voice { file: "apps/tea.toml".into() };
        assert_eq!(read("voice:apps/tea.toml", None), Some(file));
        assert_eq!(read("voice", None), None);
    }
}
