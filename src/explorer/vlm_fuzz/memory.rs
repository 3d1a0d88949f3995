//! What is remembered of screens: what can be done on each, what was done, and on which way the
//! app went down to where it is.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::move_tags::MoveTag;
use super::moves::{MoveId, ScreenMove};
use super::words::{self, FuzzLabelSense};
use crate::domain::{Action, ActionKind, StateId, StateIds, Widget};
use crate::explorer::{PerformedAction, RefusalMemory, Situation};
use crate::protocol::ActionOutcome;

/// The same is done so often on one screen (the paper's visit limit).
const VISIT_LIMIT: u32 = 2;
/// What is left of the worth of what was done here before.
const AGAIN: f64 = 0.08;
/// What is left beyond the limit.
const BEYOND: f64 = 0.01;
/// What is left, each time, of what did nothing on another screen.
const DID_NOTHING: f64 = 0.35;
/// What is left, each time, of what led to the same place from another screen or row.
const SAME_PLACE: f64 = 0.3;
/// What is left, each time, of what changed something on its own screen elsewhere.
const OTHER_SWITCH: f64 = 0.6;
/// What is left, each time, of what led to several places from other screens or rows.
const OTHER_PLACES: f64 = 0.75;
/// What is left of the worth of what is done again because something else was destroyed.
const AFTER_LOSS: f64 = 0.4;
/// What is left of the worth of a second touch that does the opposite of the first.
const SECOND_TOUCH: f64 = 0.3;
/// So many things of a kind are touched a second time.
const SWITCHED: u32 = 2;
/// What is left of the worth of touching what is chosen already there.
const CHOSEN: f64 = 0.6;
/// What is left of the worth of a tap that ended the app once: with other content it may not.
const AFTER_CRASH: f64 = 0.35;
/// So much is done again after that.
const DONE_AGAIN: usize = 5;

/// A screen as it was last seen.
struct ScreenMemory {
    items: Vec<ScreenMove>,
    upright: bool,
}

/// What was met by one name in all screens.
#[derive(Default)]
struct NameRecord {
    tries: u32,
    nothing: u32,
    /// Tries that led to a screen that was never seen before.
    news: u32,
    places: Vec<StateId>,
}

/// See the module.
#[derive(Default)]
pub(super) struct FuzzMemory {
    pages: HashMap<StateId, ScreenMemory>,
    /// What is refused, as of the screen seen last.
    refusals: Arc<RefusalMemory>,
    tried: HashMap<StateId, HashMap<MoveId, u32>>,
    records: HashMap<MoveTag, NameRecord>,
    /// What is to be done again because something was destroyed since, by screen.
    again: HashMap<StateId, HashSet<MoveId>>,
    /// What ended the app.
    deadly: HashSet<(StateId, MoveId)>,
    /// Screens that came by holding something on a screen of the same component.
    modes: HashSet<StateId>,
    /// The screens from the app's first one down to the present one.
    stack: Vec<StateId>,
}

impl FuzzMemory {
    /// Takes in that `done` led to `here`. `item` is what was meant by it, if it is known.
    pub(super) fn done(
        &mut self,
        done: &PerformedAction,
        item: Option<&ScreenMove>,
        here: StateIds,
    ) {
        let from = done.from;
        let id = item.map_or_else(|| MoveId::Action(done.key.clone()), |item| item.id.clone());
        let tag = item.map(|item| item.tag.clone()).or_else(|| {
            let page = self.pages.get(&from)?;
            page.items.iter().find(|item| item.id == id).map(|item| item.tag.clone())
        });
        if let Some(again) = self.again.get_mut(&from) {
            again.remove(&id);
        }
        if done.outcome == ActionOutcome::Crashed {
            self.deadly.insert((from, id.clone()));
        }
        let first = self.tried.entry(from).or_default().entry(id).or_insert(0);
        *first += 1;
        if let Some(tag) = tag.filter(|_| *first == 1) {
            let record = self.records.entry(tag).or_default();
            record.tries += 1;
            record.nothing += u32::from(done.outcome == ActionOutcome::None);
            record.news += u32::from(!self.pages.contains_key(&here.structural));
            if from != here.structural && !record.places.contains(&here.structural) {
                record.places.push(here.structural);
            }
        }
    }

    /// Takes in what can be done on the present screen.
    pub(super) fn see(&mut self, situation: &Situation, items: Vec<ScreenMove>) {
        self.refusals.clone_from(&situation.refusals);
        let here = situation.state.structural;
        let size = situation.screen.size;
        let mut items = items;
        if self.modes.contains(&here) {
            let row = |item: &&mut ScreenMove| {
                let widget = widget_of(situation, item);
                widget.is_some_and(|widget| widget.position.list.is_some())
            };
            for item in items.iter_mut().filter(row) {
                item.tag = item.tag.clone().selecting();
                let chosen = widget_of(situation, item).and_then(|widget| widget.checked);
                if chosen == Some(true) {
                    // Where the one row that is chosen is given back, the mode is over.
                    item.base_yield *= CHOSEN;
                }
            }
        }
        self.pages.insert(here, ScreenMemory { items, upright: size.height >= size.width });
        if let Some(at) = self.stack.iter().position(|state| *state == here) {
            self.stack.truncate(at + 1);
        } else {
            self.stack.push(here);
        }
    }

