//! The search for an input that the form takes (InputBlaster's module 1, without a model).

use std::collections::BTreeSet;

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
    /// The fields whose text is a model's.
    suggested: BTreeSet<usize>,
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
        Self {
            ideas,
            texts,
            suggested: BTreeSet::new(),
            rounds: 0,
            most_rounds,
            is_found: false,
            looks,
            is_unique: false,
        }
    }

    /// What is taken for valid.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The field at this place held `text` instead of what was taken for valid.
    pub(super) fn holds(&mut self, at: usize, text: &str) {
        text.clone_into(&mut self.texts[at]);
    }

    /// A model says that the field at this place takes `text`.
    pub(super) fn suggest(&mut self, at: usize, text: &str) {
        self.holds(at, text);
        self.suggested.insert(at);
    }

    /// What a model suggested was refused: unless it thinks again, the plausible texts come next. A model
    /// that knows nothing of the form would else leave it without a valid input.
    fn take_back(&mut self) {
        for at in std::mem::take(&mut self.suggested) {
            if let Some(own) = self.ideas[at].first() {
                self.texts[at].clone_from(own);
            }
        }
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
        if is_plain && !self.suggested.is_empty() {
            self.take_back();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::input_blaster::demands::FieldDemands;
    use crate::explorer::testing::{button, field, phone};

    #[test]
    fn what_a_model_says_comes_first_and_once_refused_the_plausible_texts_do() {
        let screen = phone(vec![field(1, "mail", "E-mail address"), button(2, "Save")]);
        let fields = fields::on_screen(&screen);
        let own = values::plausible(&screen.widgets[0], 0);
        let mut search = ValidSearch::new(&screen, &fields, vec![own.clone()], true, 4);
        let demands = FormDemands { fields: vec![FieldDemands::default()], relations: Vec::new() };
        let mut record = AttackRecord::new(true);
        let mut sends = |search: &mut ValidSearch, result: InputResult| {
            let input = search.next(&demands, &record).unwrap();
            record.add(&input, result);
            search.learn(&input, result, &[]);
            input.texts[0].clone()
        };
        search.suggest(0, "test");
        assert_eq!(sends(&mut search, InputResult::Refused), "test");
        assert_eq!(search.texts(), [own.as_str()], "what the other inputs are made from");
        // It thinks again, and is wrong again.
        search.suggest(0, "test, please");
        assert_eq!(sends(&mut search, InputResult::Refused), "test, please");
        assert_eq!(sends(&mut search, InputResult::Accepted), own);
        assert!(search.is_found);
    }

    #[test]
    fn a_text_of_a_model_that_was_taken_stays() {
        let screen = phone(vec![field(1, "mail", "E-mail address"), button(2, "Save")]);
        let fields = fields::on_screen(&screen);
        let mut search = ValidSearch::new(&screen, &fields, vec!["a".into()], true, 4);
        let demands = FormDemands { fields: vec![FieldDemands::default()], relations: Vec::new() };
        search.suggest(0, "bo@example.org");
        let input = search.next(&demands, &AttackRecord::new(true)).unwrap();
        search.learn(&input, InputResult::Accepted, &[]);
        assert_eq!(search.texts(), ["bo@example.org"]);
    }
}
