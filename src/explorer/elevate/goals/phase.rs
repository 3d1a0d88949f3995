//! Asks for a goal, and says what the one that is pursued asks for now.

mod leading;

use std::collections::HashMap;

use super::account::{GoalAccount, StepChooser};
use super::lead::{FruitlessTaps, RefusedInputs, ToldTurns};
use super::options::RankedOption;
use super::present::PresentScreen;
use super::pursuit::{GoalLeave, Pursuit, PursuitStep};
use super::screens::SeenScreens;
use super::steps::{asks_for_system, asks_for_words};
use super::suspicion::Suspicions;
use super::turned::TurnedDisplay;
use super::{GoalChoice, GoalOption, GoalsContext, GoalsQuery, names, options};
use crate::domain::{Action, StateId};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::memory::ElevateMemory;
use crate::explorer::elevate::rules::Rules;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::shared::history::RecentAction;
use crate::explorer::shared::{output, tester_words};
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::protocol::{
    ExplorationGoal, ExplorerNote, FallbackReason, GoalAuthor, GoalChange, GoalChanged, GoalId,
    GoalOutcome, RulesAnswered,
};

/// The most characters of an action with its effect.
const LAST: usize = 60;
/// The most characters of what was left out of a goal, and of what the model named while it leads.
const LEFT_OUT: usize = 32;
const LEFT_OUT_OF_LEAD: usize = 80;
/// The most characters of a goal that is over.
const GOAL: usize = 40;
/// The most goals that are told.
const EARLIER: usize = 2;
/// At least so many of the latest actions are told, and at most.
const LEAST: u64 = 5;
const MOST: u64 = 6;

/// What is done next, as far as goals decide.
pub enum GoalStep {
    /// An input of the scene, by its place, and why.
    Input(usize, String),
    /// A text or a gesture, and why.
    Act(Action, String),
    /// The rules choose; for a goal if its words are given.
    Rules(Option<String>),
}

/// What is known of goals beyond the list of them.
#[derive(Debug, Default)]
pub struct GoalMemory {
    screens: SeenScreens,
    pursuit: Option<Pursuit>,
    /// The goal of the model that waits.
    held: Option<Pursuit>,
    account: GoalAccount,
    /// The goal that was added in this step: the list does not have it yet.
    added: Option<ExplorationGoal>,
    /// The goals that ended in this step: the list still has them.
    ended: Vec<(ExplorationGoal, GoalOutcome)>,
    /// The step of the latest event about goals.
    noted: u64,
    /// The step of the latest question.
    asked: Option<u64>,
    /// States known then.
    known: usize,
    /// What goals of the model in a row that showed nothing new count
    /// ([`ElevateWeights::goal_fruitless`]).
    fruitless: u32,
    /// Pauses in a row.
    pauses: u32,
    /// The model is not asked before this step.
    pause_until: u64,
    /// What the app is for, in the model's words.
    purpose: Option<String>,
    /// True if all that the latest goal asked for was done.
    did_all: bool,
    /// How often each form was chosen.
    forms: HashMap<StateId, u32>,
    /// The number of the latest goal of the model.
    latest_id: u64,
    /// What of the goals that ended was not done, and why.
    left_out: HashMap<GoalId, String>,
    /// What the model takes for bugs.
    suspicions: Suspicions,
    /// What was done, as the model is told while it leads.
    turns: ToldTurns,
    /// The goal that it asked for while it leads.
    led: Option<GoalId>,
    /// Whether the display is turned.
    turned: TurnedDisplay,
    /// What was refused on each page, or would be, whatever its fields held.
    refused: RefusedInputs,
    /// What did nothing.
    fruitless_taps: FruitlessTaps,
}

