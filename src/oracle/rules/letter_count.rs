//! A number of letters or words beside a field that is not how many it holds.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs), by likely invariants (Ernst et
//! al., Daikon, Science of Computer Programming 2007): what held for several contents, or was off by the same for several.

use std::sync::LazyLock;

use regex::Regex;

use super::figure_pairs::{FigurePairs, SeenPair};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget};
use crate::oracle::reading::shown_words;

/// A count that was off by the same for so many different numbers of letters follows them, and is wrong.
const OFF: usize = 3;

/// A number that is off by more counts something else.
const MOST_OFF: i64 = 3;

/// `12/100`, `12 of 100`, `12 characters`, `3 words`, `3 words so far`.
static COUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(\d{1,6})(?:\s*(?:/|of)\s*\d{1,6})?\s*(characters?|chars?|letters?|words?)?(?:\s(?:so far|used|typed|written|in all))?$")
        .ok()
});

/// Remembers what was said of how many letters.
#[derive(Debug, Default)]
pub(super) struct LetterCount {
    pairs: FigurePairs,
}

impl BugRule for LetterCount {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let counts = turn.after().map(counts).unwrap_or_default();
        counts.into_iter().filter_map(|pair| self.pairs.violation(turn.step(), pair)).collect()
    }
}

/// What the texts beside fields say of how much those hold.
fn counts(screen: &Screen) -> Vec<SeenPair> {
    let texts = screen.widgets.iter().filter(|it| !it.is_field() && !it.acts());
    let counts = texts.filter_map(|text| {
        let (said, counts_words) = count_of(shown_words(text))?;
        let field = field_beside(screen, text)?;
        let content = field.content();
        let other =
            if counts_words { content.split_whitespace().count() } else { content.chars().count() };
        let unit = if counts_words { "words" } else { "characters" };
        Some(SeenPair {
            subject: format!(
                "{}|{}|{}|{unit}",
                page_key(screen),
                field.short_id(),
                text.short_id()
            ),
            words: shown_words(text).to_owned(),
            said,
            other: i64::try_from(other).ok()?,
            shown: format!("the field holds {other} {unit}"),
            most_off: MOST_OFF,
            enough_off: OFF,
            bounds: Some(text.bounds),
        })
    });
    counts.collect()
}

/// The number that `words` say of a text, and whether it is of words. A bare number may be of anything.
fn count_of(words: &str) -> Option<(i64, bool)> {
    let lower = words.trim().to_lowercase();
    let found = COUNT.as_ref()?.captures(&lower)?;
    let unit = found.get(2).map(|unit| unit.as_str());
    let number = found.get(1)?;
    let is_bare = unit.is_none() && number.end() == lower.len();
    (!is_bare).then_some(())?;
    Some((number.as_str().parse().ok()?, unit.is_some_and(|unit| unit.starts_with("word"))))
}

/// The field that `text` is about: the only one of the screen, or the only one right above it or in its line.
fn field_beside<'a>(screen: &'a Screen, text: &Widget) -> Option<&'a Widget> {
    let mut fields = screen.widgets.iter().filter(|it| it.is_field() && !it.password);
    let first = fields.next()?;
    if fields.next().is_none() {
        return Some(first);
    }
    let height = text.bounds.height();
    let is_near = |field: &&Widget| {
        let below = text.bounds.top - field.bounds.bottom;
        let in_line = (field.bounds.top..field.bounds.bottom).contains(&text.bounds.center().y);
        in_line || (-height..=height).contains(&below)
    };
    let all = screen.widgets.iter().filter(|it| it.is_field());
    let mut near = all.filter(is_near);
    let field = near.next().filter(|field| !field.password)?;
    near.next().is_none().then_some(field)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, field, page, text};
    use crate::domain::Screen;

    fn note(content: &str, count: &str) -> Screen {
        page("Note", vec![field("body", content), text("count", count)])
    }

    #[rstest]
    #[case::right(&[("a", "1/80"), ("two", "3/80"), ("three", "5/80")], &[])]
    #[case::one_wrong(&[("a", "1/80"), ("two", "3/80"), ("three", "6/80")], &["letter-count"])]
    #[case::always_off(&[("a", "2/80"), ("two", "4/80"), ("three", "6/80")], &["letter-count"])]
    #[case::words(&[("a", "2 words"), ("a b", "3 words"), ("a b c", "4 words")], &["letter-count"])]
    #[case::right_words(&[("a", "1 word"), ("a bcd", "2 words"), ("a b c", "3 words")], &[])]
    #[case::pages(&[("a", "1/80"), ("two", "1/80"), ("three", "1/80")], &[])]
    #[case::bare(&[("a", "2"), ("two", "4"), ("three", "6")], &[])]
    fn a_count_of_letters_is_how_many_a_field_holds(
        #[case] seen: &[(&str, &str)],
        #[case] rules: &[&str],
    ) {
        let mut pages = seen.iter().map(|(content, count)| note(content, count));
        let run = MadeUpRun::open(pages.next().unwrap());
        let run = pages.fold(run, |run, screen| run.write("body", "x", screen));
        let found: Vec<&str> = run.rules().into_iter().filter(|it| *it == "letter-count").collect();
        assert_eq!(found, rules);
    }

    #[test]
    fn of_two_fields_the_nearest_counts() {
        let form = |name: &str, count: &str| {
            page("Form", vec![field("a", "x"), field("b", name), text("count", count)])
        };
        let run = MadeUpRun::open(form("a", "2 of 80")).write("b", "two", form("two", "4 of 80"));
        let run = run.write("b", "three", form("three", "6 of 80"));
        assert_eq!(run.rules(), ["letter-count"]);
        let above = |name: &str, count: &str| {
            page("Form", vec![text("count", count), field("a", name), field("b", "x")])
        };
        let run = MadeUpRun::open(above("a", "2 of 80")).write("a", "two", above("two", "4 of 80"));
        let run = run.write("a", "three", above("three", "6 of 80"));
        assert!(run.rules().is_empty(), "a line above belongs to nothing");
    }
}
