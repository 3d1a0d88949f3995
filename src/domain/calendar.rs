//! The English words of the calendar.

/// The months in order.
pub const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// The days of the week in order.
pub const DAYS: &[&str] =
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// True for a month or a day of the week, whole or as its first three letters.
pub fn names_month_or_day(word: &str) -> bool {
    let abbreviates = |name: &&str| name.get(..3) == Some(word);
    MONTHS.iter().chain(DAYS).any(|name| *name == word || abbreviates(name))
}

#[cfg(test)]
mod tests {
    use super::names_month_or_day;

    #[test]
    fn months_and_days_are_known_whole_and_abbreviated() {
        assert!(["january", "jan", "may", "sunday", "sun"].into_iter().all(names_month_or_day));
        assert!(!["", "j", "janu", "summer", "sund"].into_iter().any(names_month_or_day));
    }
}
