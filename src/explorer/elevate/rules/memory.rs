//! What the rules remember of a session beyond the behaviour model.

use std::collections::HashMap;

use super::super::scene::PromptScene;
use super::forms::{self, FormContent, SentForms};
use super::promise::{self, InputPromise};
use super::words::LabelSense;
use crate::domain::{Action, ActionKey, StateId};
use crate::model::behaviour::StateNode;

/// A goal at which nothing was left to do counts as so many ways that led elsewhere.
const IN_VAIN: u32 = 3;
/// No way back is longer: a bound for walks over where states were come to from.
const DEEPEST: usize = 40;

/// An input as it stood on screen when its state was last there.
#[derive(Clone, Debug)]
pub struct SeenInput {
    /// Its name.
    pub key: ActionKey,
    /// Its name with rows folded.
    pub template: ActionKey,
    /// What it promises by itself.
    pub promise: InputPromise,
    /// What it was worth at the last choice there.
    pub worth: f64,
    /// True for typing: the texts for one field have one template, but are no rows of a list.
    pub is_text: bool,
    /// True for what its screen offers, not what is possible everywhere.
    pub is_offered: bool,
    /// True if it sends the form on screen.
    sends: bool,
    /// The id of the password field it types into.
    secret: Option<String>,
}

impl SeenInput {
    /// True for what leaves a screen.
    pub fn leaves(&self) -> bool {
        self.promise.sense == LabelSense::Leaves
    }
}

/// A state as the rules saw it last.
struct SeenState {
    seen: Vec<SeenInput>,
    /// A dialog, or a screen with a button that leaves it.
    can_be_left: bool,
}

/// The last situation the rules saw.
struct LastSituation {
    step: u64,
    state: StateId,
    content: Option<FormContent>,
    /// Where the way ends that was chosen, and if its step should lead.
    way: Option<(StateId, StateId)>,
}

/// See the module.
#[derive(Default)]
pub struct RulesMemory {
    places: HashMap<StateId, SeenState>,
    /// Where each state was come to from last, on the way forward.
    came: HashMap<StateId, StateId>,
    /// Where each state was found from.
    found: HashMap<StateId, StateId>,
    failed: HashMap<StateId, u32>,
    /// What was done since anything new was found.
    done: HashMap<(StateId, ActionKey), u32>,
    known: usize,
    last: Option<LastSituation>,
    is_goal: bool,
    /// What was done with forms.
    pub forms: SentForms,
}

impl RulesMemory {
    /// Takes in where the app is, and what led here, whoever chose it. Once a step; more often does no harm.
    pub fn notice(&mut self, scene: &PromptScene<'_>) {
        let situation = scene.situation;
        let here = situation.state.structural;
        let model = &situation.model;
        if self.last.as_ref().is_none_or(|last| (last.step, last.state) != (situation.step, here)) {
            self.is_goal = false;
            if let Some(last) = self.last.take().filter(|last| last.step + 1 == situation.step) {
                let led = situation.last.as_ref();
                let led = led.filter(|done| (done.step, done.from) == (last.step, last.state));
                let key = led.map(|done| done.key.clone());
                self.arrive(&last, key.as_ref(), here);
            }
            let content = self.forms.content(situation);
            self.last =
                Some(LastSituation { step: situation.step, state: here, content, way: None });
        }
        if model.states().len() != self.known {
            self.known = model.states().len();
            self.done.clear();
        }
        self.see(scene);
    }

    fn arrive(&mut self, last: &LastSituation, key: Option<&ActionKey>, here: StateId) {
        let seen = key.and_then(|key| self.seen(last.state).iter().find(|seen| seen.key == *key));
        let (sends, secret) = seen.map_or((false, None), |seen| (seen.sends, seen.secret.clone()));
        let left = seen.is_some_and(SeenInput::leaves) || key.is_some_and(is_way_back);
        if let Some(key) = key {
            *self.done.entry((last.state, key.clone())).or_insert(0) += 1;
            if let Some(content) = last.content.clone().filter(|_| sends) {
                self.forms.sent(key, content);
            }
        }
        if let Some(field) = secret {
            self.forms.typed_secret(&field);
        }
        if let Some((goal, next)) = last.way {
            self.is_goal = goal == here;
            if next != here {
                *self.failed.entry(goal).or_insert(0) += 1;
            }
        }
        if last.state != here {
            self.forms.moved();
            self.found.entry(here).or_insert(last.state);
            if !left && !self.is_over(last.state, here) {
                self.came.insert(here, last.state);
            }
        }
    }

