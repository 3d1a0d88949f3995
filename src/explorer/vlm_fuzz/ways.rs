//! Getting back to an unfinished screen: by a way that the model knows, else by starting anew and
//! doing again what led there (the paper's transition record and replay).

use std::collections::{HashMap, HashSet, VecDeque};

use super::reach::{Reachability, RelaunchPath};
use super::{aim, words};
use crate::domain::{Action, ActionKey, ActionPair, StateId, StateIds};
use crate::explorer::{PerformedAction, Situation};
use crate::model::path::PathStep;
use crate::protocol::ActionOutcome;

/// A screen is given up after so many ways that led elsewhere.
const FAILED: u32 = 2;
/// Longer ways are not done again.
const LONGEST: usize = 10;
/// What starting the app anew costs, in actions: it takes long, and what was begun is lost.
const RESTART: usize = 4;
/// What starting an activity from outside costs: what it is left for must be come back to.
const START: usize = 3;

/// One step of a way.
#[derive(Clone, Debug)]
struct PathLeg {
    from: StateId,
    /// The same, exactly.
    exact: StateId,
    key: ActionKey,
    /// What was done, if it was done in this session by the record.
    action: Option<Action>,
}

impl PathLeg {
    /// True for a tap on a button that may have stored something, whatever it showed.
    fn sends(&self) -> bool {
        let sends = |single: &Action| match single {
            Action::Tap { target } => words::sends(target).is_some(),
            _ => false,
        };
        self.action.iter().flat_map(Action::singles).any(sends)
    }
}

/// See the module.
#[derive(Default)]
pub(super) struct PathFollower {
    going: VecDeque<PathLeg>,
    goal: Option<StateId>,
    failed: HashMap<StateId, u32>,
    /// What was done since the app was started, without detours.
    record: Vec<PathLeg>,
    /// The shortest record that ever led to each screen.
    records: HashMap<StateId, Vec<PathLeg>>,
    /// What every key that was ever done stood for.
    actions: HashMap<ActionKey, Action>,
    /// Where the app was when it was last started.
    start: Option<StateId>,
    /// Where starting its activities led last.
    starts: Vec<RelaunchPath>,
    /// What ended the app when it was last done, with where.
    deadly: HashSet<(StateId, ActionKey)>,
    /// Told with the next proposal: a way that led elsewhere.
    given_up: bool,
    /// The present way does again what was recorded.
    replaying: bool,
}

/// `action` without what came to the app by itself: that was tried, and is no part of a way.
fn alone(action: Action) -> Action {
    match action {
        Action::AtOnce(pair) if !ActionPair::may_begin(pair.then().kind()) => pair.first().clone(),
        action => action,
    }
}

/// A step of a way, ready to be proposed.
pub(super) struct ReadyStep {
    pub action: Action,
    pub why: String,
}

impl PathFollower {
    /// Takes in that `done` led to `here`.
    pub(super) fn done(&mut self, done: &PerformedAction, here: StateIds) {
        self.actions.insert(done.key.clone(), done.action.clone());
        if done.outcome == ActionOutcome::Crashed {
            self.deadly.insert((done.from, done.key.clone()));
        } else {
            self.deadly.remove(&(done.from, done.key.clone()));
            self.started(done, here);
        }
        if matches!(done.action, Action::Restart) || done.outcome == ActionOutcome::Crashed {
            self.record.clear();
            self.start = Some(here.structural);
        } else if done.outcome != ActionOutcome::Failed {
            let action = Some(done.action.clone());
            self.record.push(PathLeg {
                from: done.from,
                exact: done.exact,
                key: done.key.clone(),
                action,
            });
        }
        // The very same screen again: what was between led nowhere, unless it sent something.
        let same = self.record.iter().position(|leg| leg.exact == here.exact);
        if let Some(at) = same
            && !self.record.iter().skip(at).any(PathLeg::sends)
        {
            self.record.truncate(at);
        }
        let known = self.records.get(&here.structural);
        if self.record.len() <= LONGEST && known.is_none_or(|known| known.len() > self.record.len())
        {
            self.records.insert(here.structural, self.record.clone());
        }
    }

