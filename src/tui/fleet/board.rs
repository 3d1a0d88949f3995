//! What is known of a fleet at one time.

use std::sync::Arc;

use super::growth::FleetGrowth;
use super::worker::WorkerReport;
use crate::domain::Coverage;
use crate::engine::fleet::{FleetCounts, FleetFinding, FleetFindings};
use crate::engine::handle::BlobSource;
use crate::protocol::{Event, EventRecord};

/// A fleet as its workers tell of it. Workers are numbered from 1.
#[derive(Clone, Default)]
pub struct FleetBoard {
    /// What it is called.
    pub name: Arc<str>,
    /// Its workers, in the order of their numbers.
    pub workers: Vec<WorkerReport>,
    /// What they found.
    pub findings: FleetFindings,
    /// What they know together.
    pub counts: FleetCounts,
    /// What they have covered together.
    pub coverage: Coverage,
    /// How that grew.
    pub growth: FleetGrowth,
    /// When this is, in milliseconds since the fleet began.
    pub now_ms: u64,
}

impl FleetBoard {
    /// A fleet whose workers have not begun.
    pub fn new(name: &str, workers: Vec<WorkerReport>) -> Self {
        Self { name: name.into(), workers, ..Self::default() }
    }

    /// The worker with this number.
    pub fn worker(&self, number: usize) -> Option<&WorkerReport> {
        self.workers.get(number.checked_sub(1)?)
    }

    fn worker_mut(&mut self, number: usize) -> Option<&mut WorkerReport> {
        self.workers.get_mut(number.checked_sub(1)?)
    }

    /// The session of `worker` begins, or goes on.
    pub fn begins(&mut self, worker: usize, blobs: BlobSource, now_ms: u64) {
        if let Some(worker) = self.worker_mut(worker) {
            worker.begins(blobs, now_ms);
        }
    }

    /// `worker` has died and is started again.
    pub fn dies(&mut self, worker: usize, why: String, now_ms: u64) {
        if let Some(worker) = self.worker_mut(worker) {
            worker.dies(why, now_ms);
        }
    }

    /// `worker` has ended, and why that was too early.
    pub fn ends(&mut self, worker: usize, died: Option<String>) {
        if let Some(worker) = self.worker_mut(worker) {
            worker.ends(died);
        }
    }

    /// Takes in a record of `worker`.
    pub fn record(&mut self, worker: usize, record: &Arc<EventRecord>, now_ms: u64) {
        if let Some(worker) = self.worker_mut(worker) {
            worker.record(record, now_ms);
        }
        if let Event::Found(finding) = &record.event
            && finding.first
        {
            self.findings.add(worker, &Arc::new(finding.clone()));
        }
    }

    /// What became of a finding on another device.
    pub fn confirms(&mut self, found: &FleetFinding) {
        self.findings.confirm(&found.finding.group, &found.confirmation);
    }

    /// Actions performed by all, those of earlier spans included.
    pub fn steps(&self) -> u64 {
        self.workers.iter().map(|worker| worker.steps).sum()
    }

    /// How many sessions run.
    pub fn working(&self) -> usize {
        self.workers.iter().filter(|worker| worker.works()).count()
    }

    /// How many workers have not ended.
    pub fn left(&self) -> usize {
        self.workers.iter().filter(|worker| worker.is_there()).count()
    }

    /// Actions a second, lately.
    pub fn speed(&self) -> f64 {
        self.growth.speed(self.now_ms, self.counts)
    }
}
