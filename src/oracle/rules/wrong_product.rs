//! A price that is not the quantity times the price of one.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::sync::LazyLock;

use regex::Regex;

use super::list_figures::written;
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Bounds, Screen};
use crate::oracle::reading::{amounts, rows_and_texts};

/// `2 × €9.50` and `2 x 9.50 €`.
static PIECES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|\s)(\d{1,4})\s?[×x*@]\s?([€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?[€$£¥])").ok()
});

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongProduct;

impl BugRule for WrongProduct {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after() else { return Vec::new() };
        let found = rows_and_texts(screen).filter_map(|(words, at)| violation(screen, &words, at));
        found.collect()
    }
}

/// What is wrong with the one other amount of money beside quantity and price.
fn violation(screen: &Screen, words: &str, bounds: Bounds) -> Option<RuleViolation> {
    let mut found = PIECES.as_ref()?.captures_iter(words);
    let pieces = found.next().filter(|_| found.next().is_none())?;
    let quantity: i64 = pieces.get(1)?.as_str().parse().ok()?;
    let price = amounts(pieces.get(2)?.as_str()).into_iter().next()?;
    let rest = words.replacen(pieces.get(0)?.as_str(), " ", 1);
    let mut others = amounts(&rest).into_iter().filter(|amount| amount.unit == price.unit);
    let said = others.next().filter(|_| others.next().is_none())?;
    let product = quantity.checked_mul(price.thousandths)?;
    (product != said.thousandths).then(|| RuleViolation {
        subject: format!("{}|{quantity}", page_key(screen)),
        expected: format!(
            "{quantity} times {} is {}.",
            written(price.thousandths),
            written(product)
        ),
        actual: format!("It says {words:?}."),
        bounds: Some(bounds),
        ..RuleViolation::default()
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};

    #[rstest]
    #[case("Mug · 2 × €9.50 · €19.00", &[])]
    #[case("Mug · 2 × €9.50 · €28.50", &["wrong-product"])]
    #[case("3 x 4.20 € = 12.60 €", &[])]
    #[case("3 x 4.20 € = 12.40 €", &["wrong-product"])]
    #[case("2 × €9.50", &[])]
    #[case("2 × · €19.00", &[])]
    #[case("2 × €9.50 · was €25.00 · €19.00", &[])]
    fn pieces_times_price(#[case] words: &str, #[case] rules: &[&str]) {
        let row = MadeUpRun::open(page("Cart", list(2, &[words])));
        assert_eq!(row.rules(), rules);
        assert_eq!(MadeUpRun::open(page("Cart", vec![text("", words)])).rules(), rules);
    }
}
