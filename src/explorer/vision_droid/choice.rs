//! The Explorer's question: which function is tested next, and by which action?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::explorer::shared::output;
use crate::llm::{ModelQuery, ReplyJudgement, json as reply_json};
use crate::oracle::vision_droid::FunctionRecord;
use crate::protocol::CheckComplaint;

/// The reply chooses nothing of the list.
pub const NO_CHOICE: &str = "NO CHOICE ERROR";

/// The most characters of a function's name and of a reason.
const WORDS: usize = 160;

/// The question.
pub struct ChoiceQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceContext {
    /// True if the boxes of the picture are explained.
    pub legend: bool,
    /// What the session is about.
    pub charter: Option<String>,
    /// The functions that were tested.
    pub functions: Vec<FunctionRecord>,
    /// The function that is being tested; may be empty.
    pub function: String,
    /// What the Detector wants to see.
    pub hints: Vec<String>,
    /// The last actions.
    pub recent: Vec<String>,
    /// What people call the page.
    pub page: String,
    /// How often it was visited.
    pub visits: u64,
    /// The page as text, with the numbers of its widgets.
    pub output: String,
    /// What was not tried here.
    pub choices: Vec<ListedChoice>,
}

/// An action that can be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedChoice {
    /// The widget's number.
    pub on: usize,
    /// The kind of action.
    #[serde(rename = "do")]
    pub kind: String,
    /// The widget's words.
    pub what: String,
}

/// What the model chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceVerdict {
    /// The function that is tested.
    pub function: String,
    /// The widget's number; 0 for BACK.
    #[serde(deserialize_with = "reply_json::number")]
    pub on: usize,
    /// The kind of action.
    #[serde(rename = "do", default)]
    pub kind: String,
    /// Why.
    #[serde(default)]
    pub why: String,
}

impl ModelQuery for ChoiceQuery {
    fn name(&self) -> &'static str {
        "vision_droid/explorer"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context = reply_json::context::<ChoiceContext>(context).ok()?;
        let mut numbers: Vec<usize> = context.choices.iter().map(|choice| choice.on).collect();
        numbers.push(0);
        numbers.sort_unstable();
        numbers.dedup();
        let mut kinds: Vec<&str> = context.choices.iter().map(|choice| &*choice.kind).collect();
        kinds.push("back");
        kinds.sort_unstable();
        kinds.dedup();
        Some(json!({
            "type": "object",
            "properties": {
                "function": { "type": "string", "maxLength": WORDS },
                "on": { "enum": numbers },
                "do": { "enum": kinds },
                "why": { "type": "string", "maxLength": WORDS },
            },
            "required": ["function", "on", "do", "why"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        reply_json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_CHOICE, reply_json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        let choice = |on, what: &str| ListedChoice { on, kind: "tap".into(), what: what.into() };
        let context = ChoiceContext {
            legend: true,
            functions: vec![FunctionRecord { name: "adding a task".into(), sound: Some(true) }],
            function: "removing a task".into(),
            hints: vec!["Remove the last task of a list.".into()],
            page: "Tasks".into(),
            visits: 2,
            output: "[1] button \"New\"\n[2] row \"Milk\"".into(),
            choices: vec![choice(1, "New"), choice(2, "Milk")],
            ..ChoiceContext::default()
        };
        // Plain data; it always has a JSON form.
        serde_json::to_value(context).unwrap_or_default()
    }
}

fn judged(context: &ChoiceContext, reply: &ChoiceVerdict) -> ReplyJudgement {
    let on_it: Vec<&ListedChoice> =
        context.choices.iter().filter(|choice| choice.on == reply.on).collect();
    // A widget with one action needs no kind.
    let kind = match on_it.as_slice() {
        [only] => Some(only.kind.clone()),
        several => several
            .iter()
            .find(|choice| choice.kind == reply.kind)
            .map(|choice| choice.kind.clone()),
    };
    let kind = if reply.on == 0 { Some("back".to_owned()) } else { kind };
    let Some(kind) = kind else {
        let says = format!("{} {} is not in the list.", reply.on, reply.kind);
        let complaint = Some(CheckComplaint { check: NO_CHOICE.into(), says });
        return ReplyJudgement { complaint, ..ReplyJudgement::default() };
    };
    let clean = |text: &str| {
        let plain: String = text.chars().filter(|c| !c.is_control()).collect();
        output::cut(plain.trim(), WORDS)
    };
    let verdict = ChoiceVerdict {
        function: clean(&reply.function),
        on: reply.on,
        kind,
        why: clean(&reply.why),
    };
    let reported = format!("{} {} ({})", verdict.kind, verdict.on, verdict.function);
    let thoughts = if verdict.why.is_empty() {
        Vec::new()
    } else {
        vec![("Why".to_owned(), verdict.why.clone())]
    };
    let answer = Some(serde_json::to_value(verdict).unwrap_or_default());
    ReplyJudgement { reported, answer, thoughts, ..ReplyJudgement::default() }
}
