//! What each known screen takes, in the words of prompts.

use std::collections::HashMap;

use crate::domain::{ActionKey, ActionKind, StateId};
use crate::explorer::elevate::rules;
use crate::explorer::elevate::scene::{InputKind, PromptScene};
use crate::explorer::shared::output;

/// An input of a screen.
#[derive(Clone, Debug)]
pub struct ScreenInput {
    /// Its name.
    pub key: ActionKey,
    /// Its name with the rows of a list folded.
    pub template: ActionKey,
    /// How prompts call it.
    pub words: String,
    /// True for what is possible on any screen.
    pub is_system: bool,
    /// True if it sends the fields of the screen.
    pub sends: bool,
    /// True for typing.
    pub is_text: bool,
    /// True for tapping.
    pub is_tap: bool,
    /// True for what says that it leaves the screen.
    pub leaves: bool,
}

/// A screen when it was seen last.
#[derive(Clone, Debug, Default)]
pub struct SeenScreen {
    /// Its inputs.
    pub inputs: Vec<ScreenInput>,
    /// The names of its fields that are not hidden.
    pub fields: Vec<String>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct SeenScreens {
    screens: HashMap<StateId, SeenScreen>,
    /// Where the latest restart led: an app may open on another screen than it did at first.
    pub opens: Option<StateId>,
}

impl SeenScreens {
    /// Remembers the present screen.
    pub fn see(&mut self, scene: &PromptScene<'_>) {
        let screen = &scene.situation.screen;
        let inputs = scene.inputs.iter().map(|input| ScreenInput {
            key: input.offer.key.clone(),
            template: input.offer.template.clone(),
            words: output::called(&input.offer),
            is_system: input.kind == InputKind::System,
            sends: rules::sends(scene.situation, &input.offer.action),
            is_text: input.offer.action.kind() == ActionKind::Type,
            is_tap: input.offer.action.kind() == ActionKind::Tap,
            leaves: rules::leaves(&input.offer.action),
        });
        let fields = screen
            .widgets
            .iter()
            .filter(|widget| widget.is_field() && widget.acts() && !widget.password);
        let fields = fields.map(field_label).filter(|name| !name.is_empty());
        let seen = SeenScreen { inputs: inputs.collect(), fields: fields.collect() };
        self.screens.insert(scene.situation.state.structural, seen);
    }

    /// The screen of `state`.
    pub fn of(&self, state: StateId) -> Option<&SeenScreen> {
        self.screens.get(&state)
    }
}

/// What people call a field, whatever it holds. What stands beside it comes last: that may be about a
/// neighbour.
pub fn field_label(widget: &crate::domain::Widget) -> String {
    let content = widget.content();
    let names = [&widget.label, &widget.hint, &widget.content_desc, &widget.caption];
    let name = names.into_iter().find(|name| !name.is_empty() && name.as_str() != content);
    output::cut(name.map_or_else(|| widget.short_id(), String::as_str), 60)
}
