//! Percentages that do not agree with the numbers beside them.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, labels};
use crate::oracle::reading::{only_amount, shown_words};

/// What rounding may cost, in percent points.
const ROUNDING: i64 = 1;

/// `3 of 4 (75 %)` and `3/4: 75%`.
static SHARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(\d{1,7})\s*(?:of|/|out of)\s*(\d{1,7})\D{0,12}?(\d{1,3})\s?%").ok()
});

/// The same without the percentage, which is beside it.
static PART: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:^|\s)([\d.,]{1,9})\s?([[:alpha:]]{0,6})\s?(?:of|/|out of)\s?([\d.,]{1,9})",
        r"(?:\s?[[:alpha:]]{1,8}){0,2}\.?$",
    ))
    .ok()
});

/// A text that is a percentage, with a word or two at most.
static PERCENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:[[:alpha:]]{1,12}:?\s)?(\d{1,3})(?:[.,]\d)?\s?%(?:\s[[:alpha:]]{1,12})?$").ok()
});

/// What says that the rest of the whole is meant.
const REST: &[&str] = &["left", "remaining", "free", "missing", "unused"];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongPercentage;

impl BugRule for WrongPercentage {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after() else { return Vec::new() };
        let in_texts = screen.widgets.iter().filter_map(|widget| in_text(screen, widget));
        in_texts.chain(beside(screen)).collect()
    }
}

/// What is wrong with a text that has part, whole and percentage.
fn in_text(screen: &Screen, widget: &Widget) -> Option<RuleViolation> {
    let share = SHARE.as_ref()?.captures(shown_words(widget))?;
    let number = |place: usize| share.get(place)?.as_str().parse::<i64>().ok();
    violation(screen, widget, shown_words(widget), (number(1)?, number(2)?), number(3)?)
}

/// What is wrong with the only percentage of a row, or of what is outside of lists, if the only share there is the
/// text right before or after it.
fn beside(screen: &Screen) -> Vec<RuleViolation> {
    let mut places: BTreeMap<_, Vec<&Widget>> = BTreeMap::new();
    for widget in screen.widgets.iter().filter(|widget| widget.position.window == 0) {
        places.entry((widget.position.list, widget.position.row)).or_default().push(widget);
    }
    let found = places.into_values().filter_map(|widgets| {
        let (share, widget) = only(&widgets, &PART)?;
        let (percent, said) = only(&widgets, &PERCENT)?;
        let texts = widgets.iter().filter(|widget| !shown_words(widget).is_empty());
        let places =
            [widget, said].map(|it| texts.clone().position(|text| text.number == it.number));
        if !matches!(places, [Some(one), Some(other)] if one.abs_diff(other) == 1) {
            return None;
        }
        let number = |place: usize| amount_of(share.get(place)?.as_str());
        let (part, whole) = (number(1)?, number(3)?);
        let percent: i64 = percent.get(1)?.as_str().parse().ok()?;
        let lower = shown_words(said).to_lowercase();
        let is_rest = labels::words(&lower).iter().any(|word| REST.contains(word));
        let part = if is_rest { whole - part } else { part };
        let words = format!("{} and {}", shown_words(widget), shown_words(said));
        violation(screen, said, &words, (part, whole), percent)
    });
    found.collect()
}

/// The one text among `widgets` with this pattern.
fn only<'a>(
    widgets: &[&'a Widget],
    pattern: &LazyLock<Option<Regex>>,
) -> Option<(Captures<'a>, &'a Widget)> {
    let pattern = pattern.as_ref()?;
    let mut found = widgets.iter().filter_map(|it| Some((pattern.captures(shown_words(it))?, *it)));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

fn amount_of(text: &str) -> Option<i64> {
    only_amount(text).map(|amount| amount.thousandths)
}

fn violation(
    screen: &Screen,
    widget: &Widget,
    words: &str,
    (part, whole): (i64, i64),
    percent: i64,
) -> Option<RuleViolation> {
    if whole == 0 || part < 0 {
        return None;
    }
    let expected = part.checked_mul(100)? / whole;
    // What exceeds the whole may be cut to all of it.
    if (expected - percent).abs() <= ROUNDING || (expected > 100 && percent == 100) {
        return None;
    }
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(screen), widget.short_id()),
        expected: format!("It is {expected} %."),
        actual: format!("It says {words:?}."),
        bounds: Some(widget.bounds),
        ..RuleViolation::default()
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, page, text};

    #[rstest]
    #[case(&["6,200 of 10,000 steps", "62 %"], &[])]
    #[case(&["6,200 of 10,000 steps", "72 %"], &["wrong-percentage"])]
    #[case(&["6,200 of 10,000 steps", "38 % left"], &[])]
    #[case(&["6,200 of 10,000 steps", "48 % left"], &["wrong-percentage"])]
    #[case(&["1.5 GB / 2.0 GB", "Used: 75 %"], &[])]
    #[case(&["1.5 GB / 2.0 GB", "Used: 85 %"], &["wrong-percentage"])]
    #[case(&["12,000 of 10,000 steps", "100%"], &[])]
    #[case(&["Page 1 of 3", "3 of 7 done", "80 %"], &[])]
    #[case(&["Storage", "47 of 64 GB used", "Battery", "68 %"], &[])]
    #[case(&["3 of 7 done", "80 %", "20 %"], &[])]
    #[case(&["3 of 7 done", "Battery is at 80 %"], &[])]
    fn a_percentage_agrees_with_the_share_beside_it(
        #[case] texts: &[&str],
        #[case] rules: &[&str],
    ) {
        let widgets = texts.iter().map(|words| text("", words)).collect();
        assert_eq!(MadeUpRun::open(page("Today", widgets)).rules(), rules);
    }
}
