//! How many functions of the app ran for the first time in a step, where the target counts them while
//! the app runs, as browsers do.

use crate::domain::coverage::FUNCTIONS;
use crate::model::BehaviourModel;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct RunCode {
    /// The functions that ran so far; `None` before anything was seen, and if they are not counted.
    known: Option<u64>,
}

impl RunCode {
    /// True if the target counts them.
    pub(super) const fn is_counted(&self) -> bool {
        self.known.is_some()
    }

    /// Takes in what ran before the first step that is learned.
    pub(super) fn begin(&mut self, model: &BehaviourModel) {
        if self.known.is_none() {
            self.known = count(model);
        }
    }

    /// How many functions ran for the first time since this was asked last.
    pub(super) fn ran(&mut self, model: &BehaviourModel) -> u64 {
        let Some(now) = count(model) else { return 0 };
        let before = self.known.replace(now);
        before.map_or(0, |before| now.saturating_sub(before))
    }
}

fn count(model: &BehaviourModel) -> Option<u64> {
    model.coverage().get(FUNCTIONS).map(|count| count.covered)
}
