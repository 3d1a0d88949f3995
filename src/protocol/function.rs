//! Functions of the app: what VisionDroid's Monitor divides a session into.

use serde::{Deserialize, Serialize};

/// See [`super::Event::FunctionTested`]. It lasts up to the step before the one with which the next
/// function begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionTested {
    /// What it is called.
    pub name: String,
    /// The step with which it begins, which may lie far back.
    pub from: u64,
    /// True if it does what it should; `None` if it was not judged, or not yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound: Option<bool>,
}
