//! A total that is not the sum of the amounts above it.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, WidgetRole, labels};
use crate::oracle::reading::{Amount, amounts, lists, shown_words};

/// Signs of money: sums of other things may leave some out.
const MONEY: &[&str] = &["€", "$", "£", "¥"];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongSum;

impl BugRule for WrongSum {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after().filter(|screen| !screen.dialog) else { return Vec::new() };
        violation(screen).or_else(|| command_violation(screen)).into_iter().collect()
    }
}

fn violation(screen: &Screen) -> Option<RuleViolation> {
    let has_rows = lists(screen).iter().any(|list| !list.rows.is_empty());
    if has_rows {
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

/// The button below a whole list that names another amount than its rows have together, if no other amount
/// on the page tells why.
fn command_violation(screen: &Screen) -> Option<RuleViolation> {
    let mut found = lists(screen).into_iter().filter(|list| list.rows.len() > 1);
    let list = found.next().filter(|list| list.whole)?;
    if found.next().is_some() {
        return None;
    }
    let in_list = |widget: &Widget| widget.position.list == Some(list.number);
    let outside = screen.widgets.iter().filter(|widget| !in_list(widget));
    let mut named = outside
        .flat_map(|widget| amounts(shown_words(widget)).into_iter().map(move |it| (widget, it)));
    let (button, said) = named.next().filter(|(widget, _)| widget.role() == WidgetRole::Button)?;
    if named.next().is_some() || said.unit.is_empty() {
        return None;
    }
    let rows: Option<Vec<i64>> = list
        .rows
        .iter()
        .map(|row| {
            let found = row.texts.iter().filter(|text| text.inherits.is_none());
            let mut found = found.flat_map(|text| amounts(shown_words(text)));
            let amount = found.next().filter(|amount| amount.unit == said.unit)?;
            found.next().is_none().then_some(amount.thousandths)
        })
        .collect();
    let sum: i64 = rows?.iter().sum();
    let rounding = 1_000 / 10_i64.pow(u32::from(said.decimals.min(3)));
    if (sum - said.thousandths).abs() < rounding {
        return None;
    }
    let words = shown_words(button);
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(screen), button.short_id()),
        expected: format!("{words:?} names the sum of the {} amounts above it.", list.rows.len()),
        actual: format!("It names {} {}, the amounts differ from that.", decimal(&said), said.unit),
        bounds: Some(button.bounds),
        ..RuleViolation::default()
    })
}

/// An amount as it was written.
fn decimal(amount: &Amount) -> String {
    format!("{}.{:03}", amount.thousandths / 1_000, amount.thousandths.abs() % 1_000)
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, button, list, page, text};

    #[rstest]
    #[case("Clean 3 GB", None, &["wrong-sum"])]
    #[case("Clean 2.1 GB", None, &["wrong-sum"])]
    #[case("Clean 2 GB", None, &[])]
    #[case("Clean 2.0 GB", None, &[])]
    #[case("Clean", None, &[])]
    #[case("Clean 3 files", None, &[])]
    #[case("Clean 3 GB", Some("1 GB of it is old"), &[])]
    fn a_button_names_the_sum_of_the_list_above_it(
        #[case] label: &str,
        #[case] note: Option<&str>,
        #[case] rules: &[&str],
    ) {
        let rows = list(2, &["Temporary files · 1.2 GB", "Downloads · 0.8 GB"]);
        let note = note.map(|words| text("note", words));
        let widgets = rows.into_iter().chain(note).chain([button("clean", label)]);
        assert_eq!(MadeUpRun::open(page("Storage", widgets.collect())).rules(), rules);
    }
}
