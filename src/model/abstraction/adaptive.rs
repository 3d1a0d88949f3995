//! The abstraction that adapts while an app is explored.
//!
//! It starts coarse: a screen is the state of an earlier one of the same place (package, activity,
//! kind of window), heading, tab and menu if at most one of six actions, or two of eighteen, differ.
//! What widgets show (enabled, checked, labels of widgets with ids, words of toggles) and the rows of
//! lists tell no states apart.
//!
//! - **Refined**: if the same action led from one state to different ones, and one detail of the
//!   screens on which it was performed separates the outcomes, that detail tells states apart from
//!   then on. The first value keeps the state. If a row of a list led to the same state with entirely
//!   different rows, the list is a menu, and its rows tell states apart.
//! - **Coarsened**: if three or more states differ in nothing but their heading, or tab, and what was
//!   tried in several of them led to alike places, the heading tells no states of this kind apart from
//!   then on, and those states are merged into the first. A refinement that makes more than
//!   [`MOST_REFINED`] states is taken back and not made again.
//!
//! Everything follows from the screens and transitions it was given, in their order; so a session that
//! goes on gives it what was recorded. The cost of a step depends on the number of states of one place,
//! of which at most [`MOST_COMPARED`] are compared.
//!
//! Sources: refining and coarsening after APE (Gu et al., ICSE 2019); see the rule's limits there. That a
//! single differing action tells no states apart at first, and that merged states keep their ids, is
//! ours.

mod coarsening;
mod naming;
mod refining;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::numbered::SeenNumbers;
use super::outline::{ScreenDetail, ScreenOutline};
use super::{exact_id, id_of, label, spoken};
use crate::domain::{Action, ActionKey, Screen, StateId, StateIds};
use crate::protocol::{ActionOutcome, TransitionLearned};

/// The states of one place that a screen is compared with: the latest ones.
const MOST_COMPARED: usize = 64;

/// So many states may come of one state by refining.
const MOST_REFINED: usize = 8;

/// The trials of one action in one state that are remembered: the latest ones.
const MOST_TRIALS: usize = 6;

/// A screen whose actions differ in one from a state's is that state if they have at least so many:
/// a badge, a toggle or a button that clears a field is among them.
const MANY_ACTIONS: usize = 6;

/// The same for two actions, such as those of a message that goes away by itself.
const VERY_MANY_ACTIONS: usize = 18;

/// So many words more or less make no other state.
const OTHER_WORDS: usize = 2;

/// What led to a screen, as far as its state depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReachedBy {
    /// A row of a list.
    Row,
    /// Scrolling.
    Scroll,
    /// Anything else.
    #[default]
    Other,
}

impl ReachedBy {
    /// What `action`, performed on `before`, counts as.
    pub fn of(action: Option<&Action>, before: Option<&Screen>) -> Self {
        match action {
            Some(Action::Scroll { .. } | Action::Swipe { .. }) => Self::Scroll,
            Some(Action::Tap { target }) => {
                let widget = before.and_then(|before| before.widget(target.number));
                let is_row = widget.is_some_and(|widget| widget.position.list.is_some());
                if is_row { Self::Row } else { Self::Other }
            }
            _ => Self::Other,
        }
    }
}

/// A change of what tells states apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractionChange {
    /// What changed and why, as a sentence for the tester.
    pub what: String,
    /// The states that are no longer told apart from `into`.
    pub merged: Vec<StateId>,
    /// The state that stays; `None` if none was merged.
    pub into: Option<StateId>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct AdaptiveAbstraction {
    states: Vec<KnownState>,
    by_id: HashMap<StateId, usize>,
    numbers: SeenNumbers,
    places: HashMap<String, PlaceStates>,
    /// The latest screen, and the one before it.
    present: Option<AssignedScreen>,
    before: Option<AssignedScreen>,
    /// Changes that were made while a screen was assigned.
    changes: Vec<AbstractionChange>,
}

