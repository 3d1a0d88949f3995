//! The model leads: once the rules show little that is new, it is asked what to do next on the present screen, as a
//! chatbot is, with what was done and shown before.
//!
//! Rules are ahead as long as nearly any untried button shows something new; then what is left takes sense: to make an entry, find it
//! again, change and share it. A goal that is chosen from a list of screens does not lead there, a conversation does
//! (docs/eval.md, "Sessions of 120 steps"). What a reply names is a goal on the present screen, so the tester sees and edits it
//! like any other. [`turn`] decides who leads.

mod folding;
mod inputs;
mod not_reached;
mod retried;
mod told;
pub mod turn;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::inputs::{RefusedInputs, disabled, done_on, listed};
pub use self::not_reached::{not_run, not_shown};
pub use self::retried::{FruitlessTaps, RetriedInputs};
pub use self::told::{LeadTurn, ToldTurns};
use super::{BUG, PURPOSE, STEP, WHY, line};
use crate::explorer::shared::tester_words::RefusedInput;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// The reply names nothing to do, or a number that is not listed.
pub const NO_INPUT: &str = "NO INPUT ERROR";

/// The most inputs of a reply.
const DO: usize = 5;

/// How a number is done beside tapping it.
const GESTURES: [&str; 2] = ["long tap", "double tap"];

/// The question.
pub struct LeadQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LeadContext {
    /// Actions that are left; `None` if there is no limit.
    pub steps_left: Option<u64>,
    /// What the app is for, in one line; asked for if nobody knows it yet.
    pub purpose: Option<String>,
    /// What was refused here.
    pub refused: Vec<RefusedInput>,
    /// What replies took for bugs, the latest last.
    pub suspected: Vec<String>,
    /// The names of the screens that were seen.
    pub seen: Vec<String>,
    /// The names of parts of the app that it declares and that were never seen.
    #[serde(default)]
    pub unseen: Vec<String>,
    /// Those of them that an input by words starts.
    #[serde(default)]
    pub starts: Vec<String>,
    /// True if it is measured how many functions of the app run.
    #[serde(default)]
    pub counts_code: bool,
    /// The names of functions of the app's code that never ran.
    #[serde(default)]
    pub not_run: Vec<String>,
    /// Texts of the app that were never shown.
    #[serde(default)]
    pub not_shown: Vec<String>,
    /// True if files that the app offers are given to it when it asks for one.
    #[serde(default)]
    pub keeps_files: bool,
    /// What was done before, the newest last.
    pub turns: Vec<LeadTurn>,
    /// What of the latest reply was not done, and why; empty if all was.
    #[serde(default)]
    pub left_out: String,
    /// What fields of the screen made of texts.
    pub lessons: Vec<String>,
    /// The name of the present screen.
    pub screen: String,
    /// Its texts.
    pub texts: Vec<String>,
    /// What can be seen and not be done there.
    #[serde(default)]
    pub disabled: Vec<String>,
    /// What can be done there.
    pub inputs: Vec<LeadInput>,
    /// Other screens where something was never done.
    pub elsewhere: Vec<LeadPlace>,
}

/// Another screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadPlace {
    /// Its letter, from A.
    pub letter: char,
    /// What it is called.
    pub screen: String,
    /// How many known steps lead there.
    pub away: u32,
    /// True if the path there restarts the app, which loses what is open and was not saved.
    #[serde(default)]
    pub restarts: bool,
    /// What was never done there.
    pub untried: Vec<String>,
}

/// Something that can be done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadInput {
    /// Its number in the list, from 1.
    pub number: usize,
    /// How it is called.
    pub name: String,
    /// If it types: its field.
    pub field: Option<String>,
    /// True if the field is hidden: without a text the program types one of its own, so none need be named.
    #[serde(default)]
    pub is_hidden: bool,
    /// True if it was never done in any state of this activity or page.
    pub is_new: bool,
    /// What is known of it: what it holds or is set to, and where it led.
    pub note: String,
}

