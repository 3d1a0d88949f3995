//! One run of `ridealong demo attack`: one fault, one contender, one seed.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;

use super::super::guide::{FormGuide, GuideProgress};
use super::minimal::MinimisedInput;
use super::table::AttackFigures;
use super::{ATTEMPTS, AttackContender, MINUTES, SeededFault};
use crate::cli::CliError;
use crate::cli::args::{ModelArgs, SubjectArgs};
use crate::cli::startup;
use crate::config::UserFolders;
use crate::demo::app::About;
use crate::demo::coverage;
use crate::demo::enabled::EnabledFaults;
use crate::demo::phone::DemoPhone;
use crate::demo::shell::DemoShell;
use crate::device::android::{AndroidDevice, AndroidOptions};
use crate::domain::Pace;
use crate::engine::{EngineDriver, EngineHandle, GuardRules, MachineSetup, RunBudget};
use crate::explorer::input_blaster::generator::process::GeneratorProcess;
use crate::explorer::input_blaster::{InputBlaster, InputExample};
use crate::explorer::weights::WeightValues;
use crate::explorer::{self, Explorer, ExplorerEntry, ExplorerSettings};
use crate::protocol::{
    ActionOutcome, AttackChange, AutoLimits, Event, FormAttacked, InputResult, Op, RunMode,
};
use crate::store::SessionWriter;

/// No run takes more actions, whatever the clock says.
const STEPS: u64 = 2_500;

/// How a fault is looked for.
#[derive(Clone, Debug)]
pub(super) struct AttackRun {
    pub(super) contender: AttackContender,
    /// The profile of the model.
    pub(super) llm: String,
    pub(super) seed: u64,
    /// It ends after minutes, not after attempts.
    pub(super) minutes: bool,
    /// The crashing input is minimised.
    pub(super) minimise: bool,
    /// Weights that are not at their defaults.
    pub(super) weights: WeightValues,
    /// Where the session is kept; `None` if it is not.
    pub(super) keep: Option<PathBuf>,
}

impl AttackRun {
    /// Attacks the form of `fault`, with this fault alone.
    ///
    /// # Errors
    /// If the session cannot be recorded or the contender cannot be made.
    pub(super) async fn of(&self, (entry, fault): SeededFault) -> Result<AttackFigures, CliError> {
        let failed =
            |what: &dyn std::fmt::Display| CliError::new(format!("a run failed: {what}"), 2);
        let phone = DemoPhone::with(std::slice::from_ref(entry), self.seed, Pace::Virtual);
        let faults = EnabledFaults::Only(vec![fault.id]);
        let shell = Arc::new(DemoShell::new(phone.with_faults(faults)));
        let progress = Arc::new(GuideProgress::default());
        let guide = FormGuide::new(fault.steps, self.explorer()?, progress.clone());
        let subject = SubjectArgs {
            seed: self.seed,
            model: ModelArgs { llm: Some(self.llm.clone()), ..ModelArgs::default() },
            ..SubjectArgs::default()
        };
        let folders = UserFolders::of_user();
        let asking = startup::for_explorer(self.entry()?, &subject, &folders, Pace::Virtual)?;
        let setup = MachineSetup {
            explorer: self.contender.explorer.into(),
            mode: RunMode::Auto { until: AutoLimits::default() },
            budget: RunBudget { steps: Some(STEPS), ms: None },
            guard: GuardRules::default(),
            attended: false,
        };
        let scratch = tempfile::tempdir().map_err(|error| failed(&error))?;
        let name = format!("{}-{}-{}", self.contender.name, fault.id, self.seed);
        let folder = self.keep.as_deref().unwrap_or(scratch.path()).join(name);
        let writer = SessionWriter::create(&folder).map_err(|error| failed(&error))?;
        let device = Box::new(device(&shell, entry.about));
        let (driver, handle) =
            EngineDriver::new(device, Box::new(guide), asking, setup, self.seed, writer);
        let watch = AttackWatch {
            shell,
            progress,
            package: entry.about.package,
            crashes: fault.crashes,
            minutes: self.minutes,
            minimising: self.minimise.then(MinimisedInput::default),
            tried: 0,
            form: None,
            began: None,
            figures: AttackFigures { fault: fault.id, seed: self.seed, ..AttackFigures::default() },
        };
        let (ended, watch) = tokio::join!(driver.run(), watch.until_over(handle));
        ended.map_err(|error| failed(&error))?;
        Ok(watch.figures(self.contender))
    }

