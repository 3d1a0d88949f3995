//! Another unit is chosen: what is measured is shown in it, and is still the same.
//!
//! Source: "setting and configuration failures" and "numerical calculation errors" of VisionDroid's pilot study;
//! SetDroid (Sun et al., ISSTA 2021) on settings that are not applied.

use std::collections::HashMap;

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::labels::LabelMeaning;
use crate::domain::{Action, Screen, labels};
use crate::oracle::reading::{Measure, UnitChoice, measures, named_unit};

/// What an app may convert by a rounder factor, as a share of the amount.
const ROUNDED: f64 = 0.0025;

/// So many measures are remembered at most; then it begins anew.
const REMEMBERED: usize = 1_000;

/// Remembers what was measured, until anything may have changed it.
#[derive(Debug, Default)]
struct SeenMeasures {
    known: HashMap<String, (Measure, u64)>,
}

impl SeenMeasures {
    /// Each measure of the screen after with what it was when it was seen last.
    fn again(&mut self, turn: &RuleTurn<'_>) -> Vec<(Measure, Measure, u64)> {
        if changes_amounts(turn) || self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let judged =
            turn.after().filter(|after| !after.dialog && !after.keyboard && !labels::plays(after));
        let Some(after) = judged else { return Vec::new() };
        let page = page_key(after);
        let mut pairs = Vec::new();
        for measure in measures(after) {
            let key = format!("{page}|{}", measure.name);
            let seen = (measure.clone(), turn.step());
            if let Some((was, step)) = self.known.insert(key, seen) {
                pairs.push((was, measure, step));
            }
        }
        pairs
    }
}

/// True if what is measured may be another amount after the turn.
fn changes_amounts(turn: &RuleTurn<'_>) -> bool {
    match turn.action() {
        Some(Action::Type { .. } | Action::Clear) => true,
        Some(Action::Tap { target }) => {
            let label = target.label.to_lowercase();
            let changes = labels::words(&label).into_iter().filter_map(labels::meaning).any(|it| {
                matches!(
                    it,
                    LabelMeaning::Delete
                        | LabelMeaning::Undo
                        | LabelMeaning::Add
                        | LabelMeaning::Change
                )
            });
            let fields =
                |screen: &Screen| screen.widgets.iter().any(crate::domain::Widget::is_field);
            changes || (labels::sends(target) && turn.before().is_some_and(fields))
        }
        _ => false,
    }
}

/// Remembers what was measured.
#[derive(Debug, Default)]
pub(super) struct WrongConversion {
    seen: SeenMeasures,
}

impl BugRule for WrongConversion {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after() else { return Vec::new() };
        let page = page_key(after);
        let pairs = self.seen.again(turn).into_iter();
        let wrong = pairs.filter(|(was, is, _)| is_other_amount(was, is));
        let found = wrong.map(|(was, is, step)| RuleViolation {
            subject: format!("{page}|{}", is.name),
            expected: format!(
                "{:?} is the same amount as {:?}, {:.1}.",
                is.words,
                was.words,
                was.converted()
            ),
            actual: format!("{:?} is shown, it was {:?}.", is.words, was.words),
            bounds: after.widget(is.widget).map(|widget| widget.bounds),
            earlier: vec![(step, format!("{:?} was shown.", was.words))],
        });
        found.take(1).collect()
    }
}

/// True if `is` has the other unit of `was`, and is another amount however both are rounded.
fn is_other_amount(was: &Measure, is: &Measure) -> bool {
    let other_unit = was.unit.0 == is.unit.0 && was.unit.1 != is.unit.1;
    let expected = was.converted();
    let grain = {
        let more = Measure { value: was.value + was.grain(), ..was.clone() };
        (more.converted() - expected).abs()
    };
    let rounding = is.grain() + grain + expected.abs() * ROUNDED;
    other_unit && (is.value - expected).abs() > rounding
}

/// A unit that was chosen, and has not been seen in use.
#[derive(Debug)]
struct ChosenUnit {
    unit: UnitChoice,
    label: String,
    page: String,
    step: u64,
}

/// Remembers what was measured, and the unit that was chosen last.
#[derive(Debug, Default)]
pub(super) struct UnitIgnored {
    seen: SeenMeasures,
    chosen: Option<ChosenUnit>,
}

