//! Following a path to an unfinished screen: one that the behaviour model knows, else what led there
//! before is performed again after a restart (the paper's transition record and replay).

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::tactic::{FuzzShared, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use super::{aiming, words};
use crate::domain::{Action, ActionKey, ActionPair, StateId};
use crate::explorer::shared::forms::passages::{FormPassages, KnownPassages};
use crate::explorer::shared::known_links::KnownLinks;
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::model::behaviour::StateNode;
use crate::model::path::{EdgeTarget, PathJump, PathRules, PathStep, PathTies};
use crate::protocol::ActionOutcome;

/// One step of a path.
#[derive(Clone, Debug)]
struct PathLeg {
    from: StateId,
    key: ActionKey,
    /// What was done, if it was done since the last restart.
    action: Option<Action>,
}

/// True for a tap on a button that may have stored something, whatever it showed.
fn sends(action: &Action) -> bool {
    action.singles().any(|single| match single {
        Action::Tap { target } => words::sends(target).is_some(),
        _ => false,
    })
}

/// What was done since the last restart, without detours.
#[derive(Default)]
struct PathRecord {
    legs: Vec<PathLeg>,
    /// The exact state that each leg began in.
    exact: Vec<StateId>,
    /// The first leg that began in each exact state.
    first: HashMap<StateId, usize>,
    /// The legs that may have stored something.
    sending: Vec<usize>,
}

impl PathRecord {
    fn clear(&mut self) {
        *self = Self::default();
    }

    fn push(&mut self, done: &PerformedAction) {
        let at = self.legs.len();
        if sends(&done.action) {
            self.sending.push(at);
        }
        self.first.entry(done.exact).or_insert(at);
        self.exact.push(done.exact);
        let action = Some(done.action.clone());
        self.legs.push(PathLeg { from: done.from, key: done.key.clone(), action });
    }

    /// The app is in the exact state `here`. If it was there before, what was between led nowhere,
    /// unless it stored something.
    fn cut_detour(&mut self, here: StateId) {
        let Some(&at) = self.first.get(&here) else { return };
        if self.sending.last().is_some_and(|sending| *sending >= at) {
            return;
        }
        for (leg, exact) in self.exact.drain(at..).enumerate() {
            if self.first.get(&exact) == Some(&(at + leg)) {
                self.first.remove(&exact);
            }
        }
        self.legs.truncate(at);
    }
}

/// The paths that are known, and the one that is being followed.
pub(super) struct KnownPaths {
    weights: Arc<VlmFuzzWeights>,
    /// What is left of the path that is being followed, and where it leads.
    left: VecDeque<PathLeg>,
    goal: Option<StateId>,
    /// Something at the end of the path must have this expected yield, or the path was not worth it.
    expected_at_goal: f64,
    /// The path is performed again after a restart, as it was recorded.
    is_recorded: bool,
    /// States to which a path ended at a form, once: what to fill it with is known only since.
    ended_at_form: HashSet<StateId>,
    /// How often a path to each state led elsewhere since it was reached last.
    missed: HashMap<StateId, u32>,
    /// How often nothing of what was expected was at its end.
    disappointed: HashMap<StateId, u32>,
    record: PathRecord,
    /// The shortest record that ever led to each state.
    records: HashMap<StateId, Vec<PathLeg>>,
    /// What every key that was ever performed stood for.
    actions: HashMap<ActionKey, Action>,
    /// The state of the app after its last restart.
    start: Option<StateId>,
    /// Where starting its activities led last.
    starts: Vec<PathJump>,
    /// What ended the app when it was last performed, with its state. Shared with the rules of a
    /// search, so that a proposal copies none of it.
    deadly: Arc<HashSet<(StateId, ActionKey)>>,
    /// What forms on a path are filled with.
    passages: FormPassages,
    /// A path was given up since the last proposal.
    gave_up: bool,
}

/// `action` without what came to the app by itself: that was tried, and is no part of a path.
fn alone(action: Action) -> Action {
    match action {
        Action::AtOnce(pair) if !ActionPair::may_begin(pair.then().kind()) => pair.first().clone(),
        action => action,
    }
}

impl KnownPaths {
    /// Nothing is known yet.
    pub(super) fn new(weights: Arc<VlmFuzzWeights>) -> Self {
        Self {
            weights,
            left: VecDeque::new(),
            goal: None,
            expected_at_goal: 0.0,
            is_recorded: false,
            ended_at_form: HashSet::new(),
            missed: HashMap::new(),
            disappointed: HashMap::new(),
            record: PathRecord::default(),
            records: HashMap::new(),
            actions: HashMap::new(),
            start: None,
            starts: Vec::new(),
            deadly: Arc::default(),
            passages: FormPassages::default(),
            gave_up: false,
        }
    }

    /// Takes in that `done` led to the present screen.
    pub(super) fn done(&mut self, done: &PerformedAction, situation: &Situation) {
        let here = situation.state;
        if done.from != here.structural {
            // A way there is known now.
            self.missed.remove(&here.structural);
        }
        self.passages.learn(done, situation);
        self.actions.insert(done.key.clone(), done.action.clone());
        if done.outcome == ActionOutcome::Crashed {
            Arc::make_mut(&mut self.deadly).insert((done.from, done.key.clone()));
        } else {
            if !self.deadly.is_empty() {
                Arc::make_mut(&mut self.deadly).remove(&(done.from, done.key.clone()));
            }
            self.started(done, here.structural);
        }
        if done.action.starts_anew() || done.outcome == ActionOutcome::Crashed {
            self.record.clear();
            self.start = Some(here.structural);
        } else if done.outcome != ActionOutcome::Failed {
            self.record.push(done);
        }
        self.record.cut_detour(here.exact);
        let legs = &self.record.legs;
        let known = self.records.get(&here.structural);
        if legs.len() <= self.weights.recorded_path_steps
            && known.is_none_or(|known| known.len() > legs.len())
        {
            self.records.insert(here.structural, legs.clone());
        }
    }

    /// An activity that was started by its name alone can be started from anywhere.
    fn started(&mut self, done: &PerformedAction, here: StateId) {
        let Action::Start { intent } = &done.action else { return };
        if done.outcome == ActionOutcome::Failed || !intent.categories.is_empty() {
            return;
        }
        self.starts.retain(|jump| jump.key != done.key);
        let cost = self.weights.start_cost;
        self.starts.push(PathJump { key: done.key.clone(), to: here, cost });
    }

    /// What counts as a step of a path to an unfinished screen; `back_leaves` if BACK leaves the app here.
    pub(super) fn rules(&self, links: &Arc<KnownLinks>, back_leaves: bool) -> FuzzPathRules {
        let weights = &self.weights;
        let cost =
            if back_leaves { weights.restart_cost_without_back } else { weights.restart_cost };
        let restart = self.start.map(|to| PathJump { key: ActionKey::restart(), to, cost });
        let jumps = self.starts.iter().cloned().chain(restart).collect();
        let passages = self.passages.known();
        let (deadly, links) = (Arc::clone(&self.deadly), Arc::clone(links));
        FuzzPathRules { jumps, deadly, passages, links }
    }

    /// True if `state` was given up.
    pub(super) fn is_lost(&self, state: StateId) -> bool {
        let counts = [&self.missed, &self.disappointed].map(|counts| counts.get(&state));
        counts.into_iter().flatten().sum::<u32>() >= self.weights.failed_paths
    }

    /// The path led elsewhere, or `is_at_form` that did not lead on with what it held.
    fn give_up(&mut self, is_at_form: bool) {
        self.left.clear();
        if let Some(goal) = self.goal.take() {
            self.gave_up = true;
            if is_at_form && self.ended_at_form.insert(goal) {
                return;
            }
            let failed = if self.is_recorded { self.weights.failed_paths } else { 1 };
            *self.missed.entry(goal).or_insert(0) += failed;
        }
    }

    /// True once after a path was given up.
    pub(super) fn take_gave_up(&mut self) -> bool {
        std::mem::take(&mut self.gave_up)
    }

    /// Begins to follow `path`; something at its end should have the yield `expected`. The first
    /// step.
    pub(super) fn begin(
        &mut self,
        situation: &Situation,
        path: Vec<PathStep>,
        expected: f64,
    ) -> Option<ExplorerProposal> {
        self.goal = path.last().map(|step| step.to);
        self.is_recorded = false;
        let leg = |step: PathStep| PathLeg { from: step.from, key: step.key, action: None };
        self.left = path.into_iter().map(leg).collect();
        let length = self.left.len();
        let (action, _) = self.next(situation)?;
        self.expected_at_goal = expected * self.weights.expected_part_at_goal;
        let why = match length {
            1 => "The next screen promises more for each step.".to_owned(),
            steps => format!("A screen {steps} steps away promises more for each step."),
        };
        self.towards_goal(propose(situation, action, why))
    }

    /// `step` as one to the goal, for the other workers of a fleet.
    fn towards_goal(&self, step: Option<ExplorerProposal>) -> Option<ExplorerProposal> {
        step.map(|step| match self.goal {
            Some(goal) => step.with_goal(goal),
            None => step,
        })
    }

    /// Restarts the app to perform again what led to the first of `goals` that has a record.
    pub(super) fn begin_recorded(
        &mut self,
        situation: &Situation,
        goals: &[StateId],
    ) -> Option<ExplorerProposal> {
        // What began on a screen that the app does not start with any more cannot be performed.
        let begins = |legs: &&Vec<PathLeg>| {
            let first = legs.first().map(|leg| leg.from);
            self.start.is_none_or(|start| first == Some(start))
        };
        let record = |goal: &StateId| Some((*goal, self.records.get(goal).filter(begins)?.clone()));
        let (goal, legs) = goals.iter().find_map(record)?;
        self.goal = Some(goal);
        self.is_recorded = true;
        self.left = legs.into();
        self.expected_at_goal = self.weights.least_yield;
        let why = format!(
            "No known path leads from here to an unfinished screen, so the app is restarted and the {} steps that led there are performed again.",
            self.left.len()
        );
        self.towards_goal(propose(situation, Action::Restart, why))
    }

    /// The next step of the path, as long as it leads to its goal, and how many come after it.
    fn next(&mut self, situation: &Situation) -> Option<(Action, usize)> {
        let here = situation.state.structural;
        // Steps that turned out not to be needed are left out.
        let at = self.left.iter().position(|leg| leg.from == here);
        let through = at.and_then(|at| self.left.get(at));
        let fill = through.and_then(|leg| self.passages.next_fill(situation, &leg.key));
        if let Some(fill) = fill.filter(|fill| !had_no_effect(situation, fill)) {
            return Some((fill, self.left.len()));
        }
        let leg = at.and_then(|at| self.left.drain(..=at).next_back());
        let action = leg.and_then(|leg| {
            let action = leg.action.as_ref().or_else(|| self.actions.get(&leg.key));
            Some(alone(aiming::by_key(situation, &leg.key, action)?))
        });
        let action = action.filter(|action| !had_no_effect(situation, action));
        if action.is_none() {
            let node = situation.model.state(here);
            let is_at_form = node.is_some_and(|node| self.passages.known().of(node).is_some());
            self.give_up(is_at_form);
        }
        Some((action?, self.left.len()))
    }

    /// True while a path is being followed.
    pub(super) fn is_following(&self) -> bool {
        !self.left.is_empty()
    }
}

/// Follows the path that was begun.
#[derive(Default)]
pub(super) struct PathFollowing;

impl Tactic for PathFollowing {
    /// The next step of the path. If it has arrived, or led elsewhere, exploring goes on.
    fn resume(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let here = situation.state.structural;
        if shared.paths.goal == Some(here) {
            // What is refused here is no reason to come again.
            let best = shared.ranked(situation).first().map_or(0.0, |(_, expected)| *expected);
            let paths = &mut shared.paths;
            paths.goal = None;
            paths.left.clear();
            if best < paths.expected_at_goal {
                *paths.disappointed.entry(here).or_insert(0) += 1;
            }
            return None;
        }
        let paths = &mut shared.paths;
        if !paths.is_following() {
            paths.give_up(false);
            return None;
        }
        let (action, left) = paths.next(situation)?;
        let why = format!("On the path to an unfinished screen, {left} more after this.");
        let step = paths.towards_goal(propose(situation, action, why));
        if step.is_none() {
            paths.give_up(false);
        }
        step.map(NextStep::from)
    }
}

/// True if the latest step was `action` and changed nothing: the same again leads nowhere.
fn had_no_effect(situation: &Situation, action: &Action) -> bool {
    situation.last.as_ref().is_some_and(|done| {
        matches!(done.outcome, ActionOutcome::None | ActionOutcome::Failed)
            && situation.key_of(action).0 == done.key
    })
}

/// Paths are made of what was seen to lead somewhere last and did not end the app, and of jumps that
/// are possible from anywhere, such as a restart.
pub(super) struct FuzzPathRules {
    jumps: Vec<PathJump>,
    deadly: Arc<HashSet<(StateId, ActionKey)>>,
    passages: KnownPassages,
    links: Arc<KnownLinks>,
}

impl PathRules for FuzzPathRules {
    fn target(&self) -> EdgeTarget {
        EdgeTarget::Latest
    }

    fn ties(&self) -> PathTies {
        PathTies::EarliestState
    }

    fn allows(&self, from: &StateNode, key: &ActionKey) -> bool {
        // What a jump did in this state says less than what it did last. A turned display is turned back at once,
        // so no path leads over it.
        !key.is_turn_aside()
            && !self.jumps.iter().any(|jump| jump.key == *key)
            && (self.deadly.is_empty() || !self.deadly.contains(&(from.id, key.clone())))
    }

    fn linked<'a>(&'a self, from: &'a StateNode) -> impl Iterator<Item = (&'a ActionKey, StateId)> {
        self.links.of(from)
    }

    fn passage(&self, from: &StateNode) -> Option<&PathJump> {
        self.passages.of(from)
    }

    fn jumps(&self) -> &[PathJump] {
        &self.jumps
    }
}

