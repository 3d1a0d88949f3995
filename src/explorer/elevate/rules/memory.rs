//! What the rules remember of a session beyond the behaviour model.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::super::scene::PromptScene;
use super::expected_yield::{self, InputYield};
use super::forms::{self, ActivityForms, FormContent, FormName, LedOnForms};
use super::news::{RulesNews, ToldInput};
use super::seen_input::{SeenInput, by_name};
use super::shown_tabs::ShownTabs;
use super::template_records::{TemplateRecords, TriedInput};
use super::yield_index::{YieldIndex, by_look_alikes};
use crate::domain::screen::belongs_to;
use crate::domain::{Action, ActionKey, AvailableAction, Screen, StateId};
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::shared::action_class::{lasting_id, shares_its_id};
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::paths_back::PathsBack;
use crate::explorer::{PerformedAction, Refusal, Situation};
use crate::model::BehaviourModel;
use crate::model::behaviour::{ActionEdge, StateNode};

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
    /// The state that the chosen path ends in, and the one that its first step should lead to.
    path: Option<(StateId, StateId)>,
}

/// See the module.
#[derive(Default)]
pub struct RulesMemory {
    /// How what is known is weighed.
    pub weights: ElevateWeights,
    /// What keeps the run in breadth: look-alikes, tarpits and what follows from them.
    pub breadth: BreadthMemory,
    /// What inputs of the same template did before.
    pub records: TemplateRecords,
    /// What each state is expected to yield.
    pub yields: YieldIndex,
    /// The changes of the behaviour model that records and yields hold.
    indexed: usize,
    /// The app that they are of.
    app: String,
    /// States of which these rules remember something else than before.
    changed: HashSet<StateId>,
    places: HashMap<StateId, SeenState>,
    /// Where BACK should lead.
    pub paths_back: PathsBack,
    /// Where each state was found from.
    found: HashMap<StateId, StateId>,
    failed: HashMap<StateId, u32>,
    /// What was done since anything new was found.
    done: HashMap<(StateId, ActionKey), u32>,
    known: usize,
    last: Option<LastSituation>,
    is_goal: bool,
    /// What was done with forms.
    pub forms: ActivityForms,
    /// The form that was sent last with all fields filled, and was still there.
    refused: Option<FormName>,
    /// The forms that were left once they were sent so: what is refused afterwards was typed to be refused.
    taken: HashSet<FormName>,
    /// The forms that led on once they were sent.
    pub led_on: LedOnForms,
    /// What was typed into the fields of each form.
    typed: HashSet<(FormName, ActionKey)>,
    /// The tabs whose parts were seen.
    tabs: ShownTabs,
    /// What was found out and not told yet.
    news: Vec<RulesNews>,
}

impl RulesMemory {
    /// An empty one, whose inputs are judged by `weights`.
    pub fn new(weights: ElevateWeights) -> Self {
        Self {
            breadth: BreadthMemory::new(weights.display.breadth),
            forms: ActivityForms::new(weights.display.form_contents),
            paths_back: PathsBack::new(weights.display.path_back_states),
            weights,
            ..Self::default()
        }
    }

