//! Deep Q-learning: the value of an action is its reward and the discounted value of what can be
//! done after it (DinoDroid, algorithm 2; Mnih and others, 2015).

use ndarray::Array1;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::features::ActionFeatures;
use super::memory::{Experience, ReplayMemory};
use super::network::{Adam, LearningRates, QNetwork};
use super::ranking;
use super::weights::DinoDroidWeights;

/// Beyond this distance from its target a value is pulled no harder (Huber's loss).
const STRONGEST_PULL: f32 = 2.0;

/// A network that learns from experiences.
#[derive(Debug)]
pub(super) struct QLearner {
    /// The present network.
    pub network: QNetwork,
    adam: Adam,
    /// The network as it was some updates ago, which targets are computed from.
    renewed: QNetwork,
    weights: DinoDroidWeights,
    memory: ReplayMemory,
    random: StdRng,
}

impl QLearner {
    /// One that begins with `network`.
    pub(super) fn new(network: QNetwork, weights: DinoDroidWeights, seed: u64) -> Self {
        Self {
            renewed: network.clone(),
            network,
            adam: Adam::new(),
            weights,
            memory: ReplayMemory::new(weights.memory),
            random: StdRng::seed_from_u64(seed),
        }
    }

    /// So many experiences are remembered.
    pub(super) fn experiences(&self) -> usize {
        self.memory.len()
    }

    /// Remembers `experience`.
    pub(super) fn add(&mut self, experience: Experience) {
        self.memory.add(experience);
    }

    /// Learns from a batch of what is remembered; gives the mean distance from the targets.
    ///
    /// What is expected to come first on a screen is also to be valued higher than what it is compared with.
    pub(super) fn update(&mut self) -> f32 {
        let experiences = self.memory.batch(self.weights.batch, &mut self.random);
        if experiences.is_empty() {
            return 0.0;
        }
        let targets = self.targets(&experiences);
        let size = experiences.len() as f32;
        let pairs = experiences.iter().flat_map(|it| it.pairs.iter().flatten());
        let pairs = pairs.filter(|_| self.weights.expected_weight > 0.0);
        let chosen = experiences.iter().map(|it| &it.chosen);
        let batch: Vec<&ActionFeatures> = chosen.chain(pairs).collect();
        let mut distance = 0.0;
        let gradients = self.network.gradients(&batch, |values| {
            let pulls = values.iter().zip(&targets).zip(&experiences);
            let mut pulls: Vec<f32> = pulls
                .map(|((value, target), experience)| {
                    distance += (value - target).abs() / size;
                    let pull = (value - target).clamp(-STRONGEST_PULL, STRONGEST_PULL);
                    pull * experience.weight / size
                })
                .collect();
            let paired: Vec<f32> = values.iter().skip(experiences.len()).copied().collect();
            let share = self.weights.expected_weight as f32 / size;
            let margin = self.weights.expected_margin as f32;
            pulls.extend(ranking::pulls(&paired, margin).map(|pull| pull * share));
            Array1::from_vec(pulls)
        });
        let rates = LearningRates {
            words: self.weights.word_learning_rate as f32,
            layers: self.weights.learning_rate as f32,
        };
        self.adam.update(&mut self.network.parameters, &gradients, rates);
        self.decay();
        if self.adam.updates.is_multiple_of(self.weights.renewed_after.max(1)) {
            self.renewed = self.network.clone();
        }
        distance
    }

    /// Takes a little from all parameters, so that only what is seen again and again is kept (decoupled
    /// weight decay, Loshchilov and Hutter, 2019).
    fn decay(&mut self) {
        let kept = 1.0 - (self.weights.learning_rate * self.weights.decay).clamp(0.0, 1.0) as f32;
        if kept < 1.0 {
            let tensors = self.network.parameters.tensors_mut();
            tensors.into_iter().flatten().for_each(|number| *number *= kept);
        }
    }

