//! The charter, notes and refusals for prompts: bounded, so that a prompt does not grow with a
//! session.

use serde::{Deserialize, Serialize};

use super::output;
use crate::explorer::Situation;

/// The most characters of the charter.
const CHARTER: usize = 400;
/// The most characters of a note or reason.
const NOTE: usize = 200;
/// The most notes, and the most refusals.
const NOTES: usize = 5;

/// An input that was turned down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedInput {
    /// Its name.
    pub input: String,
    /// The reason given; may be empty.
    pub reason: String,
}

/// The charter.
pub fn charter(text: &str) -> String {
    output::cut(text.trim(), CHARTER)
}

/// The latest notes, the newest last.
pub fn notes(situation: &Situation) -> Vec<String> {
    let surplus = situation.notes.len().saturating_sub(NOTES);
    situation.notes.iter().skip(surplus).map(|note| output::cut(note.trim(), NOTE)).collect()
}

/// What is refused here, the latest last.
pub fn refused(situation: &Situation) -> Vec<RefusedInput> {
    let surplus = situation.refused.len().saturating_sub(NOTES);
    let latest = situation.refused.iter().skip(surplus).map(|refusal| RefusedInput {
        input: output::cut(refusal.key.as_str(), NOTE),
        reason: output::cut(refusal.feedback.trim(), NOTE),
    });
    latest.collect()
}
