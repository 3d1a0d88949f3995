//! Known paths to states that are expected to yield more than what is left here.

use std::collections::HashMap;

use super::memory::RulesMemory;
use crate::domain::{ActionKey, StateId};
use crate::explorer::RefusalMemory;
use crate::model::BehaviourModel;
use crate::model::behaviour::StateNode;
use crate::model::path::{PathJump, PathRules, PathSearch, ReachedState};

/// Scores that differ less are equal.
pub const SAME_SCORE: f64 = 1e-9;

/// An input of the present state that a path may begin with.
#[derive(Clone, Copy, Debug)]
pub struct FirstInput<'a> {
    /// Its name.
    pub key: &'a ActionKey,
    /// What it is expected to yield by itself.
    pub own: f64,
    /// What is left of its score since it was repeated without finding anything.
    pub fresh: f64,
    /// True if it was never tried and leaves the screen, so that what BACK leads to counts for it
    /// too.
    pub leaves: bool,
}

/// What the yields of states follow from.
pub type KnownYields<'a> = (&'a BehaviourModel, &'a RulesMemory, &'a RefusalMemory);

/// The best path that begins with a certain input.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedPath {
    /// What it is expected to yield.
    pub expected: f64,
    /// The state it ends in.
    pub goal: StateId,
    /// The state that its first step should lead to.
    pub next: StateId,
    /// Its length; a restart counts more than one.
    pub steps: u32,
}

/// The best paths from `here` by their first input, which is one of `firsts`.
///
/// A path goes over transitions that were seen to lead somewhere, each to where it led most often.
/// Beside these, BACK is taken to lead to where a state was reached from, until it was tried, and
/// a restart to where the last one led.
///
/// The search ends as soon as nothing further away can change which input is the best, or after
/// [`searched_states`] states. Then the states that promise most are compared, however far away.
///
/// [`searched_states`]: crate::explorer::elevate::ElevateWeights::searched_states
pub fn best_paths(
    known: KnownYields<'_>,
    here: StateId,
    firsts: &[FirstInput<'_>],
) -> HashMap<ActionKey, RankedPath> {
    paths_below(known.1.yields.bound(), known, here, firsts)
}

/// The same, if no state is expected to yield more than `bound`.
fn paths_below(
    bound: f64,
    known: KnownYields<'_>,
    here: StateId,
    firsts: &[FirstInput<'_>],
) -> HashMap<ActionKey, RankedPath> {
    let (model, memory, _) = known;
    let weights = &memory.weights;
    let rules = RulesOfPaths::new(model, memory, here, firsts);
    let mut best: HashMap<ActionKey, RankedPath> = HashMap::new();
    let Some(mut search) = PathSearch::new(model, here, &rules) else { return best };
    let mut level = 0;
    let mut searched = 0;
    while let Some(reached) = search.next() {
        if searched == weights.searched_states {
            add_far_paths(known, &search, &mut best);
            break;
        }
        searched += 1;
        if reached.cost > level {
            level = reached.cost;
            let still = bound * weights.decay_per_step.powf(f64::from(level));
            let back = match best.get(&rules.back) {
                Some(back) => Some(back.expected),
                // All that is one step away was seen: BACK leads nowhere.
                None if level > 1 => None,
                None => Some(0.0),
            };
            if !can_change(still, firsts, &best, back) {
                break;
            }
        }
        let Some((first, next)) = search.first_step(reached.position) else { continue };
        add_path(known, reached, (first, next), &mut best);
    }
    best
}

/// Adds the path to `goal` over its first step, if it is the best that begins with that.
fn add_path(
    (model, memory, refusals): KnownYields<'_>,
    goal: ReachedState,
    (first, next): (&ActionKey, usize),
    best: &mut HashMap<ActionKey, RankedPath>,
) {
    let node = &model.states()[goal.position];
    let far = memory.weights.decay_per_step.powf(f64::from(goal.cost));
    let known = best.get(first).map(|known| known.expected);
    if known.is_some_and(|known| memory.yields.bound_of(node.id) * far < known) {
        return;
    }
    let expected = memory.expected(node, refusals.of(node.id)) * far * memory.doubt(node.id);
    if known.is_none_or(|known| known < expected) {
        let next = model.states()[next].id;
        let path = RankedPath { expected, goal: node.id, next, steps: goal.cost };
        best.insert(first.clone(), path);
    }
}

/// Adds the paths to those states that promise most, however far away: to what `search` reached, and
/// on from there.
fn add_far_paths(
    known: KnownYields<'_>,
    search: &PathSearch<'_, RulesOfPaths<'_>>,
    best: &mut HashMap<ActionKey, RankedPath>,
) {
    let (model, memory, _) = known;
    for state in memory.yields.ranking().take(memory.weights.compared_states) {
        let Some(position) = model.position(state) else { continue };
        let Some(joined) = search.joined(position) else { continue };
        let Some(step) = search.first_joined_step(joined) else { continue };
        let goal = ReachedState { position, cost: joined.cost };
        add_path(known, goal, step, best);
    }
}

/// True if a path that is expected to yield no more than `still` may change which of `firsts` is
/// the best. `back` is what the best path that begins with BACK yields, if there is any.
fn can_change(
    still: f64,
    firsts: &[FirstInput<'_>],
    best: &HashMap<ActionKey, RankedPath>,
    back: Option<f64>,
) -> bool {
    if still <= 0.0 {
        return false;
    }
    let score = |first: &FirstInput<'_>| {
        let path = best.get(first.key).map_or(0.0, |path| path.expected);
        path.max(first.own) * first.fresh
    };
    let leader = firsts.iter().map(score).fold(0.0, f64::max) - SAME_SCORE;
    let leaving =
        |first: &FirstInput<'_>| first.leaves && (first.own + still) * first.fresh >= leader;
    still >= leader || (back.is_some_and(|back| still > back) && firsts.iter().any(leaving))
}

/// What counts as a step of a path.
struct RulesOfPaths<'a> {
    model: &'a BehaviourModel,
    memory: &'a RulesMemory,
    here: StateId,
    firsts: &'a [FirstInput<'a>],
    back: ActionKey,
    restart: Vec<PathJump>,
}

