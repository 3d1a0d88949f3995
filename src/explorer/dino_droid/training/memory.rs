//! What the runs of a training experienced, in a file beside the network until the training is
//! finished, so that one that was killed continues with it.

use std::borrow::Cow;
use std::collections::HashMap;

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView, serialize};

use crate::explorer::dino_droid::expectations::MetExpectations;
use crate::explorer::dino_droid::features::{ActionFeatures, FEATURE_COUNT};
use crate::explorer::dino_droid::memory::Experience;
use crate::explorer::dino_droid::weights_file::WeightsFileError;

/// The tensors: numbers of each experience, how many pairs it has, numbers of each action, and the n-grams
/// of all actions.
const TENSORS: [&str; 4] = ["experiences", "pairs", "actions", "grams"];
/// Numbers of an experience: round, reward, discount, weight, actions that came next.
const OF_EXPERIENCE: usize = 5;
/// Numbers of an action: its features and how many n-grams it has.
const OF_ACTION: usize = FEATURE_COUNT + 1;

/// See the module.
#[derive(Debug, Default)]
pub struct TrainingMemory {
    /// Each with its round, counted from 0.
    experiences: Vec<(u64, Experience)>,
}

impl TrainingMemory {
    /// Adds what the runs of `round` experienced.
    pub fn add(&mut self, round: u64, experiences: Vec<Experience>) {
        self.experiences.extend(experiences.into_iter().map(|experience| (round, experience)));
    }

    /// All of it, the oldest first.
    pub(super) fn experiences(&self) -> impl Iterator<Item = &Experience> {
        self.experiences.iter().map(|(_, experience)| experience)
    }

    /// The same without what came in `round` or later.
    pub fn before(mut self, round: u64) -> Self {
        self.experiences.retain(|(own, _)| *own < round);
        self
    }

    /// The rounds that it holds.
    pub fn rounds(&self) -> u64 {
        self.experiences.iter().map(|(round, _)| round + 1).max().unwrap_or(0)
    }

    /// The content of its file. Whether choices were as expected is left out.
    ///
    /// # Errors
    /// Never, as far as the format goes.
    pub fn write(&self) -> Result<Vec<u8>, WeightsFileError> {
        let mut numbers = [const { Vec::new() }; TENSORS.len()];
        for (round, experience) in &self.experiences {
            let Experience { chosen, reward, discount, next, weight, pairs, .. } = experience;
            numbers[0].extend([*round as f32, *reward, *discount, *weight, next.len() as f32]);
            numbers[1].push(pairs.len() as f32);
            for action in std::iter::once(chosen).chain(next).chain(pairs.iter().flatten()) {
                numbers[2].extend(action.values.iter().copied());
                numbers[2].push(action.grams.len() as f32);
                // Buckets are few enough to be exact.
                numbers[3].extend(action.grams.iter().map(|gram| *gram as f32));
            }
        }
        let bytes = numbers.map(|numbers| {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            (numbers.len(), bytes)
        });
        let mut views = HashMap::new();
        for (name, (count, bytes)) in TENSORS.iter().zip(&bytes) {
            views.insert(*name, TensorView::new(Dtype::F32, vec![*count], bytes).map_err(damaged)?);
        }
        serialize(views, None).map_err(damaged)
    }

    /// The memory in the file with this content.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn read(content: &[u8]) -> Result<Self, WeightsFileError> {
        let tensors = SafeTensors::deserialize(content).map_err(damaged)?;
        let [experiences, pairs, actions, grams] = TENSORS.map(|name| numbers(&tensors, name));
        let (experiences, pairs, actions, grams) = (experiences?, pairs?, actions?, grams?);
        if pairs.len() != experiences.len() / OF_EXPERIENCE {
            return Err(damaged("the pairs of some experiences are missing"));
        }
        let mut actions = actions.chunks_exact(OF_ACTION);
        let mut grams = grams.into_iter();
        let mut action = || -> Option<ActionFeatures> {
            let (count, values) = actions.next()?.split_last()?;
            let grams: Vec<u32> =
                grams.by_ref().take(*count as usize).map(|gram| gram as u32).collect();
            Some(ActionFeatures { values: values.into(), grams: grams.into() })
        };
        let mut read = Vec::new();
        for (numbers, pairs) in experiences.chunks_exact(OF_EXPERIENCE).zip(pairs) {
            let [round, reward, discount, weight, next] = *numbers else { continue };
            let missing = || damaged("an action is missing");
            let chosen = action().ok_or_else(missing)?;
            let next: Option<Vec<ActionFeatures>> = (0..next as usize).map(|_| action()).collect();
            let next = next.ok_or_else(missing)?;
            let pairs = (0..pairs as usize).map(|_| Some([action()?, action()?]));
            let pairs: Option<Vec<[ActionFeatures; 2]>> = pairs.collect();
            let pairs = pairs.ok_or_else(missing)?;
            let expectations = MetExpectations::default();
            let experience =
                Experience { chosen, reward, discount, next, weight, expectations, pairs };
            read.push((round as u64, experience));
        }
        Ok(Self { experiences: read })
    }
}

fn numbers(tensors: &SafeTensors<'_>, name: &str) -> Result<Vec<f32>, WeightsFileError> {
    let tensor = tensors.tensor(name).map_err(damaged)?;
    if tensor.dtype() != Dtype::F32 {
        return Err(damaged("its numbers are of another type"));
    }
    let bytes: Cow<'_, [u8]> = tensor.data().into();
    let numbers = bytes.chunks_exact(4).filter_map(|bytes| bytes.try_into().ok());
    Ok(numbers.map(f32::from_le_bytes).collect())
}

fn damaged(what: impl std::fmt::Display) -> WeightsFileError {
    WeightsFileError::Damaged(what.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experience(reward: f32, next: usize) -> Experience {
        let action = |grams: &[u32]| ActionFeatures {
            values: (0..FEATURE_COUNT).map(|at| at as f32 * reward).collect(),
            grams: grams.into(),
        };
        Experience {
            chosen: action(&[1, 2047]),
            reward,
            discount: 0.5,
            next: (0..next).map(|_| action(&[])).collect(),
            weight: 1.0,
            expectations: MetExpectations::default(),
            pairs: vec![[action(&[7]), action(&[])]; next],
        }
    }

    #[test]
    fn what_is_written_is_read_and_later_rounds_can_be_left_out() {
        let mut memory = TrainingMemory::default();
        memory.add(0, vec![experience(0.5, 2), experience(-1.0, 0)]);
        memory.add(1, vec![experience(2.0, 1)]);
        let written = memory.write().unwrap();
        let read = TrainingMemory::read(&written).unwrap();
        assert_eq!(read.experiences, memory.experiences);
        assert_eq!(read.rounds(), 2);
        let before = read.before(1);
        assert_eq!((before.rounds(), before.experiences.len()), (1, 2));
        let error = TrainingMemory::read(&written[..written.len() - 8]).unwrap_err();
        assert!(matches!(error, WeightsFileError::Damaged(_)), "{error}");
    }
}
