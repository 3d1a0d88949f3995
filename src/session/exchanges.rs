//! All exchanges of a session: where each one is found, and what was asked again beside the run.

use std::collections::HashMap;

use super::Timeline;
use super::question::{ModelExchange, ModelQuestion, QuestionStatus, ThoughtKind};
use super::step::ThoughtPosition;
use crate::protocol::{Event, ExchangeId, PromptSent, RulesAnswered};

/// Where an exchange is found: its question, and its place among that question's rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ExchangePosition {
    question: QuestionPosition,
    round: usize,
    /// The first exchange of the question.
    first: ExchangeId,
}

/// Where a question is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionPosition {
    /// Among those asked before the first observation.
    Opening { place: usize },
    /// Among the thoughts of a moment.
    Moment { moment: usize, thought: usize },
    /// Among those that ask a question of the run again.
    Again { of: ExchangeId, attempt: usize },
}

/// The exchanges of a session by their numbers.
#[derive(Clone, Debug, Default)]
pub struct SessionExchanges {
    /// All of them, in order.
    all: Vec<ExchangeId>,
    /// Those of the run, in order.
    run: Vec<ExchangeId>,
    positions: HashMap<ExchangeId, ExchangePosition>,
    /// What was asked before the first observation: nothing, unless the log lost its beginning.
    opening: Vec<ModelQuestion>,
    /// What was asked again, by the first exchange of the question in the run.
    again: HashMap<ExchangeId, Vec<ModelQuestion>>,
}

impl SessionExchanges {
    /// Those of the run, in order; what was asked again beside it is left out.
    pub fn order(&self) -> &[ExchangeId] {
        &self.run
    }
}

/// The exchange that `event` tells more of.
const fn continued(event: &Event) -> Option<ExchangeId> {
    Some(match event {
        Event::Retried(retried) => retried.exchange,
        Event::Answered(answered) => answered.exchange,
        Event::Unanswered(unanswered) => unanswered.exchange,
        Event::Checked(checked) => checked.exchange,
        _ => return None,
    })
}

impl Timeline {
    /// Takes in what the explorer asked, and what came of it.
    pub(super) fn asking(&mut self, at_ms: u64, event: &Event) {
        match event {
            Event::Asked(asked) => return self.asked(at_ms, asked),
            Event::Ruled(ruled) => return self.ruled(ruled),
            _ => {}
        }
        let Some(id) = continued(event) else { return };
        let Some(position) = self.exchanges.positions.get(&id).copied() else { return };
        let question = self.question_at_mut(position.question);
        if let Some(exchange) = question.and_then(|known| known.rounds.get_mut(position.round)) {
            exchange.apply(event);
        }
    }

    fn asked(&mut self, at_ms: u64, asked: &PromptSent) {
        // A number stands for one exchange; a log that says otherwise is not followed.
        if self.exchanges.positions.contains_key(&asked.exchange) {
            return;
        }
        let position = match asked.again {
            Some(of) => self.asked_again(of, asked),
            None => self.asked_in_the_run(asked),
        };
        let Some(question) = self.question_at_mut(position) else { return };
        let round = question.rounds.len();
        let first = question.exchange().unwrap_or(asked.exchange);
        question.rounds.push(ModelExchange::new(at_ms, asked));
        let exchanges = &mut self.exchanges;
        let known = ExchangePosition { question: position, round, first };
        exchanges.positions.insert(asked.exchange, known);
        exchanges.all.push(asked.exchange);
        if asked.again.is_none() {
            exchanges.run.push(asked.exchange);
        }
        self.step_mut(asked.step).thoughts.push(ThoughtPosition::Exchange(asked.exchange));
    }

    /// The question that `asked` belongs to, beside the run. It is kept even if the log lost what it
    /// asks again.
    fn asked_again(&mut self, of: ExchangeId, asked: &PromptSent) -> QuestionPosition {
        let of = self.origin(of).unwrap_or(of);
        let attempts = self.exchanges.again.entry(of).or_default();
        if !attempts.last().is_some_and(|last| last.goes_on_with(asked)) {
            attempts.push(ModelQuestion::new(&asked.query));
        }
        QuestionPosition::Again { of, attempt: attempts.len() - 1 }
    }

    /// The question that `asked` belongs to, in the run.
    fn asked_in_the_run(&mut self, asked: &PromptSent) -> QuestionPosition {
        let latest = self.moments.len().saturating_sub(1);
        let Some(here) = self.moments.last_mut() else {
            let opening = &mut self.exchanges.opening;
            if !opening.last().is_some_and(|last| last.goes_on_with(asked)) {
                opening.push(ModelQuestion::new(&asked.query));
            }
            return QuestionPosition::Opening { place: opening.len() - 1 };
        };
        let thought = match here.latest_question(|known| known.goes_on_with(asked)) {
            Some(thought) => thought,
            None => here.think(ThoughtKind::Question(ModelQuestion::new(&asked.query))),
        };
        QuestionPosition::Moment { moment: latest, thought }
    }

