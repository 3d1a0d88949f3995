//! What each known screen takes, in the words of prompts.

use std::collections::{BTreeSet, HashMap};

use super::names;
use super::vocabulary::ShownVocabulary;
use crate::domain::{
    Action, ActionKey, ActionKind, InputText, StateId, Widget, WidgetRole, WidgetTarget,
};
use crate::explorer::elevate::rules;
use crate::explorer::elevate::scene::{InputKind, PromptScene};
use crate::explorer::shared::output;

/// What so many pages have says nothing of them, if that is half of all.
const MANY_PAGES: usize = 3;
/// An app of one page has screens instead: of so many, or more, half.
const MANY_SCREENS: usize = 4;

/// An input of a screen.
#[derive(Clone, Debug)]
pub struct ScreenInput {
    /// Its name.
    pub key: ActionKey,
    /// Its name with the rows of a list folded.
    pub template: ActionKey,
    /// How prompts call it.
    pub words: String,
    /// The same for all of one name on the screen.
    pub plain: String,
    /// True for what is possible on any screen.
    pub is_system: bool,
    /// True if it sends the fields of the screen.
    pub sends: bool,
    /// True for typing.
    pub is_text: bool,
    /// True for tapping.
    pub is_tap: bool,
    /// True for scrolling and swiping, which a goal may name without being told: pages are scrolled to what it names.
    pub scrolls: bool,
    /// True for scrolling alone.
    pub is_scroll: bool,
    /// True for what says that it leaves the screen.
    pub leaves: bool,
}

/// A screen when it was seen last.
#[derive(Clone, Debug, Default)]
pub struct SeenScreen {
    /// Its inputs.
    pub inputs: Vec<ScreenInput>,
    /// The names of its fields that are not hidden, and of its choices.
    pub fields: Vec<SeenField>,
}

/// A field or a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenField {
    /// Its name.
    pub name: String,
    /// True for a choice.
    pub is_choice: bool,
    /// The name of tapping it or typing into it, whatever the text.
    pub key: ActionKey,
}

/// See the module.
#[derive(Debug, Default)]
pub struct SeenScreens {
    screens: HashMap<StateId, SeenScreen>,
    /// The activities and pages that have an input, by its template.
    pages: HashMap<ActionKey, BTreeSet<String>>,
    /// All activities and pages.
    all_pages: BTreeSet<String>,
    /// How many screens have an input.
    having: HashMap<ActionKey, usize>,
    /// How many have a text.
    texts: HashMap<String, usize>,
    /// What all of them have shown.
    pub vocabulary: ShownVocabulary,
    /// The screen of each tab that was seen selected last.
    tabs: HashMap<ActionKey, StateId>,
    /// What each dialog was opened over.
    under: HashMap<StateId, StateId>,
    /// The latest screen that is no dialog.
    base: Option<StateId>,
    /// Where the latest restart led: an app may open on another screen than it did at first.
    pub opens: Option<StateId>,
}

impl SeenScreens {
    /// Remembers the present screen.
    pub fn see(&mut self, scene: &PromptScene<'_>) {
        let screen = &scene.situation.screen;
        let here = scene.situation.state.structural;
        if !screen.dialog {
            self.base = Some(here);
        } else if let Some(base) = self.base.filter(|base| *base != here) {
            self.under.insert(here, base);
        }
        self.all_pages.insert(screen.location.clone());
        self.vocabulary.see(screen);
        for input in scene.inputs.iter().filter(|input| input.kind != InputKind::System) {
            let pages = self.pages.entry(input.offer.key.clone()).or_default();
            pages.insert(screen.location.clone());
        }
        let named = scene.inputs.iter().zip(names::of(scene));
        let named = named.filter(|(input, _)| screen.shows_more(&input.offer.action));
        let inputs = named.map(|(input, name)| ScreenInput {
            key: input.offer.key.clone(),
            template: input.offer.template.clone(),
            words: name.whole(),
            plain: name.plain,
            is_system: input.kind == InputKind::System,
            sends: rules::sends(scene.situation, &input.offer.action),
            is_text: input.offer.action.kind() == ActionKind::Type,
            is_tap: input.offer.action.kind() == ActionKind::Tap,
            scrolls: matches!(input.offer.action.kind(), ActionKind::Scroll | ActionKind::Swipe),
            is_scroll: input.offer.action.kind() == ActionKind::Scroll,
            leaves: rules::leaves(&input.offer.action),
        });
        let is_shown = |widget: &&Widget| widget.selected && widget.role() == WidgetRole::Tab;
        for tab in screen.widgets.iter().filter(is_shown) {
            let tap = Action::Tap { target: WidgetTarget::of(tab) };
            self.tabs.insert(scene.situation.key_of(&tap).0, scene.situation.state.structural);
        }
        let is_field = |widget: &Widget| widget.is_field() && !widget.password;
        let is_choice = |widget: &Widget| widget.role() == WidgetRole::Picker;
        let fields = screen.widgets.iter().filter(|widget| widget.acts());
        let fields = fields.filter(|widget| is_field(widget) || is_choice(widget));
        let fields = fields
            .map(|widget| SeenField {
                name: names::of_field(screen, widget),
                is_choice: is_choice(widget),
                key: scene.situation.key_of(&use_of(widget)).0,
            })
            .filter(|field| !field.name.is_empty());
        let seen = SeenScreen { inputs: inputs.collect(), fields: fields.collect() };
        let keys: BTreeSet<&ActionKey> = seen.inputs.iter().map(|input| &input.key).collect();
        if !self.screens.contains_key(&scene.situation.state.structural) {
            for key in keys {
                *self.having.entry(key.clone()).or_default() += 1;
            }
            let texts = screen.widgets.iter().filter(|widget| !widget.acts());
            let texts: BTreeSet<&String> = texts.map(|widget| &widget.label).collect();
            for text in texts {
                *self.texts.entry(text.clone()).or_default() += 1;
            }
        }
        self.screens.insert(scene.situation.state.structural, seen);
    }