impl BugRule for UnitIgnored {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let pairs = self.seen.again(turn);
        self.note(turn);
        let Some(after) = turn.after() else { return Vec::new() };
        let Some(chosen) = self.chosen.as_ref().filter(|chosen| chosen.page != page_key(after))
        else {
            return Vec::new();
        };
        let concerned = |it: &(Measure, Measure, u64)| it.1.unit.0 == chosen.unit.0;
        let pairs: Vec<_> = pairs.into_iter().filter(concerned).collect();
        let Some((was, is, step)) = pairs.first() else { return Vec::new() };
        let ignored =
            pairs.iter().all(|(was, is, _)| was.unit == is.unit && is.unit != chosen.unit);
        let violation = (ignored && *step < chosen.step).then(|| RuleViolation {
            subject: format!("{}|{}", page_key(after), chosen.label),
            expected: format!("{:?} is shown in the unit {:?}.", page_name(after), chosen.label),
            actual: format!("After {:?} was chosen, still {:?} is shown.", chosen.label, is.words),
            bounds: after.widget(is.widget).map(|widget| widget.bounds),
            earlier: vec![
                (chosen.step, format!("{:?} was chosen.", chosen.label)),
                (*step, format!("{:?} was shown.", was.words)),
            ],
        });
        self.chosen = None;
        violation.into_iter().collect()
    }
}

impl UnitIgnored {
    /// Takes in that a unit is chosen, or that the choice is given up.
    fn note(&mut self, turn: &RuleTurn<'_>) {
        let Some((before, after)) = turn.both().filter(|_| !turn.crashed()) else {
            self.chosen = None;
            return;
        };
        let given_up = (before.dialog && turn.goes_back())
            || turn.tapped().is_some_and(labels::closes_a_dialog)
            || turn.action().is_some_and(Action::starts_anew);
        if given_up {
            self.chosen = None;
        }
        let Some(target) = turn.tapped() else { return };
        let option = before.widget(target.number).filter(|it| it.enabled && it.checked.is_some());
        let Some(unit) = option.and_then(|option| named_unit(&option.label)) else { return };
        let same = |it: &&crate::domain::Widget| {
            it.label == target.label && it.resource_id == target.resource_id
        };
        let is_off = after.widgets.iter().find(same).is_some_and(|it| it.checked == Some(false));
        let (label, page) = (target.label.clone(), page_key(before));
        self.chosen = (!is_off).then(|| ChosenUnit { unit, label, page, step: turn.step() });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text, toggle};
    use crate::domain::Screen;

    fn weight(shown: &str) -> Screen {
        page("Weight", vec![text("weight", shown), button("", "Units")])
    }

    fn units(pounds: bool) -> Screen {
        let options = vec![toggle("", "Kilograms", !pounds), toggle("", "Pounds", pounds)];
        page("Units", options)
    }

    /// Chooses pounds where this is shown, which is shown then.
    fn chosen(was: &str, is: &str) -> Vec<String> {
        let run = MadeUpRun::open(weight(was)).tap("Units", units(false));
        let run = run.tap("Pounds", units(true)).back(weight(is));
        run.found.into_iter().map(|(rule, _)| rule).collect()
    }

    #[test]
    fn what_is_measured_is_the_same_in_another_unit() {
        assert_eq!(chosen("70 kg", "154 lb"), [""; 0]);
        assert_eq!(chosen("70.0 kg", "154.3 lb"), [""; 0]);
        assert_eq!(chosen("70.0 kg", "155.3 lb"), ["wrong-conversion"]);
        assert_eq!(chosen("70 kg", "70 lb"), ["wrong-conversion"]);
        assert_eq!(chosen("70 kg", "70 kg"), ["unit-ignored"]);
        assert_eq!(chosen("12 km", "12 km"), [""; 0], "kilometres are no matter of pounds");
    }

    #[test]
    fn a_choice_that_is_given_up_changes_nothing() {
        let asked = |pounds| Screen { dialog: true, ..units(pounds) };
        let run = MadeUpRun::open(weight("70 kg")).tap("Units", asked(false));
        let run = run.tap("Pounds", asked(true)).back(weight("70 kg"));
        assert_eq!(run.rules(), [""; 0]);
    }
}
