//! What was refused of actions that a guard held, as one worker of a fleet tells it to the others.

use super::approvals::labels;
use crate::domain::{Action, ActionKey, Screen, StateId};
use crate::explorer::form_content;

/// A refusal of a held action. It applies in this state while the fields hold what they held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldRefusal {
    /// Where the action was held.
    pub state: StateId,
    /// What the fields held, hashed; `None` if there is no field.
    pub content: Option<u64>,
    /// The action's name.
    pub key: ActionKey,
    /// What its targets said.
    pub labels: Vec<String>,
    /// Why it was refused.
    pub feedback: String,
}

impl HeldRefusal {
    /// That `action`, which is called `key`, was refused in `state`, which shows `screen`.
    pub fn new(
        (state, screen): (StateId, &Screen),
        (key, action): (&ActionKey, &Action),
        feedback: &str,
    ) -> Self {
        let (content, labels) = (form_content(screen), labels(action));
        Self { state, content, key: key.clone(), labels, feedback: feedback.to_owned() }
    }
}