    /// Takes in where the app is, and what led here, whoever chose it. Once a step; more often does no harm.
    pub fn notice(&mut self, scene: &PromptScene<'_>) {
        let situation = scene.situation;
        let here = situation.state.structural;
        let model = &situation.model;
        if self.last.is_none() {
            // The first state was found from none, whatever leads back to it.
            self.found.entry(here).or_insert(here);
        }
        if self.last.as_ref().is_none_or(|last| (last.step, last.state) != (situation.step, here)) {
            self.is_goal = false;
            let mut sent = None;
            if let Some(last) = self.last.take().filter(|last| last.step + 1 == situation.step) {
                let led = situation.last.as_ref();
                let led = led.filter(|done| (done.step, done.from) == (last.step, last.state));
                let key = led.map(|done| done.key.clone());
                let sends = |done: &PerformedAction| {
                    let is_sent = |seen: &SeenInput| seen.key == done.key && seen.sends;
                    forms::adds_to(&done.action) || self.seen(last.state).iter().any(is_sent)
                };
                if let Some(done) = led.filter(|done| sends(done)) {
                    self.led_on.add(&done.before, &situation.screen);
                }
                if let (Some(done), Some(content)) = (led, &last.content)
                    && matches!(done.action, Action::Type { .. })
                {
                    self.typed.insert((content.form.clone(), done.key.clone()));
                }
                sent = self.arrive(&last, key.as_ref(), here);
            }
            let content = FormContent::of(&self.forms, situation);
            self.refused =
                self.refused.take().filter(|form| FormName::of(&situation.screen) == *form);
            if let Some(sent) = sent {
                let stays = content.as_ref().is_some_and(|content| content.form == sent);
                if stays {
                    self.refused = Some(sent).filter(|form| !self.taken.contains(form));
                } else {
                    self.taken.insert(sent);
                }
            }
            self.last =
                Some(LastSituation { step: situation.step, state: here, content, path: None });
        }
        if model.states().len() != self.known {
            self.known = model.states().len();
            self.done.clear();
        }
        if !scene.is_voice() {
            self.breadth.see(situation);
        }
        self.see(scene);
        if !scene.is_voice() {
            self.index(model);
        }
    }

    /// Brings records and yields up to date: with the states that the model changed since, and
    /// those of which these rules remember something else.
    fn index(&mut self, model: &BehaviourModel) {
        if self.indexed > model.changes() || self.app != model.package() {
            // Another model, or another app: everything is to be judged again.
            self.indexed = 0;
            model.package().clone_into(&mut self.app);
            (self.records, self.yields) = Default::default();
        }
        let remembered = std::mem::take(&mut self.changed);
        let remembered = remembered.into_iter().filter_map(|state| model.position(state));
        for position in model.changed_since(self.indexed, remembered) {
            self.index_state(&model.states()[position]);
        }
        self.indexed = model.changes();
    }

    fn index_state(&mut self, node: &StateNode) {
        let templates = self.templates(node);
        let tried = node.edges.iter().map(|(key, edge)| {
            let to = edge.likeliest();
            TriedInput {
                template: templates.get(key).map_or(key, |(template, _)| *template).clone(),
                folded: templates.get(key).map_or(key, |(_, folded)| *folded).clone(),
                without_effect: edge.tries.no_effect == edge.tries.count,
                to,
                opens: to.is_some_and(|to| to != node.id && self.found_from(node.id) != Some(to)),
                found: to.is_some_and(|to| to != node.id && self.found_from(to) == Some(node.id)),
            }
        });
        let tried = tried.collect();
        let stays = node.available.iter().filter(|offer| {
            let leads = node.edges.get(&offer.key).and_then(ActionEdge::likeliest);
            leads.is_none_or(|to| to == node.id)
        });
        let stays = stays.map(|offer| templates.get(&offer.key).map_or(&offer.template, |it| it.0));
        let stays: Vec<ActionKey> = stays.cloned().collect();
        self.records.update(node.id, &node.label, tried, stays.into_iter());
        let upright = node.size.height >= node.size.width;
        let is_goal = upright && !node.is_absorbed && belongs_to(&node.package, &self.app);
        let unseen: Vec<SeenInput>;
        let inputs: &[SeenInput] = match self.places.get(&node.id) {
            _ if !is_goal => &[],
            Some(place) => place.seen.as_slice(),
            None => {
                unseen = by_name(node, &self.weights);
                &unseen
            }
        };
        let is_untried = |key| !node.edges.contains_key(key) && !node.claimed.contains(key);
        let untried = inputs.iter().filter(|seen| seen.is_offered && is_untried(&seen.key));
        let doubt = self.doubt(node.id);
        self.yields.update(node, untried, doubt, &mut self.records, &self.weights);
    }

