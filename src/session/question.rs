//! What was asked, answered and checked before a proposal, question by question.

use crate::protocol::{
    AbstractionChanged, ActionsAdded, CheckComplaint, Event, ExchangeId, ModelUsage, PromptForm,
    PromptSent, ReplyChecked, ReplyMissing, ReplyReceived, RequestRetried, RulesAnswered,
    StatesMerged,
};

/// Something the explorer did about a moment on the way to a proposal.
#[derive(Clone, Debug)]
pub struct ExplorerThought {
    /// How many proposals the moment had then: it belongs to the next one.
    pub before: usize,
    /// What it was.
    pub what: ThoughtKind,
}

/// See [`ExplorerThought`].
#[derive(Clone, Debug)]
pub enum ThoughtKind {
    /// It asked the model, or the rules.
    Question(ModelQuestion),
    /// It took a state for the same in meaning as another.
    Merged(StatesMerged),
    /// It added actions to a state.
    Added(ActionsAdded),
    /// What tells states apart changed.
    Abstraction(AbstractionChanged),
    /// The list of goals changed, in words.
    Goal(String),
}

impl ExplorerThought {
    /// The question, if it is one.
    pub const fn question(&self) -> Option<&ModelQuestion> {
        match &self.what {
            ThoughtKind::Question(question) => Some(question),
            _ => None,
        }
    }
}

/// One question with all its rounds.
#[derive(Clone, Debug)]
pub struct ModelQuestion {
    /// Its name, which is its prompt's path too: `elevate/states`.
    pub query: String,
    /// The question and each round of feedback, in order; none if only the rules were asked.
    pub rounds: Vec<ModelExchange>,
    /// What the rules answered, if they did.
    pub ruled: Option<RulesAnswered>,
}

/// One exchange: a prompt with what came of it.
#[derive(Clone, Debug)]
pub struct ModelExchange {
    /// When it was sent, in milliseconds since the session started.
    pub at_ms: u64,
    /// What was sent.
    pub asked: PromptSent,
    /// Attempts that failed, in order.
    pub retried: Vec<RequestRetried>,
    /// The reply.
    pub answered: Option<ReplyReceived>,
    /// Why there is none.
    pub unanswered: Option<ReplyMissing>,
    /// What was made of the reply.
    pub checked: Option<ReplyChecked>,
}

/// How far a question got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionStatus {
    /// A reply is awaited, or being checked.
    Open,
    /// A reply passed all checks.
    Accepted,
    /// The latest reply did not pass.
    Refused,
    /// No reply came.
    Unanswered,
    /// The tester gave it up.
    GivenUp,
    /// No model was asked.
    Ruled,
}

impl ModelExchange {
    /// The exchange `asked`, sent at `at_ms`.
    pub fn new(at_ms: u64, asked: &PromptSent) -> Self {
        Self {
            at_ms,
            asked: asked.clone(),
            retried: Vec::new(),
            answered: None,
            unanswered: None,
            checked: None,
        }
    }

    /// Takes in an event that is about this exchange.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Retried(retried) => self.retried.push(retried.clone()),
            Event::Answered(answered) => self.answered = Some(answered.clone()),
            Event::Unanswered(unanswered) => self.unanswered = Some(unanswered.clone()),
            Event::Checked(checked) => self.checked = Some(checked.clone()),
            _ => {}
        }
    }

    /// What is wrong with its reply.
    pub fn complaint(&self) -> Option<&CheckComplaint> {
        self.checked.as_ref()?.complaint.as_ref()
    }

    /// How far it got.
    pub fn status(&self) -> QuestionStatus {
        match (&self.checked, &self.unanswered) {
            (Some(checked), _) if checked.complaint.is_none() => QuestionStatus::Accepted,
            (Some(_), _) => QuestionStatus::Refused,
            (None, Some(unanswered)) if unanswered.cancelled => QuestionStatus::GivenUp,
            (None, Some(_)) => QuestionStatus::Unanswered,
            (None, None) => QuestionStatus::Open,
        }
    }

    /// What it used, once that is known.
    pub fn usage(&self) -> ModelUsage {
        self.answered.as_ref().map(|answered| answered.usage).unwrap_or_default()
    }
}

