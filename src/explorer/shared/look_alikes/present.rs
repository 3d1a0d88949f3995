//! The present screen, of whose actions several parts of an explorer ask in each step what they are
//! to the index.

use std::collections::HashMap;
use std::sync::Arc;

use super::LookAlike;
use crate::domain::{Action, ActionKey, AvailableAction, Screen, StateId, StateIds};
use crate::explorer::Situation;

/// See the module.
#[derive(Debug)]
pub(super) struct PresentScreen {
    screen: Arc<Screen>,
    state: StateIds,
    available: Arc<[AvailableAction]>,
    /// The place of each action among the available ones.
    places: HashMap<ActionKey, usize>,
    /// What each of the available actions is to the index.
    alike: Vec<LookAlike>,
}

impl PresentScreen {
    /// The screen of `situation`, of which `alike` are the available actions.
    pub(super) fn new(situation: &Situation, alike: Vec<LookAlike>) -> Self {
        let mut places = HashMap::with_capacity(situation.available.len());
        for (place, available) in situation.available.iter().enumerate() {
            places.entry(available.key.clone()).or_insert(place);
        }
        Self {
            screen: Arc::clone(&situation.screen),
            state: situation.state,
            available: Arc::clone(&situation.available),
            places,
            alike,
        }
    }

    /// True if `situation` shows this screen.
    pub(super) fn is_of(&self, situation: &Situation) -> bool {
        Arc::ptr_eq(&self.screen, &situation.screen)
            && Arc::ptr_eq(&self.available, &situation.available)
            && self.state == situation.state
    }

    /// What each of the available actions is to the index.
    pub(super) fn all(&self) -> impl Iterator<Item = &LookAlike> {
        self.alike.iter()
    }

    /// What `action`, which is called `key`, is to the index, if it is available on `screen` in
    /// `state` and these are present.
    pub(super) fn alike(
        &self,
        (screen, state): (&Arc<Screen>, StateId),
        key: &ActionKey,
        action: &Action,
    ) -> Option<LookAlike> {
        if !Arc::ptr_eq(&self.screen, screen) || self.state.structural != state {
            return None;
        }
        let place = *self.places.get(key)?;
        (self.available[place].action == *action).then(|| self.alike[place])
    }
}
