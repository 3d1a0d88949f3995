//! Elevate (a language model with a finite-state machine): the model chooses, and the behaviour model
//! decides which of its answers are accepted.
//!
//! Three phases a step, each a question to a model with its own checks, feedback and rules (Elevate,
//! section III): which known state is this (`states`), what can be done here (`inputs`), and
//! which of it comes next (`exploration`). On a display the third one asks for a goal every few steps
//! (`goals`), and the rules choose in between. Without a model the rules alone explore.
//!
//! Prompts stay as long as they are, however long a session gets: the states, inputs and words of
//! the tester in them are bounded, and only the present state's transitions are told.

mod exploration;
mod goals;
mod inputs;
mod memory;
mod rules;
mod scene;
mod states;
#[cfg(test)]
mod tests;
mod weights;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use self::exploration::{ChosenWalk, ModelRest};
use self::goals::{GoalMemory, GoalStep};
use self::memory::ElevateMemory;
use self::rules::Rules;
use self::scene::PromptScene;
pub use self::weights::ElevateWeights;
use super::shared::actions::named;
use super::shared::activity_starts::STARTS;
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerNews, ExplorerProposal, ExplorerSettings, PerformedAction, Proposing,
    Situation,
};
use crate::domain::StateId;
use crate::llm::{Asker, ModelQuery};

/// The parts that can be switched off.
pub const PARTS: &[&str] = &["states", "inputs", "exploration", "goals", STARTS];

/// The questions it asks.
pub const QUERIES: &[&dyn ModelQuery] = &[
    &states::States,
    &inputs::Inputs,
    &inputs::FormQuery,
    &goals::GoalsQuery,
    &goals::LeadQuery,
    &exploration::Exploration,
];

/// See the module.
pub struct Elevate {
    disabled: Vec<String>,
    rules: Rules,
    memory: ElevateMemory,
    goals: GoalMemory,
    /// The path that the model's latest choice began, with a voice app.
    walk: Option<ChosenWalk>,
    /// When the model rests, with a voice app.
    rest: ModelRest,
    /// What falls if choosing is switched off.
    random: StdRng,
}

impl Elevate {
    /// One as `settings` say.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        // Two sources, so that the rules' choices do not depend on what a model answers.
        let mut seeds = StdRng::seed_from_u64(settings.seed);
        let random = StdRng::from_rng(&mut seeds);
        let of_rules = StdRng::seed_from_u64(settings.seed);
        let mut weights: ElevateWeights = values::read(&settings.weights)?;
        let starts = &mut weights.display.breadth.activity_starts;
        *starts = starts.enabled(settings);
        let rules = Rules::new(of_rules, weights);
        Ok(Self {
            disabled: settings.disabled.clone(),
            random,
            rules: rules.apart(!settings.has("states")),
            memory: ElevateMemory::new(weights),
            goals: GoalMemory::default(),
            walk: None,
            rest: ModelRest::default(),
        })
    }

    fn is_disabled(&self, part: &str) -> bool {
        self.disabled.iter().any(|disabled| disabled == part)
    }

    async fn choose(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        let [no_states, no_inputs, no_exploration] =
            ["states", "inputs", "exploration"].map(|part| self.is_disabled(part));
        let spoken = situation.screen.dialogue();
        if spoken.is_some_and(|spoken| !spoken.open) {
            self.rules.notice(&PromptScene::new(situation, None, &[], &self.memory.weights));
        }
        if let Some(back) = self.rules.return_to_app(situation) {
            return Some(back);
        }
        if spoken.is_none() {
            self.rules.tell(asker);
        }
        self.memory.see(situation);
        // Which state this is matters to the rules: while a goal is carried out it is not asked.
        if spoken.is_some() || no_states || !self.goals.is_under_way() {
            states::extract(&mut self.memory, situation, asker, no_states).await;
        }
        let no_goals = self.is_disabled("goals") || no_exploration;
        // With goals, texts for a form are asked for once the rules would type into it.
        let has_goals = spoken.is_none() && !no_goals && asker.model().is_some();
        if !has_goals {
            inputs::think(&mut self.memory, situation, asker, no_inputs).await;
        }
        let meaning = self.memory.meaning(situation, situation.state.structural);
        let ideas = self.memory.ideas(situation);
        let mut scene = PromptScene::new(situation, Some(meaning), &ideas, &self.memory.weights);
        self.rules.notice(&scene);
        match spoken.filter(|_| no_inputs) {
            Some(spoken) => scene = scene.only(&rules::simplest(&spoken.text)),
            None => {
                scene = scene.with_help(&self.memory.help);
                let ideas = self.rules.ideas(&scene);
                scene = scene.with(ideas);
            }
        }
        let mut goal = None;
        if spoken.is_none() {
            let known = (&self.rules, &self.memory);
            let step = self.goals.next(&scene, known, asker, !no_goals).await;
            self.memory.purpose = self.goals.purpose().map(str::to_owned);
            match step {
                GoalStep::Input(place, why) => {
                    return Some(ExplorerProposal::new(scene.inputs[place].offer.clone(), why));
                }
                GoalStep::Act(action, why) => {
                    return Some(ExplorerProposal::new(named(situation, action), why));
                }
                GoalStep::Rules(words) => goal = words,
            }
        }
        let has_goals = spoken.is_none() && !no_goals && asker.model().is_some();
        if has_goals && exploration::types_next((&self.memory, &mut self.rules), &scene) {
            drop(scene);
            inputs::think(&mut self.memory, situation, asker, no_inputs).await;
            let ideas = self.memory.ideas(situation);
            scene = PromptScene::new(situation, Some(meaning), &ideas, &self.memory.weights);
            self.rules.notice(&scene);
        }
        // Between goals the rules choose. Each input is asked for only if there are no goals.
        if goal.is_some() || has_goals {
            return exploration::by_rules((&self.memory, &mut self.rules), &scene, goal);
        }
        let path = (&mut self.walk, &mut self.rest);
        let parts = (&self.memory, &mut self.rules, &mut self.random, path);
        exploration::choose(parts, &scene, asker, no_exploration).await
    }
}

impl Explorer for Elevate {
    fn name(&self) -> &'static str {
        "elevate"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.memory.learn(done, situation);
        self.goals.learn(&self.memory.history, situation);
        self.rules.learn(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(self.choose(situation, asker))
    }

    fn take_news(&mut self) -> Vec<ExplorerNews> {
        self.rules.take_news()
    }

    fn hear(&mut self, news: &ExplorerNews) {
        self.rules.hear(news);
    }
}

/// How a state is called in prompts: `S` and its place in the model, from 1.
fn name_of(situation: &Situation, state: StateId) -> String {
    situation.model.position(state).map_or_else(|| "S?".to_owned(), |at| format!("S{}", at + 1))
}
