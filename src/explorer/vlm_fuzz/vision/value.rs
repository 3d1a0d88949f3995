//! The short question for another value, if a field did not take one, and the rule for it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::plan::AcceptedText;
use crate::explorer::shared::output;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// The reply gives a text that was refused already.
pub const SAME: &str = "SAME TEXT ERROR";
/// The reply gives no text.
pub const EMPTY: &str = "EMPTY ERROR";

/// The most characters of a text.
const TEXT: usize = 200;

/// The question.
pub struct ValueQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueContext {
    /// What people call the field.
    pub label: String,
    /// Its hint; may be empty.
    pub hint: String,
    /// Its id without the package; may be empty.
    pub id: String,
    /// What stands around it: most values depend on that.
    #[serde(default)]
    pub screen: String,
    /// What it made of the texts so far, the latest last.
    pub tried: Vec<AcceptedText>,
}

#[derive(Deserialize)]
struct ValueReply {
    #[serde(default)]
    thought: Option<String>,
    text: String,
}

impl ModelQuery for ValueQuery {
    fn name(&self) -> &'static str {
        "vlm_fuzz/value"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        json::context::<ValueContext>(context).ok()?;
        Some(json!({
            "type": "object",
            "properties": {
                "text": { "type": "string", "maxLength": TEXT },
            },
            "required": ["text"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[SAME, EMPTY, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "label": "Cups",
            "hint": "1 to 9",
            "id": "cups",
            "screen": "screen Order \"New order\"; field \"Cups\"; button \"Order\"",
            "tried": [{ "field": "app:id/cups", "number": 1, "typed": "a few", "held": "" }],
        })
    }
}

fn judged(context: &ValueContext, reply: &ValueReply) -> ReplyJudgement {
    let text: String = reply.text.chars().filter(|c| !c.is_control()).take(TEXT).collect();
    let thought = output::cut(reply.thought.as_deref().unwrap_or_default().trim(), 200);
    let thoughts = if thought.is_empty() { Vec::new() } else { vec![("Thought".into(), thought)] };
    let says =
        |check: &str, says: &str| Some(CheckComplaint { check: check.into(), says: says.into() });
    let complaint = if text.trim().is_empty() {
        says(EMPTY, "The reply gives no text to type.")
    } else if context.tried.iter().any(|tried| tried.typed == text) {
        says(SAME, "The field did not take this text before.")
    } else {
        None
    };
    let answer = complaint.is_none().then(|| json!(text));
    let reported = format!("{text:?}");
    ReplyJudgement { reported, answer, thoughts, complaint, ..ReplyJudgement::default() }
}
