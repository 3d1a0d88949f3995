//! The attacks of a whole session in figures.

use std::collections::BTreeMap;

use crate::protocol::{AttackChange, FormAttacked, InputResult};

/// Milliseconds of a minute.
const MINUTE: f64 = 60_000.0;
/// Of fewer milliseconds no rate is told: the embedded voice apps answer at once.
const LEAST_MS: u64 = 1_000;

/// Counts over all attacks of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttackTotals {
    /// Inputs that were sent, those apart that only shortened a crash.
    pub inputs: u64,
    /// Of them, those that crashed the app.
    pub crashed: u64,
    /// Of them, those that it refused.
    pub refused: u64,
    /// Of them, those that it took.
    pub accepted: u64,
    /// Inputs that were sent to shorten a crash.
    pub shortened: u64,
    /// Inputs that the fields did not take.
    pub not_typed: u64,
    /// The forms, each with whether an input was sent that was meant to be valid, and taken.
    forms: BTreeMap<String, ValidInput>,
    /// Milliseconds in attacks that have ended, or up to their latest event.
    ms: u64,
    /// When the attack that goes on was heard of last.
    since: Option<u64>,
}

/// What came of the search for an input that a form takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ValidInput {
    sent: bool,
    taken: bool,
}

impl AttackTotals {
    /// Takes in what happened so many milliseconds after the start of the session.
    pub fn apply(&mut self, at_ms: u64, attacked: &FormAttacked) {
        if let Some(since) = self.since {
            self.ms += at_ms.saturating_sub(since);
        }
        let ended = matches!(attacked.change, AttackChange::Ended { .. });
        self.since = (!ended).then_some(at_ms);
        match &attacked.change {
            AttackChange::Begun { .. } => {
                self.forms.entry(attacked.form.clone()).or_default();
            }
            AttackChange::Tried(tried) if tried.result == InputResult::NotTyped => {
                self.not_typed += 1;
            }
            AttackChange::Tried(tried) if tried.shortening => self.shortened += 1,
            AttackChange::Tried(tried) => {
                self.inputs += 1;
                let form = self.forms.entry(attacked.form.clone()).or_default();
                form.sent |= tried.is_valid();
                form.taken |= tried.is_valid() && tried.result == InputResult::Accepted;
                match tried.result {
                    InputResult::Crashed => self.crashed += 1,
                    InputResult::Refused => self.refused += 1,
                    InputResult::Accepted | InputResult::NotTyped => self.accepted += 1,
                }
            }
            _ => {}
        }
    }

    /// The forms that were attacked.
    pub fn forms(&self) -> usize {
        self.forms.len()
    }

    /// Of the forms for which a valid input was looked for, how many took it, and how many they are.
    pub fn passed(&self) -> (usize, usize) {
        let sought = self.forms.values().filter(|form| form.sent);
        (self.forms.values().filter(|form| form.taken).count(), sought.count())
    }

    /// How often a form was sent in a minute of attacks; `None` if none was, or in no time.
    pub fn a_minute(&self) -> Option<f64> {
        let sent = self.inputs + self.shortened;
        (self.ms >= LEAST_MS && sent > 0).then(|| sent as f64 * MINUTE / self.ms as f64)
    }

    /// All of it in one sentence; `None` if nothing was attacked.
    pub fn words(&self) -> Option<String> {
        let (passed, sought) = self.passed();
        let rate = self.a_minute().map(|rate| format!(" ({rate:.1} a minute)")).unwrap_or_default();
        (self.forms() > 0).then(|| {
            format!(
                "forms attacked: {}, {passed} of {sought} took a valid input; inputs: {}{rate}, \
                 {} crashed, {} refused, {} taken",
                self.forms(),
                self.inputs,
                self.crashed,
                self.refused,
                self.accepted,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::TriedInput;

    fn reported(totals: &mut AttackTotals, at_ms: u64, form: &str, change: AttackChange) {
        totals.apply(at_ms, &FormAttacked { step: 1, form: form.into(), change });
    }

    fn tried(rule: &str, shortening: bool, result: InputResult) -> AttackChange {
        let (rule, fields, says) = (rule.to_owned(), Vec::new(), Vec::new());
        AttackChange::Tried(TriedInput { attempt: 1, rule, shortening, fields, result, says })
    }

    #[test]
    fn inputs_are_counted_by_result_and_time_in_attacks_alone() {
        let mut totals = AttackTotals::default();
        assert_eq!(totals.words(), None);
        let begun = || AttackChange::Begun { demands: Vec::new() };
        let ended = || AttackChange::Ended { why: String::new(), attempts: 2, goes_on: false };
        reported(&mut totals, 1_000, "Edit", begun());
        reported(&mut totals, 11_000, "Edit", tried("valid", false, InputResult::Refused));
        reported(&mut totals, 21_000, "Edit", tried("valid", false, InputResult::Accepted));
        reported(&mut totals, 31_000, "Edit", ended());
        reported(&mut totals, 500_000, "Pay", begun());
        reported(&mut totals, 510_000, "Pay", tried("valid", false, InputResult::Refused));
        reported(&mut totals, 520_000, "Pay", tried("long", false, InputResult::Crashed));
        reported(&mut totals, 530_000, "Pay", tried("shorter long", true, InputResult::Crashed));
        reported(&mut totals, 530_000, "Pay", tried("letters", false, InputResult::NotTyped));
        assert_eq!((totals.inputs, totals.shortened, totals.not_typed), (4, 1, 1));
        assert_eq!((totals.crashed, totals.refused, totals.accepted), (1, 2, 1));
        assert_eq!((totals.forms(), totals.passed()), (2, (1, 2)));
        // Five times in a minute, what lies between the attacks left out.
        assert!((totals.a_minute().unwrap() - 5.0).abs() < 1e-9, "{totals:?}");
        assert_eq!(
            totals.words().unwrap(),
            "forms attacked: 2, 1 of 2 took a valid input; inputs: 4 (5.0 a minute), 1 crashed, \
             2 refused, 1 taken"
        );
    }
}