    /// True for what many pages have, such as the links of a heading, or many screens of an app of one page: it says
    /// nothing of the present one.
    pub fn is_of_many(&self, key: &ActionKey) -> bool {
        let is_half = |of: usize, all: usize, least: usize| of >= least && 2 * of >= all;
        let pages = self.pages.get(key).map_or(0, BTreeSet::len);
        let screens = self.having.get(key).copied().unwrap_or(0);
        is_half(pages, self.all_pages.len(), MANY_PAGES)
            || is_half(screens, self.screens.len(), MANY_SCREENS)
    }

    /// True for a text that many screens have.
    pub fn is_boilerplate(&self, text: &str) -> bool {
        let screens = self.texts.get(text).copied().unwrap_or(0);
        screens >= MANY_SCREENS && 2 * screens >= self.screens.len()
    }

    /// The tabs of the screen `from` that `is_new`, with the screens on which they are selected.
    pub fn tabs(
        &self,
        from: StateId,
        is_new: impl Fn(&ActionKey) -> bool,
    ) -> impl Iterator<Item = (&ActionKey, StateId)> {
        let inputs = self.screens.get(&from).into_iter().flat_map(|screen| &screen.inputs);
        let keys = inputs.map(|input| &input.key).filter(move |key| is_new(key));
        keys.filter_map(|key| Some((key, *self.tabs.get(key)?))).filter(move |(_, to)| *to != from)
    }

    /// What `is_new` and says that it closes the dialog `from`, with the screen under it.
    pub fn closes(
        &self,
        from: StateId,
        is_new: impl Fn(&ActionKey) -> bool,
    ) -> Option<(&ActionKey, StateId)> {
        let under = self.under.get(&from)?;
        let mut inputs = self.screens.get(&from)?.inputs.iter();
        let closing = inputs.find(|input| input.leaves && input.is_tap && is_new(&input.key))?;
        Some((&closing.key, *under))
    }

    /// True if at least half of what can be tapped on one of two screens can be tapped on the other one: they differ in a
    /// row or a notice, and are no two pages of one address.
    pub fn are_alike(&self, one: StateId, other: StateId) -> bool {
        let taps = |state: StateId| -> BTreeSet<&ActionKey> {
            let inputs = self.screens.get(&state).into_iter().flat_map(|screen| &screen.inputs);
            inputs.filter(|input| input.is_tap).map(|input| &input.key).collect()
        };
        let (one, other) = (taps(one), taps(other));
        2 * one.intersection(&other).count() >= one.len().max(other.len())
    }

    /// The screen of `state`.
    pub fn of(&self, state: StateId) -> Option<&SeenScreen> {
        self.screens.get(&state)
    }
}

/// What makes use of the field or choice `widget`.
fn use_of(widget: &Widget) -> Action {
    let target = WidgetTarget::of(widget);
    if widget.is_field() {
        Action::Type { target, text: InputText::Plain(String::new()) }
    } else {
        Action::Tap { target }
    }
}

/// What people call a field, whatever it holds. What stands beside it comes last: that may be about a
/// neighbour.
pub fn field_label(widget: &Widget) -> String {
    let content = widget.content();
    let names = [&widget.label, &widget.hint, &widget.content_desc, &widget.caption];
    let name = names.into_iter().find(|name| !name.is_empty() && name.as_str() != content);
    output::cut(&output::visible(name.map_or_else(|| widget.short_id(), String::as_str)), 60)
}
