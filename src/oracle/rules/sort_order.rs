//! A list that is not in the order that was chosen.
//!
//! Source: the read property of PBFDroid (Sun et al., ASE 2023), with the chosen order as the oracle.

use std::collections::HashMap;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, Screen, labels};
use crate::oracle::reading::{RowReading, amounts, lists};

/// By what a list is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SortOrder {
    Name,
    NameBackwards,
    Cheapest,
    Dearest,
}

/// Remembers the order that was chosen for each page.
#[derive(Debug, Default)]
pub(super) struct SortOrderWrong {
    chosen: HashMap<String, (SortOrder, String, u64)>,
}

impl BugRule for SortOrderWrong {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if turn.crashed()
            || !matches!(turn.action(), Some(Action::Tap { .. } | Action::Scroll { .. }))
        {
            // What an app forgets when it is left is for other rules.
            if !matches!(
                turn.action(),
                Some(Action::Key { .. } | Action::Rotate { .. } | Action::Type { .. })
            ) || turn.after().is_none()
            {
                self.chosen.clear();
            }
        }
        let chooses = turn.tapped().zip(turn.before()).and_then(|(target, before)| {
            let widget = before.widget(target.number)?;
            (before.dialog && widget.checked.is_some()).then_some(target.label.as_str())
        });
        let Some(after) = turn.after() else { return Vec::new() };
        if let Some(label) = chooses.filter(|_| !after.dialog) {
            let page = page_key(after);
            match order(label) {
                Some(order) => {
                    self.chosen.insert(page, (order, label.to_owned(), turn.step()));
                }
                // Another order, or a filter: what is chosen now is not known.
                None => {
                    self.chosen.remove(&page);
                }
            }
        }
        if after.dialog {
            return Vec::new();
        }
        self.violation(after).into_iter().collect()
    }
}

impl SortOrderWrong {
    fn violation(&self, after: &Screen) -> Option<RuleViolation> {
        let page = page_key(after);
        let (order, label, step) = self.chosen.get(&page)?;
        let lists = lists(after);
        let list = lists.iter().max_by_key(|list| list.rows.len())?;
        let pairs = list.rows.iter().zip(list.rows.iter().skip(1));
        let (one, other) = pairs.into_iter().find(|(one, other)| {
            is_kept_on_top(one) == is_kept_on_top(other) && is_wrong(*order, one, other)
        })?;
        Some(RuleViolation {
            subject: format!("{page}|{label}"),
            expected: format!("The list is in the order {label:?}."),
            actual: format!("{:?} stands before {:?}.", one.words(), other.words()),
            bounds: Some(other.bounds),
            earlier: vec![(*step, format!("{label:?} was chosen."))],
        })
    }
}

fn order(label: &str) -> Option<SortOrder> {
    let label = label.to_lowercase();
    let words = labels::words(&label);
    let has = |any: &[&str]| words.iter().any(|word| any.contains(word));
    if has(&["cheapest", "lowest"]) {
        Some(SortOrder::Cheapest)
    } else if has(&["dearest", "highest", "expensive"]) {
        Some(SortOrder::Dearest)
    } else if label.contains("z–a") || label.contains("z-a") || label.contains("z to a") {
        Some(SortOrder::NameBackwards)
    } else if has(&["name", "title", "alphabetical", "alphabetically"]) || label.contains("a–z") {
        Some(SortOrder::Name)
    } else {
        None
    }
}

/// True for a row that the user keeps above the others, whatever their order.
fn is_kept_on_top(row: &RowReading<'_>) -> bool {
    let words = row.words().to_lowercase();
    let marks = ["pinned", "starred", "favourite", "favorite"];
    labels::words(&words).iter().any(|word| marks.contains(word))
}

fn is_wrong(order: SortOrder, one: &RowReading<'_>, other: &RowReading<'_>) -> bool {
    let names = (one.name().to_lowercase(), other.name().to_lowercase());
    match order {
        SortOrder::Name => names.0 > names.1,
        SortOrder::NameBackwards => names.0 < names.1,
        SortOrder::Cheapest => price(one).zip(price(other)).is_some_and(|(a, b)| a > b),
        SortOrder::Dearest => price(one).zip(price(other)).is_some_and(|(a, b)| a < b),
    }
}

/// The only amount of money in a row.
fn price(row: &RowReading<'_>) -> Option<i64> {
    let words = row.words();
    let mut money = amounts(&words)
        .into_iter()
        .filter(|amount| "€$£¥".contains(&amount.unit) && !amount.unit.is_empty());
    let price = money.next()?;
    money.next().is_none().then_some(price.thousandths)
}
