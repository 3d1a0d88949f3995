//! Held actions that the tester approved. They are not held again in the same situation.

use std::collections::HashMap;

use crate::domain::{Action, ActionKey, Screen, StateId};
use crate::explorer::form_content;

/// The approvals of a session by structural state. Like refusals they hold for the content that the
/// fields had: the same button may send something else next time.
#[derive(Clone, Debug, Default)]
pub struct ApprovalMemory(HashMap<StateId, ApprovedInState>);

#[derive(Clone, Debug, Default)]
struct ApprovedInState {
    /// What the fields held, hashed; `None` if there is no field.
    content: Option<u64>,
    /// The action's name and what its targets said: buttons of two dialogs may have one name.
    approved: Vec<(ActionKey, Vec<String>)>,
}

impl ApprovalMemory {
    /// Remembers that `action` was approved in `state`, which shows `screen`.
    pub fn add(&mut self, state: StateId, screen: &Screen, key: &ActionKey, action: &Action) {
        let content = form_content(screen);
        let here = self.0.entry(state).or_default();
        if here.content != content {
            *here = ApprovedInState { content, approved: Vec::new() };
        }
        let approved = (key.clone(), labels(action));
        if !here.approved.contains(&approved) {
            here.approved.push(approved);
        }
    }

    /// Forgets that `action` was approved in `state`: the tester has thought better of it.
    pub fn withdraw(&mut self, state: StateId, key: &ActionKey, action: &Action) {
        if let Some(here) = self.0.get_mut(&state) {
            let labels = labels(action);
            here.approved.retain(|(name, said)| name != key || *said != labels);
        }
    }

    /// True if `action` was approved in `state` while the fields held what they hold on `screen`.
    pub fn has(&self, state: StateId, screen: &Screen, key: &ActionKey, action: &Action) -> bool {
        self.has_said(state, form_content(screen), &(key.clone(), labels(action)))
    }

    /// The same, for an action of this name whose targets said this, while the fields held `content`.
    pub fn has_said(
        &self,
        state: StateId,
        content: Option<u64>,
        action: &(ActionKey, Vec<String>),
    ) -> bool {
        let known = self.0.get(&state).filter(|known| known.content == content);
        known.is_some_and(|known| known.approved.contains(action))
    }
}

/// What the targets of `action` say.
pub(super) fn labels(action: &Action) -> Vec<String> {
    action.singles().filter_map(|single| Some(single.target()?.label.clone())).collect()
}
