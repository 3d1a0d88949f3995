//! What the fields of a form demand, as far as it is known without a model.
//!
//! The words on and beside a field are read first ([`super::reading`]); what the app says to wrong
//! inputs, and what its fields make of texts, is added as it is seen.

mod written;

use crate::domain::ConstraintClass;

/// What kind of text a field takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum FieldShape {
    /// Anything.
    #[default]
    Text,
    /// A whole number.
    Integer,
    /// A number with a decimal point.
    Decimal,
    /// A number whose digits have a meaning of their own: a code, a postcode, an account.
    Digits,
    /// `2026-01-31`.
    Date,
    /// `07:30`.
    Time,
    /// `12/29`.
    MonthYear,
    /// `ada@example.org`.
    Mail,
    /// A secret.
    Password,
}

impl FieldShape {
    /// All shapes.
    pub(super) const ALL: [Self; 9] = [
        Self::Text,
        Self::Integer,
        Self::Decimal,
        Self::Digits,
        Self::Date,
        Self::Time,
        Self::MonthYear,
        Self::Mail,
        Self::Password,
    ];

    /// True for what is compared as a number.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal)
    }

    /// True for what may hold any characters.
    pub(super) const fn is_free(self) -> bool {
        matches!(self, Self::Text | Self::Password)
    }

    const fn class(self) -> Option<ConstraintClass> {
        match self {
            Self::Text => None,
            Self::Integer | Self::Decimal | Self::Digits => Some(ConstraintClass::PureNumber),
            Self::Date | Self::Time | Self::MonthYear | Self::Mail => {
                Some(ConstraintClass::FixedFormat)
            }
            Self::Password => Some(ConstraintClass::Composition),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Text => "any text",
            Self::Integer => "a whole number",
            Self::Decimal => "a number",
            Self::Digits => "digits",
            Self::Date => "a date such as 2026-01-31",
            Self::Time => "a time such as 07:30",
            Self::MonthYear => "a month and year such as 12/29",
            Self::Mail => "an e-mail address",
            Self::Password => "a secret",
        }
    }
}

/// Which characters a field keeps of a text: it drops the others while they are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeptCharacters {
    /// Digits.
    Digits,
    /// Digits, a sign and a decimal point.
    Numeric,
    /// Everything on one line: line breaks are dropped, or send the form.
    OneLine,
}

impl KeptCharacters {
    /// All of them, the narrower first.
    pub(super) const ALL: [Self; 3] = [Self::Digits, Self::Numeric, Self::OneLine];

    /// True if `sign` is kept.
    pub(super) const fn keeps(self, sign: char) -> bool {
        match self {
            Self::Digits => sign.is_ascii_digit(),
            Self::Numeric => sign.is_ascii_digit() || matches!(sign, '-' | '.'),
            Self::OneLine => !matches!(sign, '\n' | '\r'),
        }
    }
}

/// What one field demands. What is not known is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FieldDemands {
    pub(super) shape: FieldShape,
    /// The least number or year.
    pub(super) least: Option<f64>,
    /// The greatest number or year.
    pub(super) most: Option<f64>,
    /// The fewest characters.
    pub(super) shortest: Option<usize>,
    /// The most characters: stated, or seen when the field cut a text.
    pub(super) longest: Option<usize>,
    /// It must not be empty.
    pub(super) required: bool,
    /// What it drops while it is typed into; `None` if it took everything so far.
    pub(super) keeps: Option<KeptCharacters>,
}

impl FieldDemands {
    /// Each demand with its class, in words.
    pub(super) fn listed(&self) -> Vec<(ConstraintClass, String)> {
        let shape = self.shape.class().map(|class| (class, self.shape.words().to_owned()));
        let bounds = match (self.least, self.most) {
            (Some(least), Some(most)) => Some(format!("between {least} and {most}")),
            (Some(least), None) => Some(format!("at least {least}")),
            (None, Some(most)) => Some(format!("at most {most}")),
            (None, None) => None,
        };
        let length = match (self.shortest, self.longest) {
            (Some(least), Some(most)) if least == most => Some(format!("{least} characters")),
            (Some(least), Some(most)) => Some(format!("{least} to {most} characters")),
            (Some(least), None) => Some(format!("at least {least} characters")),
            (None, Some(most)) => Some(format!("at most {most} characters")),
            (None, None) => None,
        };
        let required = self.required.then(|| (ConstraintClass::Required, "not empty".to_owned()));
        shape
            .into_iter()
            .chain(bounds.map(|words| (ConstraintClass::BoundedNumber, words)))
            .chain(length.map(|words| (ConstraintClass::Length, words)))
            .chain(required)
            .collect()
    }

    /// True if `text` arrives as it is typed, as far as that is known.
    pub(super) fn takes(&self, text: &str) -> bool {
        self.keeps.is_none_or(|keeps| text.chars().all(|sign| keeps.keeps(sign)))
    }

    /// The smallest difference between two values.
    pub(super) const fn step(&self) -> f64 {
        match self.shape {
            FieldShape::Decimal => 0.01,
            _ => 1.0,
        }
    }
}

/// How fields of a form relate, by their places in the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FieldRelation {
    /// The first comes before the second, or is below it.
    Ordered { low: usize, high: usize },
    /// The parts add up to the total.
    Sum { total: usize, parts: Vec<usize> },
    /// Both hold the same.
    Same { one: usize, other: usize },
}

impl FieldRelation {
    /// The places of its fields.
    pub(super) fn fields(&self) -> Vec<usize> {
        match self {
            Self::Ordered { low, high } => vec![*low, *high],
            Self::Sum { total, parts } => parts.iter().copied().chain([*total]).collect(),
            Self::Same { one, other } => vec![*one, *other],
        }
    }

    /// The class of the constraint.
    pub(super) fn class(&self, fields: &[FieldDemands]) -> ConstraintClass {
        match self {
            Self::Ordered { low, .. }
                if fields.get(*low).is_some_and(|field| !field.shape.is_number()) =>
            {
                ConstraintClass::DateOrder
            }
            Self::Ordered { .. } => ConstraintClass::NumberOrder,
            Self::Sum { .. } => ConstraintClass::Sum,
            Self::Same { .. } => ConstraintClass::Equality,
        }
    }
}

/// What a whole form demands.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FormDemands {
    pub(super) fields: Vec<FieldDemands>,
    pub(super) relations: Vec<FieldRelation>,
}
