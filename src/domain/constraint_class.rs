//! What a form may demand of what is typed into it: our list of constraint classes.
//!
//! InputBlaster's pilot study ("Testing the Limits: Unusual Text Inputs Generation for Mobile App
//! Crash Detection", ICSE 2024, section 2.1) tells five constraints that a page states, five that it
//! keeps to itself and seven between fields. Its own list is a picture; this one has the same shape.

use serde::{Deserialize, Serialize};

/// A class of constraints on the texts of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintClass {
    /// No special characters.
    PureText,
    /// Digits only, or a decimal number.
    PureNumber,
    /// A number between bounds, or not negative.
    BoundedNumber,
    /// A date, a time, an e-mail address or another fixed form.
    FixedFormat,
    /// It must not be empty.
    Required,
    /// At least or at most so many characters.
    Length,
    /// Capitals, digits or symbols in it, as for passwords.
    Composition,
    /// It must not exist yet, or must exist already.
    Uniqueness,
    /// Only characters that the app can handle.
    CharacterSet,
    /// It must make sense: a day that exists, a plausible age.
    Meaning,
    /// Between fields: one date or time before another.
    DateOrder,
    /// Between fields: one number below another.
    NumberOrder,
    /// Between fields: parts that add up to a whole.
    Sum,
    /// Between fields: the same text twice.
    Equality,
    /// Between fields: two texts that must differ.
    Exclusion,
    /// Between fields: what one may hold depends on another.
    Dependency,
    /// Between fields: a value that follows from others.
    Derived,
}

/// Where a constraint is told, and whether it relates fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintReach {
    /// On one field, stated on the page.
    Explicit,
    /// On one field, told only by what the app does.
    Implicit,
    /// Between fields.
    Between,
}

impl ConstraintClass {
    /// All of them: five explicit, five implicit, seven between fields.
    pub const ALL: [Self; 17] = [
        Self::PureText,
        Self::PureNumber,
        Self::BoundedNumber,
        Self::FixedFormat,
        Self::Required,
        Self::Length,
        Self::Composition,
        Self::Uniqueness,
        Self::CharacterSet,
        Self::Meaning,
        Self::DateOrder,
        Self::NumberOrder,
        Self::Sum,
        Self::Equality,
        Self::Exclusion,
        Self::Dependency,
        Self::Derived,
    ];

    /// Where such a constraint is told.
    pub const fn reach(self) -> ConstraintReach {
        match self {
            Self::PureText
            | Self::PureNumber
            | Self::BoundedNumber
            | Self::FixedFormat
            | Self::Required => ConstraintReach::Explicit,
            Self::Length
            | Self::Composition
            | Self::Uniqueness
            | Self::CharacterSet
            | Self::Meaning => ConstraintReach::Implicit,
            Self::DateOrder
            | Self::NumberOrder
            | Self::Sum
            | Self::Equality
            | Self::Exclusion
            | Self::Dependency
            | Self::Derived => ConstraintReach::Between,
        }
    }

    /// The words for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::PureText => "text without special characters",
            Self::PureNumber => "a number",
            Self::BoundedNumber => "a number within bounds",
            Self::FixedFormat => "a fixed format",
            Self::Required => "not empty",
            Self::Length => "a length",
            Self::Composition => "certain kinds of characters",
            Self::Uniqueness => "new, or already there",
            Self::CharacterSet => "characters the app can handle",
            Self::Meaning => "a value that makes sense",
            Self::DateOrder => "dates or times in order",
            Self::NumberOrder => "numbers in order",
            Self::Sum => "parts that add up",
            Self::Equality => "the same text",
            Self::Exclusion => "different texts",
            Self::Dependency => "one field depends on another",
            Self::Derived => "a value that follows from others",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_five_explicit_five_implicit_and_seven_between_fields() {
        let count = |reach| ConstraintClass::ALL.iter().filter(|it| it.reach() == reach).count();
        assert_eq!(count(ConstraintReach::Explicit), 5);
        assert_eq!(count(ConstraintReach::Implicit), 5);
        assert_eq!(count(ConstraintReach::Between), 7);
    }
}
