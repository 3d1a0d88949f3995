//! The Monitor's question: what function of the app do the latest steps belong to?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::course::ToldStep;
use crate::llm::{ModelQuery, ReplyJudgement, json as reply_json};
use crate::protocol::CheckComplaint;

/// The reply names no function.
const NO_FUNCTION: &str = "NO FUNCTION ERROR";
/// The reply names a step that was not given.
const NO_STEP: &str = "NO STEP ERROR";

/// The most characters of a function's name.
const NAME: usize = 80;

/// The question.
pub(super) struct MonitorQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MonitorContext {
    /// The function that was tested so far; empty if none was.
    pub function: String,
    /// The latest steps.
    pub steps: Vec<ToldStep>,
}

/// What the Monitor says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MonitorVerdict {
    /// The function that the last step belongs to.
    pub function: String,
    /// The step with which it begins, if another one ends there.
    #[serde(default)]
    pub new_from: Option<u64>,
    /// The steps that matter; none means all.
    #[serde(default)]
    pub important: Vec<u64>,
}

impl ModelQuery for MonitorQuery {
    fn name(&self) -> &'static str {
        "vision_droid/monitor"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        reply_json::context::<MonitorContext>(context).ok()?;
        Some(json!({
            "type": "object",
            "properties": {
                "function": { "type": "string", "maxLength": NAME },
                "new_from": { "type": ["integer", "null"] },
                "important": { "type": "array", "items": { "type": "integer" } },
            },
            "required": ["function", "new_from", "important"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        reply_json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_FUNCTION, NO_STEP, reply_json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        let step = |step, action: &str, now: &str| ToldStep {
            step,
            page: "Tasks".into(),
            action: action.into(),
            effect: "another screen".into(),
            now: now.into(),
            shows: vec!["field: Milk".into(), "button: Save".into()],
        };
        let steps =
            vec![step(4, "tap [2] \"New\"", "New task"), step(5, "tap [3] \"Save\"", "Tasks")];
        // Plain data; it always has a JSON form.
        serde_json::to_value(MonitorContext { function: "sorting tasks".into(), steps })
            .unwrap_or_default()
    }
}

fn judged(context: &MonitorContext, reply: &MonitorVerdict) -> ReplyJudgement {
    let known = |step: &u64| context.steps.iter().any(|known| known.step == *step);
    let complaint = |check: &str, says: String| Some(CheckComplaint { check: check.into(), says });
    let unknown = reply.important.iter().chain(&reply.new_from).find(|step| !known(step));
    let complaint = if reply.function.trim().is_empty() {
        complaint(NO_FUNCTION, "The reply names no function.".to_owned())
    } else if let Some(step) = unknown {
        complaint(NO_STEP, format!("Step {step} is none of the steps given."))
    } else {
        None
    };
    let function: String =
        reply.function.trim().chars().filter(|c| !c.is_control()).take(NAME).collect();
    let reported = match reply.new_from {
        Some(step) => format!("{function}, from step {step}"),
        None => function.clone(),
    };
    let verdict = MonitorVerdict { function, ..reply.clone() };
    let answer = complaint.is_none().then(|| serde_json::to_value(verdict).unwrap_or_default());
    ReplyJudgement { reported, answer, complaint, ..ReplyJudgement::default() }
}
