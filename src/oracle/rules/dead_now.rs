//! A button that does nothing any more, on the very screen on which it led to another page or opened a dialog.
//!
//! Source: "feedback not showing" of VisionDroid's pilot study (7 % of the bugs); the same action on the same screen as
//! a likely invariant. Rows and tabs are judged by the rule of entries.

use std::collections::HashMap;

use super::dead_control::{edits_in_place, may_do_nothing};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{StateId, WidgetRole, labels};
use crate::protocol::ActionOutcome;

/// So many presses in a row without effect.
const PRESSES: usize = 2;

/// So many buttons are remembered at most; then it begins anew.
const REMEMBERED: usize = 2_000;

/// What a button did on one exact screen.
#[derive(Debug, Default)]
struct PressHistory {
    /// The step at which it led on.
    led: Option<u64>,
    /// The presses without effect since then.
    idle: Vec<u64>,
}

/// Remembers what buttons did on which exact screen.
#[derive(Debug, Default)]
pub(super) struct DeadNow {
    known: HashMap<(StateId, String), PressHistory>,
}

impl BugRule for DeadNow {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl DeadNow {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both().filter(|_| turn.is_pictured() && !turn.crashed())?;
        let target = turn.tapped()?;
        let widget = before.widget(target.number)?;
        let is_button = matches!(widget.role(), WidgetRole::Button | WidgetRole::Image)
            && widget.position.list.is_none();
        let may_rest = may_do_nothing(target, None) && !labels::leads_on_alone(before, target);
        let is_judged = is_button && widget.enabled && !widget.selected && widget.checked.is_none();
        if !is_judged || may_rest || before.is_in_browser() || edits_in_place(before) {
            return None;
        }
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let button = format!("{}|{}", target.resource_id, target.label);
        let history = self.known.entry((turn.exact_before()?, button.clone())).or_default();
        if turn.outcome() != Some(ActionOutcome::None) {
            let led = page_key(before) != page_key(after) || before.dialog != after.dialog;
            *history = PressHistory { led: led.then(|| turn.step()), idle: Vec::new() };
            return None;
        }
        let led = history.led?;
        history.idle.push(turn.step());
        if history.idle.len() < PRESSES {
            return None;
        }
        let earlier = history.idle.iter().filter(|step| **step != turn.step());
        let earlier = earlier.map(|step| (*step, "It had no effect.".to_owned()));
        Some(RuleViolation {
            subject: format!("{}|{button}", page_key(before)),
            expected: format!("{:?} leads on, as it did on the same screen.", target.label),
            actual: format!(
                "{:?} had no effect at {} times in a row.",
                target.label,
                history.idle.len()
            ),
            bounds: Some(target.bounds),
            earlier: [(led, "It led on.".to_owned())].into_iter().chain(earlier).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};
    use crate::domain::Screen;

    fn home(note: &str) -> Screen {
        page("Home", vec![button("", "Pictures"), text("note", note)])
    }

    #[test]
    fn what_led_on_leads_on_from_the_same_screen() {
        let pictures = || page("Pictures", vec![text("", "A house")]);
        let opened = || MadeUpRun::open(home("a")).tap("Pictures", pictures()).back(home("a"));
        let once = opened().tap("Pictures", home("a"));
        assert_eq!(once.rules(), [""; 0], "the touch may have been lost");
        assert_eq!(once.tap("Pictures", home("a")).found, [("dead-now".to_owned(), 4)]);
        let again = opened().tap("Pictures", home("a")).tap("Pictures", pictures());
        assert_eq!(again.back(home("a")).tap("Pictures", home("a")).rules(), [""; 0]);
        let other = MadeUpRun::open(home("a")).tap("Pictures", pictures()).back(home("b"));
        let other = other.tap("Pictures", home("b")).tap("Pictures", home("b"));
        assert_eq!(other.rules(), [""; 0], "another screen may be a reason");
    }

    #[test]
    fn what_changed_its_own_page_may_have_nothing_more_to_change() {
        let run = MadeUpRun::open(home("a")).tap("Pictures", home("b")).back(home("a"));
        let run = run.tap("Pictures", home("a")).tap("Pictures", home("a"));
        assert_eq!(run.rules(), [""; 0]);
    }
}
