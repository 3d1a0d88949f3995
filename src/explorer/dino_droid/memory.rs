//! What was experienced, to be learned from again and again (replay memory).

use std::collections::VecDeque;

use rand::Rng as _;
use rand::rngs::StdRng;

use super::expectations::MetExpectations;
use super::features::ActionFeatures;

/// What a choice of the network brought, up to its next choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Experience {
    /// The features of what was chosen.
    pub(super) chosen: ActionFeatures,
    /// The rewards of the steps up to the next choice, each discounted.
    pub(super) reward: f32,
    /// What the next choice's value counts for.
    pub(super) discount: f32,
    /// What the next choice was made from, only what promised most; empty if there is none.
    pub(super) next: Vec<ActionFeatures>,
    /// How much it counts compared with others.
    pub(super) weight: f32,
    /// Whether the choice was as expected.
    pub expectations: MetExpectations,
    /// What was expected to come first on that screen, each with what it was compared with.
    pub(super) pairs: Vec<[ActionFeatures; 2]>,
}

impl Experience {
    /// The same as if no action had any words.
    pub(super) fn wordless(mut self) -> Self {
        let pairs = self.pairs.iter_mut().flatten();
        for action in std::iter::once(&mut self.chosen).chain(&mut self.next).chain(pairs) {
            action.grams = [].into();
        }
        self
    }
}

/// The latest experiences.
#[derive(Debug)]
pub(super) struct ReplayMemory {
    capacity: usize,
    experiences: VecDeque<Experience>,
}

impl ReplayMemory {
    /// An empty one for so many experiences.
    pub(super) const fn new(capacity: usize) -> Self {
        Self { capacity, experiences: VecDeque::new() }
    }

    /// So many are remembered.
    pub(super) fn len(&self) -> usize {
        self.experiences.len()
    }

    /// Adds `experience`; the oldest one is forgotten if there are too many.
    pub(super) fn add(&mut self, experience: Experience) {
        if self.capacity == 0 {
            return;
        }
        while self.experiences.len() >= self.capacity {
            self.experiences.pop_front();
        }
        self.experiences.push_back(experience);
    }

    /// The latest experience and others, drawn at random, `size` in all; fewer if there are fewer.
    pub(super) fn batch(&self, size: usize, random: &mut StdRng) -> Vec<&Experience> {
        let count = self.experiences.len();
        let latest = self.experiences.back();
        let drawn = (1..size.min(count)).map(|_| random.random_range(0..count));
        let places: Vec<usize> = drawn.collect();
        latest
            .into_iter()
            .chain(places.into_iter().filter_map(|at| self.experiences.get(at)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::super::features::FEATURE_COUNT;
    use super::*;

    fn rewarded(reward: f32) -> Experience {
        let values = vec![0.0; FEATURE_COUNT].into();
        let chosen = ActionFeatures { values, grams: [].into() };
        Experience {
            chosen,
            reward,
            discount: 0.0,
            next: Vec::new(),
            weight: 1.0,
            expectations: MetExpectations::default(),
            pairs: Vec::new(),
        }
    }

    #[test]
    fn the_oldest_is_forgotten_and_the_latest_is_in_each_batch() {
        let mut memory = ReplayMemory::new(3);
        (0..5_u8).for_each(|reward| memory.add(rewarded(reward.into())));
        assert_eq!(memory.experiences.len(), 3);
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..20 {
            let batch = memory.batch(3, &mut random);
            assert_eq!((batch.len(), batch[0].reward), (3, 4.0));
            assert!(batch.iter().all(|experience| experience.reward >= 2.0));
        }
        ReplayMemory::new(0).add(rewarded(1.0));
    }
}
