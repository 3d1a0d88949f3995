//! Reading demands from words: labels, hints, and what an app says to a wrong input.

use std::sync::LazyLock;

use regex::Regex;

use super::demands::{FieldDemands, FieldRelation, FieldShape, FormDemands};
use super::fields::AttackedField;

/// A pattern that is known to be valid.
macro_rules! pattern {
    ($name:ident, $text:literal) => {
        static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($text).ok());
    };
}

pattern!(EXAMPLE, r"(?i)\(?\b(e\.g\.|for example|such as|example:?|try)[^)\];]*\)?");
pattern!(BETWEEN, r"(?i)(-?\d+(?:\.\d+)?)\s*(?: to | and | - |–|…)\s*(-?\d+(?:\.\d+)?|today|now)");
pattern!(
    EXACT,
    r"(?i)(?:^|[^\d-])(\d+)(?:\s*or\s*(\d+))?[\s-]*(digits?|characters?|letters?|signs?)"
);
pattern!(
    AT_LEAST,
    r"(?i)(?:at least|minimum(?: of)?|no fewer than|no less than)\s+(\d+|one)\s*(\w*)"
);
pattern!(TRAILING_LEAST, r"(?i)(\d+)\s*(\w+)\s+at least");
pattern!(AT_MOST, r"(?i)(?:at most|maximum(?: of)?|up to|no more than|max\.?)\s+(\d+)\s*(\w*)");
pattern!(ABOVE, r"(?i)(?:above|greater than|more than|over)\s+(-?\d+(?:\.\d+)?)");
pattern!(BELOW, r"(?i)(?:less than|under|smaller than)\s+(-?\d+(?:\.\d+)?)");
pattern!(
    REQUIRED,
    r"(?i)\b(required|must not be (?:empty|blank)|needs a|cannot be (?:empty|blank)|fill in|missing)\b"
);

pattern!(
    TAKEN,
    r"(?i)\b(saved|added|created|updated|stored|sent|submitted|registered|success(?:ful(?:ly)?)?|thank(?:s| you))\b"
);
pattern!(
    NOT_TAKEN,
    r"(?i)\b(not|no|nothing|never|cannot|unable|error|fail(?:s|ed|ure)?|invalid|wrong|must|please|already|unless|until|before)\b|n['’]t\b"
);

/// True if an app says with `message`, which newly appeared, that it took what was sent.
pub(super) fn says_taken(message: &str) -> bool {
    let has = |pattern: &LazyLock<Option<Regex>>| captures(pattern, message).is_some();
    has(&TAKEN) && !has(&NOT_TAKEN)
}

fn captures<'a>(pattern: &LazyLock<Option<Regex>>, text: &'a str) -> Option<regex::Captures<'a>> {
    pattern.as_ref()?.captures(text)
}

/// The shape of `example`.
pub(super) fn shape_of(example: &str) -> FieldShape {
    let signs: String =
        example.trim().chars().map(|c| if c.is_ascii_digit() { 'd' } else { c }).collect();
    match signs.as_str() {
        "dddd-dd-dd" => FieldShape::Date,
        "dd:dd" | "d:dd" => FieldShape::Time,
        "dd/dd" => FieldShape::MonthYear,
        _ if example.starts_with('+') => FieldShape::Digits,
        _ if example.contains('@') && !example.contains(' ') => FieldShape::Mail,
        _ if signs.chars().all(|c| c == 'd') && !signs.is_empty() => {
            // A number of that many digits is a code, not an amount.
            if signs.len() > 4 { FieldShape::Digits } else { FieldShape::Integer }
        }
        _ if example.trim().parse::<f64>().is_ok() => FieldShape::Decimal,
        _ => FieldShape::Text,
    }
}

/// What the words of a field and a plausible `example` for it say.
pub(super) fn of_field(field: &AttackedField, example: &str) -> FieldDemands {
    let shape = if field.password { FieldShape::Password } else { shape_of(example) };
    let mut demands = FieldDemands { shape, ..FieldDemands::default() };
    for words in field.words() {
        add(&mut demands, words);
    }
    demands
}

/// True for a word that counts characters.
fn counts_characters(word: &str) -> bool {
    let word = word.to_lowercase();
    ["char", "letter", "sign", "digit", "symbol"].iter().any(|unit| word.starts_with(unit))
}