impl GoalMemory {
    /// What is done next in `scene`. `may_ask` is false if the model has no part in goals.
    pub async fn next(
        &mut self,
        scene: &PromptScene<'_>,
        (rules, memory): (&Rules, &ElevateMemory),
        asker: &mut Asker,
        may_ask: bool,
    ) -> GoalStep {
        self.screens.see(scene);
        if memory.came.as_ref().is_some_and(|(_, key)| key.is_restart()) {
            self.screens.opens = Some(scene.situation.state.structural);
        }
        if self.noted != scene.situation.step {
            self.noted = scene.situation.step;
            self.added = None;
            self.ended.clear();
        }
        self.see(scene.situation);
        let kinds = rules.forms_led_on().len();
        self.fruitless_taps.made(kinds);
        self.account.notice(scene.situation, kinds, &memory.weights);
        self.account.chose(StepChooser::Rules);
        let leads = self.account.decide(&memory.weights);
        if let Some(step) = self.pursue(scene, (rules, memory), asker) {
            return step;
        }
        if may_ask && leads && asker.keeps_to_form() {
            if let Some(place) = self.turned.turn_back(scene, rules, &memory.weights) {
                self.account.chose(StepChooser::Lead);
                let why = "The display was turned for a goal of the model that is over, and is turned back.";
                return GoalStep::Input(place, why.to_owned());
            }
            self.ask_lead(scene, (rules, memory), asker).await;
            return self.pursue(scene, (rules, memory), asker).unwrap_or(GoalStep::Rules(None));
        }
        let is_due = may_ask
            && !(self.account.has_led() && asker.keeps_to_form())
            && !asks_for_system(scene.situation)
            && self.is_due(scene.situation, &memory.weights, asker.refuses_much());
        // Rules that fill in one form after another and show nothing new need help.
        let (new, of) = self.account.by_rules();
        let is_stuck = new == 0 && of >= memory.weights.goal_stuck;
        if is_due && (is_stuck || !rules.finish_form(scene)) {
            self.ask(scene, (rules, memory), asker).await;
            if let Some(step) = self.pursue(scene, (rules, memory), asker) {
                return step;
            }
        }
        GoalStep::Rules(None)
    }

    /// Takes in what was refused here or would be, and whether the display is turned.
    fn see(&mut self, situation: &Situation) {
        let refused = situation.refusals.of(situation.state.structural);
        let refused = refused.iter().map(|refusal| &refusal.key).chain(situation.guarded.iter());
        let mut refused = refused.cloned().peekable();
        if refused.peek().is_some() {
            let known = self.refused.entry(situation.screen.location.clone()).or_default();
            known.extend(refused);
        }
        self.turned.see(situation);
    }

    /// The number of a new goal: a step has two if the first one was refused.
    fn new_id(&mut self, situation: &Situation) -> GoalId {
        // Those of the tester are odd.
        self.latest_id = (self.latest_id + 2).max(2 * situation.step);
        GoalId(self.latest_id)
    }

    /// True if a goal was carried out in the latest step.
    pub const fn is_under_way(&self) -> bool {
        self.pursuit.is_some()
    }

    /// What the app is for, in one line, if the model said so.
    pub fn purpose(&self) -> Option<&str> {
        self.purpose.as_deref()
    }

