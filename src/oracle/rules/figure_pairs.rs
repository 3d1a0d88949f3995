//! Pairs of figures that should be the same, and what was seen of them.
//!
//! Source: likely invariants (Ernst et al., Daikon, Science of Computer Programming 2007). A pair that was the same for
//! several different values is expected to stay the same. One that always differs by the same amount, for several
//! different values, shows that one figure follows the other, and is wrong.

use std::collections::{BTreeMap, HashMap};

use super::RuleViolation;
use crate::domain::Bounds;

/// A pair that was the same for so many different values is one.
const FITTING: usize = 2;

/// So many pairs are remembered at most; then it begins anew.
const REMEMBERED: usize = 1_000;

/// Two figures that should be the same.
pub(super) struct SeenPair {
    /// What tells the pair from others.
    pub subject: String,
    /// What shows the one, for people.
    pub words: String,
    /// Its value.
    pub said: i64,
    /// The value of the other.
    pub other: i64,
    /// What shows the other, such as "5 are listed".
    pub shown: String,
    /// Pairs that differ by more are none.
    pub most_off: i64,
    /// Pairs that differ by the same for so many different values should not.
    pub enough_off: usize,
    /// Where the one is.
    pub bounds: Option<Bounds>,
}

/// What was said for each value of the other figure, and when.
#[derive(Debug, Default)]
struct PairHistory {
    said: BTreeMap<i64, (i64, u64)>,
    /// True once different values were said for the same one, none of them right: they have nothing in common.
    unrelated: bool,
}

/// Remembers pairs.
#[derive(Debug, Default)]
pub(super) struct FigurePairs {
    known: HashMap<String, PairHistory>,
}

impl FigurePairs {
    /// Takes in `pair` as it is seen at `step`. Gives what is wrong with it, if it should be the same.
    pub(super) fn violation(&mut self, step: u64, pair: SeenPair) -> Option<RuleViolation> {
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let SeenPair { subject, words, said, other, shown, most_off, enough_off, bounds } = pair;
        let history = self.known.entry(subject.clone()).or_default();
        let off = said - other;
        let others: Vec<(i64, u64)> = history
            .said
            .iter()
            .filter(|(it, _)| **it != other)
            .map(|(it, (said, step))| (said - it, *step))
            .collect();
        let all_are = |off: i64| others.iter().all(|(it, _)| *it == off);
        let is_pair = all_are(0) && others.len() >= FITTING;
        let is_off = all_are(off) && others.len() + 1 >= enough_off;
        let before = history.said.insert(other, (said, step)).map(|(said, _)| said);
        let contradicts = |before: i64| before != said && before != other && off != 0;
        history.unrelated |= before.is_some_and(contradicts);
        if off == 0 || off.abs() > most_off || history.unrelated || !(is_pair || is_off) {
            return None;
        }
        let there = |(_, step): (i64, u64)| (step, "It was compared there.".to_owned());
        Some(RuleViolation {
            subject,
            expected: format!("{words:?} is the same as what is shown: {shown}."),
            actual: format!("{words:?} is said, but {shown}."),
            bounds,
            earlier: others.into_iter().map(there).collect(),
        })
    }
}
