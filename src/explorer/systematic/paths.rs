//! Known paths to the work that is left.

use crate::domain::screen::belongs_to;
use crate::domain::{ActionKey, StateId};
use crate::explorer::Situation;
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::paths_back::PathsBack;
use crate::explorer::shared::work_left::WorkLeft;
use crate::model::behaviour::StateNode;
use crate::model::path::{PathJump, PathRules, PathSearch};

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
}

impl WorkSearch<'_> {
    /// The goal with the highest rate, if that is higher than `bar`.
    pub(super) fn best(&self, bar: f64) -> Option<WorkGoal> {
        let situation = self.situation;
        let model = &*situation.model;
        let here = situation.state.structural;
        let mut best: Option<WorkGoal> = None;
        let mut bar = bar;
        let mut search = PathSearch::new(model, here, self)?;
        while let Some(reached) = search.next() {
            if self.work.bound(reached.cost) <= bar {
                break;
            }
            let node = &model.states()[reached.position];
            if node.id == here || !is_upright(node) || !belongs_to(&node.package, model.package()) {
                continue;
            }
            let rate = self.work.rate(situation, &self.breadth.index, node, reached.cost)
                * self.breadth.left_in(node.id);
            if rate <= bar {
                continue;
            }
            let Some((key, next)) = search.first_step(reached.position) else { continue };
            bar = rate;
            best = Some(WorkGoal {
                rate,
                state: node.id,
                key: key.clone(),
                next: model.states()[next].id,
                steps: reached.cost,
            });
        }
        best
    }
}

impl PathRules for WorkSearch<'_> {
    fn allows(&self, from: &StateNode, key: &ActionKey) -> bool {
        // A restart is a jump: what it did here before says less than what it did last.
        !key.is_restart()
            && !self.situation.is_refused_in(from.id, key)
            && !self.breadth.tarpits.is_entry(from.id, key)
    }

    fn assumed(&self, from: &StateNode) -> Option<(&ActionKey, StateId)> {
        Some((&self.back, self.paths_back.assumed(from, &self.back)?))
    }

    fn jumps(&self) -> &[PathJump] {
        &self.jumps
    }
}

/// A turned display shows the same, only cut off.
fn is_upright(node: &StateNode) -> bool {
    node.size.height >= node.size.width
}
