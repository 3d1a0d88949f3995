//! Systematic exploration: what was never tried comes first, then the nearest state that has
//! something untried.

mod forms;
mod goals;
mod weights;

use std::collections::VecDeque;

use futures_util::future::BoxFuture;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use self::forms::{SystematicForms, empty_fields};
use self::goals::{GoalPath, UntriedGoals};
pub use self::weights::SystematicWeights;
use super::shared::actions::{named, other_rotation, turn_upright};
use super::shared::labels::{self, LabelMeaning};
use super::shared::returning::return_to_app;
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerProposal, ExplorerSettings, PerformedAction, SHOWN_ALTERNATIVES, Situation,
};
use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey, StateId};
use crate::llm::Asker;
use crate::model::frontier::is_untried;
use crate::model::path::PathStep;
use crate::protocol::Alternative;

/// Tries every action of every state once, nearest first.
///
/// Rows of a list count as tried once three of them led to the same state. Paths are the known
/// shortest ones. A path that leads elsewhere, as in apps with hidden data, is given up.
pub struct Systematic {
    weights: SystematicWeights,
    random: StdRng,
    path: VecDeque<PathStep>,
    goal: Option<StateId>,
    goals: UntriedGoals,
    /// The fields that were filled since the app came to this state.
    filled: Vec<ActionKey>,
    forms: SystematicForms,
    /// The state at the last proposal inside the app.
    last: Option<StateId>,
    restarted_at: Option<u64>,
}