impl ModelQuestion {
    /// The question that the rules or a model are asked.
    pub fn new(query: &str) -> Self {
        Self { query: query.to_owned(), rounds: Vec::new(), ruled: None }
    }

    /// Takes in an event that is about this question, told at `at_ms`: its next round, or what came
    /// of the latest one.
    pub fn apply(&mut self, at_ms: u64, event: &Event) {
        match event {
            Event::Asked(asked) => self.rounds.push(ModelExchange::new(at_ms, asked)),
            event => {
                if let Some(exchange) = self.rounds.last_mut() {
                    exchange.apply(event);
                }
            }
        }
    }

    /// The first exchange, by which the whole question is known.
    pub fn exchange(&self) -> Option<ExchangeId> {
        self.rounds.first().map(|round| round.asked.exchange)
    }

    /// How far it got; what the rules answered counts only if no model was asked.
    pub fn status(&self) -> QuestionStatus {
        self.rounds.last().map_or(QuestionStatus::Ruled, ModelExchange::status)
    }

    /// What was answered: by the model if that was accepted, else by the rules, else what was
    /// read from the latest reply. Empty for nothing.
    pub fn answer(&self) -> &str {
        let read = self.rounds.iter().rev().find_map(|round| round.checked.as_ref());
        let read = read.map_or("", |checked| checked.answer.as_str());
        match &self.ruled {
            Some(ruled) if self.status() != QuestionStatus::Accepted => &ruled.answer,
            _ => read,
        }
    }

    /// What all rounds used.
    pub fn usage(&self) -> ModelUsage {
        self.rounds.iter().fold(ModelUsage::default(), |mut sum, round| {
            sum += round.usage();
            sum
        })
    }

    /// How long all replies took, in milliseconds.
    pub fn took_ms(&self) -> u64 {
        let took =
            |round: &ModelExchange| round.answered.as_ref().map_or(0, |answered| answered.took_ms);
        self.rounds.iter().map(took).fold(0, u64::saturating_add)
    }

    /// Rounds of feedback.
    pub fn feedback_rounds(&self) -> usize {
        self.rounds.iter().filter(|round| round.asked.form == PromptForm::Feedback).count()
    }

    /// True if `asked` continues it: the next round behind a reply that did not pass.
    pub fn goes_on_with(&self, asked: &PromptSent) -> bool {
        let last = self.rounds.last();
        self.query == asked.query
            && asked.round > 0
            && last.is_some_and(|last| {
                last.asked.round.checked_add(1) == Some(asked.round)
                    && last.status() == QuestionStatus::Refused
            })
    }

    /// True if the rules may still answer it.
    pub fn waits_for_rules(&self, ruled: &RulesAnswered) -> bool {
        let open = !matches!(self.status(), QuestionStatus::Accepted | QuestionStatus::Open);
        self.query == ruled.query && self.ruled.is_none() && open
    }

    /// What it asks, in words for somebody who does not know the system.
    pub fn title(&self) -> String {
        title(&self.query)
    }
}

/// What the query of this name asks, in words for somebody who does not know the system.
pub fn title(query: &str) -> String {
    let name = query.rsplit('/').next().unwrap_or_default();
    match name {
        "states" => "Which known state is this?".into(),
        "inputs" => "What can be done here?".into(),
        "exploration" => "What next?".into(),
        other => {
            let words = other.replace(['_', '-'], " ");
            let mut letters = words.trim().chars();
            match letters.next() {
                Some(first) => format!("{}{}", first.to_uppercase(), letters.as_str()),
                None => "A question".into(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_plain_words() {
        let titles = ["elevate/states", "elevate/inputs", "elevate/exploration"].map(title);
        assert_eq!(titles, ["Which known state is this?", "What can be done here?", "What next?"]);
        let titles = ["vision_droid/bug_monitor", "x/", "", "ask-twice"].map(title);
        assert_eq!(titles, ["Bug monitor", "A question", "A question", "Ask twice"]);
    }
}
