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
//! - `record`, `novelty`: what came of inputs, and which comes next; `turns`: those of generators and of rules
//!   in turn; `together`: what the app took one by one, all at once.
//! - `attack`: one form from beginning to end; `sending`, `returning`: its moves.
//! - `news`: what workers of a fleet tell each other of it.
//! - `spoken`: the same in voice apps, with what is said in place of a number, a time, a date or a name.
//! - `sources`: baselines to compare the rules with.

mod attack;
mod calendar;
mod candidates;
mod demands;
mod examples;
mod fields;
pub mod generator;
mod news;
mod novelty;
mod operations;
mod reading;
mod record;
mod returning;
mod sending;
mod solver;
mod sources;
mod spoken;
#[cfg(test)]
mod tests;
mod together;
mod turns;
mod weights;

use std::collections::{BTreeMap, HashSet};

use futures_util::future::BoxFuture;

use self::attack::{AttackHelp, FormAttack, NextMove};
pub use self::examples::{InputExample, InputExamples, InvalidExample};
use self::generator::process::GeneratorProcess;
use self::generator::question::GeneratorQuery;
use self::news::{FormDone, HeardInputs, InputNews};
use self::returning::ReturnMemory;
use self::spoken::SpokenAttack;
pub use self::weights::{InputBlasterWeights, ValueSource};
use super::shared::forms::question::FormQuery;
use super::shared::returning::return_to_app;
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerNews, ExplorerProposal, ExplorerSettings, PerformedAction, Situation,
    Systematic,
};
use crate::llm::{Asker, ModelQuery};
use crate::protocol::{AttackChange, AttackRequest, ExplorerNote, FormAttacked};

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

/// How many steps were performed.
#[derive(Clone, Copy, Debug, Default)]
struct StepShare {
    all: u64,
    of_attacks: u64,
}

impl StepShare {
    /// How many steps attacks may still have; below 0 if they had their share.
    fn left(self, weights: &InputBlasterWeights) -> f64 {
        weights.allowance as f64 + weights.share * self.all as f64 - self.of_attacks as f64
    }

    /// True if attacks had their share.
    fn are_used_up(self, weights: &InputBlasterWeights) -> bool {
        self.left(weights) < 0.0
    }
}

/// See the module.
pub struct InputBlaster {
    weights: InputBlasterWeights,
    parts: AttackParts,
    seed: u64,
    /// Explores while nothing is attacked.
    explorer: Box<dyn Explorer>,
    /// True if each form that it meets is attacked, not only those that the tester asks for.
    attacks_all: bool,
    /// True if attacks tell what comes next.
    tells_plans: bool,
    /// How many of the tester's requests were obeyed.
    obeyed: usize,
    returning: ReturnMemory,
    /// The forms that were attacked.
    attacked: HashSet<String>,
    /// The fields of these forms, wherever they are.
    attacked_fields: HashSet<String>,
    attack: Option<FormAttack>,
    /// What is said in voice apps.
    spoken: SpokenAttack,
    /// The attacks that go on once the form is met again: the form was lost, or attacks had their share of
    /// the steps.
    suspended: BTreeMap<String, FormAttack>,
    /// The form that was lost last, with the step.
    lost: Option<(String, u64)>,
    /// An attack stopped since attacks had their share of the steps.
    has_stopped: bool,
    /// The steps performed so far, and how many of them were steps of attacks.
    steps: StepShare,
    process: GeneratorProcess,
    examples: InputExamples,
    /// What other workers of a fleet have sent.
    heard: HeardInputs,
    /// What other workers were not told yet.
    news: Vec<ExplorerNews>,
}

impl InputBlaster {
    /// What it is called.
    pub const NAME: &str = "input-blaster";

