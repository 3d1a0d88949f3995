//! A mean that begins with what is believed before anything was tried.

use std::collections::HashMap;

/// How often something was tried, and what that yielded in all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::explorer) struct YieldTally {
    tries: f64,
    sum: f64,
}

impl YieldTally {
    /// How many tries it counts.
    pub(in crate::explorer) const fn tries(self) -> f64 {
        self.tries
    }

    /// Adds a try that yielded `reward`, and counts as so many `tries`.
    pub(in crate::explorer) fn add(&mut self, reward: f64, tries: f64) {
        self.tries += tries;
        self.sum += reward * tries;
    }

    /// What it and `other` hold together.
    pub(super) fn and(self, other: Self) -> Self {
        Self { tries: self.tries + other.tries, sum: self.sum + other.sum }
    }

    /// What it holds besides `part`, which was added to it too.
    pub(super) fn without(self, part: Self) -> Self {
        Self { tries: (self.tries - part.tries).max(0.0), sum: (self.sum - part.sum).max(0.0) }
    }

    /// The mean over the tries and over `trust` more that yielded `prior` each.
    pub(in crate::explorer) fn mean(&self, prior: f64, trust: f64) -> f64 {
        let tries = self.tries + trust;
        if tries <= 0.0 { prior } else { (self.sum + trust * prior) / tries }
    }
}

/// A tally for each of several groups, which have numbers.
#[derive(Debug, Default)]
pub(super) struct GroupTallies {
    numbers: HashMap<String, usize>,
    tallies: Vec<YieldTally>,
}

impl GroupTallies {
    /// The number of the group with this name.
    pub(super) fn number(&mut self, name: String) -> usize {
        let next = self.tallies.len();
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.tallies.push(YieldTally::default());
        }
        number
    }

    /// Adds a try of this group that yielded `reward`.
    pub(super) fn add(&mut self, group: usize, reward: f64) {
        self.tallies[group].add(reward, 1.0);
    }

    /// What is known of this group.
    pub(super) fn of(&self, group: usize) -> YieldTally {
        self.tallies[group]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_in_a_part_is_not_counted_twice() {
        let (mut all, mut part) = (YieldTally::default(), YieldTally::default());
        all.add(1.0, 1.0);
        all.add(0.2, 2.0);
        part.add(0.2, 2.0);
        let mut rest = YieldTally::default();
        rest.add(1.0, 1.0);
        assert!((all.without(part).mean(0.0, 1.0) - rest.mean(0.0, 1.0)).abs() < 1e-9);
    }

    #[test]
    fn what_is_believed_counts_as_tries() {
        let mut tally = YieldTally::default();
        assert!((tally.mean(0.5, 2.0) - 0.5).abs() < 1e-9);
        tally.add(0.0, 2.0);
        assert!((tally.mean(0.5, 2.0) - 0.25).abs() < 1e-9);
        assert!((tally.mean(0.5, 0.0)).abs() < 1e-9);
    }
}
