//! Names of states for people: activity and heading, and what tells a state apart from others of that
//! name.

use std::collections::{BTreeSet, btree_set};

use super::super::outline::{ScreenDetail, ScreenOutline};
use super::{AdaptiveAbstraction, MOST_COMPARED};

/// So many labels of a menu, or rows of a list, are part of a name.
const SHOWN_LABELS: usize = 3;

impl AdaptiveAbstraction {
    /// A name for a new state with this outline that says what tells it apart. `plain` is its activity
    /// and heading; `root` the state it is split off, if there is one.
    pub(super) fn name(&self, plain: &str, outline: &ScreenOutline, root: Option<usize>) -> String {
        let mut name = plain.to_owned();
        if let Some(menu) = outline.menu.as_ref().and_then(listed) {
            name = format!("{name} · menu: {menu}");
        } else if let Some(tab) = listed(&outline.choice) {
            name = format!("{name} · tab {tab}");
        }
        let place = self.places.get(&outline.place);
        let latest = place.into_iter().flat_map(|place| place.states.iter().rev());
        let others: Vec<usize> = latest
            .take(MOST_COMPARED)
            .copied()
            .filter(|state| self.states[*state].plain == plain)
            .collect();
        let is_taken = |name: &str| others.iter().any(|state| self.states[*state].name == name);
        if !is_taken(&name) {
            return name;
        }
        let split = root.and_then(|root| self.split_words(root, outline));
        let nearest = others.iter().min_by_key(|state| {
            self.states[**state].first.actions.symmetric_difference(&outline.actions).count()
        });
        let differs = nearest.and_then(|state| difference(outline, &self.states[*state].first));
        let longer =
            [split, differs].into_iter().flatten().map(|words| format!("{name} · {words}"));
        longer.into_iter().find(|name| !is_taken(name)).unwrap_or(name)
    }

    /// The values by which the state is split off `root`.
    fn split_words(&self, root: usize, outline: &ScreenOutline) -> Option<String> {
        let split = &self.states[root].split;
        let value = |detail: &ScreenDetail| {
            let value = outline.value(detail);
            match detail {
                ScreenDetail::Widget(name) if value.is_empty() => format!("not {name}"),
                ScreenDetail::Widget(name) => format!("{name}: {value}"),
                ScreenDetail::Part(part) if value.is_empty() => format!("without {}", shown(part)),
                ScreenDetail::Part(part) => format!("with {}", shown(part)),
            }
        };
        let details = split.details.iter().map(value);
        let lists = split.lists.iter().filter_map(|list| listed(outline.rows.get(list)?));
        let words: Vec<String> = details.chain(lists).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// The first action that one has and the other does not.
fn difference(outline: &ScreenOutline, other: &ScreenOutline) -> Option<String> {
    let first = |parts: btree_set::Difference<'_, String>, word: &str| {
        let mut named =
            parts.map(|part| shown(part)).filter(|part| part.contains(char::is_alphabetic));
        named.next().map(|part| format!("{word} {part}"))
    };
    first(outline.actions.difference(&other.actions), "with")
        .or_else(|| first(other.actions.difference(&outline.actions), "without"))
}

/// The label in a signature, or else the id or class.
fn shown(signature: &str) -> &str {
    let named =
        signature.rsplit_once(") ").map(|(_, label)| label).filter(|label| !label.is_empty());
    let widget = signature.split('(').next().unwrap_or(signature);
    named.unwrap_or_else(|| widget.rsplit(['#', '/']).next().unwrap_or(widget))
}

/// The first labels; `None` if there is none.
fn listed(labels: &BTreeSet<String>) -> Option<String> {
    let mut said = labels.iter().filter(|label| !label.is_empty());
    let first: Vec<&str> = said.by_ref().take(SHOWN_LABELS).map(String::as_str).collect();
    let more = if said.next().is_some() { ", …" } else { "" };
    (!first.is_empty()).then(|| format!("{}{more}", first.join(", ")))
}
