//! An undo that does not bring back what was just deleted.
//!
//! Source: the delete property of PBFDroid (Sun et al., ASE 2023), and the undo of "data operation" failures in
//! VisionDroid's pilot study.

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::Screen;
use crate::oracle::reading::lists;

/// Rows that have just gone from the list of a page.
#[derive(Debug)]
struct GoneRows {
    page: String,
    rows: Vec<String>,
    step: u64,
}

/// Remembers the rows that went last.
#[derive(Debug, Default)]
pub(super) struct UndoIgnored {
    gone: Option<GoneRows>,
    /// The list of the page that was seen last, with its page.
    seen: Option<(String, Vec<String>)>,
}

impl BugRule for UndoIgnored {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after().filter(|_| !turn.crashed()) else {
            *self = Self::default();
            return Vec::new();
        };
        let page = page_key(after);
        let rows = rows(after).filter(|_| !after.dialog);
        let undoes = turn.tapped().filter(|it| it.label.trim().eq_ignore_ascii_case("undo"));
        let gone = self.gone.take();
        let mut violations = Vec::new();
        match (undoes, &rows) {
            (Some(_), Some(rows)) => {
                let gone = gone.filter(|gone| gone.page == page);
                violations.extend(gone.and_then(|gone| violation(&gone, rows)));
            }
            (None, Some(rows)) => {
                let was = self.seen.as_ref().filter(|(seen, _)| *seen == page);
                let lost = was.map(|(_, was)| {
                    was.iter().filter(|row| !rows.contains(row)).cloned().collect::<Vec<_>>()
                });
                let fewer = was.is_some_and(|(_, was)| was.len() == rows.len() + 1);
                let lost = lost.filter(|lost| lost.len() == 1 && fewer);
                let step = turn.step();
                self.gone = lost.map(|rows| GoneRows { page: page.clone(), rows, step });
            }
            _ => {}
        }
        if let Some(rows) = rows {
            self.seen = Some((page, rows));
        }
        violations
    }
}

fn violation(gone: &GoneRows, rows: &[String]) -> Option<RuleViolation> {
    let lost = gone.rows.iter().find(|row| !rows.contains(row))?;
    Some(RuleViolation {
        subject: gone.page.clone(),
        expected: format!("Undo brings back {lost:?}."),
        actual: format!("{lost:?} is not listed after undo."),
        earlier: vec![(gone.step, format!("{lost:?} was gone."))],
        ..RuleViolation::default()
    })
}

/// The names of the rows of the only list, if all of them can be seen.
fn rows(screen: &Screen) -> Option<Vec<String>> {
    let mut found = lists(screen).into_iter();
    let list = found.next().filter(|list| list.whole)?;
    found.next().is_none().then(|| list.rows.iter().map(|row| row.name().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, list, page};
    use crate::domain::Screen;

    fn tasks(rows: &[&str]) -> Screen {
        let buttons = vec![button("", "Undo"), button("", "Delete")];
        page("Tasks", [list(2, rows), buttons].concat())
    }

    #[test]
    fn undo_brings_back_what_went() {
        let undone = |rows: &[&str]| {
            let run = MadeUpRun::open(tasks(&["Milk", "Tea"])).tap("Delete", tasks(&["Tea"]));
            run.tap("Undo", tasks(rows)).found.into_iter().any(|(rule, _)| rule == "undo-ignored")
        };
        assert!(undone(&["Tea"]));
        assert!(!undone(&["Milk", "Tea"]));
    }
}
