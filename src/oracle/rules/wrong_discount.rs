//! A reduced price that is not the old one less the percentage beside it.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::sync::LazyLock;

use regex::Regex;

use super::list_figures::written;
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Bounds, Screen, labels};
use crate::oracle::reading::{amounts, rows_and_texts};

/// Signs of money.
const MONEY: &[&str] = &["€", "$", "£", "¥"];

/// `-20 %`, `20 % off`, `save 20%`.
static REDUCED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:(?:^|\s)[-−–]\s?|save\s+|reduced by\s+|discount:?\s+(?:of\s+)?)(\d{1,2})\s?%",
        r"|(\d{1,2})\s?%\s+(?:off|discount|cheaper)",
    ))
    .ok()
});

/// Words of prices that other things are in.
const MORE: &[&str] = &["from", "up", "plus", "shipping", "delivery", "total", "month", "per"];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongDiscount;

impl BugRule for WrongDiscount {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after() else { return Vec::new() };
        let found = rows_and_texts(screen).filter_map(|(words, at)| violation(screen, &words, at));
        found.collect()
    }
}

/// What is wrong with the two prices beside one percentage that is taken off.
fn violation(screen: &Screen, words: &str, bounds: Bounds) -> Option<RuleViolation> {
    if !words.contains('%') {
        return None;
    }
    let lower = words.to_lowercase();
    let mut found = REDUCED.as_ref()?.captures_iter(words);
    let percent = found.next().filter(|_| found.next().is_none())?;
    let percent: i64 = percent.get(1).or_else(|| percent.get(2))?.as_str().parse().ok()?;
    let prices: Vec<_> =
        amounts(words).into_iter().filter(|it| MONEY.contains(&it.unit.as_str())).collect();
    let [one, two] = prices.as_slice() else { return None };
    let is_more = labels::words(&lower).iter().any(|word| MORE.contains(word));
    if is_more || one.unit != two.unit || one.thousandths <= 0 || two.thousandths <= 0 {
        return None;
    }
    let (old, new) = (one.thousandths.max(two.thousandths), one.thousandths.min(two.thousandths));
    let reduced = old.checked_mul(100 - percent)? / 100;
    // The percentage may be rounded to a whole one, and the price to what is paid in coins.
    let tolerance = (old / 100).max(50);
    ((reduced - new).abs() > tolerance).then(|| RuleViolation {
        subject: format!("{}|{percent}", page_key(screen)),
        expected: format!("{} less {percent} % is {}.", written(old), written(reduced)),
        actual: format!("It says {words:?}."),
        bounds: Some(bounds),
        ..RuleViolation::default()
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page};

    #[rstest]
    #[case("Mug · €10.00 · −20 % · €8.00", &[])]
    #[case("Mug · €10.00 · −20 % · €9.00", &["wrong-discount"])]
    #[case("Mug · was €9.99, now €7.99 · 20 % off", &[])]
    #[case("Mug · was €19.99, now €17.99 · 20% off", &["wrong-discount"])]
    #[case("Mug · €10.00 · 20 % VAT · €8.90", &[])]
    #[case("Mug · €10.00 · save 20% · from €9.00", &[])]
    #[case("Save 20 % · €10.00", &[])]
    fn a_reduced_price_is_less_by_its_percentage(#[case] row: &str, #[case] rules: &[&str]) {
        assert_eq!(MadeUpRun::open(page("Offers", list(2, &[row]))).rules(), rules);
    }
}
