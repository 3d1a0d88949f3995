//! What a step is worth: new code where the target measures it, else what is new on the screen;
//! findings; less what the step costs.

use std::collections::HashSet;

use super::weights::DinoDroidWeights;
use crate::domain::{ActionKey, StateId};
use crate::explorer::shared::look_alikes::StepGain;
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// The kind of coverage that counts.
const CODE: &str = "code";

/// See the module.
#[derive(Debug, Default)]
pub(super) struct StepRewards {
    code: Option<u64>,
    /// What crashed the app, each rewarded once.
    crashed: HashSet<(StateId, ActionKey)>,
}

impl StepRewards {
    /// The reward of `done`, which gained `gain` on the screen.
    pub(super) fn of(
        &mut self,
        done: &PerformedAction,
        gain: &StepGain,
        situation: &Situation,
        weights: &DinoDroidWeights,
    ) -> f64 {
        let code = situation.model.coverage().get(CODE).map(|count| count.covered);
        let before = self.code;
        self.code = code.or(before);
        let shown = match (before, code) {
            (Some(before), Some(now)) => {
                weights.new_code * (now.saturating_sub(before) as f64).powf(weights.code_power)
            }
            _ => weights.new_screen * gain.reward,
        };
        let is_found = done.outcome == ActionOutcome::Crashed
            && self.crashed.insert((done.from, done.key.clone()));
        let reward = shown + if is_found { weights.new_finding } else { 0.0 } - weights.step_cost;
        if reward.is_finite() { reward } else { 0.0 }
    }

    /// Takes in what was reached before the first step.
    pub(super) fn begin(&mut self, situation: &Situation) {
        self.code = situation.model.coverage().get(CODE).map(|count| count.covered);
    }
}
