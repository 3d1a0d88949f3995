//! Phase: exploration.

use serde_json::Value;

use crate::llm::{Judgement, Query};

/// The question.
pub struct Exploration;

impl Query for Exploration {
    fn name(&self) -> &'static str {
        "elevate/exploration"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        None
    }

    fn judge(&self, _context: &Value, _reply: &str) -> Judgement {
        Judgement::default()
    }
}
