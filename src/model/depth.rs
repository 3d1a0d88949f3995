//! How many transitions each state is away from the first one.

use std::collections::{HashMap, VecDeque};

use crate::domain::StateId;

use super::behaviour::StateNode;

/// See the module. Transitions are only ever added, so depths only ever get less: each new
/// transition is followed as far as it makes a path shorter.
#[derive(Clone, Debug, Default)]
pub(super) struct DepthIndex {
    /// By the position of the state; `None` if it cannot be reached from the first.
    depths: Vec<Option<u32>>,
}

impl DepthIndex {
    /// The depth of the state at `position`.
    pub fn of(&self, position: usize) -> Option<u32> {
        self.depths.get(position).copied().flatten()
    }

    /// Adds a state; the first one has depth 0.
    pub fn discovered(&mut self) {
        self.depths.push(self.depths.is_empty().then_some(0));
    }

    /// Takes in that `from` leads to new states, or to a state that is known only now.
    pub fn add(&mut self, from: usize, states: &[StateNode], index: &HashMap<StateId, usize>) {
        let mut shorter = VecDeque::from([from]);
        while let Some(at) = shorter.pop_front() {
            let Some(depth) = self.of(at) else { continue };
            for (to, _) in states[at].edges.values().flat_map(|edge| &edge.to) {
                let Some(&to) = index.get(to) else { continue };
                if self.of(to).is_none_or(|known| known > depth + 1) {
                    self.depths[to] = Some(depth + 1);
                    shorter.push_back(to);
                }
            }
        }
    }
}
