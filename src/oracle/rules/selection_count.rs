//! A number of selected rows that is not what is selected.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs), and the
//! counts that PBFDroid compares with lists (Sun et al., "Property-based fuzzing for finding data
//! manipulation errors in Android apps", ESEC/FSE 2023).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, WidgetRole, labels};
use crate::oracle::reading::{lists, shown_words};

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct SelectionCount;

impl BugRule for SelectionCount {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after() else { return Vec::new() };
        violation(screen).or_else(|| share_violation(screen)).into_iter().collect()
    }
}

fn violation(screen: &Screen) -> Option<RuleViolation> {
    let figure =
        screen.widgets.iter().find_map(|widget| Some((widget, said(shown_words(widget))?)));
    let (widget, said) = figure?;
    let selected: BTreeSet<_> = screen
        .widgets
        .iter()
        .filter(|widget| widget.selected || widget.checked == Some(true))
        .filter_map(|widget| Some((widget.position.list?, widget.position.row?)))
        .collect();
    let seen = selected.len();
    // Rows that are out of sight may be selected as well.
    let whole = lists(screen).iter().all(|list| list.whole);
    let wrong = seen > said || (whole && seen != said);
    (seen > 0 && wrong).then(|| RuleViolation {
        subject: format!("{}|{}", page_key(screen), widget.short_id()),
        expected: format!("{seen} is said to be selected."),
        actual: format!("{:?} is said, but {seen} rows are selected.", shown_words(widget)),
        bounds: Some(widget.bounds),
        ..RuleViolation::default()
    })
}

/// `3 of 5 done`, `3/5 taken`; the word is optional.
static SHARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(?:[[:alpha:]]+:?\s)?(\d{1,3})\s?(?:of|/|out of)\s?(\d{1,3})(?:\s[[:alpha:]]+){0,2}\.?$",
    )
    .ok()
});

/// What says that those that are not switched on are counted.
const OPEN: &[&str] = &["left", "open", "remaining", "missing", "undone", "unchecked", "off"];

/// A share of the switches of a list, if there are as many of them as it says, that is not how many are on.
fn share_violation(screen: &Screen) -> Option<RuleViolation> {
    if screen.dialog {
        return None;
    }
    let mut found = lists(screen).into_iter().filter(|list| !list.rows.is_empty());
    let list = found.next().filter(|list| list.whole && found.next().is_none())?;
    let in_list = screen.widgets.iter().filter(|widget| {
        widget.position.list == Some(list.number) && widget.role() == WidgetRole::Toggle
    });
    let switches: Vec<bool> = in_list.filter_map(|widget| widget.checked).collect();
    if switches.len() < 2 || switches.len() != list.rows.len() {
        return None;
    }
    let outside = screen.widgets.iter().filter(|widget| widget.position.list.is_none());
    let mut shares = outside.filter_map(|widget| {
        let share = SHARE.as_ref()?.captures(shown_words(widget))?;
        let number = |place: usize| share.get(place)?.as_str().parse::<usize>().ok();
        (number(2)? == switches.len()).then_some((widget, number(1)?))
    });
    let (widget, said) = shares.next().filter(|_| shares.next().is_none())?;
    let on = switches.iter().filter(|on| **on).count();
    let lower = shown_words(widget).to_lowercase();
    let counts_open = labels::words(&lower).iter().any(|word| OPEN.contains(word));
    let expected = if counts_open { switches.len() - on } else { on };
    (said != expected).then(|| RuleViolation {
        subject: format!("{}|{}", page_key(screen), widget.short_id()),
        expected: format!("{expected} of {} is said.", switches.len()),
        actual: format!(
            "{:?} is said, but {on} of {} are on.",
            shown_words(widget),
            switches.len()
        ),
        bounds: Some(widget.bounds),
        ..RuleViolation::default()
    })
}

/// The number in `3 selected`.
fn said(words: &str) -> Option<usize> {
    words.trim().strip_suffix("selected")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};
    use crate::domain::WidgetRole;

    #[rstest]
    #[case("1 of 2 taken", &[])]
    #[case("2 of 2 taken", &["selection-count"])]
    #[case("Taken: 0/2", &["selection-count"])]
    #[case("1 of 2 left", &[])]
    #[case("2 of 2 left", &["selection-count"])]
    #[case("Page 2 of 7", &[])]
    #[case("2 of 2 people like this page a lot", &[])]
    fn a_share_of_switches_is_how_many_are_on(#[case] words: &str, #[case] rules: &[&str]) {
        let mut rows = list(2, &["Aspirin", "Vitamin"]);
        for (row, widget) in rows.iter_mut().skip(1).enumerate() {
            (widget.role, widget.checked) = (Some(WidgetRole::Toggle), Some(row == 0));
        }
        let widgets = [rows, vec![text("", words)]].concat();
        assert_eq!(MadeUpRun::open(page("Plan", widgets)).rules(), rules);
    }
}
