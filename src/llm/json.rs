//! Reading a reply: the first JSON object in it, wherever it stands.
//!
//! Models put their JSON into code fences, behind prose or behind thoughts of their own, and they
//! write comments and trailing commas into it (those are mended). An object within a broken
//! one is never taken for the answer: the complaint is about the outer one. A reply is only ever
//! parsed, and no reply makes this panic or take long.

mod relaxed;

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer};
use serde_json::{Map, Value};

use self::relaxed::MendedObject;
use super::ReplyJudgement;
use crate::protocol::CheckComplaint;

/// The check that says that a reply could not be read.
pub const UNREADABLE: &str = "UNREADABLE REPLY";
/// The check that says that what was recorded with an exchange does not fit its query.
pub const CONTEXT: &str = "CONTEXT ERROR";

/// So many opening braces are tried before a reply counts as having no object.
const ATTEMPTS: usize = 64;
/// So much of a reply is read, in bytes.
const LONGEST: usize = 256 * 1024;
/// So many characters in front of an error are quoted in the complaint.
const QUOTED: usize = 40;

/// The first JSON object in `reply`. What a reasoning model thinks aloud before its answer
/// (`<think>…</think>`) is not looked at.
///
/// # Errors
/// What is wrong with the first object, in one sentence, if none can be read.
pub fn object(reply: &str) -> Result<Map<String, Value>, String> {
    let answer = reply.rsplit_once("</think>").map_or(reply, |(_, answer)| answer);
    let mut rest = answer.get(..answer.floor_char_boundary(LONGEST)).unwrap_or(answer);
    let mut error = None;
    for _ in 0..ATTEMPTS {
        let Some(at) = rest.find('{') else { break };
        rest = rest.get(at..).unwrap_or_default();
        if !relaxed::is_object(rest) {
            rest = rest.get(1..).unwrap_or_default();
            continue;
        }
        let Some(MendedObject { json, length }) = relaxed::mended(rest) else {
            let says = "The JSON object in the reply is not complete: it has no end.".to_owned();
            error.get_or_insert(says);
            break;
        };
        match serde_json::from_str(&json) {
            Ok(object) => return Ok(object),
            Err(wrong) => {
                error.get_or_insert_with(|| broken(&json, &wrong));
            }
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    Err(error.unwrap_or_else(|| "There is no JSON object in the reply.".to_owned()))
}

/// What is wrong with `json`, and behind which words.
fn broken(json: &str, wrong: &serde_json::Error) -> String {
    let line = json.split('\n').nth(wrong.line().saturating_sub(1)).unwrap_or_default();
    let before = line.get(..line.floor_char_boundary(wrong.column())).unwrap_or(line);
    let start = before.char_indices().rev().nth(QUOTED).map_or(0, |(at, _)| at);
    let before = before.get(start..).unwrap_or_default();
    format!("The JSON object in the reply is broken behind `{before}`: {wrong}.")
}

/// The first JSON object in `reply` as a `T`; fields that `T` does not know are left out.
///
/// # Errors
/// The complaint if there is no object or it is no `T`: with the place and the field.
pub fn reply<T: DeserializeOwned>(reply: &str) -> Result<T, CheckComplaint> {
    let complaint = |says| CheckComplaint { check: UNREADABLE.into(), says };
    let object = object(reply).map_err(complaint)?;
    let names: Vec<&str> = object.keys().map(String::as_str).collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let field = error.path().to_string();
        complaint(match field.as_str() {
            "." => format!(
                "The JSON object does not have the form asked for: {}. Its fields are: {names}.",
                error.inner()
            ),
            field => format!("In the JSON object, {field:?} is wrong: {}.", error.inner()),
        })
    })
}

/// Reads a number that may be written as a text: `5`, `"5"`, `"5."`, `"[5]"`.
///
/// # Errors
/// If it is neither.
pub fn number<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(usize),
        Words(String),
        Other(Value),
    }
    let other = |what: String| de::Error::custom(format!("{what} is no number of the list"));
    match Written::deserialize(from)? {
        Written::Number(number) => Ok(number),
        Written::Words(words) => leading_number(&words)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(number, _)| number)
            .ok_or_else(|| other(format!("{words:?}"))),
        Written::Other(value) => Err(other(value.to_string())),
    }
}

/// The number that `text` begins with as lists write it, and what follows it: `8. Save`, `[8]`.
pub fn leading_number(text: &str) -> Option<(usize, &str)> {
    let text = text.trim().trim_start_matches(['[', '(', '#']);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let marks = |c: char| c.is_whitespace() || matches!(c, '.' | ')' | ']' | ':');
    let bare = rest.trim_start_matches(marks);
    // "5th" is a word.
    let ends = rest.is_empty() || rest.starts_with(marks);
    digits.parse().ok().filter(|_| ends).map(|number| (number, bare))
}

/// What `judge` finds in `reply`, given what the exchange was made from; the complaint if one of
/// the two cannot be read.
pub fn judged<C: DeserializeOwned, R: DeserializeOwned>(
    made_from: &Value,
    reply: &str,
    judge: impl FnOnce(&C, &R) -> ReplyJudgement,
) -> ReplyJudgement {
    let read = context(made_from).and_then(|context| Ok((context, self::reply(reply)?)));
    match read {
        Ok((context, reply)) => judge(&context, &reply),
        Err(complaint) => {
            ReplyJudgement { complaint: Some(complaint), ..ReplyJudgement::default() }
        }
    }
}

