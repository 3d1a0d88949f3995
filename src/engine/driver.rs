//! Carries out what the machine wants: the device, the explorer, the log.

mod core;
mod in_flight;
mod judging;
mod property_file;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use serde_json::Value;
use thiserror::Error;
use tokio::sync::mpsc;

use self::core::DriverCore;
use self::in_flight::{OutsideInput, OutsideInputs, SlowWork, in_flight};
use self::judging::{Judgement, OracleRunner};
use super::dismissed::dismissed;
use super::fleet::FleetLink;
use super::handle::{BlobSource, EngineHandle};
use super::machine::{MachineSetup, StepMachine};
use super::message::{EngineEffect, EngineInput};
use crate::device::{Device, DeviceError, DeviceFuture, DeviceInfo};
use crate::domain::{BlobId, Finding};
use crate::explorer::{Explorer, ExplorerProposal, Situation};
use crate::llm::{Asker, AskerEvents, Template};
use crate::oracle::{JudgedTurn, OracleEntry, OracleSettings, registry};
use crate::protocol::{
    AskAgain, BrowserChoices, Event, EventRecord, Op, SessionStarted, WarningRaised,
};
use crate::store::{BlobFolder, SessionWriter, StoreError};

/// After so long the tester is told that the device still works on something: longer than it takes on
/// a slow phone. Said again after twice the time, four times and so on.
const SLOW: Duration = Duration::from_secs(15);

/// Why a session could not go on.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The session could not be recorded. What was recorded before is safe.
    #[error("the session can no longer be recorded: {0}")]
    Store(#[from] StoreError),
}

/// What a session took, known when it has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionTotals {
    /// From start to end.
    pub wall: Duration,
    /// Of that, waiting for the device.
    pub device: Duration,
    /// Of that, waiting for a model's replies.
    pub model: Duration,
}

/// One exploration: owns all that is needed and runs it to its end.
pub struct EngineDriver {
    device: Box<dyn Device>,
    explorer: Box<dyn Explorer>,
    core: DriverCore,
    outside: OutsideInputs,
    asker: Asker,
    started: SessionStarted,
    /// True if the session was begun before.
    goes_on: bool,
    oracles: Vec<&'static OracleEntry>,
    oracle_settings: OracleSettings,
    /// What oracles found before, in a session that goes on.
    known: Vec<Finding>,
    runner: OracleRunner,
    slow: Duration,
}

impl EngineDriver {
    /// A driver and the handle its front end holds. Nothing runs before [`EngineDriver::run`].
    pub fn new(
        mut device: Box<dyn Device>,
        explorer: Box<dyn Explorer>,
        (asker, asker_events): (Asker, AskerEvents),
        setup: MachineSetup,
        seed: u64,
        writer: SessionWriter,
    ) -> (Self, EngineHandle) {
        let (ops_in, ops) = mpsc::unbounded_channel();
        let (records_in, records) = mpsc::unbounded_channel();
        let blobs = BlobSource::new(BlobFolder::of(writer.folder()));
        let info = device.info().clone();
        let started = SessionStarted {
            started: jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
            version: env!("CARGO_PKG_VERSION").into(),
            target: info.target,
            app: None,
            device: info.model,
            system: info.system,
            size: info.size,
            explorer: explorer.name().into(),
            seed,
            model: asker.model().map(str::to_owned),
            mode: setup.mode.clone(),
            browser: None,
        };
        let live = if setup.attended { device.live_pictures() } else { None };
        let core = DriverCore::new(
            StepMachine::new(setup),
            device.capabilities(),
            writer,
            records_in,
            blobs.clone(),
        );
        let (judged_in, judged) = mpsc::unbounded_channel();
        let outside =
            OutsideInputs { ops, asking: asker_events.logged, judged, judged_in, open: true };
        let driver = Self {
            device,
            explorer,
            core,
            outside,
            asker,
            started,
            goes_on: false,
            oracles: registry::defaults(),
            oracle_settings: OracleSettings::default(),
            known: Vec::new(),
            runner: OracleRunner::default(),
            slow: SLOW,
        };
        let handle = EngineHandle::new(ops_in, records, asker_events.streaming, blobs);
        (driver, handle.with_live_pictures(live))
    }