    /// What the first goal asks for that is not over and need not wait.
    fn pursue(
        &mut self,
        scene: &PromptScene<'_>,
        (rules, memory): (&Rules, &ElevateMemory),
        asker: &Asker,
    ) -> Option<GoalStep> {
        let weights = &memory.weights;
        let listed = scene.situation.model.goals().goals();
        let goals: Vec<ExplorationGoal> = listed.iter().chain(&self.added).cloned().collect();
        self.held.take_if(|held| !goals.iter().any(|goal| held.is_of(goal)));
        for goal in goals {
            if self.ended.iter().any(|(ended, _)| ended.id == goal.id) {
                continue;
            }
            let is_models = goal.author == GoalAuthor::Model;
            let known = self.pursuit.take_if(|pursuit| pursuit.is_of(&goal));
            if known.is_none()
                && self.held.as_ref().is_some_and(|held| held.is_of(&goal))
                && rules.finish_form(scene)
            {
                // A form that the rules have begun meanwhile is theirs.
                continue;
            }
            let known = known.or_else(|| self.held.take_if(|held| held.is_of(&goal)));
            let mut pursuit = known.unwrap_or_else(|| Pursuit::new(scene, &goal));
            // What a goal has begun to fill in, the rules would finish as well.
            let finishes = || pursuit.has_begun() && rules.finish_form(scene);
            let is_led = self.led == Some(goal.id);
            let allowed = match goal.author {
                GoalAuthor::Model if !is_led && !finishes() => self.account.allowed(weights),
                _ => u32::MAX,
            };
            let why =
                |why: &str| format!("Goal of the {}: {}. {why}", goal.author.word(), goal.text);
            let known = (&self.screens, weights);
            let follow = !is_models || !(is_led || self.account.is_ahead(weights));
            let may = GoalLeave { allowed, follow, search: !is_led };
            let step = match pursuit.step(scene, &goal, known, may) {
                PursuitStep::Input(place, reason) => GoalStep::Input(place, why(&reason)),
                PursuitStep::Act(action, reason) => GoalStep::Act(action, why(&reason)),
                PursuitStep::Rules => GoalStep::Rules(Some(why(""))),
                PursuitStep::Among(places, reason) => {
                    let yields = rules.yields(scene);
                    let best = places.into_iter().max_by(|one, other| {
                        // Of equals the first.
                        yields[*one].total_cmp(&yields[*other]).then(other.cmp(one))
                    });
                    best.map_or(GoalStep::Rules(None), |place| GoalStep::Input(place, why(reason)))
                }
                PursuitStep::Waits => continue,
                PursuitStep::Held => {
                    self.held = Some(pursuit);
                    continue;
                }
                PursuitStep::Over(outcome) => {
                    let done = pursuit.did_all();
                    let most = if is_led { LEFT_OUT_OF_LEAD } else { LEFT_OUT };
                    let told = told((&pursuit.left(), pursuit.refused()), most);
                    if !told.is_empty() {
                        self.left_out.insert(goal.id, told);
                    }
                    self.end((scene.situation, weights), &goal, (outcome, done), asker);
                    continue;
                }
            };
            self.pursuit = Some(pursuit);
            if is_models {
                self.account.chose(match step {
                    _ if is_led => StepChooser::Lead,
                    GoalStep::Rules(_) => StepChooser::After,
                    _ => StepChooser::Goal,
                });
            }
            return Some(step);
        }
        self.pursuit = None;
        None
    }

    fn end(
        &mut self,
        (situation, weights): (&Situation, &ElevateWeights),
        goal: &ExplorationGoal,
        (outcome, did_all): (GoalOutcome, bool),
        asker: &Asker,
    ) {
        self.ended.push((goal.clone(), outcome));
        note(situation, asker, GoalChange::Ended { id: goal.id, outcome });
        if goal.author != GoalAuthor::Model || self.led == Some(goal.id) {
            return;
        }
        self.account.ended(weights);
        self.did_all = did_all;
        if outcome == GoalOutcome::PutOff {
            return;
        }
        if matches!(outcome, GoalOutcome::NewStates(_) | GoalOutcome::Finding) {
            (self.fruitless, self.pauses) = (0, 0);
            return;
        }
        self.fruitless += if did_all { 1 } else { 2 };
        if self.fruitless >= weights.goal_fruitless {
            let length = weights.goal_pause.saturating_mul(2_u64.saturating_pow(self.pauses));
            self.pause_until = situation.step.saturating_add(length);
            self.pauses = self.pauses.saturating_add(1);
            self.fruitless = 0;
        }
    }

