//! The tuned numbers of Vitas.

use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::Vitas`], all read from Elevate's code; Vitas' own are not
    /// published.
    pub struct VitasWeights {
        /// Weight of an input event that nothing is known against.
        base: f64 = 4.0,
        /// What is subtracted from the weight if the input event leads to a shallower state.
        backward: f64 = 1.0,
        /// System-level input events are drawn once all others were invoked so often.
        invoked_enough: u64 = 3,
    }
}
