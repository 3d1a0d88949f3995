//! The tuned numbers of DinoDroid.

use crate::explorer::shared::weights::DisplayWeights;
use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::DinoDroid`]. Rewards are in the unit of a new code point.
    pub struct DinoDroidWeights {
        /// What the next action's value counts for (gamma). The paper: 0.6.
        discount: f64 = 0.8,
        /// The share of actions that are drawn at random (epsilon), among the least executed. The
        /// paper: 0.2.
        random_share: f64 = 0.05,
        /// Reward of new code, multiplied by the root of the number of code points.
        new_code: f64 = 1.0,
        /// Reward of a whole new screen where the target does not measure code; a new state or
        /// content is a part of it.
        new_screen: f64 = 3.0,
        /// Reward of a finding that was not made before.
        new_finding: f64 = 3.0,
        /// What a step costs.
        step_cost: f64 = 0.2,
        /// What a rejection by the tester, or a guard, counts for as a reward.
        rejected: f64 = -3.0,
        /// How often an action that the tester chose is learned from, compared with its own.
        tester_weight: f64 = 3.0,
        /// Learned values are kept between the negative of this and this.
        value_limit: f64 = 30.0,
        /// How fast the network follows its gradients.
        learning_rate: f64 = 5e-4,
        /// Experiences that one update learns from.
        batch: usize = 16,
        /// Updates after each step on the app under test.
        updates_per_step: u32 = 1,
        /// Experiences that are remembered.
        memory: usize = 2000,
        /// The values that targets are computed from are renewed after so many updates.
        renewed_after: u64 = 100,
        /// A field is filled by itself at most so many times on one screen.
        fills: u32 = 3,
        /// At least so many steps lie between two restarts.
        between_restarts: u64 = 8,
        /// What it shares with other explorers of displays.
        display: DisplayWeights = DisplayWeights::default(),
    }
}