impl<'a> RulesOfPaths<'a> {
    fn new(
        model: &'a BehaviourModel,
        memory: &'a RulesMemory,
        here: StateId,
        firsts: &'a [FirstInput<'a>],
    ) -> Self {
        let back = ActionKey::back();
        let restart = ActionKey::restart();
        // Some apps come back where they were left, or begin with something else once it is known.
        let root = memory.breadth.exits.root();
        let root = root.or_else(|| model.states().first().map(|first| first.id));
        let may = firsts.iter().any(|first| *first.key == restart);
        let cost = memory.weights.restart_steps;
        let restart =
            root.filter(|root| may && *root != here).map(|to| PathJump { key: restart, to, cost });
        Self { model, memory, here, firsts, back, restart: restart.into_iter().collect() }
    }
}

impl PathRules for RulesOfPaths<'_> {
    fn allows(&self, from: &StateNode, key: &ActionKey) -> bool {
        // A turned display is turned back at once.
        !key.is_turn_aside()
            && (from.id != self.here || self.firsts.iter().any(|first| first.key == key))
    }

    /// The screens of a bar at the bottom are left out, since BACK leaves the app there.
    fn assumed(&self, from: &StateNode) -> Option<(&ActionKey, StateId)> {
        let before = self.memory.paths_back.assumed(from, &self.back)?;
        let before = self.model.state(before)?;
        let on_top = self.memory.can_be_left(from.id) || before.location != from.location;
        let leaves = self.memory.breadth.exits.leaves(&from.location);
        (on_top && !leaves).then_some((&self.back, before.id))
    }

    fn linked<'a>(&'a self, from: &'a StateNode) -> impl Iterator<Item = (&'a ActionKey, StateId)> {
        self.memory.breadth.links.of(from)
    }

    fn jumps(&self) -> &[PathJump] {
        &self.restart
    }
}

#[cfg(test)]
mod tests;
