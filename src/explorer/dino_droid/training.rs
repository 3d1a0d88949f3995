//! Training across apps, round by round: the runs of a round explore with the network as it is;
//! then it learns from all that they and those of earlier rounds experienced. So a round gives the
//! same network however its runs were scheduled, and a training that was killed continues after its
//! last whole round.

mod mean;
mod memory;

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use self::mean::MeanNetwork;
pub use self::memory::TrainingMemory;
use super::learner::QLearner;
use super::network::QNetwork;
use super::weights::DinoDroidWeights;
use super::weights_file::{NetworkCard, TrainedNetwork};
use crate::explorer::weights::{self, WeightValues, WeightsError};

impl TrainedNetwork {
    /// A network that has learned nothing; its parameters follow from `seed`.
    pub fn untrained(seed: u64, card: NetworkCard) -> Self {
        Self::new(QNetwork::untrained(seed), card)
    }

    /// The same network with another card.
    pub fn with_card(self, card: NetworkCard) -> Self {
        Self::new(self.network, card)
    }

    /// The network after a round, learned from all that `memory` holds, and the mean distance between
    /// values and their targets. `values` set the weights of the explorer.
    ///
    /// # Errors
    /// If `values` name a weight that does not exist.
    pub fn after_round(
        &self,
        memory: &TrainingMemory,
        values: &WeightValues,
        seed: u64,
    ) -> Result<(Self, f32), WeightsError> {
        let weights: DinoDroidWeights = weights::read(values)?;
        let updates = weights.round_updates.max(1);
        let weights = DinoDroidWeights {
            memory: weights.round_memory.max(1),
            batch: weights.round_batch,
            learning_rate: weights.round_learning_rate,
            word_learning_rate: weights.round_learning_rate,
            decay: weights.round_decay,
            ..weights
        };
        let mut learner = QLearner::new(self.network.clone(), weights, seed);
        let mut random = StdRng::seed_from_u64(seed);
        let wordless = weights.round_wordless.clamp(0.0, 1.0);
        for experience in memory.experiences() {
            let experience = experience.clone();
            let wordless = random.random_bool(wordless);
            learner.add(if wordless { experience.wordless() } else { experience });
        }
        let averaged = (weights.round_averaged.clamp(0.0, 1.0) * updates as f64) as usize;
        let mut mean = MeanNetwork::default();
        let mut distances = 0.0;
        for left in (0..updates).rev() {
            distances += learner.update();
            if left < averaged {
                mean.add(&learner.network);
            }
        }
        let network = mean.network().unwrap_or(learner.network);
        Ok((Self { card: self.card.clone(), network }, distances / updates as f32))
    }
}
