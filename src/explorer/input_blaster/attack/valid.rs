//! The search for an input that the form takes (InputBlaster's module 1, without a model).

use super::super::candidates::{CandidateInput, InputRule};
use super::super::demands::{FieldShape, FormDemands};
use super::super::fields::{self, AttackedField};
use super::super::record::AttackRecord;
use super::super::solver::solve;
use crate::domain::{Screen, values};
use crate::protocol::{InputResult, TriedInput};

/// Words that say that a text must be new.
const KNOWN: &[&str] = &["already", "exists", "in use", "taken", "duplicate", "have this", " new "];

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct ValidSearch {
    /// The plausible texts of each field, the likeliest first.
    ideas: Vec<Vec<String>>,
    /// What is taken for valid.
    texts: Vec<String>,
    rounds: usize,
    /// The most inputs that are sent to find a valid one.
    most_rounds: usize,
    /// The form took it.
    pub(super) is_found: bool,
    /// False if it is not looked for (the part `valid` is disabled).
    looks: bool,
    /// The form takes no text twice.
    is_unique: bool,
}

impl ValidSearch {
    pub(super) fn new(
        screen: &Screen,
        fields: &[AttackedField],
        plausible: Vec<String>,
        looks: bool,
        most_rounds: usize,
    ) -> Self {
        let of = |field: &AttackedField| {
            let widget = fields::widget(screen, &field.key);
            let ideas = widget.map(|widget| {
                let plausible =
                    (0..values::variants(widget)).map(|at| values::plausible(widget, at));
                plausible.collect::<Vec<_>>()
            });
            ideas.unwrap_or_default()
        };
        let ideas = fields.iter().map(of).collect();
        // Without the part, nobody knows what the other fields would have to hold.
        let texts = if looks { plausible } else { vec![String::new(); fields.len()] };
        Self { ideas, texts, rounds: 0, most_rounds, is_found: false, looks, is_unique: false }
    }

    /// What is taken for valid.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The field at this place held `text` instead of what was taken for valid.
    pub(super) fn holds(&mut self, at: usize, text: &str) {
        text.clone_into(&mut self.texts[at]);
    }

    /// The demands changed: what is taken for valid is made to fit them.
    pub(super) fn refit(&mut self, demands: &FormDemands) {
        self.texts = solve(demands, &self.texts, |_| false);
    }

    /// The plausible texts of each field.
    pub(super) fn variants(&self) -> &[Vec<String>] {
        &self.ideas
    }

    /// The fields whose text must be new each time.
    pub(super) fn unique(&self, demands: &FormDemands) -> Vec<usize> {
        let fields = demands.fields.iter().enumerate();
        let named = |shape: FieldShape| matches!(shape, FieldShape::Text | FieldShape::Mail);
        let first = fields.filter(|(_, field)| named(field.shape)).map(|(at, _)| at);
        if self.is_unique { first.take(1).collect() } else { Vec::new() }
    }

    /// The number of the round that comes next, from 1; `None` if a valid input was found, or is not
    /// looked for any more.
    pub(super) const fn round(&self) -> Option<usize> {
        if !self.looks || self.is_found || self.rounds >= self.most_rounds {
            None
        } else {
            Some(self.rounds + 1)
        }
    }

    /// The input that may be valid and comes next; `None` if one was taken, or none is looked for.
    pub(super) fn next(
        &mut self,
        demands: &FormDemands,
        record: &AttackRecord,
    ) -> Option<CandidateInput> {
        self.round()?;
        let mut texts = solve(demands, &self.texts, |_| false);
        for (at, ideas) in self.ideas.iter().enumerate() {
            if record.was_tried(&texts) {
                // Something of it was refused, but not told: another idea for one field.
                let other = ideas.get(self.rounds).unwrap_or(&self.texts[at]);
                texts[at].clone_from(other);
                texts = solve(demands, &texts, |_| false);
            }
        }
        if record.was_tried(&texts) {
            self.rounds = self.most_rounds;
            return None;
        }
        self.rounds += 1;
        self.texts.clone_from(&texts);
        let rule = InputRule { operation: TriedInput::VALID.into(), fields: Vec::new() };
        Some(CandidateInput { rule, group: "valid", texts, priority: 1.0 })
    }

    /// Takes in what came of `input`, after which the app said `says`. True if what is taken for valid
    /// changed.
    pub(super) fn learn(
        &mut self,
        input: &CandidateInput,
        result: InputResult,
        says: &[String],
    ) -> bool {
        let tells_known = |words: &String| {
            let words = format!(" {} ", words.to_lowercase());
            KNOWN.iter().any(|known| words.contains(known))
        };
        let was_unique = self.is_unique;
        self.is_unique |= result == InputResult::Refused && says.iter().any(tells_known);
        let is_plain = input.rule.operation == TriedInput::VALID;
        if is_plain && result == InputResult::Accepted {
            self.is_found = true;
            return true;
        }
        self.is_unique != was_unique
    }
}

/// `text`, so that it was not typed before: with a number in it.
pub(super) fn fresh(text: &str, number: usize) -> String {
    match text.split_once('@') {
        Some((name, host)) => format!("{name}{number}@{host}"),
        None => format!("{text} {number}"),
    }
}
