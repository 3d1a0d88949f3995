//! Buttons without any effect.
//!
//! Source: "feedback not showing" of VisionDroid's pilot study (7 % of the bugs); actions without
//! effect are told by comparing screens and pictures, not by asking a model.

use std::collections::{HashMap, HashSet};

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{
    Action, ActionKind, Screen, StateId, Widget, WidgetRole, WidgetTarget, labels,
};
use crate::protocol::ActionOutcome;

/// A button that does nothing on so many different screens is dead: one at the end of its range, such
/// as "less" at 1, does something on others.
const DEAD: usize = 3;
/// The same for one that sends what a form holds: it should say at least why it does not.
const DEAD_SENDER: usize = 2;

/// Words of what may have no effect because nothing new is there.
const MAY_DO_NOTHING: &[&str] = &["refresh", "reload", "sync", "retry", "up", "back"];

/// What is known of one button.
#[derive(Debug, Default)]
struct ButtonHistory {
    /// True once it did anything.
    works: bool,
    /// The exact states in which it did nothing.
    without_effect: HashSet<StateId>,
    /// The steps at which it did nothing.
    steps: Vec<u64>,
}

/// Remembers of each button where it did nothing.
#[derive(Debug, Default)]
pub(super) struct DeadControl {
    buttons: HashMap<String, ButtonHistory>,
    /// True if something was typed since the last tap.
    typed: bool,
}

impl BugRule for DeadControl {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let violation = self.violation(turn);
        match turn.action() {
            Some(Action::Type { .. }) => self.typed = true,
            Some(Action::Tap { .. }) => self.typed = false,
            _ => {}
        }
        violation.into_iter().collect()
    }
}

impl DeadControl {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let before = turn.before()?;
        let target = turn.tapped()?;
        let widget = before.widget(target.number)?;
        // Without pictures a message that passes could not be seen.
        if !turn.is_pictured() || widget.selected || widget.checked.is_some() {
            return None;
        }
        let is_button = matches!(widget.role(), WidgetRole::Button | WidgetRole::Picker);
        if !is_button || !widget.enabled || may_do_nothing(target) {
            return None;
        }
        let sends = labels::sends(target);
        let is_form = before.widgets.iter().any(Widget::is_field);
        if sends && is_form && !(self.typed && must_answer(before)) {
            return None;
        }
        let subject = format!("{}|{}|{}", page_key(before), widget.short_id(), own_words(target));
        let history = self.buttons.entry(subject.clone()).or_default();
        if turn.outcome() != Some(ActionOutcome::None) {
            history.works = true;
            return None;
        }
        history.without_effect.insert(turn.exact_before()?);
        history.steps.push(turn.step());
        // Without fields there is but one screen to press it on.
        let times =
            if sends && !is_form { history.steps.len() } else { history.without_effect.len() };
        if history.works || times < if sends { DEAD_SENDER } else { DEAD } {
            return None;
        }
        let steps = history.steps.iter().filter(|step| **step != turn.step());
        Some(RuleViolation {
            subject,
            expected: format!("{:?} does something, or says why it does not.", target.label),
            actual: format!(
                "{:?} had no effect at any of {} times.",
                target.label,
                history.steps.len()
            ),
            bounds: Some(target.bounds),
            earlier: steps.map(|step| (*step, "It had no effect.".to_owned())).collect(),
        })
    }
}

/// The label, unless it is content that differs from row to row.
fn own_words(target: &WidgetTarget) -> String {
    labels::command_words(&target.label.to_lowercase()).join(" ")
}

/// True for a form that must say something: each field is filled in, and nothing is further down.
fn must_answer(screen: &Screen) -> bool {
    screen.widgets.iter().all(|widget| {
        !widget.allows(ActionKind::Scroll) && (!widget.is_field() || !widget.content().is_empty())
    })
}

fn may_do_nothing(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    labels::words(&label).iter().any(|word| MAY_DO_NOTHING.contains(word))
}
