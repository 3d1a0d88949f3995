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
    // A function often begins with the step that opened its page, the last one of the question before.
    let first = context.steps.first().map_or(0, |step| step.step);
    let new_from = reply.new_from.map(|step| step.max(first));
    let unknown = reply.important.iter().chain(&new_from).find(|step| !known(step));
    let complaint = if reply.function.trim().is_empty() {
        complaint(NO_FUNCTION, "The reply names no function.".to_owned())
    } else if let Some(step) = unknown {
        complaint(NO_STEP, format!("Step {step} is none of the steps given."))
    } else {
        None
    };
    let function: String =
        reply.function.trim().chars().filter(|c| !c.is_control()).take(NAME).collect();
    let reported = match new_from {
        Some(step) => format!("{function}, from step {step}"),
        None => function.clone(),
    };
    let verdict = MonitorVerdict { function, new_from, ..reply.clone() };
    let answer = complaint.is_none().then(|| serde_json::to_value(verdict).unwrap_or_default());
    ReplyJudgement { reported, answer, complaint, ..ReplyJudgement::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Setting goals" began with the step that opened them, which an earlier question had listed: refused.
    #[test]
    fn a_function_that_began_before_the_listed_steps_begins_with_the_first_of_them() {
        let context = MonitorQuery.sample();
        let judge = |from: u64| {
            let reply =
                format!(r#"{{"function": "adding", "new_from": {from}, "important": [5]}}"#);
            MonitorQuery.judge(&context, &reply)
        };
        assert_eq!(judge(3).answer.unwrap()["new_from"], 4);
        assert_eq!(judge(5).answer.unwrap()["new_from"], 5);
        assert_eq!(judge(6).complaint.unwrap().check, NO_STEP);
    }
}
