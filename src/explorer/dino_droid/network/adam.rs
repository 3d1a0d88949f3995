//! Adam: how parameters follow their gradients (Kingma and Ba, 2015).

use super::parameters::{Gradients, NetworkParameters};

/// How much of the mean of the gradients is kept.
const KEPT: f32 = 0.9;
/// How much of the mean of their squares is kept.
const KEPT_SQUARES: f32 = 0.999;
/// Keeps the division finite.
const SMALLEST: f32 = 1e-8;
/// Longer gradients are shortened to this length.
const LONGEST: f32 = 5.0;

/// How fast parameters follow their gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct LearningRates {
    /// What words say.
    pub words: f32,
    /// All else.
    pub layers: f32,
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Adam {
    /// Updates so far.
    pub updates: u64,
    /// The means of the gradients.
    pub means: NetworkParameters,
    /// The means of their squares.
    pub squares: NetworkParameters,
}

impl Adam {
    /// One that has seen no gradient.
    pub(in super::super) fn new() -> Self {
        let (means, squares) = (NetworkParameters::zero(), NetworkParameters::zero());
        Self { updates: 0, means, squares }
    }

    /// Moves `parameters` against `gradients`, at most about its rate each. Gradients that are not
    /// finite are ignored: one value that is no number would destroy all that was learned.
    pub(in super::super) fn update(
        &mut self,
        parameters: &mut NetworkParameters,
        gradients: &Gradients,
        rates: LearningRates,
    ) {
        let length = gradients.length();
        if !length.is_finite() {
            return;
        }
        let shortened = if length > LONGEST { LONGEST / length } else { 1.0 };
        self.updates += 1;
        let updates = i32::try_from(self.updates).unwrap_or(i32::MAX);
        let sooner = (1.0 - KEPT_SQUARES.powi(updates)).sqrt() / (1.0 - KEPT.powi(updates));
        // The embedding is the first tensor.
        let rates = std::iter::once(rates.words).chain(std::iter::repeat(rates.layers));
        let tensors = parameters.tensors_mut().into_iter().zip(gradients.tensors()).zip(rates);
        let moments = self.means.tensors_mut().into_iter().zip(self.squares.tensors_mut());
        for (((numbers, gradient), rate), (means, squares)) in tensors.zip(moments) {
            let rate = rate * sooner;
            let moments = means.iter_mut().zip(squares.iter_mut());
            for ((number, gradient), (mean, square)) in
                numbers.iter_mut().zip(gradient).zip(moments)
            {
                let gradient = gradient * shortened;
                *mean = KEPT * *mean + (1.0 - KEPT) * gradient;
                *square = KEPT_SQUARES * *square + (1.0 - KEPT_SQUARES) * gradient * gradient;
                *number -= rate * *mean / (square.sqrt() + SMALLEST);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gradient_that_is_no_number_changes_nothing() {
        let mut parameters = NetworkParameters::random(1);
        let before = parameters.clone();
        let mut gradients = Gradients::zero();
        gradients.second.weights[[0, 0]] = f32::NAN;
        let rates = LearningRates { words: 0.1, layers: 0.1 };
        Adam::new().update(&mut parameters, &gradients, rates);
        assert_eq!(parameters, before);
    }

    #[test]
    fn words_can_be_learned_alone() {
        let mut parameters = NetworkParameters::random(1);
        let before = parameters.clone();
        let mut gradients = Gradients::zero();
        gradients.embedding.fill(1.0);
        gradients.first.weights.fill(1.0);
        let rates = LearningRates { words: 0.1, layers: 0.0 };
        Adam::new().update(&mut parameters, &gradients, rates);
        assert_eq!(parameters.first, before.first);
        assert_ne!(parameters.embedding, before.embedding);
    }

    #[test]
    fn a_huge_gradient_moves_no_parameter_further_than_the_rate() {
        let mut parameters = NetworkParameters::zero();
        let mut gradients = Gradients::zero();
        gradients.first.biases.fill(1e15);
        let rates = LearningRates { words: 0.1, layers: 0.1 };
        Adam::new().update(&mut parameters, &gradients, rates);
        assert!(parameters.first.biases.iter().all(|number| (number + 0.1).abs() < 1e-3));
    }
}
