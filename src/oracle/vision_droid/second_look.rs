//! The question of the second look: does a suspicion stand, if only its evidence is known?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::course::ToldStep;
use crate::llm::{ModelQuery, ReplyJudgement, json as reply_json};

/// The question.
pub(super) struct SecondLookQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SecondLookContext {
    pub expected: String,
    pub actual: String,
    pub evidence: String,
    /// The step after which it was seen.
    pub step: ToldStep,
    /// The words on the screen before it.
    pub shown_before: Vec<String>,
}

/// What the model says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SecondLookVerdict {
    /// True if the screens show what is claimed, and no sound app would do that.
    pub stands: bool,
    /// Why, in one sentence.
    #[serde(default)]
    pub why: String,
}

impl ModelQuery for SecondLookQuery {
    fn name(&self) -> &'static str {
        "vision_droid/second_look"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        reply_json::context::<SecondLookContext>(context).ok()?;
        Some(json!({
            "type": "object",
            "properties": {
                "why": { "type": "string", "maxLength": 240 },
                "stands": { "type": "boolean" },
            },
            "required": ["why", "stands"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        reply_json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[reply_json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        let step = ToldStep {
            step: 9,
            page: "Remove this task?".into(),
            action: "tap [2] \"Remove\"".into(),
            effect: "another screen".into(),
            now: "Tasks".into(),
            shows: vec!["text: Milk".into()],
        };
        let context = SecondLookContext {
            expected: "Milk is no longer listed.".into(),
            actual: "Milk is still listed.".into(),
            evidence: "The list shows Milk.".into(),
            step,
            shown_before: vec!["text: Milk".into(), "button: Remove".into()],
        };
        // Plain data; it always has a JSON form.
        serde_json::to_value(context).unwrap_or_default()
    }
}

fn judged(_context: &SecondLookContext, reply: &SecondLookVerdict) -> ReplyJudgement {
    let why: String = reply.why.chars().filter(|c| !c.is_control()).take(240).collect();
    let reported = if reply.stands { "it stands" } else { "it does not stand" };
    let thoughts = if why.is_empty() { Vec::new() } else { vec![("Why".to_owned(), why.clone())] };
    let verdict = SecondLookVerdict { stands: reply.stands, why };
    let answer = Some(serde_json::to_value(verdict).unwrap_or_default());
    ReplyJudgement { reported: reported.to_owned(), answer, thoughts, ..ReplyJudgement::default() }
}
