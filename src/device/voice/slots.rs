//! Built-in slot types: which words they take, and as what.
//!
//! Numbers, ordinals, dates, times and durations are recognised (English words, digits in any
//! language); types that stand for long lists (cities, names, foods …) know a few values and take
//! other plausible words; `SearchQuery` takes the rest. Kinds and forms of values follow the Alexa
//! Skills Kit's "Slot Type Reference".

mod calendar;
mod clock;
mod lists;
mod number;

use jiff::civil::Date;

pub use lists::{is_filler, is_no_value};
pub use number::{cardinal, ordinal};

/// What a built-in type takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltInSlot {
    /// `AMAZON.NUMBER`
    Number,
    /// `AMAZON.FOUR_DIGIT_NUMBER`
    FourDigits,
    /// `AMAZON.Ordinal`
    Ordinal,
    /// `AMAZON.PhoneNumber`
    Phone,
    /// `AMAZON.DATE`
    Date,
    /// `AMAZON.TIME`
    Time,
    /// `AMAZON.DURATION`
    Duration,
    /// One of a long list, of which some values are known here.
    Listed(&'static [&'static str]),
    /// Free text: `AMAZON.SearchQuery`.
    Query,
}

/// How well words fit a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotFit {
    /// They are a value of it; the value in the form in which it is sent.
    Known(String),
    /// They may be one.
    Plausible,
    /// Anything fits.
    Free,
}

/// The most words that are taken for an unlisted value.
const PLAUSIBLE_WORDS: usize = 4;

impl BuiltInSlot {
    /// The kind of the built-in type `name`; `None` for a type that is no built-in one.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.strip_prefix("AMAZON.")?;
        Some(match name {
            "NUMBER" => Self::Number,
            "FOUR_DIGIT_NUMBER" => Self::FourDigits,
            "Ordinal" | "ORDINAL" => Self::Ordinal,
            "PhoneNumber" => Self::Phone,
            "DATE" => Self::Date,
            "TIME" => Self::Time,
            "DURATION" => Self::Duration,
            "SearchQuery" | "LITERAL" | "Person" => Self::Query,
            other => Self::Listed(lists::known(other)),
        })
    }

    /// How well `words` fit; `None` if they do not. `today` is the day relative dates count from.
    pub fn fit(self, words: &[&str], today: Date) -> Option<SlotFit> {
        let known = match self {
            Self::Number => number::cardinal(words).map(|number| number.to_string()),
            Self::FourDigits => number::four_digits(words),
            Self::Ordinal => number::ordinal(words).map(|number| number.to_string()),
            Self::Phone => number::phone(words),
            Self::Date => calendar::date(words, today),
            Self::Time => clock::time(words),
            Self::Duration => clock::duration(words),
            Self::Query => return Some(SlotFit::Free),
            Self::Listed(known) => return listed(words, known),
        };
        known.map(SlotFit::Known)
    }
}

fn listed(words: &[&str], known: &[&str]) -> Option<SlotFit> {
    let joined = words.join(" ");
    if known.contains(&joined.as_str()) {
        return Some(SlotFit::Known(joined));
    }
    let plausible = words.len() <= PLAUSIBLE_WORDS
        && words.iter().all(|word| !is_no_value(word) && word.chars().any(char::is_alphabetic))
        && words.iter().any(|word| word.chars().count() > 1);
    plausible.then_some(SlotFit::Plausible)
}

#[cfg(test)]
mod tests;
