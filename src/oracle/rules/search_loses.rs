//! Search results that miss what contains the words searched for.
//!
//! Source: the search property of PBFDroid (Sun et al., ASE 2023).

use std::collections::HashMap;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, labels};
use crate::oracle::reading::lists;

/// Words of a field that searches the list below it.
const SEARCHES: &[&str] = &["search", "find", "filter", "query"];

/// Shorter words are no search yet.
const SHORTEST: usize = 2;

/// Remembers the names of the rows that each page lists without a search.
#[derive(Debug, Default)]
pub(super) struct SearchLoses {
    listed: HashMap<String, (Vec<String>, u64)>,
}

impl BugRule for SearchLoses {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after().filter(|after| !after.dialog) else { return Vec::new() };
        self.violation(turn.step(), after).into_iter().collect()
    }
}

impl SearchLoses {
    fn violation(&mut self, step: u64, after: &Screen) -> Option<RuleViolation> {
        let field = after.widgets.iter().find(|widget| is_search(widget))?;
        let lists = lists(after);
        let list = lists.iter().max_by_key(|list| list.rows.len());
        let names: Vec<String> =
            list.iter().flat_map(|list| &list.rows).map(|row| row.name().to_owned()).collect();
        let sought = field.content().trim().to_lowercase();
        let page = page_key(after);
        if sought.is_empty() {
            self.listed.insert(page, (names, step));
            return None;
        }
        if sought.chars().count() < SHORTEST
            || list.is_some_and(|list| !list.whole)
            || after.keyboard
        {
            return None;
        }
        let (listed, seen) = self.listed.get(&page)?;
        let missed = listed
            .iter()
            .find(|name| name.to_lowercase().contains(&sought) && !names.contains(name))?;
        Some(RuleViolation {
            subject: page,
            expected: format!("A search for {sought:?} finds {missed:?}."),
            actual: format!("A search for {sought:?} does not find {missed:?}."),
            bounds: Some(field.bounds),
            earlier: vec![(*seen, format!("{missed:?} was listed."))],
        })
    }
}

fn is_search(widget: &Widget) -> bool {
    let said = format!("{} {} {}", widget.hint, widget.content_desc, widget.short_id());
    widget.is_field()
        && labels::words(&said.to_lowercase().replace('_', " "))
            .iter()
            .any(|word| SEARCHES.contains(word))
}
