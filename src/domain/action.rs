//! Actions: what can be done to an app.

mod action_key;
mod at_once;
mod key;
mod moved;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::bounds::{Bounds, Point};
use super::condition::{ConditionKind, SystemCondition};
use super::intent::Intent;
use super::secret::Secret;
use super::widget::Widget;

pub use action_key::ActionKey;
pub use at_once::{ActionPair, NotAtOnce};
pub use key::DeviceKey;

/// The kinds of action, without their details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Touch and let go.
    Tap,
    /// Touch and hold.
    LongTap,
    /// Two quick taps.
    DoubleTap,
    /// Rest the pointer of a mouse on it.
    Hover,
    /// Replace the content of a field.
    Type,
    /// A quick stroke over a widget.
    Swipe,
    /// Move a container's content by most of its length.
    Scroll,
    /// Carry a widget somewhere.
    Drag,
    /// Two fingers together or apart.
    Pinch,
    /// A key of the device.
    Key,
    /// Turn the device.
    Rotate,
    /// Stop the app and start it anew.
    Restart,
    /// Delete all that the app has stored and start it anew.
    Clear,
    /// Start a component by an intent.
    Start,
    /// Send a broadcast.
    Broadcast,
    /// Grant a permission.
    Grant,
    /// Do nothing for a while.
    Wait,
    /// Say something to a voice app.
    Say,
    /// Change a condition of the system.
    Set,
    /// Give a condition of the system back as it was found.
    Restore,
    /// Two actions, the second at once after the first.
    AtOnce,
}

impl ActionKind {
    /// The word shown to the tester and used in keys of actions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tap => "tap",
            Self::LongTap => "long_tap",
            Self::DoubleTap => "double_tap",
            Self::Hover => "hover",
            Self::Type => "type",
            Self::Swipe => "swipe",
            Self::Scroll => "scroll",
            Self::Drag => "drag",
            Self::Pinch => "pinch",
            Self::Key => "key",
            Self::Rotate => "rotate",
            Self::Restart => "restart",
            Self::Clear => "clear",
            Self::Start => "start",
            Self::Broadcast => "broadcast",
            Self::Grant => "grant",
            Self::Wait => "wait",
            Self::Say => "say",
            Self::Set => "set",
            Self::Restore => "restore",
            Self::AtOnce => "at_once",
        }
    }

    /// True if it is aimed at a widget; [`Action::target`] names it.
    pub const fn needs_target(self) -> bool {
        matches!(
            self,
            Self::Tap
                | Self::LongTap
                | Self::DoubleTap
                | Self::Hover
                | Self::Type
                | Self::Swipe
                | Self::Scroll
                | Self::Drag
                | Self::Pinch
        )
    }
}

/// Where the content goes: `Down` shows what is further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards the top.
    Up,
    /// Towards the bottom.
    Down,
    /// Towards the left.
    Left,
    /// Towards the right.
    Right,
}

impl Direction {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The other way.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Which way two fingers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PinchZoom {
    /// Apart: larger.
    In,
    /// Together: smaller.
    Out,
}

/// How the device is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rotation {
    /// Upright.
    Portrait,
    /// Turned by 90 degrees.
    Landscape,
}

/// The widget an action is aimed at, described so that it can be found again on another screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WidgetTarget {
    /// Its number on the screen the action was proposed for.
    pub number: usize,
    /// Its class.
    pub class: String,
    /// Its id as dumped.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub resource_id: String,
    /// What people call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Where it was.
    pub bounds: Bounds,
    /// The visible point to touch.
    pub point: Point,
}

impl WidgetTarget {
    /// True for a button of which the page says that it sends the form it is in.
    pub fn submits(&self) -> bool {
        Self::is_submitting(&self.class)
    }

    /// The same of a widget of this class: `input.submit`, `button.submit`.
    pub(super) fn is_submitting(class: &str) -> bool {
        class.ends_with(".submit")
    }

    /// The target `widget`, touched if it is visible (its middle if nothing is known).
    pub fn of(widget: &Widget) -> Self {
        Self {
            number: widget.number,
            class: widget.class.clone(),
            resource_id: widget.resource_id.clone(),
            label: widget.label.clone(),
            bounds: widget.bounds,
            point: widget.tap.unwrap_or_else(|| widget.bounds.center()),
        }
    }
}

