//! Demands as one line that a tester can read and edit, and back.
//!
//! ```text
//! a whole number; between 1 and 99; at most 3 characters; not empty
//! 1 < 2        3 = 1 + 2        1 = 2
//! ```

use thiserror::Error;

use super::{FieldDemands, FieldRelation, FieldShape};

/// What separates the demands of a line.
const SEPARATOR: &str = "; ";
/// What the counts of characters end with.
const CHARACTERS: &str = " characters";

/// What is no demand.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no demand")]
pub(in super::super) struct InvalidDemand(String);

impl FieldDemands {
    /// All demands in one line.
    pub(in super::super) fn written(&self) -> String {
        let shape = self.shape.words().to_owned();
        // The shape comes first in the list, if it is there.
        let own = usize::from(self.shape.class().is_some());
        let others = self.listed().into_iter().skip(own).map(|(_, words)| words);
        std::iter::once(shape).chain(others).collect::<Vec<_>>().join(SEPARATOR)
    }

    /// Reads what [`Self::written`] writes. What is left out is not demanded.
    ///
    /// # Errors
    /// The first part that is no demand.
    pub(in super::super) fn read(line: &str) -> Result<Self, InvalidDemand> {
        let mut demands = Self::default();
        for part in line.split(SEPARATOR.trim_end()).map(str::trim).filter(|it| !it.is_empty()) {
            demands.add(part).ok_or_else(|| InvalidDemand(part.to_owned()))?;
        }
        Ok(demands)
    }

    fn add(&mut self, part: &str) -> Option<()> {
        if let Some(shape) = FieldShape::ALL.into_iter().find(|shape| shape.words() == part) {
            self.shape = shape;
        } else if part == "not empty" {
            self.required = true;
        } else if let Some(counts) = part.strip_suffix(CHARACTERS) {
            (self.shortest, self.longest) = bounds(counts, " to ", "")?;
        } else {
            (self.least, self.most) = bounds(part, " and ", "between ")?;
        }
        Some(())
    }
}

/// Reads `PREFIX a BETWEEN b`, `at least a`, `at most b`, or `a` alone for both.
fn bounds<N: std::str::FromStr + Copy>(
    part: &str,
    between: &str,
    prefix: &str,
) -> Option<(Option<N>, Option<N>)> {
    let number = |text: &str| text.trim().parse::<N>().ok();
    if let Some(least) = part.strip_prefix("at least ") {
        return Some((Some(number(least)?), None));
    }
    if let Some(most) = part.strip_prefix("at most ") {
        return Some((None, Some(number(most)?)));
    }
    let both = part.strip_prefix(prefix)?;
    match both.split_once(between) {
        Some((least, most)) => Some((Some(number(least)?), Some(number(most)?))),
        None => number(both).map(|exact| (Some(exact), Some(exact))),
    }
}

impl FieldRelation {
    /// The relation in one line, with the numbers of its fields from 1.
    pub(in super::super) fn written(&self) -> String {
        match self {
            Self::Ordered { low, high } => format!("{} < {}", low + 1, high + 1),
            Self::Same { one, other } => format!("{} = {}", one + 1, other + 1),
            Self::Sum { total, parts } => {
                let parts: Vec<String> = parts.iter().map(|part| (part + 1).to_string()).collect();
                format!("{} = {}", total + 1, parts.join(" + "))
            }
        }
    }

    /// Reads what [`Self::written`] writes, of a form with so many `fields`.
    ///
    /// # Errors
    /// If it is no relation of different fields of the form.
    pub(in super::super) fn read(line: &str, fields: usize) -> Result<Self, InvalidDemand> {
        Self::relation(line, fields).ok_or_else(|| InvalidDemand(line.trim().to_owned()))
    }

    fn relation(line: &str, fields: usize) -> Option<Self> {
        let place = |text: &str| {
            let number: usize = text.trim().parse().ok()?;
            number.checked_sub(1).filter(|place| *place < fields)
        };
        let read = if let Some((low, high)) = line.split_once('<') {
            Self::Ordered { low: place(low)?, high: place(high)? }
        } else {
            let (one, other) = line.split_once('=')?;
            let parts: Vec<usize> = other.split('+').map(place).collect::<Option<_>>()?;
            match &*parts {
                [other] => Self::Same { one: place(one)?, other: *other },
                _ => Self::Sum { total: place(one)?, parts },
            }
        };
        let mut places = read.fields();
        places.sort_unstable();
        let differ = places.windows(2).all(|pair| pair[0] != pair[1]);
        differ.then_some(read)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_demands() -> impl Strategy<Value = FieldDemands> {
        let shape = (0..FieldShape::ALL.len()).prop_map(|at| FieldShape::ALL[at]);
        let number = || proptest::option::of((-1_000_i32..1_000).prop_map(f64::from));
        let length = || proptest::option::of(0_usize..300);
        let bounds = (number(), number(), length(), length());
        (shape, bounds, any::<bool>()).prop_map(|(shape, bounds, required)| {
            let (least, most, shortest, longest) = bounds;
            FieldDemands { shape, least, most, shortest, longest, required, keeps: None }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(demands in any_demands()) {
            prop_assert_eq!(FieldDemands::read(&demands.written()), Ok(demands));
        }

        #[test]
        fn no_line_makes_it_panic(line in "\\PC{0,60}", fields in 0_usize..5) {
            let _ = FieldDemands::read(&line);
            if let Ok(relation) = FieldRelation::read(&line, fields) {
                let again = FieldRelation::read(&relation.written(), fields);
                prop_assert_eq!(again, Ok(relation));
            }
        }
    }

    #[test]
    fn relations_are_read_with_the_numbers_of_their_fields() {
        let read = |line: &str| FieldRelation::read(line, 3);
        assert_eq!(read("1 < 2"), Ok(FieldRelation::Ordered { low: 0, high: 1 }));
        assert_eq!(read("3=1+2"), Ok(FieldRelation::Sum { total: 2, parts: vec![0, 1] }));
        assert_eq!(read("2 = 1").unwrap().written(), "2 = 1");
        for wrong in ["1 < 4", "0 < 1", "1 = 1", "1 > 2", "1 <", "", "1 = 2 + 2"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let error = FieldDemands::read("a whole number; soon").unwrap_err();
        assert_eq!(error.to_string(), "\"soon\" is no demand");
    }
}
