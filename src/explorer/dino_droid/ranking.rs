//! Pairs of actions of one screen, the first of which is expected to have the higher value (a margin loss,
//! as in deep Q-learning from demonstrations, Hester and others, 2018).

/// By how much the values of `pair` miss that the first is higher by `margin`.
fn missing(pair: [f32; 2], margin: f32) -> f32 {
    let missing = margin - (pair[0] - pair[1]);
    if missing.is_finite() { missing.max(0.0) } else { 0.0 }
}

/// The derivatives of the loss, which is the sum of what is missing, by the `values` of both actions of each
/// pair.
pub(super) fn pulls(values: &[f32], margin: f32) -> impl Iterator<Item = f32> {
    values.as_chunks().0.iter().flat_map(move |pair| {
        let pull = if missing(*pair, margin) > 0.0 { 1.0 } else { 0.0 };
        [-pull, pull]
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::features::{ActionFeatures, FEATURE_COUNT};
    use super::super::network::QNetwork;
    use super::*;

    fn loss(network: &QNetwork, batch: &[&ActionFeatures], margin: f32) -> f64 {
        let values = network.values(batch).to_vec();
        values.as_chunks().0.iter().map(|pair| f64::from(missing(*pair, margin))).sum()
    }

    /// Two pairs of actions that follow from `seed`.
    fn pairs(seed: u32) -> Vec<ActionFeatures> {
        let value =
            |at: u32| ((seed.wrapping_mul(7919) + at * 104_729) % 1000) as f32 / 500.0 - 1.0;
        let action = |number: u32| ActionFeatures {
            values: (0..FEATURE_COUNT as u32).map(|at| value(number * 37 + at)).collect(),
            grams: (0..number % 3).map(|at| (seed + number * 31 + at) % 50).collect(),
        };
        (0..4).map(action).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn the_gradient_is_what_finite_differences_give(seed in 0u32..10_000, is_missing: bool) {
            const STEP: f32 = 4e-3;
            let network = QNetwork::untrained(u64::from(seed));
            let actions = pairs(seed);
            let batch: Vec<&ActionFeatures> = actions.iter().collect();
            // Of all pairs something is missing, or of none: the loss bends in between.
            let margin = if is_missing { 5.0 } else { -5.0 };
            let learned = |values: &ndarray::Array1<f32>| {
                values.as_slice().map(|values| pulls(values, margin).collect()).unwrap_or_default()
            };
            let gradients = network.gradients(&batch, learned);
            let mut compared = 0;
            for (tensor, gradient) in gradients.tensors().into_iter().enumerate() {
                for place in (0..gradient.len()).step_by((gradient.len() / 41).max(1)) {
                    let moved = |by: f32| {
                        let mut moved = network.clone();
                        moved.parameters.tensors_mut()[tensor][place] += by;
                        loss(&moved, &batch, margin)
                    };
                    let expected = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
                    let own = f64::from(gradient[place]);
                    compared += u32::from(expected.abs() > 1e-3);
                    let error = (own - expected).abs();
                    prop_assert!(error < 2e-3 + 0.02 * expected.abs(), "{tensor} {place}: {own} {expected}");
                }
            }
            prop_assert!(compared > 20 || !is_missing, "{compared}");
        }
    }

    #[test]
    fn what_is_ahead_enough_and_what_is_no_number_is_left_alone() {
        let of = |values: &[f32]| pulls(values, 0.2).collect::<Vec<f32>>();
        assert_eq!(of(&[1.0, 0.9, 1.0, 0.5]), [-1.0, 1.0, 0.0, 0.0]);
        assert_eq!(of(&[f32::NAN, 0.0, f32::NEG_INFINITY, 0.0]), [0.0; 4]);
        assert!(of(&[]).is_empty());
    }
}
