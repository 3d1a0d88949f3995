//! The weak model: the mistakes of a small model, in an order that a seed decides. It refuses a third
//! of the time; otherwise it chats, writes wrong JSON, repeats its last reply, names what is not
//! there, or, one time in three, gives a reply of the right form with whatever comes first to hand.

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::json;

use super::question::Question;
use super::server::ScriptedModel;

/// See the module.
pub struct WeakModel {
    random: StdRng,
    last: String,
}

impl WeakModel {
    /// One whose mistakes follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { random: StdRng::seed_from_u64(seed), last: String::new() }
    }

    /// A number of the question's lists, mostly.
    fn number(&mut self) -> u64 {
        self.random.random_range(1..=8)
    }

    /// A reply of the right form.
    fn formed(&mut self, question: &Question) -> String {
        let number = self.number();
        let reply = if question.has("goal") {
            json!({ "why": "It looks interesting.", "goal": number, "begin": [], "texts": [] })
        } else if question.has("do") {
            json!({ "why": "It looks interesting.", "do": [number.to_string()] })
        } else if question.has("state") {
            json!({ "thought": "They look alike.", "state": format!("S{number}") })
        } else if question.has("rule") {
            let series = json!({ "field": number % 3, "bases": ["test", "-1"] });
            json!({ "rule": format!("rule {number}"), "data": { "fields": [series] } })
        } else if question.has("inputs") {
            json!({ "inputs": ["yes", "tell me more", "banana"] })
        } else if question.has("texts") {
            json!({ "texts": [{ "field": number, "text": "test" }] })
        } else if question.has("input") {
            json!({ "why": "This one.", "reason": "other", "input": number })
        } else if question.has("steps") {
            json!({
                "thought": "", "steps": [{ "do": "tap", "on": number }], "left_out": [],
                "summary": "Taps.",
            })
        } else {
            json!({ "text": "test" })
        };
        reply.to_string()
    }
}

impl ScriptedModel for WeakModel {
    fn reply(&mut self, question: &Question) -> String {
        if self.random.random_bool(1.0 / 3.0) {
            return "I'm sorry, but I cannot help with testing this app.".into();
        }
        let formed = self.formed(question);
        let reply = match self.random.random_range(0..6) {
            0 => format!("Sure! Here is what I would do:\n```json\n{formed}\n```\nGood luck!"),
            1 => formed.replace('"', "'").replace('}', ",}"),
            2 if !self.last.is_empty() => self.last.clone(),
            3 => "The first button looks promising, so let us try it.".into(),
            _ => formed,
        };
        self.last.clone_from(&reply);
        reply
    }
}
