//! A duration that does not lie between the two times beside it.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Bounds, Screen};
use crate::oracle::reading::rows_and_texts;

/// `22:00 – 06:30`, `9:15 am to 5 pm`.
static SPAN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(\d{1,2}):(\d{2})\s?([ap]m)?\s?(?:-|–|—|→|to|until|till)\s?",
        r"(\d{1,2}):(\d{2})\s?([ap]m)?\b",
    ))
    .ok()
});

/// `8 h 30 min`, `8h`, `45 minutes`, `8.5 hours`.
static DURATION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:^|[\s(·,])(?:(\d{1,2})(?:[.,](\d))?\s?(?:h|hr|hrs|hours?)\b\s?)?",
        r"(?:(\d{1,3})\s?(?:m|min|mins|minutes?)\b)?",
    ))
    .ok()
});

const DAY: i64 = 24 * 60;

/// So many different durations fitted their times before a shorter one is wrong: there may be breaks.
const FITTING: usize = 2;

/// Remembers the durations that fitted their times, by page.
#[derive(Debug, Default)]
pub(super) struct WrongDuration {
    fitted: HashMap<String, BTreeSet<i64>>,
}

impl BugRule for WrongDuration {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after() else { return Vec::new() };
        let found =
            rows_and_texts(screen).filter_map(|(words, at)| self.violation(screen, &words, at));
        found.collect()
    }
}

impl WrongDuration {
    /// What is wrong with a text that has one span of time and one duration.
    fn violation(&mut self, screen: &Screen, words: &str, bounds: Bounds) -> Option<RuleViolation> {
        let (possible, (said, exact)) = read(words)?;
        let tolerance = if exact { 0 } else { 3 };
        let fitted = self.fitted.entry(page_key(screen)).or_default();
        if possible.iter().any(|between| (between - said).abs() <= tolerance) {
            fitted.insert(said);
            return None;
        }
        let between = *possible.first()?;
        if said < between && fitted.len() < FITTING {
            return None;
        }
        let (hours, rest) = (between / 60, between % 60);
        Some(RuleViolation {
            subject: format!("{}|duration", page_key(screen)),
            expected: format!("It takes {hours} h {rest} min."),
            actual: format!("It says {words:?}."),
            bounds: Some(bounds),
            ..RuleViolation::default()
        })
    }
}

/// The minutes that may lie between the times of a text, and its duration with whether that is exact.
fn read(words: &str) -> Option<(Vec<i64>, (i64, bool))> {
    let mut spans = SPAN.as_ref()?.captures_iter(words);
    let span = spans.next().filter(|_| spans.next().is_none())?;
    let text = |place: usize| span.get(place).map(|found| found.as_str().to_lowercase());
    let (own, later) = (text(3), text(6));
    let end = minutes(&text(4)?, &text(5)?, later.as_deref())?;
    // `11:30 to 1:00 pm` begins in the morning or in the evening.
    let halves = match (&own, &later) {
        (None, Some(_)) => vec![Some("am"), Some("pm")],
        _ => vec![own.as_deref()],
    };
    let starts = halves.into_iter().map(|half| minutes(&text(1)?, &text(2)?, half));
    let starts: Vec<i64> = starts.collect::<Option<_>>()?;
    let possible = starts.into_iter().map(|start| (end - start).rem_euclid(DAY)).collect();
    let rest = words.replacen(span.get(0)?.as_str(), " · ", 1);
    let mut durations = DURATION.as_ref()?.captures_iter(&rest).filter_map(|it| duration(&it));
    let said = durations.next().filter(|_| durations.next().is_none())?;
    Some((possible, said))
}

fn minutes(hours: &str, minutes: &str, half: Option<&str>) -> Option<i64> {
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    let hours = match half {
        Some("pm") => hours % 12 + 12,
        Some(_) => hours % 12,
        None => hours,
    };
    (hours <= 24 && minutes < 60).then_some(hours * 60 + minutes)
}

/// The minutes of a duration, and whether they are exact.
fn duration(found: &regex::Captures<'_>) -> Option<(i64, bool)> {
    let number = |place: usize| found.get(place).and_then(|it| it.as_str().parse::<i64>().ok());
    let (hours, tenths, minutes) = (number(1), number(2), number(3));
    if hours.is_none() && minutes.is_none() {
        return None;
    }
    let all = hours.unwrap_or_default() * 60
        + tenths.unwrap_or_default() * 6
        + minutes.unwrap_or_default();
    // `8 h` may be rounded, `8 h 30 min` is not.
    Some((all, minutes.is_some()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page};

    #[rstest]
    #[case("22:00 – 06:30 · 8 h 30 min", &[])]
    #[case("22:00 – 06:30 · 8 h 0 min", &[])]
    #[case("22:00 – 06:30 · 9 h 30 min", &["wrong-duration"])]
    #[case("22:00 – 06:30 (8.5 h)", &[])]
    #[case("9:15 am to 10:00 am, 45 minutes", &[])]
    #[case("9:15 am to 10:00 am, 55 minutes", &["wrong-duration"])]
    #[case("11:30 to 1:00 pm, 90 min", &[])]
    #[case("11:30 am to 1:00 pm, 90 min", &[])]
    #[case("22:00 to 06:30", &[])]
    #[case("22:00 – 06:30 · 8 h, woken for 5 min", &[])]
    fn a_duration_lies_between_its_times(#[case] words: &str, #[case] rules: &[&str]) {
        assert_eq!(MadeUpRun::open(page("Sleep", list(2, &[words]))).rules(), rules);
    }

    #[test]
    fn a_shorter_duration_is_wrong_where_others_fit() {
        let rows = ["22:00 – 06:30 · 8 h 30 min", "23:00 – 06:30 · 7 h 30 min"];
        let wrong = "22:00 – 06:00 · 7 h 00 min";
        let run = |rows: &[&str]| MadeUpRun::open(page("Sleep", list(2, rows)));
        assert_eq!(run(&[rows[0], rows[1], wrong]).rules(), ["wrong-duration"]);
        assert_eq!(run(&[rows[0], wrong]).rules(), [""; 0], "there may be breaks");
    }
}