    /// What the keys of `node` are judged by, and their names with rows folded, as far as they are
    /// known.
    fn templates<'a>(
        &'a self,
        node: &'a StateNode,
    ) -> HashMap<&'a ActionKey, (&'a ActionKey, &'a ActionKey)> {
        let offered = node.available.iter();
        let offered = offered.map(|offer| (&offer.key, (&offer.template, &offer.template)));
        let seen = self.seen(node.id).iter();
        let seen = seen.map(|seen| (&seen.key, (&seen.template, &seen.folded)));
        let mut templates = HashMap::new();
        for (key, names) in seen.chain(offered) {
            templates.entry(key).or_insert(names);
        }
        templates
    }

    fn sent(&mut self, content: FormContent, key: &ActionKey) {
        self.news.push(RulesNews::Sent(content.clone(), key.clone()));
        content.remember(&mut self.forms, key);
    }

    /// Takes in that `done` led out of the app: a form that was sent so was sent, though no screen of the app
    /// tells what came of it.
    pub fn left_the_app(&mut self, done: &PerformedAction) {
        let last = self.last.as_ref().filter(|it| (it.step, it.state) == (done.step, done.from));
        let Some(content) = last.and_then(|last| last.content.clone()) else { return };
        if self.seen(done.from).iter().any(|seen| seen.key == done.key && seen.sends) {
            self.sent(content, &done.key);
        }
    }

    /// Takes in that `key` led from `last` to `here`. The form that it sent, if all fields were filled.
    fn arrive(
        &mut self,
        last: &LastSituation,
        key: Option<&ActionKey>,
        here: StateId,
    ) -> Option<FormName> {
        let mut complete = None;
        let seen = key.and_then(|key| self.seen(last.state).iter().find(|seen| seen.key == *key));
        let (sends, secret) = seen.map_or((false, None), |seen| (seen.sends, seen.secret.clone()));
        let left = seen.is_some_and(SeenInput::leaves) || key.is_some_and(is_way_back);
        if let Some(key) = key {
            *self.done.entry((last.state, key.clone())).or_insert(0) += 1;
            if let Some(content) = last.content.clone().filter(|_| sends) {
                complete = content.is_complete().then(|| content.form.clone());
                self.sent(content, key);
            }
        }
        if let Some(field) = secret {
            self.forms.typed_secret(&field);
        }
        if let Some((goal, next)) = last.path {
            self.is_goal = goal == here;
            // A BACK that leads elsewhere the first time is not taken for the way again.
            let is_assumed = key.is_some_and(|key| {
                key.is_back() && self.done.get(&(last.state, key.clone())) == Some(&1)
            });
            if next != here && !is_assumed {
                *self.failed.entry(goal).or_insert(0) += 1;
                self.changed.insert(goal);
            }
        }
        if last.state != here {
            self.forms.forget_secrets();
            if let Entry::Vacant(found) = self.found.entry(here) {
                found.insert(last.state);
                self.news.push(RulesNews::Found { state: here, from: last.state });
            }
            self.changed.insert(last.state);
            if !left {
                self.paths_back.add(last.state, here);
            }
        }
        complete
    }

    /// True if `key` was typed into the form on `screen`, whatever state it was in.
    pub fn was_typed(&self, screen: &Screen, key: &ActionKey) -> bool {
        self.typed.contains(&(FormName::of(screen), key.clone()))
    }

    /// True if the form on `screen` was sent with all fields filled, and is still there.
    pub fn is_refused(&self, screen: &Screen) -> bool {
        self.refused.as_ref().is_some_and(|form| FormName::of(screen) == *form)
    }

    fn see(&mut self, scene: &PromptScene<'_>) {
        let situation = scene.situation;
        self.tabs.see(situation);
        let seen: Vec<SeenInput> = scene
            .inputs
            .iter()
            .map(|input| {
                let offer = &input.offer;
                let alike = (!scene.is_voice() && is_judged_by_look_alikes(&offer.action))
                    .then(|| self.breadth.index.known(situation, offer));
                let is_text = matches!(offer.action, Action::Type { .. });
                let is_command =
                    alike.is_some_and(|alike| !alike.is_row) && has_no_own_id(situation, offer);
                let template = if is_command { &offer.key } else { &offer.template };
                SeenInput {
                    alike,
                    key: offer.key.clone(),
                    template: template.clone(),
                    folded: offer.template.clone(),
                    own: self.own_yield(scene, offer),
                    judged: 1.0,
                    is_text,
                    is_offered: is_offered(&offer.action),
                    sends: forms::sends(situation, &offer.action),
                    secret: forms::secret_field(&offer.action).map(str::to_owned),
                }
            })
            .collect();
        let can_be_left = situation.screen.dialog || seen.iter().any(SeenInput::leaves);
        if !scene.is_voice() && !self.places.contains_key(&situation.state.structural) {
            self.tell(scene, &seen, can_be_left);
        }
        self.places.insert(situation.state.structural, SeenState { seen, can_be_left });
        self.changed.insert(situation.state.structural);
    }

    /// Tells others what the present state offers.
    fn tell(&mut self, scene: &PromptScene<'_>, seen: &[SeenInput], can_be_left: bool) {
        let screen = &scene.situation.screen;
        let told = scene.inputs.iter().zip(seen).map(|(input, seen)| {
            let class = seen.alike.map(|_| self.breadth.index.class(screen, &input.offer.action));
            ToldInput { seen: SeenInput { alike: None, ..seen.clone() }, class }
        });
        let inputs = told.collect();
        let state = scene.situation.state.structural;
        self.news.push(RulesNews::Seen { state, inputs, can_be_left });
    }

    /// What was found out since the last time.
    pub fn take_news(&mut self) -> Vec<RulesNews> {
        std::mem::take(&mut self.news)
    }

    /// Takes in what other rules have found out.
    pub fn hear(&mut self, news: &RulesNews) {
        match news {
            RulesNews::Seen { state, inputs, can_be_left } => {
                if self.places.contains_key(state) {
                    return;
                }
                let seen = inputs.iter().map(|ToldInput { seen, class }| {
                    let alike = class.as_ref().map(|class| self.breadth.index.told(*state, class));
                    SeenInput { alike, ..seen.clone() }
                });
                let seen = SeenState { seen: seen.collect(), can_be_left: *can_be_left };
                self.places.insert(*state, seen);
                self.changed.insert(*state);
            }
            RulesNews::Found { state, from } => {
                self.found.entry(*state).or_insert(*from);
                self.changed.extend([*state, *from]);
            }
            RulesNews::Sent(content, key) => content.clone().remember(&mut self.forms, key),
        }
    }

    /// What `offer` is expected to yield by itself.
    fn own_yield(&self, scene: &PromptScene<'_>, offer: &AvailableAction) -> InputYield {
        let situation = scene.situation;
        let own = expected_yield::of(&self.forms, scene, offer, &self.weights);
        if !self.tabs.know(situation, offer) {
            return own;
        }
        let chance = self.weights.untried_unlikely;
        InputYield { chance, why: "what it shows was seen when it was selected", ..own }
    }

    /// Remembers what the inputs of the present state are expected to yield, in their order, and
    /// on which path the app is sent: the state it ends in, and the one its first step should lead
    /// to.
    pub fn chose(&mut self, expected: &[f64], path: Option<(StateId, StateId)>) {
        let Some(last) = &mut self.last else { return };
        last.path = path;
        if let Some(place) = self.places.get_mut(&last.state) {
            for (seen, expected) in place.seen.iter_mut().zip(expected) {
                seen.judged = *expected;
            }
            self.changed.insert(last.state);
        }
        if self.is_goal && path.is_some() {
            // Nothing of what the path was taken for is there: not a goal again soon.
            *self.failed.entry(last.state).or_insert(0) += self.weights.nothing_at_goal;
            self.changed.insert(last.state);
        }
    }

    /// How often `key` was done in `state` since anything new was found.
    pub fn repeats(&self, state: StateId, key: &ActionKey) -> u32 {
        self.done.get(&(state, key.clone())).copied().unwrap_or(0)
    }

    /// Where `state` was found from.
    pub fn found_from(&self, state: StateId) -> Option<StateId> {
        self.found.get(&state).copied()
    }

    /// What is left of the yield of `state`, since paths there led elsewhere or ended with nothing
    /// left to do.
    pub fn doubt(&self, state: StateId) -> f64 {
        let failures = self.failed.get(&state).copied().unwrap_or(0);
        self.weights.display.failed_path.powf(f64::from(failures))
    }

    /// The inputs of `state` as they were last there; empty if the rules never saw it.
    pub fn seen(&self, state: StateId) -> &[SeenInput] {
        self.places.get(&state).map_or(&[], |place| &place.seen)
    }

    /// True for a dialog, and for a screen with a button that leaves it.
    pub fn can_be_left(&self, state: StateId) -> bool {
        self.places.get(&state).is_some_and(|place| place.can_be_left)
    }

    /// What is to be expected of the best untried input of `node` that is not among `refused`, if
    /// a path leads there.
    pub fn expected(&self, node: &StateNode, refused: &[Refusal]) -> f64 {
        let expected =
            self.yields.expected(node, refused, &self.records, &self.breadth.index, &self.weights);
        expected * self.breadth.left_in(node.id)
    }

    /// The state that inputs like `seen` led to from other states, if it was always the same one.
    pub fn same_target(&self, seen: &SeenInput) -> Option<StateId> {
        self.records.same_target(self.records.known(&seen.template)?)
    }

    /// The chance that `seen`, untried in the present state, shows something new there, and why.
    pub fn chance(&self, node: Option<&StateNode>, seen: &SeenInput) -> (f64, &'static str) {
        let template = self.records.known(&seen.template);
        let rows = node.and_then(|node| seen.left_by_rows(node.id, &self.records, &self.weights));
        if let Some((left, why)) = rows {
            return (seen.own.chance * left, why);
        }
        let label = node.map_or("", |node| &node.label);
        let by_template = self.records.chance(&self.weights, template, label, &seen.own);
        by_look_alikes(&self.breadth.index, seen.alike, &seen.own, by_template)
    }
}

