//! What came of one question.

use serde_json::{Value, json};

use crate::domain::BlobId;
use crate::protocol::{ModelUsage, ReplyMissing};
use crate::session::ModelQuestion;

/// What came of one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionOutcome {
    /// Times it was asked: the question and its rounds of feedback.
    pub asked: u64,
    /// Replies that came.
    pub replies: u64,
    /// The checks that complained, in order.
    pub complaints: Vec<String>,
    /// True if a reply passed the checks.
    pub accepted: bool,
    /// What it used.
    pub usage: ModelUsage,
    /// The last reply.
    pub reply: Option<BlobId>,
    /// What was read from the accepted reply, in one line.
    pub reported: String,
    /// The same in the question's own form.
    pub answer: Option<Value>,
    /// The place of the answer in the order of the rules, from 1, if the question has one.
    pub rank: Option<usize>,
    /// Whether the chosen input led to a state that was new, if the session knows.
    pub led_to_new: Option<bool>,
    /// Why no reply came, and what can be done about it.
    pub unanswered: Option<(String, Option<String>)>,
}

impl QuestionOutcome {
    /// What came of `question`.
    pub fn of(question: &ModelQuestion) -> Self {
        let mut outcome = Self { asked: question.rounds.len() as u64, ..Self::default() };
        for exchange in &question.rounds {
            if let Some(answered) = &exchange.answered {
                outcome.replies += 1;
                outcome.usage += answered.usage;
                outcome.reply = Some(answered.reply.clone());
            }
            if let Some(ReplyMissing { why, hint, .. }) = &exchange.unanswered {
                outcome.unanswered = Some((why.clone(), hint.clone()));
            }
            if let Some(checked) = &exchange.checked {
                match &checked.complaint {
                    Some(complaint) => outcome.complaints.push(complaint.check.clone()),
                    None => {
                        outcome.accepted = true;
                        outcome.reported.clone_from(&checked.answer);
                    }
                }
            }
        }
        outcome
    }

    /// Rounds of feedback.
    pub const fn rounds(&self) -> u64 {
        self.asked.saturating_sub(1)
    }

    /// True if the first reply passed the checks.
    pub const fn first_accepted(&self) -> bool {
        self.accepted && self.complaints.is_empty()
    }

    /// The answer in one line, or what came instead of one.
    pub fn words(&self) -> String {
        match (self.accepted, &self.unanswered) {
            (true, _) => self.reported.clone(),
            (false, Some((why, _))) => format!("(rules: {why})"),
            (false, None) => "(rules)".to_owned(),
        }
    }

    /// The first reply's fate, in a word or two.
    pub fn first(&self) -> String {
        match self.complaints.first() {
            Some(check) => check.clone(),
            None if self.accepted => "accepted".to_owned(),
            None => "none".to_owned(),
        }
    }

    /// Whether both answers are the same; `None` if that is unknown: if a reply is missing,
    /// or the rules answered both times.
    pub fn same(&self, other: &Self) -> Option<bool> {
        match (self.accepted, other.accepted) {
            (true, true) => Some(match (&self.answer, &other.answer) {
                (Some(one), Some(two)) => one == two,
                _ => self.reported == other.reported,
            }),
            (false, false) => None,
            _ if self.unanswered.is_some() || other.unanswered.is_some() => None,
            _ => Some(false),
        }
    }

    /// All of it.
    pub fn json(&self) -> Value {
        json!({
            "first_accepted": self.first_accepted(),
            "accepted": self.accepted,
            "feedback_rounds": self.rounds(),
            "complaints": self.complaints,
            "input_tokens": self.usage.input_tokens,
            "output_tokens": self.usage.output_tokens,
            "cost_usd": self.usage.cost_usd,
            "estimated": self.usage.estimated,
            "answer": if self.accepted { Value::from(self.reported.clone()) } else { Value::Null },
            "rules_rank": self.rank,
            "led_to_new": self.led_to_new,
            "unanswered": self.unanswered.as_ref().map(|(why, _)| why),
        })
    }
}
