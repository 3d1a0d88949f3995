//! Plain values and pure algorithms of exploratory testing. No IO, no clock.

pub mod action;
pub mod blob;
pub mod bounds;
pub mod broadcasts;
pub mod bug_category;
pub mod calendar;
pub mod capability;
pub mod condition;
mod confirmation;
pub mod constraint_class;
pub mod coverage;
pub mod crash;
pub mod finding;
pub mod intent;
pub mod labels;
pub mod languages;
pub mod locate;
pub mod manifest;
pub mod one_line;
pub mod pace;
pub mod picture;
pub mod screen;
pub mod secret;
pub mod shared_words;
pub mod speech;
pub mod spoken;
pub mod starting;
pub mod state;
pub mod surface;
pub mod values;
pub mod widget;

pub use action::{
    Action, ActionKey, ActionKind, ActionPair, AvailableAction, DeviceKey, Direction, InputText,
    NotAtOnce, PinchZoom, Rotation, WidgetTarget,
};
pub use blob::BlobId;
pub use bounds::{Bounds, DisplaySize, Point};
pub use broadcasts::AddressedBroadcast;
pub use bug_category::BugCategory;
pub use capability::DeviceCapabilities;
pub use condition::{ConditionKind, SystemCondition};
pub use confirmation::FindingConfirmation;
pub use constraint_class::{ConstraintClass, ConstraintReach};
pub use coverage::{
    Coverage, CoverageCount, CoveredParts, FaultEffects, FunctionNames, JointCoverage,
};
pub use crash::{AppCrash, CrashKind};
pub use finding::{Finding, FindingClaim, FindingEvidence, FindingKind, FindingSteps};
pub use intent::{Intent, IntentExtra};
pub use manifest::{AppComponent, ComponentKind, DataPattern, IntentFilter, Manifest};
pub use one_line::one_line;
pub use pace::Pace;
pub use picture::KeptPictures;
pub use screen::{ReadQuality, Screen, short_location};
pub use secret::Secret;
pub use shared_words::{SharedWords, WordSet, word_set};
pub use spoken::{DialogueTurn, Recognition};
pub use starting::ComponentStart;
pub use state::{StateId, StateIds};
pub use surface::Surface;
pub use widget::{GATHERED, LinkPlace, Widget, WidgetPosition, WidgetRole};
