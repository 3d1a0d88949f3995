//! What a variant of a form is worth.

use super::super::weights::VlmFuzzWeights;
use crate::explorer::shared::forms::variants::{FormParts, FormVariant};

/// What filling in a form as `variant` is expected to yield.
pub(super) const fn expected_yield(variant: FormVariant, weights: &VlmFuzzWeights) -> f64 {
    match variant {
        FormVariant::Empty => weights.form_empty,
        FormVariant::Valid => weights.form_valid,
        FormVariant::Changed => weights.form_changed,
        FormVariant::Abandoned => weights.form_abandoned,
        FormVariant::OneEmpty(_) => weights.form_one_empty,
        FormVariant::AllEqual => weights.form_all_equal,
        FormVariant::Swapped => weights.form_swapped,
        FormVariant::PartsExceedTotal => weights.form_parts_exceed_total,
        FormVariant::InvalidValue(_, 0) => weights.form_first_invalid_value,
        FormVariant::InvalidValue(_, 1) => weights.form_second_invalid_value,
        FormVariant::InvalidValue(_, 2) => weights.form_third_invalid_value,
        FormVariant::InvalidValue(..) => weights.form_later_invalid_value,
        FormVariant::SlidersLow => weights.form_sliders_low,
        FormVariant::SlidersHigh => weights.form_sliders_high,
        FormVariant::OneHighRestRandom(_) => weights.form_one_high_rest_random,
        FormVariant::OneHighRestLow(_) => weights.form_one_high_rest_low,
    }
}

/// What is left of a variant's yield for the steps that it takes. The first two variants of a form
/// keep their yield.
pub(super) fn step_factor(
    variant: FormVariant,
    parts: &FormParts<'_>,
    weights: &VlmFuzzWeights,
) -> f64 {
    match variant {
        FormVariant::Empty | FormVariant::Valid => 1.0,
        _ => weights.form_free_steps / (weights.form_step_offset + parts.cost(variant)) as f64,
    }
}
