//! Before and after, question by question and in sum.

use serde_json::{Value, json};

use super::outcome::QuestionOutcome;
use crate::protocol::{ExchangeId, ModelUsage, PromptForm};

/// A question before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomePair {
    /// Its exchange in the recorded session.
    pub exchange: ExchangeId,
    /// The step it was asked for.
    pub step: u64,
    /// The recorded form; now it is asked in the long one.
    pub form: PromptForm,
    /// As it was recorded.
    pub before: QuestionOutcome,
    /// The outcome now.
    pub after: QuestionOutcome,
}

/// All pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptComparison {
    /// The session's folder.
    pub session: String,
    /// The question's name.
    pub query: String,
    /// Where the prompt that was tried comes from.
    pub prompt: String,
    /// The model that was asked.
    pub model: String,
    /// The number of recorded questions.
    pub questions: usize,
    /// Those that were.
    pub pairs: Vec<OutcomePair>,
}

/// The sum of outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OutcomeTotals {
    /// Questions.
    pub questions: u64,
    /// Questions whose first reply passed the checks.
    pub first_accepted: u64,
    /// Questions of which a reply passed the checks.
    pub accepted: u64,
    /// Rounds of feedback.
    pub feedback_rounds: u64,
    /// Answers for which the rules have an order, and those that are first in it.
    pub ranked: u64,
    /// See `ranked`.
    pub agreed: u64,
    /// Chosen inputs of which the session knows what they lead to, and those that led to a new
    /// state.
    pub known_effects: u64,
    /// See `known_effects`.
    pub led_to_new: u64,
    /// What all used.
    pub usage: ModelUsage,
}

/// How many came to the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    /// Those that did.
    pub same: u64,
    /// Those that did not.
    pub different: u64,
    /// Those for which this is unknown.
    pub unknown: u64,
}

impl OutcomeTotals {
    fn of<'a>(outcomes: impl Iterator<Item = &'a QuestionOutcome>) -> Self {
        let mut sum = Self::default();
        for outcome in outcomes {
            sum.questions += 1;
            sum.first_accepted += u64::from(outcome.first_accepted());
            sum.accepted += u64::from(outcome.accepted);
            sum.feedback_rounds += outcome.rounds();
            sum.ranked += u64::from(outcome.rank.is_some());
            sum.agreed += u64::from(outcome.rank == Some(1));
            sum.known_effects += u64::from(outcome.led_to_new.is_some());
            sum.led_to_new += u64::from(outcome.led_to_new == Some(true));
            sum.usage += outcome.usage;
        }
        sum
    }

    fn json(&self) -> Value {
        json!({
            "questions": self.questions,
            "first_accepted": self.first_accepted,
            "accepted": self.accepted,
            "feedback_rounds": self.feedback_rounds,
            "rules": {"ranked": self.ranked, "agreed": self.agreed},
            "effects": {"known": self.known_effects, "led_to_new": self.led_to_new},
            "input_tokens": self.usage.input_tokens,
            "output_tokens": self.usage.output_tokens,
            "cost_usd": self.usage.cost_usd,
            "estimated": self.usage.estimated,
        })
    }
}

impl PromptComparison {
    /// The sum of the recorded outcomes, for the questions that were asked now.
    pub fn before(&self) -> OutcomeTotals {
        OutcomeTotals::of(self.pairs.iter().map(|pair| &pair.before))
    }

    /// The sum of what came now.
    pub fn after(&self) -> OutcomeTotals {
        OutcomeTotals::of(self.pairs.iter().map(|pair| &pair.after))
    }

    /// How many came to the same.
    pub fn answers(&self) -> AnswerCounts {
        let mut answers = AnswerCounts::default();
        for pair in &self.pairs {
            match pair.before.same(&pair.after) {
                Some(true) => answers.same += 1,
                Some(false) => answers.different += 1,
                None => answers.unknown += 1,
            }
        }
        answers
    }

    /// Questions that were asked in the short form then.
    pub fn short(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.form == PromptForm::Short).count()
    }

    /// All of it.
    pub fn json(&self) -> Value {
        let pairs = self.pairs.iter().map(|pair| {
            json!({
                "exchange": pair.exchange,
                "step": pair.step,
                "form": pair.form,
                "before": pair.before.json(),
                "after": pair.after.json(),
                "same": pair.before.same(&pair.after),
            })
        });
        let AnswerCounts { same, different, unknown } = self.answers();
        json!({
            "session": self.session,
            "query": self.query,
            "prompt": self.prompt,
            "model": self.model,
            "questions": self.questions,
            "exchanges": pairs.collect::<Vec<_>>(),
            "before": self.before().json(),
            "after": self.after().json(),
            "answers": {"same": same, "different": different, "unknown": unknown},
        })
    }
}
