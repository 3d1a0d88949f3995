//! The one question: what is said or done next?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::llm::json::object;
use crate::llm::{ModelQuery, ReplyJudgement};
use crate::protocol::CheckComplaint;

/// There is no answer in the reply, or not one that can be carried out.
pub const NO_REPLY: &str = "NO REPLY";

/// The most characters that are said at once.
const WORDS: usize = 300;

/// One turn of the conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatTurn {
    /// What was said or done; `None` for an opening.
    pub you: Option<String>,
    /// What the app said or showed.
    pub app: String,
}

/// Something that was turned down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedUtterance {
    /// What.
    pub what: String,
    /// Why; empty if no reason was given.
    pub why: String,
}

/// What the question is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatContext {
    /// True for a voice app.
    pub voice: bool,
    /// The conversation so far, the present turn last.
    pub turns: Vec<ChatTurn>,
    /// What can be done on a phone, numbered from 1.
    pub actions: Vec<String>,
    /// What the session is about.
    pub charter: Option<String>,
    /// What was turned down since the last action.
    pub refused: Vec<RefusedUtterance>,
}

/// What the model answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatAnswer {
    /// Words to say.
    Say(String),
    /// The number of an action, from 1.
    Number(usize),
}

impl ChatAnswer {
    /// The answer of a judgement.
    pub fn read(answer: Option<&Value>) -> Option<Self> {
        serde_json::from_value(answer?.clone()).ok()
    }

    /// Reads and checks the object in a reply.
    fn of(reply: &str, voice: bool, actions: usize) -> Result<Self, String> {
        let object = object(reply)?;
        if voice {
            let words = object.get("say").and_then(Value::as_str);
            let words = words.ok_or("Your answer has no words under \"say\".")?;
            let plain = |c: char| if c.is_control() { ' ' } else { c };
            let words: String = words.chars().map(plain).take(WORDS).collect();
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            if words.is_empty() {
                return Err("You said nothing.".into());
            }
            return Ok(Self::Say(words));
        }
        let number = object.get("number").and_then(Value::as_u64);
        let number = number.ok_or("Your answer has no number under \"number\".")?;
        let known = usize::try_from(number).ok().filter(|number| (1..=actions).contains(number));
        known.map(Self::Number).ok_or_else(|| format!("{number} is not a listed number."))
    }
}

/// The question.
pub struct ChatQuery;

impl ModelQuery for ChatQuery {
    fn name(&self) -> &'static str {
        "chatbot/reply"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let (name, kind) = if is_voice(context) {
            ("say", json!({ "type": "string", "maxLength": WORDS }))
        } else {
            ("number", json!({ "type": "integer", "minimum": 1, "maximum": actions(context) }))
        };
        Some(json!({
            "type": "object",
            "properties": { name: kind },
            "required": [name],
            "additionalProperties": false,
        }))
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_REPLY]
    }

    fn sample(&self) -> Value {
        let turn = |you: Option<&str>, app: &str| ChatTurn {
            you: you.map(str::to_owned),
            app: app.to_owned(),
        };
        let context = ChatContext {
            voice: true,
            turns: vec![
                turn(None, "Welcome. Would you like the phase of the moon, or a fact?"),
                turn(Some("a fact"), "The moon has no air. Another one?"),
            ],
            ..ChatContext::default()
        };
        // Plain data; it always has a JSON form.
        serde_json::to_value(&context).unwrap_or_default()
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        match ChatAnswer::of(reply, is_voice(context), actions(context)) {
            Ok(answer) => ReplyJudgement {
                reported: match &answer {
                    ChatAnswer::Say(words) => words.clone(),
                    ChatAnswer::Number(number) => format!("action {number}"),
                },
                answer: serde_json::to_value(&answer).ok(),
                ..ReplyJudgement::default()
            },
            Err(says) => ReplyJudgement {
                complaint: Some(CheckComplaint { check: NO_REPLY.into(), says }),
                ..ReplyJudgement::default()
            },
        }
    }
}

fn is_voice(context: &Value) -> bool {
    context.get("voice").and_then(Value::as_bool).unwrap_or_default()
}

fn actions(context: &Value) -> usize {
    context.get("actions").and_then(Value::as_array).map_or(0, Vec::len)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn judge(voice: bool, reply: &str) -> Result<ChatAnswer, String> {
        let context = json!({ "voice": voice, "actions": ["tap", "back"] });
        let judged = ChatQuery.judge(&context, reply);
        match judged.complaint {
            None => Ok(ChatAnswer::read(judged.answer.as_ref()).unwrap()),
            Some(complaint) => Err(complaint.says),
        }
    }

    #[test]
    fn replies_are_read() {
        let say = |words: &str| Ok(ChatAnswer::Say(words.into()));
        assert_eq!(judge(true, r#"{"say": "green tea"}"#), say("green tea"));
        assert_eq!(judge(true, "Sure!\n```json\n{\"say\": \" a\\n b\"}\n```"), say("a b"));
        assert_eq!(judge(false, r#"{"number": 2}"#), Ok(ChatAnswer::Number(2)));
    }

    #[test]
    fn what_is_no_answer() {
        for (voice, reply, says) in [
            (true, "", "no JSON object"),
            (true, "yes", "no JSON object"),
            (true, "} {", "no JSON object"),
            (true, r#"{"say": "  "}"#, "nothing"),
            (true, r#"{"number": 1}"#, "no words"),
            (false, r#"{"say": "tap"}"#, "no number"),
            (false, r#"{"number": 0}"#, "not a listed number"),
            (false, r#"{"number": 3}"#, "not a listed number"),
            (false, r#"{"number": -1}"#, "no number"),
        ] {
            let complaint = judge(voice, reply).unwrap_err();
            assert!(complaint.contains(says), "{reply}: {complaint}");
        }
    }

    proptest! {
        #[test]
        fn no_reply_makes_it_panic(reply: String, inner: String, voice: bool) {
            let _ = judge(voice, &reply);
            if let Ok(ChatAnswer::Say(words)) = judge(true, &json!({ "say": inner }).to_string()) {
                prop_assert!(words.chars().count() <= WORDS);
                prop_assert!(!words.chars().any(char::is_control));
            }
        }
    }
}
