//! A number of selected rows that is not what is selected.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs), and the
//! counts that PBFDroid compares with lists (Sun et al., "Property-based fuzzing for finding data
//! manipulation errors in Android apps", ESEC/FSE 2023).

use std::collections::BTreeSet;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::Screen;
use crate::oracle::reading::{lists, shown_words};

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct SelectionCount;

impl BugRule for SelectionCount {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        turn.after().and_then(violation).into_iter().collect()
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

/// The number in `3 selected`.
fn said(words: &str) -> Option<usize> {
    words.trim().strip_suffix("selected")?.trim().parse().ok()
}
