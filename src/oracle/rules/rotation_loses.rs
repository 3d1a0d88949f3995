//! State that is lost when the device is turned.
//!
//! Source: the data loss of iFixDataloss (Guo et al., ISSTA 2022) and of Riganelli et al. (data loss
//! detector, ICSE 2020); Genie's comparison of what should not depend on each other (Su et al.,
//! OOPSLA 2021).

use std::collections::HashSet;

use super::kept_content::{SurroundingChange, changed_value, lost_for_good, missing_words};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, ActionKind, Screen};
use crate::oracle::reading::{is_in_browser, shown_words};

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
        let may_lose = turned && !turn.crashed() && !turn.before().is_some_and(lists_options);
        let Some((before, after)) = turn.both().filter(|_| may_lose) else {
            self.first = None;
            return Vec::new();
        };
        let step = turn.step();
        let found = lost(before, after, step.saturating_sub(1));
        let back = self.first.as_ref().filter(|first| first.screen.rotation == after.rotation);
        let back = back.filter(|first| !(is_web_page(after) && lies_below(&first.screen, after)));
        let back =
            back.and_then(|first| lost_for_good(&first.screen, after, first.step, &turning()));
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
    if let Some(violation) = changed_value(before, after, step, &turning()) {
        return Some(violation);
    }
    if after.keyboard || before.keyboard || is_web_page(after) {
        return None;
    }
    let scrolls = after.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll));
    missing_words(before, after, step, &turning(), scrolls)
}

/// True for a page in a browser. Many are laid out by their width, and say more, less or the same otherwise
/// sideways: their words are compared when the device is turned back.
fn is_web_page(screen: &Screen) -> bool {
    is_in_browser(screen)
}

/// True if most of what `before` said is not shown any more: a menu that is part of the wide page lies over it.
fn lies_below(before: &Screen, after: &Screen) -> bool {
    let shown: HashSet<&str> = after.widgets.iter().map(shown_words).collect();
    let words = || before.widgets.iter().map(shown_words).filter(|words| !words.is_empty());
    words().filter(|words| !shown.contains(words)).count() * 2 > words().count()
}

/// True for the options of a drop-down list that the browser shows: it closes the list when it is turned.
fn lists_options(screen: &Screen) -> bool {
    screen.dialog && screen.widgets.iter().any(|widget| widget.class == "dialog.option")
}

fn turning() -> SurroundingChange {
    SurroundingChange {
        when: "when the device is turned".into(),
        after: "after the device was turned".into(),
        there_and_back: "after turning the device there and back".into(),
        figures_change: false,
    }
}
