//! A time in another place that is not as many hours ahead or behind as is said.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Bounds, Screen};
use crate::oracle::reading::{lists, shown_words};

const DAY: i64 = 24 * 60;

/// Times that are read one after the other may differ by so much, in minutes.
const READ: i64 = 1;

/// `9:05`, `9:05 pm`, `21:05:30`.
static TIME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|\s)(\d{1,2}):(\d{2})(?::\d{2})?(?:\s?([ap])\.?m\b)?").ok()
});

/// `+6 h`, `−5:30 h`, `6 hours behind`.
static OFFSET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:(?P<sign>[+−–-])\s?(?P<h>\d{1,2})(?::(?P<m>\d{2})|(?P<half>[.,]5))?\s?(?:h|hrs?|hours?)\b",
        r"|(?P<h2>\d{1,2})(?P<half2>[.,]5)?\s?(?:h|hrs?|hours?)\s(?P<word>ahead|behind|later|earlier))",
    ))
    .ok()
});

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongOffset;

impl BugRule for WrongOffset {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        turn.after().and_then(violation).into_iter().collect()
    }
}

/// The row that says another time here than the page does, or than all other rows do.
fn violation(screen: &Screen) -> Option<RuleViolation> {
    let rows: Vec<(String, Bounds)> = lists(screen)
        .into_iter()
        .flat_map(|list| list.rows)
        .map(|row| (row.words(), row.bounds))
        .collect();
    if !rows.iter().any(|(words, _)| offset(words).is_some()) {
        return None;
    }
    let here = |words: &str| Some((time(words)? - offset(words)?).rem_euclid(DAY));
    let places: Vec<(i64, &(String, Bounds))> =
        rows.iter().filter_map(|row| Some((here(&row.0)?, row))).collect();
    let outside = screen.widgets.iter().filter(|it| it.position.list.is_none());
    let own: Vec<i64> = outside.filter_map(|it| time(shown_words(it))).collect();
    let own = match own[..] {
        [own] => Some(own),
        _ => None,
    };
    let agrees = |one: i64, other: i64| {
        let apart = (one - other).rem_euclid(DAY);
        apart.min(DAY - apart) <= READ
    };
    let alike = |here: i64| places.iter().filter(|(other, _)| agrees(here, *other)).count();
    let (_, (words, bounds)) = places.iter().find(|(here, _)| match own {
        Some(own) => !agrees(*here, own),
        // The others agree, and there are some.
        None => {
            alike(*here) == 1
                && places.len() > 3
                && places.iter().any(|it| alike(it.0) + 1 == places.len())
        }
    })?;
    Some(RuleViolation {
        subject: page_key(screen),
        expected: "A time elsewhere is as far from the time here as is said.".into(),
        actual: format!("It says {words:?}."),
        bounds: Some(*bounds),
        ..RuleViolation::default()
    })
}

/// The one time of day of a text, in minutes.
fn time(words: &str) -> Option<i64> {
    let mut found = TIME.as_ref()?.captures_iter(words);
    let time = found.next().filter(|_| found.next().is_none())?;
    let number = |place: usize| time.get(place)?.as_str().parse::<i64>().ok();
    let (hours, minutes) = (number(1)?, number(2)?);
    let hours = match time.get(3).map(|half| half.as_str().to_lowercase()) {
        Some(half) if half == "p" => hours % 12 + 12,
        Some(_) => hours % 12,
        None => hours,
    };
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

/// The one difference of a text, in minutes.
fn offset(words: &str) -> Option<i64> {
    let mut found = OFFSET.as_ref()?.captures_iter(words);
    let offset = found.next().filter(|_| found.next().is_none())?;
    let text = |name: &str| offset.name(name).map(|it| it.as_str().to_lowercase());
    let hours: i64 = text("h").or_else(|| text("h2"))?.parse().ok()?;
    let minutes: i64 = text("m").map_or(Some(0), |it| it.parse().ok())?;
    let half = if text("half").or_else(|| text("half2")).is_some() { 30 } else { 0 };
    let back = match (text("sign"), text("word")) {
        (Some(sign), _) => sign != "+",
        (_, Some(word)) => word == "behind" || word == "earlier",
        _ => false,
    };
    let size = hours * 60 + minutes + half;
    Some(if back { -size } else { size })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};

    #[rstest]
    #[case(&["Tokyo · 18:20 · +8 h", "New York · 04:21 · −6 h"], "10:20", &[])]
    #[case(&["Tokyo · 19:20 · +8 h"], "10:20", &["wrong-offset"])]
    #[case(&["Delhi · 2:50 PM · 4.5 hours ahead"], "10:20 AM", &[])]
    #[case(&["New York · 11:20 PM · 11 hours behind"], "10:20 AM", &[])]
    #[case(&["New York · 11:20 PM · 10 hours behind"], "10:20 AM", &["wrong-offset"])]
    #[case(&["Tokyo · 19:20", "Walk · +8 h"], "10:20", &[])]
    #[case(&["A · 18:20 · +8 h", "B · 11:20 · +1 h", "C · 9:20 · -1 h", "D · 7:20 · -2 h"], "", &["wrong-offset"])]
    #[case(&["A · 18:20 · +8 h", "D · 7:20 · -2 h"], "", &[])]
    fn a_time_elsewhere_is_so_many_hours_away(
        #[case] rows: &[&str],
        #[case] here: &str,
        #[case] rules: &[&str],
    ) {
        let widgets = [list(2, rows), vec![text("", here)]].concat();
        assert_eq!(MadeUpRun::open(page("World", widgets)).rules(), rules);
    }
}
