//! The part of the driver that everything shares: machine, model, log, clock.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::{EngineError, millis, property_file};
use crate::device::{Device, Observation};
use crate::domain::picture;
use crate::domain::{
    AppCrash, BlobId, Bounds, Coverage, DeviceCapabilities, FaultEffects, Finding, Screen, StateId,
};
use crate::engine::expectations::PropertyEdit;
use crate::engine::fleet::{FleetLink, FleetNews};
use crate::engine::handle::BlobSource;
use crate::engine::machine::StepMachine;
use crate::engine::message::{EngineEffect, EngineInput, EngineObservation};
use crate::explorer::{Explorer, ExplorerProposal, Situation};
use crate::llm::LoggedEvent;
use crate::model::BehaviourModel;
use crate::model::abstraction::{self, AbstractionChange, AdaptiveAbstraction, ReachedBy};
use crate::model::path::{self, PathStep};
use crate::protocol::{AbstractionChanged, Event, EventRecord, WarningRaised};
use crate::store::SessionWriter;

/// What the property file of a session without one of its own is called, in the session's folder.
const PROPERTY_FILE: &str = "properties.toml";

pub(super) struct DriverCore {
    pub machine: StepMachine,
    pub queue: VecDeque<EngineEffect>,
    pub device_time: Duration,
    model: Arc<BehaviourModel>,
    abstraction: AdaptiveAbstraction,
    /// Events that the model does not hold yet, since an explorer has it.
    unfolded: Vec<Event>,
    writer: SessionWriter,
    records: mpsc::UnboundedSender<Arc<EventRecord>>,
    pub blobs: BlobSource,
    /// What other workers of a fleet know; `None` for a session by itself.
    pub fleet: Option<FleetLink>,
    /// Where what the tester states is kept.
    pub property_file: PathBuf,
    /// What the device can do.
    pub capabilities: DeviceCapabilities,
    started: Instant,
    seq: u64,
    /// The answer to the latest request to force the log to the disk.
    syncing: Option<oneshot::Receiver<()>>,
}

impl DriverCore {
    pub fn new(
        machine: StepMachine,
        capabilities: DeviceCapabilities,
        writer: SessionWriter,
        records: mpsc::UnboundedSender<Arc<EventRecord>>,
        blobs: BlobSource,
    ) -> Self {
        Self {
            machine,
            capabilities,
            queue: VecDeque::new(),
            device_time: Duration::ZERO,
            fleet: None,
            property_file: writer.folder().join(PROPERTY_FILE),
            model: Arc::default(),
            abstraction: AdaptiveAbstraction::default(),
            unfolded: Vec::new(),
            writer,
            records,
            blobs,
            started: Instant::now(),
            seq: 0,
            syncing: None,
        }
    }

    /// Goes on after `history`: numbers and times follow it, and the front end gets it first.
    pub fn go_on_after(&mut self, history: Vec<EventRecord>) {
        let Some(last) = history.last() else { return };
        self.seq = last.seq.saturating_add(1);
        let past = Duration::from_millis(last.at_ms);
        self.started = self.started.checked_sub(past).unwrap_or(self.started);
        self.restore_abstraction(&history);
        let model = Arc::make_mut(&mut self.model);
        for record in history {
            model.apply(&record.event);
            // The receiver is right behind this.
            let _ = self.records.send(Arc::new(record));
        }
    }

    /// Gives the abstraction what was recorded, so that it tells states apart as it did.
    fn restore_abstraction(&mut self, history: &[EventRecord]) {
        let mut before: Option<Screen> = None;
        let mut action = None;
        for record in history {
            match &record.event {
                Event::Decided(decided) => action = decided.action.clone().or(action),
                Event::Observed(observed) => {
                    let json = self.blobs.get(&observed.screen);
                    let screen = json.and_then(|json| serde_json::from_slice::<Screen>(&json).ok());
                    // Without its screen a state is known by its id alone, and found no more.
                    let Some(screen) = screen else { continue };
                    let reached = ReachedBy::of(action.take().as_ref(), before.as_ref());
                    self.abstraction.restore(&screen, reached, observed.state);
                    before = Some(screen);
                }
                Event::Learned(learned) => self.abstraction.learn(learned),
                _ => {}
            }
        }
        // They are in the history.
        self.abstraction.take_changes();
    }

