//! Plain values and pure algorithms of exploratory testing. No IO, no clock.

pub mod action;
pub mod blob;
pub mod bounds;
pub mod broadcasts;
pub mod condition;
pub mod coverage;
pub mod crash;
pub mod finding;
pub mod intent;
pub mod locate;
pub mod manifest;
pub mod picture;
pub mod screen;
pub mod secret;
pub mod speech;
pub mod spoken;
pub mod starting;
pub mod state;
pub mod values;
pub mod widget;

pub use action::{
    Action, ActionKey, ActionKind, Direction, Key, NotAtOnce, Offer, Pair, Rotation, Target, Text,
    Zoom,
};
pub use blob::BlobId;
pub use bounds::{Bounds, Point, Size};
pub use broadcasts::Sending;
pub use condition::{Condition, ConditionKind};
pub use coverage::{Count, Coverage};
pub use crash::{Crash, CrashKind};
pub use finding::{Finding, FindingKind};
pub use intent::{Extra, Intent};
pub use manifest::{Component, ComponentKind, DataPattern, IntentFilter, Manifest};
pub use screen::{Reading, Screen};
pub use secret::Secret;
pub use spoken::{Heard, Spoken};
pub use starting::Start;
pub use state::{StateId, StateIds};
pub use widget::{Place, Widget, WidgetKind};
