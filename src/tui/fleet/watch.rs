//! Where workers report to, and the view reads from.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use super::board::FleetBoard;
use crate::engine::fleet::{FleetFinding, FleetKnowledge};
use crate::engine::handle::BlobSource;
use crate::protocol::EventRecord;

/// Holds the board of a fleet. Reporting never waits for the view: what it has not read yet is folded into what it
/// will read.
pub struct FleetWatch {
    board: Mutex<FleetBoard>,
    knowledge: Arc<FleetKnowledge>,
    began: Instant,
    changed: Notify,
}

impl FleetWatch {
    /// Watches the fleet of `board`, whose workers share `knowledge`.
    pub fn new(board: FleetBoard, knowledge: Arc<FleetKnowledge>) -> Arc<Self> {
        let (board, began) = (Mutex::new(board), Instant::now());
        Arc::new(Self { board, knowledge, began, changed: Notify::new() })
    }

    /// The session of `worker` begins, or goes on; its blobs are in `blobs`.
    pub fn begins(&self, worker: usize, blobs: BlobSource) {
        self.change(|board, now_ms| board.begins(worker, blobs, now_ms));
    }

    /// `worker` has died and is started again.
    pub fn dies(&self, worker: usize, why: String) {
        self.change(|board, now_ms| board.dies(worker, why, now_ms));
    }

    /// `worker` has ended, and why that was too early.
    pub fn ends(&self, worker: usize, died: Option<String>) {
        self.change(|board, _| board.ends(worker, died));
    }

    /// What became of `findings` on other devices.
    pub fn confirms(&self, findings: &[FleetFinding]) {
        let board = self.lock();
        let is_known = |found: &FleetFinding| {
            board.findings.all().iter().any(|it| {
                it.finding.group == found.finding.group && it.confirmation == found.confirmation
            })
        };
        let fresh: Vec<&FleetFinding> = findings.iter().filter(|it| !is_known(it)).collect();
        drop(board);
        if !fresh.is_empty() {
            self.change(|board, _| fresh.iter().for_each(|found| board.confirms(found)));
        }
    }

    /// A record of the session of `worker`.
    pub fn record(&self, worker: usize, record: &Arc<EventRecord>) {
        self.change(|board, now_ms| {
            board.record(worker, record, now_ms);
            if board.growth.is_due(now_ms) {
                board.growth.add(now_ms, self.knowledge.counts());
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut FleetBoard, u64)) {
        let now_ms = self.now_ms();
        change(&mut self.lock(), now_ms);
        self.changed.notify_one();
    }

    /// The board as it is now.
    pub fn board(&self) -> FleetBoard {
        let (counts, coverage) = (self.knowledge.counts(), self.knowledge.coverage());
        FleetBoard { counts, coverage, now_ms: self.now_ms(), ..self.lock().clone() }
    }

    /// Waits until the board has changed since this was awaited last. For one reader.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, FleetBoard> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
