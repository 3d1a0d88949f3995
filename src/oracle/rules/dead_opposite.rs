//! A button that does nothing though the opposite one has just done something: "more" after "less".
//!
//! Source: "feedback not showing" of VisionDroid's pilot study (7 % of the bugs). What is at the end of its range does
//! nothing; once the other way was gone, there is a way back.

use std::collections::HashMap;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::WidgetRole;
use crate::domain::labels;
use crate::protocol::ActionOutcome;

/// A button must have done nothing so often, the last time after the opposite one had an effect.
const DEAD: usize = 2;

/// The button that changed its page last.
#[derive(Debug)]
struct PressedLast {
    page: String,
    label: String,
    step: u64,
}

/// What is known of a button.
#[derive(Debug, Default)]
struct IdleHistory {
    works: bool,
    steps: Vec<u64>,
}

/// Remembers which buttons did nothing, and which one had an effect last.
#[derive(Debug, Default)]
pub(super) struct DeadOpposite {
    last: Option<PressedLast>,
    known: HashMap<String, IdleHistory>,
}

impl BugRule for DeadOpposite {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl DeadOpposite {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let idle = turn.outcome() == Some(ActionOutcome::None) && turn.is_pictured();
        let last = if idle { self.last.take() } else { None };
        if !idle {
            self.last = None;
        }
        let (before, after) = turn.both().filter(|_| !turn.crashed())?;
        let page = page_key(before);
        let target = turn.tapped()?;
        let widget = before.widget(target.number)?;
        let is_button = matches!(widget.role(), WidgetRole::Button | WidgetRole::Image);
        if !is_button || !widget.enabled || page != page_key(after) {
            return None;
        }
        let row = widget.position.row.map_or(String::new(), |row| row.to_string());
        let subject = format!("{page}|{}|{row}", target.label);
        let history = self.known.entry(subject.clone()).or_default();
        if !idle {
            history.works = true;
            let label = target.label.clone();
            self.last = Some(PressedLast { page, label, step: turn.step() });
            return None;
        }
        history.steps.push(turn.step());
        let opposite = last
            .filter(|last| last.page == page && labels::is_opposite(&last.label, &target.label))?;
        if history.works || history.steps.len() < DEAD {
            return None;
        }
        let earlier = history.steps.iter().filter(|step| **step != turn.step());
        let earlier = earlier.map(|step| (*step, "It had no effect.".to_owned()));
        let went = (opposite.step, format!("{:?} had an effect.", opposite.label));
        Some(RuleViolation {
            subject,
            expected: format!("{:?} goes back after {:?}.", target.label, opposite.label),
            actual: format!(
                "{:?} had no effect at any of {} times, the last one after {:?}.",
                target.label,
                history.steps.len(),
                opposite.label
            ),
            bounds: Some(target.bounds),
            earlier: earlier.chain([went]).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};
    use crate::domain::Screen;

    fn picture(size: &str) -> Screen {
        page("Picture", vec![button("", "Larger"), button("", "Smaller"), text("size", size)])
    }

    #[test]
    fn what_went_one_way_can_go_back() {
        let at_end = || MadeUpRun::open(picture("2 m")).tap("Larger", picture("2 m"));
        let smaller = at_end().tap("Smaller", picture("1 m"));
        assert_eq!(smaller.rules(), [""; 0]);
        assert_eq!(smaller.tap("Larger", picture("1 m")).found, [("dead-opposite".to_owned(), 3)]);
        let smaller = at_end().tap("Smaller", picture("1 m"));
        assert_eq!(smaller.tap("Larger", picture("2 m")).rules(), [""; 0]);
        assert_eq!(at_end().tap("Larger", picture("2 m")).rules(), [""; 0], "it is at its end");
    }
}
