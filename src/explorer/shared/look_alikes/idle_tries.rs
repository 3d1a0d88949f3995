//! How many of the latest tries had no effect, by class and by what looks the same.

use std::collections::HashMap;

use super::LookAlike;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct IdleTries {
    classes: HashMap<usize, u32>,
    groups: HashMap<usize, u32>,
}

impl IdleTries {
    /// Counts a try of `alike`.
    pub(super) fn add(&mut self, alike: LookAlike, without_effect: bool) {
        for (idle, number) in [(&mut self.classes, alike.class), (&mut self.groups, alike.group)] {
            if without_effect {
                *idle.entry(number).or_insert(0) += 1;
            } else {
                idle.remove(&number);
            }
        }
    }

    /// The latest tries of the class of `alike` that had no effect, and of its group.
    pub(super) fn of(&self, alike: LookAlike) -> (u32, u32) {
        let count = |idle: &HashMap<usize, u32>, number| idle.get(&number).copied().unwrap_or(0);
        (count(&self.classes, alike.class), count(&self.groups, alike.group))
    }
}
