//! What was proposed last, and the experience that grows until the network chooses again.

use super::ValuedCandidate;
use super::expectations::{self, MetExpectations};
use super::features::ActionFeatures;
use super::memory::Experience;
use crate::domain::ActionKey;

/// What was chosen, and whether the values of the screen were as expected.
#[derive(Clone, Debug)]
pub(super) struct ChosenFeatures {
    pub features: ActionFeatures,
    pub expectations: MetExpectations,
    pub pairs: Vec<[ActionFeatures; 2]>,
}

impl ChosenFeatures {
    /// What was chosen beside others that are not compared.
    pub(super) fn new(features: ActionFeatures) -> Self {
        Self { features, expectations: MetExpectations::default(), pairs: Vec::new() }
    }

    /// The one at `place` of a screen.
    pub(super) fn among(valued: &[ValuedCandidate], place: usize) -> Self {
        let values: Vec<_> = valued.iter().map(|it| (it.traits, it.value)).collect();
        let pair =
            |(one, other): (usize, usize)| [one, other].map(|place| valued[place].features.clone());
        Self {
            features: valued[place].features.clone(),
            expectations: MetExpectations::of(&values),
            pairs: expectations::compared(&values).into_iter().flatten().map(pair).collect(),
        }
    }
}

/// The latest proposal.
#[derive(Debug)]
pub(super) struct ProposedAction {
    pub step: u64,
    pub key: ActionKey,
    /// What the network chose; `None` if a rule chose.
    pub chosen: Option<ChosenFeatures>,
    /// What it was chosen from.
    alternatives: Vec<(ActionKey, ActionFeatures)>,
}

impl ProposedAction {
    /// A proposal of a rule.
    pub(super) const fn ruled(step: u64, key: ActionKey) -> Self {
        Self { step, key, chosen: None, alternatives: Vec::new() }
    }

    /// A choice of the network.
    pub(super) const fn valued(
        step: u64,
        key: ActionKey,
        chosen: ChosenFeatures,
        alternatives: Vec<(ActionKey, ActionFeatures)>,
    ) -> Self {
        Self { step, key, chosen: Some(chosen), alternatives }
    }

    /// The features of the alternative called `key`.
    pub(super) fn alternative(self, key: &ActionKey) -> Option<ChosenFeatures> {
        let known = self.alternatives.into_iter().find(|(known, _)| known == key);
        known.map(|(_, features)| ChosenFeatures::new(features))
    }
}

/// A choice of the network, or of the tester, with what it brought so far. Steps that rules propose, and
/// those of a burst, belong to the choice before them.
#[derive(Debug)]
pub(super) struct PendingExperience {
    chosen: ChosenFeatures,
    reward: f64,
    discount: f64,
    weight: f32,
}

impl PendingExperience {
    /// A choice that brought nothing yet.
    pub(super) const fn new(chosen: ChosenFeatures, weight: f32) -> Self {
        Self { chosen, reward: 0.0, discount: 1.0, weight }
    }

    /// Adds the reward of the next step.
    pub(super) fn add(&mut self, reward: f64, discount: f64) {
        self.reward += self.discount * reward;
        self.discount *= discount;
    }

    /// The whole experience, after which `next` could be done.
    pub(super) fn ended(self, next: Vec<ActionFeatures>) -> Experience {
        let Self { chosen, reward, discount, weight } = self;
        let ChosenFeatures { features: chosen, expectations, pairs } = chosen;
        let (reward, discount) = (reward as f32, discount as f32);
        Experience { chosen, reward, discount, next, weight, expectations, pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::FEATURE_COUNT;
    use super::*;

    #[test]
    fn later_rewards_count_less() {
        let values = vec![0.0; FEATURE_COUNT].into();
        let chosen = ChosenFeatures::new(ActionFeatures { values, grams: [].into() });
        let mut pending = PendingExperience::new(chosen, 1.0);
        pending.add(1.0, 0.5);
        pending.add(4.0, 0.5);
        let experience = pending.ended(Vec::new());
        assert!((experience.reward - 3.0).abs() < 1e-6);
        assert!((experience.discount - 0.25).abs() < 1e-6);
    }
}
