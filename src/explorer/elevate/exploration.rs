//! Phase 3, state space exploration (Elevate, section III-C): which input comes next?
//!
//! A model is shown the present state, the inputs that are left when code has taken out what was
//! refused, does nothing or runs in a loop, and for each how often it was invoked and where it led:
//! transitions of the present state alone. Its choice is held to two checks: it must be listed
//! ([`NO_INPUT`]), and there must be no better one ([`BETTER`], see [`better`]).

mod better;
mod phase;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::phase::{by_rules, choose};
use crate::domain::speech;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::shared::output;
use crate::explorer::shared::tester_words::RefusedInput;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// The reply chooses no listed input.
pub const NO_INPUT: &str = "NO INPUT ERROR";
/// There are better inputs.
pub const BETTER: &str = "BETTER INPUT SUGGESTION";

/// The most characters of a thought.
const THOUGHT: usize = 400;

/// The question.
pub struct Exploration;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Context {
    /// True for a voice app.
    pub voice: bool,
    /// The present state's name.
    pub state: String,
    /// What the app puts out now.
    pub output: String,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// The tester's latest notes.
    pub notes: Vec<String>,
    /// What was turned down here, with the reasons.
    pub refused: Vec<RefusedInput>,
    /// What can be chosen.
    pub inputs: Vec<Candidate>,
    /// From so many invocations on, an input counts as worn out.
    #[serde(default = "default_worn_out")]
    pub worn_out: u64,
}

/// What a context that was recorded without the number was checked with.
fn default_worn_out() -> u64 {
    ElevateWeights::default().worn_out
}

/// An input that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its number in the list, from 1.
    pub number: usize,
    /// How it is called.
    pub words: String,
    /// Its kind.
    pub kind: CandidateKind,
    /// How often it was invoked here.
    pub count: u64,
    /// Where it led.
    pub led: Led,
    /// Count and place in words.
    pub told: String,
}

/// The kinds of input, as they are stored with an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CandidateKind {
    /// Possible everywhere.
    System,
    /// Of the app's own help.
    Help,
    /// Belongs to what is asked or shown now.
    Context,
}

/// Where an input led.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Led {
    /// It was never invoked here.
    Unknown,
    /// Nowhere: the state stayed.
    Here,
    /// Nowhere, but the fields of a phone's screen hold something else now.
    HereBefore,
    /// To an error.
    Error,
    /// To the state of this name.
    To(String),
}

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    discarded: Option<String>,
    #[serde(default)]
    never_invoked: Option<String>,
    #[serde(default)]
    choice: Option<String>,
    input: Chosen,
}

/// An input by its number or its words.
#[derive(Deserialize)]
#[serde(untagged)]
enum Chosen {
    Number(u64),
    Words(String),
}

impl ModelQuery for Exploration {
    fn name(&self) -> &'static str {
        "elevate/exploration"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: Context = json::context(context).ok()?;
        let numbers: Vec<usize> = context.inputs.iter().map(|input| input.number).collect();
        let thought = json!({ "type": "string", "maxLength": THOUGHT });
        Some(json!({
            "type": "object",
            "properties": {
                "discarded": thought,
                "never_invoked": thought,
                "choice": thought,
                "input": { "type": "integer", "enum": numbers },
            },
            "required": ["discarded", "never_invoked", "choice", "input"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_INPUT, BETTER, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "voice": false,
            "state": "S2",
            "output": "screen Shop \"Teas\"\nbutton \"Order\"\nbutton \"Sort\"",
            "charter": "ordering",
            "notes": ["the prices look odd"],
            "refused": [{ "input": "tap \"Pay\"", "reason": "no real money" }],
            "inputs": [
                {
                    "number": 1, "words": "tap \"Order\"", "kind": "context", "count": 0,
                    "led": "unknown", "told": "never invoked",
                },
                {
                    "number": 2, "words": "tap \"Sort\"", "kind": "context", "count": 1,
                    "led": "here", "told": "invoked once, stays in this state",
                },
                {
                    "number": 3, "words": "press back", "kind": "system", "count": 1,
                    "led": { "to": "S1" }, "told": "invoked once, leads to S1",
                },
            ],
        })
    }
}

fn judged(context: &Context, reply: &Reply) -> ReplyJudgement {
    let thoughts = [
        ("Discarded", &reply.discarded),
        ("Never invoked", &reply.never_invoked),
        ("Choice", &reply.choice),
    ];
    let thoughts = thoughts.into_iter().filter_map(|(name, text)| {
        let text = text.as_deref()?.trim();
        (!text.is_empty()).then(|| (name.to_owned(), text.to_owned()))
    });
    let thoughts = thoughts.collect();
    let Some(chosen) = chosen(&context.inputs, &reply.input) else {
        let said = match &reply.input {
            Chosen::Number(number) => number.to_string(),
            Chosen::Words(words) => format!("{:?}", output::cut(words, 60)),
        };
        let says = format!(
            "The input {said} is not in the list. Choose one of the numbers 1 to {}.",
            context.inputs.len()
        );
        let complaint = Some(CheckComplaint { check: NO_INPUT.into(), says });
        return ReplyJudgement { told: said, thoughts, complaint, ..ReplyJudgement::default() };
    };
    let better = better::better(&context.inputs, chosen, context.worn_out);
    let complaint = (!better.is_empty()).then(|| {
        let listed = context.inputs.iter().filter(|input| better.contains(&input.number));
        let listed: Vec<String> = listed
            .map(|input| format!("{}. {} ({})", input.number, input.words, input.told))
            .collect();
        let says = format!(
            "{}. {} ({}) is not the best input. Better ones are:\n{}",
            chosen.number,
            chosen.words,
            chosen.told,
            listed.join("\n")
        );
        CheckComplaint { check: BETTER.into(), says }
    });
    ReplyJudgement {
        answer: Some(json!(chosen.number)),
        told: format!("{}. {}", chosen.number, chosen.words),
        thoughts,
        otherwise: complaint.is_some().then(|| json!(better)),
        complaint,
    }
}

/// The candidate that a reply means: by its words if they are those of one, else by its number.
fn chosen<'a>(inputs: &'a [Candidate], chosen: &Chosen) -> Option<&'a Candidate> {
    let numbered = |number: u64| {
        inputs.iter().find(|input| u64::try_from(input.number).is_ok_and(|own| own == number))
    };
    match chosen {
        Chosen::Number(number) => numbered(*number),
        Chosen::Words(words) => {
            let said = speech::normal(words);
            let same = inputs.iter().find(|input| input.words == words.trim());
            let alike = || {
                let mut inputs = inputs.iter();
                inputs.find(|input| !said.is_empty() && speech::normal(&input.words) == said)
            };
            // "8. tap Save" is read as a list writes it. If number and words disagree, it is
            // unknown which of the two is meant.
            let number = || {
                let (number, rest) = json::leading_number(words)?;
                let listed = numbered(u64::try_from(number).ok()?)?;
                let rest = speech::normal(rest);
                (rest.is_empty() || speech::normal(&listed.words).contains(&rest)).then_some(listed)
            };
            same.or_else(alike).or_else(number)
        }
    }
}
