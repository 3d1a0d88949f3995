//! Phase 1, states extraction (Elevate, section III-A): which known state is this?
//!
//! A model is shown the new output and a list of known states and names the one that means the
//! same, or says `new`. Its answer is held to three checks: the state must be listed
//! ([`NO_STATE`]), must take the same input events ([`NOT_MERGE`]), and a state that the same input
//! of the same predecessor led to is the one to merge with ([`SHOULD_MERGE`]; only if its input
//! events do not differ, since the second check would refuse it otherwise).

mod phase;
mod similar;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::phase::extract;
use super::memory::InputEvents;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// The reply names no listed state.
pub const NO_STATE: &str = "NO STATE ERROR";
/// The states must not be merged: their input events differ.
pub const NOT_MERGE: &str = "NOT MERGE SUGGESTION";
/// The states must be merged: the same input of the same state led to both.
pub const SHOULD_MERGE: &str = "SHOULD MERGE SUGGESTION";

/// What a state that is not yet known is called.
const NEW: &str = "new";
/// The most characters of the reply's thought.
const THOUGHT: usize = 400;

/// The question.
pub struct States;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Context {
    /// True for a voice app.
    pub voice: bool,
    /// What the app puts out now.
    pub output: String,
    /// The input events here.
    pub inputs: InputEvents,
    /// The known states that are most like it, the most similar last.
    pub known: Vec<Known>,
    /// Where the app was before.
    pub before: Option<Before>,
    /// The listed state that the same input of the same predecessor led to.
    pub same_way: Option<String>,
}

/// A known state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// Its name: `S` and its place in the model, from 1.
    pub id: String,
    /// Its output in one line.
    pub output: String,
    /// Its input events.
    pub inputs: InputEvents,
}

/// The predecessor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// Its name.
    pub state: String,
    /// Its output in one line.
    pub output: String,
    /// The input that led here.
    pub input: String,
    /// True if it is none of the listed states: it is known to be another one.
    #[serde(default)]
    pub is_other: bool,
}

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    thought: Option<String>,
    state: String,
}

impl ModelQuery for States {
    fn name(&self) -> &'static str {
        "elevate/states"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: Context = json::context(context).ok()?;
        let mut states: Vec<&str> = context.known.iter().map(|known| known.id.as_str()).collect();
        states.push(NEW);
        Some(json!({
            "type": "object",
            "properties": {
                "thought": { "type": "string", "maxLength": THOUGHT },
                "state": { "type": "string", "enum": states, "maxLength": 16 },
            },
            "required": ["thought", "state"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_STATE, NOT_MERGE, SHOULD_MERGE, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "voice": true,
            "output": "Here is a fact about tea. Do you want another one?",
            "inputs": { "own": ["say \"no\"", "say \"yes\""] },
            "known": [
                { "id": "S1", "output": "Welcome to the tea shop. What can I do for you?", "inputs": { "own": [] } },
                {
                    "id": "S2",
                    "output": "Tea comes from one plant. Do you want another fact?",
                    "inputs": { "own": ["say \"no\"", "say \"yes\""] },
                },
            ],
            "before": {
                "state": "S1",
                "output": "Welcome to the tea shop. What can I do for you?",
                "input": "say \"a fact\"",
            },
            "same_way": "S2",
        })
    }
}

fn judged(context: &Context, reply: &Reply) -> ReplyJudgement {
    let said = reply.state.trim();
    // "S5 (Apple pie)" means S5.
    let name = said.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let known = context.known.iter().find(|known| known.id.eq_ignore_ascii_case(name));
    let answer = known.map_or_else(|| said.to_lowercase(), |known| known.id.clone());
    let (complaint, otherwise) = match filtered(context, known, &answer) {
        Some((check, says, otherwise)) => {
            (Some(CheckComplaint { check: check.into(), says }), Some(Value::from(otherwise)))
        }
        None => (None, None),
    };
    let reported = match known {
        Some(known) => format!("the same as {}", known.id),
        None if answer == NEW => "a new state".to_owned(),
        None => crate::explorer::shared::output::cut(said, 40),
    };
    let thought = reply.thought.as_deref().map(str::trim).filter(|thought| !thought.is_empty());
    ReplyJudgement {
        answer: Some(answer.into()),
        reported,
        thoughts: thought.map(|text| ("Thought".into(), text.into())).into_iter().collect(),
        complaint,
        otherwise,
        ..ReplyJudgement::default()
    }
}

/// The filter: the check that refuses the answer, why, and what holds if no round is left.
fn filtered(
    context: &Context,
    known: Option<&Known>,
    answer: &str,
) -> Option<(&'static str, String, String)> {
    match known {
        Some(known) if known.inputs.differ(&context.inputs, context.voice) => {
            let says = format!(
                "{} is not the same state: other inputs are possible there. Only here: {}. Only in \
                 {0}: {}. Find another state in the list, or answer {NEW:?}.",
                known.id,
                only(&context.inputs, &known.inputs),
                only(&known.inputs, &context.inputs),
            );
            Some((NOT_MERGE, says, NEW.into()))
        }
        Some(_) => None,
        None if answer == NEW => {
            let same = context.same_way.as_deref();
            let same = same.and_then(|id| context.known.iter().find(|known| known.id == id))?;
            if same.inputs.differ(&context.inputs, context.voice) {
                return None;
            }
            let says = format!(
                "The same input of the same state also led to {}, and the same inputs are possible \
                 in both: the two outputs are one state.",
                same.id
            );
            Some((SHOULD_MERGE, says, same.id.clone()))
        }
        None => {
            let ids: Vec<&str> = context.known.iter().map(|known| known.id.as_str()).collect();
            let says = format!(
                "There is no state {:?}. The states are: {}. Answer one of them, or {NEW:?}.",
                crate::explorer::shared::output::cut(answer, 40),
                ids.join(", ")
            );
            Some((NO_STATE, says, NEW.into()))
        }
    }
}

/// What is possible in `these` and not in `those`, in a few words.
fn only(these: &InputEvents, those: &InputEvents) -> String {
    const SHOWN: usize = 4;
    let mut only: Vec<&String> = these.own.difference(&those.own).collect();
    if these.own == those.own {
        only.extend(these.rows.difference(&those.rows));
    }
    let shown = only.iter().take(SHOWN).map(|event| in_words(event));
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if only.is_empty() {
        text.push_str("none");
    } else if only.len() > SHOWN {
        text.push_str(", and others");
    }
    crate::explorer::shared::output::cut(&text, 240)
}

/// An input event, whose name has ids and folded digits in it, in the words of people.
fn in_words(event: &str) -> String {
    let Some((verb, rest)) = event.split_once(' ') else { return event.to_owned() };
    if verb == "say" {
        return event.replace('#', "(a number)");
    }
    match rest.split_once('"') {
        Some((_, label)) => format!("{verb} \"{label}"),
        None => {
            let id = rest.rsplit('/').next().unwrap_or_default();
            format!("{verb} {:?}", id.trim_start_matches('#').replace('_', " "))
        }
    }
}
