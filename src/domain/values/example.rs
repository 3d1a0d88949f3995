//! The value that a field gives as an example of what it takes.

use crate::domain::widget::Widget;

/// The example that `field` gives.
pub(super) fn example_of(field: &Widget) -> Option<String> {
    let said = [&field.hint, &field.content_desc];
    said.into_iter().find_map(|it| example_in(it)).or_else(|| sample(&field.hint))
}

/// Words of dates and times besides numbers.
const DATE_WORDS: &[&str] = &[
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon",
    "tue", "wed", "thu", "fri", "sat", "sun", "am", "pm",
];

/// A hint that is a value itself, in the form that the field takes: "Nov 26, 2026", "12:30 PM", "ada@example.org".
/// A plain number only says that it is one.
fn sample(hint: &str) -> Option<String> {
    let hint = hint.trim();
    let is_address = hint.split_whitespace().count() == 1
        && (hint.contains('@') || hint.split_once("://").is_some_and(|(_, rest)| rest.len() > 3));
    let lower = hint.to_lowercase();
    let words: Vec<&str> =
        lower.split(|sign: char| !sign.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let is_number = |word: &&str| word.chars().all(|sign| sign.is_ascii_digit());
    let is_named = |word: &&str| DATE_WORDS.iter().any(|name| word.starts_with(name));
    let numbers = words.iter().filter(|it| is_number(it)).count();
    let is_date =
        numbers >= 2 && words.len() <= 6 && words.iter().all(|it| is_number(it) || is_named(it));
    let is_decimal = hint.parse::<f64>().is_ok();
    (is_address || is_date && !is_decimal).then(|| hint.to_owned())
}

/// What announces an example.
const EXAMPLE_MARKERS: &[&str] = &["e.g. ", "e.g.: ", "e.g.", "for example ", "example: ", "try "];
/// The same, if a value follows and no words: "like 24.50", but not "what you like to eat".
const VALUE_MARKERS: &[&str] = &["like ", "such as "];

/// The example a hint gives: what follows `e.g.`, `example:` or `try`, or a number, date or time
/// after `like`, up to a closing bracket.
fn example_in(hint: &str) -> Option<String> {
    let lower = hint.to_lowercase();
    let after = |marker: &&str| lower.find(*marker).map(|start| start + marker.len());
    let is_value = |start: &usize| {
        lower.get(*start..).is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
    };
    let start = EXAMPLE_MARKERS
        .iter()
        .find_map(after)
        .or_else(|| VALUE_MARKERS.iter().filter_map(after).find(is_value))?;
    // Lower-casing may change byte lengths outside ASCII; then the hint gives no usable example.
    let rest = hint.get(start..)?;
    let end = rest.find([')', ']', ',', ';', '\n']).unwrap_or(rest.len());
    let example = rest.get(..end)?.trim().trim_matches(['"', '\'', '“', '”', '.']);
    (!example.is_empty() && example.chars().count() <= 60).then(|| example.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::values::plausible;

    fn field(hint: &str, id: &str) -> Widget {
        Widget { hint: hint.into(), resource_id: format!("p:id/{id}"), ..Widget::default() }
    }

    #[test]
    fn a_hint_that_is_a_value_is_typed_as_it_stands() {
        for sample in ["Nov 26, 2026", "26.11.2026", "12:30 PM", "ada@home.test", "http://a.test/x"]
        {
            assert_eq!(plausible(&field(sample, "start"), 0), sample);
        }
        for none in ["0.00", "12", "Chapter 3", "5 to 10 signs", "http://", "2 or 3"] {
            assert!(sample(none).is_none(), "{none}");
        }
        assert_eq!(plausible(&field("Nov 26, 2026", "date"), 1), "2026-01-15");
    }
}
