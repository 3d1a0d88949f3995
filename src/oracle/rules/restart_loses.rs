//! Entries that a restart loses or puts into another order.
//!
//! Source: iFixDataloss (Guo et al., ISSTA 2022): what an app has stored must outlive its process.

use std::collections::{BTreeSet, HashSet};

use super::list_journey::adds_entry;
use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, Screen, WidgetTarget};
use crate::oracle::reading::{lists, shown_words};

/// What the first page listed when it was shown last.
#[derive(Debug)]
struct ListedEntries {
    page: String,
    rows: Vec<String>,
    chosen: Vec<String>,
    /// The texts beside the list without their figures: another day may be shown, or another account.
    beside: BTreeSet<String>,
    step: u64,
}

/// Remembers the list of the page that the app begins with, as long as nothing else is shown.
#[derive(Debug, Default)]
pub(super) struct RestartLoses {
    listed: Option<ListedEntries>,
    /// The rows that were listed when the app was opened.
    first: HashSet<String>,
    /// True once something that was listed later was listed after a restart.
    keeps: bool,
}

impl BugRule for RestartLoses {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if turn.crashed() {
            self.listed = None;
            return Vec::new();
        }
        let restarted = matches!(turn.action(), Some(Action::Restart));
        let rows = turn.after().and_then(|after| entries(after, turn.step()));
        let rows = rows.map(|it| it.rows).unwrap_or_default();
        if turn.action().is_none() {
            self.first.extend(rows);
        } else if restarted && !self.first.is_empty() {
            self.keeps |= rows.iter().any(|row| !self.first.contains(row));
        }
        let violation = turn.after().filter(|_| restarted).and_then(|after| self.violation(after));
        // Outside of the app nothing changes what it has stored.
        if let Some(after) = turn.after() {
            self.listed = entries(after, turn.step());
        }
        violation.into_iter().collect()
    }
}

impl RestartLoses {
    fn violation(&self, after: &Screen) -> Option<RuleViolation> {
        let before = self.listed.as_ref()?;
        let now = entries(after, 0)?;
        // A web page that is loaded anew may keep nothing at all.
        if after.is_in_browser() && !self.keeps {
            return None;
        }
        if before.page != now.page || before.chosen != now.chosen {
            return None;
        }
        let there: HashSet<&String> = now.rows.iter().collect();
        let Some(lost) = before.rows.iter().find(|row| !there.contains(row)) else {
            return out_of_order(before, &now, after);
        };
        if before.beside != now.beside || is_other_part(before, &now, &there) {
            return None;
        }
        Some(RuleViolation {
            subject: before.page.clone(),
            expected: format!("{:?} lists {lost:?} after a restart, as before.", page_name(after)),
            actual: format!("{lost:?} is not listed any more after a restart."),
            earlier: vec![(before.step, format!("{lost:?} was listed."))],
            ..RuleViolation::default()
        })
    }
}

/// True if most rows are others, and not fewer: another part of the list was shown, such as a later page or
/// the first one in another order.
fn is_other_part(before: &ListedEntries, now: &ListedEntries, there: &HashSet<&String>) -> bool {
    let gone = before.rows.iter().filter(|row| !there.contains(row)).count();
    let rows = before.rows.len();
    rows > 1 && now.rows.len() >= rows && gone * 2 > rows
}

/// The same entries in another order: how they are sorted was forgotten.
fn out_of_order(
    before: &ListedEntries,
    now: &ListedEntries,
    after: &Screen,
) -> Option<RuleViolation> {
    let is_other = before.rows.len() == now.rows.len() && before.rows != now.rows;
    // What the user has not entered, such as the goods of a shop, may be sorted for the moment.
    let is_own = lists(after).iter().any(|list| {
        after.widgets.iter().any(|widget| {
            let beside = widget.acts() && widget.position.row.is_none();
            beside && adds_entry(&WidgetTarget::of(widget), &before.page, list.id)
        })
    });
    let moved = before.rows.iter().zip(&now.rows).find(|(was, is)| was != is);
    let (was, is) = moved.filter(|_| is_other && is_own)?;
    Some(RuleViolation {
        subject: format!("{}|order", before.page),
        expected: format!(
            "{:?} lists {was:?} at the same place after a restart, as before.",
            page_name(after)
        ),
        actual: format!("{is:?} is listed in place of {was:?} after a restart."),
        earlier: vec![(before.step, format!("{was:?} was listed there."))],
        ..RuleViolation::default()
    })
}

/// The rows of a page without dialog, all of which can be seen, with what is chosen beside the list. Rows
/// without words are left out: they are days, totals or numbers of pages.
fn entries(screen: &Screen, step: u64) -> Option<ListedEntries> {
    let lists = lists(screen);
    let whole = !screen.dialog && !screen.keyboard && lists.iter().all(|list| list.whole);
    let names = lists.iter().flat_map(|list| &list.rows).map(|row| row.name().to_owned());
    let rows: Vec<String> = names.filter(|name| name.chars().any(char::is_alphabetic)).collect();
    let chosen =
        screen.widgets.iter().filter(|it| it.selected).map(|it| it.label.clone()).collect();
    let outside = screen.widgets.iter().filter(|it| it.position.list.is_none() && !it.acts());
    let beside = outside.map(|it| without_figures(shown_words(it))).collect();
    let page = page_key(screen);
    (whole && !rows.is_empty()).then_some(ListedEntries { page, rows, chosen, beside, step })
}

fn without_figures(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, list, page};
    use crate::domain::{Action, Screen};

    #[test]
    fn a_web_page_loses_only_what_it_could_have_kept() {
        let lost = |location: &str, kept: &[&str]| {
            let tasks = |rows: &[&str]| Screen {
                location: location.into(),
                ..page("Tasks", list(2, rows))
            };
            let run = MadeUpRun::open(tasks(&["Milk"])).back(tasks(&["Milk", "Bread", "Tea"]));
            let run = run.act(Action::Restart, tasks(kept)).back(tasks(&["Milk", "Bread", "Jam"]));
            run.act(Action::Restart, tasks(&["Milk", "Bread"])).found.len()
        };
        assert_eq!(lost("/tasks", &["Milk", "Bread", "Tea"]), 1);
        assert_eq!(lost("/tasks", &["Milk"]), 1, "in the end Bread was kept");
        let nothing = |location: &str| {
            let tasks = |rows: &[&str]| Screen {
                location: location.into(),
                ..page("Tasks", list(2, rows))
            };
            let run = MadeUpRun::open(tasks(&["Milk"])).back(tasks(&["Milk", "Bread"]));
            run.act(Action::Restart, tasks(&["Milk"])).found.len()
        };
        assert_eq!((nothing("/tasks"), nothing(".TasksActivity")), (0, 1));
    }
}
