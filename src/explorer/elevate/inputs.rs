//! Phase 2, input events (Elevate, section III-B): what can be done here?
//!
//! For a voice app a model is asked what can be said ([`Inputs`]); for a phone, whose widgets tell
//! what can be done, what can be typed into the fields ([`FormQuery`]). Both have two checks:
//! nothing is given ([`EMPTY`]), or nothing that can be ([`INVALID`] with the rule for the kind of
//! question; `NO_FIELD` for a field that is not there). What fits of a reply is taken, and the
//! rest is left out without another question. Where the app's words name all answers, the rules
//! know them and no model is asked.

mod phase;
#[cfg(test)]
mod tests;
mod valid;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::phase::think;
use self::valid::OutputQuestion;
pub use crate::explorer::shared::forms::question::{EMPTY, FormQuery};
use crate::explorer::shared::history::PastTurn;
use crate::explorer::shared::output;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// The reply gives inputs that do not fit the question.
pub const INVALID: &str = "INVALID SUGGESTION";

/// The most inputs of a reply that are looked at.
const INPUTS: usize = 12;
/// So many are kept if what belongs there is uncertain.
const OPEN_INPUTS: usize = 3;
/// The most characters of an input.
const INPUT: usize = 80;

/// The question about a voice app.
pub struct Inputs;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Context {
    /// What the app says.
    pub output: String,
    /// What that asks: each with its kind.
    pub questions: Vec<OutputQuestion>,
    /// The same in words.
    pub kinds: String,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// The tester's latest notes.
    pub notes: Vec<String>,
    /// The latest turns, the present one left out.
    #[serde(default)]
    pub dialogue: Vec<PastTurn>,
    /// What was said before those turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
}

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    thought: Option<String>,
    inputs: Vec<String>,
}

impl ModelQuery for Inputs {
    fn name(&self) -> &'static str {
        "elevate/inputs"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        Some(json!({
            "type": "object",
            "properties": {
                "inputs": {
                    "type": "array",
                    "items": { "type": "string", "maxLength": INPUT },
                    "maxItems": INPUTS,
                },
            },
            "required": ["inputs"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[EMPTY, INVALID, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "output": "Do you want green tea or black tea?",
            "questions": [
                { "kind": "yes_no_selection", "options": ["green tea", "black tea"] },
            ],
            "kinds": "a yes or no question that names options",
            "charter": "ordering",
            "notes": ["the prices sound odd"],
            "dialogue": [{ "app": "Welcome to the tea shop. What can I do for you?", "you": "order" }],
        })
    }
}

fn judged(context: &Context, reply: &Reply) -> ReplyJudgement {
    let mut inputs: Vec<String> = Vec::new();
    for input in reply.inputs.iter().map(|input| tidy(input)) {
        if !input.is_empty() && !inputs.contains(&input) && inputs.len() < INPUTS {
            inputs.push(input);
        }
    }
    let takes =
        |input: &String| context.questions.iter().any(|asks| asks.takes(input, &context.output));
    let (valid, invalid): (Vec<String>, Vec<String>) =
        inputs.iter().cloned().partition(|input| context.questions.is_empty() || takes(input));
    let rules: Vec<String> =
        context.questions.iter().map(|asks| format!("{}: {}", asks.words(), asks.rule())).collect();
    let complaint = if inputs.is_empty() {
        let says = "The reply gives nothing to say. Give at least one input.";
        Some(CheckComplaint { check: EMPTY.into(), says: says.into() })
    } else if !valid.is_empty() {
        None
    } else {
        let says = format!(
            "None of these inputs fits: {}. What the app says is {}.",
            invalid.join(", "),
            rules.join("; or ")
        );
        Some(CheckComplaint { check: INVALID.into(), says: output::cut(&says, 800) })
    };
    let kept = kept(context, valid);
    let otherwise = complaint.is_some().then(|| {
        let own = context.questions.iter().flat_map(OutputQuestion::default_inputs);
        let mut all = kept.clone();
        all.extend(own.filter(|input| !kept.contains(input)));
        json!(all)
    });
    let mut reported = if complaint.is_some() { inputs.join(", ") } else { kept.join(", ") };
    if complaint.is_none() && !invalid.is_empty() {
        reported.push_str(&format!(" (left out: {})", invalid.join(", ")));
    }
    let thought = reply.thought.as_deref().map(str::trim).filter(|thought| !thought.is_empty());
    ReplyJudgement {
        answer: Some(json!(kept)),
        reported: output::cut(&reported, 200),
        thoughts: thought.map(|text| ("Thought".into(), text.into())).into_iter().collect(),
        complaint,
        otherwise,
        ..ReplyJudgement::default()
    }
}

/// Of inputs that answer nothing but open questions only the first few.
fn kept(context: &Context, valid: Vec<String>) -> Vec<String> {
    let mut open = 0;
    let certain = |input: &String| {
        let mut closed = context.questions.iter().filter(|asks| !asks.is_open());
        closed.any(|asks| asks.takes(input, &context.output))
    };
    let mut kept = valid;
    kept.retain(|input| {
        let is_open = !certain(input);
        open += usize::from(is_open);
        !is_open || open <= OPEN_INPUTS
    });
    kept
}

/// `input` as it can be said: one line without quotation marks around it, at most [`INPUT`] long.
fn tidy(input: &str) -> String {
    let line = input.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = line.trim_matches(|c: char| c == '"' || c == '“' || c == '”' || c.is_control());
    bare.chars().filter(|c| !c.is_control()).take(INPUT).collect::<String>().trim().to_owned()
}
