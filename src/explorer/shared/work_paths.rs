//! What is known of the paths to the work that is left: where steps led, what leads somewhere from
//! any state, where BACK should lead, and which forms a path can lead through.

mod search;

use std::collections::HashMap;

pub(in crate::explorer) use self::search::{WorkGoal, WorkSearch};
use super::actions::named;
use super::breadth::BreadthMemory;
use super::forms::passages::FormPassages;
use super::look_alikes::LookAlikes;
use super::paths_back::PathsBack;
use super::unlisted::unlisted_actions;
use super::weights::DisplayWeights;
use super::work_left::{WorkLeft, WorkLeftWeights};
use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey, StateId};
use crate::explorer::weights::weights;
use crate::explorer::{ExplorerNews, PerformedAction, Situation};
use crate::model::abstraction::unaimed;
use crate::model::path::PathJump;
use crate::protocol::ActionOutcome;

weights! {
    /// What paths to work cost, and how far away it is worth one.
    pub struct WorkPathWeights {
        /// As many steps as a restart counts for on a path.
        restart_steps: u32 = 3,
        /// The same where BACK leaves the app.
        restart_steps_without_back: u32 = 1,
        /// As many steps as starting an activity again counts for on a path.
        start_steps: u32 = 2,
        /// At least so many steps lie between two restarts, unless BACK leaves the app.
        between_restarts: u64 = 8,
        /// What is left of the trust in paths for each that led elsewhere, until one leads where it should.
        missed: f64 = 0.75,
        /// How far away work is worth a path.
        work_left: WorkLeftWeights = WorkLeftWeights::default(),
    }
}

/// The path step that was proposed last.
#[derive(Debug)]
struct PlannedStep {
    step: u64,
    goal: StateId,
    next: StateId,
    /// True for a BACK that was never tried there: if it leads elsewhere, no path assumes it again, and nothing
    /// is wrong with the goal.
    is_assumed: bool,
}

/// The next step of a path.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct PathAction {
    /// What is done.
    pub available: AvailableAction,
    /// True if it fills in a form that the path leads through.
    pub fills: bool,
}

/// See the module.
#[derive(Debug)]
pub(in crate::explorer) struct WorkPaths {
    weights: WorkPathWeights,
    display: DisplayWeights,
    work: WorkLeft,
    /// What forms on a path are filled with.
    passages: FormPassages,
    paths_back: PathsBack,
    /// Where each start of an activity led.
    started: HashMap<ActionKey, StateId>,
    planned: Option<PlannedStep>,
    /// The share of what work promises that is believed, from 0 to 1: less if paths led elsewhere.
    trust: f64,
    /// The step of the last restart.
    restarted: Option<u64>,
}

impl WorkPaths {
    /// Nothing known yet.
    pub(in crate::explorer) fn new(weights: WorkPathWeights, display: DisplayWeights) -> Self {
        Self {
            weights,
            display,
            work: WorkLeft::new(weights.work_left, display.failed_path),
            passages: FormPassages::default(),
            paths_back: PathsBack::new(display.path_back_states),
            started: HashMap::new(),
            planned: None,
            trust: 1.0,
            restarted: None,
        }
    }

