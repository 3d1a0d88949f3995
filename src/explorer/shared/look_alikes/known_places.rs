//! The places of the app that links lead to, and which of them were seen.

use std::collections::HashMap;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct KnownPlaces {
    numbers: HashMap<String, usize>,
    seen: Vec<bool>,
}

impl KnownPlaces {
    /// The number of `place`.
    pub(super) fn number(&mut self, place: String) -> usize {
        let next = self.seen.len();
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.seen.push(false);
        }
        number
    }

    /// `place` is in front.
    pub(super) fn see(&mut self, place: String) {
        let number = self.number(place);
        self.seen[number] = true;
    }

    /// True if the place of this number was in front.
    pub(super) fn is_seen(&self, number: usize) -> bool {
        self.seen[number]
    }
}
