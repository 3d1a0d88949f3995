//! The frontier: states with available actions that were never performed.

use std::collections::BTreeSet;

use crate::domain::screen::belongs_to;
use crate::domain::{ActionKey, ActionKind};

use super::behaviour::{KnownAction, StateNode};

/// So many rows of one list are tried before the others count as tried, if all led to the same
/// state. A list of 50 contacts would otherwise take 50 steps to show one screen.
const ALIKE_ROWS: usize = 3;

/// The states that are known to have something untried, as positions in
/// [`BehaviourModel::states`](super::BehaviourModel::states).
///
/// A state counts if it belongs to the app, is upright (a turned screen shows the same, only cut
/// off), and one of its widgets has an action that is [untried](is_untried) and does more than
/// scroll. The device's own keys do not count: BACK can be pressed everywhere.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    positions: BTreeSet<usize>,
}

impl Frontier {
    /// How many states it has.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True if nothing is left to try anywhere.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// True if the state at `position` is part of it.
    pub fn contains(&self, position: usize) -> bool {
        self.positions.contains(&position)
    }

    /// The positions of its states, in the order in which they were discovered.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        self.positions.iter().copied()
    }

    /// Takes in what is now known of `node`, which stands at `position`.
    pub(super) fn update(&mut self, position: usize, node: &StateNode, app: &str) {
        if has_untried(node, app) {
            self.positions.insert(position);
        } else {
            self.positions.remove(&position);
        }
    }
}

/// True if the action `key` of `node` was never performed and no other worker of the fleet is about
/// to, and it is no row of a list whose other rows, at least three of them, all led to the same
/// state.
pub fn is_untried(node: &StateNode, key: &ActionKey, template: &ActionKey) -> bool {
    !is_taken(node, key) && (key == template || !has_alike_rows(node, template))
}

fn is_taken(node: &StateNode, key: &ActionKey) -> bool {
    node.edges.contains_key(key) || node.claimed.contains(key)
}

/// True if the tried rows of the list with this template are several and led to the same state.
fn has_alike_rows(node: &StateNode, template: &ActionKey) -> bool {
    // A row's key is its template with the label behind it.
    let rows = node.edges.range(template..);
    let rows = rows.take_while(|(key, _)| key.as_str().starts_with(template.as_str()));
    let mut count = 0;
    let mut place = None;
    for (_, edge) in rows {
        count += 1;
        for (to, _) in &edge.to {
            if *place.get_or_insert(*to) != *to {
                return false;
            }
        }
    }
    count >= ALIKE_ROWS
}

fn has_untried(node: &StateNode, app: &str) -> bool {
    let upright = node.size.height >= node.size.width;
    if !upright || node.untried == 0 || !belongs_to(&node.package, app) {
        return false;
    }
    // All rows of one list have the same answer.
    let mut alike: Vec<&ActionKey> = Vec::new();
    node.available.iter().any(|KnownAction { key, template, kind }| {
        if *kind == ActionKind::Scroll || is_taken(node, key) {
            return false;
        }
        if key == template {
            return true;
        }
        if alike.contains(&template) {
            return false;
        }
        let is_alike = has_alike_rows(node, template);
        if is_alike {
            alike.push(template);
        }
        !is_alike
    })
}

#[cfg(test)]
mod tests;