    /// Takes in what the present state offers, and that its menu was not looked at, if that is so; `own` says what an
    /// action promises by its kind and words.
    pub(in crate::explorer) fn see(
        &mut self,
        situation: &Situation,
        breadth: &mut BreadthMemory,
        own: impl Fn(&AvailableAction) -> f64,
    ) {
        let menu = Action::Key { key: DeviceKey::Menu };
        let is_possible = situation.allows(&menu) && breadth.events.allows(situation, &menu);
        let menu = is_possible.then(|| named(situation, menu));
        self.work.see(situation, &mut breadth.index, menu.as_slice(), own);
    }

    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let here = situation.state.structural;
        self.passages.learn(done, situation);
        if let Some(planned) = self.planned.take_if(|planned| planned.step == done.step) {
            if planned.goal == here {
                self.trust = 1.0;
            } else if planned.next != here && !planned.is_assumed {
                self.work.missed(planned.goal);
                self.trust *= self.weights.missed;
            }
        }
        let inside = !matches!(done.outcome, ActionOutcome::LeftApp | ActionOutcome::Crashed);
        if done.action.starts_anew() && inside {
            self.restarted = Some(done.step);
        }
        if matches!(done.action, Action::Start { .. }) && inside {
            self.started.insert(done.key.clone(), here);
        }
        // BACK leads to no dialog and no menu.
        let leads_on = matches!(done.action, Action::Tap { .. } | Action::LongTap { .. })
            && !done.before.dialog;
        if leads_on && done.from != here && inside {
            self.paths_back.add(done.from, here);
        }
    }

    /// What was found out since the last time.
    pub(in crate::explorer) fn take_news(&mut self) -> Vec<ExplorerNews> {
        let work = self.work.take_news().into_iter().map(ExplorerNews::new);
        let passages = self.passages.take_news().into_iter().map(ExplorerNews::new);
        work.chain(passages).collect()
    }

    /// Takes in what another explorer has found out, if it is about paths or work.
    pub(in crate::explorer) fn hear(&mut self, news: &ExplorerNews, index: &mut LookAlikes) {
        if let Some(news) = news.of() {
            self.work.hear(news, index);
        } else if let Some(news) = news.of() {
            self.passages.hear(news);
        }
    }

    /// A path to `state` led elsewhere.
    pub(in crate::explorer) fn missed(&mut self, state: StateId) {
        self.work.missed(state);
    }

    /// What is left to do in each state.
    pub(in crate::explorer) const fn work(&self) -> &WorkLeft {
        &self.work
    }

    /// The states that promise most, if there are too many to search them all.
    pub(in crate::explorer) fn far(
        &mut self,
        situation: &Situation,
        index: &LookAlikes,
    ) -> Vec<usize> {
        self.work.most_promising(&situation.model, index)
    }

    /// A search for work from the present state.
    pub(in crate::explorer) fn search<'a>(
        &'a self,
        situation: &'a Situation,
        breadth: &'a BreadthMemory,
    ) -> WorkSearch<'a> {
        let model = &*situation.model;
        let here = situation.state.structural;
        // Where BACK leaves the app, a restart is the way back.
        let back_leaves = breadth.exits.leaves(&situation.screen.location);
        let between = if back_leaves { 0 } else { self.weights.between_restarts };
        let may_restart = self.restarted.is_none_or(|step| situation.step >= step + between);
        // Some apps come back where they were left.
        let root = breadth.exits.root().or_else(|| model.states().first().map(|root| root.id));
        let restart =
            root.filter(|_| may_restart).filter(|root| *root != here).map(|to| PathJump {
                key: ActionKey::restart(),
                to,
                cost: if back_leaves {
                    self.weights.restart_steps_without_back
                } else {
                    self.weights.restart_steps
                },
            });
        let starts = self.started.iter().map(|(key, to)| PathJump {
            key: key.clone(),
            to: *to,
            cost: self.weights.start_steps,
        });
        let mut jumps: Vec<PathJump> = restart
            .into_iter()
            .chain(starts)
            .filter(|jump| !situation.is_refused(&jump.key))
            .collect();
        // A map has no order of its own, but the same seed gives the same run.
        jumps.sort_by(|one, other| one.key.cmp(&other.key));
        WorkSearch {
            situation,
            breadth,
            work: &self.work,
            trust: self.trust,
            jumps,
            paths_back: &self.paths_back,
            back: ActionKey::back(),
            passages: self.passages.known(),
        }
    }

    /// The first step of the path to `goal`, from now on expected to lead where it led before. `None`
    /// if it cannot be done here, which counts as a path that failed.
    pub(in crate::explorer) fn go(
        &mut self,
        situation: &Situation,
        breadth: &BreadthMemory,
        goal: &WorkGoal,
    ) -> Option<PathAction> {
        if let Some(fill) = self.passages.next_fill(situation, &goal.key) {
            return Some(PathAction { available: named(situation, fill), fills: true });
        }
        let Some(available) = self.find(situation, breadth, &goal.key) else {
            self.work.missed(goal.state);
            return None;
        };
        let here = situation.model.state(situation.state.structural);
        let is_assumed =
            goal.key.is_back() && here.is_none_or(|here| !here.edges.contains_key(&goal.key));
        let planned =
            PlannedStep { step: situation.step, goal: goal.state, next: goal.next, is_assumed };
        self.planned = Some(planned);
        Some(PathAction { available, fills: false })
    }

    /// The action called `key` on the present screen.
    fn find(
        &self,
        situation: &Situation,
        breadth: &BreadthMemory,
        key: &ActionKey,
    ) -> Option<AvailableAction> {
        let offered = situation.available.iter().find(|available| available.key == *key).cloned();
        offered
            .or_else(|| {
                let unlisted = unlisted_actions(situation, &self.display.breadth.unlisted);
                unlisted.into_iter().find(|it| it.key == *key)
            })
            .or_else(|| unaimed(key).map(|it| named(situation, it)))
            .or_else(|| breadth.starts.named(situation, key))
            .filter(|available| {
                situation.allows(&available.action) && !situation.is_refused(&available.key)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, menu};

    /// Forty steps of a run went round through a form whose button led elsewhere each time.
    #[test]
    fn paths_that_lead_elsewhere_are_trusted_less_until_one_arrives() {
        let (weights, display) = (WorkPathWeights::default(), DisplayWeights::default());
        let mut paths = WorkPaths::new(weights, display);
        let mut world = World::new(None);
        world.show(menu("One", &["Go on"]));
        let mut trust = |goal: Option<StateId>| {
            world.act(&world.tapping("Go on"), menu("Two", &["Go on"]));
            let situation = world.situation();
            let done = situation.last.as_ref().unwrap();
            let (goal, next) = (goal.unwrap_or(situation.state.structural), StateId(1));
            paths.planned = Some(PlannedStep { step: done.step, goal, next, is_assumed: false });
            paths.learn(done, &situation);
            paths.trust
        };
        let missed: Vec<f64> = (0..3).map(|_| trust(Some(StateId(1)))).collect();
        assert!(missed[2] < missed[0] && missed[2] < 0.5, "{missed:?}");
        assert!((trust(None) - 1.0).abs() < 1e-9);
    }
}
