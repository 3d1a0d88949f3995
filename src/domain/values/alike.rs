//! Texts for fields that are called the same: a form rarely takes the same text twice, as for the names of guests.

use crate::domain::widget::Widget;

/// `text` for `field`, another one if fields before it among `fields` are called the same and so get `text` too.
pub fn told_apart<'a>(
    fields: impl Iterator<Item = &'a Widget>,
    field: &Widget,
    text: String,
) -> String {
    let before = fields.filter(|other| other.number < field.number && are_alike(other, field));
    match before.count() {
        0 => text,
        nth => numbered(&text, nth),
    }
}

/// True if nothing tells two fields apart but where they stand and what they hold.
fn are_alike(one: &Widget, other: &Widget) -> bool {
    one.is_field() && !one.password && names(one) == names(other)
}

fn names(field: &Widget) -> [&str; 5] {
    [&field.class, &field.resource_id, &field.caption, &field.hint, &field.content_desc]
}

/// The text that stands `nth` after `text`: with a number that is so much higher at its end.
fn numbered(text: &str, nth: usize) -> String {
    if let Some((name, domain)) = text.split_once('@') {
        return format!("{name}{}@{domain}", nth + 1);
    }
    let stem = text.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let digits = text.get(stem.len()..).unwrap_or_default();
    let number = digits.parse::<u64>().ok();
    match number.and_then(|number| number.checked_add(nth as u64)) {
        Some(number) => format!("{stem}{number:0width$}", width = digits.len()),
        None if text.contains("://") => format!("{text}/{}", nth + 1),
        None => format!("{text} {}", nth + 1),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::domain::ActionKind;

    /// Explorers spent a run before a form for guests, each of whom got the same name.
    #[test]
    fn fields_of_one_name_get_texts_of_their_own() {
        let field = |number: usize, hint: &str| Widget {
            number,
            hint: hint.into(),
            actions: vec![ActionKind::Type],
            ..Widget::default()
        };
        let fields = [field(1, "Guest"), field(2, "Guest"), field(3, "Place"), field(4, "Guest")];
        let text = |field| told_apart(fields.iter(), field, "Lamp 12".into());
        let texts: Vec<String> = fields.iter().map(text).collect();
        assert_eq!(texts, ["Lamp 12", "Lamp 13", "Lamp 12", "Lamp 14"]);
    }

    #[rstest]
    #[case("Ada Lovelace", "Ada Lovelace 2")]
    #[case("ada@example.org", "ada2@example.org")]
    #[case("https://example.org", "https://example.org/2")]
    #[case("2026-01-15", "2026-01-16")]
    #[case("07:09", "07:10")]
    #[case("99999999999999999999", "99999999999999999999 2")]
    #[case("", " 2")]
    fn the_next_text_differs_and_stays_of_its_kind(#[case] text: &str, #[case] next: &str) {
        assert_eq!(numbered(text, 1), next);
    }
}
