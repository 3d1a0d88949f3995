//! The same action on the same screen that leads elsewhere.
//!
//! Source: the nondeterministic transitions of model-based testing (Stoat, Su et al., FSE 2017; APE, Gu
//! et al., ICSE 2019), here only if not a single word of the screens before differs.

use std::collections::HashMap;

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{StateId, labels};

/// Where an action led.
#[derive(Debug)]
struct LedTo {
    location: String,
    name: String,
    step: u64,
}

/// Remembers where each tap on each exact screen led.
#[derive(Debug, Default)]
pub(super) struct LeadsElsewhere {
    known: HashMap<(StateId, String), LedTo>,
    /// The steps at which it led elsewhere. Once may be a call or an alarm that came by itself.
    strays: HashMap<(StateId, String, String), u64>,
}

impl BugRule for LeadsElsewhere {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl LeadsElsewhere {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let target = turn.tapped().filter(|_| !turn.goes_back())?;
        let tapped = format!("{}|{}", target.resource_id, target.label);
        let page = page_key(after);
        let led = LedTo {
            location: after.location.clone(),
            name: page_name(after).to_owned(),
            step: turn.step(),
        };
        // What sends a form, and what stays, depends on what cannot be seen.
        let opener = turn.left()?.opener.as_ref();
        if labels::sends(target)
            || page == page_key(before)
            || opener == Some(&page)
            || after.dialog
        {
            return None;
        }
        let key = (turn.exact_before()?, tapped);
        let known = self.known.entry(key.clone()).or_insert(led);
        if known.location == after.location || before.dialog {
            return None;
        }
        let stray = (key.0, key.1, after.location.clone());
        let first = *self.strays.entry(stray).or_insert_with(|| turn.step());
        if first == turn.step() {
            return None;
        }
        Some(RuleViolation {
            subject: format!("{}|{}|{page}", page_key(before), target.label),
            expected: format!("{:?} leads to {:?}, as before.", target.label, known.name),
            actual: format!("{:?} leads to {:?}.", target.label, page_name(after)),
            bounds: None,
            earlier: vec![
                (known.step, format!("It led to {:?}.", known.name)),
                (first, format!("It led to {:?}.", page_name(after))),
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};

    #[test]
    fn an_action_that_leads_elsewhere_twice_is_told() {
        let home = || page("Home", vec![button("", "Go")]);
        let there = || page("There", vec![text("note", "As it is")]);
        let other = || page("Other", vec![text("note", "As it is")]);
        let once = MadeUpRun::open(home()).tap("Go", there()).back(home()).tap("Go", other());
        assert_eq!(once.rules(), [""; 0], "a call may have come");
        let twice = once.back(home()).tap("Go", other());
        assert_eq!(twice.found, [("leads-elsewhere".to_owned(), 5)]);
        let again = MadeUpRun::open(home()).tap("Go", there()).back(home()).tap("Go", there());
        assert_eq!(again.rules(), [""; 0]);
    }
}
