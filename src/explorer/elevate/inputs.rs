//! Phase: inputs.

use serde_json::Value;

use crate::llm::{Judgement, Query};

/// The question.
pub struct Inputs;

impl Query for Inputs {
    fn name(&self) -> &'static str {
        "elevate/inputs"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        None
    }

    fn judge(&self, _context: &Value, _reply: &str) -> Judgement {
        Judgement::default()
    }
}
