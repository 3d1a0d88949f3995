//! What an explorer may know: the present situation, and what the last action did.

use std::sync::Arc;

use super::{Refusal, RefusalMemory};
use crate::domain::{
    Action, ActionKey, AvailableAction, DeviceCapabilities, Screen, StateId, StateIds,
};
use crate::model::{BehaviourModel, abstraction};
use crate::oracle::PropertySet;
use crate::protocol::{ActionOutcome, AttackRequest};

/// All an explorer may know when it proposes.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The step it would be.
    pub step: u64,
    /// What is on the display.
    pub screen: Arc<Screen>,
    /// The state of the app.
    pub state: StateIds,
    /// The actions of its widgets that the device can perform; what is possible on any screen, such as
    /// BACK, is not among them.
    pub available: Arc<[AvailableAction]>,
    /// What the device can do.
    pub capabilities: DeviceCapabilities,
    /// What is known so far.
    pub model: Arc<BehaviourModel>,
    /// What is refused in this state, with the reason given (empty for none): what was refused here
    /// before, and what was skipped since the last action. The latest last.
    pub refused: Vec<Refusal>,
    /// What is refused in which state.
    pub refusals: Arc<RefusalMemory>,
    /// What a guard would refuse of `available`: nobody sits there who could agree to it.
    pub guarded: Arc<[ActionKey]>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// What the tester wrote down, the latest last; older ones are left out.
    pub notes: Vec<String>,
    /// The picture of the screen as PNG, if there is one.
    pub picture: Option<Arc<[u8]>>,
    /// The action that led here; `None` at the beginning.
    pub last: Option<PerformedAction>,
    /// What the tester wanted of attacks of forms so far, the latest last.
    pub attack_requests: Arc<Vec<AttackRequest>>,
    /// What the tester knows of the app.
    pub properties: Arc<PropertySet>,
    /// How much the run may still take.
    pub remaining: RemainingBudget,
}

/// An action that was performed, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerformedAction {
    /// Its step.
    pub step: u64,
    /// The structural state it was performed in.
    pub from: StateId,
    /// The same, exactly.
    pub exact: StateId,
    /// The screen it was performed on.
    pub before: Arc<Screen>,
    /// The action.
    pub action: Action,
    /// Its name in that state.
    pub key: ActionKey,
    /// For typing: what the field held afterwards. `None` if it could not be read back, and
    /// always for password fields.
    pub accepted: Option<String>,
    /// True if the device could not perform it.
    pub failed: bool,
    /// What it did.
    pub outcome: ActionOutcome,
    /// How long the app showed progress after it that was waited for, in milliseconds slept by the
    /// device; 0 if it showed none.
    pub progress_ms: u64,
}

/// What is left of a run's budget; `None` if there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemainingBudget {
    /// Actions.
    pub steps: Option<u64>,
    /// Milliseconds.
    pub ms: Option<u64>,
}

impl Situation {
    /// True if no more actions are left than were done, or there is no limit.
    pub fn is_late(&self) -> bool {
        self.remaining.steps.is_none_or(|left| left <= self.step)
    }

    /// The names of `action` here, key and template, whether the screen offers it or not.
    pub fn key_of(&self, action: &Action) -> (ActionKey, ActionKey) {
        abstraction::key_among(&self.available, &self.screen, action)
    }

    /// True if `key` is refused here, or another worker of the fleet is about to try it.
    pub fn is_refused(&self, key: &ActionKey) -> bool {
        self.refused.iter().any(|refusal| refusal.key == *key)
            || self.is_claimed(self.state.structural, key)
    }

    /// True if the device can perform `action`, and does not know that it would do nothing here.
    pub fn allows(&self, action: &Action) -> bool {
        self.capabilities.allows(action) && self.screen.may_hear(action)
    }

    /// True if the widgets of the screen list all gestures that they listen to.
    pub fn lists_gestures(&self) -> bool {
        self.capabilities.lists_gestures && self.screen.web_view().is_none()
    }

    /// True if the device can perform `available`, and it is not refused here.
    pub fn is_possible(&self, available: &AvailableAction) -> bool {
        self.allows(&available.action)
            && !self.is_refused(&available.key)
            && !self.has_just_failed(&available.action)
    }

    /// True if the device could not perform `action` in the last step, and nothing has changed since.
    fn has_just_failed(&self, action: &Action) -> bool {
        let here = self.state.structural;
        let last = self.last.as_ref();
        last.is_some_and(|last| last.failed && last.from == here && last.action == *action)
    }

    /// True if `key` is refused in `state`, which may be another one, or another worker of the fleet is about to
    /// try it: it promises nothing there.
    pub fn is_refused_in(&self, state: StateId, key: &ActionKey) -> bool {
        self.refusals.is_refused(state, key) || self.is_claimed(state, key)
    }

    fn is_claimed(&self, state: StateId, key: &ActionKey) -> bool {
        self.model.state(state).is_some_and(|node| node.claimed.contains(key))
    }
}