    /// As [`EngineDriver::new`], for a session that was begun before: `history` is what was recorded of
    /// it, and `writer` appends to it. The setup's budget counts from here on.
    pub fn resume(
        device: Box<dyn Device>,
        explorer: Box<dyn Explorer>,
        asking: (Asker, AskerEvents),
        setup: MachineSetup,
        seed: u64,
        writer: SessionWriter,
        history: Vec<EventRecord>,
    ) -> (Self, EngineHandle) {
        let asked = history.iter().filter_map(|record| match &record.event {
            Event::Asked(asked) => Some(asked.exchange),
            _ => None,
        });
        if let Some(last) = asked.max() {
            asking.0.count_from(last);
        }
        let known = history.iter().filter_map(|record| match &record.event {
            Event::Found(finding) => Some(finding.clone()),
            _ => None,
        });
        let known = known.collect();
        let blobs = BlobFolder::of(writer.folder());
        let screens = |id: &BlobId| serde_json::from_slice(&blobs.get(id).ok()?).ok();
        let machine = StepMachine::after(setup.clone(), &history, &screens);
        let (mut driver, handle) = Self::new(device, explorer, asking, setup, seed, writer);
        driver.core.machine = machine;
        driver.core.go_on_after(history);
        driver.goes_on = true;
        driver.known = known;
        (driver, handle)
    }

    /// Takes `oracles` instead of those that are on by default.
    #[must_use]
    pub fn with_oracles(mut self, oracles: Vec<&'static OracleEntry>) -> Self {
        self.oracles = oracles;
        self
    }

    /// Makes its oracles with `settings`.
    #[must_use]
    pub fn with_oracle_settings(mut self, settings: OracleSettings) -> Self {
        self.core.machine.use_properties(settings.properties.clone());
        self.core.machine.use_dismissed(dismissed(&settings));
        self.oracle_settings = settings;
        self
    }

    /// Keeps what the tester states in `file` instead of one in the session's folder.
    #[must_use]
    pub fn with_property_file(mut self, file: PathBuf) -> Self {
        self.core.property_file = file;
        self
    }

    /// Records that the app was named as `app`.
    #[must_use]
    pub fn with_app(mut self, app: Option<String>) -> Self {
        self.started.app = app;
        self
    }

    /// Records how a browser shows the app, as the user chose it.
    #[must_use]
    pub fn with_browser(mut self, browser: Option<BrowserChoices>) -> Self {
        self.started.browser = browser;
        self
    }

    /// Shares what is learned with the other workers of a fleet.
    #[must_use]
    pub fn with_fleet(mut self, link: FleetLink) -> Self {
        self.core.fleet = Some(link);
        self
    }

    /// Says after `slow` that the device takes long.
    #[cfg(test)]
    fn with_slow(mut self, slow: Duration) -> Self {
        self.slow = slow;
        self
    }

    /// Runs to the end: a budget, the tester's word, or a lost device. All of these are reported by the
    /// last event and are no errors.
    ///
    /// # Errors
    /// If the session can no longer be recorded.
    pub async fn run(mut self) -> Result<SessionTotals, EngineError> {
        let start = Instant::now();
        let oracles = (self.oracles.as_slice(), &self.oracle_settings);
        self.runner =
            OracleRunner::start(oracles, &self.asker, &self.outside.judged_in, &self.known);
        let early = self.identify().await;
        self.core.capabilities = self.device.capabilities();
        let begins = if self.goes_on {
            Event::Resumed(self.started.clone())
        } else {
            Event::SessionStarted(self.started.clone())
        };
        self.core.emit(begins)?;
        for op in early {
            self.core.handle(EngineInput::Op(op))?;
        }
        let first = self.core.machine.start();
        self.core.queue.extend(first);
        let result = self.steps().await;
        if let Err(error) = self.device.close().await {
            tracing::warn!(%error, "the device could not be left as it was found");
        }
        let closed = self.core.close().await;
        // The first error is the one that tells why.
        result.and(closed)?;
        Ok(SessionTotals {
            wall: start.elapsed(),
            device: self.core.device_time,
            model: self.asker.asking_time(),
        })
    }

