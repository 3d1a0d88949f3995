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
        let known = self.known.entry((turn.exact_before()?, tapped)).or_insert(led);
        if known.location == after.location || before.dialog {
            return None;
        }
        Some(RuleViolation {
            subject: format!("{}|{}|{page}", page_key(before), target.label),
            expected: format!("{:?} leads to {:?}, as before.", target.label, known.name),
            actual: format!("{:?} leads to {:?}.", target.label, page_name(after)),
            bounds: None,
            earlier: vec![(known.step, format!("It led to {:?}.", known.name))],
        })
    }
}
