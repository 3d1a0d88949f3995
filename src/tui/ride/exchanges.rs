//! All exchanges of a session: where each one is found, what they used, and what was asked again.

use std::collections::HashMap;

use super::thinking::{
    ExplorerThought, QuestionRound, QuestionRounds, QuestionStatus, ThoughtKind,
};
use super::{SessionMoment, SessionView};
use crate::protocol::{
    ExchangeId, ModelUsage, PromptSent, ReplyMissing, ReplyReceived, RulesAnswered,
};

/// Where an exchange is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExchangePosition {
    /// In the run.
    Run { moment: usize, thought: usize, round: usize },
    /// Among those asked again.
    Again { of: ExchangeId, attempt: usize, round: usize },
}

/// All exchanges of a session.
#[derive(Clone, Default)]
pub struct SessionExchanges {
    /// Those of the run, in order.
    order: Vec<ExchangeId>,
    places: HashMap<ExchangeId, ExchangePosition>,
    /// What was asked again, by the question's first exchange.
    again: HashMap<ExchangeId, Vec<QuestionRounds>>,
    /// What all replies used together, those asked again included.
    pub spent: ModelUsage,
    /// True once a reply came.
    any_answered: bool,
    /// True once one failed to come, other than by the tester's giving it up.
    any_failed: bool,
}

impl SessionExchanges {
    /// Those of the run, in order.
    pub fn order(&self) -> &[ExchangeId] {
        &self.order
    }

    /// True if the model was asked and never answered.
    pub const fn in_vain(&self) -> bool {
        self.any_failed && !self.any_answered
    }

    fn answered(&mut self, answered: &ReplyReceived) {
        self.spent += answered.usage;
        self.any_answered = true;
    }
}

impl SessionView {
    /// A prompt was sent.
    pub(super) fn asked(&mut self, at_ms: u64, asked: &PromptSent) {
        // A number stands for one exchange; a log that says otherwise is not followed.
        if self.exchanges.places.contains_key(&asked.exchange) {
            return;
        }
        let round = QuestionRound::new(at_ms, asked);
        let place = match asked.again {
            Some(of) => self.asked_again(of, round),
            None => self.asked_in_the_run(round),
        };
        let Some(place) = place else { return };
        self.exchanges.places.insert(asked.exchange, place);
        if matches!(place, ExchangePosition::Run { .. }) {
            self.exchanges.order.push(asked.exchange);
        }
    }

    fn asked_again(&mut self, of: ExchangeId, round: QuestionRound) -> Option<ExchangePosition> {
        let of = self.origin(of)?;
        let attempts = self.exchanges.again.entry(of).or_default();
        if !attempts.last().is_some_and(|last| last.goes_on_with(&round.asked)) {
            attempts.push(QuestionRounds::new(&round.asked.query));
        }
        let attempt = attempts.len() - 1;
        let question = attempts.last_mut()?;
        question.rounds.push(round);
        Some(ExchangePosition::Again { of, attempt, round: question.rounds.len() - 1 })
    }

    fn asked_in_the_run(&mut self, round: QuestionRound) -> Option<ExchangePosition> {
        let moment = self.moments.len().checked_sub(1)?;
        let here = self.moments.get_mut(moment)?;
        let goes_on = |question: &QuestionRounds| question.goes_on_with(&round.asked);
        let thought = match here.latest_question(goes_on) {
            Some(thought) => thought,
            None => here.think(ThoughtKind::Question(QuestionRounds::new(&round.asked.query))),
        };
        let question = here.question_mut(thought)?;
        question.rounds.push(round);
        Some(ExchangePosition::Run { moment, thought, round: question.rounds.len() - 1 })
    }

    /// The rules answered.
    pub(super) fn ruled(&mut self, ruled: &RulesAnswered) {
        let Some(here) = self.moments.last_mut() else { return };
        let thought = match here.latest_question(|question| question.waits_for_rules(ruled)) {
            Some(thought) => thought,
            None => here.think(ThoughtKind::Question(QuestionRounds::new(&ruled.query))),
        };
        if let Some(question) = here.question_mut(thought) {
            question.ruled = Some(ruled.clone());
        }
    }

    /// A reply came.
    pub(super) fn answered(&mut self, answered: &ReplyReceived) {
        self.exchanges.answered(answered);
        self.with_round(answered.exchange, |round| round.answered = Some(answered.clone()));
    }

    /// No reply came.
    pub(super) fn unanswered(&mut self, unanswered: &ReplyMissing) {
        self.exchanges.any_failed |= !unanswered.cancelled;
        self.with_round(unanswered.exchange, |round| round.unanswered = Some(unanswered.clone()));
    }

