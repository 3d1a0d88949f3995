//! Which actions were refused in which state. The engine remembers it for all explorers, so that
//! what a guard held is not proposed again at each visit.

use std::collections::HashMap;

use super::shared::forms;
use crate::domain::{ActionKey, Screen, StateId};

/// What the fields on `screen` hold, hashed; `None` if there is no field. Decisions are remembered for
/// it.
pub fn form_content(screen: &Screen) -> Option<u64> {
    forms::content(screen)
}

/// A proposal that a guard held or the tester turned down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The action's name.
    pub key: ActionKey,
    /// Why, in the tester's or the guard's words.
    pub feedback: String,
}

/// The refusals of a session by structural state. Those of a state are forgotten if its fields hold
/// something else than when they were made: another content may be harmless.
#[derive(Clone, Debug, Default)]
pub struct RefusalMemory {
    states: HashMap<StateId, RefusedInState>,
}

#[derive(Clone, Debug, Default)]
struct RefusedInState {
    /// What the fields held, hashed; `None` if there is no field.
    content: Option<u64>,
    /// The latest last, each key once.
    refusals: Vec<Refusal>,
}

impl RefusalMemory {
    /// Remembers that `refusal` was made in `state`, which shows `screen`.
    pub fn add(&mut self, state: StateId, screen: &Screen, refusal: Refusal) {
        if self.is_outdated(state, screen) {
            self.allow_all(state);
        }
        let content = form_content(screen);
        let here = self
            .states
            .entry(state)
            .or_insert_with(|| RefusedInState { content, refusals: Vec::new() });
        here.refusals.retain(|known| known.key != refusal.key);
        here.refusals.push(refusal);
    }

    /// Takes in that another worker of a fleet was refused `refusal` in `state`, while the fields held `content`. What
    /// was refused here while they held something else stays.
    pub fn hear(&mut self, state: StateId, content: Option<u64>, refusal: Refusal) {
        let here = self
            .states
            .entry(state)
            .or_insert_with(|| RefusedInState { content, refusals: Vec::new() });
        if here.content == content && here.refusals.iter().all(|known| known.key != refusal.key) {
            here.refusals.push(refusal);
        }
    }

    /// True if something was refused in `state` while the fields on `screen` held something else.
    pub fn is_outdated(&self, state: StateId, screen: &Screen) -> bool {
        let known = self.states.get(&state);
        known.is_some_and(|known| known.content != form_content(screen))
    }

    /// Forgets that `key` was refused in `state`.
    pub fn allow(&mut self, state: StateId, key: &ActionKey) {
        if let Some(known) = self.states.get_mut(&state) {
            known.refusals.retain(|refusal| refusal.key != *key);
        }
    }

    /// Forgets all that was refused in `state`.
    pub fn allow_all(&mut self, state: StateId) {
        self.states.remove(&state);
    }

    /// What is refused in `state`, the latest last.
    pub fn of(&self, state: StateId) -> &[Refusal] {
        self.states.get(&state).map_or(&[], |known| &known.refusals)
    }

    /// True if `key` is refused in `state`.
    pub fn is_refused(&self, state: StateId, key: &ActionKey) -> bool {
        self.of(state).iter().any(|refusal| refusal.key == *key)
    }
}
