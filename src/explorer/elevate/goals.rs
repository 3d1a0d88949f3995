//! Goals on a display: where in the app to go next, and what to do there.
//!
//! Rules know which button of a screen was never tapped; a model knows what a screen is for. So on a
//! display a model is not asked for each action. Every few steps it is shown the screens where
//! something is left to do, and chooses one, with the inputs to begin with and texts that fit each
//! other. In between the rules walk there and act. (Elevate asks for each input, since its voice
//! apps say what can be done; see prompts/README.md.)
//!
//! `screens` remembers what screens take, `options` are the screens to choose from, `pursuit` carries
//! a goal out. Goals are events, so that the tester sees, edits and reorders them.

mod account;
mod lead;
mod names;
mod options;
mod phase;
mod present;
mod pursuit;
mod reach;
mod resolve;
mod screens;
mod steps;
mod suspicion;
#[cfg(test)]
mod tests;
mod turned;
mod vocabulary;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::lead::LeadQuery;
pub use self::phase::{GoalMemory, GoalStep};
use crate::explorer::shared::output;
use crate::explorer::shared::tester_words::RefusedInput;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::{CheckComplaint, GoalText};

/// The reply chooses no listed goal.
pub const NO_GOAL: &str = "NO GOAL ERROR";

/// The most inputs that a goal begins with.
const BEGIN: usize = 10;
/// The most texts of a goal.
const TEXTS: usize = 6;
/// The most characters of an input's name.
const INPUT: usize = 120;
/// The most characters of a text.
const TEXT: usize = 200;
/// The most characters of an input to begin with: it may type a text, in which signs have a backslash before them.
const STEP: usize = INPUT + 2 * TEXT;
/// The most characters of a reason.
const WHY: usize = 240;
/// The most characters of what the app is for.
const PURPOSE: usize = 120;
/// The most characters of what is taken for a bug.
const BUG: usize = 240;

/// The question.
pub struct GoalsQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GoalsContext {
    /// Actions that are left; `None` if there is no limit.
    pub steps_left: Option<u64>,
    /// States known so far.
    pub known: usize,
    /// In how many of their latest steps the rules showed something new.
    #[serde(default)]
    pub rules_new: usize,
    /// So many steps.
    #[serde(default)]
    pub rules_of: usize,
    /// So many steps of a goal that show nothing new are carried out at once.
    #[serde(default)]
    pub allowed: u32,
    /// What the app is for, in one line; asked for with the first goal.
    #[serde(default)]
    pub purpose: Option<String>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// The tester's latest notes.
    pub notes: Vec<String>,
    /// What was refused here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedInput>,
    /// The latest actions with what they did, the newest last.
    pub last: Vec<String>,
    /// What fields of the screen made of texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lessons: Vec<String>,
    /// The latest goals with what came of them, the newest last.
    pub earlier: Vec<String>,
    /// The forms that led on once they were sent, by the names of their screens.
    #[serde(default)]
    pub made: Vec<String>,
    /// What replies took for bugs, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspected: Vec<String>,
    /// The present screen.
    pub output: String,
    /// What many pages have, this one included, by its labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_many: Vec<String>,
    /// What can be chosen. The last one leaves the choice to the rules.
    pub options: Vec<GoalOption>,
}

/// A screen to go to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalOption {
    /// Its number in the list, from 1.
    pub number: usize,
    /// What the screen is called; empty for the choice of the rules.
    pub screen: String,
    /// How many known steps lead there; 0 for the present screen.
    pub away: u32,
    /// The inputs that were never invoked there; of the present screen those that its table does not show.
    pub untried: Vec<String>,
    /// Some that led to other screens.
    #[serde(default)]
    pub led_on: Vec<String>,
    /// The fields there.
    pub fields: Vec<String>,
    /// The choices there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// What sends them; empty for nothing known.
    pub sends: Vec<String>,
    /// Why it is in the list.
    pub reasons: Vec<String>,
    /// If the option is about the tester's task: the untried inputs there that fit it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub task: Vec<String>,
    /// If the option is about a finding: what kind it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub finding: String,
}

/// What a reply chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalChoice {
    /// The number of the goal.
    pub goal: usize,
    /// The inputs to begin with.
    #[serde(default)]
    pub begin: Vec<String>,
    /// The texts to type.
    #[serde(default)]
    pub texts: Vec<GoalText>,
    /// Why.
    #[serde(default)]
    pub why: String,
    /// What the app is for, if that was asked.
    #[serde(default)]
    pub purpose: String,
    /// What is wrong with the app, in one line; empty if nothing is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bug: String,
}

