//! What is told of one worker: a fold of its records that keeps no more than the view shows.

use std::sync::Arc;

use crate::engine::handle::BlobSource;
use crate::protocol::{Event, EventRecord, RunMode, ScreenObserved};
use crate::session::EnginePhase;

/// After so long without an event a worker counts as silent, in milliseconds. A step on a slow device takes less.
const SILENT: u64 = 30_000;

/// How much the latest step counts in the mean of the time that a step takes.
const LATEST: f64 = 0.2;

/// Whether a worker works.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum WorkerStatus {
    /// Its session has not begun yet.
    #[default]
    Starting,
    /// Its session runs.
    Working(EnginePhase),
    /// It died of this and is about to be started again.
    Dead(String),
    /// It has ended, and why that was too early.
    Ended(Option<String>),
}

/// What a worker does and has done. A copy of it is cheap.
#[derive(Clone, Default)]
pub struct WorkerReport {
    /// Its target, as the command line names it.
    pub target: Arc<str>,
    /// The strategy.
    pub explorer: Arc<str>,
    /// The actions that it is to perform; `None` for no limit.
    pub wanted: Option<u64>,
    /// Whether it works.
    pub status: WorkerStatus,
    /// Actions performed in all of its session.
    pub steps: u64,
    /// States that its session discovered.
    pub states: usize,
    /// Faults that its session found.
    pub findings: usize,
    /// How often it was started again.
    pub restarts: u32,
    /// True while its actions wait for a tester.
    pub attended: bool,
    /// What a step takes, in milliseconds, the latest ones counting most; `None` before the second step.
    pub step_ms: Option<f64>,
    /// Where the blobs are that its records name, once it has begun.
    pub blobs: Option<BlobSource>,
    /// The record of its latest observation.
    seen: Option<Arc<EventRecord>>,
    /// The record of the decision on its latest action.
    decided: Option<Arc<EventRecord>>,
    /// When the latest step was performed, in milliseconds of its session.
    performed_ms: Option<u64>,
    /// When something was heard of it last, in milliseconds of the fleet.
    heard_ms: u64,
}

impl WorkerReport {
    /// A worker that has not begun.
    pub fn new(target: &str, explorer: &str, wanted: Option<u64>) -> Self {
        Self { target: target.into(), explorer: explorer.into(), wanted, ..Self::default() }
    }

    /// Its session begins, or goes on; what was recorded of it is told anew.
    pub(super) fn begins(&mut self, blobs: BlobSource, now_ms: u64) {
        let Self { target, explorer, wanted, restarts, .. } = std::mem::take(self);
        let (status, blobs) = (WorkerStatus::Working(EnginePhase::Opening), Some(blobs));
        let heard_ms = now_ms;
        *self =
            Self { target, explorer, wanted, restarts, status, blobs, heard_ms, ..Self::default() };
    }

    /// It died and is about to be started again.
    pub(super) fn dies(&mut self, why: String, now_ms: u64) {
        self.restarts += 1;
        (self.status, self.heard_ms) = (WorkerStatus::Dead(why), now_ms);
    }

    /// It has ended.
    pub(super) fn ends(&mut self, died: Option<String>) {
        self.status = WorkerStatus::Ended(died);
        self.attended = false;
    }

    /// Takes in a record of its session.
    pub(super) fn record(&mut self, record: &Arc<EventRecord>, now_ms: u64) {
        self.heard_ms = now_ms;
        if let Some(phase) = EnginePhase::begun_by(&record.event) {
            self.status = WorkerStatus::Working(phase);
        }
        match &record.event {
            Event::SessionStarted(started) | Event::Resumed(started) => {
                self.set_mode(&started.mode);
            }
            Event::ModeSet(changed) => self.set_mode(&changed.mode),
            Event::Observed(_) => self.seen = Some(Arc::clone(record)),
            Event::Discovered(_) => self.states += 1,
            Event::Decided(decided) if decided.action.is_some() => {
                self.decided = Some(Arc::clone(record));
            }
            Event::Performed(_) => self.performed(record.at_ms),
            Event::Found(finding) if finding.first => self.findings += 1,
            _ => {}
        }
    }

    fn set_mode(&mut self, mode: &RunMode) {
        self.attended = !matches!(mode, RunMode::Auto { .. });
    }

    fn performed(&mut self, at_ms: u64) {
        self.steps += 1;
        let Some(before) = self.performed_ms.replace(at_ms) else { return };
        let took = at_ms.saturating_sub(before) as f64;
        let mean = self.step_ms.map_or(took, |mean| mean + LATEST * (took - mean));
        self.step_ms = Some(mean);
    }

    /// Its latest observation.
    pub fn observed(&self) -> Option<&ScreenObserved> {
        match &self.seen.as_ref()?.event {
            Event::Observed(observed) => Some(observed),
            _ => None,
        }
    }

    /// Its latest action, in words.
    pub fn action(&self) -> String {
        match self.decided.as_ref().map(|record| &record.event) {
            Some(Event::Decided(decided)) => {
                decided.action.as_ref().map(ToString::to_string).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// True until it has ended.
    pub const fn is_there(&self) -> bool {
        !matches!(self.status, WorkerStatus::Ended(_))
    }

    /// True while its session runs.
    pub fn works(&self) -> bool {
        matches!(&self.status, WorkerStatus::Working(phase) if !matches!(phase, EnginePhase::Ended(_)))
    }

    /// True if a proposal of it waits for a tester.
    pub fn waits(&self) -> bool {
        let rests = [EnginePhase::Waiting, EnginePhase::Idle].map(WorkerStatus::Working);
        self.attended && rests.contains(&self.status)
    }

    /// For how many seconds nothing was heard of it, if that is long: its device may hang.
    pub fn silent(&self, now_ms: u64) -> Option<u64> {
        let silent = now_ms.saturating_sub(self.heard_ms);
        (self.works() && !self.waits() && silent >= SILENT).then_some(silent / 1000)
    }
}