/// A screen with its state, as a position in [`AdaptiveAbstraction::states`].
#[derive(Clone, Debug)]
struct AssignedScreen {
    state: usize,
    outline: Arc<ScreenOutline>,
}

/// A state.
#[derive(Debug)]
struct KnownState {
    id: StateId,
    /// Its activity and heading.
    plain: String,
    /// The same with what tells it apart.
    name: String,
    /// The first screen of it.
    first: Arc<ScreenOutline>,
    kin: u64,
    /// The rows seen in its lists.
    rows: BTreeMap<String, BTreeSet<String>>,
    /// The state of which it was split off; itself if it was not.
    root: usize,
    /// What tells the states apart that were split off it; of roots only.
    split: StateSplit,
    /// The state it was merged into.
    merged: Option<usize>,
    /// What was tried in it, by name.
    trials: BTreeMap<ActionKey, Vec<ActionTrial>>,
    /// Where actions led from it, by their name with rows folded.
    targets: BTreeMap<ActionKey, BTreeSet<usize>>,
}

/// See [`KnownState::split`].
#[derive(Debug, Default)]
struct StateSplit {
    details: BTreeSet<ScreenDetail>,
    lists: BTreeSet<String>,
    /// Details that made too many states and nothing new.
    useless: HashSet<ScreenDetail>,
    /// True if lists told too many states apart.
    lists_useless: bool,
    /// The states, the root included.
    states: Vec<usize>,
}

/// One performance of an action: what the screen was, and the state it led to.
#[derive(Clone, Debug)]
struct ActionTrial {
    outline: Arc<ScreenOutline>,
    to: usize,
}

/// The states of one place.
#[derive(Debug, Default)]
struct PlaceStates {
    states: Vec<usize>,
    /// The state of each outline seen so far, by fingerprint.
    known: HashMap<u64, usize>,
    /// What no longer tells states of one kin apart.
    folded: HashSet<(FoldedPart, u64)>,
}

/// A part of an outline that may stop telling states apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FoldedPart {
    Heading,
    Choice,
}

impl FoldedPart {
    const ALL: [Self; 2] = [Self::Heading, Self::Choice];

    const fn word(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Choice => "selected tab",
        }
    }
}

impl AdaptiveAbstraction {
    /// The state that `screen` is.
    pub fn assign(&mut self, screen: &Screen, reached: ReachedBy) -> StateIds {
        self.assign_as(screen, reached, None)
    }

    /// What people call the state `id`; `None` if no screen was assigned to it.
    pub fn name_of(&self, id: StateId) -> Option<&str> {
        self.by_id.get(&id).map(|state| self.states[*state].name.as_str())
    }

    /// Takes in a screen that was recorded as the state `ids`.
    pub fn restore(&mut self, screen: &Screen, reached: ReachedBy, ids: StateIds) {
        self.assign_as(screen, reached, Some(ids.structural));
    }

    /// The changes made by the latest calls, each once.
    pub fn take_changes(&mut self) -> Vec<AbstractionChange> {
        std::mem::take(&mut self.changes)
    }

    fn assign_as(
        &mut self,
        screen: &Screen,
        reached: ReachedBy,
        recorded: Option<StateId>,
    ) -> StateIds {
        if let Some(turn) = screen.dialogue() {
            self.present = None;
            return spoken::state_ids(turn);
        }
        let outline = Arc::new(ScreenOutline::of(screen, &self.numbers.see(screen)));
        let fingerprint = outline.fingerprint();
        let known = self.places.get(&outline.place);
        let known = known.and_then(|place| place.known.get(&fingerprint)).copied();
        let found = known.or_else(|| self.find(&outline, reached));
        let state = match recorded.map(|id| (id, self.by_id.get(&id).copied())) {
            // What was recorded counts, also if another version of this rule made it.
            Some((_, Some(recorded))) => recorded,
            Some((id, None)) => {
                let split_off = found.filter(|found| !self.is_same(*found, &outline));
                self.add(id, label(screen), &outline, split_off)
            }
            None => match found {
                Some(found) if self.is_same(found, &outline) || known.is_some() => found,
                near => self.add(self.free_id(&outline), label(screen), &outline, near),
            },
        };
        let state = self.resolved(state);
        self.learn_rows(state, &outline);
        if let Some(place) = self.places.get_mut(&outline.place) {
            place.known.insert(fingerprint, state);
        }
        self.before = self.present.take();
        self.present = Some(AssignedScreen { state, outline });
        StateIds { exact: exact_id(screen), structural: self.states[state].id }
    }

