use jiff::civil::date;
use proptest::prelude::*;

use super::*;

/// A Thursday.
fn today() -> Date {
    date(2026, 1, 15)
}

fn value(kind: BuiltInSlot, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match kind.fit(&words, today()) {
        Some(SlotFit::Known(value)) => Some(value),
        _ => None,
    }
}

fn holds(kind: BuiltInSlot, table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(value(kind, text).unwrap_or_default(), *expected, "{kind:?} {text}");
    }
}

#[test]
fn numbers() {
    holds(
        BuiltInSlot::Number,
        &[
            ("7", "7"),
            ("1000", "1000"),
            ("zero", "0"),
            ("forty two", "42"),
            ("a hundred", "100"),
            ("one hundred and five", "105"),
            ("nineteen hundred", "1900"),
            ("two thousand and nineteen", "2019"),
            ("three million two hundred thousand and one", "3200001"),
            ("2 million", "2000000"),
            ("minus five", "-5"),
            ("one two", ""),
            ("twenty eleven", ""),
            ("hundred", ""),
            ("and", ""),
            ("five and six", ""),
            ("a", ""),
            ("thousand million", ""),
            ("pizza", ""),
            ("9999999999999999999999", ""),
            ("", ""),
        ],
    );
    holds(
        BuiltInSlot::Ordinal,
        &[("first", "1"), ("21st", "21"), ("thirty third", "33"), ("twentieth", "20"), ("one", "")],
    );
    holds(
        BuiltInSlot::FourDigits,
        &[
            ("1984", "1984"),
            ("twenty eighteen", "2018"),
            ("nineteen ninety nine", "1999"),
            ("nineteen oh four", "1904"),
            ("one two three four", "1234"),
            ("two thousand three", "2003"),
            ("eighteen hundred", "1800"),
            ("12", ""),
            ("one", ""),
        ],
    );
    holds(
        BuiltInSlot::Phone,
        &[("555 12 34", "5551234"), ("five five five one two three four", "5551234")],
    );
    assert_eq!(value(BuiltInSlot::Phone, "555"), None);
}

#[test]
fn dates() {
    holds(
        BuiltInSlot::Date,
        &[
            ("today", "2026-01-15"),
            ("tomorrow", "2026-01-16"),
            ("the day after tomorrow", "2026-01-17"),
            ("in three days", "2026-01-18"),
            ("thursday", "2026-01-15"),
            ("monday", "2026-01-19"),
            ("on friday", "2026-01-16"),
            ("this week", "2026-W03"),
            ("next week", "2026-W04"),
            ("this weekend", "2026-W03-WE"),
            ("next month", "2026-02"),
            ("last year", "2025"),
            ("july fourth", "2026-07-04"),
            ("the fourth of july", "2026-07-04"),
            ("january 1", "2027-01-01"),
            ("may", "2026-05"),
            ("march 3rd twenty twenty eight", "2028-03-03"),
            ("february thirtieth", ""),
            ("2026 02 28", "2026-02-28"),
            ("1999", "1999"),
            ("soon", ""),
            ("the", ""),
        ],
    );
}

#[test]
fn times_and_durations() {
    holds(
        BuiltInSlot::Time,
        &[
            ("7 pm", "19:00"),
            ("seven thirty a m", "07:30"),
            ("12 am", "00:00"),
            ("7:05", "07:05"),
            ("seven oh five", "07:05"),
            ("half past six", "06:30"),
            ("quarter to one", "00:45"),
            ("ten o'clock", "10:00"),
            ("eight in the evening", "20:00"),
            ("noon", "12:00"),
            ("in the afternoon", "AF"),
            ("25", ""),
            ("", ""),
        ],
    );
    holds(
        BuiltInSlot::Duration,
        &[
            ("ten minutes", "PT10M"),
            ("an hour", "PT1H"),
            ("half an hour", "PT30M"),
            ("an hour and a half", "PT1H30M"),
            ("2 hours and thirty minutes", "PT2H30M"),
            ("three weeks", "P3W"),
            ("one day two hours", "P1DT2H"),
            ("two hours one day", ""),
            ("minutes", ""),
            ("five", ""),
        ],
    );
}

#[test]
fn lists_know_some_values_and_take_plausible_words() {
    let city = BuiltInSlot::of("AMAZON.US_CITY").unwrap();
    assert_eq!(value(city, "new york").as_deref(), Some("new york"));
    assert_eq!(city.fit(&["nowhere", "creek"], today()), Some(SlotFit::Plausible));
    assert_eq!(city.fit(&["the", "weather"], today()), None);
    assert_eq!(city.fit(&["stop"], today()), None);
    assert_eq!(city.fit(&["5"], today()), None);
    assert_eq!(city.fit(&["a1", "b", "c", "d", "e"], today()), None);
    let query = BuiltInSlot::of("AMAZON.SearchQuery").unwrap();
    assert_eq!(query.fit(&["the", "weather"], today()), Some(SlotFit::Free));
    assert_eq!(BuiltInSlot::of("TEA"), None);
}

proptest! {
    #[test]
    fn no_words_panic(words in prop::collection::vec(
        "(one|two|twenty|hundred|thousand|billion|and|a|oh|first|may|of|in|days|hours|half|past|to|9999999999|:|7:|am|[a-z0-9:]{1,6})", 0..9)) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for name in ["NUMBER", "FOUR_DIGIT_NUMBER", "Ordinal", "PhoneNumber", "DATE", "TIME", "DURATION", "City", "SearchQuery"] {
            let kind = BuiltInSlot::of(&format!("AMAZON.{name}")).unwrap();
            let _ = kind.fit(&words, today());
        }
    }
}
