//! Dates, as ISO 8601 with the platform's additions for weeks, weekends, seasons and decades.

use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};

use super::number::{cardinal, four_digits, ordinal};
use crate::domain::calendar::{DAYS, MONTHS};

/// `words` as a date; relative ones count from `today`.
pub fn date(words: &[&str], today: Date) -> Option<String> {
    let words = match words {
        ["on", "the", rest @ ..] | ["on" | "the" | "this", rest @ ..] if !rest.is_empty() => {
            match (words, rest) {
                // "This" says which week, month or year.
                (["this", ..], ["week" | "weekend" | "month" | "year"]) => words,
                _ => rest,
            }
        }
        _ => words,
    };
    if let Some(day) = relative(words, today) {
        return Some(day.to_string());
    }
    span_of_days(words, today).or_else(|| named(words, today)).or_else(|| written(words))
}

fn relative(words: &[&str], today: Date) -> Option<Date> {
    let days = match words {
        ["today" | "tonight" | "now"] => 0,
        ["tomorrow"] => 1,
        ["yesterday"] => -1,
        ["day", "after", "tomorrow"] => 2,
        ["day", "before", "yesterday"] => -2,
        ["in", count @ .., "days" | "day"] => {
            cardinal(count).filter(|count| (0..10_000).contains(count))?
        }
        ["next", day] => weekday(day).map(|day| ahead(today, day) + 7)?,
        ["last", day] => weekday(day).map(|day| ahead(today, day) - 7)?,
        [day] => ahead(today, weekday(day)?),
        _ => return None,
    };
    today.checked_add(days.days()).ok()
}

fn weekday(word: &str) -> Option<Weekday> {
    let place = DAYS.iter().position(|day| *day == word)?;
    Weekday::from_monday_zero_offset(i8::try_from(place).ok()?).ok()
}

/// Days from `today` to the next `day`, today included.
fn ahead(today: Date, day: Weekday) -> i64 {
    i64::from(today.weekday().until(day))
}

fn span_of_days(words: &[&str], today: Date) -> Option<String> {
    let (which, what) = match words {
        ["this", what] => (0, *what),
        ["next", what] => (1, *what),
        ["last", what] => (-1, *what),
        ["weekend"] => (0, "weekend"),
        _ => return None,
    };
    let week = |date: Date| {
        let week = date.iso_week_date();
        format!("{:04}-W{:02}", week.year(), week.week())
    };
    match what {
        "week" => Some(week(today.checked_add((which * 7).days()).ok()?)),
        "weekend" => Some(format!("{}-WE", week(today.checked_add((which * 7).days()).ok()?))),
        "month" => {
            let month = today.first_of_month().checked_add(which.months()).ok()?;
            Some(format!("{:04}-{:02}", month.year(), month.month()))
        }
        "year" => Some(format!("{:04}", i64::from(today.year()) + which)),
        _ => None,
    }
}

/// A month by name, with day and year if they are said: `july fourth`, `4th of july 2027`.
fn named(words: &[&str], today: Date) -> Option<String> {
    let at = words.iter().position(|word| MONTHS.contains(word))?;
    let month = MONTHS.iter().position(|month| *month == words[at])? + 1;
    let (front, back) = (words.get(..at)?, words.get(at + 1..)?);
    let front = front.strip_suffix(&["of"]).unwrap_or(front);
    let back = back.strip_prefix(&["the"]).unwrap_or(back);
    if front.is_empty() && back.is_empty() {
        let year = coming(today, month, None)?;
        return Some(format!("{year:04}-{month:02}"));
    }
    let (day, year) = if front.is_empty() { day_and_year(back)? } else { (day_of(front)?, back) };
    let year = match year {
        [] => coming(today, month, Some(day))?,
        said => four_digits(said)?.parse().ok()?,
    };
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    Some(date.to_string())
}

fn day_of(words: &[&str]) -> Option<i64> {
    ordinal(words).or_else(|| cardinal(words)).filter(|day| (1..=31).contains(day))
}

/// The longest front that is a day; what is left is the year.
fn day_and_year<'a, 'b>(words: &'a [&'b str]) -> Option<(i64, &'a [&'b str])> {
    (1..=words.len().min(2)).rev().find_map(|cut| {
        let (day, year) = words.split_at(cut);
        Some((day_of(day)?, year))
    })
}

/// The year in which `month`, or `day` of it, comes next; a month that is running has not passed.
fn coming(today: Date, month: usize, day: Option<i64>) -> Option<i16> {
    let now = usize::try_from(today.month()).ok()?;
    let passed = now > month || now == month && day.is_some_and(|day| i64::from(today.day()) > day);
    Some(today.year() + i16::from(passed))
}

/// A date in digits, `2026-01-15` cut into words at the hyphens, or a year alone.
fn written(words: &[&str]) -> Option<String> {
    match words {
        [year, month, day]
            if year.len() == 4 && words.iter().all(|word| word.bytes().all(is_digit)) =>
        {
            let date =
                Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()?;
            Some(date.to_string())
        }
        _ => four_digits(words).filter(|year| ("1500".."2200").contains(&year.as_str())),
    }
}

const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}