    /// Asks the device who it is, for the first event. Gives the ops that came meanwhile; a quit
    /// among them is not kept waiting.
    async fn identify(&mut self) -> Vec<Op> {
        let mut early = Vec::new();
        let mut identifying = self.device.identify();
        let mut open = true;
        let identified = loop {
            tokio::select! {
                biased;
                op = self.outside.ops.recv(), if open => match op {
                    Some(Op::Quit) => {
                        early.push(Op::Quit);
                        break Ok(());
                    }
                    Some(op) => early.push(op),
                    None => open = false,
                },
                result = &mut identifying => break result,
            }
        };
        drop(identifying);
        if let Err(error) = identified {
            // Opening it meets the same and ends the session in order.
            tracing::warn!(%error, "the device does not identify itself");
        }
        let DeviceInfo { target, model, system, size } = self.device.info().clone();
        self.started =
            SessionStarted { target, device: model, system, size, ..self.started.clone() };
        early
    }

    async fn steps(&mut self) -> Result<(), EngineError> {
        loop {
            let Some(effect) = self.core.queue.pop_front() else {
                // Nothing in flight: only the tester can go on.
                if !self.outside.open {
                    return Ok(());
                }
                match self.outside.next().await {
                    OutsideInput::Op(op) => self.core.handle(EngineInput::Op(op))?,
                    OutsideInput::Asking(event) => self.core.record_asking(*event)?,
                    OutsideInput::Judged(judgement) => self.judged(judgement)?,
                    OutsideInput::Nobody => return Ok(()),
                }
                continue;
            };
            match effect {
                EngineEffect::Finish => return Ok(()),
                EngineEffect::Emit(event) => self.core.emit(*event)?,
                EngineEffect::Cancel => {}
                EngineEffect::FindPath { to, go } => {
                    let path = self.core.path(to);
                    self.core.handle(EngineInput::PathFound { to, path, go })?;
                }
                EngineEffect::EditProperties(edit) => self.core.edit_properties(&edit)?,
                EngineEffect::AskAgain(again) => self.ask_again(&again),
                EngineEffect::Judge(turn) => self.judge(*turn).await?,
                EngineEffect::AwaitJudgements { patience_ms } => {
                    self.await_judgements(Duration::from_millis(patience_ms)).await?;
                }
                EngineEffect::Learn => self.learn(),
                EngineEffect::Propose => self.propose().await?,
                EngineEffect::Perform(action) => {
                    self.core.synced().await?;
                    let acted = self.on_device("performing the action", |device| {
                        async move { device.perform(&action).await }.boxed()
                    });
                    let acted = acted.await?;
                    if let Some((result, took)) = acted {
                        let took_ms = millis(took);
                        self.core.handle(EngineInput::Performed { result, took_ms })?;
                    }
                }
                EngineEffect::Open => {
                    let opened = self.on_device("opening the app", |device| device.open()).await?;
                    if let Some((result, _)) = opened {
                        self.core.handle(EngineInput::Opened(result))?;
                    }
                }
                EngineEffect::Observe => self.observe().await?,
                EngineEffect::Reconnect => {
                    let back =
                        self.on_device("waiting for the device", |device| device.reconnect());
                    if let Some((result, _)) = back.await? {
                        self.core.handle(EngineInput::Reconnected(result))?;
                    }
                }
            }
        }
    }