#[cfg(test)]
impl FuzzPathRules {
    /// Rules with these jumps, and without what ended the app.
    pub(super) fn new(jumps: Vec<PathJump>, deadly: HashSet<(StateId, ActionKey)>) -> Self {
        let (deadly, links) = (Arc::new(deadly), Arc::default());
        Self { jumps, deadly, passages: KnownPassages::default(), links }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, menu};

    /// A text was typed into a cell of a table for 14 steps, as the first step to one screen after another.
    #[test]
    fn no_path_begins_with_what_has_just_had_no_effect() {
        let begins = |outcome: ActionOutcome| {
            let mut world = World::new(None);
            world.show(menu("Table", &["Cell", "Up"]));
            let mut paths = KnownPaths::new(Arc::default());
            let tap = world.tapping("Cell");
            world.act(&tap, menu("Table", &["Cell", "Up"]));
            world.last.as_mut().unwrap().outcome = outcome;
            let situation = world.situation();
            paths.done(world.last.as_ref().unwrap(), &situation);
            let here = situation.state.structural;
            let to = crate::model::state_ids(&menu("Rows", &["Up"])).structural;
            let key = situation.key_of(&tap).0;
            paths.begin(&situation, vec![PathStep { from: here, key, to }], 1.0).is_some()
        };
        assert!(begins(ActionOutcome::Content));
        assert!(!begins(ActionOutcome::None));
    }

    /// A menu was given up since the app began with another screen, and three of its entries were never pressed though
    /// it was opened again in the next step.
    #[test]
    fn a_state_that_was_reached_again_is_not_lost() {
        let mut world = World::new(None);
        let main = || menu("Main", &["More", "Add"]);
        world.show(main());
        let more = world.tapping("More");
        world.act(&more, menu("More", &["Backup", "About"]));
        let state = world.situation().state.structural;
        let mut paths = KnownPaths::new(Arc::default());
        (paths.goal, paths.is_recorded) = (Some(state), true);
        paths.give_up(false);
        assert!(paths.is_lost(state));
        world.act(&Action::Restart, main());
        world.act(&more, menu("More", &["Backup", "About"]));
        let situation = world.situation();
        paths.done(situation.last.as_ref().unwrap(), &situation);
        assert!(!paths.is_lost(state));
    }
}
