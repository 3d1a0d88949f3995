//! State that is lost when the device is turned.
//!
//! Source: the data loss of iFixDataloss (Guo et al., ISSTA 2022) and of Riganelli et al. (data loss
//! detector, ICSE 2020); Genie's comparison of what should not depend on each other (Su et al.,
//! OOPSLA 2021).

use std::collections::HashSet;

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, ActionKind, Screen, Widget, WidgetRole};
use crate::oracle::reading::{ancestors, same_widget, shown_words};

/// What is shown in the one rotation before the device was turned, as long as nothing else was done.
#[derive(Debug)]
struct Upright {
    screen: Screen,
    step: u64,
}

/// Remembers the screen before the device was turned, until something else is done.
#[derive(Debug, Default)]
pub(super) struct RotationLoses {
    first: Option<Upright>,
}

impl BugRule for RotationLoses {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let turned = matches!(turn.action(), Some(Action::Rotate { .. }));
        let Some((before, after)) = turn.both().filter(|_| turned && !turn.crashed()) else {
            self.first = None;
            return Vec::new();
        };
        let step = turn.step();
        let found = lost(before, after, step.saturating_sub(1));
        let back = self.first.as_ref().filter(|first| first.screen.rotation == after.rotation);
        let back = back.and_then(|first| lost_for_good(&first.screen, after, first.step));
        if self.first.is_none() {
            let first = Upright { screen: before.clone(), step: step.saturating_sub(1) };
            self.first = Some(first);
        }
        found.or(back).into_iter().collect()
    }
}

/// What is missing right after turning: a value, or words of a page that cannot scroll.
fn lost(before: &Screen, after: &Screen, step: u64) -> Option<RuleViolation> {
    if page_key(before) != page_key(after) {
        return None;
    }
    if let Some(violation) = changed_value(before, after, step) {
        return Some(violation);
    }
    let scrolls = after.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll));
    if after.keyboard || before.keyboard {
        return None;
    }
    missing_words(before, after, step, scrolls)
}

/// What is missing after the device was turned there and back.
fn lost_for_good(before: &Screen, after: &Screen, step: u64) -> Option<RuleViolation> {
    let (was, is) = (page_key(before), page_key(after));
    if was != is {
        // A ringing alarm or a call comes by itself.
        return (before.location == after.location).then(|| RuleViolation {
            subject: format!("{was}|{is}"),
            expected: format!(
                "{:?} is still shown after turning the device there and back.",
                page_name(before)
            ),
            actual: format!(
                "{:?} is shown after turning the device there and back.",
                page_name(after)
            ),
            earlier: vec![(step, format!("{:?} was shown.", page_name(before)))],
            ..RuleViolation::default()
        });
    }
    if before.keyboard || after.keyboard {
        return None;
    }
    changed_value(before, after, step).or_else(|| missing_words(before, after, step, false))
}

/// A field or switch that has another value.
fn changed_value(before: &Screen, after: &Screen, step: u64) -> Option<RuleViolation> {
    before.widgets.iter().find_map(|widget| {
        let now = same_value_widget(after, widget)?;
        let (was, is) = (value(widget)?, value(now)?);
        let name =
            if widget.is_field() && !widget.hint.is_empty() { &widget.hint } else { &widget.label };
        (was != is).then(|| RuleViolation {
            subject: format!("{}|{}", page_key(before), widget.short_id()),
            expected: format!("{name:?} keeps {was:?} when the device is turned."),
            actual: format!("{name:?} is {is:?} after the device was turned, it was {was:?}."),
            bounds: Some(now.bounds),
            earlier: vec![(step, format!("It was {was:?}."))],
        })
    })
}

fn same_value_widget<'a>(screen: &'a Screen, widget: &Widget) -> Option<&'a Widget> {
    if widget.is_field() && !widget.resource_id.is_empty() {
        let mut same = screen
            .widgets
            .iter()
            .filter(|it| it.is_field() && it.resource_id == widget.resource_id);
        let first = same.next()?;
        return same.next().is_none().then_some(first);
    }
    same_widget(screen, &widget.resource_id, &widget.label)
}

/// What a user has set.
fn value(widget: &Widget) -> Option<String> {
    if widget.is_field() && !widget.password {
        return Some(widget.content().to_owned());
    }
    let checked = widget.checked.filter(|_| widget.role() == WidgetRole::Toggle)?;
    Some(if checked { "on" } else { "off" }.to_owned())
}

/// Words that were shown before and are not shown any more; if the page `scrolls`, of those in front of
/// something that is still shown.
fn missing_words(
    before: &Screen,
    after: &Screen,
    step: u64,
    scrolls: bool,
) -> Option<RuleViolation> {
    // What plays ends by itself, and its controls with it.
    if before.widgets.iter().any(|widget| shown_words(widget).contains('♪')) {
        return None;
    }
    let shown: HashSet<&str> = after.widgets.iter().map(shown_words).collect();
    let within = if scrolls { last_in_sight(before, after) } else { before.widgets.len() };
    let missing = before.widgets.iter().take(within).find(|widget| {
        let words = shown_words(widget);
        widget.position.window == 0
            && (!scrolls || widget.position.list.is_none())
            && !words.is_empty()
            && !goes_on(words)
            && !shown.contains(words)
    })?;
    let words = shown_words(missing);
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(before), missing.short_id()),
        expected: format!("{words:?} is still shown when the device is turned."),
        actual: format!("{words:?} is not shown after the device was turned."),
        bounds: None,
        earlier: vec![(step, format!("{words:?} was shown."))],
    })
}

/// The place of the last widget of `before` that `after` shows in what scrolls. What comes before it is not
/// merely scrolled out of sight. Words that occur more than once say nothing.
fn last_in_sight(before: &Screen, after: &Screen) -> usize {
    let times = |words: &str| before.widgets.iter().filter(|it| shown_words(it) == words).count();
    let in_sight = |widget: &Widget| {
        let words = shown_words(widget);
        let now = after.widgets.iter().find(|now| shown_words(now) == words);
        let scrolls =
            |now: &Widget| ancestors(after, now).any(|outer| outer.allows(ActionKind::Scroll));
        !words.is_empty() && times(words) == 1 && now.is_some_and(scrolls)
    };
    before.widgets.iter().rposition(in_sight).unwrap_or(0)
}

/// True for what may change by itself: times and counters.
fn goes_on(words: &str) -> bool {
    words.contains(|letter: char| letter.is_ascii_digit())
        && (words.contains(':')
            || words.contains('%')
            || words.contains(" s")
            || words.contains("sec"))
}
