//! Reading and writing the numbers, dates and times that fields hold.

/// The number that `text` is.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim().replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// Year, month and day of `2026-01-31`, whether or not there is such a day.
pub(super) fn read_date(text: &str) -> Option<(i32, i32, i32)> {
    let mut parts = text.trim().splitn(3, '-').map(|part| part.parse::<i32>().ok());
    Some((parts.next()??, parts.next()??, parts.next()??))
}

/// A date as forms write it.
pub(super) fn format_date((year, month, day): (i32, i32, i32)) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

/// Minutes since midnight of `07:30`.
pub(super) fn read_minutes(text: &str) -> Option<i32> {
    let (hours, minutes) = text.trim().split_once(':')?;
    Some(hours.parse::<i32>().ok()? * 60 + minutes.parse::<i32>().ok()?)
}

/// A time of the day as forms write it.
pub(super) fn format_time(minutes: i32) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
