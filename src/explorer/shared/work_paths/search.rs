//! The search for known paths to the work that is left.

use crate::domain::{ActionKey, StateId};
use crate::explorer::Situation;
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::forms::passages::KnownPassages;
use crate::explorer::shared::paths_back::PathsBack;
use crate::explorer::shared::work_left::{WorkLeft, is_goal};
use crate::model::behaviour::StateNode;
use crate::model::path::{PathJump, PathRules, PathSearch, ReachedState};

/// A state with work left, and the first step to it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::explorer) struct WorkGoal {
    /// What its actions yield per step, those of the path included.
    pub rate: f64,
    /// The state.
    pub state: StateId,
    /// The first action of the path.
    pub key: ActionKey,
    /// Where that should lead.
    pub next: StateId,
    /// What the path costs, in steps.
    pub steps: u32,
}

/// What a search for work needs.
pub(in crate::explorer) struct WorkSearch<'a> {
    pub(super) situation: &'a Situation,
    pub(super) breadth: &'a BreadthMemory,
    pub(super) work: &'a WorkLeft,
    /// The share of what work promises that is believed.
    pub(super) trust: f64,
    /// What leads somewhere from any state.
    pub(super) jumps: Vec<PathJump>,
    /// Where BACK should lead, as long as it was not tried.
    pub(super) paths_back: &'a PathsBack,
    pub(super) back: ActionKey,
    /// Forms that a path can lead through.
    pub(super) passages: KnownPassages,
}

impl WorkSearch<'_> {
    /// The goal with the highest rate, if that is higher than `bar`.
    pub(in crate::explorer) fn best(&self, bar: f64, far: &[usize]) -> Option<WorkGoal> {
        self.several(1, bar, far).pop()
    }

    /// The goals with the highest rates, the best first, `most` of them at most, if their rates are
    /// higher than `bar`.
    ///
    /// The search ends as soon as nothing further away can be better, or after
    /// [`searched_states`] states. Then the states of `far`, by their positions, are compared as
    /// well: the search goes on to them along the shortest known paths from the app's first state.
    ///
    /// [`searched_states`]: crate::explorer::shared::work_left::WorkLeftWeights::searched_states
    pub(in crate::explorer) fn several(
        &self,
        most: usize,
        bar: f64,
        far: &[usize],
    ) -> Vec<WorkGoal> {
        let situation = self.situation;
        let model = &*situation.model;
        let mut found = FoundGoals { most, bar, goals: Vec::new() };
        let mut left = self.work.weights().searched_states;
        let Some(mut search) = PathSearch::new(model, situation.state.structural, self) else {
            return found.goals;
        };
        while let Some(reached) = search.next() {
            if self.work.bound(reached.cost) <= found.bar() {
                return found.goals;
            }
            if left == 0 {
                break;
            }
            left -= 1;
            let Some(rate) = self.rate(reached).filter(|rate| *rate > found.bar()) else {
                continue;
            };
            let Some((key, next)) = search.first_step(reached.position) else { continue };
            found.add(self.goal(rate, reached, key, next));
        }
        for position in if left == 0 { far } else { &[] } {
            let Some(joined) = search.joined(*position) else { continue };
            let reached = ReachedState { position: joined.goal, cost: joined.cost };
            let Some(rate) = self.rate(reached).filter(|rate| *rate > found.bar()) else {
                continue;
            };
            let Some((key, next)) = search.first_joined_step(joined) else { continue };
            found.add(self.goal(rate, reached, key, next));
        }
        found.goals
    }

    /// The path to `state`, whatever is left there; `None` if none is known near by.
    pub(in crate::explorer) fn to(&self, state: StateId) -> Option<WorkGoal> {
        let model = &*self.situation.model;
        let goal = model.position(state)?;
        let mut search = PathSearch::new(model, self.situation.state.structural, self)?;
        for _ in 0..self.work.weights().searched_states {
            let reached = search.next()?;
            if reached.position == goal {
                let (key, next) = search.first_step(goal)?;
                return Some(self.goal(0.0, reached, key, next));
            }
        }
        let joined = search.joined(goal)?;
        let reached = ReachedState { position: joined.goal, cost: joined.cost };
        let (key, next) = search.first_joined_step(joined)?;
        Some(self.goal(0.0, reached, key, next))
    }

    /// What the state yields per step, those of the path included; `None` if it is no goal.
    fn rate(&self, reached: ReachedState) -> Option<f64> {
        let model = &*self.situation.model;
        let node = &model.states()[reached.position];
        let is_here = node.id == self.situation.state.structural;
        if is_here || !is_goal(node, model) {
            return None;
        }
        let rate = self.work.rate(self.situation, &self.breadth.index, node, reached.cost);
        Some(rate * self.breadth.left_in(node.id) * self.trust)
    }

    fn goal(&self, rate: f64, reached: ReachedState, key: &ActionKey, next: usize) -> WorkGoal {
        let states = self.situation.model.states();
        let (state, next) = (states[reached.position].id, states[next].id);
        WorkGoal { rate, state, key: key.clone(), next, steps: reached.cost }
    }
}

/// The best goals that were found so far.
struct FoundGoals {
    most: usize,
    bar: f64,
    /// The best first.
    goals: Vec<WorkGoal>,
}

impl FoundGoals {
    /// What the rate of another goal must exceed.
    fn bar(&self) -> f64 {
        let worst = self.goals.last().filter(|_| self.goals.len() == self.most);
        worst.map_or(self.bar, |worst| worst.rate)
    }

    fn add(&mut self, goal: WorkGoal) {
        // A state may be come to along two paths.
        if let Some(known) = self.goals.iter().position(|known| known.state == goal.state) {
            if self.goals[known].rate >= goal.rate {
                return;
            }
            self.goals.remove(known);
        }
        let place = self.goals.partition_point(|known| known.rate >= goal.rate);
        self.goals.insert(place, goal);
        self.goals.truncate(self.most);
    }
}

impl PathRules for WorkSearch<'_> {
    fn allows(&self, from: &StateNode, key: &ActionKey) -> bool {
        // A restart is a jump: what it did here before says less than what it did last. A turned
        // display is turned back at once, so no path leads over it.
        !key.is_restart()
            && !key.is_turn_aside()
            && !self.situation.is_refused_in(from.id, key)
            && !self.breadth.tarpits.is_entry(from.id, key)
    }

    fn assumed(&self, from: &StateNode) -> Option<(&ActionKey, StateId)> {
        let before = self.paths_back.assumed(from, &self.back)?;
        (!self.breadth.exits.leaves(&from.location)).then_some((&self.back, before))
    }

    fn linked<'a>(&'a self, from: &'a StateNode) -> impl Iterator<Item = (&'a ActionKey, StateId)> {
        self.breadth.links.of(from)
    }

    fn passage(&self, from: &StateNode) -> Option<&PathJump> {
        self.passages.of(from)
    }

    fn jumps(&self) -> &[PathJump] {
        &self.jumps
    }
}
