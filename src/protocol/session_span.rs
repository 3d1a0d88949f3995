//! How a session begins and ends.

use serde::{Deserialize, Serialize};

use super::decision::RunMode;
use crate::domain::{DisplaySize, Manifest};

/// See [`super::Event::SessionStarted`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionStarted {
    /// When, as RFC 3339 with zone.
    pub started: String,
    /// The program's version.
    pub version: String,
    /// The target as the user named it.
    pub target: String,
    /// The app as the user named it, so that a session that ends before it was opened can be
    /// resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// The device's model.
    pub device: String,
    /// The device's system.
    pub system: String,
    /// The display in its natural position.
    pub size: DisplaySize,
    /// The explorer's name.
    pub explorer: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The model that is asked; `None` if the rules answer alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The mode at the start.
    pub mode: RunMode,
    /// How a browser shows a web app, if the user chose anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<BrowserChoices>,
}

/// How a browser shows a web app, as the user chose it, so that the session can be resumed and
/// replayed in the same way. What was not chosen is `None`, false or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BrowserChoices {
    /// The viewport, in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport: Option<DisplaySize>,
    /// Pages are asked for their dark colours.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dark: bool,
    /// The language, as a tag such as `de-DE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// The time zone, such as `Asia/Kathmandu`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// How fast the network is, as `--network` names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// Hosts that belong to the app beside its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stay_on: Vec<String>,
}

/// See [`super::Event::Branched`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionBranched {
    /// The name of the other session.
    pub session: String,
    /// The last of its steps that is performed again.
    pub step: u64,
}

/// See [`super::Event::AppOpened`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AppOpened {
    /// Its package.
    pub package: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The activities it declares, as far as the device tells.
    #[serde(default)]
    pub activities: Vec<String>,
    /// What it declares of itself, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest: Option<Manifest>,
    /// Short texts that it can show, as far as the device tells them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// See [`super::Event::CharterSet`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CharterSet {
    /// The tester's words.
    pub text: String,
}

/// Why a session ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum EndReason {
    /// The budget of steps is used up.
    Steps,
    /// The budget of minutes is used up.
    Minutes,
    /// The tester ended it.
    Tester,
    /// The device went away and did not come back.
    DeviceLost {
        /// What it said.
        what: String,
    },
    /// The app could not be opened.
    CannotOpen {
        /// Why.
        what: String,
        /// What can be done about it.
        hint: Option<String>,
    },
    /// Nothing is left that the explorer may do.
    NothingLeft,
    /// The app can no longer be explored, however often it is started.
    Stuck {
        /// What is in the way.
        obstacle: Obstacle,
        /// The same, in a sentence.
        what: String,
        /// What can be done about it.
        hint: Option<String>,
    },
}

/// What keeps a run from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// The app does not come to the front, or does not stay there.
    NotInFront,
    /// The screen cannot be read.
    Unreadable,
    /// The app shows nothing that could be acted on.
    NothingToDo,
    /// The device is locked.
    Locked,
}

/// See [`super::Event::Ended`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionEnded {
    /// Why.
    pub reason: EndReason,
    /// Actions performed.
    pub steps: u64,
}