/// What an exchange was made from, as a `T`.
///
/// # Errors
/// The complaint if it is no `T`: it was recorded by another version, or by another query.
pub fn context<T: DeserializeOwned>(context: &Value) -> Result<T, CheckComplaint> {
    T::deserialize(context).map_err(|error| {
        let says = format!("What was recorded with the question does not fit it: {error}.");
        CheckComplaint { check: CONTEXT.into(), says }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Answer {
        state: String,
        #[serde(default)]
        thought: String,
    }

    fn state(text: &str) -> Option<String> {
        reply::<Answer>(text).ok().map(|answer| answer.state)
    }

    #[rstest]
    #[case::bare(r#"{"state": "S1"}"#)]
    #[case::fenced("Here it is:\n```json\n{\"state\": \"S1\", \"more\": [1]}\n```\nAnything else?")]
    #[case::after_prose(r#"The set {S1, S2} is small, so {"thought": "a } b", "state": "S1"}"#)]
    #[case::after_thinking(r#"<think>{"state": "S9"}?</think>{"state": "S1"} {"state": "S2"}"#)]
    #[case::first_of_two(r#"{"state": "S1"}{"state": "S2"}"#)]
    fn an_object_is_found(#[case] text: &str) {
        assert_eq!(state(text).as_deref(), Some("S1"));
    }

    #[rstest]
    #[case::nothing("")]
    #[case::prose("It is S1.")]
    #[case::cut(r#"{"state": "S1"#)]
    #[case::list(r#"["S1"]"#)]
    #[case::wrong_type(r#"{"state": 1}"#)]
    #[case::missing(r#"{"thought": "S1"}"#)]
    fn what_is_no_answer_is_a_complaint(#[case] text: &str) {
        assert_eq!(reply::<Answer>(text).unwrap_err().check, UNREADABLE);
    }

    #[derive(Debug, Deserialize)]
    struct Steps {
        steps: Vec<Step>,
    }

    #[derive(Debug, Deserialize)]
    struct Step {
        #[serde(deserialize_with = "number")]
        on: usize,
    }

    /// A plan as a chat model wrote it: with a comment, a trailing comma and a number in quotes.
    #[test]
    fn harmless_slips_are_mended() {
        let plan = "```json\n{\n  \"steps\": [\n    {\"on\": \"5\"}, // the name first\n    \
                    {\"on\": 6,},\n  ],\n}\n```";
        assert_eq!(reply::<Steps>(plan).unwrap().steps[0].on, 5);
    }

    /// What each complaint must name: the outer object, never one within it.
    #[rstest]
    #[case::broken_outside(
        r#"{"steps": [{"on": 1}], "summary": }"#,
        "behind `{\"steps\": [{\"on\": 1}], \"summary\": }`: expected value"
    )]
    #[case::cut(r#"{"steps": [{"on": 1}, {"on": 2}"#, "it has no end")]
    #[case::type_within(
        r#"{"steps": [{"on": 1}, {"on": "the name"}]}"#,
        "\"steps[1].on\" is wrong: \"the name\" is no number"
    )]
    #[case::other_name(
        r#"{"plan": [{"on": 1}], "note": ""}"#,
        "missing field `steps`. Its fields are: plan, note."
    )]
    #[case::nothing("I cannot help with that.", "no JSON object")]
    fn complaints_name_the_outer_error(#[case] text: &str, #[case] says: &str) {
        let complaint = reply::<Steps>(text).unwrap_err();
        assert!(complaint.says.contains(says), "{}", complaint.says);
    }

    #[rstest]
    #[case("8", Some((8, "")))]
    #[case("8. tap \"New note\"", Some((8, "tap \"New note\"")))]
    #[case("[8]", Some((8, "")))]
    #[case("5th street", None)]
    #[case("tap 8", None)]
    #[case("", None)]
    fn numbers_are_read_as_lists_write_them(
        #[case] text: &str,
        #[case] read: Option<(usize, &str)>,
    ) {
        assert_eq!(leading_number(text), read);
    }

    #[test]
    fn deep_and_long_nonsense_ends() {
        assert!(object(&"{".repeat(1_000_000)).is_err());
        assert!(object(&r#"{"a":"#.repeat(100_000)).is_err());
        assert!(object(&"ü{".repeat(200_000)).is_err());
    }

    proptest! {
        #[test]
        fn no_reply_panics_it(text in ".{0,200}|[{}\\[\\]\":,a-c0-9 ]{0,80}") {
            let _ = object(&text);
        }

        #[test]
        fn an_object_survives_whatever_stands_around_it(
            before in "[^{}]{0,40}",
            value in "[^\\p{C}]{0,20}",
            after in ".{0,40}",
        ) {
            prop_assume!(!after.contains("</think>") && !value.contains("</think>"));
            let object = serde_json::json!({ "state": value });
            prop_assert_eq!(state(&format!("{before}{object}{after}")), Some(value));
        }
    }
}
