//! The way back to a form: the shortest known path, through other forms if need be, and a restart
//! only if nothing else leads there.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::domain::{Action, ActionKey, AvailableAction, StateId};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::forms::passages::{FormPassages, KnownPassages};
use crate::explorer::shared::paths_back::PathsBack;
use crate::explorer::{PerformedAction, Situation};
use crate::model::abstraction::unaimed;
use crate::model::behaviour::StateNode;
use crate::model::path::{PathJump, PathRules, PathSearch};
use crate::protocol::ActionOutcome;

/// As many steps as a restart counts for on a path.
const RESTART_STEPS: u32 = 6;
/// As many steps as starting an activity again counts for on a path.
const START_STEPS: u32 = 2;
/// A step that led elsewhere so often is not taken again.
const MISSES: u32 = 2;
/// As many paths are looked at, if the first step of one cannot be done.
const PATHS: usize = 4;
/// The longest path back that is looked at, in states.
const PATH_BACK: usize = 40;
/// The most states that a search looks at.
const SEARCHED: usize = 400;

/// What is remembered of the ways through the app, over all forms.
#[derive(Debug)]
pub(super) struct ReturnMemory {
    passages: FormPassages,
    paths_back: PathsBack,
    /// Where the last restart led.
    root: Option<StateId>,
    /// The starts of activities, with where they led.
    started: BTreeMap<ActionKey, (Action, StateId)>,
    /// The step that was proposed last, and where it should lead.
    planned: Option<(u64, StateId, ActionKey, StateId)>,
    /// A step that led elsewhere, unless that turns out to be the form in another state.
    missed: Option<(StateId, ActionKey)>,
    /// How often a step led elsewhere.
    misses: HashMap<(StateId, ActionKey), u32>,
}

impl Default for ReturnMemory {
    fn default() -> Self {
        Self {
            passages: FormPassages::default(),
            paths_back: PathsBack::new(PATH_BACK),
            root: None,
            started: BTreeMap::new(),
            planned: None,
            missed: None,
            misses: HashMap::new(),
        }
    }
}

impl ReturnMemory {
    /// Takes in what `done` did.
    pub(super) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let here = situation.state.structural;
        let inside = !matches!(done.outcome, ActionOutcome::LeftApp | ActionOutcome::Crashed);
        self.passages.learn(done, situation);
        if done.action.starts_anew() && inside {
            self.root = Some(here);
        }
        if matches!(done.action, Action::Start { .. }) && inside {
            self.started.insert(done.key.clone(), (done.action.clone(), here));
        }
        let leads_on = matches!(done.action, Action::Tap { .. } | Action::LongTap { .. });
        if leads_on && !done.before.dialog && done.from != here && inside {
            self.paths_back.add(done.from, here);
        }
        if let Some((step, from, key, to)) = self.planned.take()
            && step == done.step
            && to != here
        {
            self.missed = Some((from, key));
        }
    }

    /// Forgets which steps led elsewhere: another form is returned to.
    pub(super) fn begin(&mut self) {
        self.misses.clear();
        self.planned = None;
        self.missed = None;
    }

    /// The form is on the screen: the last step did not lead elsewhere.
    pub(super) fn arrived(&mut self) {
        self.missed = None;
    }

    /// The next step to one of the states `form`; `None` if no path is known.
    pub(super) fn step(
        &mut self,
        situation: &Situation,
        form: &HashSet<StateId>,
    ) -> Option<AvailableAction> {
        if let Some(missed) = self.missed.take() {
            *self.misses.entry(missed).or_default() += 1;
        }
        let (step, to) = self.first_step(situation, form)?;
        let here = situation.state.structural;
        self.planned = Some((situation.step, here, step.key.clone(), to));
        Some(step)
    }

    /// True if a path to one of the states `form` is known that needs no restart.
    pub(super) fn knows_path(&self, situation: &Situation, form: &HashSet<StateId>) -> bool {
        let step = self.first_step(situation, form);
        step.is_some_and(|(step, _)| step.action != Action::Restart)
    }

    /// The first step of the shortest path to one of the states `form`, and where it should lead. A state
    /// may have buttons that are not there now: what cannot be done is left out.
    fn first_step(
        &self,
        situation: &Situation,
        form: &HashSet<StateId>,
    ) -> Option<(AvailableAction, StateId)> {
        let first = situation.model.states().first().map(|node| node.id);
        let restart = self.root.or(first).map(|to| PathJump {
            key: ActionKey::restart(),
            to,
            cost: RESTART_STEPS,
        });
        let starts = self.started.iter().map(|(key, (_, to))| PathJump {
            key: key.clone(),
            to: *to,
            cost: START_STEPS,
        });
        let is_open = |jump: &PathJump| !situation.is_refused(&jump.key);
        let mut rules = ReturnRules {
            situation,
            jumps: starts.chain(restart).filter(is_open).collect(),
            memory: self,
            back: ActionKey::back(),
            passages: self.passages.known(),
            missing: Vec::new(),
        };
        for _ in 0..PATHS {
            let (key, to) = rules.first_step(situation.state.structural, form)?;
            match self.performable(situation, &key) {
                Some(step) => return Some((step, to)),
                None => rules.leave_out(key),
            }
        }
        None
    }

    /// What does the step called `key` on the present screen; `None` if nothing does.
    fn performable(&self, situation: &Situation, key: &ActionKey) -> Option<AvailableAction> {
        if let Some(fill) = self.passages.next_fill(situation, key) {
            return Some(named(situation, fill));
        }
        let offered = situation.available.iter().find(|available| available.key == *key).cloned();
        let start = self.started.get(key).map(|(action, _)| action.clone());
        let aimless = start.or_else(|| unaimed(key)).map(|action| named(situation, action));
        let step = offered.or(aimless);
        step.filter(|step| situation.is_possible(step))
    }
}

