//! A day of the week that the date beside it does not have.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Bounds, Screen};
use crate::oracle::reading::rows_and_texts;

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// `Mon, 5 January 2026`, `Monday January 5th, 2026`; the year is optional.
static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|",
        r"sat(?:urday)?|sun(?:day)?)\.?,?\s+(?:the\s+)?(?:(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?",
        r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?|",
        r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b)",
        r"(?:,?\s+(\d{4})\b)?",
    ))
    .ok()
});

/// A date as it is shown.
#[derive(Clone, Copy, Debug)]
struct ShownDate {
    /// The day of the week that is said, from Monday on.
    weekday: i32,
    day: i8,
    month: i8,
    year: Option<i16>,
}

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongDate;

impl BugRule for WrongDate {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after() else { return Vec::new() };
        let mut last: Option<ShownDate> = None;
        let mut found = Vec::new();
        for (words, bounds) in rows_and_texts(screen) {
            let Some(date) = only_date(&words) else { continue };
            let said = weekday(date.weekday);
            // Without a year the date before it tells.
            let expected = match date.year {
                Some(year) => by_calendar(year, date),
                None => last.and_then(|last| by_neighbour(last, date)),
            };
            last = Some(date);
            if let Some(expected) = expected.filter(|expected| *expected != said) {
                found.push(violation(screen, &words, bounds, expected));
            }
        }
        found.truncate(1);
        found
    }
}

/// The one date of a text.
fn only_date(words: &str) -> Option<ShownDate> {
    if !words.contains(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let mut found = DATE.as_ref()?.captures_iter(words);
    let date = found.next().filter(|_| found.next().is_none())?;
    let text = |place: usize| date.get(place).map(|found| found.as_str().to_lowercase());
    let month = text(3).or_else(|| text(4))?;
    let name = text(1)?;
    let same_start = |full: &&str| full.to_lowercase().starts_with(name.get(..3).unwrap_or(&name));
    Some(ShownDate {
        weekday: i32::try_from(WEEKDAYS.iter().position(same_start)?).ok()?,
        day: text(2).or_else(|| text(5))?.parse().ok()?,
        month: i8::try_from(MONTHS.iter().position(|known| *known == month)? + 1).ok()?,
        year: text(6).and_then(|year| year.parse().ok()),
    })
}

fn weekday(place: i32) -> &'static str {
    let place = usize::try_from(place.rem_euclid(7)).unwrap_or_default();
    WEEKDAYS.get(place).copied().unwrap_or_default()
}

/// The day of the week of a date with its year; "no day" if there is no such date.
fn by_calendar(year: i16, date: ShownDate) -> Option<&'static str> {
    let Ok(day) = Date::new(year, date.month, date.day) else { return Some("no day") };
    Some(weekday(i32::from(day.weekday().to_monday_zero_offset())))
}

/// The same of a date in the week of the month of the one before it in the list.
fn by_neighbour(before: ShownDate, date: ShownDate) -> Option<&'static str> {
    let days = i32::from(date.day) - i32::from(before.day);
    let close = before.month == date.month && before.year.is_none() && days != 0 && days.abs() < 7;
    close.then(|| weekday(before.weekday + days))
}

fn violation(screen: &Screen, words: &str, bounds: Bounds, expected: &str) -> RuleViolation {
    RuleViolation {
        subject: page_key(screen),
        expected: format!("The day of that date is {expected}."),
        actual: format!("It says {words:?}."),
        bounds: Some(bounds),
        ..RuleViolation::default()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};

    #[rstest]
    #[case("Due Mon, 5 January 2026", &[])]
    #[case("Due Tue, 5 January 2026", &["wrong-date"])]
    #[case("Thursday, January 15th, 2026", &[])]
    #[case("Friday January 15, 2026", &["wrong-date"])]
    #[case("Mon 30 Feb 2026", &["wrong-date"])]
    #[case("Wedding 5 January 2026", &[])]
    #[case("Tue 5 January", &[])]
    fn a_date_has_one_day_of_the_week(#[case] words: &str, #[case] rules: &[&str]) {
        assert_eq!(MadeUpRun::open(page("Task", vec![text("", words)])).rules(), rules);
    }

    #[rstest]
    #[case(&["Mon 5 Jan · 3 km", "Tue 6 Jan · 4 km"], &[])]
    #[case(&["Mon 5 Jan · 3 km", "Wed 6 Jan · 4 km"], &["wrong-date"])]
    #[case(&["Fri 9 Jan", "Wed 7 Jan"], &[])]
    #[case(&["Mon 5 Jan", "Mon 26 Jan", "Tue 27 Feb"], &[])]
    fn neighbouring_days_follow_each_other(#[case] rows: &[&str], #[case] rules: &[&str]) {
        assert_eq!(MadeUpRun::open(page("Diary", list(2, rows))).rules(), rules);
    }
}
