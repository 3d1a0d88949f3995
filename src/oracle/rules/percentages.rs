//! Percentages that do not agree with the numbers beside them.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::oracle::reading::shown_words;

/// What rounding may cost, in percent points.
const ROUNDING: i64 = 1;

/// `3 of 4 (75 %)` and `3/4: 75%`.
static SHARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(\d{1,7})\s*(?:of|/|out of)\s*(\d{1,7})\D{0,12}?(\d{1,3})\s?%").ok()
});

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongPercentage;

impl BugRule for WrongPercentage {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let (Some(after), Some(pattern)) = (turn.after(), SHARE.as_ref()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for widget in &after.widgets {
            let words = shown_words(widget);
            let Some(share) = pattern.captures(words) else { continue };
            let number = |place: usize| share.get(place)?.as_str().parse::<i64>().ok();
            let (Some(part), Some(whole), Some(percent)) = (number(1), number(2), number(3)) else {
                continue;
            };
            if whole == 0 || (part * 100 / whole - percent).abs() <= ROUNDING {
                continue;
            }
            found.push(RuleViolation {
                subject: format!("{}|{}", page_key(after), widget.short_id()),
                expected: format!("{part} of {whole} is {} %.", part * 100 / whole),
                actual: format!("It says {words:?}."),
                bounds: Some(widget.bounds),
                ..RuleViolation::default()
            });
        }
        found
    }
}
