//! A button that does nothing though the opposite one has just done something: "more" after "less"; and two of them
//! neither of which does anything.
//!
//! Source: "feedback not showing" of VisionDroid's pilot study (7 % of the bugs). What is at the end of its range does
//! nothing; once the other way was gone, there is a way back. What is at one end can go to the other.

use std::collections::HashMap;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, WidgetRole, WidgetTarget, labels};
use crate::protocol::ActionOutcome;

/// A button must have done nothing so often, the last time after the opposite one had an effect.
const DEAD: usize = 2;

/// So often must two opposite ones have done nothing together, each at least once.
const NEITHER: usize = 3;

/// Words of what goes through pages or time, of which there may be just one.
const THROUGH: &[&str] = &["next", "previous", "back", "earlier", "later", "forward"];

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
        let subject = subject(before, &target.label, widget);
        let history = self.known.entry(subject.clone()).or_default();
        if !idle {
            history.works = true;
            let label = target.label.clone();
            self.last = Some(PressedLast { page, label, step: turn.step() });
            return None;
        }
        history.steps.push(turn.step());
        let works = history.works;
        let after_opposite = last
            .filter(|last| last.page == page && labels::is_opposite(&last.label, &target.label));
        let Some(opposite) = after_opposite else {
            return self.neither(turn, before, widget, target);
        };
        let history = self.known.get(&subject)?;
        if works || history.steps.len() < DEAD {
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

    /// What is wrong if neither `target` nor the opposite one beside it ever did anything.
    fn neither(
        &self,
        turn: &RuleTurn<'_>,
        screen: &Screen,
        widget: &Widget,
        target: &WidgetTarget,
    ) -> Option<RuleViolation> {
        let lower = target.label.to_lowercase();
        if labels::words(&lower).iter().any(|word| THROUGH.contains(word)) {
            return None;
        }
        let mut others = screen.widgets.iter().filter(|it| {
            it.acts()
                && it.position.row == widget.position.row
                && labels::is_opposite(&it.label, &target.label)
        });
        let other = others.next().filter(|_| others.next().is_none())?;
        let known = |label: &str| self.known.get(&subject(screen, label, widget));
        let (one, two) = (known(&target.label)?, known(&other.label)?);
        let steps: Vec<u64> = one.steps.iter().chain(&two.steps).copied().collect();
        if one.works || two.works || two.steps.is_empty() || steps.len() < NEITHER {
            return None;
        }
        let earlier = steps.into_iter().filter(|step| *step != turn.step());
        let (label, opposite) = (&target.label, &other.label);
        Some(RuleViolation {
            subject: subject(screen, label.min(opposite), widget),
            expected: format!("{label:?} or {opposite:?} changes something."),
            actual: format!("Neither {label:?} nor {opposite:?} had an effect at any time."),
            bounds: Some(target.bounds),
            earlier: earlier.map(|step| (step, "It had no effect.".to_owned())).collect(),
        })
    }
}

/// What tells the button `label` in the row of `widget` from others.
fn subject(screen: &Screen, label: &str, widget: &Widget) -> String {
    let row = widget.position.row.map_or(String::new(), |row| row.to_string());
    format!("{}|{label}|{row}", page_key(screen))
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

    #[test]
    fn of_two_opposite_ones_one_can_go_on() {
        let stays = |one: &str, other: &str| {
            let page = || page("Room", vec![button("", one), button("", other), text("n", "2")]);
            let run = MadeUpRun::open(page()).tap(one, page()).tap(other, page());
            assert_eq!(run.rules(), [""; 0], "the second may be at the other end");
            run.tap(one, page()).found.iter().filter(|it| it.0 == "dead-opposite").count()
        };
        assert_eq!((stays("+", "-"), stays("Next day", "Previous day")), (1, 0));
        let at =
            |number: &str| page("Room", vec![button("", "+"), button("", "-"), text("n", number)]);
        let run = MadeUpRun::open(at("1")).tap("-", at("1")).tap("+", at("2")).tap("-", at("1"));
        assert_eq!(run.tap("-", at("1")).tap("-", at("1")).rules(), [""; 0]);
    }
}