impl fmt::Display for WidgetTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.number)?;
        if !self.label.is_empty() {
            write!(f, " {:?}", self.label)?;
        }
        Ok(())
    }
}

/// What is typed into a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputText {
    /// Text that may be seen.
    Plain(String),
    /// Text for a password field.
    Secret(Secret),
}

impl InputText {
    /// What the device is to type; `None` for a secret that was lost on the way through a log.
    pub fn reveal(&self) -> Option<&str> {
        match self {
            Self::Plain(text) => Some(text),
            Self::Secret(secret) => secret.reveal(),
        }
    }
}

impl fmt::Display for InputText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => write!(f, "{text:?}"),
            Self::Secret(secret) => secret.fmt(f),
        }
    }
}

/// One thing done to the app.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Action {
    /// Touch and let go.
    Tap {
        /// What is touched.
        target: WidgetTarget,
    },
    /// Touch and hold.
    LongTap {
        /// What is touched.
        target: WidgetTarget,
    },
    /// Two quick taps.
    DoubleTap {
        /// What is touched.
        target: WidgetTarget,
    },
    /// Rest the pointer of a mouse on it, without a click.
    Hover {
        /// What lies under the pointer.
        target: WidgetTarget,
    },
    /// Replace the content of a field.
    Type {
        /// The field.
        target: WidgetTarget,
        /// Its new content.
        text: InputText,
    },
    /// A quick stroke over a widget.
    Swipe {
        /// Where it begins.
        target: WidgetTarget,
        /// Where the finger goes.
        direction: Direction,
    },
    /// Move a container's content by most of its length.
    Scroll {
        /// The container.
        target: WidgetTarget,
        /// Which part comes into view.
        direction: Direction,
    },
    /// Carry a widget onto another.
    Drag {
        /// What is carried.
        target: WidgetTarget,
        /// Where it is let go.
        to: Point,
    },
    /// Two fingers together or apart.
    Pinch {
        /// Where.
        target: WidgetTarget,
        /// Which way.
        zoom: PinchZoom,
    },
    /// A key of the device.
    Key {
        /// Which one.
        key: DeviceKey,
    },
    /// Turn the device.
    Rotate {
        /// How it is held afterwards.
        rotation: Rotation,
    },
    /// Stop the app and start it anew. Data it has saved stays.
    Restart,
    /// Stop the app, delete all that it has stored, and start it anew.
    Clear,
    /// Start a component by an intent.
    Start {
        /// The intent.
        intent: Intent,
    },
    /// Send a broadcast.
    Broadcast {
        /// The intent.
        intent: Intent,
    },
    /// Grant a permission without asking.
    Grant {
        /// Its full name, such as `android.permission.CAMERA`.
        permission: String,
    },
    /// Do nothing for a while.
    Wait {
        /// How long, in milliseconds.
        ms: u32,
    },
    /// Say something to a voice app.
    Say {
        /// The words.
        words: String,
    },
    /// Change a condition of the system, such as dark mode. The device remembers what it was
    /// before.
    Set {
        /// What is to hold.
        condition: SystemCondition,
    },
    /// Give a condition of the system back as it was found; nothing if it was never changed.
    Restore {
        /// Which.
        condition: ConditionKind,
    },
    /// Two actions, the second at once after the first: what comes while the app is still busy.
    AtOnce(ActionPair),
}

