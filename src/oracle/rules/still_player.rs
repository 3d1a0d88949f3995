//! A player that says it plays while nothing goes on.
//!
//! Source: "media no response" of VisionDroid's pilot study (12 % of the bugs).

use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, labels};
use crate::oracle::reading::shown_words;

/// A clock that is the same on so many screens in a row stands still. One that goes on changes while it
/// is looked at, so that its screen never comes to rest and is not judged.
const STANDS: u32 = 4;

static CLOCK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\d{1,2}:\d{2}(:\d{2})?([.,]\d)?").ok());

/// Remembers for how many screens the clock of a player has not changed.
#[derive(Debug, Default)]
pub(super) struct StillPlayer {
    screens: u32,
}

impl BugRule for StillPlayer {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some((page, clock)) = still(turn) else {
            self.screens = 0;
            return Vec::new();
        };
        self.screens += 1;
        if self.screens < STANDS - 1 {
            return Vec::new();
        }
        vec![RuleViolation {
            subject: format!("{page}|{}", clock.short_id()),
            expected: "The time goes on while it plays.".into(),
            actual: format!("It says that it plays, and {:?} does not change.", shown_words(clock)),
            bounds: Some(clock.bounds),
            ..RuleViolation::default()
        }]
    }
}

/// The page and the clock, if something plays and no clock has changed.
fn still<'a>(turn: &RuleTurn<'a>) -> Option<(String, &'a Widget)> {
    let (before, after) = turn.both()?;
    let page = page_key(after);
    if page_key(before) != page || !plays(before) || !plays(after) {
        return None;
    }
    let (was, is) = (clocks(before), clocks(after));
    let clock = is.first().filter(|_| was.len() == is.len())?;
    let same = was.iter().zip(&is).all(|(one, other)| shown_words(one) == shown_words(other));
    same.then_some((page, *clock))
}

/// True if something can be paused: it plays.
fn plays(screen: &Screen) -> bool {
    let pauses = |widget: &&Widget| {
        let label = widget.label.to_lowercase();
        widget.acts() && matches!(labels::words(&label)[..], ["pause"] | ["pause", _])
    };
    screen.widgets.iter().any(|widget| pauses(&widget))
}

/// The widgets that show a time.
fn clocks(screen: &Screen) -> Vec<&Widget> {
    let Some(pattern) = CLOCK.as_ref() else { return Vec::new() };
    screen.widgets.iter().filter(|widget| pattern.is_match(shown_words(widget))).collect()
}
