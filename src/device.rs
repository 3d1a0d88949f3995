//! What can be tested: the trait every target speaks, and its backends.
//!
//! Observing never retries an action, and performing never retries at all: an action that may have
//! worked is not done twice (double taps are a known disease of test tools).

pub mod adb;
pub mod android;
mod gesture;
pub mod paced;
mod process_group;
pub mod recorded;
pub mod serving;
pub mod shell;
pub mod voice;
pub mod web;
pub mod webdriver;

use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::watch;

use crate::domain::{
    Action, AppCrash, Coverage, CoveredParts, DeviceCapabilities, DisplaySize, FaultEffects,
    FunctionNames, Manifest, Screen,
};

pub use shell::{CommandOutput, DeviceShell, ShellError};

/// Who the device is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// The target as the user names it: `demo:notes`, `adb:emulator-5554`.
    pub target: String,
    /// Model, for people.
    pub model: String,
    /// Version of its system, for people.
    pub system: String,
    /// The display in its natural position.
    pub size: DisplaySize,
}

/// What is known of the app under test once it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppInfo {
    /// Its package.
    pub package: String,
    /// Its version's name, if it tells one.
    pub version: Option<String>,
    /// The activities it declares, package cut off if it is the app's (`.MainActivity`).
    pub activities: Vec<String>,
    /// What it declares of itself, if it could be read.
    pub manifest: Option<Manifest>,
    /// Short texts that it can show, as far as the device tells them.
    pub texts: Vec<String>,
}

/// One look at the device.
#[derive(Clone, Debug)]
pub struct Observation {
    /// What is on the display.
    pub screen: Screen,
    /// The picture as PNG, if one could be taken.
    pub picture: Option<Arc<[u8]>>,
    /// The hierarchy as the device told it, with the content of password fields taken out.
    pub hierarchy: Option<Arc<str>>,
    /// What was done besides looking, for the tester; told once.
    pub notices: Vec<String>,
    /// How long the app showed progress that had to be waited for before this was seen, in
    /// milliseconds slept; 0 if it showed none.
    pub progress_ms: u64,
}

impl Observation {
    /// One that shows `screen`, and nothing besides.
    pub const fn of(screen: Screen) -> Self {
        Self { screen, picture: None, hierarchy: None, notices: Vec::new(), progress_ms: 0 }
    }
}

/// What performing an action told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionReport {
    /// For typing: what the field held afterwards. `None` if it could not be read back, and
    /// always for password fields.
    pub accepted: Option<String>,
    /// What the tester should know, such as characters the device could not type.
    pub warnings: Vec<String>,
}

/// Why a device did not do what was asked.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// The way to the device failed.
    #[error(transparent)]
    Shell(#[from] ShellError),
    /// A voice app cannot be talked to.
    #[error(transparent)]
    Voice(#[from] voice::VoiceError),
    /// A web app cannot be explored.
    #[error(transparent)]
    Web(#[from] web::WebError),
    /// A WebDriver server does not do what is needed.
    #[error(transparent)]
    WebDriver(#[from] webdriver::WebDriverError),
    /// The app is not there.
    #[error("there is no app {package:?} on this device{}", suggestion(.similar))]
    NoSuchApp {
        /// The name asked for.
        package: String,
        /// Installed ones that look like it.
        similar: Vec<String>,
    },
    /// The app did not come to the front.
    #[error("{package} could not be started: {said}")]
    CannotStart {
        /// The app.
        package: String,
        /// What the device said.
        said: String,
    },
    /// A lock screen is in front that cannot be taken away.
    #[error("the device is locked{}", if *.secret { " with a PIN, pattern or password" } else { "" })]
    Locked {
        /// True if it wants a secret.
        secret: bool,
    },
    /// A command was refused.
    #[error("the device refused `{command}`: {said}")]
    Refused {
        /// The command.
        command: String,
        /// What it said.
        said: String,
    },
    /// No device could be had.
    #[error("{what}")]
    Gone {
        /// Why.
        what: String,
    },
    /// This device cannot do this.
    #[error("this device cannot {what}")]
    Unsupported {
        /// What was asked, as a verb.
        what: String,
    },
}

fn suggestion(similar: &[String]) -> String {
    if similar.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", similar.join(" or "))
    }
}

impl DeviceError {
    /// True if the device itself is gone, so that waiting for it makes sense.
    pub fn is_lost(&self) -> bool {
        match self {
            Self::Shell(error) => error.is_lost(),
            Self::Voice(error) => error.is_lost(),
            Self::Web(error) => error.is_lost(),
            Self::WebDriver(error) => error.is_lost(),
            _ => false,
        }
    }

    /// What is done about a lost device while a run waits for it, in one sentence.
    pub fn hint_if_lost(&self) -> Option<String> {
        match self {
            Self::Shell(error) => error.hint_if_lost(),
            error => error.hint(),
        }
    }

    /// What the user can do about it, in one sentence.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Shell(error) => error.hint(),
            Self::Voice(error) => error.hint(),
            Self::Web(error) => error.hint(),
            Self::WebDriver(error) => error.hint(),
            Self::NoSuchApp { .. } => Some(
                "name the app by its package with --app, as `pm list packages` shows it".into(),
            ),
            Self::Locked { .. } => {
                Some("unlock it by hand, and let it stay awake while it is tested".into())
            }
            Self::CannotStart { .. } => {
                Some("start it on the device by hand once and read what it says".into())
            }
            Self::Refused { said, .. } if said.contains("INJECT_EVENTS") => Some(
                "allow input over USB: Developer options, \"USB debugging (Security settings)\""
                    .into(),
            ),
            Self::Refused { .. } | Self::Unsupported { .. } | Self::Gone { .. } => None,
        }
    }
}

