//! Phase 3, state space exploration (Elevate, section III-C): which input comes next?
//!
//! A model is shown the present state, the inputs that are left when code has taken out what was
//! refused, does nothing or runs in a loop, and for each how often it was invoked and where it led;
//! and, beyond the paper, what was done last, the nearest states with something untried
//! ([`surroundings`]), and what the fields of the screen made of texts. Its choice must pass two
//! checks: it must be listed ([`NO_INPUT`]), and there must be no better one ([`BETTER`], see
//! [`better`]), unless it serves the tester's task or leads to what is untried elsewhere.

mod better;
mod phase;
mod rest;
mod surroundings;
#[cfg(test)]
mod tests;
mod walk;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::phase::{by_rules, choose, types_next};
pub use self::rest::ModelRest;
use self::surroundings::FrontierState;
pub use self::walk::ChosenWalk;
use crate::domain::speech;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::shared::history::{PastTurn, RecentAction};
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
    /// True if the app says that it did not understand.
    #[serde(default)]
    pub confused: bool,
    /// The actions that are left in the run, if they are few.
    #[serde(default)]
    pub steps_left: Option<u64>,
    /// Suspected faults so far.
    #[serde(default)]
    pub findings: usize,
    /// What was done last, the latest last; for a voice app the dialogue says it.
    #[serde(default)]
    pub recent: Vec<RecentAction>,
    /// The latest turns with a voice app, the present one left out.
    #[serde(default)]
    pub dialogue: Vec<PastTurn>,
    /// What was said before those turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
    /// The nearest other states in which something was never tried.
    #[serde(default)]
    pub map: Vec<FrontierState>,
    /// What fields of the screen made of texts.
    #[serde(default)]
    pub lessons: Vec<String>,
    /// The numbers of the inputs in the order of the rules, best first. Not part of the prompt: a
    /// changed prompt is compared with it.
    #[serde(default)]
    pub ranking: Vec<usize>,
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
    /// Where it comes from if the screen does not show it: from the app's help, or another state.
    #[serde(default)]
    pub source: String,
    /// How many inputs were never tried in the states of the map that it leads to.
    #[serde(default)]
    pub untried: usize,
    /// Its name within the state, by which a session knows what came of it.
    #[serde(default)]
    pub key: String,
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
    /// Sessions recorded earlier call it `choice`.
    #[serde(default, alias = "choice")]
    why: Option<String>,
    #[serde(default)]
    reason: Option<String>,
    input: Chosen,
}

/// Why an input is chosen, as replies name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceReason {
    /// It was never tried, or any other reason.
    Other,
    /// It serves the tester's task or notes.
    Charter,
    /// It leads to a state in which something was never tried.
    Map,
}

impl ChoiceReason {
    const ALL: [(&'static str, Self); 4] = [
        ("untried", Self::Other),
        ("charter", Self::Charter),
        ("map", Self::Map),
        ("other", Self::Other),
    ];

    fn of(text: Option<&str>) -> Self {
        let text = text.unwrap_or_default().trim().to_lowercase();
        let named = Self::ALL.into_iter().find(|(word, _)| *word == text);
        named.map_or(Self::Other, |(_, reason)| reason)
    }
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
                "why": thought,
                "reason": { "type": "string", "enum": ChoiceReason::ALL.map(|(word, _)| word) },
                "input": { "type": "integer", "enum": numbers },
            },
            "required": ["why", "reason", "input"],
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
            "steps_left": 4,
            "findings": 1,
            "recent": [{ "did": "tap \"Teas\"", "effect": "led to \"Shop: Teas\"" }],
            "map": [
                { "state": "S1", "seen": "screen Start", "untried": 4, "steps": 1, "by": 3 },
            ],
            "lessons": ["\"Cups\" kept \"100\" of \"100000\""],
            "ranking": [1, 3, 2],
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
                    "led": { "to": "S1" }, "told": "invoked once, leads to S1 (\"screen Start\")",
                    "untried": 4,
                },
            ],
        })
    }
}

fn judged(context: &Context, reply: &Reply) -> ReplyJudgement {
    let why = reply.why.as_deref().map(str::trim).filter(|why| !why.is_empty());
    let thoughts = why.map(|why| ("Choice".to_owned(), why.to_owned())).into_iter().collect();
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
        return ReplyJudgement { reported: said, thoughts, complaint, ..ReplyJudgement::default() };
    };
    let reason = ChoiceReason::of(reply.reason.as_deref());
    let better = if better::is_justified(context, chosen, reason) {
        Vec::new()
    } else {
        better::better(&context.inputs, chosen, context.worn_out)
    };
    let complaint = (!better.is_empty()).then(|| {
        let says = better::complaint(&context.inputs, chosen, &better);
        CheckComplaint { check: BETTER.into(), says }
    });
    ReplyJudgement {
        answer: Some(json!(chosen.number)),
        reported: format!("{}. {}", chosen.number, chosen.words),
        thoughts,
        complaint,
        ..ReplyJudgement::default()
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
            // `say "tea"` is chosen by `tea` as well.
            let is_said = |input: &&Candidate| {
                let own = speech::normal(&input.words);
                own == said || own.strip_prefix("say ").is_some_and(|own| own == said)
            };
            let alike = || inputs.iter().find(|input| !said.is_empty() && is_said(input));
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
