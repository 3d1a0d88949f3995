//! Loading that never ends: the page still shows progress after the longest wait.
//!
//! Source: "page loading failure", the most frequent category of VisionDroid's pilot study (15 % of
//! the bugs, IEEE 11181197, section 2).

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};

/// A page that still loads after so long was waited for in one piece, in milliseconds.
const TOO_LONG_MS: u64 = 45_000;

/// Remembers nothing: the device says how long it waited.
#[derive(Debug, Default)]
pub(super) struct EndlessLoading;

impl BugRule for EndlessLoading {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(now) = turn.observed().filter(|now| now.screen.busy) else { return Vec::new() };
        if now.progress_ms < TOO_LONG_MS {
            return Vec::new();
        }
        let page = page_name(&now.screen);
        vec![RuleViolation {
            subject: page_key(&now.screen),
            expected: format!("{page:?} finishes loading within {} s.", TOO_LONG_MS / 1000),
            actual: format!("{page:?} still shows progress after {} s.", now.progress_ms / 1000),
            ..RuleViolation::default()
        }]
    }
}
