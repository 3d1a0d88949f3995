//! What was said of actions that a guard held, as one worker of a fleet tells it to the others.

use super::approvals::labels;
use crate::domain::{Action, ActionKey, Screen, StateId};
use crate::explorer::form_content;

/// An answer. It holds in this state while the fields hold what they held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardAnswer {
    /// Where the action was held.
    pub state: StateId,
    /// What the fields held, hashed; `None` if there is no field.
    pub content: Option<u64>,
    /// The action's name.
    pub key: ActionKey,
    /// What its targets said.
    pub labels: Vec<String>,
    /// Why it was refused; `None` if the tester approved it.
    pub refused: Option<String>,
}

impl GuardAnswer {
    /// That `action`, which is called `key`, was approved or refused in `state`, which shows `screen`.
    pub fn new(
        (state, screen): (StateId, &Screen),
        (key, action): (&ActionKey, &Action),
        refused: Option<String>,
    ) -> Self {
        let (content, labels) = (form_content(screen), labels(action));
        Self { state, content, key: key.clone(), labels, refused }
    }
}