    /// Changes the round that `exchange` is.
    pub(super) fn with_round(
        &mut self,
        exchange: ExchangeId,
        change: impl FnOnce(&mut QuestionRound),
    ) {
        let Some(place) = self.exchanges.places.get(&exchange).copied() else { return };
        let round = match place {
            ExchangePosition::Run { moment, thought, round } => self
                .moments
                .get_mut(moment)
                .and_then(|moment| moment.question_mut(thought))
                .and_then(|question| question.rounds.get_mut(round)),
            ExchangePosition::Again { of, attempt, round } => self
                .exchanges
                .again
                .get_mut(&of)
                .and_then(|attempts| attempts.get_mut(attempt))
                .and_then(|question| question.rounds.get_mut(round)),
        };
        if let Some(round) = round {
            change(round);
        }
    }

    /// The question that `exchange` belongs to, in the run or asked again.
    pub fn question(&self, exchange: ExchangeId) -> Option<&QuestionRounds> {
        match self.exchanges.places.get(&exchange).copied()? {
            ExchangePosition::Run { moment, thought, .. } => {
                self.moments.get(moment)?.question(thought)
            }
            ExchangePosition::Again { of, attempt, .. } => self.attempts(of).get(attempt),
        }
    }

    /// The exchange itself.
    pub fn round(&self, exchange: ExchangeId) -> Option<&QuestionRound> {
        let place = match self.exchanges.places.get(&exchange)? {
            ExchangePosition::Run { round, .. } | ExchangePosition::Again { round, .. } => *round,
        };
        self.question(exchange)?.rounds.get(place)
    }

    /// The first exchange of the question in the run that `exchange` belongs to, or stands in for.
    pub fn origin(&self, exchange: ExchangeId) -> Option<ExchangeId> {
        match self.exchanges.places.get(&exchange)? {
            ExchangePosition::Run { .. } => self.question(exchange)?.exchange(),
            ExchangePosition::Again { of, .. } => Some(*of),
        }
    }

    /// The moment at which `exchange` was asked in the run.
    pub fn moment_of(&self, exchange: ExchangeId) -> Option<usize> {
        match self.exchanges.places.get(&exchange)? {
            ExchangePosition::Run { moment, .. } => Some(*moment),
            ExchangePosition::Again { of, .. } => match self.exchanges.places.get(of)? {
                ExchangePosition::Run { moment, .. } => Some(*moment),
                ExchangePosition::Again { .. } => None,
            },
        }
    }

    /// What was asked again in place of the question that begins with `first`, in order.
    pub fn attempts(&self, first: ExchangeId) -> &[QuestionRounds] {
        self.exchanges.again.get(&first).map_or(&[], Vec::as_slice)
    }

    /// The question that is asked now.
    pub fn asking(&self) -> Option<&QuestionRounds> {
        let last = self.moments.last()?.questions().next_back()?;
        (last.standing() == QuestionStatus::Open).then_some(last)
    }

    /// The model that is asked in this session; `None` if the rules decide alone.
    pub fn chat_model(&self) -> Option<&str> {
        self.started.as_ref()?.model.as_deref()
    }
}

impl SessionMoment {
    /// Adds a thought; gives its place.
    pub(super) fn think(&mut self, what: ThoughtKind) -> usize {
        self.thoughts.push(ExplorerThought { before: self.proposals.len(), what });
        self.thoughts.len() - 1
    }

    /// The place of the latest question for which `is_it` holds.
    fn latest_question(&self, is_it: impl Fn(&QuestionRounds) -> bool) -> Option<usize> {
        self.thoughts.iter().rposition(|thought| match &thought.what {
            ThoughtKind::Question(question) => is_it(question),
            _ => false,
        })
    }

    fn question(&self, thought: usize) -> Option<&QuestionRounds> {
        match &self.thoughts.get(thought)?.what {
            ThoughtKind::Question(question) => Some(question),
            _ => None,
        }
    }

    fn question_mut(&mut self, thought: usize) -> Option<&mut QuestionRounds> {
        match &mut self.thoughts.get_mut(thought)?.what {
            ThoughtKind::Question(question) => Some(question),
            _ => None,
        }
    }

    /// The questions of this moment, in order.
    pub fn questions(&self) -> impl DoubleEndedIterator<Item = &QuestionRounds> {
        self.thoughts.iter().filter_map(|thought| match &thought.what {
            ThoughtKind::Question(question) => Some(question),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests;