    /// There is more to do in `state` than was known when it was last seen.
    pub(super) fn more(&mut self, state: StateId, items: Vec<ScreenMove>) {
        if let Some(page) = self.pages.get_mut(&state) {
            let known: HashSet<MoveId> = page.items.iter().map(|item| item.id.clone()).collect();
            page.items.extend(items.into_iter().filter(|item| !known.contains(&item.id)));
        }
    }

    /// Something was destroyed, and `here` is shown: once for every screen, what leads on from it is
    /// worth doing again, since what it showed may be there no more.
    pub(super) fn lost_something(&mut self, here: StateId) {
        if self.again.contains_key(&here) {
            return;
        }
        let leads_on = |item: &&ScreenMove| {
            let tap = item.action().filter(|action| action.kind() == ActionKind::Tap);
            let target = tap.and_then(Action::target);
            let sense = target.map(words::sense);
            let tried = self.tries(here, item) > 0;
            tried && matches!(sense, Some(FuzzLabelSense::Neutral | FuzzLabelSense::Positive))
        };
        let items = self.items(here).iter().filter(leads_on).take(DONE_AGAIN);
        let again = items.map(|item| item.id.clone()).collect();
        self.again.insert(here, again);
    }

    /// Holding a row often begins a mode in which rows do something else: what is known of them
    /// elsewhere says nothing there, and a second touch does the opposite of the first.
    pub(super) fn mode(&mut self, situation: &Situation, done: &PerformedAction) {
        let screen = &*situation.screen;
        let held =
            done.action.kind() == ActionKind::LongTap && done.outcome == ActionOutcome::Moved;
        let same = situation.model.state(done.from).is_some_and(|n| n.activity == screen.activity);
        if held && same && !screen.dialog {
            self.modes.insert(situation.state.structural);
        }
    }

    /// The app was started anew: nothing is above the screen that comes.
    pub(super) fn restarted(&mut self) {
        self.stack.clear();
    }

    /// How deep the present screen is below the app's first one.
    pub(super) fn depth(&self) -> usize {
        self.stack.len().saturating_sub(1)
    }

    /// What can be done in `state`, as it was last seen.
    pub(super) fn items(&self, state: StateId) -> &[ScreenMove] {
        self.pages.get(&state).map_or(&[], |page| &page.items)
    }

    /// How often `item` was done in `state`.
    pub(super) fn tries(&self, state: StateId, item: &ScreenMove) -> u32 {
        let tried = self.tried.get(&state).and_then(|tried| tried.get(&item.id));
        tried.copied().unwrap_or(0)
    }

    /// Where what is called `tag` led to from other screens.
    pub(super) fn places(&self, tag: &MoveTag) -> &[StateId] {
        self.records.get(tag).map_or(&[], |record| &record.places)
    }

    /// What doing `item` in `state` is worth: the chance to see something new.
    pub(super) fn worth(&self, state: StateId, item: &ScreenMove) -> f64 {
        let own = self.tries(state, item);
        if self.again.get(&state).is_some_and(|again| again.contains(&item.id)) {
            return item.base_yield * AFTER_LOSS;
        }
        if own >= VISIT_LIMIT {
            return item.base_yield * BEYOND / f64::from(own);
        }
        if own > 0 {
            let tries = self.records.get(&item.tag).map_or(0, |record| record.tries);
            let touch = item.tag.is_reversible() && tries <= SWITCHED;
            return item.base_yield
                * match () {
                    () if touch => SECOND_TOUCH,
                    () if self.is_deadly(state, item) => AFTER_CRASH,
                    () => AGAIN,
                };
        }
        let Some(record) = self.records.get(&item.tag) else { return item.base_yield };
        let (left, times) = if record.nothing == record.tries {
            (DID_NOTHING, record.tries)
        } else if record.places == [state] {
            // It led here, so it leads on from here, as pages of a row do.
            (OTHER_PLACES, 0)
        } else if record.places.is_empty() {
            (OTHER_SWITCH, record.tries)
        } else if record.places.len() <= 1 {
            (SAME_PLACE, record.tries)
        } else {
            (OTHER_PLACES, record.tries - record.news)
        };
        item.base_yield * left.powi(i32::try_from(times.min(4)).unwrap_or(4))
    }

    /// True for a tap that ended the app.
    fn is_deadly(&self, state: StateId, item: &ScreenMove) -> bool {
        item.begins_with(ActionKind::Tap) && self.deadly.contains(&(state, item.id.clone()))
    }

    /// What all that is worth at least `least` in `state` is worth, the best first. Screens lying on
    /// their side are looked at, not explored.
    pub(super) fn open(&self, state: StateId, least: f64) -> Vec<f64> {
        let page = self.pages.get(&state).filter(|page| page.upright);
        let items = page.into_iter().flat_map(|page| &page.items);
        let refused = self.refusals.of(state);
        let allowed = |item: &&ScreenMove| !matches!(&item.id, MoveId::Action(key) if refused.iter().any(|r| r.key == *key));
        let worths = items.filter(allowed).map(|item| self.worth(state, item));
        let mut open: Vec<f64> = worths.filter(|worth| *worth >= least).collect();
        open.sort_by(|one, other| other.total_cmp(one));
        open
    }

    /// True if something in `state` is worth at least `least`.
    pub(super) fn is_open(&self, state: StateId, least: f64) -> bool {
        !self.open(state, least).is_empty()
    }
}

fn widget_of<'a>(situation: &'a Situation, item: &ScreenMove) -> Option<&'a Widget> {
    item.action().and_then(Action::target).and_then(|target| situation.screen.widget(target.number))
}
