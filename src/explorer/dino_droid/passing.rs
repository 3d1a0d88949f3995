//! The steps of walks as single actions. A walk is one choice, but each of its steps is an experience of
//! its own as well (intra-option learning, Sutton, Precup and Singh, 1998): else the network would never
//! learn what an action is worth that was executed before and leads on to what is new.

use super::pending::{ChosenFeatures, PendingExperience};
use super::{DinoDroid, ValuedCandidate};
use crate::domain::ActionKey;
use crate::explorer::{PerformedAction, Situation};

/// A step of a walk, with what it brought so far.
#[derive(Debug)]
pub(super) struct PassedStep {
    step: u64,
    key: ActionKey,
    /// False until it was performed.
    is_done: bool,
    pending: PendingExperience,
}

impl DinoDroid {
    /// True if somebody learns from steps of walks.
    pub(super) const fn learns_passing(&self) -> bool {
        self.weights.passing_weight > 0.0 && (self.learns || self.recorder.is_some())
    }

    /// Takes in that the action called `key` is done next on the way to somewhere; it was one of `valued`.
    pub(super) fn pass(
        &mut self,
        situation: &Situation,
        key: &ActionKey,
        valued: &[ValuedCandidate],
    ) {
        if !self.learns_passing() {
            return;
        }
        let is_next = |it: &&ValuedCandidate| it.candidate.key().as_ref() == Some(key);
        if let Some(next) = valued.iter().find(is_next) {
            let chosen = ChosenFeatures::new(next.features.clone());
            let pending = PendingExperience::new(chosen, self.weights.passing_weight as f32);
            let (step, key) = (situation.step, key.clone());
            self.passed = Some(PassedStep { step, key, is_done: false, pending });
        }
    }

    /// Takes in what `done` brought.
    pub(super) fn learn_passing(&mut self, done: &PerformedAction, reward: f64) {
        let Some(mut passed) = self.passed.take() else { return };
        passed.is_done |= passed.step == done.step && passed.key == done.key;
        // Else the tester did something else.
        if passed.is_done {
            passed.pending.add(reward, self.weights.discount);
            self.passed = Some(passed);
        }
    }

    /// The step before this one ends here: what can be done now is what it led to.
    pub(super) fn end_passing(&mut self, valued: &[ValuedCandidate]) {
        if let Some(passed) = self.passed.take_if(|passed| passed.is_done) {
            self.remember(passed.pending.ended(super::next_of(valued)));
        }
    }
}
