//! The tuned numbers of DinoDroid.

use crate::explorer::shared::weights::DisplayWeights;
use crate::explorer::shared::work_paths::WorkPathWeights;
use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::DinoDroid`]. Rewards are in the unit of a new code point.
    pub struct DinoDroidWeights {
        /// What the next action's value counts for (gamma). The paper: 0.6.
        discount: f64 = 0.7,
        /// The share of actions that are drawn at random (epsilon), among the least executed. The
        /// paper: 0.2. A training sets its own.
        random_share: f64 = 0.02,
        /// The share of random choices that are among all single actions, so that it is learned too what comes of
        /// what was executed before.
        random_any: f64 = 0.5,
        /// In guided rounds of training: the share of steps that are drawn at random among all single actions, so
        /// that it is learned what comes of what the guide would never do.
        guided_random: f64 = 0.1,
        /// How often a step of a walk is learned from as a single action, compared with a choice.
        passing_weight: f64 = 1.0,
        /// Reward of new code, multiplied by a power of the number of code points.
        new_code: f64 = 1.0,
        /// That power: below 1, since much code at once is mostly one discovery.
        code_power: f64 = 0.5,
        /// Reward of a whole new screen where the target does not measure code; a new state or
        /// content is a part of it.
        new_screen: f64 = 3.0,
        /// Reward of a finding that was not made before.
        new_finding: f64 = 8.0,
        /// What a step costs.
        step_cost: f64 = 0.2,
        /// What a rejection by the tester, or a guard, counts for as a reward.
        rejected: f64 = -3.0,
        /// How often an action that the tester chose is learned from, compared with its own.
        tester_weight: f64 = 3.0,
        /// What can be chosen promises, by the rules, at least so much of the best promise on the screen: the
        /// values of what is spent differ by little.
        considered: f64 = 0.5,
        /// How much it counts, compared with what came of the choices, that what is expected to come first on a screen
        /// is valued higher than what it is compared with. 0 to learn from rewards alone.
        expected_weight: f64 = 0.2,
        /// How much higher it is to be valued.
        expected_margin: f64 = 0.2,
        /// Learned values are kept between the negative of this and this.
        value_limit: f64 = 30.0,
        /// How fast the network follows its gradients.
        learning_rate: f64 = 1e-4,
        /// The same for what words say.
        word_learning_rate: f64 = 1e-4,
        /// On the app under test: learning begins after so many experiences.
        learned_from: usize = 1,
        /// What each update takes from all parameters, as a share of the learning rate.
        decay: f64 = 0.0,
        /// Experiences that one update learns from.
        batch: usize = 16,
        /// Updates after each step on the app under test.
        updates_per_step: u32 = 1,
        /// Updates after each step that the tester chose or rejected: what a tester says is to be felt
        /// at once.
        updates_per_override: u32 = 8,
        /// Experiences that are remembered.
        memory: usize = 2000,
        /// In training: updates after each round.
        round_updates: usize = 400,
        /// In training: experiences that one update learns from.
        round_batch: usize = 32,
        /// In training: how fast the network follows its gradients.
        round_learning_rate: f64 = 1e-3,
        /// In training: the share of a round's updates, its last ones, whose mean the network is.
        round_averaged: f64 = 0.5,
        /// In training: the share of experiences that are learned from without their words, so that
        /// little depends on the words of the apps that it is trained on.
        round_wordless: f64 = 0.6,
        /// In training: the decay.
        round_decay: f64 = 0.1,
        /// In training: experiences that are remembered, of all rounds.
        round_memory: usize = 20_000,
        /// The values that targets are computed from are renewed after so many updates.
        renewed_after: u64 = 100,
        /// An empty form is sent only if such buttons yielded so much so far, from 1 before any was tried.
        /// Asked only where the target counts the functions that run.
        send_empty_from: f64 = 0.7,
        /// Walks to what is left elsewhere that can be chosen at a time.
        walks: usize = 3,
        /// What paths to work cost, and how far away it is worth one.
        paths: WorkPathWeights = WorkPathWeights::default(),
        /// What it shares with other explorers of displays.
        display: DisplayWeights = DisplayWeights::default(),
    }
}
