//! Training across apps, round by round: the runs of a round explore with the network as it is;
//! then it learns from all that they experienced. So a round gives the same network however its
//! runs were scheduled, and a training that was killed continues after its last whole round.

use super::learner::QLearner;
use super::memory::Experience;
use super::network::QNetwork;
use super::weights::DinoDroidWeights;
use super::weights_file::{NetworkCard, TrainedNetwork};
use crate::explorer::weights::{self, WeightValues, WeightsError};

/// How often each experience of a round is learned from, on average.
const PASSES: usize = 4;

impl TrainedNetwork {
    /// A network that has learned nothing; its parameters follow from `seed`.
    pub fn untrained(seed: u64, card: NetworkCard) -> Self {
        Self::new(QNetwork::untrained(seed), card)
    }

    /// The same network with another card.
    pub fn with_card(self, card: NetworkCard) -> Self {
        Self::new(self.network, card)
    }

    /// The network after a round in which its runs experienced `round`, and the mean distance between
    /// values and their targets. `values` set the weights of the explorer.
    ///
    /// # Errors
    /// If `values` name a weight that does not exist.
    pub fn after_round(
        &self,
        round: Vec<Experience>,
        values: &WeightValues,
        seed: u64,
    ) -> Result<(Self, f32), WeightsError> {
        let weights: DinoDroidWeights = weights::read(values)?;
        let count = round.len();
        // All of the round is remembered, however long it was.
        let weights = DinoDroidWeights { memory: count.max(1), ..weights };
        let mut learner = QLearner::new(self.network.clone(), weights, seed);
        round.into_iter().for_each(|experience| learner.add(experience));
        let updates = (count * PASSES / weights.batch.max(1)).max(1);
        let distances: f32 = (0..updates).map(|_| learner.update()).sum();
        let network = Self { card: self.card.clone(), network: learner.network };
        Ok((network, distances / updates as f32))
    }
}
