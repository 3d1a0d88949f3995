//! The catalogue of mutation operations: what is done to a valid text so that it may crash an app.
//!
//! Ours, from what the literature names (InputBlaster's examples, Fastbot's fuzz strings, the lists
//! of naughty strings and fuzzdb) and from boundary value analysis. Docs list it (`docs/inputs.md`);
//! a test compares both. A model's generator names the operations by their names.

use super::calendar::format_date;
use super::demands::{FieldDemands, FieldShape};

/// What operations are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum OperationGroup {
    /// At a bound, or right beside it.
    Boundary,
    /// Numbers.
    Number,
    /// How a date, time, address or code is written.
    Format,
    /// Dates and times that are rare or do not exist.
    Moment,
    /// Characters with a meaning to programs.
    Signs,
    /// Scripts, emoji, marks and invisible characters.
    Unicode,
    /// How long a text is.
    Size,
    /// Nothing, or nothing to see.
    Empty,
}

impl OperationGroup {
    /// The word for people.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Boundary => "boundary",
            Self::Number => "number",
            Self::Format => "format",
            Self::Moment => "moment",
            Self::Signs => "signs",
            Self::Unicode => "unicode",
            Self::Size => "size",
            Self::Empty => "empty",
        }
    }
}

/// What an operation is applied to.
pub(super) struct OperationInput<'a> {
    /// A valid text.
    pub(super) base: &'a str,
    pub(super) demands: &'a FieldDemands,
    /// The most characters that are typed.
    pub(super) longest: usize,
}

/// One operation of the catalogue.
pub(super) struct MutationOperation {
    /// Its name in generators and records.
    pub(super) name: &'static str,
    pub(super) group: OperationGroup,
    /// What it makes, in a few words.
    pub(super) words: &'static str,
    /// The texts that it makes; none if it says nothing about the field.
    pub(super) apply: fn(&OperationInput<'_>) -> Vec<String>,
}

/// The operation called `name`.
pub(super) fn find(name: &str) -> Option<&'static MutationOperation> {
    OPERATIONS.iter().find(|operation| operation.name == name)
}

macro_rules! operations {
    ($($name:literal $group:ident $words:literal: $apply:expr;)*) => {
        &[$(MutationOperation {
            name: $name,
            group: OperationGroup::$group,
            words: $words,
            apply: $apply,
        },)*]
    };
}