impl Action {
    /// Its kind.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::Tap { .. } => ActionKind::Tap,
            Self::LongTap { .. } => ActionKind::LongTap,
            Self::DoubleTap { .. } => ActionKind::DoubleTap,
            Self::Hover { .. } => ActionKind::Hover,
            Self::Type { .. } => ActionKind::Type,
            Self::Swipe { .. } => ActionKind::Swipe,
            Self::Scroll { .. } => ActionKind::Scroll,
            Self::Drag { .. } => ActionKind::Drag,
            Self::Pinch { .. } => ActionKind::Pinch,
            Self::Key { .. } => ActionKind::Key,
            Self::Rotate { .. } => ActionKind::Rotate,
            Self::Restart => ActionKind::Restart,
            Self::Clear => ActionKind::Clear,
            Self::Start { .. } => ActionKind::Start,
            Self::Broadcast { .. } => ActionKind::Broadcast,
            Self::Grant { .. } => ActionKind::Grant,
            Self::Wait { .. } => ActionKind::Wait,
            Self::Say { .. } => ActionKind::Say,
            Self::Set { .. } => ActionKind::Set,
            Self::Restore { .. } => ActionKind::Restore,
            Self::AtOnce(_) => ActionKind::AtOnce,
        }
    }

    /// True if it stops the app and starts it anew, with its data or without.
    pub const fn starts_anew(&self) -> bool {
        matches!(self, Self::Restart | Self::Clear)
    }

    /// The widget it is aimed at, if any; of a pair the first one.
    pub fn target(&self) -> Option<&WidgetTarget> {
        match self {
            Self::Tap { target }
            | Self::LongTap { target }
            | Self::DoubleTap { target }
            | Self::Hover { target }
            | Self::Type { target, .. }
            | Self::Swipe { target, .. }
            | Self::Scroll { target, .. }
            | Self::Drag { target, .. }
            | Self::Pinch { target, .. } => Some(target),
            Self::AtOnce(pair) => pair.first().target().or_else(|| pair.then().target()),
            Self::Key { .. }
            | Self::Rotate { .. }
            | Self::Restart
            | Self::Clear
            | Self::Start { .. }
            | Self::Broadcast { .. }
            | Self::Grant { .. }
            | Self::Wait { .. }
            | Self::Say { .. }
            | Self::Set { .. }
            | Self::Restore { .. } => None,
        }
    }

    /// The widget it is aimed at, to be aimed anew; of a pair the first one. Both are reached by
    /// [`Action::each`].
    pub fn target_mut(&mut self) -> Option<&mut WidgetTarget> {
        match self {
            Self::Tap { target }
            | Self::LongTap { target }
            | Self::DoubleTap { target }
            | Self::Hover { target }
            | Self::Type { target, .. }
            | Self::Swipe { target, .. }
            | Self::Scroll { target, .. }
            | Self::Drag { target, .. }
            | Self::Pinch { target, .. } => Some(target),
            Self::AtOnce(pair) => {
                let (first, then) = pair.both_mut();
                first.target_mut().or_else(|| then.target_mut())
            }
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    /// One line for people, such as `tap [3] "Save"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap { target } => write!(f, "tap {target}"),
            Self::LongTap { target } => write!(f, "long tap {target}"),
            Self::DoubleTap { target } => write!(f, "double tap {target}"),
            Self::Hover { target } => write!(f, "hover over {target}"),
            Self::Type { target, text } => write!(f, "type {text} into {target}"),
            Self::Swipe { target, direction } => write!(f, "swipe {target} {}", direction.word()),
            Self::Scroll { target, direction } => write!(f, "scroll {target} {}", direction.word()),
            Self::Drag { target, to } => write!(f, "drag {target} to {},{}", to.x, to.y),
            Self::Pinch { target, zoom } => match zoom {
                PinchZoom::In => write!(f, "zoom into {target}"),
                PinchZoom::Out => write!(f, "zoom out of {target}"),
            },
            Self::Key { key } => write!(f, "press {}", key.word()),
            Self::Rotate { rotation } => match rotation {
                Rotation::Portrait => f.write_str("rotate to portrait"),
                Rotation::Landscape => f.write_str("rotate to landscape"),
            },
            Self::Restart => f.write_str("restart the app"),
            Self::Clear => f.write_str("clear the app's data"),
            Self::Start { intent } => write!(f, "start {}", intent.name()),
            Self::Broadcast { intent } => write!(f, "broadcast {}", intent.name()),
            Self::Grant { permission } => write!(f, "grant {permission}"),
            Self::Wait { ms } => write!(f, "wait {ms} ms"),
            Self::Say { words } => write!(f, "say {words:?}"),
            Self::Set { condition } => write!(f, "set {condition}"),
            Self::Restore { condition } => write!(f, "restore {}", condition.word()),
            Self::AtOnce(pair) => write!(f, "{}, and at once {}", pair.first(), pair.then()),
        }
    }
}

/// One action that a state offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AvailableAction {
    /// The action, ready to be performed; for typing with a plausible text.
    pub action: Action,
    /// Its name within the state.
    pub key: ActionKey,
    /// Its name with rows of a list folded.
    pub template: ActionKey,
}