/// What a reply asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadChoice {
    /// The letter of the screen to go to before; `None` for the present one.
    #[serde(default)]
    pub place: Option<char>,
    /// The inputs, in order.
    #[serde(rename = "do")]
    pub inputs: Vec<String>,
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

/// A reply as it is written: an input by its number or its words, one alone without a list.
#[derive(Deserialize)]
struct Reply {
    #[serde(rename = "do", alias = "begin", alias = "number", alias = "input")]
    inputs: Named,
    #[serde(default)]
    why: String,
    #[serde(default)]
    purpose: String,
    #[serde(default)]
    bug: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Named {
    Number(usize),
    Words(String),
    Several(Vec<Self>),
}

impl Named {
    fn words(&self) -> Vec<String> {
        match self {
            Self::Number(number) => vec![number.to_string()],
            Self::Words(words) => vec![words.clone()],
            Self::Several(several) => several.iter().flat_map(Self::words).collect(),
        }
    }
}

impl ModelQuery for LeadQuery {
    fn name(&self) -> &'static str {
        "elevate/lead"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: LeadContext = json::context(context).ok()?;
        let mut schema = json!({
            "type": "object",
            "properties": {
                "why": { "type": "string", "maxLength": WHY },
                "do": {
                    "type": "array",
                    "items": { "type": "string", "maxLength": STEP },
                    "minItems": 1,
                    "maxItems": DO,
                },
                "bug": { "type": "string", "maxLength": BUG },
            },
            "required": ["why", "do"],
            "additionalProperties": false,
        });
        if context.purpose.is_none() {
            schema["properties"]["purpose"] = json!({ "type": "string", "maxLength": PURPOSE });
            schema["required"] = json!(["purpose", "why", "do"]);
        }
        Some(schema)
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_INPUT, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "steps_left": 40,
            "purpose": "ordering tea",
            "refused": [{ "input": "tap Button \"Empty the cart\"", "reason": "it deletes" }],
            "suspected": ["\"Total 7\" for 3 and 5 cups"],
            "seen": ["ShopActivity · Shop", "CartActivity · Cart"],
            "unseen": ["AddressActivity", "VoucherActivity"],
            "starts": ["VoucherActivity"],
            "counts_code": true,
            "not_run": ["applyVoucher", "shareCart"],
            "not_shown": ["Your cart is empty"],
            "keeps_files": true,
            "turns": [
                {
                    "did": "tap \"Teas\"", "effect": "led to \"TeasActivity · Teas\"",
                    "ran": 9, "shows": ["Green tea", "Black tea"],
                },
                { "did": "tap \"Green tea\"", "effect": "led to \"TeaActivity · Green tea\"", "shows": [] },
            ],
            "left_out": "not there: \"Save\"",
            "lessons": ["\"Cups\" kept \"100\" of \"100000\""],
            "screen": "TeaActivity · Green tea",
            "texts": ["From Uji, first harvest", "4.50"],
            "disabled": ["Order"],
            "inputs": [
                {
                    "number": 1, "name": "type into \"Cups\"", "field": "Cups", "is_new": true,
                    "note": "empty",
                },
                { "number": 2, "name": "tap \"Gift\"", "field": null, "is_new": true, "note": "off" },
                {
                    "number": 3, "name": "tap \"Cart\"", "field": null, "is_new": false,
                    "note": "led to \"CartActivity · Cart\"",
                },
            ],
            "elsewhere": [
                {
                    "letter": "A", "screen": "ShopActivity: Shop", "away": 2, "restarts": true,
                    "untried": ["tap \"Sort\""],
                },
            ],
        })
    }
}

