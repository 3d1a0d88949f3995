//! The functions of the app that a session was divided into.

use crate::protocol::FunctionTested;

/// Functions by the steps with which they begin, in order.
#[derive(Clone, Debug, Default)]
pub struct FunctionSegments {
    tested: Vec<FunctionTested>,
}

impl FunctionSegments {
    /// Takes in that a function was tested, or judged.
    pub fn apply(&mut self, tested: &FunctionTested) {
        match self.tested.binary_search_by_key(&tested.from, |known| known.from) {
            Ok(place) => self.tested[place] = tested.clone(),
            Err(place) => self.tested.insert(place, tested.clone()),
        }
    }

    /// The function that `step` belongs to, with its place among all; `None` before the first one.
    pub fn of_step(&self, step: u64) -> Option<(usize, &FunctionTested)> {
        let place = self.tested.partition_point(|tested| tested.from <= step).checked_sub(1)?;
        Some((place, &self.tested[place]))
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
    }
}