/// The newest picture of a display; marked as changed when another one comes.
pub type LivePictures = watch::Receiver<Option<Arc<[u8]>>>;

/// What a device does: a future of a result.
pub type DeviceFuture<'a, T> = BoxFuture<'a, Result<T, DeviceError>>;

/// A device with one app under test.
pub trait Device: Send {
    /// Who it is.
    fn info(&self) -> &DeviceInfo;

    /// What it can do and measure: complete once it was identified, and the same from then on.
    fn capabilities(&self) -> DeviceCapabilities;

    /// Finds out who it is, so that [`Device::info`] tells all of it. Opening does the same if this
    /// was not done before.
    ///
    /// # Errors
    /// If the device cannot be reached.
    fn identify(&mut self) -> DeviceFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// Opens the app under test after a restart, and begins to watch its log.
    ///
    /// # Errors
    /// If the device cannot be reached, or the app is not there or does not start.
    fn open(&mut self) -> DeviceFuture<'_, AppInfo>;

    /// Waits until the app is idle (up to a limit) and looks at it. A hierarchy that cannot be read
    /// is not an error: the screen says so in [`Screen::read_quality`].
    ///
    /// # Errors
    /// If the device cannot be reached.
    fn observe(&mut self) -> DeviceFuture<'_, Observation>;

    /// Does `action` once.
    ///
    /// # Errors
    /// If the device cannot be reached, refuses, or cannot do this.
    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport>;

    /// Crashes and ANRs of the app under test since the last call (or since it was opened).
    ///
    /// # Errors
    /// If the device cannot be reached.
    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// What of the app has been covered, if the target can measure it; empty elsewhere.
    ///
    /// # Errors
    /// If the device cannot be reached.
    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        ready(Ok(Coverage::new())).boxed()
    }

    /// Which parts the app's coverage of the latest [`Device::coverage`] has that were not told here before; empty
    /// if the target does not name them.
    fn newly_covered(&mut self) -> CoveredParts {
        CoveredParts::new()
    }

    /// What became known by the latest [`Device::coverage`] of the app's functions by their names; empty if the target
    /// does not name them.
    fn function_names(&mut self) -> FunctionNames {
        FunctionNames::default()
    }

    /// How often the wrong result of each seeded fault was seen up to the latest [`Device::coverage`];
    /// empty unless the target is a test bed.
    fn fault_effects(&self) -> FaultEffects {
        FaultEffects::new()
    }

    /// Tells the file, before the device is identified, in which it may remember what the next process has to
    /// undo if this one is killed.
    fn remember_at(&mut self, _file: &Path) {}

    /// What the display shows between observations, as JPEG, if the device can tell; to be asked for before
    /// the device is identified.
    fn live_pictures(&mut self) -> Option<LivePictures> {
        None
    }

    /// Leaves the device as it was found: restores what was changed and stops the app.
    ///
    /// # Errors
    /// If the device cannot be reached.
    fn close(&mut self) -> DeviceFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// Waits until a lost device is back, for at most a while the backend chooses.
    ///
    /// # Errors
    /// If it did not come back.
    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        ready(Ok(())).boxed()
    }
}
