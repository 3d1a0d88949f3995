//! The one search for known paths: from one state to all others, the nearest first.
//!
//! [`PathSearch`] is an iterator over the states that can be reached, each with what it costs to
//! get there. It goes no further than it is asked to, so whoever looks for a goal stops at the
//! first one, and whoever weighs goals against their distance stops as soon as nothing further away
//! can be better. So a proposal takes as long as its surroundings are large, not the whole model.
//! Whoever finds nothing near by stops after a fixed number of states. From there on, a
//! [`JoinedPath`] leads to a goal that is chosen in another way: to a state that the search reached,
//! then along the shortest known path from the app's first state.
//!
//! What counts as a step is for [`PathRules`] to say: which of the states an action led to counts,
//! which actions may be done, what is assumed though nobody saw it (BACK), and what leads somewhere
//! from wherever the app is (a restart).

use std::collections::BTreeMap;

use crate::domain::{ActionKey, StateId};

use super::behaviour::{BehaviourModel, StateNode};

/// One step of a known path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Where the action is to be performed.
    pub from: StateId,
    /// The action's name there.
    pub key: ActionKey,
    /// Where it led before.
    pub to: StateId,
}

/// Of the states an action led to, the one that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeTarget {
    /// The one it led to most often.
    Likeliest,
    /// The one it led to last.
    Latest,
}

/// Which of several paths of equal cost is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathTies {
    /// The first that a breadth-first search finds. A jump is taken only if no path is as short.
    FirstFound,
    /// The one over states that were discovered earlier. A jump comes before a path of equal cost.
    EarliestState,
}

/// What leads to one state from wherever the app is, such as a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathJump {
    /// The action's name.
    pub key: ActionKey,
    /// The state it leads to.
    pub to: StateId,
    /// What it costs, in steps; at least 1.
    pub cost: u32,
}

/// What counts as a step of a path. The defaults: every known action, to where it led most often.
pub trait PathRules {
    /// Of the states an action led to, the one that counts.
    fn target(&self) -> EdgeTarget {
        EdgeTarget::Likeliest
    }

    /// Which of several paths of equal cost is taken.
    fn ties(&self) -> PathTies {
        PathTies::FirstFound
    }

    /// True if `key` may be performed in `from`.
    fn allows(&self, from: &StateNode, key: &ActionKey) -> bool {
        let _ = (from, key);
        true
    }

    /// What performing `key` in `from` costs, in steps; at least 1.
    fn cost(&self, from: &StateNode, key: &ActionKey) -> u32 {
        let _ = (from, key);
        1
    }

    /// An action of `from` that is assumed to lead somewhere though nobody saw it do so. It counts
    /// after all known actions.
    fn assumed(&self, from: &StateNode) -> Option<(&ActionKey, StateId)> {
        let _ = from;
        None
    }

    /// Actions of `from` that were never done there, with where each of them should lead. They count after all
    /// known actions.
    fn linked<'a>(&'a self, from: &'a StateNode) -> impl Iterator<Item = (&'a ActionKey, StateId)> {
        let _ = from;
        std::iter::empty()
    }

    /// The button of the form `from` that leads on if its fields hold what they held before, where
    /// to, and what filling them in and pressing it costs. It counts after all known actions.
    fn passage(&self, from: &StateNode) -> Option<&PathJump> {
        let _ = from;
        None
    }

    /// What can be done from the first state alone, to get elsewhere at once.
    fn jumps(&self) -> &[PathJump] {
        &[]
    }
}

/// The default rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownActions;

impl PathRules for KnownActions {}

/// A state that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedState {
    /// Its position in [`BehaviourModel::states`].
    pub position: usize,
    /// What it costs to get there, in steps; 0 for the state at which the search began.
    pub cost: u32,
}

/// A path that goes on from a state that the search reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinedPath {
    /// The position of the state that it goes on from.
    pub joint: usize,
    /// The position of the state that it ends in.
    pub goal: usize,
    /// What it costs as a whole, in steps.
    pub cost: u32,
}

/// The numbers of records by position, on pages that are made when they are needed, so that
/// beginning a search does not take longer the more states are known.
#[derive(Debug)]
struct RecordSlots {
    /// One more than the number of the record; 0 if there is none.
    pages: Vec<Option<Box<[u32; SLOTS]>>>,
}

/// Slots of one page.
const SLOTS: usize = 64;

impl RecordSlots {
    /// Room for `states`.
    fn new(states: usize) -> Self {
        Self { pages: vec![None; states.div_ceil(SLOTS)] }
    }

    fn get(&self, position: usize) -> Option<usize> {
        let page = self.pages.get(position / SLOTS)?.as_ref()?;
        (page[position % SLOTS] as usize).checked_sub(1)
    }

    fn set(&mut self, position: usize, record: usize) {
        if let Some(page) = self.pages.get_mut(position / SLOTS) {
            let page = page.get_or_insert_with(|| Box::new([0; SLOTS]));
            page[position % SLOTS] = u32::try_from(record + 1).unwrap_or(u32::MAX);
        }
    }
}

