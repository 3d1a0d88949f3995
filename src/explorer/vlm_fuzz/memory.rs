//! What is remembered of screens: what can be done on each, what was done, and through which screens
//! the app went down to the present one.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::move_tags::MoveTag;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::news::{FuzzNews, TagLesson};
use super::tag_record::TagRecord;
use super::weights::VlmFuzzWeights;
use super::words::{self, FuzzLabelSense};
use super::yield_index::YieldIndex;
use crate::domain::{Action, ActionKind, DeviceKey, StateId, Widget};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::forms::variants::FormVariant;
use crate::explorer::shared::look_alikes::{LookAlikes, StepGain};
use crate::explorer::{PerformedAction, RefusalMemory, Situation};
use crate::model::BehaviourModel;
use crate::protocol::ActionOutcome;

/// A screen as it was last seen.
struct ScreenMemory {
    moves: Vec<ScreenMove>,
    /// Which of the moves are taps that use text, by their places.
    uses: Vec<usize>,
    upright: bool,
}

impl ScreenMemory {
    fn new(moves: Vec<ScreenMove>, upright: bool) -> Self {
        let is_use = |item: &ScreenMove| {
            let tap = item.action().filter(|action| action.kind() == ActionKind::Tap);
            tap.and_then(Action::target).is_some_and(words::uses)
        };
        let uses = moves.iter().enumerate().filter(|(_, item)| is_use(item));
        let uses = uses.map(|(at, _)| at).collect();
        Self { moves, uses, upright }
    }

    /// The same with the form of `others`, which was seen later.
    fn with_form_of(self, others: &[ScreenMove]) -> Self {
        let Self { mut moves, upright, .. } = self;
        let is_form = |item: &ScreenMove| matches!(item.kind, MoveKind::FillForm(_));
        moves.retain(|item| !is_form(item));
        moves.extend(others.iter().filter(|item| is_form(item)).cloned());
        Self::new(moves, upright)
    }
}

/// How the form is filled in next that is among `moves`.
fn form_of(moves: &[ScreenMove]) -> Option<FormVariant> {
    moves.iter().find_map(|item| match item.kind {
        MoveKind::FillForm(variant) => Some(variant),
        _ => None,
    })
}

/// See the module.
pub(super) struct FuzzMemory {
    weights: Arc<VlmFuzzWeights>,
    screens: HashMap<StateId, ScreenMemory>,
    /// What is refused, as of the screen seen last.
    refusals: Arc<RefusalMemory>,
    tried: HashMap<StateId, HashMap<MoveId, u32>>,
    records: HashMap<MoveTag, TagRecord>,
    /// What is to be repeated because something was destroyed since, by screen.
    repeated: HashMap<StateId, HashSet<MoveId>>,
    /// What ended the app.
    deadly: HashSet<(StateId, MoveId)>,
    /// Screens that came by a long tap on a screen of the same component.
    selecting: HashSet<StateId>,
    /// The screens from the app's first one down to the present one, and the depth of each.
    stack: Vec<StateId>,
    depths: HashMap<StateId, usize>,
    index: YieldIndex,
    /// So many of the states that the model absorbed are left out.
    absorbed: usize,
    /// What was found out and not told yet.
    news: Vec<FuzzNews>,
    /// What is remembered to get on in breadth: look-alikes, tarpits, system events.
    pub breadth: BreadthMemory,
}

impl FuzzMemory {
    /// Nothing is known yet.
    pub(super) fn new(weights: Arc<VlmFuzzWeights>) -> Self {
        Self {
            index: YieldIndex::new(Arc::clone(&weights)),
            absorbed: 0,
            news: Vec::new(),
            breadth: BreadthMemory::new(weights.display.breadth),
            weights,
            screens: HashMap::new(),
            refusals: Arc::default(),
            tried: HashMap::new(),
            records: HashMap::new(),
            repeated: HashMap::new(),
            deadly: HashSet::new(),
            selecting: HashSet::new(),
            stack: Vec::new(),
            depths: HashMap::new(),
        }
    }

