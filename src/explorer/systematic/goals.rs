//! The states that have something untried and can still be goals, kept up to date by state.

use std::collections::{BTreeSet, HashMap};

use crate::domain::{ActionKey, ActionKind, StateId};
use crate::explorer::Situation;
use crate::model::BehaviourModel;
use crate::model::behaviour::{KnownAction, StateNode};
use crate::model::frontier::is_untried;
use crate::model::path::{JoinedPath, KnownActions, PathSearch, PathStep, path_along};

/// If nothing is found near by, so many goals further away are compared.
const COMPARED_GOALS: usize = 8;
/// As many steps as a restart counts for on a path to a goal far away.
const RESTART_STEPS: u32 = 2;

/// The frontier without the states that were given up.
#[derive(Default)]
pub(super) struct UntriedGoals {
    /// The changes of the behaviour model that are taken in.
    indexed: usize,
    /// The app that they are of.
    app: String,
    positions: BTreeSet<usize>,
    /// How often a path to each state failed.
    failed: HashMap<StateId, u32>,
}

/// What a search for a goal found.
pub(super) enum GoalPath {
    /// The path to the nearest goal.
    Nearest(Vec<PathStep>),
    /// A path to a goal far away, to which there may be a shorter one.
    Far(Vec<PathStep>),
    /// No known path leads to these goals.
    Unknown(Vec<StateId>),
}

impl UntriedGoals {
    /// Takes in what changed in `model`. A state is given up after `most` failed paths.
    pub(super) fn update(&mut self, model: &BehaviourModel, most: u32) {
        if self.indexed > model.changes().len() || self.app != model.package() {
            // Another model, or another app.
            self.positions.clear();
            self.indexed = 0;
            model.package().clone_into(&mut self.app);
        }
        for position in model.changes().iter().skip(self.indexed) {
            let node = &model.states()[*position];
            if model.frontier().contains(*position) && !self.is_given_up(node.id, most) {
                self.positions.insert(*position);
            } else {
                self.positions.remove(position);
            }
        }
        self.indexed = model.changes().len();
    }

    fn is_given_up(&self, state: StateId, most: u32) -> bool {
        self.failed.get(&state).is_some_and(|times| *times >= most)
    }

    /// So many more paths to `state` failed. It is given up after `most` of them.
    pub(super) fn fail(&mut self, model: &BehaviourModel, state: StateId, times: u32, most: u32) {
        *self.failed.entry(state).or_insert(0) += times;
        if self.is_given_up(state, most)
            && let Some(position) = model.position(state)
        {
            self.positions.remove(&position);
        }
    }

    /// The path to the nearest goal; `None` if there is no goal. If none is among the nearest
    /// `searched` states, the path leads to one of those that were discovered first: going over all
    /// known states would take longer the more there are.
    pub(super) fn path(&self, situation: &Situation, searched: usize) -> Option<GoalPath> {
        let model = &*situation.model;
        let here = situation.state.structural;
        let is_goal = |position: &usize| {
            let node = &model.states()[*position];
            node.id != here && !is_all_refused(node, situation)
        };
        let mut goals = self.positions.iter().copied().filter(is_goal).peekable();
        goals.peek()?;
        let Some(mut search) = PathSearch::new(model, here, &KnownActions) else {
            return Some(GoalPath::Unknown(ids(model, goals)));
        };
        for _ in 0..searched {
            let Some(reached) = search.next() else {
                return Some(GoalPath::Unknown(ids(model, goals)));
            };
            if self.positions.contains(&reached.position) && is_goal(&reached.position) {
                return Some(GoalPath::Nearest(search.path(reached.position)));
            }
        }
        let compared: Vec<usize> = goals.take(COMPARED_GOALS).collect();
        let known = compared.iter().filter_map(|goal| {
            let restart = model.depth(model.states()[*goal].id).map(|depth| JoinedPath {
                joint: 0,
                goal: *goal,
                cost: RESTART_STEPS + depth,
            });
            let known = search.joined(*goal).map(|joined| (joined, false));
            let paths = known.into_iter().chain(restart.map(|joined| (joined, true)));
            paths.min_by_key(|(joined, _)| joined.cost)
        });
        let Some((joined, restarts)) = known.min_by_key(|(joined, _)| joined.cost) else {
            return Some(GoalPath::Unknown(ids(model, compared.into_iter())));
        };
        Some(GoalPath::Far(if restarts {
            let to = model.states()[joined.joint].id;
            let restart = PathStep { from: here, key: ActionKey::restart(), to };
            let path = path_along(model, joined.joint, joined.goal);
            std::iter::once(restart).chain(path).collect()
        } else {
            search.joined_path(joined)
        }))
    }
}

