//! What was deleted must be gone, and nothing else with it.

use super::{JourneyStart, JourneyWatch, ListJourney};
use crate::oracle::rules::{BugRule, RuleTurn, RuleViolation};

/// Remembers the journey from the list to the deletion and back.
#[derive(Debug, Default)]
pub(in crate::oracle::rules) struct DeletedStays {
    watch: JourneyWatch,
}

impl BugRule for DeletedStays {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let journey = self.watch.returned(turn);
        journey.and_then(|journey| violation(&journey)).into_iter().collect()
    }
}

/// What was deleted: the words of its row, and the step.
fn deletion(journey: &ListJourney) -> Option<(&str, u64)> {
    let at = journey.sent.as_ref().map_or(journey.step, |(_, step)| *step);
    match (&journey.start, &journey.deleted) {
        (JourneyStart::Delete(Some(row)), None) => Some((row, at)),
        (JourneyStart::Delete(Some(row)), Some((_, step))) => Some((row, *step)),
        (JourneyStart::Row(_), Some((Some(row), step))) => Some((row, at.max(*step))),
        _ => None,
    }
}

fn violation(journey: &ListJourney) -> Option<RuleViolation> {
    let (row, step) = deletion(journey).filter(|_| !journey.left)?;
    let count = |rows: &[String]| rows.iter().filter(|it| *it == row).count();
    let (was, is) = (count(&journey.before.rows), count(&journey.after.rows));
    let gone = journey.before.without(&journey.after);
    let name = row.split(" · ").next().unwrap_or(row);
    let subject = format!("{}|{}", journey.page, journey.before.id);
    let confirmed = journey.deleted.as_ref().map(|(_, step)| *step).filter(|it| *it != step);
    let earlier: Vec<(u64, String)> = confirmed
        .into_iter()
        .chain([step])
        .map(|step| (step, format!("{name:?} was deleted.")))
        .collect();
    if was > 0 && is >= was && gone.is_empty() {
        return Some(RuleViolation {
            subject: format!("{subject}|stays"),
            expected: format!("{name:?} is gone after it was deleted."),
            actual: format!("{name:?} was deleted and is still listed."),
            earlier,
            ..RuleViolation::default()
        });
    }
    let more = gone.iter().find(|other| **other != row)?;
    let new = journey.after.without(&journey.before);
    (is < was && gone.len() > 1 && new.is_empty()).then(|| RuleViolation {
        subject: format!("{subject}|more"),
        expected: format!("Only {name:?} is gone after it was deleted."),
        actual: format!("With {name:?} also {more:?} is gone."),
        earlier,
        ..RuleViolation::default()
    })
}