    /// Takes in that `done` led to the present screen; gives what that showed. `item` is the move
    /// that it was meant as, if it is known.
    pub(super) fn done(
        &mut self,
        done: &PerformedAction,
        item: Option<&ScreenMove>,
        situation: &Situation,
    ) -> StepGain {
        let gain = self.breadth.learn(done, situation);
        let from = done.from;
        let id = item.map_or_else(|| MoveId::Action(done.key.clone()), |item| item.id.clone());
        let tag = item.map(|item| item.tag.clone()).or_else(|| {
            let moves = &self.screens.get(&from)?.moves;
            moves.iter().find(|item| item.id == id).map(|item| item.tag.clone())
        });
        if let Some(repeated) = self.repeated.get_mut(&from) {
            repeated.remove(&id);
        }
        let is_deadly = done.outcome == ActionOutcome::Crashed;
        if is_deadly {
            self.deadly.insert((from, id.clone()));
        }
        let tries = self.tried.entry(from).or_default().entry(id.clone()).or_insert(0);
        *tries += 1;
        let first = *tries == 1;
        self.index.outdate(from);
        if first {
            let lesson = tag.map(|tag| Box::new((tag, self.lesson(done, situation, &gain))));
            if let Some((tag, lesson)) = lesson.as_deref() {
                self.learn_tag(tag.clone(), *lesson, from);
            }
            self.news.push(FuzzNews::Tried { state: from, id, lesson, is_deadly });
        }
        if done.action.starts_anew() {
            self.stack.clear();
            self.depths.clear();
        }
        gain
    }

    /// What the first try of a move says of moves like it on other screens.
    fn lesson(&self, done: &PerformedAction, situation: &Situation, gain: &StepGain) -> TagLesson {
        let to = situation.state.structural;
        // Pages of a row often have the same buttons under other headings.
        let classes = self.weights.display.breadth.look_alikes.classes;
        let [before, now] = [&done.before, &situation.screen]
            .map(|screen| screen.title().map(|title| classes.value_free(title)));
        let is_page = before != now;
        let is_known = self.screens.contains_key(&to);
        // What another app shows is known from nowhere, and none of this one.
        let left = done.outcome == ActionOutcome::LeftApp;
        let index = &self.breadth.index;
        TagLesson {
            nothing: left || done.outcome == ActionOutcome::None && gain.functions == 0,
            news: !left && !is_known && (gain.classes > 0 || is_page),
            only_heading: gain.classes == 0,
            to,
            leaves: index.screen_of(to) != index.screen_of(done.from),
        }
    }

    /// Takes in the first try of a move with this tag on the screen of `from`.
    fn learn_tag(&mut self, tag: MoveTag, lesson: TagLesson, from: StateId) {
        let TagLesson { nothing, news, only_heading, to, leaves } = lesson;
        let number = self.breadth.index.screen_of(to);
        let record = self.records.entry(tag).or_default();
        let before = record.factor(&self.weights);
        record.tries += 1;
        record.nothing += u32::from(nothing);
        record.learn_news(news, only_heading, self.weights.pages_by_heading);
        let is_full = record.targets.len() >= self.weights.searched_states;
        if from == to {
            record.stayed.insert(from);
        }
        if from != to && !is_full && !record.targets.contains(&to) {
            record.targets.push(to);
        }
        if leaves && !record.screens.contains(&number) {
            record.screens.push(number);
        }
        if before != record.factor(&self.weights) {
            for user in record.next_users(self.weights.searched_states) {
                self.index.outdate(user);
            }
        }
    }

    /// What was found out since the last time.
    pub(super) fn take_news(&mut self) -> Vec<FuzzNews> {
        std::mem::take(&mut self.news)
    }