fn judged(context: &LeadContext, reply: &Reply) -> ReplyJudgement {
    let (why, bug) = (line(&reply.why, WHY), line(&reply.bug, BUG));
    let thoughts = [("Why", &why), ("Bug", &bug)].into_iter().filter(|(_, text)| !text.is_empty());
    let thoughts = thoughts.map(|(name, text)| (name.to_owned(), text.clone())).collect();
    let mut inputs = Vec::new();
    let mut complaint = None;
    let mut words = reply.inputs.words();
    words.truncate(DO);
    let place = words.first().and_then(|first| place(context, first));
    for words in words.iter().skip(usize::from(place.is_some())) {
        match named(context, words) {
            Ok(name) => inputs.push(name),
            // What comes before it can be done.
            Err(says) => {
                complaint = Some(says);
                break;
            }
        }
    }
    let reported = place.into_iter().map(String::from).chain(inputs.iter().cloned());
    let reported = reported.collect::<Vec<_>>().join(", ");
    if inputs.is_empty() && place.is_none() {
        let says = complaint.unwrap_or_else(|| "There is nothing under \"do\".".to_owned());
        let complaint = Some(CheckComplaint { check: NO_INPUT.into(), says });
        return ReplyJudgement { reported, thoughts, complaint, ..ReplyJudgement::default() };
    }
    let purpose = line(&reply.purpose, PURPOSE);
    let choice = LeadChoice { place, inputs, why, purpose, bug };
    ReplyJudgement { answer: Some(json!(choice)), reported, thoughts, ..ReplyJudgement::default() }
}

/// The letter of another screen, if `words` are one.
fn place(context: &LeadContext, words: &str) -> Option<char> {
    let bare = words.trim().trim_end_matches(['.', ':']).to_uppercase();
    let mut places = context.elsewhere.iter().map(|place| place.letter);
    places.find(|letter| bare == letter.to_string())
}

/// The input that `words` mean: by its number, with a text for a field after it, or by its name.
fn named(context: &LeadContext, words: &str) -> Result<String, String> {
    let has_lines = words.contains('\n');
    let words = line(&words.replace('\n', "\\n"), STEP);
    if let Some((gesture, number)) = by_gesture(&words) {
        return Ok(with_gesture(listed_as(context, number)?, gesture));
    }
    let Some((number, rest)) = json::leading_number(&words) else {
        return if words.is_empty() { Err("An input is empty.".to_owned()) } else { Ok(words) };
    };
    let input = listed_as(context, number)?;
    let Some(field) = &input.field else { return Ok(with_gesture(input, rest)) };
    if rest.is_empty() && !input.is_hidden && !words.trim_end().ends_with(':') {
        return Err(format!("Say what {number} types: \"{number}: text\"."));
    }
    if rest.starts_with("type ") {
        return Ok(rest.to_owned());
    }
    let plain = || if has_lines { rest.replace("\\n", "\n") } else { rest.to_owned() };
    let text = serde_json::from_str(rest).unwrap_or_else(|_| plain());
    Ok(format!("type {} into {}", json!(text), json!(field)))
}

/// The input whose number is `number`.
fn listed_as(context: &LeadContext, number: usize) -> Result<&LeadInput, String> {
    let found = context.inputs.iter().find(|input| input.number == number);
    found.ok_or_else(|| format!("{number} is not a listed number."))
}

/// The gesture and the number of `long tap 2`.
fn by_gesture(words: &str) -> Option<(&'static str, usize)> {
    GESTURES.into_iter().find_map(|gesture| {
        let number = words.strip_prefix(gesture)?.trim().parse().ok()?;
        Some((gesture, number))
    })
}

