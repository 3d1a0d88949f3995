//! From which state each state was reached, and so where BACK should lead as long as it was not
//! tried.

use std::collections::HashMap;

use crate::domain::{ActionKey, StateId};
use crate::model::behaviour::StateNode;

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct PathsBack {
    came: HashMap<StateId, StateId>,
    /// The longest path back that is looked at, in states.
    longest: usize,
}

impl PathsBack {
    /// Nothing was reached yet; no path of more than `longest` states is looked at.
    pub(in crate::explorer) fn new(longest: usize) -> Self {
        Self { came: HashMap::new(), longest }
    }

    /// Takes in that `from` led to `here`, unless `from` was itself reached over `here`: then it led
    /// back.
    pub(in crate::explorer) fn add(&mut self, from: StateId, here: StateId) {
        if !self.is_over(from, here) {
            self.came.insert(here, from);
        }
    }

    /// The state from which `state` was reached last.
    pub(in crate::explorer) fn before(&self, state: StateId) -> Option<StateId> {
        self.came.get(&state).copied()
    }

    /// Where BACK is taken to lead from `node`, until it was tried. A first BACK may only hide the
    /// keyboard, so it may be tried twice. `back` is its key.
    pub(in crate::explorer) fn assumed(
        &self,
        node: &StateNode,
        back: &ActionKey,
    ) -> Option<StateId> {
        let before = self.before(node.id)?;
        let tried = node.edges.get(back);
        let untried =
            tried.is_none_or(|edge| edge.tries.count < 2 && edge.likeliest() == Some(node.id));
        untried.then_some(before)
    }

    /// True if the path to `state` led over `over`.
    fn is_over(&self, state: StateId, over: StateId) -> bool {
        let path = std::iter::successors(self.before(state), |state| self.before(*state));
        path.take(self.longest).any(|state| state == over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_back_is_no_path_there() {
        let [one, two, three] = [1, 2, 3].map(StateId);
        let mut paths = PathsBack::new(40);
        paths.add(one, two);
        paths.add(two, three);
        paths.add(three, two);
        paths.add(three, one);
        assert_eq!(
            [one, two, three].map(|state| paths.before(state)),
            [None, Some(one), Some(two)]
        );
    }

    #[test]
    fn no_more_states_are_looked_at_than_allowed() {
        let mut paths = PathsBack::new(2);
        for state in 1..5 {
            paths.add(StateId(state), StateId(state + 1));
        }
        paths.add(StateId(5), StateId(3));
        assert_eq!(paths.before(StateId(3)), Some(StateId(2)), "3 is near by");
        paths.add(StateId(5), StateId(1));
        assert_eq!(paths.before(StateId(1)), Some(StateId(5)), "1 is too far away to be seen");
    }
}