/// The catalogue.
pub(super) const OPERATIONS: &[MutationOperation] = operations! {
    // At the bounds that are known, and at those that nothing tells of.
    "minimum" Boundary "the least that is allowed": |at| bound(at, at.demands.least, 0.0);
    "below-minimum" Boundary "one step below the least": |at| bound(at, at.demands.least, -1.0);
    "maximum" Boundary "the greatest that is allowed": |at| bound(at, at.demands.most, 0.0);
    "above-maximum" Boundary "one step above the greatest": |at| bound(at, at.demands.most, 1.0);
    "zero" Boundary "0": |at| numeric(at, &["0"]);
    "one" Boundary "1": |at| numeric(at, &["1"]);
    "shortest" Boundary "as few characters as are allowed": |at| at.demands.shortest.map(|most| length(at, most)).into_iter().collect();
    "one-fewer" Boundary "one character less than allowed": |at| at.demands.shortest.filter(|least| *least > 0).map(|least| length(at, least - 1)).into_iter().collect();
    "one-more" Boundary "one character more than allowed": |at| at.demands.longest.map(|most| length(at, most + 1)).into_iter().collect();

    "smallest" Number "more than 0 by as little as can be written": |at| decimal(at, &["0.01", "0.0000001"]);
    "negative" Number "below 0": |at| numeric(at, &["-1"]);
    "negative-zero" Number "-0": |at| decimal(at, &["-0"]);
    "half" Number "a fraction": |at| numeric(at, &["0.5"]);
    "above-32-bits" Number "2^31": |at| numeric(at, &["2147483648"]);
    "above-64-bits" Number "2^63": |at| numeric(at, &["9223372036854775808"]);
    "all-nines" Number "as many nines as fit": nines;
    "all-zeros" Number "zeros only": |at| if at.demands.shape == FieldShape::Digits { vec!["0".repeat(at.base.len().max(1))] } else { vec![] };
    "leading-zeros" Number "zeros in front": |at| if is_numeric(at) { vec![format!("0{}", at.base), format!("00{}", at.base.get(2..).unwrap_or_default())] } else { vec![] };
    "plus-sign" Number "a plus in front": |at| if is_numeric(at) { vec![format!("+{}", at.base)] } else { vec![] };
    "exponent" Number "an exponent": |at| numeric(at, &["1e5", "1e308"]);
    "not-a-number" Number "NaN and Infinity": |at| numeric(at, &["NaN", "Infinity"]);
    "hexadecimal" Number "0x1F": |at| numeric(at, &["0x1F"]);
    "thousands" Number "a separator of thousands": |at| numeric(at, &["1,000"]);
    "comma" Number "a decimal comma": |at| numeric(at, &["1,5"]);
    "two-points" Number "two decimal points": |at| numeric(at, &["1.2.3"]);
    "sign-only" Number "a sign or point alone": |at| numeric(at, &["-", "."]);
    "unit" Number "a unit behind": |at| if is_numeric(at) { vec![format!("{} kg", at.base)] } else { vec![] };
    "other-digits" Number "digits of another script": |at| numeric(at, &["\u{661}\u{662}", "１２"]);

    "one-digit-parts" Format "parts without leading zeros": one_digit;
    "seconds" Format "a time with seconds": |at| shaped(at, FieldShape::Time, &["07:30:00"]);
    "twelve-hours" Format "a time of twelve hours": |at| shaped(at, FieldShape::Time, &["7:30 PM"]);
    "swapped-format" Format "a date the other way round": |at| shaped(at, FieldShape::Date, &["31/12/2020", "12-31-2020"]);
    "short-year" Format "a year of two digits": |at| shaped(at, FieldShape::Date, &["20-06-15"]);
    "no-separator" Format "without separators": |at| if is_moment(at) { vec![at.base.replace(['-', ':', '/'], "")] } else { vec![] };
    "part-missing" Format "without its last part": part_missing;
    "letters-in-part" Format "letters in its last part": letters_in_part;
    "doubled-separators" Format "each separator twice": doubled;
    "capitals" Format "in capitals": |at| if at.demands.shape == FieldShape::Mail { vec![at.base.to_uppercase()] } else { vec![] };
    "no-at" Format "an address without @": |at| shaped(at, FieldShape::Mail, &["ada.example.org"]);
    "long-local-part" Format "an address with a long name": |at| if at.demands.shape == FieldShape::Mail { vec![format!("{}@example.org", "a".repeat(64))] } else { vec![] };

    "leap-day" Moment "29 February, in a leap year and in another": |at| shaped(at, FieldShape::Date, &["2020-02-29", "2021-02-29"]);
    "no-such-day" Moment "a day that does not exist": |at| shaped(at, FieldShape::Date, &["2020-02-31", "2020-13-01", "0000-00-00"]);
    "long-ago" Moment "before any calendar of computers": |at| shaped(at, FieldShape::Date, &["1900-01-01", "0001-01-01", "1969-12-31"]);
    "far-future" Moment "long from now": |at| shaped(at, FieldShape::Date, &["2099-12-31", "9999-12-31", "2038-01-19"]);
    "first-year" Moment "the first day of the first year that is allowed": |at| match (at.demands.shape, at.demands.least) { (FieldShape::Date, Some(least)) => vec![format_date((least as i32, 1, 1))], _ => vec![] };
    "midnight" Moment "midnight": |at| shaped(at, FieldShape::Time, &["00:00", "24:00"]);
    "last-minute" Moment "the last minute of a day": |at| shaped(at, FieldShape::Time, &["23:59"]);
    "no-such-time" Moment "a time that does not exist": |at| shaped(at, FieldShape::Time, &["99:99", "23:60"]);
    "no-such-month" Moment "a month that does not exist": |at| shaped(at, FieldShape::MonthYear, &["13/29", "00/29"]);
    "past-month" Moment "a month that is over": |at| shaped(at, FieldShape::MonthYear, &["01/20"]);

    "many-signs" Signs "many signs with a meaning at once": |at| free(at, &["O'Brien \"x\" \\ 100%s %n <b & {[(*; -- ../.. $x `y`,"]);
    "apostrophe" Signs "an apostrophe": |at| free(at, &["O'Brien"]);
    "quotation-mark" Signs "a quotation mark": |at| free(at, &["say \"x"]);
    "backslash" Signs "a backslash": |at| free(at, &["a\\b"]);
    "percent" Signs "format signs": |at| free(at, &["100%s%n%"]);
    "markup" Signs "markup that is not closed": |at| free(at, &["a <b"]);
    "brackets" Signs "brackets that are not closed": |at| free(at, &["([{"]);
    "star" Signs "signs of patterns": |at| free(at, &["*", "?+"]);
    "query" Signs "the end of a query": |at| free(at, &["'; DROP TABLE x; --"]);
    "path" Signs "a path": |at| free(at, &["../../etc/passwd"]);
    "number-only" Signs "digits in place of words": |at| free(at, &["15550100"]);
    "null-word" Signs "a word that means nothing": |at| free(at, &["null"]);
    "line-break" Signs "line breaks and tabs": |at| free(at, &["a\nb\tc"]);
    "letters" Signs "letters in place of a number or date": |at| if at.demands.shape.is_free() { vec![] } else { vec!["abc".to_owned()] };

    "many-scripts" Unicode "many scripts, emoji and marks at once": |at| free(at, &["Zoe\u{308} 💊 👩\u{200d}💻 שלום مرحبا జ్ఞ\u{200c}ా \u{200b}\u{202e}x 𝒜 Ü"]);
    "emoji" Unicode "an emoji": |at| free(at, &["💊"]);
    "joined-emoji" Unicode "emoji joined to one": |at| free(at, &["👩\u{200d}💻"]);
    "right-to-left" Unicode "a script from right to left": |at| free(at, &["שלום"]);
    "combining" Unicode "marks that combine": |at| free(at, &["Zoe\u{308}\u{301}\u{327}"]);
    "stacked" Unicode "letters that stack": |at| free(at, &["జ్ఞ\u{200c}ా"]);
    "invisible" Unicode "characters that cannot be seen": |at| free(at, &["a\u{200b}\u{feff}\u{ad}b", "\u{202e}abc"]);
    "accents" Unicode "letters beyond ASCII, as many as fit the least length": accents;
    "wide" Unicode "letters of full width": |at| free(at, &["ＡＢＣ"]);

    "long" Size "more than columns and names of files take": |at| sized(at, 1_100);
    "very-long" Size "more than pages take": |at| sized(at, 70_000);
    "long-lines" Size "many lines": |at| if at.demands.shape == FieldShape::Text { vec!["line\n".repeat(at.longest.min(1_000) / 5)] } else { vec![] };
    "one-character" Size "one character": |at| free(at, &["x"]);

    "nothing" Empty "nothing": |_| vec![String::new()];
    "blanks" Empty "blanks": |_| vec!["   ".to_owned()];
    "blanks-around" Empty "blanks around it": |at| vec![format!("  {}  ", at.base)];
};