    fn see(&mut self, scene: &PromptScene<'_>) {
        let situation = scene.situation;
        let seen: Vec<SeenInput> = scene
            .inputs
            .iter()
            .map(|input| {
                let offer = &input.offer;
                SeenInput {
                    key: offer.key.clone(),
                    template: offer.template.clone(),
                    promise: promise::of(&self.forms, situation, offer),
                    worth: 1.0,
                    is_text: matches!(offer.action, Action::Type { .. }),
                    is_offered: is_offered(&offer.action),
                    sends: forms::sends(situation, &offer.action),
                    secret: forms::secret_field(&offer.action).map(str::to_owned),
                }
            })
            .collect();
        let can_be_left = situation.screen.dialog || seen.iter().any(SeenInput::leaves);
        self.places.insert(situation.state.structural, SeenState { seen, can_be_left });
    }

    /// True if the way to `state` went over `over`.
    fn is_over(&self, state: StateId, over: StateId) -> bool {
        let before = |place: &StateId| self.came.get(place).copied();
        std::iter::successors(before(&state), before).take(DEEPEST).any(|place| place == over)
    }

    /// Remembers what the inputs of the present state are worth, in their order, and on which way
    /// the app is sent: where it ends, and if the first step should lead.
    pub fn chose(&mut self, worth: &[f64], way: Option<(StateId, StateId)>) {
        let Some(last) = &mut self.last else { return };
        last.way = way;
        if let Some(place) = self.places.get_mut(&last.state) {
            for (seen, worth) in place.seen.iter_mut().zip(worth) {
                seen.worth = *worth;
            }
        }
        if self.is_goal && way.is_some() {
            // Nothing that it was gone for is there: not a goal again soon.
            *self.failed.entry(last.state).or_insert(0) += IN_VAIN;
        }
    }

    /// How often `key` was done in `state` since anything new was found.
    pub fn repeats(&self, state: StateId, key: &ActionKey) -> u32 {
        self.done.get(&(state, key.clone())).copied().unwrap_or(0)
    }

    /// Where `state` was come to from last, on the way forward.
    pub fn came_from(&self, state: StateId) -> Option<StateId> {
        self.came.get(&state).copied()
    }

    /// Where `state` was found from.
    pub fn found_from(&self, state: StateId) -> Option<StateId> {
        self.found.get(&state).copied()
    }

    /// How often a way to `state` led elsewhere, or was gone in vain.
    pub fn failures(&self, state: StateId) -> u32 {
        self.failed.get(&state).copied().unwrap_or(0)
    }

    /// The inputs of `state` as they were last there; empty if the rules never saw it.
    pub fn seen(&self, state: StateId) -> &[SeenInput] {
        self.places.get(&state).map_or(&[], |place| &place.seen)
    }

    /// True for a dialog, and for a screen with a button that leaves it.
    pub fn can_be_left(&self, state: StateId) -> bool {
        self.places.get(&state).is_some_and(|place| place.can_be_left)
    }

    /// The template of `key` in `node`.
    pub fn template<'a>(&'a self, node: &'a StateNode, key: &'a ActionKey) -> &'a ActionKey {
        if let Some(offer) = node.available.iter().find(|offer| offer.key == *key) {
            return &offer.template;
        }
        let seen = self.seen(node.id).iter().find(|seen| seen.key == *key);
        seen.map_or(key, |seen| &seen.template)
    }

    /// What awaits in `node` as the rules know it, or as the model does.
    pub fn awaits(&self, node: &StateNode) -> Vec<SeenInput> {
        if let Some(place) = self.places.get(&node.id) {
            return place.seen.iter().filter(|seen| seen.is_offered).cloned().collect();
        }
        let offers = node.available.iter().map(|offer| SeenInput {
            key: offer.key.clone(),
            template: offer.template.clone(),
            promise: promise::of_name(offer.kind, &offer.key),
            worth: 1.0,
            is_text: offer.kind == crate::domain::ActionKind::Type,
            is_offered: true,
            sends: false,
            secret: None,
        });
        offers.collect()
    }
}

fn is_offered(action: &Action) -> bool {
    !matches!(action, Action::Key { .. } | Action::Rotate { .. } | Action::Restart)
}

/// True for what goes back by itself, whatever the screen.
fn is_way_back(key: &ActionKey) -> bool {
    key.is_restart() || key.is_back()
}