    /// True if it is time to ask for a goal, of a model many of whose replies were refused if `refused`.
    fn is_due(&self, situation: &Situation, weights: &ElevateWeights, refused: bool) -> bool {
        let left = situation.remaining.steps;
        let ends = left.is_some_and(|left| left < weights.goal_least_left);
        let spent = self.held.is_some() || self.account.allowed(weights) == 0;
        if ends || spent || situation.step < self.pause_until {
            return false;
        }
        let has_task = situation.charter.is_some();
        let first = if has_task { weights.goal_first_with_task } else { weights.goal_first };
        let Some(asked) = self.asked else { return situation.step >= first };
        // With a task, or on a form, the model continues once its goal was done.
        let goes_on = (has_task || asks_for_words(situation)) && self.did_all;
        let news = situation.model.states().len() > self.known || goes_on;
        let every = if refused {
            weights.goal_every_refused
        } else if self.account.is_ahead(weights) {
            // Goals that show as much as the rules are worth a question each.
            1
        } else if news {
            weights.goal_every_with_news
        } else {
            weights.goal_every
        };
        situation.step >= asked + every
    }

    async fn ask(
        &mut self,
        scene: &PromptScene<'_>,
        (rules, memory): (&Rules, &ElevateMemory),
        asker: &mut Asker,
    ) {
        let (situation, weights) = (scene.situation, &memory.weights);
        let filled = |state| self.forms.get(&state).copied().unwrap_or(0);
        let present = PresentScreen::of(scene, (rules, &self.screens, weights));
        let known = (rules, &self.screens, weights);
        let allowed = self.account.allowed(weights);
        let options = options::of(situation, known, &present.told, allowed, filled);
        // One screen and the rules: there is nothing to choose, unless there is a task to do on it, or goals
        // show as much as the rules.
        let leads = situation.charter.is_some() || self.account.is_ahead(weights);
        let least = if leads { 2 } else { 3 };
        if options.len() < least {
            return;
        }
        let since = self.asked.replace(situation.step).unwrap_or(1);
        let last = situation.step.saturating_sub(since);
        self.known = situation.model.states().len();
        let listed = options.iter().map(|ranked| ranked.option.clone());
        let context = self.context(situation, (rules, memory), (present, last), listed.collect());
        // A context is plain data; it always has a JSON form.
        let json = serde_json::to_value(&context).unwrap_or_default();
        let answer = asker.ask(&GoalsQuery, situation.step, &json, None).await;
        let tell = |why: FallbackReason, answer: &str| {
            let query = GoalsQuery.name().to_owned();
            let answer = answer.to_owned();
            let ruled = RulesAnswered { step: situation.step, query, why, answer };
            asker.note(ExplorerNote::RulesAnswered(ruled));
        };
        let ruled = |why: FallbackReason| tell(why, "the rules choose each step");
        let choice = match answer {
            QueryAnswer::Model(judgement) => judgement
                .answer
                .and_then(|answer| serde_json::from_value::<GoalChoice>(answer).ok()),
            QueryAnswer::Rules { why, .. } => return ruled(why),
        };
        let Some(mut choice) = choice else { return ruled(FallbackReason::Rounds) };
        self.suspicions.report((GoalsQuery.name(), &choice.bug), since, situation, asker);
        if self.purpose.is_none() && !choice.purpose.is_empty() {
            self.purpose = Some(choice.purpose);
        }
        let chosen = options.iter().find(|ranked| ranked.option.number == choice.goal);
        let Some(RankedOption { state: Some(state), share, option, .. }) = chosen else {
            // Left to the rules: they are given the time of a goal, whatever they come upon.
            self.pause_until = situation.step.saturating_add(weights.goal_every);
            return;
        };
        if choice.begin.is_empty() && choice.texts.is_empty() {
            choice.begin = option.own_begin().to_vec();
        }
        let is_plain = choice.begin.is_empty() && choice.texts.is_empty();
        if is_plain && *share < weights.goal_least_plain {
            let what = "the rules choose each step: they expect more elsewhere, and the goal names no input";
            return tell(FallbackReason::Plain, what);
        }
        if !option.fields.is_empty() {
            *self.forms.entry(*state).or_default() += 1;
        }
        let goal = ExplorationGoal {
            id: self.new_id(situation),
            author: GoalAuthor::Model,
            text: option.reported(&choice.begin, &choice.texts),
            why: choice.why,
            state: Some(*state),
            begin: choice.begin,
            texts: choice.texts,
        };
        note(situation, asker, GoalChange::Added(goal.clone()));
        self.added = Some(goal);
    }