    /// An activity that was started without anything that says how can be started from anywhere.
    fn started(&mut self, done: &PerformedAction, here: StateIds) {
        let Action::Start { intent } = &done.action else { return };
        if done.outcome == ActionOutcome::Failed || !intent.categories.is_empty() {
            return;
        }
        self.starts.retain(|jump| jump.key != done.key);
        self.starts.push(RelaunchPath { key: done.key.clone(), to: here.structural, cost: START });
    }

    /// How far every known screen is from here.
    pub(super) fn reach(&self, situation: &Situation) -> Reachability {
        let restart =
            self.start.map(|to| RelaunchPath { key: ActionKey::restart(), to, cost: RESTART });
        let jumps: Vec<RelaunchPath> = self.starts.iter().cloned().chain(restart).collect();
        Reachability::of(&situation.model, situation.state.structural, &jumps, &self.deadly)
    }

    /// True if `state` was given up.
    pub(super) fn is_lost(&self, state: StateId) -> bool {
        self.failed.get(&state).is_some_and(|failed| *failed >= FAILED)
    }

    /// Nothing of what `state` was gone for is there.
    pub(super) fn miss(&mut self, state: StateId) {
        *self.failed.entry(state).or_insert(0) += 1;
    }

    /// The state that the present way leads to, once it is reached.
    pub(super) fn arrived(&mut self, here: StateId) -> bool {
        let arrived = self.goal == Some(here);
        if arrived {
            self.goal = None;
            self.going.clear();
        }
        arrived
    }

    /// The next step of the way that is being gone, as long as it leads where it should.
    pub(super) fn follow(&mut self, situation: &Situation) -> Option<ReadyStep> {
        let here = situation.state.structural;
        // Steps that turned out not to be needed are left out.
        let at = self.going.iter().position(|leg| leg.from == here);
        let leg = at.and_then(|at| self.going.drain(..=at).next_back());
        let step = leg.and_then(|leg| {
            let action = leg.action.as_ref().or_else(|| self.actions.get(&leg.key));
            let action = alone(aim::again(situation, &leg.key, action)?);
            let why = format!(
                "On the way to an unfinished screen, {} more after this.",
                self.going.len()
            );
            Some(ReadyStep { action, why })
        });
        if step.is_none() {
            self.give_up();
        }
        step
    }

    /// The way led elsewhere.
    pub(super) fn give_up(&mut self) {
        self.going.clear();
        if let Some(goal) = self.goal.take() {
            self.given_up = true;
            *self.failed.entry(goal).or_insert(0) += if self.replaying { FAILED } else { 1 };
        }
    }

    /// True once after a way led elsewhere.
    pub(super) fn take_given_up(&mut self) -> bool {
        std::mem::take(&mut self.given_up)
    }

    /// Sets out on `way`, which a [`Reachability`] gave.
    pub(super) fn set_out(
        &mut self,
        situation: &Situation,
        way: Vec<PathStep>,
    ) -> Option<ReadyStep> {
        self.goal = way.last().map(|step| step.to);
        self.replaying = false;
        let leg = |step: PathStep| PathLeg {
            from: step.from,
            exact: step.from,
            key: step.key,
            action: None,
        };
        self.going = way.into_iter().map(leg).collect();
        let length = self.going.len();
        let mut step = self.follow(situation)?;
        step.why = match length {
            1 => "The next screen promises more for each step.".to_owned(),
            steps => format!("A screen {steps} steps away promises more for each step."),
        };
        Some(step)
    }

    /// Starts the app anew to do again what led to the first of `goals` that has a record.
    pub(super) fn replay(&mut self, goals: impl Iterator<Item = StateId>) -> Option<ReadyStep> {
        // What began on a screen that the app does not start with any more cannot be done again.
        let begins = |legs: &&Vec<PathLeg>| {
            let first = legs.first().map(|leg| leg.from);
            self.start.is_none_or(|start| first == Some(start))
        };
        let record = |goal| Some((goal, self.records.get(&goal).filter(begins)?.clone()));
        let (goal, legs) = goals.filter_map(record).next()?;
        self.goal = Some(goal);
        self.replaying = true;
        self.going = legs.into();
        let why = format!(
            "No known way leads from here to an unfinished screen, so the app starts anew and the {} steps that led there are done again.",
            self.going.len()
        );
        Some(ReadyStep { action: Action::Restart, why })
    }

    /// True while a way is being gone.
    pub(super) fn is_going(&self) -> bool {
        !self.going.is_empty()
    }
}
