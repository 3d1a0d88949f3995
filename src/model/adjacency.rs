//! Which state leads to which, kept so that a path search need not look anything up.

use std::collections::HashMap;
use std::sync::Arc;

use crate::domain::{ActionKey, StateId};

use super::behaviour::StateNode;

/// A known action of one state, with the states it leads to as positions in
/// [`BehaviourModel::states`](super::BehaviourModel::states).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingEdge {
    /// The action's name.
    pub key: ActionKey,
    /// Where it led most often; `None` if it never led anywhere, or to a state of which nothing
    /// else is known.
    pub likeliest: Option<usize>,
    /// Where it led last; `None` as for `likeliest`.
    pub latest: Option<usize>,
}

/// The known edges of every state.
#[derive(Clone, Debug, Default)]
pub(super) struct AdjacencyIndex {
    /// By the position of the state, in the order of the keys; shared as the states are.
    outgoing: Vec<Arc<Vec<OutgoingEdge>>>,
    /// States that an edge leads to and that were not discovered yet, with the positions of the
    /// states the edges begin at.
    undiscovered: HashMap<StateId, Vec<usize>>,
}

impl AdjacencyIndex {
    /// The known actions of the state at `position`, in the order of their names.
    pub fn of(&self, position: usize) -> &[OutgoingEdge] {
        self.outgoing.get(position).map_or(&[], |edges| edges.as_slice())
    }

    /// Adds a state without edges; its position is that of the last one. Gives the positions of
    /// states whose edges must be set again, since they lead to it.
    pub fn discovered(&mut self, state: StateId) -> Vec<usize> {
        self.outgoing.push(Arc::default());
        self.undiscovered.remove(&state).unwrap_or_default()
    }

    /// Takes in what is now known of `key` in `node`, which stands at `position`.
    pub fn set(
        &mut self,
        position: usize,
        node: &StateNode,
        key: &ActionKey,
        index: &HashMap<StateId, usize>,
    ) {
        let Some(edge) = node.edges.get(key) else { return };
        let [likeliest, latest] = [edge.likeliest(), edge.latest()].map(|to| {
            let found = to.and_then(|to| index.get(&to).copied());
            if let Some(to) = to.filter(|_| found.is_none()) {
                self.undiscovered.entry(to).or_default().push(position);
            }
            found
        });
        let outgoing = Arc::make_mut(&mut self.outgoing[position]);
        match outgoing.binary_search_by(|known| known.key.cmp(key)) {
            Ok(at) => {
                outgoing[at].likeliest = likeliest;
                outgoing[at].latest = latest;
            }
            Err(at) => outgoing.insert(at, OutgoingEdge { key: key.clone(), likeliest, latest }),
        }
    }
}
