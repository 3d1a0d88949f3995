//! Numbers with their units, as apps write them.

use std::sync::LazyLock;

use regex::Regex;

/// A number that an app shows, with what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::oracle) struct Amount {
    /// Its value in thousandths.
    pub thousandths: i64,
    /// Its currency or unit in lower case; empty for a bare number.
    pub unit: String,
    /// Its digits after the decimal point.
    pub decimals: u8,
}

/// A number: sign, currency, digits in groups or not, decimals, and what follows.
static AMOUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:^|[^\w.,:/-])(?P<sign>[-−+])?\s?(?P<before>[€$£¥])?\s?",
        r"(?P<sign2>[-−])?(?P<whole>\d{1,3}(?:[ \u{a0}\u{202f}]\d{3})+|\d{1,3}(?:,\d{3})+|\d{1,12})",
        r"(?:(?P<point>[.,])(?P<part>\d{1,3}))?",
        r"(?:\s?(?P<after>%|€|\$|£|¥|[[:alpha:]]+))?",
    ))
    .ok()
});

/// The amounts in `text`, in order. Dates, times, versions and telephone numbers are none.
pub(in crate::oracle) fn amounts(text: &str) -> Vec<Amount> {
    let Some(pattern) = AMOUNT.as_ref() else { return Vec::new() };
    if !text.contains(|letter: char| letter.is_ascii_digit()) {
        return Vec::new();
    }
    pattern
        .captures_iter(text)
        .filter_map(|found| {
            let end = found.name("part").or_else(|| found.name("whole"))?.end();
            let next = text.get(end..)?.chars().next();
            // `12:30`, `3/4`, `1.2.3` and `2026-01-15` are no amounts.
            if next.is_some_and(|next| ":/.-–".contains(next)) && goes_on(text, end + 1) {
                return None;
            }
            let whole: String =
                found.name("whole")?.as_str().chars().filter(char::is_ascii_digit).collect();
            let part = found.name("part").map_or("", |part| part.as_str());
            // `1,234` is a thousand and more; `1,5` and `1.234` are decimals.
            let (whole, part) = match found.name("point").map(|point| point.as_str()) {
                Some(",") if part.len() == 3 => (format!("{whole}{part}"), ""),
                _ => (whole, part),
            };
            let value: i64 = whole.parse().ok()?;
            let thousandths = format!("{part:0<3}").parse::<i64>().ok()?;
            let negative = [found.name("sign"), found.name("sign2")]
                .into_iter()
                .flatten()
                .any(|sign| sign.as_str() != "+");
            let size = value.checked_mul(1000)?.checked_add(thousandths)?;
            let unit = found.name("before").or_else(|| found.name("after"));
            Some(Amount {
                thousandths: if negative { -size } else { size },
                unit: unit.map_or(String::new(), |unit| unit.as_str().to_lowercase()),
                decimals: u8::try_from(part.len()).unwrap_or(3),
            })
        })
        .collect()
}

/// True if `text` has a digit at this place.
fn goes_on(text: &str, place: usize) -> bool {
    text.get(place..).is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn read(text: &str) -> Vec<(i64, String)> {
        amounts(text).into_iter().map(|amount| (amount.thousandths, amount.unit)).collect()
    }

    #[rstest]
    #[case("€9.50 · Kitchen", &[(9500, "€")])]
    #[case("9,50 €", &[(9500, "€")])]
    #[case("-€1.90", &[(-1900, "€")])]
    #[case("− €1.90", &[(-1900, "€")])]
    #[case("1,234 steps", &[(1_234_000, "steps")])]
    #[case("1 234.5 kg", &[(1_234_500, "kg")])]
    #[case("3 of 4 (75 %)", &[(3000, "of"), (4000, ""), (75_000, "%")])]
    #[case("2 × · €19.00", &[(2000, ""), (19_000, "€")])]
    #[case("07:30", &[])]
    #[case("2026-01-15", &[])]
    #[case("1.2.3", &[])]
    #[case("no number", &[])]
    fn numbers_have_units(#[case] text: &str, #[case] expected: &[(i64, &str)]) {
        let expected: Vec<(i64, String)> =
            expected.iter().map(|(value, unit)| (*value, (*unit).to_owned())).collect();
        assert_eq!(read(text), expected);
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in ".{0,60}") {
            let _ = amounts(&text);
        }

        #[test]
        fn what_is_written_is_read(cents in -9_999_999_i64..9_999_999) {
            let sign = if cents < 0 { "-" } else { "" };
            let size = cents.abs();
            let text = format!("{sign}€{}.{:02}", size / 100, size % 100);
            prop_assert_eq!(read(&text), vec![(cents * 10, "€".to_owned())]);
        }
    }
}