/// What is known of a reached state.
#[derive(Clone, Copy, Debug)]
struct SearchRecord<'a> {
    position: usize,
    cost: u32,
    /// The record of the state before it, and the action that leads here; `None` for the first.
    came: Option<(usize, &'a ActionKey)>,
    /// The record of the state that the first step of the path leads to; itself for the first.
    first: usize,
    /// True once the search has given this state.
    given: bool,
}

/// See the module.
#[derive(Debug)]
pub struct PathSearch<'a, R> {
    model: &'a BehaviourModel,
    rules: &'a R,
    slots: RecordSlots,
    records: Vec<SearchRecord<'a>>,
    /// Records still to be given, by cost.
    levels: BTreeMap<u32, Vec<usize>>,
    /// Records of the level that is being given, the next last.
    level: Vec<usize>,
    /// The record that was given last, from which the search goes on when it is asked for more.
    open: Option<usize>,
}

impl<'a, R: PathRules> PathSearch<'a, R> {
    /// A search that begins at `from`; `None` if the model does not have this state.
    pub fn new(model: &'a BehaviourModel, from: StateId, rules: &'a R) -> Option<Self> {
        let start = model.position(from)?;
        let mut search = Self {
            model,
            rules,
            slots: RecordSlots::new(model.states().len()),
            records: Vec::new(),
            levels: BTreeMap::new(),
            level: Vec::new(),
            open: None,
        };
        search.reach(start, 0, None);
        for jump in rules.jumps() {
            let Some(to) = model.position(jump.to).filter(|to| *to != start) else { continue };
            if rules.ties() == PathTies::EarliestState {
                search.reach(to, jump.cost.max(1), Some((0, &jump.key)));
            } else {
                // Looked at when its level comes, since a path as short comes first.
                search.levels.entry(jump.cost.max(1)).or_default();
            }
        }
        Some(search)
    }

    /// Notes a path to the state at `position`, if none as cheap is known.
    fn reach(&mut self, position: usize, cost: u32, came: Option<(usize, &'a ActionKey)>) {
        let first = |own: usize| came.map_or(own, |(before, _)| before);
        let record = SearchRecord { position, cost, came, first: 0, given: false };
        let own = if let Some(own) = self.slots.get(position) {
            if self.records[own].cost <= cost {
                return;
            }
            self.records[own] = record;
            own
        } else {
            self.slots.set(position, self.records.len());
            self.records.push(record);
            self.records.len() - 1
        };
        let before = first(own);
        // A path's first step leads from record 0.
        self.records[own].first = if before == 0 { own } else { self.records[before].first };
        self.levels.entry(cost).or_default().push(own);
    }

    /// Goes on from the record `own`.
    fn expand(&mut self, own: usize) {
        let SearchRecord { position, cost, .. } = self.records[own];
        let (model, rules) = (self.model, self.rules);
        let node = &model.states()[position];
        for edge in model.outgoing(position) {
            let to = match rules.target() {
                EdgeTarget::Likeliest => edge.likeliest,
                EdgeTarget::Latest => edge.latest,
            };
            let Some(to) = to.filter(|to| *to != position) else { continue };
            let cost = cost + rules.cost(node, &edge.key).max(1);
            if !self.is_reached(to, cost) && !edge.key.is_clear() && rules.allows(node, &edge.key) {
                self.reach(to, cost, Some((own, &edge.key)));
            }
        }
        if let Some((key, to)) = rules.assumed(node)
            && let Some(to) = model.position(to).filter(|to| *to != position)
            && rules.allows(node, key)
        {
            self.reach(to, cost + rules.cost(node, key).max(1), Some((own, key)));
        }
        for (key, to) in rules.linked(node) {
            let Some(to) = model.position(to).filter(|to| *to != position) else { continue };
            let cost = cost + rules.cost(node, key).max(1);
            if !self.is_reached(to, cost) && rules.allows(node, key) {
                self.reach(to, cost, Some((own, key)));
            }
        }
        if let Some(passage) = rules.passage(node)
            && let Some(to) = model.position(passage.to).filter(|to| *to != position)
            && rules.allows(node, &passage.key)
        {
            self.reach(to, cost + passage.cost.max(1), Some((own, &passage.key)));
        }
    }

    /// True if a path to the state at `position` is known that is no longer.
    fn is_reached(&self, position: usize, cost: u32) -> bool {
        self.record(position).is_some_and(|record| record.cost <= cost)
    }

    /// Begins the next level; false if there is none.
    fn next_level(&mut self) -> bool {
        let Some((cost, found)) = self.levels.pop_first() else { return false };
        let mut level = Vec::with_capacity(found.len());
        if self.rules.ties() == PathTies::FirstFound {
            let rules = self.rules;
            for jump in rules.jumps().iter().filter(|jump| jump.cost.max(1) == cost) {
                let Some(to) = self.model.position(jump.to) else { continue };
                if self.slots.get(to).is_none() {
                    self.reach(to, cost, Some((0, &jump.key)));
                    level.extend(self.levels.remove(&cost).unwrap_or_default());
                }
            }
        }
        level.extend(found);
        if self.rules.ties() == PathTies::EarliestState {
            level.sort_unstable_by_key(|own| self.records[*own].position);
        }
        level.reverse();
        self.level = level;
        true
    }

    fn record(&self, position: usize) -> Option<&SearchRecord<'a>> {
        self.records.get(self.slots.get(position)?)
    }