    /// The state that `state` was merged into, or itself.
    fn resolved(&self, mut state: usize) -> usize {
        while let Some(into) = self.states[state].merged {
            state = into;
        }
        state
    }

    /// Adds a state. `near` is the one that its screen would be if a detail did not tell them apart.
    fn add(
        &mut self,
        id: StateId,
        plain: String,
        outline: &Arc<ScreenOutline>,
        near: Option<usize>,
    ) -> usize {
        let position = self.states.len();
        let root = near.map_or(position, |near| self.states[near].root);
        let name = self.name(&plain, outline, near.map(|_| root));
        self.states.push(KnownState {
            id,
            plain,
            name,
            first: outline.clone(),
            kin: outline.kin(),
            rows: outline.rows.clone(),
            root,
            split: StateSplit { states: vec![position], ..StateSplit::default() },
            merged: None,
            trials: BTreeMap::new(),
            targets: BTreeMap::new(),
        });
        self.by_id.insert(id, position);
        self.places.entry(outline.place.clone()).or_default().states.push(position);
        if root != position {
            self.states[root].split.states.push(position);
            self.unsplit_if_useless(root);
        }
        position
    }

    /// The id of the screen's structure, or another one if that is the id of another state.
    fn free_id(&self, outline: &ScreenOutline) -> StateId {
        let mut id = id_of(outline);
        let mut text = String::new();
        while self.by_id.contains_key(&id) {
            text = format!("{text}{:016x}", outline.fingerprint());
            id = StateId(xxh3_64(text.as_bytes()));
        }
        id
    }

    /// The state that is most like the screen. It may differ from it in what splits that state.
    fn find(&mut self, outline: &ScreenOutline, reached: ReachedBy) -> Option<usize> {
        let place = self.places.get(&outline.place)?;
        let latest = place.states.iter().rev().take(MOST_COMPARED).copied();
        let alike = latest.filter(|state| self.states[*state].merged.is_none());
        let alike: Vec<(usize, usize)> = alike
            .filter_map(|state| Some((self.distance(place, state, outline)?, state)))
            .collect();
        let same = alike.iter().filter(|(_, state)| self.is_same(*state, outline));
        let nearest = same.min().or_else(|| alike.iter().min())?.1;
        if reached == ReachedBy::Scroll
            && let Some(AssignedScreen { state, .. }) = self.present
            && self.states[self.resolved(state)].root == self.states[nearest].root
        {
            // A list that was scrolled is the same list, whatever rows it shows now.
            let state = self.resolved(state);
            self.learn_rows(state, outline);
            return Some(state);
        }
        if reached == ReachedBy::Row && self.is_same(nearest, outline) {
            self.split_by_rows(nearest, outline);
        }
        Some(nearest)
    }

    fn learn_rows(&mut self, state: usize, outline: &ScreenOutline) {
        let known = &mut self.states[state].rows;
        for (list, rows) in &outline.rows {
            known.entry(list.clone()).or_default().extend(rows.iter().cloned());
        }
    }

