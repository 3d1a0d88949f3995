//! Reading a reply: the first JSON object in it, wherever it stands.
//!
//! Models put their JSON into code fences, behind prose or behind thoughts of their own. A reply is
//! only ever parsed, and no reply makes this panic or take long.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

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

/// The first JSON object in `reply`. What a reasoning model thinks aloud before its answer
/// (`<think>…</think>`) is not looked at.
pub fn object(reply: &str) -> Option<Map<String, Value>> {
    let answer = reply.rsplit_once("</think>").map_or(reply, |(_, answer)| answer);
    let answer = answer.get(..answer.floor_char_boundary(LONGEST)).unwrap_or(answer);
    let braces = answer.match_indices('{').take(ATTEMPTS);
    braces.filter_map(|(at, _)| answer.get(at..)).find_map(|rest| {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(Value::Object(object))) => Some(object),
            _ => None,
        }
    })
}

/// The first JSON object in `reply` as a `T`; fields that `T` does not know are left out.
///
/// # Errors
/// The complaint if there is no object or it is no `T`.
pub fn reply<T: DeserializeOwned>(reply: &str) -> Result<T, CheckComplaint> {
    let Some(object) = object(reply) else {
        let says = "There is no complete JSON object in the reply.";
        return Err(CheckComplaint { check: UNREADABLE.into(), says: says.into() });
    };
    serde_json::from_value(Value::Object(object)).map_err(|error| {
        let says = format!("The JSON object does not have the form asked for: {error}.");
        CheckComplaint { check: UNREADABLE.into(), says }
    })
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

    #[test]
    fn deep_and_long_nonsense_ends() {
        assert_eq!(object(&"{".repeat(1_000_000)), None);
        assert_eq!(object(&r#"{"a":"#.repeat(100_000)), None);
        assert_eq!(object(&"ü{".repeat(200_000)), None);
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
