//! A total that is not the sum of the amounts above it.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use super::list_figures::{self, written};
use super::named_total;
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
        let named = || named_total::violation(screen);
        violation(screen).or_else(|| command_violation(screen)).or_else(named).into_iter().collect()
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
    let is_below = list.rows.iter().all(|row| row.bounds.bottom <= button.bounds.top);
    if !is_below || screen.widgets.iter().any(|widget| in_list(widget) && is_chosen(widget)) {
        return None;
    }
    let sum = list_figures::sum(&list, &said, false)?;
    let rounding = 1_000 / 10_i64.pow(u32::from(said.decimals.min(3)));
    if (sum - said.thousandths).abs() < rounding {
        return None;
    }
    let words = shown_words(button);
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(screen), button.short_id()),
        expected: format!("{words:?} names the sum of the {} amounts above it.", list.rows.len()),
        actual: format!(
            "It names {} {}, the amounts differ from that.",
            written(said.thousandths),
            said.unit
        ),
        bounds: Some(button.bounds),
        ..RuleViolation::default()
    })
}

/// True for what a person chooses or that leads to something: the button may then be about one row alone.
fn is_chosen(widget: &Widget) -> bool {
    widget.acts() && widget.role() != WidgetRole::List
        || widget.checked.is_some()
        || widget.selected
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
    use crate::domain::Widget;

    /// A list of what takes up storage, whose rows are there to be read alone.
    fn storage() -> Vec<Widget> {
        let mut rows = list(2, &["Temporary files · 1.2 GB", "Downloads · 0.8 GB"]);
        for row in rows.iter_mut().skip(1) {
            row.actions.clear();
        }
        rows
    }

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
        let rows = storage();
        let note = note.map(|words| text("note", words));
        let widgets = rows.into_iter().chain(note).chain([button("clean", label)]);
        assert_eq!(MadeUpRun::open(page("Storage", widgets.collect())).rules(), rules);
    }
    #[test]
    fn a_button_may_be_about_the_row_that_was_chosen() {
        let buy = || button("buy", "Buy 3 GB");
        let rows = list(2, &["Small · 1 GB", "Large · 3 GB"]);
        let choice = page("Plans", rows.into_iter().chain([buy()]).collect());
        assert_eq!(MadeUpRun::open(choice).rules(), [""; 0]);
        let mut rows = storage();
        rows[2].selected = true;
        let selected = page("Plans", rows.into_iter().chain([buy()]).collect());
        assert_eq!(MadeUpRun::open(selected).rules(), [""; 0]);
    }

    #[test]
    fn a_button_above_a_list_is_not_about_it() {
        let mut widgets = vec![button("clean", "Clean 3 GB")];
        widgets.extend(storage().into_iter().map(|mut widget| {
            widget.position.list = widget.position.list.map(|list| list + 1);
            widget.position.parent = widget.position.parent.map(|parent| parent + 1);
            widget
        }));
        assert_eq!(MadeUpRun::open(page("Storage", widgets)).rules(), [""; 0]);
    }
}
