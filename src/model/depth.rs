//! How many transitions each state is away from the first one, and by which path.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::domain::{ActionKey, StateId};

use super::behaviour::StateNode;

/// The last step of the shortest known path to a state.
#[derive(Clone, Debug)]
struct LastStep {
    /// The position of the state before it.
    from: usize,
    key: ActionKey,
}

/// See the module. Transitions are only ever added, so depths only ever get less: each new
/// transition is followed as far as it makes a path shorter.
#[derive(Clone, Debug, Default)]
pub(super) struct DepthIndex {
    /// By the position of the state; `None` if it cannot be reached from the first.
    depths: Vec<Option<u32>>,
    /// By the position of the state; `None` for the first, and if it cannot be reached.
    last_steps: Vec<Option<LastStep>>,
}

impl DepthIndex {
    /// The depth of the state at `position`.
    pub fn of(&self, position: usize) -> Option<u32> {
        self.depths.get(position).copied().flatten()
    }

    /// The last step of the shortest known path from the first state to the one at `position`: the
    /// position of the state before it, and the action. `None` for the first, and if no path is
    /// known.
    pub fn last_step(&self, position: usize) -> Option<(usize, &ActionKey)> {
        let step = self.last_steps.get(position)?.as_ref()?;
        Some((step.from, &step.key))
    }

    /// Adds a state; the first one has depth 0.
    pub fn discovered(&mut self) {
        self.depths.push(self.depths.is_empty().then_some(0));
        self.last_steps.push(None);
    }

    /// Takes in that `from` leads to new states, or to a state that is known only now.
    pub fn add(&mut self, from: usize, states: &[Arc<StateNode>], index: &HashMap<StateId, usize>) {
        let mut shorter = VecDeque::from([from]);
        while let Some(at) = shorter.pop_front() {
            let Some(depth) = self.of(at) else { continue };
            let edges = states[at].edges.iter();
            for (key, to) in edges.flat_map(|(key, edge)| edge.to.iter().map(move |to| (key, to))) {
                let Some(&to) = index.get(&to.0) else { continue };
                if self.of(to).is_none_or(|known| known > depth + 1) {
                    self.depths[to] = Some(depth + 1);
                    self.last_steps[to] = Some(LastStep { from: at, key: key.clone() });
                    shorter.push_back(to);
                }
            }
        }
    }
}
