//! Walks: along a known path to a state in which something is left to do, in one go. A walk is one
//! choice of the network (an option: Sutton, Precup and Singh, 1999), so what is found at its end
//! counts for it, and what only passes through is not judged step by step. It ends with something that
//! is left at its goal, or else would be followed by the next walk, to and fro.

use super::candidates::Candidate;
use super::{DinoDroid, ValuedCandidate};
use crate::domain::{ActionKey, AvailableAction, StateId};
use crate::explorer::shared::work_paths::WorkGoal;
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};

/// A walk may take so many times the steps that were foreseen, since forms on its way are filled in.
const LONGER: u32 = 3;

/// A walk that is under way.
#[derive(Debug)]
pub(super) struct StartedWalk {
    goal: StateId,
    /// The action that was proposed last, and where it should lead; `None` if it fills in a form.
    step: (ActionKey, Option<StateId>),
    /// Steps that it may still take.
    left: u32,
}

impl DinoDroid {
    /// The walks that can be chosen now.
    pub(super) fn walks(&mut self, situation: &Situation) -> Vec<Candidate> {
        if self.weights.walks == 0 {
            return Vec::new();
        }
        let far = self.paths.far(situation, &self.breadth.index);
        let search = self.paths.search(situation, &self.breadth);
        let goals = search.several(self.weights.walks, 0.0, &far);
        goals.into_iter().map(Candidate::Walk).collect()
    }

    /// The first step of the walk to `goal`, with what there is to say of it.
    pub(super) fn begin_walk(
        &mut self,
        situation: &Situation,
        goal: &WorkGoal,
    ) -> Option<(AvailableAction, String)> {
        let first = self.walk_on(situation, goal, goal.steps.saturating_mul(LONGER))?;
        let label = situation.model.state(goal.state).map_or("", |node| node.label.as_str());
        let steps = match goal.steps {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        Some((first, format!("It is the way to {label:?}, {steps} away, where something is left.")))
    }

    /// The next step of the walk that is under way, if it goes on.
    pub(super) fn go_on_walking(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let walk = self.walk.take()?;
        let left = walk.left.checked_sub(1)?;
        if situation.state.structural == walk.goal {
            self.arrived = Some((walk.goal, None));
            return None;
        }
        let Some(path) = self.paths.search(situation, &self.breadth).to(walk.goal) else {
            self.paths.missed(walk.goal);
            return None;
        };
        let next = self.walk_on(situation, &path, left)?;
        let why = "The walk to what is left elsewhere goes on.";
        Some(ExplorerProposal::new(next, why).with_goal(path.state))
    }

    /// At the goal of a walk only what is left there is considered. If nothing is, the path there counts as
    /// one that led elsewhere.
    pub(super) fn consider_at_goal(
        &mut self,
        situation: &Situation,
        valued: &mut [ValuedCandidate],
    ) {
        let (here, now) = (situation.state.structural, situation.step);
        // A form that was filled in and sent there is something that was done; what was refused is not.
        let is_now = |(goal, step): &(StateId, Option<u64>)| {
            *goal == here && step.is_none_or(|step| step == now)
        };
        let Some((goal, _)) = self.arrived.take().filter(is_now) else { return };
        let is_left = |it: &ValuedCandidate| it.candidate.single().is_some() && it.promised > 0.0;
        let left = valued.iter().filter(|it| is_left(it));
        let best = left.map(|it| it.promised).fold(0.0, f32::max);
        if best > 0.0 {
            let least = best * self.weights.considered as f32;
            let is_considered = |it: &ValuedCandidate| is_left(it) && it.promised >= least;
            valued.iter_mut().for_each(|it| it.is_considered = is_considered(it));
            self.arrived = Some((goal, Some(now)));
        } else {
            self.paths.missed(goal);
        }
    }

    fn walk_on(
        &mut self,
        situation: &Situation,
        path: &WorkGoal,
        left: u32,
    ) -> Option<AvailableAction> {
        let step = self.paths.go(situation, &self.breadth, path)?;
        let leads = (!step.fills).then_some(path.next);
        let expected = (step.available.key.clone(), leads);
        self.walk = Some(StartedWalk { goal: path.state, step: expected, left });
        Some(step.available)
    }

    /// A walk ends if something else was done, or its step led elsewhere.
    pub(super) fn learn_walk(&mut self, done: &PerformedAction, situation: &Situation) {
        let here = situation.state.structural;
        let as_expected = |walk: &StartedWalk| {
            let (key, leads) = &walk.step;
            *key == done.key && leads.is_none_or(|to| to == here)
        };
        if self.walk.as_ref().is_some_and(|walk| !as_expected(walk)) {
            self.walk = None;
        }
    }
}
