//! Voice apps: every reply of every state once, the nearest state first. Paths are the known
//! shortest ones; one that leads elsewhere is given up.

use std::collections::{HashMap, VecDeque};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::weights::SystematicWeights;
use crate::domain::{Action, ActionKey, AvailableAction, StateId};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::returning::return_to_app;
use crate::explorer::{ExplorerProposal, SHOWN_ALTERNATIVES, Situation};
use crate::model::behaviour::{KnownAction, StateNode};
use crate::model::frontier::is_untried;
use crate::model::path::{self, PathStep};
use crate::protocol::Alternative;

/// See the module.
pub(super) struct SystematicDialogue {
    failed_paths: u32,
    random: StdRng,
    path: VecDeque<PathStep>,
    goal: Option<StateId>,
    /// How often a path to each state failed.
    failed: HashMap<StateId, u32>,
    restarted_at: Option<u64>,
}

impl SystematicDialogue {
    pub(super) fn new(weights: &SystematicWeights, seed: u64) -> Self {
        Self {
            failed_paths: weights.failed_paths,
            random: StdRng::seed_from_u64(seed),
            path: VecDeque::new(),
            goal: None,
            failed: HashMap::new(),
            restarted_at: None,
        }
    }

    /// What is said next.
    pub(super) fn choose(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if let Some(reopened) = return_to_app(situation) {
            self.path.clear();
            return Some(reopened);
        }
        self.untried_at_goal(situation)
            .or_else(|| self.follow(situation))
            .or_else(|| self.untried_here(situation))
            .or_else(|| self.go_to_untried(situation))
            .or_else(|| self.least_tried(situation))
    }

    /// At the end of a path, what is untried there comes before anything else. If it is no longer
    /// offered, this state does not become a goal again.
    fn untried_at_goal(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        if self.goal != Some(here) || !self.path.is_empty() {
            return None;
        }
        self.goal = None;
        let untried = self.untried_here(situation);
        if untried.is_none() {
            self.failed.insert(here, self.failed_paths);
        }
        untried
    }

    /// The next step of the current path, as long as it led where it should.
    fn follow(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let step = self.path.front()?;
        let next = (step.from == situation.state.structural)
            .then(|| find(situation, &step.key))
            .flatten()
            .filter(|next| !situation.is_refused(&next.key));
        let Some(next) = next else {
            self.path.clear();
            if let Some(goal) = self.goal.take() {
                *self.failed.entry(goal).or_insert(0) += 1;
            }
            return None;
        };
        self.path.pop_front();
        let left = self.path.len();
        let why =
            format!("On the known path to a state with something untried, {left} more after this.");
        Some(ExplorerProposal::new(next, why))
    }

    fn untried_here(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let node = situation.model.state(situation.state.structural);
        let untried: Vec<AvailableAction> = situation
            .available
            .iter()
            .filter(|candidate| !situation.is_refused(&candidate.key))
            .filter(|candidate| {
                node.is_none_or(|node| is_untried(node, &candidate.key, &candidate.template))
            })
            .cloned()
            .collect();
        let first = untried.first()?.clone();
        self.goal = None;
        let why = format!("Never tried in this state; {} such left here.", untried.len());
        Some(ExplorerProposal::new(first, why).with_alternatives(shown(untried)))
    }

    /// Takes the path to the nearest state with something untried. Restarts the app if none is
    /// known.
    fn go_to_untried(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let model = &*situation.model;
        let (failed, failed_paths) = (&self.failed, self.failed_paths);
        let is_goal = |state: &StateNode| {
            state.id != here
                && failed.get(&state.id).is_none_or(|times| *times < failed_paths)
                && model.position(state.id).is_some_and(|at| model.frontier().contains(at))
                && !is_all_refused(state, situation)
        };
        let frontier = model.frontier().positions().map(|at| &model.states()[at]);
        let mut goals = frontier.filter(|state| is_goal(state)).peekable();
        goals.peek()?;
        if let Some(path) = path::shortest_path(model, here, is_goal) {
            self.goal = path.last().map(|step| step.to);
            self.path = path.into();
            let length = self.path.len();
            let mut step = self.follow(situation)?;
            step.why = format!(
                "Everything here is tried; the nearest state that has more is {length} away."
            );
            return Some(step);
        }
        if self.restarted_at.is_some_and(|step| situation.step <= step + 1) {
            // Not even a restart leads there.
            let unreachable: Vec<StateId> = goals.map(|state| state.id).collect();
            self.failed.extend(unreachable.into_iter().map(|state| (state, failed_paths)));
            return None;
        }
        let restart = named(situation, Action::Restart);
        if situation.is_refused(&restart.key) {
            return None;
        }
        self.restarted_at = Some(situation.step);
        let why = "No known path leads from here to what is untried, so the app is restarted.";
        Some(ExplorerProposal::new(restart, why))
    }

    /// Everything known is tried: what was said least is said again, which may meet hidden data.
    fn least_tried(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let node = situation.model.state(situation.state.structural);
        let tries = |key: &ActionKey| {
            node.and_then(|node| node.edges.get(key)).map_or(0, |edge| edge.tries.count)
        };
        let allowed = situation.available.iter();
        let allowed: Vec<&AvailableAction> =
            allowed.filter(|candidate| !situation.is_refused(&candidate.key)).collect();
        let least = allowed.iter().map(|candidate| tries(&candidate.key)).min()?;
        let equals: Vec<_> =
            allowed.into_iter().filter(|candidate| tries(&candidate.key) == least).collect();
        let chosen = (*equals.get(self.random.random_range(0..equals.len()))?).clone();
        let why = format!("Everything known is tried; this was tried least ({least} times).");
        Some(ExplorerProposal::new(chosen, why))
    }
}

/// What is called `key` in the present state.
fn find(situation: &Situation, key: &ActionKey) -> Option<AvailableAction> {
    let restart = [named(situation, Action::Restart)];
    situation.available.iter().cloned().chain(restart).find(|action| action.key == *key)
}

/// True if all that is untried in `node` is refused there.
fn is_all_refused(node: &StateNode, situation: &Situation) -> bool {
    let is_left = |known: &KnownAction| {
        is_untried(node, &known.key, &known.template)
            && !situation.is_refused_in(node.id, &known.key)
    };
    !situation.refusals.of(node.id).is_empty() && !node.available.iter().any(is_left)
}

fn shown(untried: Vec<AvailableAction>) -> Vec<Alternative> {
    let others = untried.into_iter().skip(1).take(SHOWN_ALTERNATIVES);
    others
        .map(|candidate| Alternative {
            action: candidate.action,
            key: candidate.key,
            score: 1.0,
            why: "untried".into(),
        })
        .collect()
}
