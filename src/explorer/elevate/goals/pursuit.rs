//! Carrying a goal out: the path to its screen, then its texts and inputs, then the rules for a few
//! steps.

mod begin;

use super::options::WithRestart;
use super::reach::GoalReach;
use super::resolve;
use super::screens::SeenScreens;
use super::steps::{asks_for_words, is_restart, path_step, place_of, twin_step};
use crate::domain::{Action, ActionKey, StateId};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::rules;
use crate::explorer::elevate::scene::{InputKind, PromptScene};
use crate::protocol::{ActionOutcome, ExplorationGoal, GoalAuthor, GoalId, GoalOutcome, GoalText};

/// A goal begins with a restart if so many steps that show nothing new may follow.
const RESTARTED: u32 = 2;

/// What a goal asks for now.
pub enum PursuitStep {
    /// An input of the scene, by its place.
    Input(usize, String),
    /// A text or a gesture, which the scene need not list.
    Act(Action, String),
    /// What the rules choose.
    Rules,
    /// What is best by rule among these inputs of the scene, and why.
    Among(Vec<usize>, &'static str),
    /// Nothing: it is over.
    Over(GoalOutcome),
    /// Nothing yet: no known screen fits its words.
    Waits,
    /// Nothing now: the rules have more to show.
    Held,
}

/// What a goal is given.
#[derive(Clone, Copy, Debug)]
pub struct GoalLeave {
    /// So many of its steps may show nothing new.
    pub allowed: u32,
    /// True if the rules go on where it led.
    pub follow: bool,
    /// True if something is done beyond what it names: a page is scrolled, a question answered, a hidden field filled in.
    /// False while the model leads, which is asked again instead.
    pub search: bool,
}

#[cfg(test)]
impl GoalLeave {
    /// Whatever it takes.
    pub const ALL: Self = Self { allowed: u32::MAX, follow: true, search: true };
}

/// The goal that is pursued.
#[derive(Debug)]
pub struct Pursuit {
    /// The goal.
    pub id: GoalId,
    /// Its words, which the tester may change.
    text: String,
    /// Where it begins.
    state: Option<StateId>,
    begin: Vec<String>,
    /// True once one of these inputs was chosen.
    began: bool,
    /// What was typed already.
    typed: Vec<bool>,
    /// True if it names inputs or texts.
    asks: bool,
    /// States known when it was begun.
    known: usize,
    /// Findings then.
    findings: usize,
    /// The step at which it was begun.
    since: u64,
    /// The step at which its screen was reached.
    arrived: Option<u64>,
    /// The state that the last step of the path should lead to.
    next: Option<StateId>,
    /// Steps of the path that led elsewhere.
    astray: u32,
    /// True once a step of the path was chosen.
    walks: bool,
    /// The step from which on it waits.
    held: Option<u64>,
    /// Where it waits.
    held_at: Option<StateId>,
    /// States and findings known when it began to wait: what comes meanwhile is due to the rules.
    held_with: (usize, usize),
    /// The step at which it was asked last what it asks for.
    last: Option<u64>,
    /// Where the latest tap was made that it begins with.
    tapped: Option<(StateId, u64)>,
    /// True if the latest tap was made twice.
    again: bool,
    /// What is done beside what it names.
    reach: GoalReach,
    /// The inputs that its own screen did not have.
    skipped: Vec<String>,
    /// The latest of its inputs with the step at which it was chosen.
    chosen: Option<(u64, ActionKey, String)>,
    /// Those that were refused.
    refused: Vec<String>,
}

impl Pursuit {
    /// Begins with `goal`.
    pub fn new(scene: &PromptScene<'_>, goal: &ExplorationGoal) -> Self {
        Self {
            id: goal.id,
            text: goal.text.clone(),
            state: goal.state,
            begin: goal.begin.clone(),
            began: false,
            typed: vec![false; goal.texts.len()],
            asks: !goal.begin.is_empty() || !goal.texts.is_empty(),
            known: scene.situation.model.states().len(),
            findings: scene.situation.model.findings(),
            since: scene.situation.step,
            arrived: None,
            next: None,
            astray: 0,
            walks: false,
            held: None,
            held_at: None,
            held_with: (0, 0),
            last: None,
            tapped: None,
            again: false,
            reach: GoalReach::default(),
            skipped: Vec::new(),
            chosen: None,
            refused: Vec::new(),
        }
    }

    /// True if it is the pursuit of `goal` as it is now.
    pub fn is_of(&self, goal: &ExplorationGoal) -> bool {
        self.id == goal.id && self.text == goal.text
    }

    /// True if the goal named inputs or texts, and all of them were performed and typed.
    pub fn did_all(&self) -> bool {
        self.asks && self.begin.is_empty() && self.typed.iter().all(|typed| *typed)
    }

    /// True once one of the inputs that it begins with was chosen.
    pub const fn has_begun(&self) -> bool {
        self.began
    }

