//! Structural states that were merged since they mean the same.

use std::collections::HashMap;

use crate::domain::StateId;

/// Groups of merged states. Each group is named after one of its members.
#[derive(Clone, Debug, Default)]
pub(super) struct MeaningGroups {
    /// The name of the group of each merged state, other than that of the group itself.
    meanings: HashMap<StateId, StateId>,
    /// The other members of each group, by its name.
    members: HashMap<StateId, Vec<StateId>>,
}

impl MeaningGroups {
    /// How many states were merged into others.
    pub fn len(&self) -> usize {
        self.meanings.len()
    }

    /// The name of the group of `state`: itself if it was not merged.
    pub fn of(&self, state: StateId) -> StateId {
        self.meanings.get(&state).copied().unwrap_or(state)
    }

    /// The states that mean the same as `state`, itself included, in no order.
    pub fn alike(&self, state: StateId) -> impl Iterator<Item = StateId> {
        let name = self.of(state);
        std::iter::once(name).chain(self.members.get(&name).into_iter().flatten().copied())
    }

    /// Puts all that mean the same as `state` into the group of `into`.
    pub fn merge(&mut self, state: StateId, into: StateId) {
        let (from, into) = (self.of(state), self.of(into));
        if from == into {
            return;
        }
        let mut moved = self.members.remove(&from).unwrap_or_default();
        moved.push(from);
        for member in &moved {
            self.meanings.insert(*member, into);
        }
        self.members.entry(into).or_default().extend(moved);
    }
}