struct ReturnRules<'a> {
    situation: &'a Situation,
    jumps: Vec<PathJump>,
    memory: &'a ReturnMemory,
    back: ActionKey,
    passages: KnownPassages,
    /// What cannot be done on the present screen.
    missing: Vec<ActionKey>,
}

impl ReturnRules<'_> {
    /// No path begins with `key`.
    fn leave_out(&mut self, key: ActionKey) {
        self.jumps.retain(|jump| jump.key != key);
        self.missing.push(key);
    }

    /// The first step of the shortest path from `here` to one of `form`, and where it should lead.
    fn first_step(&self, here: StateId, form: &HashSet<StateId>) -> Option<(ActionKey, StateId)> {
        let model = &*self.situation.model;
        let states = model.states();
        let mut search = PathSearch::new(model, here, self)?;
        let mut left = SEARCHED;
        while let Some(reached) = search.next() {
            let node = &states[reached.position];
            if node.id != here && form.contains(&node.id) {
                let (key, next) = search.first_step(reached.position)?;
                return Some((key.clone(), states[next].id));
            }
            left = left.checked_sub(1)?;
        }
        None
    }
}

impl PathRules for ReturnRules<'_> {
    fn allows(&self, from: &StateNode, key: &ActionKey) -> bool {
        let missed = self.memory.misses.get(&(from.id, key.clone()));
        let is_missing = from.id == self.situation.state.structural && self.missing.contains(key);
        // Starts are jumps.
        !key.is_restart()
            && !self.memory.started.contains_key(key)
            && missed.is_none_or(|missed| *missed < MISSES)
            && !is_missing
            && !self.situation.is_refused_in(from.id, key)
    }

    fn assumed(&self, from: &StateNode) -> Option<(&ActionKey, StateId)> {
        let to = self.memory.paths_back.assumed(from, &self.back)?;
        self.allows(from, &self.back).then_some((&self.back, to))
    }

    fn passage(&self, from: &StateNode) -> Option<&PathJump> {
        self.passages.of(from)
    }

    fn jumps(&self) -> &[PathJump] {
        &self.jumps
    }
}