    /// Takes in what another explorer has found out.
    pub(super) fn hear(&mut self, news: &FuzzNews) {
        match news {
            FuzzNews::Seen { state, moves, upright } => {
                self.use_tags(*state, moves);
                let screen = self.screens.remove(state);
                let known = screen.map(|screen| screen.with_form_of(moves));
                let heard = || ScreenMemory::new(moves.clone(), *upright);
                self.screens.insert(*state, known.unwrap_or_else(heard));
                self.index.outdate(*state);
            }
            FuzzNews::Tried { state, id, lesson, is_deadly } => {
                let tries = self.tried.entry(*state).or_default().entry(id.clone()).or_insert(0);
                if *tries > 0 {
                    return;
                }
                *tries = 1;
                if *is_deadly {
                    self.deadly.insert((*state, id.clone()));
                }
                self.index.outdate(*state);
                if let Some((tag, lesson)) = lesson.as_deref() {
                    self.learn_tag(tag.clone(), *lesson, *state);
                }
            }
            FuzzNews::Form(_) | FuzzNews::Toured(_) => {}
        }
    }

    /// Takes in what can be done on the present screen.
    pub(super) fn see(&mut self, situation: &Situation, mut moves: Vec<ScreenMove>) {
        self.forget_absorbed(&situation.model);
        self.refusals.clone_from(&situation.refusals);
        let here = situation.state.structural;
        let size = situation.screen.size;
        self.breadth.see(situation);
        let back_leaves = self.breadth.exits.leaves(&situation.screen.location);
        for item in &mut moves {
            let MoveKind::Perform(action) = &item.kind else { continue };
            match action {
                Action::Key { key: DeviceKey::Back } if back_leaves => {
                    item.base_yield = item.base_yield.min(self.weights.back_leaves);
                }
                // Equals differ by a little already.
                Action::Key { key: DeviceKey::Menu }
                    if item.base_yield > self.weights.menu_key / 2.0 =>
                {
                    let opens = self.weights.menu_key_opens * self.breadth.events.menu_odds();
                    item.base_yield = item.base_yield.max(opens);
                }
                _ => {}
            }
            if action.target().is_some() {
                item.alike =
                    Some(self.breadth.index.known(situation, &named(situation, action.clone())));
            }
        }
        if self.selecting.contains(&here) {
            let row = |item: &&mut ScreenMove| {
                let widget = widget_of(situation, item);
                widget.is_some_and(|widget| widget.position.list.is_some())
            };
            for item in moves.iter_mut().filter(row) {
                item.tag = item.tag.clone().selecting();
                let selected = widget_of(situation, item).and_then(|widget| widget.checked);
                if selected == Some(true) {
                    // If the one row that is selected is touched, selecting is over.
                    item.base_yield *= self.weights.factor_selected_row;
                }
            }
        }
        self.use_tags(here, &moves);
        let upright = size.height >= size.width;
        let known = self.screens.get(&here);
        if known.is_none_or(|known| form_of(&known.moves) != form_of(&moves)) {
            // Look-alikes have other names elsewhere.
            let told = moves.iter().map(|item| ScreenMove { alike: None, ..item.clone() });
            self.news.push(FuzzNews::Seen { state: here, moves: told.collect(), upright });
        }
        self.screens.insert(here, ScreenMemory::new(moves, upright));
        self.index.outdate(here);
        if let Some(depth) = self.depths.get(&here).copied() {
            for left in self.stack.drain(depth + 1..) {
                self.depths.remove(&left);
            }
        } else {
            self.depths.insert(here, self.stack.len());
            self.stack.push(here);
        }
    }

    /// Leaves out states that are one with another from now on; what was tried in them counts there.
    fn forget_absorbed(&mut self, model: &BehaviourModel) {
        let absorbed = model.absorbed();
        for state in absorbed.iter().skip(self.absorbed) {
            self.screens.remove(state);
            self.index.set(*state, Vec::new());
            let tried = self.tried.remove(state).unwrap_or_default();
            let known = self.tried.entry(model.meaning(*state)).or_default();
            for (id, tries) in tried {
                *known.entry(id).or_insert(0) += tries;
            }
            self.index.outdate(model.meaning(*state));
        }
        self.absorbed = absorbed.len();
    }