    /// How many parts differ; `None` if they are not alike.
    fn distance(
        &self,
        place: &PlaceStates,
        state: usize,
        outline: &ScreenOutline,
    ) -> Option<usize> {
        let KnownState { first, kin, .. } = &self.states[state];
        let differs =
            |part: FoldedPart, equal: bool| !equal && !place.folded.contains(&(part, *kin));
        let alike = !differs(FoldedPart::Heading, first.heading == outline.heading)
            && !differs(FoldedPart::Choice, first.choice == outline.choice)
            && first.lists == outline.lists
            && is_same_menu(first, outline);
        if !alike {
            return None;
        }
        let [acts, says] =
            [differing(&first.actions, &outline.actions), differing(&first.words, &outline.words)];
        let tolerated = match first.actions.len().min(outline.actions.len()) {
            VERY_MANY_ACTIONS.. => 2,
            MANY_ACTIONS.. => 1,
            _ => 0,
        };
        let near = acts <= tolerated && says <= OTHER_WORDS;
        near.then_some(2 * acts + says)
    }

    /// True if nothing by which the state was split differs.
    fn is_same(&self, state: usize, outline: &ScreenOutline) -> bool {
        let KnownState { first, rows, root, .. } = &self.states[state];
        let split = &self.states[*root].split;
        split.details.iter().all(|detail| first.value(detail) == outline.value(detail))
            && split.lists.iter().all(|list| overlaps(rows.get(list), outline.rows.get(list)))
    }

    /// Takes in what an action did. The screens before and after it were assigned.
    pub fn learn(&mut self, learned: &TransitionLearned) {
        let counts = matches!(
            learned.outcome,
            ActionOutcome::None
                | ActionOutcome::Content
                | ActionOutcome::Moved
                | ActionOutcome::LeftApp
        );
        let Some(from) = self.by_id.get(&learned.from).map(|from| self.resolved(*from)) else {
            return;
        };
        let Some(to) = self.by_id.get(&learned.to).map(|to| self.resolved(*to)) else { return };
        let Some(before) = self.before.clone() else { return };
        if !counts || self.resolved(before.state) != from || !is_aimed(&learned.key) {
            return;
        }
        let trials = self.states[from].trials.entry(learned.key.clone()).or_default();
        trials.push(ActionTrial { outline: before.outline, to });
        if trials.len() > MOST_TRIALS {
            trials.remove(0);
        }
        self.states[from].targets.entry(learned.template.clone()).or_default().insert(to);
        self.refine(from, &learned.key);
        self.coarsen(from);
    }
}

/// True for an action on one widget. BACK, a restart, a rotation and the like lead elsewhere for
/// reasons that are not on the screen.
fn is_aimed(key: &ActionKey) -> bool {
    let words = ["tap", "long_tap", "double_tap", "swipe", "type"];
    let key = key.as_str();
    let first = key.split(' ').next().unwrap_or_default();
    words.contains(&first) && !key.contains(", at once ") && !is_one_of_several(key)
}

/// True for the name of a widget that only its order tells apart from others, such as `tap Button (3)`:
/// on another screen it may be another widget.
fn is_one_of_several(key: &str) -> bool {
    let number =
        key.strip_suffix(')').and_then(|key| key.rsplit_once(" (")).map(|(_, number)| number);
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The larger of what one has and the other does not: a changed label is one difference.
fn differing(one: &BTreeSet<String>, other: &BTreeSet<String>) -> usize {
    one.difference(other).count().max(other.difference(one).count())
}

/// A quarter of the shorter list was seen in the longer.
fn overlaps(seen: Option<&BTreeSet<String>>, rows: Option<&BTreeSet<String>>) -> bool {
    let (Some(seen), Some(rows)) = (seen, rows) else { return true };
    let common = seen.intersection(rows).count();
    4 * common >= seen.len().min(rows.len())
}

fn is_same_menu(one: &ScreenOutline, other: &ScreenOutline) -> bool {
    let (Some(labels), Some(others)) = (&one.menu, &other.menu) else {
        return one.menu.is_some() == other.menu.is_some();
    };
    if one.menu_varies && other.menu_varies {
        let common = labels.intersection(others).count();
        return 4 * common >= labels.len() + others.len();
    }
    labels == others
}
