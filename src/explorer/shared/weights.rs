//! The tuned numbers that explorers of displays share.

use super::breadth::BreadthWeights;
use super::forms::FormQuota;
use super::forms::filling::FieldFillWeights;
use super::forms::variants::FormValueWeights;
use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers that mean the same to all explorers of displays that remember states.
    pub struct DisplayWeights {
        /// How long an app that shows progress is waited for at once, in milliseconds: as long as
        /// slow networks take.
        progress_wait_ms: u32 = 30_000,
        /// The most contents of a form that one button sends: more say little.
        form_contents: FormQuota = FormQuota::default(),
        /// How the values of a form are chosen.
        form_values: FormValueWeights = FormValueWeights::default(),
        /// Which fields are filled by themselves.
        filling: FieldFillWeights = FieldFillWeights::default(),
        /// What is left of the yield of a goal each time that a path to it led elsewhere, or nothing
        /// was found there.
        failed_path: f64 = 0.5,
        /// The longest known path back that is looked at, in states: no app nests its screens deeper.
        path_back_states: usize = 40,
        /// How the run is kept in breadth.
        breadth: BreadthWeights = BreadthWeights::default(),
    }
}