    /// There is more to do in `state` than was known when it was last seen.
    pub(super) fn add_moves(&mut self, state: StateId, moves: Vec<ScreenMove>) {
        self.use_tags(state, &moves);
        if let Some(screen) = self.screens.get_mut(&state) {
            let known: HashSet<MoveId> = screen.moves.iter().map(|item| item.id.clone()).collect();
            screen.moves.extend(moves.into_iter().filter(|item| !known.contains(&item.id)));
            self.index.outdate(state);
        }
    }

    /// Notes that what is expected of `state` depends on the tags of `moves`.
    fn use_tags(&mut self, state: StateId, moves: &[ScreenMove]) {
        for item in moves {
            if let Some(record) = self.records.get_mut(&item.tag) {
                record.users.insert(state);
            } else {
                let users = BTreeSet::from([state]);
                self.records.insert(item.tag.clone(), TagRecord::of(users));
            }
        }
    }

    /// Something was destroyed, and `here` is shown: once for every screen, what leads on from it is
    /// repeated, since what it showed may be there no more.
    pub(super) fn lost_something(&mut self, here: StateId) {
        if self.repeated.contains_key(&here) {
            return;
        }
        let leads_on = |item: &&ScreenMove| {
            let tap = item.action().filter(|action| action.kind() == ActionKind::Tap);
            let sense = tap.and_then(Action::target).map(words::sense);
            let tried = self.tries(here, item) > 0;
            tried && matches!(sense, Some(FuzzLabelSense::Neutral | FuzzLabelSense::Positive))
        };
        let moves = self.moves(here).iter().filter(leads_on);
        let repeated = moves.take(self.weights.repeated_after_loss).map(|item| item.id.clone());
        let repeated = repeated.collect();
        self.repeated.insert(here, repeated);
        self.index.outdate(here);
    }

    /// A long tap on a row often begins a selection, in which rows do something else: what is known
    /// of them elsewhere says nothing there, and a second touch does the opposite of the first.
    pub(super) fn learn_selection(&mut self, situation: &Situation, done: &PerformedAction) {
        let screen = &*situation.screen;
        let held =
            done.action.kind() == ActionKind::LongTap && done.outcome == ActionOutcome::Moved;
        let same = situation.model.state(done.from).is_some_and(|n| n.location == screen.location);
        if held && same && !screen.dialog {
            self.selecting.insert(situation.state.structural);
        }
    }

    /// How deep the present screen is below the app's first one.
    pub(super) fn depth(&self) -> usize {
        self.stack.len().saturating_sub(1)
    }

    /// What can be done in `state`, as it was last seen.
    pub(super) fn moves(&self, state: StateId) -> &[ScreenMove] {
        self.screens.get(&state).map_or(&[], |screen| &screen.moves)
    }

    /// How often `item` was done in `state`.
    pub(super) fn tries(&self, state: StateId, item: &ScreenMove) -> u32 {
        let tried = self.tried.get(&state).and_then(|tried| tried.get(&item.id));
        tried.copied().unwrap_or(0)
    }

    /// The taps of `state` that use text, as it was last seen.
    pub(super) fn uses(&self, state: StateId) -> impl Iterator<Item = &ScreenMove> {
        let screen = self.screens.get(&state).into_iter();
        screen.flat_map(|screen| screen.uses.iter().filter_map(|at| screen.moves.get(*at)))
    }

    /// The states that moves with this tag led to from other screens, the first ones if they are
    /// very many.
    pub(super) fn targets(&self, tag: &MoveTag) -> &[StateId] {
        self.records.get(tag).map_or(&[], |record| &record.targets)
    }