    /// Awaits what `begin` begins on the device, while ops are taken and what asking tells is logged;
    /// gives how long it took, too. `what` names it for the tester if it takes long. `None` if the
    /// machine gave it up.
    async fn on_device<T>(
        &mut self,
        what: &'static str,
        begin: impl for<'d> FnOnce(&'d mut dyn Device) -> DeviceFuture<'d, T>,
    ) -> Result<Option<(Result<T, DeviceError>, Duration)>, EngineError> {
        let began = Instant::now();
        let slow = Some(SlowWork::new(what, self.slow));
        let Self { device, outside, core, runner, .. } = self;
        let done = in_flight(begin(device.as_mut()), outside, core, runner, slow).await?;
        let took = core.device_took(began);
        Ok(done.map(|result| (result, took)))
    }

    /// Has `turn` judged, with its pictures as far as they are still in memory.
    async fn judge(&mut self, mut turn: JudgedTurn) -> Result<(), EngineError> {
        for screen in turn.before.iter_mut().chain([&mut turn.after]) {
            screen.png = screen.picture.as_ref().and_then(|id| self.core.blobs.recent(id));
        }
        if self.core.machine.has_expectations() {
            self.runner.check_properties();
        }
        let findings = self.runner.judge(turn).await;
        self.core.judged(findings)
    }

    /// An oracle beside the run has judged.
    fn judged(&mut self, judgement: Judgement) -> Result<(), EngineError> {
        self.runner.received();
        self.core.judged(judgement)
    }

    /// Waits until no judgement is outstanding, for `patience`, or until the tester ends it.
    async fn await_judgements(&mut self, patience: Duration) -> Result<(), EngineError> {
        let mut over = Box::pin(tokio::time::sleep(patience));
        while self.runner.is_waiting() {
            tokio::select! {
                biased;
                came = self.outside.next() => match came {
                    OutsideInput::Op(Op::Quit) => return Ok(()),
                    OutsideInput::Op(op) => self.core.handle(EngineInput::Op(op))?,
                    OutsideInput::Asking(event) => self.core.record_asking(*event)?,
                    OutsideInput::Judged(judgement) => self.judged(judgement)?,
                    OutsideInput::Nobody => {}
                },
                () = &mut over => {
                    let what = "The oracles did not judge the last steps in time.".to_owned();
                    return self.core.emit(Event::Warned(WarningRaised { what, hint: None }));
                }
            }
        }
        Ok(())
    }

    fn learn(&mut self) {
        let Some(situation) = self.core.situation() else { return };
        if let Some(done) = &situation.last {
            self.explorer.learn(done, &situation);
        }
    }

    async fn propose(&mut self) -> Result<(), EngineError> {
        self.core.exchange_news(&mut *self.explorer);
        let Some(situation) = self.core.shared_situation() else { return Ok(()) };
        let mut proposed = self.think(situation).await?;
        // Rather the same as another worker than nothing at all.
        if matches!(proposed, Some(None))
            && self.core.overlook_claims()
            && let Some(situation) = self.core.situation()
        {
            proposed = self.think(situation).await?;
        }
        // What was asked in the last moment, or by giving up.
        while let Ok(event) = self.outside.asking.try_recv() {
            self.core.record_asking(event)?;
        }
        if let Some(proposed) = proposed {
            self.core.claim(proposed.as_ref());
            self.core.handle(EngineInput::Proposed(proposed))?;
        }
        Ok(())
    }

    /// What the explorer proposes in `situation`; `None` if the machine gave it up.
    async fn think(
        &mut self,
        situation: Situation,
    ) -> Result<Option<Option<ExplorerProposal>>, EngineError> {
        let thinking = self.explorer.propose(&situation, &mut self.asker);
        in_flight(thinking, &mut self.outside, &mut self.core, &mut self.runner, None).await
    }

    /// Asks again beside the run. What cannot even be asked is reported as a warning.
    fn ask_again(&self, again: &AskAgain) {
        let asker = self.asker.beside();
        let context = self.core.blobs.get(&again.context);
        let context = context.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        let query = super::queries::query(&again.query);
        let template = Template::read(&again.query, "edited", &again.prompt);
        let warn = |what: String| asker.warn(what, None);
        match (query, context, template) {
            (Some(query), Some(context), Ok(template)) => {
                let (step, exchange) = (again.step, again.exchange);
                tokio::spawn(async move {
                    asker.again(query, &template, step, &context, exchange).await
                });
            }
            (_, _, Err(error)) => warn(format!("The edited prompt cannot be used: {error}.")),
            _ => warn(format!("Exchange {} cannot be asked again.", again.exchange)),
        }
    }

    async fn observe(&mut self) -> Result<(), EngineError> {
        let looked = self.on_device("observing the device", |device| {
            async move {
                let observation = device.observe().await?;
                let crashes = device.crashes().await?;
                let coverage = device.coverage().await?;
                Ok((observation, crashes, (coverage, device.fault_effects())))
            }
            .boxed()
        });
        let looked = looked.await?;
        let Some((looked, took)) = looked else { return Ok(()) };
        self.core.record_covered(&mut *self.device)?;
        self.core.record_function_names(&mut *self.device)?;
        let input = match looked {
            Ok((observation, crashes, measured)) => {
                let mut observation =
                    self.core.observed(observation, crashes, measured, millis(took))?;
                observation.repainted = self.core.repainted(&observation).await;
                EngineInput::Observed(Ok(Box::new(observation)))
            }
            Err(error) => EngineInput::Observed(Err(error)),
        };
        self.core.handle(input)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
