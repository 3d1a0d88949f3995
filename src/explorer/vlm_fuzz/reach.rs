//! How far every known screen is from here: over what was seen to lead there last, and over jumps
//! that are possible from anywhere, such as starting the app anew.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use crate::domain::{ActionKey, StateId};
use crate::model::BehaviourModel;
use crate::model::path::PathStep;

/// What leads to a screen from wherever the app is.
#[derive(Clone, Debug)]
pub(super) struct RelaunchPath {
    pub key: ActionKey,
    pub to: StateId,
    /// What it costs, in actions.
    pub cost: usize,
}

/// A screen that can be reached.
struct ReachedScreen {
    cost: usize,
    /// The screen before it on the way, and what is done there; `None` for the present one.
    came: Option<(StateId, ActionKey)>,
}

/// See the module.
pub(super) struct Reachability {
    all: HashMap<StateId, ReachedScreen>,
}

impl Reachability {
    /// From `here`. What is in `deadly` ended the app when it was last done.
    pub(super) fn of(
        model: &BehaviourModel,
        here: StateId,
        jumps: &[RelaunchPath],
        deadly: &HashSet<(StateId, ActionKey)>,
    ) -> Self {
        let mut all = HashMap::from([(here, ReachedScreen { cost: 0, came: None })]);
        let mut queue = BinaryHeap::new();
        let place = |all: &mut HashMap<StateId, ReachedScreen>, from, key: &ActionKey, to, cost| {
            let known: Option<&ReachedScreen> = all.get(&to);
            if known.is_none_or(|known| known.cost > cost) {
                all.insert(to, ReachedScreen { cost, came: Some((from, key.clone())) });
                true
            } else {
                false
            }
        };
        for jump in jumps.iter().filter(|jump| jump.to != here) {
            if let Some(at) = model.position(jump.to)
                && place(&mut all, here, &jump.key, jump.to, jump.cost)
            {
                queue.push(Reverse((jump.cost, at)));
            }
        }
        queue.extend(model.position(here).map(|at| Reverse((0, at))));
        while let Some(Reverse((cost, at))) = queue.pop() {
            let Some(node) = model.states().get(at) else { continue };
            if all.get(&node.id).is_none_or(|known| known.cost < cost) {
                continue;
            }
            for (key, edge) in &node.edges {
                let Some((to, _)) = edge.to.last() else { continue };
                let Some(next) = model.position(*to) else { continue };
                if *to == node.id || deadly.contains(&(node.id, key.clone())) {
                    continue;
                }
                if place(&mut all, node.id, key, *to, cost + 1) {
                    queue.push(Reverse((cost + 1, next)));
                }
            }
        }
        Self { all }
    }

    /// What it costs to get to `state`, in actions; `None` if no way is known.
    pub(super) fn cost(&self, state: StateId) -> Option<usize> {
        self.all.get(&state).map(|reached| reached.cost)
    }

    /// The way to `state`; empty if none is known.
    pub(super) fn way(&self, state: StateId) -> Vec<PathStep> {
        let mut way = Vec::new();
        let mut to = state;
        while let Some((from, key)) = self.all.get(&to).and_then(|reached| reached.came.clone()) {
            way.push(PathStep { from, key, to });
            to = from;
        }
        way.reverse();
        way
    }
}