impl ModelQuery for GoalsQuery {
    fn name(&self) -> &'static str {
        "elevate/goals"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: GoalsContext = json::context(context).ok()?;
        let numbers: Vec<usize> = context.options.iter().map(|option| option.number).collect();
        let mut schema = json!({
            "type": "object",
            "properties": {
                "why": { "type": "string", "maxLength": WHY },
                "goal": { "type": "integer", "enum": numbers },
                "begin": {
                    "type": "array",
                    "items": { "type": "string", "maxLength": STEP },
                    "maxItems": BEGIN,
                },
                "bug": { "type": "string", "maxLength": BUG },
            },
            "required": ["why", "goal", "begin"],
            "additionalProperties": false,
        });
        if context.purpose.is_none() {
            schema["properties"]["purpose"] = json!({ "type": "string", "maxLength": PURPOSE });
            schema["required"] = json!(["purpose", "why", "goal", "begin"]);
        }
        Some(schema)
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_GOAL, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "steps_left": 40,
            "known": 6,
            "rules_new": 3,
            "rules_of": 10,
            "allowed": 4,
            "purpose": "ordering tea",
            "charter": "ordering",
            "notes": ["the prices look odd"],
            "refused": [{ "input": "tap Button \"Empty the cart\"", "reason": "it deletes" }],
            "last": ["tap \"Teas\": another screen", "tap \"Sort\": nothing happened"],
            "lessons": ["\"Cups\" kept \"100\" of \"100000\""],
            "earlier": ["tap \"Cart\" in \"ShopActivity: Shop\": 2 new states"],
            "made": ["OrderActivity: New order"],
            "suspected": ["\"Total 7\" for 3 and 5 cups"],
            "output": "screen TeasActivity \"Teas\"\n* button \"Green tea\"\nbutton \"Sort\"",
            "on_many": ["Cart"],
            "options": [
                {
                    "number": 1, "screen": "TeasActivity: Teas", "away": 0,
                    "untried": ["long tap \"Green tea\""], "led_on": [],
                    "fields": [], "sends": [],
                    "reasons": [],
                },
                {
                    "number": 2, "screen": "OrderActivity: New order", "away": 2, "untried": [],
                    "fields": ["Cups", "Voucher"], "choices": ["Size"], "sends": ["\"Order\""],
                    "reasons": ["fits the task"],
                },
                {
                    "number": 3, "screen": "OrderActivity: New order", "away": 2, "untried": [],
                    "fields": [], "sends": [], "reasons": [], "task": ["tap \"Order\""],
                },
                {
                    "number": 4, "screen": "CartActivity: Cart", "away": 1, "untried": [],
                    "fields": [], "sends": [], "reasons": [], "finding": "crash",
                },
                {
                    "number": 5, "screen": "", "away": 0, "untried": [], "fields": [], "sends": [],
                    "reasons": [],
                },
            ],
        })
    }
}

fn judged(context: &GoalsContext, reply: &GoalChoice) -> ReplyJudgement {
    let why = line(&reply.why, WHY);
    let bug = line(&reply.bug, BUG);
    let thoughts = [("Why", &why), ("Bug", &bug)].into_iter().filter(|(_, text)| !text.is_empty());
    let thoughts = thoughts.map(|(name, text)| (name.to_owned(), text.clone())).collect();
    let Some(option) = context.options.iter().find(|option| option.number == reply.goal) else {
        let says = format!(
            "There is no goal with the number {}. Choose one of the numbers 1 to {}.",
            reply.goal,
            context.options.len()
        );
        let complaint = Some(CheckComplaint { check: NO_GOAL.into(), says });
        let reported = reply.goal.to_string();
        return ReplyJudgement { reported, thoughts, complaint, ..ReplyJudgement::default() };
    };
    // A text may have several lines; the name of the input that types it has one.
    let begin = reply.begin.iter().map(|input| line(&input.replace('\n', "\\n"), STEP));
    let begin: Vec<String> = begin.filter(|input| !input.is_empty()).take(BEGIN).collect();
    let texts = reply.texts.iter().take(TEXTS).map(|typed| GoalText {
        field: line(&typed.field, INPUT),
        text: typed.text.chars().filter(|c| !c.is_control() || *c == '\n').take(TEXT).collect(),
    });
    let texts: Vec<GoalText> =
        texts.filter(|typed| !typed.field.is_empty() && !typed.text.is_empty()).collect();
    let reported = format!("{}. {}", option.number, option.reported(&begin, &texts));
    let purpose = line(&reply.purpose, PURPOSE);
    let choice = GoalChoice { goal: option.number, begin, texts, why, purpose, bug };
    ReplyJudgement { answer: Some(json!(choice)), reported, thoughts, ..ReplyJudgement::default() }
}

/// `text` of a reply on one line, of at most `most` characters.
fn line(text: &str, most: usize) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    output::cut(text.trim(), most)
}

impl GoalOption {
    /// About how many characters it takes in a question.
    pub fn length(&self) -> usize {
        let names = [
            &self.untried,
            &self.led_on,
            &self.fields,
            &self.choices,
            &self.sends,
            &self.reasons,
            &self.task,
        ];
        let names = names.into_iter().flatten().map(|name| name.chars().count() + 2);
        self.screen.chars().count() + names.sum::<usize>()
    }

    /// True if it names anything to do.
    pub fn says(&self) -> bool {
        let names = [&self.untried, &self.led_on, &self.fields, &self.choices, &self.task];
        !self.finding.is_empty() || names.iter().any(|names| !names.is_empty())
    }

    /// What is done first if a reply does not say it.
    pub fn own_begin(&self) -> &[String] {
        &self.task
    }

    /// The goal in one line: what is done first, and on which screen.
    pub fn reported(&self, begin: &[String], texts: &[GoalText]) -> String {
        let is_plain = begin.is_empty() && texts.is_empty();
        let begin = if is_plain { self.own_begin() } else { begin };
        if self.screen.is_empty() {
            return "The rules choose.".to_owned();
        }
        let mut first: Vec<String> =
            texts.iter().map(|typed| format!("{:?} into {:?}", typed.text, typed.field)).collect();
        first.extend(begin.iter().cloned());
        let first = if !first.is_empty() {
            first.join(", ")
        } else if self.finding.is_empty() {
            "what is untried".into()
        } else {
            format!("what is untried beside the {}", self.finding)
        };
        output::cut(&format!("{first}, in {:?}", self.screen), 200)
    }
}
