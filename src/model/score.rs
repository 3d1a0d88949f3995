//! How well a recording was performed again: a fold over [`Event::Compared`].

use std::collections::BTreeMap;

use serde::Serialize;

use crate::protocol::{Event, StepCompared, StepMatch};

/// How the steps of a recording went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReplayScore {
    /// Led to the same state.
    pub same: usize,
    /// Led to one that is mostly the same.
    pub near: usize,
    /// Led elsewhere.
    pub different: usize,
    /// Were not needed, or held back.
    pub skipped: usize,
    /// Could not be done.
    pub given_up: usize,
    /// What was told last about each recorded step.
    #[serde(skip)]
    pub steps: BTreeMap<u64, StepCompared>,
}

impl ReplayScore {
    /// Takes `event` in.
    pub fn apply(&mut self, event: &Event) {
        let Event::Compared(compared) = event else { return };
        if let Some(before) = self.steps.insert(compared.recorded, compared.clone()) {
            *self.count(before.sameness) -= 1;
        }
        *self.count(compared.sameness) += 1;
    }

    fn count(&mut self, sameness: StepMatch) -> &mut usize {
        match sameness {
            StepMatch::Same => &mut self.same,
            StepMatch::Near => &mut self.near,
            StepMatch::Different => &mut self.different,
            StepMatch::Skipped => &mut self.skipped,
            StepMatch::GivenUp => &mut self.given_up,
        }
    }

    /// The share of `of` recorded steps that led where they had led, or were not needed. What was
    /// never come to counts as missed.
    pub fn share(&self, of: usize) -> f64 {
        let well = self.same + self.near + self.skipped;
        if of == 0 { 1.0 } else { well as f64 / of as f64 }
    }
}
