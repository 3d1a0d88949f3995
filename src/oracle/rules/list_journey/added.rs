//! What was added must be listed, once.

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
    if !added || !journey.sent_now || journey.typed.is_empty() {
        return None;
    }
    let earlier = vec![
        (*sent_at, format!("{sent:?} was tapped.")),
        (journey.step, "The form was opened.".into()),
    ];
    let new = journey.after.without(&journey.before);
    if let [one, others @ ..] = &new[..]
        && !others.is_empty()
        && others.iter().all(|other| other == one)
    {
        return Some(RuleViolation {
            subject: format!("{}|{}|twice", journey.page, journey.before.id),
            expected: format!("The list has one more row after {sent:?}."),
            actual: format!("After {sent:?} the list has {} more rows {one:?}.", new.len()),
            earlier,
            ..RuleViolation::default()
        });
    }
    if journey.after != journey.before {
        return None;
    }
    Some(RuleViolation {
        subject: format!("{}|{}", journey.page, journey.before.id),
        expected: format!("The list has one more row after {sent:?}."),
        actual: format!(
            "After {sent:?} the list has the same {} rows as before.",
            journey.after.rows.len()
        ),
        earlier,
        ..RuleViolation::default()
    })
}