    /// The inputs that it names and that were not there once its screen was reached.
    pub fn left(&self) -> Vec<String> {
        let is_there = self.began || self.arrived.is_some();
        let left = self.skipped.iter().chain(&self.begin).filter(|_| is_there);
        left.cloned().collect()
    }

    /// The inputs that it chose and that the guard or the tester refused.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// What `goal` asks for in `scene`, if it is given `leave`.
    pub fn step(
        &mut self,
        scene: &PromptScene<'_>,
        goal: &ExplorationGoal,
        (screens, weights): (&SeenScreens, &ElevateWeights),
        leave: GoalLeave,
    ) -> PursuitStep {
        let situation = scene.situation;
        if self.held.is_some_and(|since| situation.step >= since + weights.goal_patience) {
            self.resume(situation);
            return match self.over(scene) {
                PursuitStep::Over(GoalOutcome::NothingNew) => {
                    PursuitStep::Over(GoalOutcome::PutOff)
                }
                over => over,
            };
        }
        if self.state.is_none() {
            let Some((state, begin)) = resolve::place(situation, screens, &goal.text) else {
                return PursuitStep::Waits;
            };
            self.state = Some(state);
            self.begin = begin;
        }
        let Some(state) = self.state else { return PursuitStep::Waits };
        let is_refused = |chosen: &mut (u64, ActionKey, String)| {
            chosen.0 == situation.step && situation.is_refused(&chosen.1)
        };
        if let Some((.., words)) = self.chosen.take_if(is_refused) {
            self.refused.push(words);
        }
        let last = self.last.replace(situation.step);
        let is_interrupted = last.is_some_and(|last| situation.step > last + 1);
        if self.began && goal.author == GoalAuthor::Model && self.held.is_none() && is_interrupted {
            // The app was left meanwhile: what follows was not meant for where it was opened again.
            return self.over(scene);
        }
        let crashed = situation.last.as_ref().map(|done| done.outcome);
        if self.began && self.held.is_none() && crashed == Some(ActionOutcome::Crashed) {
            return self.over(scene);
        }
        let here = situation.state.structural;
        if self.arrived.is_none() && here == state {
            self.arrived = Some(situation.step);
        }
        // An emptied cart is another state than the full one: if the path led elsewhere, but to where the goal
        // can begin, it begins there.
        let strayed = self.arrived.is_none() && self.next.is_some_and(|next| next != here);
        let begins = |words: &String| {
            let text = || resolve::named_text(words).and_then(|it| resolve::text(situation, &it));
            let choice = || resolve::named_choice(words);
            resolve::input(scene, words).is_some()
                || text().is_some()
                || choice().is_some_and(|it| resolve::choice(situation, &it).is_some())
        };
        if strayed && self.begin.first().is_some_and(begins) {
            self.arrived = Some(situation.step);
        }
        match self.arrived {
            None => self.walk(scene, state, (screens, weights), leave.allowed),
            Some(arrived) => self.act(scene, goal, arrived, weights, leave),
        }
    }

    /// Waits from here on.
    fn hold(&mut self, situation: &Situation) -> PursuitStep {
        if self.held.is_none() {
            self.held = Some(situation.step);
            self.held_at = Some(situation.state.structural);
            self.held_with = (situation.model.states().len(), situation.model.findings());
        }
        PursuitStep::Held
    }

    /// Goes on after it waited.
    fn resume(&mut self, situation: &Situation) {
        if self.held.take().is_some() {
            let (states, findings) = self.held_with;
            self.known += situation.model.states().len().saturating_sub(states);
            self.findings += situation.model.findings().saturating_sub(findings);
        }
    }

    /// The next step of the path to `state`.
    fn walk(
        &mut self,
        scene: &PromptScene<'_>,
        state: StateId,
        (screens, weights): (&SeenScreens, &ElevateWeights),
        allowed: u32,
    ) -> PursuitStep {
        let situation = scene.situation;
        let model = &*situation.model;
        let here = situation.state.structural;
        let missed = self.next.take().filter(|next| *next != here);
        if missed.is_some() {
            self.astray += 1;
            self.walks = false;
        }
        let lost = PursuitStep::Over(GoalOutcome::Unreachable);
        let late = self.walks && situation.step.saturating_sub(self.since) >= weights.goal_steps;
        if self.astray > weights.goal_astray || late {
            return lost;
        }
        let paths = WithRestart::new(situation, screens, weights);
        let Some(goal) = model.position(state) else { return lost };
        // A list with one more row is another state: if no path is known from it, that from the state which was
        // expected may go on.
        let of = |from: StateId| {
            let step = path_step(model, (from, goal), &paths, weights.searched_states)?;
            Some((step.0, place_of(scene, &step.1)?, step.2))
        };
        let known = of(here).or_else(|| missed.and_then(of));
        let cost = known.map_or(u32::MAX, |(cost, ..)| cost);
        let twin = twin_step(scene, (goal, cost), &paths, weights.searched_states);
        let Some((cost, place, next)) = twin.or(known) else { return lost };
        // A path is begun if the rules have nothing nearer that promises as much, and then walked to its end.
        if !self.walks && cost >= allowed {
            return self.hold(situation);
        }
        if !self.walks {
            (self.walks, self.since) = (true, situation.step);
        }
        self.resume(situation);
        self.next = Some(next);
        let steps = if cost == 1 { "1 step".to_owned() } else { format!("{cost} steps") };
        PursuitStep::Input(place, format!("{steps} to its screen by the known path."))
    }

