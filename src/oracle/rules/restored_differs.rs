//! What was deleted and is brought back, but not as it was.
//!
//! Source: the delete property of PBFDroid (Sun et al., ASE 2023): a deletion that is undone changes nothing.

use std::collections::{BTreeMap, HashMap};

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, WidgetTarget, labels};
use crate::oracle::reading::lists;

/// Words of what brings back what was deleted.
const BRINGS_BACK: &[&str] = &["undo", "restore", "recover", "undelete"];

/// So many deleted rows are remembered at most; then it begins anew.
const REMEMBERED: usize = 200;

/// The rows of a list.
#[derive(Clone, Debug, Default)]
struct ListedRows {
    /// The words of each by its name; rows of the same name are left out.
    words: BTreeMap<String, String>,
    /// How many there are.
    number: usize,
}

impl ListedRows {
    /// The one row that `other` does not have, if it has just one row less.
    fn one_more(&self, other: &Self) -> Option<(&String, &String)> {
        let mut more = self.words.iter().filter(|(name, _)| !other.words.contains_key(*name));
        let one = more.next().filter(|_| more.next().is_none())?;
        (self.number == other.number + 1).then_some(one)
    }
}

/// A row that is not listed any more.
#[derive(Debug)]
struct GoneRow {
    words: String,
    step: u64,
}

/// Remembers the rows of each page, and those that went.
#[derive(Debug, Default)]
pub(super) struct RestoredDiffers {
    listed: HashMap<String, ListedRows>,
    gone: HashMap<(String, String), GoneRow>,
    /// The step at which something was brought back, until a list has it again.
    back: Option<u64>,
}

impl BugRule for RestoredDiffers {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if self.gone.len() >= REMEMBERED || turn.crashed() {
            *self = Self::default();
        }
        if turn.tapped().is_some_and(brings_back) {
            self.back = Some(turn.step());
        }
        let Some(after) = turn.after().filter(|after| !after.dialog) else { return Vec::new() };
        let Some(rows) = rows(after) else { return Vec::new() };
        let page = page_key(after);
        let Some(was) = self.listed.insert(page.clone(), rows.clone()) else { return Vec::new() };
        if let Some((name, words)) = was.one_more(&rows) {
            let gone = GoneRow { words: words.clone(), step: turn.step() };
            self.gone.insert((page.clone(), name.clone()), gone);
        }
        let Some((name, words)) = rows.one_more(&was) else { return Vec::new() };
        let gone = self.gone.remove(&(page.clone(), name.clone()));
        let Some((gone, back)) = gone.zip(self.back.take()) else { return Vec::new() };
        let differs = letters(&gone.words) != letters(words);
        let found = differs.then(|| RuleViolation {
            subject: format!("{page}|{name}"),
            expected: format!("{:?} is listed again as it was.", gone.words),
            actual: format!("{words:?} is listed instead of {:?}.", gone.words),
            earlier: vec![
                (back, "It was brought back.".into()),
                (gone.step, "It was gone.".into()),
            ],
            ..RuleViolation::default()
        });
        found.into_iter().collect()
    }
}

/// The rows of the only list, if all of them can be seen.
fn rows(screen: &Screen) -> Option<ListedRows> {
    let mut found = lists(screen).into_iter();
    let list = found.next().filter(|list| list.whole && found.next().is_none())?;
    let mut rows: BTreeMap<String, Option<String>> = BTreeMap::new();
    for row in list.rows.iter().filter(|row| !row.name().is_empty()) {
        let words = row.words();
        rows.entry(row.name().to_owned()).and_modify(|it| *it = None).or_insert(Some(words));
    }
    let words = rows.into_iter().filter_map(|(name, words)| Some((name, words?))).collect();
    Some(ListedRows { words, number: list.rows.len() })
}

fn brings_back(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    labels::command_words(&label).iter().any(|word| BRINGS_BACK.contains(word))
}

/// What does not change by itself, as times and counts do.
fn letters(words: &str) -> String {
    words.chars().filter(|letter| letter.is_alphabetic()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, list, page};
    use crate::domain::Screen;

    fn notes(rows: &[&str]) -> Screen {
        page("Notes", [list(2, rows), vec![button("", "Trash")]].concat())
    }

    fn trash() -> Screen {
        page("Trash", vec![button("", "Restore"), button("", "Look")])
    }

    /// A list of a note with its colour, which is a text of its own in the row.
    fn coloured(colour: &str) -> Screen {
        let mut screen = notes(&["Milk", colour]);
        let last = screen.widgets.iter_mut().find(|it| it.text == colour).unwrap();
        last.position.row = Some(0);
        screen
    }

    #[test]
    fn what_is_brought_back_is_as_it_was() {
        let back = |by: &str, colour: &str| {
            let run = MadeUpRun::open(coloured("Blue 1")).tap("Trash", notes(&[]));
            let run = run.tap("Trash", trash()).tap(by, coloured(colour));
            run.found.iter().filter(|(rule, _)| rule == "restored-differs").count()
        };
        assert_eq!(back("Restore", "Blue 2"), 0);
        assert_eq!(back("Restore", "White 1"), 1);
        assert_eq!(back("Look", "White 1"), 0, "another one");
    }
}