/// Adds what `words`, about this field, demand.
pub(super) fn add(demands: &mut FieldDemands, words: &str) {
    let words = match EXAMPLE.as_ref() {
        Some(pattern) => pattern.replace_all(words, " "),
        None => words.into(),
    };
    let mut count = |least: Option<usize>, most: Option<usize>| {
        demands.shortest = least.or(demands.shortest);
        demands.longest = most.or(demands.longest);
    };
    let number = |text: &str| if text == "one" { Some(1.0) } else { text.parse::<f64>().ok() };
    if let Some(found) = captures(&EXACT, &words)
        && captures(&AT_LEAST, &words).is_none()
        && captures(&AT_MOST, &words).is_none()
        && captures(&TRAILING_LEAST, &words).is_none()
    {
        let least = found[1].parse().ok();
        let most = found.get(2).map_or(least, |most| most.as_str().parse().ok());
        count(least, most);
        if found[3].to_lowercase().starts_with("digit") && demands.shape != FieldShape::Password {
            demands.shape = FieldShape::Digits;
        }
        return;
    }
    if let Some(found) = captures(&AT_LEAST, &words).filter(|found| counts_characters(&found[2])) {
        count(found[1].parse().ok(), None);
    } else if let Some(found) =
        captures(&TRAILING_LEAST, &words).filter(|found| counts_characters(&found[2]))
    {
        count(found[1].parse().ok(), None);
    } else if let Some(found) = captures(&AT_LEAST, &words) {
        demands.least = number(&found[1]).or(demands.least);
    }
    if let Some(found) = captures(&AT_MOST, &words) {
        if counts_characters(&found[2]) {
            count(None, found[1].parse().ok());
        } else {
            demands.most = number(&found[1]).or(demands.most);
        }
    }
    if let Some(found) = captures(&BETWEEN, &words) {
        demands.least = number(&found[1]).or(demands.least);
        demands.most = number(&found[2]).or(demands.most);
    }
    if let Some(found) = captures(&ABOVE, &words) {
        demands.least = number(&found[1]).map(|above| above + demands.step()).or(demands.least);
    }
    if let Some(found) = captures(&BELOW, &words) {
        demands.most = number(&found[1]).map(|below| below - demands.step()).or(demands.most);
    }
    demands.required |= captures(&REQUIRED, &words).is_some();
}

/// Adds what the app said to a wrong input. A message that names a field is about that one, else it
/// is about those of a fitting shape.
pub(super) fn add_message(demands: &mut FormDemands, fields: &[AttackedField], message: &str) {
    let mut reported = FieldDemands { shape: FieldShape::Decimal, ..FieldDemands::default() };
    add(&mut reported, message);
    let lower = message.to_lowercase();
    let names = |field: &AttackedField| {
        let mut words = field.own_words().into_iter().filter(|word| word.len() > 3);
        words.any(|word| lower.contains(&word))
    };
    let any_named = fields.iter().any(names);
    for (field, known) in fields.iter().zip(&mut demands.fields) {
        if any_named && !names(field) {
            continue;
        }
        let years = known.shape == FieldShape::Date && reported.least.is_some_and(|it| it > 1000.0);
        if known.shape.is_number() || years {
            known.least = known.least.or(reported.least);
            known.most = known.most.or(reported.most);
        }
        if known.shape == FieldShape::Digits || known.shape.is_free() {
            known.shortest = known.shortest.or(reported.shortest);
            known.longest = known.longest.or(reported.longest);
        }
        known.required |= reported.required;
    }
}

/// Words of the lower and of the upper end of an order.
const ENDS: &[(&[&str], &[&str])] = &[
    (
        &["min", "minimum", "low", "lowest", "least", "diastolic"],
        &["max", "maximum", "high", "highest", "most", "systolic"],
    ),
    (
        &["from", "start", "begin", "beginning", "departure", "asleep", "since", "opens", "first"],
        &["to", "end", "until", "till", "return", "arrival", "woke", "wake", "closes", "last"],
    ),
];
/// Words of a whole.
const WHOLES: &[&str] = &["total", "sum", "whole", "overall", "budget", "altogether"];
/// Words of a field that repeats another.
const REPEATS: &[&str] = &["repeat", "confirm", "confirmation", "again", "retype", "same"];

/// How the fields relate, by their words.
pub(super) fn relations(fields: &[AttackedField], demands: &[FieldDemands]) -> Vec<FieldRelation> {
    let says = |at: usize, words: &[&str]| {
        fields[at].own_words().iter().any(|word| words.contains(&word.as_str()))
    };
    let all = 0..fields.len();
    let mut relations = Vec::new();
    for (low_words, high_words) in ENDS {
        let low = all.clone().find(|at| says(*at, low_words));
        let high = all.clone().find(|at| says(*at, high_words));
        if let (Some(low), Some(high)) = (low, high)
            && low != high
            && demands[low].shape == demands[high].shape
        {
            relations.push(FieldRelation::Ordered { low, high });
        }
    }
    let numbers: Vec<usize> = all.clone().filter(|at| demands[*at].shape.is_number()).collect();
    if let Some(total) = numbers.iter().copied().find(|at| says(*at, WHOLES)) {
        let parts: Vec<usize> = numbers.into_iter().filter(|at| *at != total).collect();
        if parts.len() > 1 {
            relations.push(FieldRelation::Sum { total, parts });
        }
    }
    if let Some(other) = all.clone().find(|at| says(*at, REPEATS)) {
        let fits = |at: &usize| *at != other && demands[*at].shape == demands[other].shape;
        relations.extend(all.clone().find(fits).map(|one| FieldRelation::Same { one, other }));
    }
    relations
}