    fn context(
        &self,
        situation: &Situation,
        (rules, memory): (&Rules, &ElevateMemory),
        (present, since_asked): (PresentScreen, u64),
        options: Vec<GoalOption>,
    ) -> GoalsContext {
        // As many as there were since the last question: what came of its goal is among them.
        let last = memory.history.latest(since_asked.clamp(LEAST, MOST)).into_iter();
        let ended = situation.model.goals().ended().map(|(goal, how)| (goal, *how));
        let ended = ended.chain(self.ended.iter().map(|(goal, how)| (goal, *how)));
        let mut earlier = ended.map(|(goal, how)| {
            let left_out = self.left_out.get(&goal.id).cloned();
            let begin: Vec<&str> = goal.begin.iter().map(|input| options::bare(input)).collect();
            let text = if begin.is_empty() { goal.text.clone() } else { begin.join(", ") };
            let text = output::cut(&text, GOAL);
            format!("{text}: {}{}", how.words(), left_out.unwrap_or_default())
        });
        let earlier: Vec<String> = earlier.by_ref().collect();
        let surplus = earlier.len().saturating_sub(EARLIER);
        let made = rules.forms_led_on().iter().map(|(form, times)| match times {
            1 => form.clone(),
            times => format!("{form} ({times} times)"),
        });
        let (rules_new, rules_of) = self.account.by_rules();
        GoalsContext {
            rules_new,
            rules_of,
            allowed: self.account.allowed(&memory.weights),
            steps_left: situation.remaining.steps,
            known: situation.model.states().len(),
            purpose: memory.purpose.clone(),
            charter: situation.charter.as_deref().map(tester_words::charter),
            notes: tester_words::notes(situation),
            refused: tester_words::refused(situation),
            last: last
                .map(|action| RecentAction { did: names::short(&action.did), ..action }.told())
                .map(|told| output::cut(&told, LAST))
                .collect(),
            lessons: memory.history.lessons(&situation.screen),
            earlier: earlier.into_iter().skip(surplus).collect(),
            made: made.collect(),
            suspected: self.suspicions.told(),
            output: present.output,
            on_many: present.on_many,
            options,
        }
    }
}

fn note(situation: &Situation, asker: &Asker, change: GoalChange) {
    let step = situation.step.saturating_sub(1);
    asker.note(ExplorerNote::GoalChanged(GoalChanged { step, change }));
}

/// What of a goal was not done, each in at most `most` characters: the inputs that were not there, and those that were refused.
fn told((left, refused): (&[String], &[String]), most: usize) -> String {
    let list = |what: &str, inputs: &[String]| {
        let inputs: Vec<&str> = inputs.iter().map(|input| options::bare(input)).collect();
        let inputs = output::cut(&inputs.join(", "), most);
        if inputs.is_empty() { inputs } else { format!("; {what}: {inputs}") }
    };
    list("refused", refused) + &list("not there", left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, menu};

    /// Of a scripted model that is refused half of the time each goal cost the steps of the rules.
    #[test]
    fn a_model_that_is_often_refused_is_asked_more_rarely() {
        let mut world = World::new(None);
        world.show(menu("Shop", &["Teas", "Cups", "Cart"]));
        let memory = GoalMemory { asked: Some(10), ..GoalMemory::default() };
        let weights = ElevateWeights::default();
        let is_due = |since: u64, refused| {
            let situation = Situation { step: 10 + since, ..world.situation() };
            memory.is_due(&situation, &weights, refused)
        };
        assert!(is_due(weights.goal_every, false) && !is_due(weights.goal_every, true));
        assert!(is_due(weights.goal_every_refused, true));
    }
}
