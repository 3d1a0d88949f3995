//! InputBlaster: text inputs that crash apps.
//!
//! After "Testing the Limits: Unusual Text Inputs Generation for Mobile App Crash Detection" (ICSE
//! 2024). It explores as [`super::Systematic`] does until it meets a form, and attacks each form
//! once: it finds an input that the form takes, then applies a catalogue of mutation operations, each
//! with the other fields valid, and learns from what the app does. Without a model, rules read what
//! the fields demand.
//!
//! - `fields`: what is known of the fields.
//! - `demands`, `reading`: what they demand, and how that is read from words.
//! - `solver`: an input that fits all demands.
//! - `operations`, `candidates`: the catalogue, and the inputs made with it.
//! - `generator`: what a model contributes: valid texts, and test generators in a sandbox.
//! - `examples`: inputs that crashed other apps.
//! - `record`, `novelty`: what came of inputs, and which comes next.
//! - `attack`: one form from beginning to end; `sending`, `returning`: its moves.
//! - `sources`: baselines to compare the rules with.

mod attack;
mod calendar;
mod candidates;
mod demands;
mod examples;
mod fields;
pub mod generator;
mod novelty;
mod operations;
mod reading;
mod record;
mod returning;
mod sending;
mod solver;
mod sources;
#[cfg(test)]
mod tests;
mod weights;

use std::collections::HashSet;

use futures_util::future::BoxFuture;

use self::attack::{AttackHelp, FormAttack, NextMove};
pub use self::examples::{ExampleStore, InputExample, InvalidExample};
use self::generator::process::GeneratorProcess;
use self::generator::question::GeneratorQuery;
use self::returning::ReturnMemory;
pub use self::weights::{InputBlasterWeights, ValueSource};
use super::shared::forms::question::FormQuery;
use super::shared::returning::return_to_app;
use super::weights::{self as values, WeightsError};
use super::{Explorer, ExplorerProposal, ExplorerSettings, PerformedAction, Situation, Systematic};
use crate::llm::{Asker, ModelQuery};
use crate::protocol::{AttackChange, ExplorerNote, FormAttacked};

/// The parts that can be disabled.
pub const PARTS: &[&str] = &["valid", "constraints", "rules", "feedback", "generator", "examples"];
/// The questions it asks a model.
pub const QUERIES: &[&dyn ModelQuery] = &[&GeneratorQuery, &FormQuery];

/// Which parts are enabled.
#[derive(Clone, Copy, Debug)]
struct AttackParts {
    /// A valid input is looked for first.
    valid: bool,
    /// Words and reactions are read as demands.
    constraints: bool,
    /// Mutation rules make the inputs, not chance.
    rules: bool,
    /// What came of inputs steers what comes next.
    feedback: bool,
    /// A rule makes a batch of texts, not one, and a model is asked for test generators.
    generator: bool,
    /// Inputs that crashed other apps are shown and tried.
    examples: bool,
}

/// See the module.
pub struct InputBlaster {
    weights: InputBlasterWeights,
    parts: AttackParts,
    seed: u64,
    explorer: Systematic,
    returning: ReturnMemory,
    /// The forms that were attacked.
    attacked: HashSet<String>,
    attack: Option<FormAttack>,
    process: GeneratorProcess,
    examples: ExampleStore,
}

impl InputBlaster {
    /// One as `settings` say.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        let weights: InputBlasterWeights = values::read(&settings.weights)?;
        let inner = ExplorerSettings { seed: settings.seed, ..ExplorerSettings::default() };
        let explorer = Systematic::with(&inner, weights.systematic);
        let parts = AttackParts {
            valid: settings.has("valid"),
            constraints: settings.has("constraints"),
            rules: settings.has("rules"),
            feedback: settings.has("feedback"),
            generator: settings.has("generator"),
            examples: settings.has("examples"),
        };
        Ok(Self {
            weights,
            parts,
            seed: settings.seed,
            explorer,
            returning: ReturnMemory::default(),
            attacked: HashSet::new(),
            attack: None,
            process: settings.generators.clone(),
            examples: ExampleStore::new(settings.examples.clone()),
        })
    }

    /// The next step of an attack; `None` if there is nothing to attack here.
    async fn attack(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        if let Some(returning) = return_to_app(situation).filter(|_| self.attack.is_some()) {
            return Some(returning);
        }
        if self.attack.is_none() {
            self.begin(situation)?;
        }
        let attack = self.attack.as_mut()?;
        let mut help = AttackHelp { asker, process: &self.process, examples: &self.examples };
        attack.consult(situation, &mut help).await;
        let next = attack.next(situation, &mut self.returning);
        let why = match next {
            NextMove::Propose(proposal) => {
                tell(attack, situation, asker);
                return Some(*proposal);
            }
            NextMove::Finished(why) => why,
        };
        attack.news.push(AttackChange::Ended { why, attempts: attack.attempts });
        tell(attack, situation, asker);
        self.attack = None;
        None
    }

    /// Begins to attack the form on the present screen, if it was not attacked before.
    fn begin(&mut self, situation: &Situation) -> Option<()> {
        if situation.screen.surface.is_dialogue() || return_to_app(situation).is_some() {
            return None;
        }
        let name = fields::form_name(&situation.screen)?;
        if !self.attacked.insert(name) {
            return None;
        }
        self.returning.begin();
        self.attack =
            FormAttack::begin(situation, self.parts, &self.weights, &self.examples, self.seed);
        Some(())
    }
}

/// Logs what happened in `attack` since the last time.
fn tell(attack: &mut FormAttack, situation: &Situation, asker: &Asker) {
    let form = attack.place().to_owned();
    for change in std::mem::take(&mut attack.news) {
        // The step that was performed last.
        let step = situation.step.saturating_sub(1);
        let attacked = FormAttacked { step, form: form.clone(), change };
        asker.note(ExplorerNote::FormAttacked(attacked));
    }
}

impl Explorer for InputBlaster {
    fn name(&self) -> &'static str {
        "input-blaster"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.explorer.learn(done, situation);
        self.returning.learn(done, situation);
        if let Some(attack) = &mut self.attack {
            attack.learn(done, situation);
        }
    }

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(async move {
            if let Some(proposal) = self.attack(situation, asker).await {
                return Some(proposal);
            }
            self.explorer.propose(situation, asker).await
        })
    }
}
