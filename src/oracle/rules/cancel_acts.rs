//! A question that is cancelled, and done nevertheless: what was listed is not listed any more, or more is.
//!
//! Source: the data manipulations of PBFDroid (Sun et al., ASE 2023), here of what was given up.

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, Screen, WidgetTarget, labels};
use crate::oracle::reading::lists;

/// What was listed when a question was opened.
#[derive(Debug)]
struct AskedOver {
    page: String,
    rows: Vec<String>,
    question: String,
    step: u64,
}

/// Remembers what was listed below the question that is open.
#[derive(Debug, Default)]
pub(super) struct CancelActs {
    over: Option<AskedOver>,
}

impl BugRule for CancelActs {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some((before, after)) = turn.both().filter(|_| !turn.crashed()) else {
            self.over = None;
            return Vec::new();
        };
        match (before.dialog, after.dialog) {
            // What is done at once, and asked about then, is for others.
            (false, true) => {
                self.over = turn.tapped().and_then(|_| asked_over(before, after, turn.step()));
            }
            (true, true) => {
                let keeps_all = matches!(turn.action(), Some(Action::Type { .. }));
                self.over = self.over.take().filter(|_| keeps_all);
            }
            (true, false) => {
                let over = self.over.take().filter(|over| over.page == page_key(after));
                let cancelled = turn.tapped().filter(|target| cancels(target));
                let found = over.zip(cancelled);
                return found
                    .and_then(|(over, by)| violation(&over, by, after))
                    .into_iter()
                    .collect();
            }
            (false, false) => self.over = None,
        }
        Vec::new()
    }
}

fn asked_over(before: &Screen, after: &Screen, step: u64) -> Option<AskedOver> {
    let rows = rows(before)?;
    let (page, question) = (page_key(before), page_name(after).to_owned());
    Some(AskedOver { page, rows, question, step })
}

/// The names of the rows of the only list, if it cannot scroll; figures may change by themselves.
fn rows(screen: &Screen) -> Option<Vec<String>> {
    let mut lists = lists(screen).into_iter();
    let list = lists.next().filter(|list| list.whole)?;
    let names = list.rows.iter().map(|row| {
        row.name().chars().filter(|letter| !letter.is_ascii_digit()).collect::<String>()
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    lists.next().is_none().then_some(names)
}

/// True for what gives up what is asked.
fn cancels(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    matches!(
        labels::words(&label)[..],
        ["cancel" | "no" | "keep"] | ["no", "thanks"] | ["not", "now"]
    )
}

fn violation(over: &AskedOver, by: &WidgetTarget, after: &Screen) -> Option<RuleViolation> {
    let now = rows(after)?;
    let differs = now != over.rows;
    let other = over.rows.iter().find(|row| !now.contains(row));
    let other = other.or_else(|| now.iter().find(|row| !over.rows.contains(row)));
    let said = match other {
        Some(row) if now.contains(row) => format!("{row:?} is listed now"),
        Some(row) => format!("{row:?} is not listed any more"),
        None => format!("{} rows are listed instead of {}", now.len(), over.rows.len()),
    };
    differs.then(|| RuleViolation {
        subject: format!("{}|{}", over.page, over.question),
        expected: format!("{:?} leaves the list as it was before {:?}.", by.label, over.question),
        actual: format!("After {:?} {said}.", by.label),
        earlier: vec![(over.step, format!("{:?} was opened.", over.question))],
        ..RuleViolation::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, field, list, page};
    use crate::domain::Screen;

    fn tasks(rows: &[&str]) -> Screen {
        page("Tasks", [list(2, rows), vec![button("", "Clean up"), button("", "Add")]].concat())
    }

    fn question(name: &str) -> Screen {
        let buttons = vec![field("name", name), button("", "Cancel"), button("", "OK")];
        Screen { dialog: true, ..page("New task", buttons) }
    }

    #[test]
    fn what_is_cancelled_is_not_done() {
        let asked = |by: &str, rows: &[&str]| {
            let run = MadeUpRun::open(tasks(&["Milk", "Tea 2"])).tap("Clean up", question(""));
            let run = run.write("name", "Salt", question("Salt"));
            let found = run.tap(by, tasks(rows)).found;
            found.iter().filter(|(rule, _)| rule == "cancel-acts").count()
        };
        assert_eq!(asked("Cancel", &["Milk", "Tea 2"]), 0);
        assert_eq!(asked("Cancel", &["Tea 3", "Milk"]), 0, "an order and a figure");
        assert_eq!(asked("Cancel", &["Milk"]), 1);
        assert_eq!(asked("Cancel", &["Milk", "Tea 2", "Salt"]), 1);
        assert_eq!(asked("OK", &["Milk"]), 0);
    }
}
