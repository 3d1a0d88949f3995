//! The network: what one available action is worth, from its features and its words.
//!
//! The shape is the paper's (DinoDroid, section 3.4, table of layers), with three changes. Its words
//! come from a convolution over frozen word vectors; here they are the mean of a trained embedding
//! of hashed n-grams, so nothing has to be downloaded. And its branches of linear layers before the
//! first common layer are left out: a linear layer before another one adds nothing. Last, the inputs
//! lead straight to the value as well: what they contribute by themselves then needs no learning of
//! the layers, which learn what depends on several of them (wide and deep, Cheng and others, 2016).
//!
//! ```text
//! n-grams ── embedding, mean ──┐
//!                              ├─┬─ 50 tanh ── 30 tanh ──┬── 1
//! features ────────────────────┘ └───────────────────────┘
//! ```
//!
//! The forward and backward pass are our own. Tests compare each gradient with finite differences.

mod adam;
mod parameters;

use ndarray::{Array1, Array2, Axis, Slice};

pub(super) use self::adam::{Adam, LearningRates};
pub(super) use self::parameters::{
    EMBEDDED, GRAM_BUCKETS, Gradients, NetworkParameters, TENSOR_NAMES,
};
use super::features::{ActionFeatures, FEATURE_COUNT};

/// Where the embedded words stand among the inputs: behind the features.
const WORDS: Slice = Slice { start: FEATURE_COUNT as isize, end: None, step: 1 };

/// The network with its present parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QNetwork {
    pub parameters: NetworkParameters,
}

/// What the forward pass computed, which the backward pass needs.
struct LayerOutputs {
    /// Features and embedded words, one action a row.
    input: Array2<f32>,
    first: Array2<f32>,
    second: Array2<f32>,
    values: Array1<f32>,
}

impl QNetwork {
    /// An untrained one, whose first parameters follow from `seed`.
    pub(super) fn untrained(seed: u64) -> Self {
        Self { parameters: NetworkParameters::random(seed) }
    }

    /// The value of each action of `batch`.
    pub(super) fn values(&self, batch: &[&ActionFeatures]) -> Array1<f32> {
        self.forward(batch).values
    }

    /// The gradients of the loss by each parameter. `loss` is given the values of the actions of
    /// `batch` and gives the derivative of the loss by each of them.
    pub(super) fn gradients(
        &self,
        batch: &[&ActionFeatures],
        loss: impl FnOnce(&Array1<f32>) -> Array1<f32>,
    ) -> Gradients {
        let outputs = self.forward(batch);
        let by_value = loss(&outputs.values);
        self.backward(batch, &outputs, &by_value)
    }

    fn forward(&self, batch: &[&ActionFeatures]) -> LayerOutputs {
        let own = &self.parameters;
        let mut input = Array2::zeros((batch.len(), FEATURE_COUNT + EMBEDDED));
        for (mut row, action) in input.rows_mut().into_iter().zip(batch) {
            let mut words = row.slice_axis_mut(Axis(0), WORDS);
            for gram in action.grams.iter() {
                words += &own.embedding.row(*gram as usize % GRAM_BUCKETS);
            }
            if !action.grams.is_empty() {
                words /= action.grams.len() as f32;
            }
            for (place, value) in row.iter_mut().zip(action.values.iter()) {
                *place = *value;
            }
        }
        let first = (input.dot(&own.first.weights) + &own.first.biases).mapv_into(f32::tanh);
        let second = (first.dot(&own.second.weights) + &own.second.biases).mapv_into(f32::tanh);
        let values = second.dot(&own.last.weights) + &own.last.biases + input.dot(&own.direct);
        let values = values.index_axis_move(Axis(1), 0);
        LayerOutputs { input, first, second, values }
    }

    fn backward(
        &self,
        batch: &[&ActionFeatures],
        outputs: &LayerOutputs,
        by_value: &Array1<f32>,
    ) -> Gradients {
        let own = &self.parameters;
        let mut gradients = Gradients::zero();
        let by_value = by_value.view().insert_axis(Axis(1));
        gradients.last.add(&outputs.second, &by_value);
        let by_second = through_tanh(by_value.dot(&own.last.weights.t()), &outputs.second);
        gradients.second.add(&outputs.first, &by_second.view());
        let by_first = through_tanh(by_second.dot(&own.second.weights.t()), &outputs.first);
        gradients.first.add(&outputs.input, &by_first.view());
        gradients.direct += &outputs.input.t().dot(&by_value);
        let words = own.first.weights.slice_axis(Axis(0), WORDS);
        let direct = own.direct.slice_axis(Axis(0), WORDS);
        let by_words = by_first.dot(&words.t()) + by_value.dot(&direct.t());
        for (by_words, action) in by_words.rows().into_iter().zip(batch) {
            let share = 1.0 / action.grams.len().max(1) as f32;
            for gram in action.grams.iter() {
                let mut row = gradients.embedding.row_mut(*gram as usize % GRAM_BUCKETS);
                row.scaled_add(share, &by_words);
            }
        }
        gradients
    }
}

