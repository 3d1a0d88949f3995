//! Known paths to the work that is left.

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
pub(super) struct WorkGoal {
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
pub(super) struct WorkSearch<'a> {
    pub situation: &'a Situation,
    pub breadth: &'a BreadthMemory,
    pub work: &'a WorkLeft,
    /// What leads somewhere from any state.
    pub jumps: Vec<PathJump>,
    /// Where BACK should lead, as long as it was not tried.
    pub paths_back: &'a PathsBack,
    pub back: ActionKey,
    /// Forms that a path can lead through.
    pub passages: KnownPassages,
}

impl WorkSearch<'_> {
    /// The goal with the highest rate, if that is higher than `bar`.
    ///
    /// The search ends as soon as nothing further away can be better, or after
    /// [`searched_states`] states. Then the states of `far`, by their positions, are compared as
    /// well: the search goes on to them along the shortest known paths from the app's first state.
    ///
    /// [`searched_states`]: crate::explorer::shared::work_left::WorkLeftWeights::searched_states
    pub(super) fn best(&self, bar: f64, far: &[usize]) -> Option<WorkGoal> {
        let situation = self.situation;
        let model = &*situation.model;
        let here = situation.state.structural;
        let mut best: Option<WorkGoal> = None;
        let mut bar = bar;
        let mut left = self.work.weights().searched_states;
        let mut search = PathSearch::new(model, here, self)?;
        while let Some(reached) = search.next() {
            if self.work.bound(reached.cost) <= bar {
                return best;
            }
            if left == 0 {
                break;
            }
            left -= 1;
            let Some(rate) = self.rate(reached).filter(|rate| *rate > bar) else { continue };
            let Some((key, next)) = search.first_step(reached.position) else { continue };
            bar = rate;
            best = Some(self.goal(rate, reached, key, next));
        }
        for position in if left == 0 { far } else { &[] } {
            let Some(joined) = search.joined(*position) else { continue };
            let reached = ReachedState { position: joined.goal, cost: joined.cost };
            let Some(rate) = self.rate(reached).filter(|rate| *rate > bar) else { continue };
            let Some((key, next)) = search.first_joined_step(joined) else { continue };
            bar = rate;
            best = Some(self.goal(rate, reached, key, next));
        }
        best
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
        Some(rate * self.breadth.left_in(node.id))
    }

    fn goal(&self, rate: f64, reached: ReachedState, key: &ActionKey, next: usize) -> WorkGoal {
        let states = self.situation.model.states();
        let (state, next) = (states[reached.position].id, states[next].id);
        WorkGoal { rate, state, key: key.clone(), next, steps: reached.cost }
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
        Some((&self.back, self.paths_back.assumed(from, &self.back)?))
    }

    fn passage(&self, from: &StateNode) -> Option<&PathJump> {
        self.passages.of(from)
    }

    fn jumps(&self) -> &[PathJump] {
        &self.jumps
    }
}
