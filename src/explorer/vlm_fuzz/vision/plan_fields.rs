//! What a plan does with the fields of a form: none is forgotten, and the texts fit each other.

use serde::Deserialize;
use serde_json::Value;

use super::call::PlanCall;
use super::plan::{MISSED, PlanContext, STEPS};
use crate::explorer::shared::forms::constraints::{self, UNFIT};
use crate::llm::json;
use crate::protocol::CheckComplaint;

/// A field that gets no text, and why.
#[derive(Deserialize)]
pub struct DroppedCall {
    /// The field's number.
    #[serde(deserialize_with = "json::number")]
    pub field: usize,
    /// The reason; empty for none.
    #[serde(default)]
    pub why: String,
}

/// The complaint if an empty field has neither an input nor a reason.
pub fn missed(
    context: &PlanContext,
    kept: &[PlanCall],
    left_out: &[DroppedCall],
) -> Option<CheckComplaint> {
    let has_reason = |field: usize| {
        left_out.iter().any(|left| left.field == field && !left.why.trim().is_empty())
    };
    let missed: Vec<String> = context
        .empty
        .iter()
        .filter(|field| text(kept, **field).is_none() && !has_reason(**field))
        .map(ToString::to_string)
        .collect();
    // A plan has only so much room.
    let full = kept.len() >= STEPS;
    (!missed.is_empty() && !full).then(|| CheckComplaint {
        check: MISSED.into(),
        says: format!(
            "The plan leaves these empty fields out without a reason: {}.",
            missed.join(", ")
        ),
    })
}

/// The complaint if texts break one of the constraints that the reply gives itself.
pub fn unfit(kept: &[PlanCall], given: Option<&[Value]>) -> Option<CheckComplaint> {
    let constraints = constraints::read(given, |field| text(kept, field).is_some());
    let says = constraints::complaint(&constraints, |field| text(kept, field))?;
    Some(CheckComplaint { check: UNFIT.into(), says })
}

/// The text that `field` gets last.
fn text(kept: &[PlanCall], field: usize) -> Option<&str> {
    kept.iter().rev().find_map(|call| match call {
        PlanCall::Input { on, text } if *on == field => Some(text.as_str()),
        _ => None,
    })
}
