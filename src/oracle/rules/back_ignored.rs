//! Back that does nothing on a page that was opened from another one.
//!
//! Source: "navigation and linking errors" of VisionDroid's pilot study (8 % of the bugs).

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, DeviceKey};
use crate::protocol::ActionOutcome;

/// Remembers the steps in a row at which back did nothing.
#[derive(Debug, Default)]
pub(super) struct BackIgnored {
    steps: Vec<u64>,
}

impl BugRule for BackIgnored {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let back = matches!(turn.action(), Some(Action::Key { key: DeviceKey::Back }));
        let idle = turn.outcome() == Some(ActionOutcome::None) && turn.is_pictured();
        let before = turn.both().map(|(before, _)| before).filter(|before| !before.keyboard);
        let opened = turn.left().is_some_and(|visit| visit.known && visit.opener.is_some());
        let Some(before) = before.filter(|_| back && idle && opened && !turn.crashed()) else {
            self.steps.clear();
            return Vec::new();
        };
        self.steps.push(turn.step());
        // An app may ask to press it twice.
        let [earlier @ .., _] = &self.steps[..] else { return Vec::new() };
        if earlier.is_empty() {
            return Vec::new();
        }
        let page = page_name(before);
        vec![RuleViolation {
            subject: page_key(before),
            expected: format!("Back leads from {page:?} to the page before."),
            actual: format!("Back does nothing on {page:?}."),
            earlier: earlier.iter().map(|step| (*step, "Back did nothing.".to_owned())).collect(),
            ..RuleViolation::default()
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page};

    #[test]
    fn back_leads_from_a_page_that_was_opened() {
        let home = || page("Home", vec![button("", "Go")]);
        let other = || page("Other", vec![button("", "More")]);
        let run = MadeUpRun::open(home()).tap("Go", other()).back(other());
        assert_eq!(run.found, []);
        assert_eq!(run.back(other()).found, [("back-ignored".to_owned(), 3)]);
        assert_eq!(MadeUpRun::open(home()).back(home()).back(home()).found, [], "where it begins");
    }
}
