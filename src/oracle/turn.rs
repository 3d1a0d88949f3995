//! What an oracle judges.

use std::sync::Arc;

use super::PropertySet;
use crate::domain::{Action, AppCrash, BlobId, Screen, StateId, StateIds};
use crate::protocol::ActionOutcome;

/// An action with what was there before and after it. Owned, so that it can be judged while the
/// session goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedTurn {
    /// The step: actions performed so far.
    pub step: u64,
    /// What was done; `None` for the opening.
    pub action: Option<Action>,
    /// What it did; `None` for the opening.
    pub outcome: Option<ActionOutcome>,
    /// What was there before; `None` for the opening.
    pub before: Option<JudgedScreen>,
    /// What is there now.
    pub after: JudgedScreen,
    /// What the device's log tells of crashes since the turn before.
    pub crashes: Vec<AppCrash>,
    /// What the tester knows of the app.
    pub properties: Arc<PropertySet>,
    /// The steps before this one, the latest last; older ones are left out.
    pub history: Vec<JudgedStep>,
}

/// A screen as an oracle sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedScreen {
    /// What is on it.
    pub screen: Arc<Screen>,
    /// The state it is.
    pub state: StateIds,
    /// Its picture in the session's folder.
    pub picture: Option<BlobId>,
    /// The same as PNG, if it is still in memory.
    pub png: Option<Arc<[u8]>>,
    /// How long progress was waited for before this was seen, in milliseconds.
    pub progress_ms: u64,
}

/// An earlier step.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedStep {
    /// Its number.
    pub step: u64,
    /// What was done.
    pub action: Action,
    /// The structural state it was done in.
    pub from: StateId,
    /// The structural state it led to.
    pub to: StateId,
    /// What it did.
    pub outcome: ActionOutcome,
}

impl JudgedTurn {
    /// The structural state the action was performed in; of the opening the one it led to.
    pub fn state(&self) -> StateId {
        self.before.as_ref().unwrap_or(&self.after).state.structural
    }
}