    fn ruled(&mut self, ruled: &RulesAnswered) {
        let Some(moment) = self.moments.len().checked_sub(1) else { return };
        let Some(here) = self.moments.get_mut(moment) else { return };
        let thought = match here.latest_question(|known| known.waits_for_rules(ruled)) {
            Some(thought) => thought,
            None => here.think(ThoughtKind::Question(ModelQuestion::new(&ruled.query))),
        };
        if let Some(question) = here.question_mut(thought) {
            question.ruled = Some(ruled.clone());
            let position = ThoughtPosition::Ruled { moment, thought };
            self.step_mut(ruled.step).thoughts.push(position);
        }
    }

    fn question_at(&self, position: QuestionPosition) -> Option<&ModelQuestion> {
        match position {
            QuestionPosition::Opening { place } => self.exchanges.opening.get(place),
            QuestionPosition::Moment { moment, thought } => {
                self.moments.get(moment)?.question(thought)
            }
            QuestionPosition::Again { of, attempt } => self.attempts(of).get(attempt),
        }
    }

    fn question_at_mut(&mut self, position: QuestionPosition) -> Option<&mut ModelQuestion> {
        match position {
            QuestionPosition::Opening { place } => self.exchanges.opening.get_mut(place),
            QuestionPosition::Moment { moment, thought } => {
                self.moments.get_mut(moment)?.question_mut(thought)
            }
            QuestionPosition::Again { of, attempt } => {
                self.exchanges.again.get_mut(&of)?.get_mut(attempt)
            }
        }
    }

    /// All exchanges in order, those asked again beside the run included.
    pub fn all_exchanges(&self) -> impl Iterator<Item = &ModelExchange> {
        self.exchanges.all.iter().filter_map(|id| self.exchange(*id))
    }

    /// The questions of the run, in order, each with its feedback rounds.
    pub fn questions(&self) -> impl Iterator<Item = &ModelQuestion> {
        let seen = self.moments.iter().flat_map(super::SessionMoment::questions);
        self.exchanges.opening.iter().chain(seen)
    }

    /// The question that `exchange` belongs to, in the run or asked again.
    pub fn question(&self, exchange: ExchangeId) -> Option<&ModelQuestion> {
        self.question_at(self.exchanges.positions.get(&exchange)?.question)
    }

    /// The exchange with this number.
    pub fn exchange(&self, id: ExchangeId) -> Option<&ModelExchange> {
        let ExchangePosition { question, round, .. } = self.exchanges.positions.get(&id)?;
        self.question_at(*question)?.rounds.get(*round)
    }

    /// The first exchange of the question in the run that `exchange` belongs to, or asks again.
    pub fn origin(&self, exchange: ExchangeId) -> Option<ExchangeId> {
        let position = self.exchanges.positions.get(&exchange)?;
        match position.question {
            QuestionPosition::Again { of, .. } => Some(of),
            _ => Some(position.first),
        }
    }

    /// True if an exchange with this number was begun.
    pub(super) fn knows_exchange(&self, exchange: ExchangeId) -> bool {
        self.exchanges.positions.contains_key(&exchange)
    }

    /// The moment of the exchange that `event` tells more of.
    pub(super) fn moment_changed_by(&self, event: &Event) -> Option<usize> {
        match self.exchanges.positions.get(&continued(event)?)?.question {
            QuestionPosition::Moment { moment, .. } => Some(moment),
            _ => None,
        }
    }

    /// The moment at which `exchange`, or the one it asks again, was asked in the run.
    pub fn moment_of(&self, exchange: ExchangeId) -> Option<usize> {
        let of = self.origin(exchange)?;
        match self.exchanges.positions.get(&of)?.question {
            QuestionPosition::Moment { moment, .. } => Some(moment),
            _ => None,
        }
    }

    /// What was asked again in place of the question that begins with `first`, in order.
    pub fn attempts(&self, first: ExchangeId) -> &[ModelQuestion] {
        self.exchanges.again.get(&first).map_or(&[], Vec::as_slice)
    }

    /// The question that is asked now.
    pub fn asking_now(&self) -> Option<&ModelQuestion> {
        let last = self.moments.last()?.questions().next_back()?;
        (last.status() == QuestionStatus::Open).then_some(last)
    }
}
