//! A recording, as replaying it needs it: plain values, whoever read them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::domain::{Action, ActionKey, Finding, Screen, StateId, StateIds};
use crate::model::{BehaviourModel, abstraction};

/// From this likeness on a screen counts as one that was recorded.
const RECOGNISED: f64 = 0.8;

/// One action that was performed while recording.
#[derive(Clone, Debug)]
pub struct TapedAction {
    /// Its step in the session, from 1.
    pub number: u64,
    /// The action; a typed secret is lost.
    pub action: Action,
    /// Its name in the state it was performed in.
    pub key: ActionKey,
    /// That state.
    pub from: StateIds,
    /// The screen it was performed on.
    pub before: Arc<Screen>,
    /// The state and screen it led to; `None` if the log ends before.
    pub after: Option<(StateIds, Arc<Screen>)>,
}

/// A recorded session.
#[derive(Clone, Debug, Default)]
pub struct ActionTape {
    /// What was performed, in order.
    pub steps: Vec<TapedAction>,
    /// The screen the app was opened with.
    pub opening: Option<(StateIds, Arc<Screen>)>,
    /// What was found, repeats included.
    pub findings: Vec<Finding>,
    /// The package under test.
    pub package: String,
    /// What was learned then.
    pub model: Arc<BehaviourModel>,
}

impl ActionTape {
    /// Where the run up to the step at `place` began: after the last restart before it.
    pub fn since_restart(&self, place: usize) -> usize {
        let before = self.steps.get(..place).unwrap_or_default();
        before.iter().rposition(|step| step.action.starts_anew()).map_or(0, |at| at + 1)
    }

    /// The place of the step with this number.
    pub fn place(&self, number: u64) -> Option<usize> {
        self.steps.iter().position(|step| step.number == number)
    }

    /// The action that was performed as `key` in the state `from`, with its screen.
    pub fn done(&self, from: StateId, key: &ActionKey) -> Option<&TapedAction> {
        self.steps.iter().find(|step| step.from.structural == from && step.key == *key)
    }

    /// The recorded state that `screen` is: the same one, else the most alike.
    pub fn recognise(&self, state: StateId, screen: &Screen) -> Option<StateId> {
        if self.model.state(state).is_some() {
            return Some(state);
        }
        let mut seen = HashSet::new();
        let mut memory: HashMap<StateId, f64> = HashMap::new();
        for step in &self.steps {
            if step.before.package == screen.package && seen.insert(step.from.structural) {
                let alike = abstraction::likeness(&step.before, screen);
                memory.insert(step.from.structural, alike);
            }
        }
        let best = memory.into_iter().max_by(|one, other| {
            // The larger id if both are alike, so that it is the same every time.
            one.1.total_cmp(&other.1).then(one.0.cmp(&other.0))
        });
        best.filter(|(_, alike)| *alike >= RECOGNISED).map(|(state, _)| state)
    }
}