/// The name of `input`, done by the gesture that `words` are, if it is tapped or typed into.
fn with_gesture(input: &LeadInput, words: &str) -> String {
    let bare = words.trim().trim_start_matches('*').to_lowercase();
    let gesture = GESTURES.into_iter().find(|gesture| bare == *gesture);
    let tapped = input.name.strip_prefix("tap ").map(str::to_owned);
    let on = tapped.or_else(|| Some(json!(input.field.as_ref()?).to_string()));
    gesture.zip(on).map_or_else(|| input.name.clone(), |(gesture, on)| format!("{gesture} {on}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::elevate::goals::resolve;

    fn context() -> LeadContext {
        serde_json::from_value(LeadQuery.sample()).unwrap()
    }

    fn does(reply: &str) -> Vec<String> {
        let judgement = LeadQuery.judge(&json!(context()), reply);
        let choice = judgement.answer.map(serde_json::from_value::<LeadChoice>);
        choice.map_or_else(Vec::new, |choice| choice.unwrap().inputs)
    }

    #[test]
    fn numbers_texts_and_names_are_inputs() {
        let reply =
            r#"{"why": "It is ordered.", "do": [2, "1: 3 cups", "3. tap Cart", "press back"]}"#;
        let named =
            [r#"tap "Gift""#, r#"type "3 cups" into "Cups""#, r#"tap "Cart""#, "press back"];
        assert_eq!(does(reply), named);
        assert_eq!(does(r#"{"do": "2"}"#), [r#"tap "Gift""#]);
        assert_eq!(does(r#"{"why": "", "number": 3}"#), [r#"tap "Cart""#]);
        let quoted = r#"{"do": ["1: \"a \\\"b\\\"\"", "type \"4\" into \"Cups\""]}"#;
        assert_eq!(does(quoted), [r#"type "a \"b\"" into "Cups""#, r#"type "4" into "Cups""#]);
        let text = |reply: &str| resolve::named_text(&does(reply)[0]).unwrap().text;
        assert_eq!(text(r#"{"do": ["1: Ada\nEve"]}"#), "Ada\nEve", "a line each");
        assert_eq!(text(r#"{"do": ["1: C:\\new"]}"#), r"C:\new");
        assert_eq!(text(r#"{"do": ["1: 👩\u200d💻"]}"#), "👩\u{200d}💻", "joined as it was");
    }

    /// A player answered "1: long tap", which tapped.
    #[test]
    fn a_number_may_have_a_gesture() {
        for words in ["2: long tap", "2. *Long tap", "long tap 2"] {
            assert_eq!(does(&format!(r#"{{"do": ["{words}"]}}"#)), [r#"long tap "Gift""#]);
        }
        assert_eq!(does(r#"{"do": ["2: double tap"]}"#), [r#"double tap "Gift""#]);
        assert_eq!(does(r#"{"do": ["2: tap it long"]}"#), [r#"tap "Gift""#]);
        assert_eq!(does(r#"{"do": ["long tap 2 eggs"]}"#), ["long tap 2 eggs"]);
        assert_eq!(does(r#"{"do": ["long tap 1"]}"#), [r#"long tap "Cups""#], "nothing is typed");
    }

    #[test]
    fn what_comes_before_a_wrong_number_is_done() {
        assert_eq!(does(r#"{"do": [2, 9]}"#), [r#"tap "Gift""#]);
        let complaint = LeadQuery.judge(&json!(context()), r#"{"do": [9, 2]}"#).complaint.unwrap();
        assert_eq!(
            (complaint.check.as_str(), complaint.says.as_str()),
            (NO_INPUT, "9 is not a listed number.")
        );
    }

    #[test]
    fn a_letter_goes_to_another_screen_first() {
        let place = |reply: &str| {
            let answer = LeadQuery.judge(&json!(context()), reply).answer.unwrap();
            let choice: LeadChoice = serde_json::from_value(answer).unwrap();
            (choice.place, choice.inputs)
        };
        let sort = || vec![r#"tap "Sort""#.to_owned()];
        assert_eq!(place(r#"{"do": ["A", "tap \"Sort\""]}"#), (Some('A'), sort()));
        assert_eq!(place(r#"{"do": ["a."]}"#), (Some('A'), Vec::new()));
        assert_eq!(place(r#"{"do": ["tap \"Sort\""]}"#), (None, sort()));
    }

    #[test]
    fn a_field_is_emptied_by_a_text_without_words() {
        assert_eq!(does(r#"{"do": ["1:"]}"#), [r#"type "" into "Cups""#]);
    }

    #[test]
    fn a_field_needs_a_text_unless_it_is_hidden() {
        let mut hidden = context();
        hidden.inputs[0].is_hidden = true;
        let answer = LeadQuery.judge(&json!(hidden), r#"{"do": ["1"]}"#).answer.unwrap();
        assert_eq!(answer["do"], json!([r#"type "" into "Cups""#]));
        let complaint = LeadQuery.judge(&json!(context()), r#"{"do": ["1"]}"#).complaint.unwrap();
        assert_eq!(complaint.says, "Say what 1 types: \"1: text\".");
    }
}
