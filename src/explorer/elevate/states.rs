//! Phase: states.

use serde_json::Value;

use crate::llm::{Judgement, Query};

/// The question.
pub struct States;

impl Query for States {
    fn name(&self) -> &'static str {
        "elevate/states"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        None
    }

    fn judge(&self, _context: &Value, _reply: &str) -> Judgement {
        Judgement::default()
    }
}