    fn entry(&self) -> Result<&'static ExplorerEntry, CliError> {
        let name = self.contender.explorer;
        explorer::find(name).ok_or_else(|| CliError::new(format!("there is no {name}"), 2))
    }

    fn explorer(&self) -> Result<Box<dyn Explorer>, CliError> {
        let mut weights = WeightValues::new();
        if self.contender.explorer == InputBlaster::NAME {
            // Until the minutes are over, and no further than the first crash.
            let attempts = if self.minutes { 1_000 } else { ATTEMPTS };
            weights.insert("attempts".into(), json!(attempts));
            if !self.minimise {
                weights.insert("minimising".into(), json!(0));
            }
            // Nothing but the form is to be explored.
            weights.insert("share".into(), json!(1.0));
            if let Some(values) = self.contender.values {
                weights.insert("values".into(), json!(values));
            }
            weights.extend(self.weights.clone());
        }
        let disabled = self.contender.disabled.iter().map(|part| (*part).to_owned()).collect();
        let settings = ExplorerSettings {
            seed: self.seed,
            disabled,
            weights,
            generators: GeneratorProcess::of_this_program(),
            examples: InputExample::built_in(),
            ..ExplorerSettings::default()
        };
        let made = (self.entry()?.make)(&settings);
        made.map_err(|error| CliError::new(format!("{}: {error}", self.contender.name), 2))
    }
}

fn device(shell: &Arc<DemoShell>, about: &About) -> AndroidDevice {
    let options = AndroidOptions {
        target: format!("demo:{}", about.name),
        app: Some(about.package.to_owned()),
        pictures: false,
        coverage: Some(coverage::SOURCE),
        ..AndroidOptions::default()
    };
    AndroidDevice::new(shell.clone(), options)
}

/// What is counted while a run goes on.
struct AttackWatch {
    shell: Arc<DemoShell>,
    progress: Arc<GuideProgress>,
    package: &'static str,
    /// True for what the fields of the fault's form hold, if that crashes.
    crashes: fn(&[&str]) -> bool,
    /// It ends after minutes, not after attempts.
    minutes: bool,
    /// What is known of the shortest crashing input, if it is looked for.
    minimising: Option<MinimisedInput>,
    /// How often a form was sent in attacks: any form, since an attempt is spent whatever it is spent on.
    tried: usize,
    /// The form of the fault. Others may be met while it cannot be reached.
    form: Option<String>,
    /// The phone's time when the form was reached, in ms.
    began: Option<u64>,
    figures: AttackFigures,
}

impl AttackWatch {
    /// Counts until the fault is found or looked for no more.
    async fn until_over(mut self, mut handle: EngineHandle) -> Self {
        while let Some(record) = handle.next().await {
            let is_over = match &record.event {
                Event::Attacked(attacked) => self.attacked(attacked),
                Event::Learned(learned) => self.learned(learned.outcome),
                _ => false,
            };
            if is_over && self.has_arrived() {
                handle.send(Op::Quit);
                break;
            }
        }
        // What is in flight ends by itself.
        while handle.next().await.is_some() {}
        self
    }

    fn has_arrived(&self) -> bool {
        self.progress.arrived.load(Ordering::Relaxed)
    }

    /// True if the attack of the form is over.
    fn attacked(&mut self, attacked: &FormAttacked) -> bool {
        let form = self.form.get_or_insert_with(|| attacked.form.clone());
        let own = *form == attacked.form;
        match &attacked.change {
            AttackChange::Tried(input) => {
                let counts = !input.shortening && input.result != InputResult::NotTyped;
                self.tried += usize::from(counts);
                let taken = input.is_valid() && input.result == InputResult::Accepted;
                self.figures.valid |= own && taken;
                if let Some(minimising) = self.minimising.as_mut().filter(|_| own) {
                    minimising.learn(input);
                }
                false
            }
            AttackChange::Minimised { .. } => own && self.figures.found,
            AttackChange::Ended { goes_on, .. } => own && !goes_on,
            _ => false,
        }
    }

    /// True if the fault was found, or time or attempts are over.
    fn learned(&mut self, outcome: ActionOutcome) -> bool {
        if !self.has_arrived() {
            return false;
        }
        let phone = self.shell.phone();
        let now = phone.now_ms();
        let truth = phone.truth_of(self.package);
        let seen = truth.is_some_and(|truth| truth.faults.contains(self.figures.fault));
        drop(phone);
        let since = *self.began.get_or_insert(now);
        self.figures.minutes = now.saturating_sub(since) as f64 / 60_000.0;
        self.figures.found |= seen && outcome == ActionOutcome::Crashed;
        let sent = match self.form {
            Some(_) => self.tried,
            None => self.progress.sent.load(Ordering::Relaxed),
        };
        let is_late = self.figures.minutes > MINUTES || !self.minutes && sent > ATTEMPTS;
        if self.figures.found { self.minimising.is_none() } else { is_late }
    }

    fn figures(mut self, contender: AttackContender) -> AttackFigures {
        if let Some(minimising) = self.minimising.filter(|_| self.figures.found) {
            self.figures.at_border = minimising.is_at_border(self.crashes);
            self.figures.shortening = Some(minimising.inputs);
        }
        self.figures.attempts = if contender.explorer == InputBlaster::NAME {
            // The crashing input is logged with the proposal after it, which is made only to minimise.
            self.tried + usize::from(self.figures.found && self.figures.shortening.is_none())
        } else {
            self.progress.sent.load(Ordering::Relaxed)
        };
        self.figures
    }
}
