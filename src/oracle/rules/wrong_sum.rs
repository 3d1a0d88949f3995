//! A total that is not the sum of the amounts above it.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, labels};
use crate::oracle::reading::{Amount, amounts, lists, shown_words};

/// Signs of money: sums of other things may leave some out.
const MONEY: &[&str] = &["€", "$", "£", "¥"];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongSum;

impl BugRule for WrongSum {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        turn.after().and_then(violation).into_iter().collect()
    }
}

fn violation(screen: &Screen) -> Option<RuleViolation> {
    let has_rows = lists(screen).iter().any(|list| !list.rows.is_empty());
    if screen.dialog || has_rows {
        return None;
    }
    let lines: Vec<(&Widget, Amount)> =
        screen.widgets.iter().filter_map(|widget| Some((widget, money(widget)?))).collect();
    let (total, shown) = lines.iter().find(|(widget, _)| is_total(widget))?;
    let parts: Vec<i64> = lines
        .iter()
        .filter(|(widget, amount)| {
            widget.bounds.bottom <= total.bounds.top && amount.unit == shown.unit
        })
        .map(|(_, amount)| amount.thousandths)
        .collect();
    let sum: i64 = parts.iter().sum();
    if parts.len() < 2 || sum == shown.thousandths {
        return None;
    }
    let words = shown_words(total);
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(screen), total.short_id()),
        expected: format!("The total is the sum of the {} amounts above it.", parts.len()),
        actual: format!("The total is {words:?}, the amounts above it differ from that."),
        bounds: Some(total.bounds),
        ..RuleViolation::default()
    })
}

/// The only amount of a text that is nothing else but money.
fn money(widget: &Widget) -> Option<Amount> {
    let words = shown_words(widget);
    let mut found = amounts(words).into_iter();
    let amount = found.next().filter(|amount| MONEY.contains(&amount.unit.as_str()))?;
    let bare = !words.contains(char::is_alphabetic);
    (bare && found.next().is_none() && widget.inherits.is_none()).then_some(amount)
}

fn is_total(widget: &Widget) -> bool {
    labels::words(&widget.short_id().to_lowercase().replace('_', " ")).contains(&"total")
}