#[cfg(test)]
impl RulesMemory {
    /// Takes every state of `model` as seen, each input as `change` makes it.
    pub fn rehearse(&mut self, model: &BehaviourModel, mut change: impl FnMut(&mut SeenInput)) {
        for node in model.states() {
            let mut seen = by_name(node, &self.weights);
            seen.iter_mut().for_each(&mut change);
            self.places.insert(node.id, SeenState { seen, can_be_left: true });
        }
        self.index(model);
    }
}

/// True for what does the same on screens that look alike. What a form does depends on what it
/// holds, and what leaves a screen on the screen.
const fn is_judged_by_look_alikes(action: &Action) -> bool {
    matches!(
        action,
        Action::Tap { .. }
            | Action::LongTap { .. }
            | Action::Swipe { .. }
            | Action::Scroll { .. }
            | Action::Drag { .. }
    )
}

/// True if the app gave the widget of `offer` no id, or one that another command has too. The rows of a
/// list of content mostly have one, the same for all; those of a menu have none, or each its own.
fn has_no_own_id(situation: &Situation, offer: &AvailableAction) -> bool {
    let (screen, target) = (&situation.screen, offer.action.target());
    target.and_then(|target| screen.widget(target.number)).is_some_and(|widget| {
        lasting_id(&widget.resource_id).is_empty() || shares_its_id(screen, widget)
    })
}

fn is_offered(action: &Action) -> bool {
    !matches!(action, Action::Key { .. } | Action::Rotate { .. } | Action::Restart)
}

/// True for what goes back by itself, whatever the screen.
fn is_way_back(key: &ActionKey) -> bool {
    key.is_restart() || key.is_back()
}