fn ids(model: &BehaviourModel, positions: impl Iterator<Item = usize>) -> Vec<StateId> {
    positions.map(|position| model.states()[position].id).collect()
}

/// True if all that is untried in `node` is refused there.
fn is_all_refused(node: &StateNode, situation: &Situation) -> bool {
    let is_left = |known: &KnownAction| {
        known.kind != ActionKind::Scroll
            && is_untried(node, &known.key, &known.template)
            && !situation.is_refused_in(node.id, &known.key)
    };
    !situation.refusals.of(node.id).is_empty() && !node.available.iter().any(is_left)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::explorer::testing::World;
    use crate::model::path::EXPANDED;
    use crate::model::testing::{
        discovered, discovered_with, exhausted, fold, id, learned, opened,
    };

    const SEARCHED: usize = 50;

    /// The situation in state `here` of `model`, with the goals of that.
    fn at(here: u64, model: BehaviourModel) -> (Situation, UntriedGoals) {
        let mut situation = World::new(None).situation();
        situation.state.structural = id(here);
        situation.model = Arc::new(model);
        let mut goals = UntriedGoals::default();
        goals.update(&situation.model, 2);
        (situation, goals)
    }

    fn keys(path: &[PathStep]) -> Vec<&str> {
        path.iter().map(|step| step.key.as_str()).collect()
    }

    #[test]
    fn a_search_for_a_goal_does_not_grow_with_the_states() {
        let expanded = |states: u64| {
            let (situation, goals) = at(1, exhausted(states));
            EXPANDED.set(0);
            let Some(GoalPath::Far(path)) = goals.path(&situation, SEARCHED) else { panic!() };
            assert_eq!(path.last().unwrap().to, id(states));
            assert_eq!(path.len(), states.ilog2() as usize);
            EXPANDED.get()
        };
        let (few, many) = (expanded(500), expanded(5_000));
        assert_eq!(few, many);
        assert!(few < SEARCHED, "{few}");
    }

    #[test]
    fn the_nearest_goal_is_found_near_by() {
        let (situation, goals) = at(20, exhausted(40));
        let Some(GoalPath::Nearest(path)) = goals.path(&situation, SEARCHED) else { panic!() };
        assert_eq!(keys(&path), ["open 40"]);
    }

    #[test]
    fn a_restart_leads_to_what_no_known_path_leads_to() {
        let mut events = vec![opened(), discovered(1), discovered_with(2, &["open"])];
        events.extend((3..100).map(discovered));
        events.push(learned(1, "list", 2));
        events.extend((3..99).map(|state| learned(state, "next", state + 1)));
        let (situation, goals) = at(3, fold(&events));
        let Some(GoalPath::Far(path)) = goals.path(&situation, SEARCHED) else { panic!() };
        assert_eq!(keys(&path), ["restart the app", "list"]);
        let Some(GoalPath::Unknown(unknown)) = goals.path(&situation, 1_000) else { panic!() };
        assert_eq!(unknown, [id(2)], "the search ended, and the app is restarted alone");
    }

    #[test]
    fn a_goal_is_given_up_after_failed_paths() {
        let (situation, mut goals) = at(1, exhausted(9));
        let model = &situation.model;
        goals.fail(model, id(9), 1, 2);
        assert!(goals.path(&situation, SEARCHED).is_some());
        goals.fail(model, id(9), 1, 2);
        assert!(goals.path(&situation, SEARCHED).is_none());
        goals.update(model, 2);
        assert!(goals.path(&situation, SEARCHED).is_none());
    }
}
