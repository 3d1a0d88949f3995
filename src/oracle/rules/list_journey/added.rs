//! What was added must be listed.

use super::{JourneyStart, JourneyWatch, ListJourney};
use crate::oracle::rules::{BugRule, RuleTurn, RuleViolation};

/// Remembers the journey from the list to the form and back.
#[derive(Debug, Default)]
pub(in crate::oracle::rules) struct AddedNotListed {
    watch: JourneyWatch,
}

impl BugRule for AddedNotListed {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let journey = self.watch.returned(turn);
        journey.and_then(|journey| violation(&journey)).into_iter().collect()
    }
}

fn violation(journey: &ListJourney) -> Option<RuleViolation> {
    let (sent, sent_at) = journey.sent.as_ref()?;
    let added = journey.start == JourneyStart::Add
        && !journey.left
        && !journey.filtered
        && journey.deleted.is_none();
    if !added || !journey.sent_now || journey.typed.is_empty() || journey.after != journey.before {
        return None;
    }
    Some(RuleViolation {
        subject: format!("{}|{}", journey.page, journey.before.id),
        expected: format!("The list has one more row after {sent:?}."),
        actual: format!(
            "After {sent:?} the list has the same {} rows as before.",
            journey.after.rows.len()
        ),
        earlier: vec![
            (*sent_at, format!("{sent:?} was tapped.")),
            (journey.step, "The form was opened.".into()),
        ],
        ..RuleViolation::default()
    })
}
