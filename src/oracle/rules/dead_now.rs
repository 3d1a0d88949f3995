//! A button that does nothing any more, on the very screen on which it led to another page or opened a dialog, or on
//! others of the same page, if its words say that it opens or does something each time.
//!
//! Source: "feedback not showing" of VisionDroid's pilot study (7 % of the bugs); the same action on the same screen as
//! a likely invariant. Rows and tabs are judged by the rule of entries.

use std::collections::HashMap;

use super::dead_control::{edits_in_place, may_do_nothing, opens};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, StateId, Widget, WidgetRole, WidgetTarget, labels};
use crate::protocol::ActionOutcome;

/// So many presses in a row without effect.
const PRESSES: usize = 2;

/// So many buttons are remembered at most; then it begins anew.
const REMEMBERED: usize = 2_000;

/// What a button did on one exact screen, or on a page.
#[derive(Debug, Default)]
struct PressHistory {
    /// The step at which it led on.
    led: Option<u64>,
    /// The presses without effect since then.
    idle: Vec<u64>,
}

impl PressHistory {
    /// Takes in a press that led on, had another effect, or none. True if it should have had one.
    fn is_dead(&mut self, step: u64, led: Option<bool>) -> bool {
        if let Some(led) = led {
            *self = Self { led: led.then_some(step).or(self.led), idle: Vec::new() };
            return false;
        }
        self.idle.push(step);
        self.led.is_some() && self.idle.len() >= PRESSES
    }
}

/// Remembers what buttons did on which exact screen, and on which page.
#[derive(Debug, Default)]
pub(super) struct DeadNow {
    known: HashMap<(StateId, String), PressHistory>,
    pages: HashMap<(String, String), PressHistory>,
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
        if self.known.len() + self.pages.len() >= REMEMBERED {
            self.known.clear();
            self.pages.clear();
        }
        let button = format!("{}|{}", target.resource_id, target.label);
        let led = (turn.outcome() != Some(ActionOutcome::None))
            .then(|| page_key(before) != page_key(after) || before.dialog != after.dialog);
        let step = turn.step();
        let here = self.known.entry((turn.exact_before()?, button.clone())).or_default();
        // What else it did on this very screen says that it need not lead on.
        if led == Some(false) {
            here.led = None;
        }
        let is_dead_here = here.is_dead(step, led);
        let page = self.pages.entry((page_key(before), button.clone())).or_default();
        let is_dead_on_page = page.is_dead(step, led) && leads_on_each_time(before, target);
        let (history, same) = match (is_dead_here, is_dead_on_page) {
            (true, _) => (&*here, "screen"),
            (_, true) => (&*page, "page"),
            _ => return None,
        };
        let led = history.led?;
        let earlier = history.idle.iter().filter(|step| **step != turn.step());
        let earlier = earlier.map(|step| (*step, "It had no effect.".to_owned()));
        Some(RuleViolation {
            subject: format!("{}|{button}", page_key(before)),
            expected: format!("{:?} leads on, as it did on the same {same}.", target.label),
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

/// True for what says that it opens something, adds or finds something, whatever the page shows. What is sent, or done
/// with what is selected or entered, may depend on that.
fn leads_on_each_time(screen: &Screen, target: &WidgetTarget) -> bool {
    let has_fields = screen.widgets.iter().any(Widget::is_field);
    !has_fields
        && !is_below_a_message(screen)
        && (labels::adds(screen, target) || opens(screen, target) || labels::names_a_view(target))
}

/// True if a message with something to press, such as "Undo", may lie over the lower part of the page and take touches.
fn is_below_a_message(screen: &Screen) -> bool {
    let is_of_message = |it: &Widget| {
        it.acts() && matches!(it.label.trim().to_lowercase().as_str(), "undo" | "retry" | "dismiss")
    };
    screen.widgets.iter().rfind(|it| it.acts()).is_some_and(is_of_message)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, field, page, text};
    use crate::domain::{Screen, Widget};

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

    #[test]
    fn what_opens_something_does_so_whatever_its_page_shows() {
        let screen = |label: &str, note: &str, beside: &Option<Widget>| {
            let widgets = [button("it", label), text("note", note)];
            page("Notes", widgets.into_iter().chain(beside.clone()).collect())
        };
        let pressed = |label: &str, beside: Option<Widget>| {
            let other = page("Other", vec![text("", "It is another page")]);
            let shown = |note: &str| screen(label, note, &beside);
            let run = MadeUpRun::open(shown("a")).tap(label, other);
            let run = run.back(shown("b")).tap(label, shown("b"));
            assert_eq!(run.rules(), [""; 0], "the touch may have been lost");
            run.tap(label, shown("b")).rules() == ["dead-now"]
        };
        for label in ["New note", "Search", "Show all", "Settings", "Checkout"] {
            assert!(pressed(label, None), "{label}");
        }
        for label in ["Blue", "Undo", "Send"] {
            assert!(!pressed(label, None), "{label}");
        }
        assert!(!pressed("Search", Some(field("f", ""))), "there is nothing to search for");
        assert!(!pressed("Add it", Some(button("", "Undo"))), "a message may lie over it");
    }
}