    /// What is done from the goal's screen on.
    fn act(
        &mut self,
        scene: &PromptScene<'_>,
        goal: &ExplorationGoal,
        arrived: u64,
        weights: &ElevateWeights,
        GoalLeave { allowed, follow, search }: GoalLeave,
    ) -> PursuitStep {
        let situation = scene.situation;
        // A restart shows nothing by itself: what it is for has to follow.
        let restarts = !self.began && self.begin.first().is_some_and(|words| is_restart(words));
        let least = if restarts { RESTARTED } else { 1 };
        if allowed < least && (self.asks || self.state == Some(situation.state.structural)) {
            return self.hold(situation);
        }
        // While it waited, the rules went elsewhere: it goes on once its next input is there.
        if self.held.is_some() {
            if !self.can_go_on(scene, goal) {
                return PursuitStep::Held;
            }
            let waited = situation.step.saturating_sub(self.held.unwrap_or(situation.step));
            self.arrived = Some(arrived + waited);
            self.resume(situation);
        }
        let arrived = self.arrived.unwrap_or(arrived);
        let spent = situation.step.saturating_sub(arrived + self.reach.extra);
        let named = u64::try_from(goal.begin.len() + goal.texts.len()).unwrap_or(u64::MAX);
        if spent >= weights.goal_steps.max(named) {
            return self.over(scene);
        }
        for (typed, text) in self.typed.iter_mut().zip(&goal.texts) {
            if *typed {
                continue;
            }
            if let Some(action) = resolve::text(situation, text) {
                *typed = true;
                return PursuitStep::Act(action, "The text that it gives for this field.".into());
            }
        }
        let begun = !goal.begin.is_empty() || !goal.texts.is_empty();
        if let Some(step) = self.begins(scene, search, weights) {
            return step;
        }
        let new = situation.model.states().len() > self.known;
        if begun {
            // Once what it asked for is done, the rules go on where it led, if that is new.
            // With a task, or on a form, what comes next is up to the model again.
            let is_models = goal.author == GoalAuthor::Model;
            let is_next = is_models && (situation.charter.is_some() || asks_for_words(situation));
            return if new && follow && spent < weights.goal_follow && !is_next {
                PursuitStep::Rules
            } else {
                self.over(scene)
            };
        }
        if !search {
            // A lead that named a screen alone: once there, the model sees what can be done.
            return self.over(scene);
        }
        let state = self.state == Some(situation.state.structural);
        if !state {
            return if new { PursuitStep::Rules } else { self.over(scene) };
        }
        let untried = |place: &usize| {
            let input = &scene.inputs[*place];
            input.count == 0 && input.kind != InputKind::System
        };
        let untried: Vec<usize> = (0..scene.inputs.len()).filter(untried).collect();
        if untried.is_empty() {
            self.over(scene)
        } else {
            PursuitStep::Among(untried, "The best by rule that is untried here.")
        }
    }

    /// True if the screen has the next of the inputs and texts that are left, or nothing is left.
    fn can_go_on(&self, scene: &PromptScene<'_>, goal: &ExplorationGoal) -> bool {
        let types = |typed: &GoalText| resolve::text(scene.situation, typed).is_some();
        let mut texts = self.typed.iter().zip(&goal.texts).filter(|(typed, _)| !**typed);
        if texts.any(|(_, text)| types(text)) {
            return true;
        }
        // What every screen has was meant for the one where it began to wait.
        let is_here = self.held_at == Some(scene.situation.state.structural);
        let fits = |place: usize| {
            let input = &scene.inputs[place];
            is_here || input.kind != InputKind::System || input.offer.key.is_restart()
        };
        let is_choice = |words: &String| {
            resolve::named_choice(words)
                .is_some_and(|choice| resolve::choice(scene.situation, &choice).is_some())
        };
        self.begin.first().is_none_or(|words| {
            is_choice(words)
                || resolve::input(scene, words).is_some_and(fits)
                || resolve::named_text(words)
                    .is_some_and(|typed| types(&typed) || resolve::holds(scene.situation, &typed))
                || resolve::gesture(scene, words).is_some()
        })
    }

    fn over(&self, scene: &PromptScene<'_>) -> PursuitStep {
        let model = &scene.situation.model;
        let new = model.states().iter().skip(self.known);
        let new = new.filter(|node| !rules::is_error(scene.situation, node.id)).count();
        PursuitStep::Over(match new {
            _ if model.findings() > self.findings => GoalOutcome::Finding,
            0 => GoalOutcome::NothingNew,
            new => GoalOutcome::NewStates(u64::try_from(new).unwrap_or(u64::MAX)),
        })
    }
}