    /// What the value of each choice should be: its rewards, and the best value of what came next. The
    /// present network chooses the best, the earlier one values it (double DQN, van Hasselt and
    /// others, 2016).
    fn targets(&self, experiences: &[&Experience]) -> Vec<f32> {
        let next: Vec<&ActionFeatures> = experiences.iter().flat_map(|it| &it.next).collect();
        let (chosen_by, valued_by) = (self.network.values(&next), self.renewed.values(&next));
        let mut first = 0;
        let limit = self.weights.value_limit as f32;
        experiences
            .iter()
            .map(|experience| {
                let own = first..first + experience.next.len();
                first = own.end;
                let best = own.max_by(|one, other| chosen_by[*one].total_cmp(&chosen_by[*other]));
                let next = best.map_or(0.0, |best| valued_by[best]);
                let target = experience.reward + experience.discount * next;
                if target.is_finite() { target.clamp(-limit, limit) } else { 0.0 }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::expectations::MetExpectations;
    use super::super::features::FEATURE_COUNT;
    use super::*;

    fn action(place: usize) -> ActionFeatures {
        let mut values = vec![0.0; FEATURE_COUNT];
        values[place] = 1.0;
        ActionFeatures { values: values.into(), grams: [].into() }
    }

    fn learner() -> QLearner {
        let weights = DinoDroidWeights { learning_rate: 3e-3, ..DinoDroidWeights::default() };
        QLearner::new(QNetwork::untrained(2), weights, 1)
    }

    fn experience(chosen: usize, reward: f32, next: &[usize]) -> Experience {
        let next = next.iter().map(|place| action(*place)).collect();
        Experience {
            chosen: action(chosen),
            reward,
            discount: 0.5,
            next,
            weight: 1.0,
            expectations: MetExpectations::default(),
            pairs: Vec::new(),
        }
    }

    #[test]
    fn what_is_expected_to_come_first_is_valued_higher() {
        let difference = |expected_weight: f64| {
            let weights = DinoDroidWeights { expected_weight, ..learner().weights };
            let mut learner = QLearner::new(QNetwork::untrained(2), weights, 1);
            let pairs = vec![[action(2), action(1)]];
            learner.add(Experience { pairs, ..experience(1, 1.0, &[]) });
            learner.add(experience(2, 0.9, &[]));
            (0..600).for_each(|_| {
                learner.update();
            });
            let values = learner.network.values(&[&action(2), &action(1)]);
            values[0] - values[1]
        };
        assert!(difference(0.0) < 0.0);
        assert!(difference(1.0) > 0.0);
    }

    #[test]
    fn values_come_back_from_what_follows() {
        let mut learner = learner();
        learner.add(experience(1, 0.0, &[2, 3]));
        learner.add(experience(2, 4.0, &[]));
        learner.add(experience(3, -1.0, &[]));
        (0..1200).for_each(|_| {
            learner.update();
        });
        let values = learner.network.values(&[&action(1), &action(2), &action(3)]);
        for (value, expected) in values.iter().zip([2.0, 4.0, -1.0]) {
            assert!((value - expected).abs() < 0.2, "{values}");
        }
    }

    #[test]
    fn endless_rewards_and_no_numbers_leave_finite_values() {
        let mut learner = learner();
        learner.add(experience(1, f32::INFINITY, &[1]));
        learner.add(experience(2, f32::NAN, &[1]));
        learner.add(experience(3, 1e30, &[3]));
        (0..200).for_each(|_| {
            learner.update();
        });
        let values = learner.network.values(&[&action(1), &action(2), &action(3)]);
        assert!(values.iter().all(|value| value.is_finite() && value.abs() < 100.0), "{values}");
    }

    #[test]
    fn the_same_seed_learns_the_same() {
        let learned = || {
            let mut learner = learner();
            (0..30).for_each(|at| learner.add(experience(at, at as f32, &[at / 2])));
            (0..50).for_each(|_| {
                learner.update();
            });
            learner.network
        };
        assert_eq!(learned(), learned());
    }
}
