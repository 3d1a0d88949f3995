//! Labels without the values in them: numbers, prices, dates and times, and words that a toggle
//! exchanges.
//!
//! "Cart (2)" and "Cart (15)" are one label, and so are "1 item" and "3 items", "Sort by id ascending"
//! and "Sort by id descending".

use std::borrow::Cow;

use crate::domain::calendar::names_month_or_day;

/// Words of which a toggle shows one or the other. Both are written as `one/other`.
const TOGGLES: &[(&str, &str)] = &[
    ("asc", "desc"),
    ("ascending", "descending"),
    ("checked", "unchecked"),
    ("collapse", "expand"),
    ("collapsed", "expanded"),
    ("connect", "disconnect"),
    ("disable", "enable"),
    ("disabled", "enabled"),
    ("follow", "unfollow"),
    ("hidden", "shown"),
    ("hide", "show"),
    ("less", "more"),
    ("like", "unlike"),
    ("lock", "unlock"),
    ("mark", "unmark"),
    ("mute", "unmute"),
    ("off", "on"),
    ("pause", "play"),
    ("pin", "unpin"),
    ("select", "deselect"),
    ("star", "unstar"),
    ("start", "stop"),
    ("subscribe", "unsubscribe"),
];

/// Words beside months and days that stand beside a number in a time or a price.
const UNITS: &[&str] = &["am", "pm", "eur", "usd", "gbp", "jpy", "chf"];

/// Characters that may stand between the digits of one number, price, date or time.
const INSIDE: &str = ".,:/-'";

/// Characters that belong to a number beside it.
const BESIDE: &str = "€$£¥₹%°+";

/// `text` with each value as `#` and each word of a toggle as both its words.
pub(super) fn value_free(text: &str) -> String {
    let folded = fold_numbers(&without_current(text));
    let has_number = folded.contains('#');
    let mut words: Vec<String> = Vec::new();
    for word in folded.split_whitespace() {
        let after_number = words.last().is_some_and(|last| last.ends_with('#'));
        let word = if has_number && is_unit(word) {
            "#".to_owned()
        } else if after_number {
            toggled(singular(word))
        } else {
            toggled(word)
        };
        // What stands between the numbers of a date are its separators.
        if word != "#" || words.last().is_none_or(|last| last != "#") {
            words.push(word);
        }
    }
    words.join(" ")
}

/// True if a word of `text` is one that a toggle exchanges.
pub(super) fn has_toggle(text: &str) -> bool {
    text.split_whitespace().any(|word| toggle_of(core(word)).is_some())
}

/// What is said in brackets after a colon is a value: "Theme (now: dark)". A label may be cut inside of it.
fn without_current(text: &str) -> Cow<'_, str> {
    let parts = || {
        let (before, inside) = text.split_once('(')?;
        let (inside, after) = inside.split_once(')').unwrap_or((inside, ""));
        let (name, _) = inside.split_once(": ")?;
        Some(format!("{before}({name}: #){after}"))
    };
    parts().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Each number as `#`, with the signs that belong to it.
fn fold_numbers(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut folded = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        if character.is_numeric() {
            at += 1;
            while let Some(&next) = characters.get(at) {
                let after = characters.get(at + 1).is_some_and(|after| after.is_numeric());
                if !(next.is_numeric() || INSIDE.contains(next) && after) {
                    break;
                }
                at += 1;
            }
            folded.truncate(folded.trim_end_matches(|sign| BESIDE.contains(sign)).len());
            folded.push('#');
            while characters.get(at).is_some_and(|next| BESIDE.contains(*next)) {
                at += 1;
            }
        } else {
            folded.push(character);
            at += 1;
        }
    }
    folded
}

/// The word without what stands around it.
fn core(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric())
}

fn is_unit(word: &str) -> bool {
    let word = core(word);
    // No such word is longer.
    word.len() <= 9 && {
        let word = word.to_ascii_lowercase();
        UNITS.contains(&word.as_str()) || names_month_or_day(&word)
    }
}

/// Without the `s` of a plural.
fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem,
        _ => word,
    }
}

fn toggled(word: &str) -> String {
    let inner = core(word);
    match toggle_of(inner) {
        Some((one, other)) => word.replacen(inner, &format!("{one}/{other}"), 1),
        None => word.to_owned(),
    }
}

fn toggle_of(word: &str) -> Option<&'static (&'static str, &'static str)> {
    TOGGLES
        .iter()
        .find(|(one, other)| one.eq_ignore_ascii_case(word) || other.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Cart (2)", "Cart (15)")]
    #[case("1 item", "3 items")]
    #[case("Total € 3.20", "Total € 14,10")]
    #[case("$5", "$1,299.00")]
    #[case("12:30", "9:05 pm")]
    #[case("3 Feb 2025", "14 November 2026")]
    #[case("Mon, 3 Feb", "Sunday, 12 Mar")]
    #[case("2024-05-01", "5/1/24")]
    #[case("Sort by id ascending", "Sort by id descending")]
    #[case("Show details", "hide details")]
    #[case("Theme (now: dark)", "Theme (now: light)")]
    #[case("Theme (now: da", "Theme (now: lig")]
    #[case("Play", "Pause")]
    #[case("Wi-Fi: On", "Wi-Fi: off")]
    fn values_do_not_count(#[case] one: &str, #[case] other: &str) {
        assert_eq!(value_free(one), value_free(other));
    }

    #[rstest]
    #[case("Send", "Delete")]
    #[case("May", "March")]
    #[case("Sort by id", "Sort by title")]
    #[case("1 item", "1 user")]
    #[case("Open", "Save")]
    fn words_count(#[case] one: &str, #[case] other: &str) {
        assert_ne!(value_free(one), value_free(other));
    }

    #[test]
    fn toggles_are_seen() {
        assert!(has_toggle("Sort by id descending"));
        assert!(!has_toggle("Sort by id"));
        assert_eq!(value_free("(Show)"), "(hide/show)");
    }

    proptest! {
        #[test]
        fn what_is_free_of_values_stays_as_it_is(text in "\\PC{0,40}") {
            let free = value_free(&text);
            prop_assert!(!free.contains(char::is_numeric));
        }
    }
}
