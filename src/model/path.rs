//! Known ways through the model: shortest paths over actions that were seen to lead somewhere.

use std::collections::VecDeque;

use crate::domain::{ActionKey, StateId};

use super::behaviour::{BehaviourModel, StateNode};

/// One step of a known way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Where the action is to be performed.
    pub from: StateId,
    /// The action's name there.
    pub key: ActionKey,
    /// Where it led before.
    pub to: StateId,
}

/// The shortest known way from `from` to the nearest state that `is_goal` accepts. Each edge counts
/// as leading where it led most often; `None` if no goal is reachable so. An accepted `from`
/// gives an empty way.
pub fn shortest_path(
    model: &BehaviourModel,
    from: StateId,
    mut is_goal: impl FnMut(&StateNode) -> bool,
) -> Option<Vec<PathStep>> {
    let start = model.position(from)?;
    let states = model.states();
    // A goal that is nowhere is seen by a glance at all states, not by a walk over all transitions.
    if !states.iter().any(&mut is_goal) {
        return None;
    }
    let mut came: Vec<Option<(usize, &ActionKey)>> = vec![None; states.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(place) = queue.pop_front() {
        if is_goal(&states[place]) {
            return Some(walk_back(states, start, place, &came));
        }
        for (key, edge) in &states[place].edges {
            let Some(next) = edge.likeliest().and_then(|to| model.position(to)) else { continue };
            if next != start && came[next].is_none() {
                came[next] = Some((place, key));
                queue.push_back(next);
            }
        }
    }
    None
}

fn walk_back(
    states: &[StateNode],
    start: usize,
    goal: usize,
    came: &[Option<(usize, &ActionKey)>],
) -> Vec<PathStep> {
    let mut way = Vec::new();
    let mut place = goal;
    while place != start {
        let Some((before, key)) = came[place] else { break };
        way.push(PathStep { from: states[before].id, key: key.clone(), to: states[place].id });
        place = before;
    }
    way.reverse();
    way
}