impl Systematic {
    /// One as `settings` say. Choices between equals follow from the seed.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        let weights: SystematicWeights = values::read(&settings.weights)?;
        Ok(Self {
            weights,
            random: StdRng::seed_from_u64(settings.seed),
            path: VecDeque::new(),
            goal: None,
            goals: UntriedGoals::default(),
            filled: Vec::new(),
            forms: SystematicForms::new(weights.form_contents),
            last: None,
            restarted_at: None,
        })
    }

    fn choose(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if let Some(back) = return_to_app(situation) {
            self.path.clear();
            return Some(back);
        }
        if self.last != Some(situation.state.structural) {
            self.filled.clear();
            self.last = Some(situation.state.structural);
        }
        if let Some(upright) = turn_upright(situation) {
            return Some(upright);
        }
        if let Some(untried) = self.untried_at_goal(situation) {
            return Some(untried);
        }
        self.send_empty(situation)
            .or_else(|| self.fill(situation))
            .or_else(|| self.follow(situation))
            .or_else(|| self.untried_here(situation))
            .or_else(|| self.go_to_untried(situation))
            .or_else(|| self.least_tried(situation))
    }

    /// At the end of a path, what is untried there comes before anything else. If it is no longer
    /// on screen, this state does not become a goal again.
    fn untried_at_goal(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        if self.goal != Some(here) || !self.path.is_empty() {
            return None;
        }
        self.goal = None;
        let untried = self.untried_here(situation);
        if untried.is_none() {
            let failed_paths = self.weights.failed_paths;
            self.goals.fail(&situation.model, here, failed_paths, failed_paths);
        }
        untried
    }

    /// Sends an empty form once: the error message that it shows then is a state of its own.
    fn send_empty(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let button = self.forms.empty_to_send(situation)?;
        Some(ExplorerProposal::new(button, "Sent empty once, to see what the form says to that."))
    }

    /// Fills an empty field before anything else: most forms lead nowhere while they are empty.
    fn fill(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let typing = situation.available.iter().find(|typing| {
            let Some(target) = typing.action.target() else { return false };
            let empty = empty_fields(situation).any(|field| field.number == target.number);
            empty && !self.filled.contains(&typing.template) && !situation.is_refused(&typing.key)
        })?;
        self.filled.push(typing.template.clone());
        let why = "This field is empty, and forms lead further when they are filled.";
        Some(ExplorerProposal::new(typing.clone(), why))
    }

    /// The next step of the current path, as long as it led where it should.
    fn follow(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let step = self.path.front()?;
        let next = (step.from == situation.state.structural)
            .then(|| self.find(situation, &step.key))
            .flatten()
            .filter(|next| !situation.is_refused(&next.key));
        let Some(next) = next else {
            self.path.clear();
            if let Some(goal) = self.goal.take() {
                self.goals.fail(&situation.model, goal, 1, self.weights.failed_paths);
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
        let mut untried: Vec<(AvailableAction, f64)> = self
            .candidates(situation)
            .into_iter()
            .filter(|candidate| !situation.is_refused(&candidate.key))
            .filter(|candidate| {
                node.is_none_or(|node| is_untried(node, &candidate.key, &candidate.template))
                    || self.forms.has_new_content(situation, candidate)
            })
            .map(|candidate| {
                let rank = self.rank(&candidate.action);
                (candidate, rank)
            })
            .collect();
        // Stable: equals stay in document order.
        untried.sort_by(|one, other| other.1.total_cmp(&one.1));
        let (first, _) = untried.first()?.clone();
        self.goal = None;
        let tried_before = node.is_some_and(|node| node.edges.contains_key(&first.key));
        let why = if tried_before {
            "The form holds something that it was not sent with before.".to_owned()
        } else {
            format!("Never tried in this state; {} such left here.", untried.len())
        };
        self.forms.sent(situation, &first.key);
        Some(ExplorerProposal::new(first, why).with_alternatives(shown(untried)))
    }

    /// Takes the path to the nearest state with something untried. Restarts the app if none is
    /// known.
    fn go_to_untried(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let model = &*situation.model;
        self.goals.update(model, self.weights.failed_paths);
        let (path, what) = match self.goals.path(situation, self.weights.searched_states)? {
            GoalPath::Nearest(path) => {
                (path, "Everything here is tried; the nearest state that has more is")
            }
            GoalPath::Far(path) => (path, "Everything near by is tried; a state that has more is"),
            GoalPath::Unknown(goals) => return self.restart(situation, goals),
        };
        self.goal = path.last().map(|step| step.to);
        self.path = path.into();
        let length = self.path.len();
        let mut step = self.follow(situation)?;
        step.why = format!("{what} {length} away.");
        Some(step)
    }

    /// Restarts the app, since no known path leads to `goals`. If that did not help, they are given
    /// up.
    fn restart(&mut self, situation: &Situation, goals: Vec<StateId>) -> Option<ExplorerProposal> {
        if self.restarted_at.is_some_and(|step| situation.step <= step + 1) {
            // Not even a restart leads there.
            let failed_paths = self.weights.failed_paths;
            for goal in goals {
                self.goals.fail(&situation.model, goal, failed_paths, failed_paths);
            }
            return None;
        }
        let restart = named(situation, Action::Restart);
        if !situation.is_possible(&restart) {
            return None;
        }
        self.restarted_at = Some(situation.step);
        let why = "No known path leads from here to what is untried, so the app is restarted.";
        Some(ExplorerProposal::new(restart, why))
    }

    /// Everything known is tried: what was tried least is done again, which may meet hidden data.
    fn least_tried(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let node = situation.model.state(situation.state.structural);
        let tries = |key: &ActionKey| {
            node.and_then(|node| node.edges.get(key)).map_or(0, |edge| edge.tries.count)
        };
        let candidates: Vec<AvailableAction> = self
            .candidates(situation)
            .into_iter()
            .filter(|candidate| !situation.is_refused(&candidate.key))
            .collect();
        let least = candidates.iter().map(|candidate| tries(&candidate.key)).min()?;
        let equals: Vec<_> =
            candidates.into_iter().filter(|candidate| tries(&candidate.key) == least).collect();
        let chosen = equals.get(self.random.random_range(0..equals.len()))?.clone();
        let why = format!("Everything known is tried; this was tried least ({least} times).");
        Some(ExplorerProposal::new(chosen, why))
    }

    /// The actions of the screen and those that are always possible.
    fn candidates(&self, situation: &Situation) -> Vec<AvailableAction> {
        let always = [
            Action::Key { key: DeviceKey::Menu },
            Action::Rotate { rotation: other_rotation(situation) },
            Action::Key { key: DeviceKey::Back },
        ];
        let wait = Action::Wait { ms: self.weights.progress_wait_ms };
        let wait = situation.screen.shows_progress().then_some(wait);
        let always = always
            .into_iter()
            .chain(wait)
            .filter(|action| situation.capabilities.allows(action))
            .map(|action| named(situation, action));
        situation.available.iter().cloned().chain(always).collect()
    }

    /// The action called `key` on the present screen.
    fn find(&self, situation: &Situation, key: &ActionKey) -> Option<AvailableAction> {
        let restart = [named(situation, Action::Restart)];
        self.candidates(situation).into_iter().chain(restart).find(|action| action.key == *key)
    }

    /// Higher comes first. What leaves comes last, since the path here has to be taken again.
    fn rank(&self, action: &Action) -> f64 {
        let weights = &self.weights;
        match action {
            Action::Tap { target } if leaves(&target.label) => weights.rank_leave,
            Action::Wait { .. } => weights.rank_wait,
            Action::Tap { .. } => weights.rank_tap,
            Action::Type { .. } => weights.rank_type,
            Action::LongTap { .. } => weights.rank_long_tap,
            Action::Swipe { .. } => weights.rank_swipe,
            Action::Scroll { .. } => weights.rank_scroll,
            Action::Key { key: DeviceKey::Menu } => weights.rank_menu,
            Action::Rotate { .. } => weights.rank_rotate,
            _ => weights.rank_other,
        }
    }
}

impl Explorer for Systematic {
    fn name(&self) -> &'static str {
        "systematic"
    }

    /// All that it remembers is in the behaviour model, or depends on what it proposed.
    fn learn(&mut self, _done: &PerformedAction, _situation: &Situation) {}

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        _asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(async move { self.choose(situation) })
    }
}

/// True for the label of a widget that leaves a screen as BACK does.
fn leaves(label: &str) -> bool {
    let label = label.to_lowercase();
    labels::whole_meaning(&label) == Some(LabelMeaning::No)
        || matches!(labels::meaning(&label), Some(LabelMeaning::Back | LabelMeaning::Dismiss))
}

fn shown(untried: Vec<(AvailableAction, f64)>) -> Vec<Alternative> {
    untried
        .into_iter()
        .skip(1)
        .take(SHOWN_ALTERNATIVES)
        .map(|(candidate, score)| Alternative {
            action: candidate.action,
            key: candidate.key,
            score,
            why: "untried".into(),
        })
        .collect()
}