    /// What it costs to get to the state at `position`, in steps, as far as the search went.
    pub fn cost(&self, position: usize) -> Option<u32> {
        self.record(position).map(|record| record.cost)
    }

    /// The first action of the path to the state at `position`, and the position of the state it
    /// leads to; `None` if that was not reached, or the search began there.
    pub fn first_step(&self, position: usize) -> Option<(&'a ActionKey, usize)> {
        let first = self.records.get(self.record(position)?.first)?;
        first.came.map(|(_, key)| (key, first.position))
    }

    /// The path to the state at `position`; empty if that was not reached, or the search began
    /// there.
    pub fn path(&self, position: usize) -> Vec<PathStep> {
        let states = self.model.states();
        let mut path = Vec::new();
        let mut next = self.record(position);
        while let Some(record) = next {
            let Some((before, key)) = record.came else { break };
            let before = &self.records[before];
            path.push(PathStep {
                from: states[before.position].id,
                key: key.clone(),
                to: states[record.position].id,
            });
            next = Some(before);
        }
        path.reverse();
        path
    }

    /// The cheapest path to the state at `goal` that goes on, from a state that was reached, along
    /// the shortest known path from the first state; `None` if nothing on that was reached.
    pub fn joined(&self, goal: usize) -> Option<JoinedPath> {
        let before = |at: &usize| self.model.last_step(*at).map(|(before, _)| before);
        let on_path = std::iter::successors(Some(goal), before);
        let joints = (0..).zip(on_path).filter_map(|(left, joint)| {
            Some(JoinedPath { joint, goal, cost: self.cost(joint)? + left })
        });
        joints.min_by_key(|joined| joined.cost)
    }

    /// The steps of `joined`.
    pub fn joined_path(&self, joined: JoinedPath) -> Vec<PathStep> {
        let mut path = self.path(joined.joint);
        path.extend(path_along(self.model, joined.joint, joined.goal));
        path
    }

    /// The first action of `joined`, and the position of the state that it leads to; `None` if
    /// it has no steps.
    pub fn first_joined_step(&self, joined: JoinedPath) -> Option<(&'a ActionKey, usize)> {
        self.first_step(joined.joint).or_else(|| {
            let mut to = joined.goal;
            loop {
                let (before, key) = self.model.last_step(to)?;
                if before == joined.joint {
                    return Some((key, to));
                }
                to = before;
            }
        })
    }
}

/// The part from `joint` on of the shortest known path from the first state to `goal`, both as
/// positions in [`BehaviourModel::states`]; the whole path if `joint` is not on it.
pub fn path_along(model: &BehaviourModel, joint: usize, goal: usize) -> Vec<PathStep> {
    let states = model.states();
    let mut path = Vec::new();
    let mut to = goal;
    while to != joint
        && let Some((before, key)) = model.last_step(to)
    {
        path.push(PathStep { from: states[before].id, key: key.clone(), to: states[to].id });
        to = before;
    }
    path.reverse();
    path
}

#[cfg(test)]
thread_local! {
    /// How many states all searches of this thread went on from.
    pub static EXPANDED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl<R: PathRules> Iterator for PathSearch<'_, R> {
    type Item = ReachedState;

    fn next(&mut self) -> Option<ReachedState> {
        if let Some(open) = self.open.take() {
            #[cfg(test)]
            EXPANDED.set(EXPANDED.get() + 1);
            self.expand(open);
        }
        loop {
            while let Some(own) = self.level.pop() {
                let record = &mut self.records[own];
                // A state stands in several levels if a cheaper path to it was found later.
                if !record.given {
                    record.given = true;
                    self.open = Some(own);
                    return Some(ReachedState { position: record.position, cost: record.cost });
                }
            }
            if !self.next_level() {
                return None;
            }
        }
    }
}

/// The shortest known path from `from` to the nearest state that `is_goal` accepts; `None` if no
/// goal can be reached by known actions. An accepted `from` gives an empty path.
pub fn shortest_path(
    model: &BehaviourModel,
    from: StateId,
    mut is_goal: impl FnMut(&StateNode) -> bool,
) -> Option<Vec<PathStep>> {
    let mut search = PathSearch::new(model, from, &KnownActions)?;
    while let Some(reached) = search.next() {
        if is_goal(&model.states()[reached.position]) {
            return Some(search.path(reached.position));
        }
    }
    None
}

#[cfg(test)]
mod tests;
