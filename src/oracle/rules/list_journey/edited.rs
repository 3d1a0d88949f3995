//! What edits one row must leave the others as they were.

use super::{JourneyStart, JourneyWatch, ListJourney};
use crate::oracle::rules::{BugRule, RuleTurn, RuleViolation};

/// Remembers the journey from the row to the form and back.
#[derive(Debug, Default)]
pub(in crate::oracle::rules) struct EditChangesOthers {
    watch: JourneyWatch,
}

impl BugRule for EditChangesOthers {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let journey = self.watch.returned(turn);
        journey.and_then(|journey| violation(&journey)).into_iter().collect()
    }
}

fn violation(journey: &ListJourney) -> Option<RuleViolation> {
    let JourneyStart::Row(row) = &journey.start else { return None };
    let (sent, step) = journey.sent.as_ref()?;
    let edited = !journey.typed.is_empty() && journey.deleted.is_none();
    if !edited || journey.before.rows.len() != journey.after.rows.len() {
        return None;
    }
    let gone = journey.before.without(&journey.after);
    let other = gone.iter().find(|it| **it != row.as_str())?;
    // Numbers of other rows may follow from the edit, their names may not.
    let name = other.split(" · ").next().unwrap_or(other);
    if journey.after.names.iter().any(|it| it == name) {
        return None;
    }
    let edited = row.split(" · ").next().unwrap_or(row);
    Some(RuleViolation {
        subject: format!("{}|{}", journey.page, journey.before.id),
        expected: format!("Editing {edited:?} changes no other row."),
        actual: format!("After {edited:?} was edited, {name:?} is not listed any more."),
        earlier: vec![(*step, format!("{sent:?} was tapped."))],
        ..RuleViolation::default()
    })
}
