//! The functions of the app that a session was divided into.

use std::collections::BTreeMap;

use crate::protocol::FunctionTested;

/// Functions by the steps with which they begin.
#[derive(Clone, Debug, Default)]
pub struct FunctionSegments {
    begins: BTreeMap<u64, FunctionTested>,
}

impl FunctionSegments {
    /// Takes in that a function was tested, or judged.
    pub fn apply(&mut self, tested: &FunctionTested) {
        self.begins.insert(tested.from, tested.clone());
    }

    /// The function that `step` belongs to, with its place among all; `None` before the first one.
    pub fn of_step(&self, step: u64) -> Option<(usize, &FunctionTested)> {
        let (_, tested) = self.begins.range(..=step).next_back()?;
        Some((self.begins.range(..tested.from).count(), tested))
    }

    /// All of them, in order.
    pub fn all(&self) -> impl Iterator<Item = &FunctionTested> {
        self.begins.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_lasts_until_the_next_one_begins() {
        let mut segments = FunctionSegments::default();
        let tell = |segments: &mut FunctionSegments, name: &str, from, sound| {
            segments.apply(&FunctionTested { name: name.into(), from, sound });
        };
        assert_eq!(segments.of_step(9), None);
        tell(&mut segments, "adding", 1, None);
        tell(&mut segments, "removing", 5, None);
        tell(&mut segments, "adding", 1, Some(false));
        let named = |step| segments.of_step(step).map(|(place, it)| (place, &*it.name, it.sound));
        assert_eq!(named(0), None);
        assert_eq!(named(4), Some((0, "adding", Some(false))));
        assert_eq!(named(50), Some((1, "removing", None)));
        assert_eq!(segments.all().count(), 2);
    }
}
