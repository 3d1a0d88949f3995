//! Elevate in front of a scripted app.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::domain::{Action, Screen};
use crate::explorer::testing::{ScriptedModel, World, turn};
use crate::explorer::{Elevate, ExplorerProposal, ExplorerSettings};
use crate::protocol::Event;

/// A scripted app that Elevate explores.
pub(in crate::explorer::elevate) struct ElevateWorld {
    pub elevate: Elevate,
    world: World,
}

impl Deref for ElevateWorld {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl DerefMut for ElevateWorld {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

impl ElevateWorld {
    /// One with no model.
    pub fn by_rule(disabled: &[&str]) -> Self {
        Self::new(None, disabled)
    }

    /// One whose model gives `replies` in order, and is asked for each input instead of for goals.
    pub fn asking(replies: &[&str]) -> Self {
        let script = ScriptedModel::new(replies);
        Self::new(Some(Arc::new(script)), &["goals"])
    }

    pub fn new(chat: Option<Arc<ScriptedModel>>, disabled: &[&str]) -> Self {
        let disabled = disabled.iter().map(|part| (*part).to_owned()).collect();
        let settings = ExplorerSettings { seed: 7, disabled, ..ExplorerSettings::default() };
        Self { elevate: Elevate::new(&settings).unwrap(), world: World::new(chat) }
    }

    /// `action` leads from the present screen to `screen`.
    pub fn act(&mut self, action: &Action, screen: Screen) {
        self.world.act(action, screen);
        self.world.teach(&mut self.elevate);
    }

    /// The user says `words`, and the app says `text`.
    pub fn say(&mut self, words: &str, text: &str) {
        self.act(&Action::Say { words: words.into() }, turn(text, Some(words)));
    }

    /// The button `label` is tapped and leads to `screen`.
    pub fn tap(&mut self, label: &str, screen: Screen) {
        self.act(&self.world.tapping(label), screen);
    }

    /// What Elevate proposes, and what it noted meanwhile.
    pub fn propose(&mut self) -> (Option<ExplorerProposal>, Vec<Event>) {
        self.world.ask(&mut self.elevate)
    }
}