    /// One as `settings` say.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        let weights: InputBlasterWeights = values::read(&settings.weights)?;
        let inner = ExplorerSettings { seed: settings.seed, ..ExplorerSettings::default() };
        let explorer = Box::new(Systematic::with(&inner, weights.systematic));
        Ok(Self::around(explorer, true, weights, settings))
    }

    /// One that explores as `explorer` does and attacks the forms that the tester asks for.
    pub fn beside(explorer: Box<dyn Explorer>, settings: &ExplorerSettings) -> Self {
        Self::around(explorer, false, InputBlasterWeights::default(), settings)
    }

    fn around(
        explorer: Box<dyn Explorer>,
        attacks_all: bool,
        weights: InputBlasterWeights,
        settings: &ExplorerSettings,
    ) -> Self {
        let parts = AttackParts {
            valid: settings.has("valid"),
            constraints: settings.has("constraints"),
            rules: settings.has("rules"),
            feedback: settings.has("feedback"),
            generator: settings.has("generator"),
            examples: settings.has("examples"),
        };
        Self {
            weights,
            parts,
            seed: settings.seed,
            explorer,
            attacks_all,
            tells_plans: settings.attended,
            obeyed: 0,
            returning: ReturnMemory::default(),
            attacked: HashSet::new(),
            attacked_fields: HashSet::new(),
            attack: None,
            spoken: SpokenAttack::default(),
            suspended: BTreeMap::new(),
            lost: None,
            has_stopped: false,
            steps: StepShare::default(),
            process: settings.generators.clone(),
            examples: InputExamples::new(settings.examples.clone()),
            heard: HeardInputs::default(),
            news: Vec::new(),
        }
    }

    /// The next step of an attack; `None` if there is nothing to attack here.
    async fn attack(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        self.obey(situation, asker);
        for news in self.spoken.news() {
            asker.note(ExplorerNote::FormAttacked(news));
        }
        if situation.screen.surface.is_dialogue() {
            let may =
                self.attacks_all && self.parts.rules && !self.steps.are_used_up(&self.weights);
            return if may { self.spoken.next(situation) } else { None };
        }
        if let Some(attack) = &mut self.attack
            && let Some(returning) = return_to_app(situation)
        {
            // What crashed the app is told before anything else is done.
            if self.tells_plans {
                attack.tell_plan();
            }
            tell(attack, situation, asker);
            return Some(returning);
        }
        if self.attacks_all && self.steps.are_used_up(&self.weights) {
            self.suspend(situation, asker);
        } else if self.attacks_all && self.attack.is_none() {
            // Else an attack would stop again before it had sent anything.
            if self.has_stopped && self.steps.left(&self.weights) < self.weights.reserve {
                return None;
            }
            self.has_stopped = false;
            self.go_on_or_begin(situation)?;
        }
        let attack = self.attack.as_mut()?;
        self.heard.tell(&attack.name, &mut attack.record);
        let mut help = AttackHelp { asker, process: &self.process, examples: &mut self.examples };
        attack.consult(situation, &mut help).await;
        let next = attack.next(situation, &mut self.returning);
        match next {
            NextMove::Propose(proposal) => {
                if self.tells_plans {
                    attack.tell_plan();
                }
                tell(attack, situation, asker);
                return Some(*proposal);
            }
            NextMove::Lost(why) => {
                self.lost = Some((attack.name.clone(), situation.step));
                self.put_off(why, situation, asker);
            }
            NextMove::Finished(why) => {
                let done = FormDone::of(&attack.name, &attack.fields);
                self.news.push(ExplorerNews::new(done));
                self.end(why, false, situation, asker);
            }
        }
        None
    }

    /// Leaves the attack for later, if no input is in progress.
    fn suspend(&mut self, situation: &Situation, asker: &Asker) {
        if !self.attack.as_ref().is_some_and(FormAttack::is_between_inputs) {
            return;
        }
        self.has_stopped = true;
        let why = "Attacks had their share of the steps; it goes on later.".to_owned();
        self.put_off(why, situation, asker);
    }

    /// Ends the attack until the form is met again.
    fn put_off(&mut self, why: String, situation: &Situation, asker: &Asker) {
        if let Some(attack) = self.end(why, true, situation, asker) {
            self.suspended.insert(attack.name.clone(), attack);
        }
    }

    /// Ends the attack. Gives it, so that it may go on later, if it `goes_on`.
    fn end(
        &mut self,
        why: String,
        goes_on: bool,
        situation: &Situation,
        asker: &Asker,
    ) -> Option<FormAttack> {
        let mut attack = self.attack.take()?;
        attack.news.push(AttackChange::Ended { why, attempts: attack.attempts, goes_on });
        tell(&mut attack, situation, asker);
        Some(attack)
    }

    /// Does what the tester asked for since the last time.
    fn obey(&mut self, situation: &Situation, asker: &Asker) {
        let requests = situation.attack_requests.iter().skip(self.obeyed);
        self.obeyed = situation.attack_requests.len();
        for request in requests {
            let done = if *request == AttackRequest::Begin {
                self.begin_as_asked(situation, asker)
            } else {
                match &mut self.attack {
                    Some(attack) => attack.request(request),
                    None => Err("No form is attacked now.".to_owned()),
                }
            };
            if let Err(why) = done {
                asker.warn(why, None);
            }
        }
    }

    /// Continues with the form that was lost last if a path to it is known by now, else attacks the one on
    /// the present screen. Others wait for a while: else what is known of the lost one would be lost too.
    fn go_on_or_begin(&mut self, situation: &Situation) -> Option<()> {
        let lost = self.lost.as_ref().and_then(|(name, since)| {
            let attack = self.suspended.get(name)?;
            let recently = situation.step < since + self.weights.patience;
            Some((name.clone(), recently, attack.is_within_reach(situation, &self.returning)))
        });
        match lost {
            Some((name, true, _)) if fields::form_name(&situation.screen) == Some(name.clone()) => {
                self.begin(situation)
            }
            Some((name, _, true)) => {
                let mut attack = self.suspended.remove(&name)?;
                attack.go_on();
                self.attack = Some(attack);
                Some(())
            }
            Some((_, true, false)) => None,
            _ => self.begin(situation),
        }
    }

    /// Attacks the form on the present screen, whether or not it was attacked before.
    fn begin_as_asked(&mut self, situation: &Situation, asker: &Asker) -> Result<(), String> {
        if self.attack.as_ref().is_some_and(|attack| attack.is_on(&situation.screen)) {
            return Ok(());
        }
        let name =
            fields::form_name(&situation.screen).ok_or("This screen has no form to attack.")?;
        // For the other workers of a fleet it is not over.
        self.end("The tester chose another form.".into(), false, situation, asker);
        self.attacked.remove(&name);
        self.attacked_fields.remove(&fields::field_keys(&situation.screen));
        self.begin(situation).ok_or_else(|| "This form cannot be attacked.".to_owned())
    }

    /// Begins to attack the form on the present screen, if it was not attacked before.
    fn begin(&mut self, situation: &Situation) -> Option<()> {
        if situation.screen.surface.is_dialogue() || return_to_app(situation).is_some() {
            return None;
        }
        let name = fields::form_name(&situation.screen)?;
        if let Some(mut attack) = self.suspended.remove(&name) {
            attack.go_on();
            self.attack = Some(attack);
        } else if self.attacked.insert(name) {
            let mut weights = self.weights;
            if !self.attacked_fields.insert(fields::field_keys(&situation.screen)) {
                // The same fields at another location are mostly the same part of the app.
                weights.attempts = weights.attempts.min(weights.search_attempts);
            }
            let (parts, examples) = (self.parts, &self.examples);
            self.attack = FormAttack::begin(situation, parts, &weights, examples, self.seed);
        } else {
            return None;
        }
        self.returning.begin();
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
        if self.attacks_all { Self::NAME } else { self.explorer.name() }
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.explorer.learn(done, situation);
        self.returning.learn(done, situation);
        self.steps.all += 1;
        let attacks = self.attack.is_some() || self.spoken.is_in_progress();
        self.steps.of_attacks += u64::from(attacks);
        self.spoken.learn(done, situation);
        if let Some(attack) = &mut self.attack {
            attack.learn(done, situation);
            let form = &attack.name;
            self.news.extend(attack.sent.drain(..).map(|(input, result)| {
                ExplorerNews::new(InputNews { form: form.clone(), input, result })
            }));
        }
    }

    fn take_news(&mut self) -> Vec<ExplorerNews> {
        let mut news = self.explorer.take_news();
        news.append(&mut self.news);
        news
    }

    fn hear(&mut self, news: &ExplorerNews) {
        if let Some(news) = news.of::<InputNews>() {
            self.heard.add(news);
        } else if let Some(FormDone { form, fields }) = news.of() {
            self.attacked.insert(form.clone());
            self.attacked_fields.insert(fields.clone());
        } else {
            self.explorer.hear(news);
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