const fn is_moment(at: &OperationInput<'_>) -> bool {
    matches!(at.demands.shape, FieldShape::Date | FieldShape::Time | FieldShape::MonthYear)
}

const fn is_numeric(at: &OperationInput<'_>) -> bool {
    at.demands.shape.is_number() || matches!(at.demands.shape, FieldShape::Digits)
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn numeric(at: &OperationInput<'_>, texts: &[&str]) -> Vec<String> {
    if is_numeric(at) { strings(texts) } else { Vec::new() }
}

fn decimal(at: &OperationInput<'_>, texts: &[&str]) -> Vec<String> {
    if at.demands.shape.is_number() { strings(texts) } else { Vec::new() }
}

fn free(at: &OperationInput<'_>, texts: &[&str]) -> Vec<String> {
    if at.demands.shape.is_free() {
        texts.iter().map(|text| padded(at, text)).collect()
    } else {
        Vec::new()
    }
}

fn shaped(at: &OperationInput<'_>, shape: FieldShape, texts: &[&str]) -> Vec<String> {
    if at.demands.shape == shape { strings(texts) } else { Vec::new() }
}

/// `text` with as many characters as are demanded at least.
fn padded(at: &OperationInput<'_>, text: &str) -> String {
    let missing = at.demands.shortest.unwrap_or(0).saturating_sub(text.chars().count());
    format!("{text}{}", "x".repeat(missing))
}

/// The bound, moved by so many steps.
fn bound(at: &OperationInput<'_>, bound: Option<f64>, by: f64) -> Vec<String> {
    let Some(bound) = bound.filter(|_| at.demands.shape.is_number()) else { return Vec::new() };
    let value = bound + by * at.demands.step();
    vec![format!("{}", (value * 1000.0).round() / 1000.0)]
}

/// The base with exactly so many characters.
fn length(at: &OperationInput<'_>, length: usize) -> String {
    let fill: Vec<char> = match at.demands.shape {
        FieldShape::Integer | FieldShape::Decimal | FieldShape::Digits => {
            "1234567890".chars().collect()
        }
        _ => vec!['a'],
    };
    at.base.chars().chain(fill.into_iter().cycle()).take(length.min(at.longest)).collect()
}

fn nines(at: &OperationInput<'_>) -> Vec<String> {
    let fits = at.demands.longest.unwrap_or(20).min(at.longest);
    if is_numeric(at) { vec!["9".repeat(fits)] } else { Vec::new() }
}

fn one_digit(at: &OperationInput<'_>) -> Vec<String> {
    match at.demands.shape {
        FieldShape::Time => strings(&["7:00", "7:5"]),
        FieldShape::Date => strings(&["2020-6-5"]),
        FieldShape::MonthYear => strings(&["1/29"]),
        FieldShape::Integer => {
            let last = at.base.chars().last().filter(|digit| *digit != '0').unwrap_or('5');
            vec![last.to_string()]
        }
        _ => Vec::new(),
    }
}

fn part_missing(at: &OperationInput<'_>) -> Vec<String> {
    let separators = ['-', ':', '/', '@'];
    let cut = at.base.rfind(separators).and_then(|place| at.base.get(..=place));
    let formatted = is_moment(at) || at.demands.shape == FieldShape::Mail;
    cut.filter(|_| formatted).map(str::to_owned).into_iter().collect()
}

fn letters_in_part(at: &OperationInput<'_>) -> Vec<String> {
    let kept = at.base.rfind(['-', ':', '/']).and_then(|place| at.base.get(..=place));
    kept.filter(|_| is_moment(at)).map(|kept| format!("{kept}ab")).into_iter().collect()
}

fn doubled(at: &OperationInput<'_>) -> Vec<String> {
    let shape = at.demands.shape;
    let doubled: Vec<String> = [".", "@", "-", ":", "/"]
        .iter()
        .filter(|sign| at.base.contains(**sign))
        .map(|sign| at.base.replace(sign, &sign.repeat(2)))
        .collect();
    if is_moment(at) || shape == FieldShape::Mail { doubled } else { Vec::new() }
}

fn accents(at: &OperationInput<'_>) -> Vec<String> {
    let long = at.demands.shortest.unwrap_or(0).max(3);
    if at.demands.shape.is_free() {
        vec!["Ünïcödé".chars().cycle().take(long.max(7)).collect()]
    } else {
        Vec::new()
    }
}

/// A text of at most so many characters: as many as are typed, and as fit.
fn sized(at: &OperationInput<'_>, characters: usize) -> Vec<String> {
    // The field that cuts a text shows by itself how much it takes.
    let most = characters.min(at.longest);
    if at.demands.shape.is_free() { vec!["a".repeat(most)] } else { Vec::new() }
}

/// The first moment and the last one that a field of this shape can hold.
pub(super) fn ends(demands: &FieldDemands) -> Option<(String, String)> {
    let bounded = |bound: Option<f64>, otherwise: f64| format!("{}", bound.unwrap_or(otherwise));
    match demands.shape {
        FieldShape::Time => Some(("00:00".into(), "23:59".into())),
        FieldShape::Date => {
            let year =
                |bound: Option<f64>, otherwise: i32| bound.map_or(otherwise, |year| year as i32);
            let first = format_date((year(demands.least, 1900), 1, 1));
            Some((first, format_date((year(demands.most, 2099), 12, 31))))
        }
        FieldShape::Integer | FieldShape::Decimal => {
            Some((bounded(demands.least, 0.0), bounded(demands.most, 9_999.0)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operation_has_a_name_of_its_own_and_applies_to_some_field() {
        for (place, operation) in OPERATIONS.iter().enumerate() {
            let others = &OPERATIONS[..place];
            assert!(others.iter().all(|other| other.name != operation.name), "{}", operation.name);
            let applies = FieldShape::ALL.iter().any(|shape| {
                let demands = FieldDemands {
                    shape: *shape,
                    least: Some(1.0),
                    most: Some(9.0),
                    shortest: Some(2),
                    longest: Some(5),
                    ..FieldDemands::default()
                };
                let bases = [
                    (FieldShape::Date, "2020-06-15"),
                    (FieldShape::Time, "07:30"),
                    (FieldShape::MonthYear, "12/29"),
                    (FieldShape::Mail, "ada@example.org"),
                ];
                let base = bases.iter().find(|(of, _)| of == shape).map_or("12", |(_, base)| *base);
                let at = OperationInput { base, demands: &demands, longest: 5_000 };
                !(operation.apply)(&at).is_empty()
            });
            assert!(applies, "{}", operation.name);
        }
    }

    #[test]
    fn the_documentation_lists_the_catalogue() {
        let docs = include_str!("../../../docs/inputs.md");
        for operation in OPERATIONS {
            let MutationOperation { name, group, words, .. } = operation;
            let row = format!("| `{name}` | {} | {words} |", group.word());
            assert!(docs.contains(&row), "missing in docs/inputs.md: {row}");
        }
    }

    #[test]
    fn no_text_is_longer_than_is_typed() {
        let demands = FieldDemands { shortest: Some(8), ..FieldDemands::default() };
        for operation in OPERATIONS {
            let at = OperationInput { base: "Ada", demands: &demands, longest: 200 };
            for text in (operation.apply)(&at) {
                assert!(text.chars().count() <= 200, "{}", operation.name);
            }
        }
    }
}