    /// The expected yield of doing `item` in `state`: the chance that it shows something new.
    pub(super) fn expected_yield(&self, state: StateId, item: &ScreenMove) -> f64 {
        let weights = &self.weights;
        let own = self.tries(state, item);
        if self.repeated.get(&state).is_some_and(|repeated| repeated.contains(&item.id)) {
            return item.base_yield * weights.factor_after_loss;
        }
        if own >= weights.visit_limit {
            return item.base_yield * weights.factor_beyond_limit / f64::from(own);
        }
        let factor = self.records.get(&item.tag).map(|record| record.factor(weights));
        if own > 0 {
            let second_touch = factor.is_none_or(|factor| factor.second_touch);
            let factor = if item.tag.is_reversible() && second_touch {
                weights.factor_second_touch
            } else if self.is_deadly(state, item) {
                weights.factor_after_crash
            } else {
                weights.factor_repeated
            };
            return item.base_yield * factor;
        }
        let factor = match factor {
            // What a link leads to is new once, and its address tells that.
            Some(factor)
                if factor.is_fruitful && !item.alike.is_some_and(LookAlikes::is_place_told)
                    || factor.only_target == Some(state) =>
            {
                return item.base_yield;
            }
            Some(factor) => factor.factor,
            None => 1.0,
        };
        let trust = self.trust_in_look_alikes();
        item.base_yield * factor.powf(1.0 - trust) * self.by_look_alikes(item, trust)
    }

    /// The same for `here`, the present state, in which some moves have just appeared.
    pub(super) fn expected_now(&self, here: StateId, item: &ScreenMove) -> f64 {
        let expected = self.expected_yield(here, item);
        match item.alike {
            Some(alike) if self.tries(here, item) == 0 => {
                expected * self.breadth.appeared.factor(alike.class)
            }
            _ => expected,
        }
    }

    /// How much of the factor of a move comes from the index of look-alikes.
    fn trust_in_look_alikes(&self) -> f64 {
        let weights = &self.weights;
        let counts_code = self.breadth.index.counts_code();
        if counts_code { weights.trust_with_code } else { weights.trust_in_look_alikes }
    }

    /// The factor of what look-alikes of `item` did on all screens.
    fn by_look_alikes(&self, item: &ScreenMove, trust: f64) -> f64 {
        let Some(alike) = item.alike.filter(|_| item.base_yield > 0.0) else { return 1.0 };
        let expected = self.breadth.index.expected(alike, item.base_yield);
        (expected / item.base_yield).powf(trust)
    }

    /// True for a tap that ended the app.
    fn is_deadly(&self, state: StateId, item: &ScreenMove) -> bool {
        item.begins_with(ActionKind::Tap) && self.deadly.contains(&(state, item.id.clone()))
    }

    /// Brings the expected yields of `state` up to date if something that they depend on has changed; true if it
    /// has. What is known of look-alikes changes with each step and does not count.
    pub(super) fn refresh(&mut self, state: StateId) -> bool {
        let is_outdated = self.index.is_outdated(state);
        if is_outdated {
            self.expect_anew(state);
        }
        is_outdated
    }

    /// Brings the expected yields of `state` up to date with all that is known.
    pub(super) fn expect_anew(&mut self, state: StateId) {
        // Screens lying on their side are observed, not explored.
        let screen = self.screens.get(&state).filter(|screen| screen.upright);
        let refused = self.refusals.of(state);
        let allowed = |item: &&ScreenMove| !matches!(&item.id, MoveId::Action(key) if refused.iter().any(|r| r.key == *key));
        let moves = screen.into_iter().flat_map(|screen| &screen.moves).filter(allowed);
        let yields = moves.map(|item| self.expected_yield(state, item)).collect();
        self.index.set(state, yields);
    }

    /// Brings so many outdated states up to date.
    pub(super) fn refresh_some(&mut self, most: usize) {
        for state in self.index.some_outdated(most) {
            self.refresh(state);
        }
    }

    /// What is expected of the moves of each state.
    pub(super) const fn yields(&self) -> &YieldIndex {
        &self.index
    }
}

fn widget_of<'a>(situation: &'a Situation, item: &ScreenMove) -> Option<&'a Widget> {
    let target = item.action().and_then(Action::target);
    target.and_then(|target| situation.screen.widget(target.number))
}