    /// Gives `input` to the machine. Events that follow are recorded at once, up to the first effect
    /// that takes time; the rest is queued in order.
    pub fn handle(&mut self, input: EngineInput) -> Result<(), EngineError> {
        let now = millis(self.started.elapsed());
        for effect in self.machine.handle(input, now) {
            match effect {
                EngineEffect::Emit(event) if self.queue.is_empty() => self.emit(*event)?,
                other => self.queue.push_back(other),
            }
        }
        Ok(())
    }

    /// Keeps in the property file what the tester states. It applies in this session even if it cannot be
    /// kept.
    pub fn edit_properties(&mut self, edit: &PropertyEdit) -> Result<(), EngineError> {
        match property_file::edit(&self.property_file, edit) {
            Ok(()) => Ok(()),
            Err(error) => self.emit(Event::Warned(WarningRaised {
                what: format!("{} is as it was: {error}.", self.property_file.display()),
                hint: Some("the expectation applies in this session alone".to_owned()),
            })),
        }
    }

    /// True if the machine gives up what is in flight. Events and plans queued meanwhile are
    /// carried out, since nothing holds them back.
    pub fn take_cancel(&mut self) -> Result<bool, EngineError> {
        while let Some(effect) = self.queue.pop_front() {
            match effect {
                EngineEffect::Emit(event) => self.emit(*event)?,
                EngineEffect::Cancel => return Ok(true),
                EngineEffect::FindPath { to, go } => {
                    let path = self.path(to);
                    self.handle(EngineInput::PathFound { to, path, go })?;
                }
                EngineEffect::EditProperties(edit) => self.edit_properties(&edit)?,
                other => {
                    self.queue.push_front(other);
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }

    /// Logs `event`, folds it and hands it to the front end.
    pub fn emit(&mut self, event: Event) -> Result<(), EngineError> {
        let record = EventRecord { seq: self.seq, at_ms: millis(self.started.elapsed()), event };
        self.seq += 1;
        if BehaviourModel::concerns(&record.event) {
            self.fold();
            match Arc::get_mut(&mut self.model) {
                Some(model) => model.apply(&record.event),
                None => self.unfolded.push(record.event.clone()),
            }
        }
        self.writer.append(record.clone())?;
        if let Some(fleet) = &mut self.fleet {
            fleet.publish(&record.event);
        }
        let record = Arc::new(record);
        // A front end that has gone is no reason to stop recording.
        let _ = self.records.send(record.clone());
        if let Event::Learned(learned) = &record.event {
            self.abstraction.learn(learned);
            for AbstractionChange { what, merged, into } in self.abstraction.take_changes() {
                let changed = AbstractionChanged { step: learned.step, what, merged, into };
                self.machine.abstraction_changed(&changed);
                self.emit(Event::AbstractionChanged(changed))?;
            }
        }
        Ok(())
    }

    /// Takes into the model what it does not hold yet, unless an explorer still has it: to copy the
    /// whole model for each thing that an explorer finds out would take longer the more is known.
    fn fold(&mut self) {
        if let Some(model) = Arc::get_mut(&mut self.model) {
            self.unfolded.drain(..).for_each(|event| model.apply(&event));
        }
    }

    /// Hands what oracles found to the machine. What follows are events alone, and they are recorded
    /// at once: before everything that is queued.
    pub fn judged(&mut self, findings: Vec<Finding>) -> Result<(), EngineError> {
        if findings.is_empty() {
            return Ok(());
        }
        let now = millis(self.started.elapsed());
        for effect in self.machine.handle(EngineInput::Judged { findings }, now) {
            match effect {
                EngineEffect::Emit(event) => self.emit(*event)?,
                other => self.queue.push_back(other),
            }
        }
        Ok(())
    }

    /// Logs what asking a model brought.
    pub fn record_asking(&mut self, asked: LoggedEvent) -> Result<(), EngineError> {
        for blob in asked.blobs {
            self.blob(blob)?;
        }
        let usd = match &asked.event {
            Event::Answered(answered) => answered.usage.cost_usd,
            _ => 0.0,
        };
        match asked.event {
            // It may have been found before, or have been dismissed.
            Event::Found(finding) => self.judged(vec![finding])?,
            event => self.emit(event)?,
        }
        if usd > 0.0 {
            self.handle(EngineInput::Spent { usd })?;
        }
        Ok(())
    }

    /// Waits until everything before the previous step's action lies on the disk, then asks for
    /// the same of this step's decision. So the disk works while the device does.
    pub async fn synced(&mut self) -> Result<(), EngineError> {
        let next = self.writer.sync()?;
        if let Some(answer) = self.syncing.take() {
            answer.await.map_err(|_unwritten| self.writer.failure())?;
        }
        self.syncing = Some(next);
        Ok(())
    }

    /// Waits until everything lies on the disk.
    pub async fn close(&mut self) -> Result<(), EngineError> {
        self.synced().await?;
        self.synced().await
    }

    /// Counts the time since `began` as the device's.
    pub fn device_took(&mut self, began: Instant) -> Duration {
        let took = began.elapsed();
        self.device_time += took;
        took
    }

    /// Tells the other workers of a fleet what `explorer` has found out and what a guard held and was refused, and hears
    /// the same of them.
    pub fn exchange_news(&mut self, explorer: &mut dyn Explorer) {
        let (news, held) = (explorer.take_news(), self.machine.take_held());
        if let Some(fleet) = &mut self.fleet {
            fleet.tell(FleetNews { news, held });
            let heard = fleet.hear();
            heard.news.iter().for_each(|news| explorer.hear(news));
            heard.held.iter().for_each(|held| self.machine.hear_held(held));
        }
    }

    /// Records for a fleet what of the app was covered on `device` that had not been before.
    pub fn record_covered(&mut self, device: &mut dyn Device) -> Result<(), EngineError> {
        if self.fleet.is_none() {
            return Ok(());
        }
        let parts = device.newly_covered();
        if parts.is_empty() { Ok(()) } else { self.emit(Event::PartsCovered(parts)) }
    }

    /// Records what became known of the app's functions by their names.
    pub fn record_function_names(&mut self, device: &mut dyn Device) -> Result<(), EngineError> {
        let names = device.function_names();
        if names.is_empty() { Ok(()) } else { self.emit(Event::FunctionsNamed(names)) }
    }

    /// Takes what other workers of the fleet have found out into the model. An explorer that still has it gets it
    /// the next time.
    fn take_shared(&mut self) {
        if let (Some(fleet), Some(model)) = (&mut self.fleet, Arc::get_mut(&mut self.model)) {
            fleet.take_into(model);
        }
    }

    /// Forgets what the other workers of the fleet are about to try in the present state; false if that is
    /// nothing.
    pub fn overlook_claims(&mut self) -> bool {
        let Some(here) = self.machine.observation().map(|here| here.state.structural) else {
            return false;
        };
        match (&mut self.fleet, Arc::get_mut(&mut self.model)) {
            (Some(fleet), Some(model)) => fleet.overlook(here, model),
            _ => false,
        }
    }

    /// Tells the other workers of the fleet what is about to be tried.
    pub fn claim(&self, proposal: Option<&ExplorerProposal>) {
        if let (Some(fleet), Some(proposal), Some(here)) =
            (&self.fleet, proposal, self.machine.observation())
        {
            fleet.claim(proposal, here.state.structural, &self.model);
        }
    }

    /// What the explorer may know now, with what the other workers of the fleet have found out.
    pub fn shared_situation(&mut self) -> Option<Situation> {
        self.fold();
        self.take_shared();
        self.situation()
    }

    /// What the explorer may know now.
    pub fn situation(&mut self) -> Option<Situation> {
        self.fold();
        let observation = self.machine.observation()?;
        Some(Situation {
            step: self.machine.step() + 1,
            screen: observation.screen.clone(),
            state: observation.state,
            available: observation.available.clone(),
            capabilities: self.capabilities,
            model: self.model.clone(),
            refused: self.machine.refused(),
            refusals: self.machine.refusals().clone(),
            guarded: self.machine.guarded(),
            charter: self.machine.charter().map(str::to_owned),
            notes: self.machine.notes().cloned().collect(),
            picture: observation.picture.as_ref().and_then(|picture| self.blobs.recent(picture)),
            last: self.machine.last().cloned(),
            attack_requests: self.machine.attack_requests().clone(),
            properties: self.machine.properties().clone(),
            remaining: self.machine.remaining(millis(self.started.elapsed())),
        })
    }

    /// The shortest known path from here to `to`.
    pub fn path(&self, to: StateId) -> Option<Vec<PathStep>> {
        let here = self.machine.observation()?.state.structural;
        path::shortest_path(&self.model, here, |state| state.id == to)
    }

    /// Stores what is large about an observation and abstracts the rest.
    pub fn observed(
        &mut self,
        observation: Observation,
        crashes: Vec<AppCrash>,
        (coverage, fault_effects): (Coverage, FaultEffects),
        took_ms: u64,
    ) -> Result<EngineObservation, EngineError> {
        let Observation { screen, picture, hierarchy, notices: news, progress_ms } = observation;
        // A screen is plain data; it always has a JSON form.
        let json = serde_json::to_vec(&screen).unwrap_or_default();
        let screen_blob = self.blob(json.into())?;
        let picture = picture.map(|picture| self.blob(picture)).transpose()?;
        let hierarchy =
            hierarchy.map(|hierarchy| self.blob(hierarchy.as_bytes().into())).transpose()?;
        let before = self.machine.observation().map(|observation| &*observation.screen);
        let reached = ReachedBy::of(self.machine.acting(), before);
        let state = self.abstraction.assign(&screen, reached);
        let name = self.abstraction.name_of(state.structural).map(str::to_owned);
        let mut available = abstraction::available_actions(&screen);
        available.retain(|available| self.capabilities.allows(&available.action));
        Ok(EngineObservation {
            state,
            label: name.unwrap_or_else(|| abstraction::label(&screen)),
            available: available.into(),
            screen: Arc::new(screen),
            screen_blob,
            picture,
            hierarchy,
            repainted: false,
            notices: news,
            crashes,
            coverage,
            fault_effects,
            progress_ms,
            took_ms,
        })
    }

    /// True if the picture of `now` shows something else than that of the observation before,
    /// although everything that can be read is the same. A caret that blinks is no difference.
    pub async fn repainted(&self, now: &EngineObservation) -> bool {
        let Some(before) = self.machine.observation() else { return false };
        if before.state.exact != now.state.exact || before.picture == now.picture {
            return false;
        }
        let picture = |id: &Option<BlobId>| id.as_ref().and_then(|id| self.blobs.recent(id));
        let (Some(old), Some(new)) = (picture(&before.picture), picture(&now.picture)) else {
            return false;
        };
        let carets = now.screen.widgets.iter().filter(|widget| widget.focused && widget.is_field());
        let carets: Vec<Bounds> = carets.map(|widget| widget.bounds).collect();
        let comparing =
            tokio::task::spawn_blocking(move || picture::has_changed(&old, &new, &carets));
        comparing.await.unwrap_or(false)
    }

    fn blob(&self, content: Arc<[u8]>) -> Result<BlobId, EngineError> {
        let id = self.writer.blob(content.clone())?;
        self.blobs.remember(id.clone(), content);
        Ok(id)
    }
}
