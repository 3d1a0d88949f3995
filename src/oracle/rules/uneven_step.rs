//! A number that one press makes larger by more than another makes smaller.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs); taps that are taken twice.

use std::collections::{BTreeMap, HashMap};

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, labels};
use crate::oracle::reading::{Amount, only_amount, shown_words};

const MORE: &[&str] = &["more", "increase", "plus", "increment", "larger", "later"];
const LESS: &[&str] = &["less", "decrease", "minus", "decrement", "smaller", "earlier", "fewer"];

/// A press changed the number by the same from so many different numbers: it was at no end of its range.
const SEEN: usize = 2;

/// By how much presses changed a number, from which number, in thousandths.
#[derive(Debug, Default)]
struct StepHistory {
    up: BTreeMap<i64, i64>,
    down: BTreeMap<i64, i64>,
    /// The last step of each kind.
    steps: (u64, u64),
}

/// Remembers the steps of each number.
#[derive(Debug, Default)]
pub(super) struct UnevenStep {
    known: HashMap<String, StepHistory>,
}

impl BugRule for UnevenStep {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl UnevenStep {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let pressed = before.widget(turn.tapped()?.number)?;
        let up = direction(pressed)?;
        if page_key(before) != page_key(after) {
            return None;
        }
        let (number, was) = number_beside(before, pressed)?;
        let same = after.widgets.iter().find(|widget| {
            (widget.short_id(), widget.position.row) == (number.short_id(), number.position.row)
                && widget.bounds.center().y == number.bounds.center().y
                && only_amount(shown_words(widget)).is_some()
        })?;
        let is = only_amount(shown_words(same)).filter(|is| is.unit == was.unit)?;
        let change = is.thousandths - was.thousandths;
        if change == 0 || (change > 0) != up {
            return None;
        }
        let subject = format!("{}|{}", page_key(before), number.short_id());
        let history = self.known.entry(subject.clone()).or_default();
        let (steps, last) = if up {
            (&mut history.up, &mut history.steps.0)
        } else {
            (&mut history.down, &mut history.steps.1)
        };
        steps.insert(was.thousandths, change.abs());
        *last = turn.step();
        let (more, less) = (only_size(&history.up)?, only_size(&history.down)?);
        let other = if up { history.steps.1 } else { history.steps.0 };
        (more != less).then(|| RuleViolation {
            subject,
            expected: "A press changes the number by as much as the opposite one.".into(),
            actual: format!(
                "{:?} is changed by {}, and back by {}.",
                shown_words(number),
                super::list_figures::written(more),
                super::list_figures::written(less)
            ),
            bounds: Some(same.bounds),
            earlier: vec![(other, "The other way.".into())],
        })
    }
}

/// The size of all steps, if they are alike and enough.
fn only_size(steps: &BTreeMap<i64, i64>) -> Option<i64> {
    let first = *steps.values().next()?;
    (steps.len() >= SEEN && steps.values().all(|size| *size == first)).then_some(first)
}

/// True for a button that makes a number larger, false for one that makes it smaller.
fn direction(widget: &Widget) -> Option<bool> {
    match widget.label.trim() {
        "+" | "＋" => return Some(true),
        "-" | "−" | "–" | "－" => return Some(false),
        _ => {}
    }
    let label = widget.label.to_lowercase();
    let words = labels::command_words(&label);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    match (has(MORE), has(LESS)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The only number in the line of `button` that is not on a button.
fn number_beside<'a>(screen: &'a Screen, button: &Widget) -> Option<(&'a Widget, Amount)> {
    let line = button.bounds;
    let mut found = screen.widgets.iter().filter_map(|widget| {
        let middle = widget.bounds.center().y;
        let in_line = (line.top..line.bottom).contains(&middle) && widget.number != button.number;
        let amount = only_amount(shown_words(widget)).filter(|_| in_line && !widget.acts())?;
        Some((widget, amount))
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, button, page, text};
    use crate::domain::{Bounds, Screen, Widget};

    fn guests(number: i64) -> Screen {
        let at = |left: i32, widget: Widget| Widget {
            bounds: Bounds::new(left, 200, left + 80, 280),
            ..widget
        };
        let number = text("guests", &number.to_string());
        page("Room", vec![at(0, button("", "-")), at(100, number), at(200, button("", "+"))])
    }

    #[rstest]
    #[case::even(&[2, 3, 4, 3, 2], &[])]
    #[case::twice(&[2, 4, 6, 5, 4], &["uneven-step"])]
    #[case::at_the_end(&[8, 9, 8, 6, 4], &[])]
    #[case::seen_once(&[2, 4, 3], &[])]
    fn presses_change_a_number_alike(#[case] numbers: &[i64], #[case] rules: &[&str]) {
        let run = MadeUpRun::open(guests(numbers[0]));
        let run = numbers.windows(2).fold(run, |run, pair| {
            run.tap(if pair[1] > pair[0] { "+" } else { "-" }, guests(pair[1]))
        });
        assert_eq!(run.rules(), rules);
    }
}