/// The derivative before a tanh, from the one behind it and its output.
fn through_tanh(mut behind: Array2<f32>, output: &Array2<f32>) -> Array2<f32> {
    behind.zip_mut_with(output, |by, out| *by *= 1.0 - out * out);
    behind
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::features::ActionFeatures;
    use super::*;

    /// Actions with features and n-grams that follow from `seed`; the last one has no words.
    fn batch(seed: u32) -> Vec<ActionFeatures> {
        let value =
            |at: u32| ((seed.wrapping_mul(7919) + at * 104_729) % 1000) as f32 / 500.0 - 1.0;
        let action = |number: u32| ActionFeatures {
            values: (0..FEATURE_COUNT as u32).map(|at| value(number * 1000 + at)).collect(),
            grams: (0..number % 3).map(|at| (seed + number * 31 + at) % 50).collect(),
        };
        (1..4).map(action).collect()
    }

    /// Half the sum of the squared distances of the values from 1.
    fn loss(network: &QNetwork, batch: &[&ActionFeatures]) -> f64 {
        network.values(batch).iter().map(|value| f64::from(value - 1.0).powi(2) / 2.0).sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn each_gradient_is_what_finite_differences_give(seed in 0u32..10_000) {
            const STEP: f32 = 4e-3;
            let network = QNetwork::untrained(u64::from(seed));
            let actions = batch(seed);
            let batch: Vec<&ActionFeatures> = actions.iter().collect();
            let gradients = network.gradients(&batch, |values| values.mapv(|value| value - 1.0));
            for (tensor, gradient) in gradients.tensors().into_iter().enumerate() {
                // Every parameter of the small tensors, a sample of the large ones, and in the
                // embedding those n-grams that occur.
                let stride = (gradient.len() / 97).max(1);
                let occurring = (0..50 * EMBEDDED).step_by(7).filter(|_| tensor == 0);
                let sample = (0..gradient.len()).step_by(stride).chain(occurring);
                for place in sample {
                    let moved = |by: f32| {
                        let mut moved = network.clone();
                        moved.parameters.tensors_mut()[tensor][place] += by;
                        loss(&moved, &batch)
                    };
                    let expected = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
                    let own = f64::from(gradient[place]);
                    let error = (own - expected).abs();
                    prop_assert!(error < 2e-3 + 0.02 * expected.abs(), "{tensor} {place}: {own} {expected}");
                }
            }
        }
    }

    #[test]
    fn learning_brings_the_values_to_their_targets() {
        let mut network = QNetwork::untrained(5);
        let mut adam = Adam::new();
        let actions = batch(3);
        let batch: Vec<&ActionFeatures> = actions.iter().collect();
        let before = loss(&network, &batch);
        for _ in 0..300 {
            let gradients = network.gradients(&batch, |values| values.mapv(|value| value - 1.0));
            let rates = LearningRates { words: 3e-3, layers: 3e-3 };
            adam.update(&mut network.parameters, &gradients, rates);
        }
        let after = loss(&network, &batch);
        assert!(after < before / 100.0, "{before} {after}");
    }

    #[test]
    fn the_same_seed_gives_the_same_network() {
        assert_eq!(QNetwork::untrained(4), QNetwork::untrained(4));
        assert_ne!(QNetwork::untrained(4), QNetwork::untrained(5));
    }

    #[test]
    fn words_say_nothing_until_they_are_learned() {
        let mut network = QNetwork::untrained(1);
        let values: Box<[f32]> = vec![0.0; FEATURE_COUNT].into();
        let silent = ActionFeatures { values: values.clone(), grams: [].into() };
        let speaking = ActionFeatures { values, grams: [3, 9].into() };
        let difference = |network: &QNetwork| {
            let both = network.values(&[&silent, &speaking]);
            (both[0] - both[1]).abs()
        };
        assert!(difference(&network) < 1e-9);
        let rates = LearningRates { words: 0.1, layers: 0.0 };
        let gradients = network.gradients(&[&speaking], |values| values.mapv(|_| 1.0));
        Adam::new().update(&mut network.parameters, &gradients, rates);
        assert!(difference(&network) > 1e-6);
    }
}
