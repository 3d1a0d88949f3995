//! Joining a worker: what a front end needs of a session that goes on by itself.
//!
//! Who joins gets the worker's records from its log, then those that come, in order and each once. Ops go to the
//! worker, but for the one that ends a session: that one only leaves, and gives the worker back to its policy.

mod streaming;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::engine::EngineHandle;
use crate::engine::handle::BlobSource;
use crate::protocol::{AutoLimits, Event, EventRecord, Op, PartialReply, RunMode};
use crate::store;
use crate::store::writer::QUEUE;

/// The way to the session of a worker.
#[derive(Default)]
pub struct WorkerLink {
    state: Mutex<LinkState>,
}

#[derive(Default)]
struct LinkState {
    /// Its session, once there is one.
    session: Option<LinkedSession>,
    /// What its model writes: of the session as it was started last.
    streaming: watch::Sender<Option<watch::Receiver<PartialReply>>>,
    /// Where ops go while it runs.
    ops: Option<mpsc::UnboundedSender<Op>>,
    recent: RecentRecords,
    /// True once nothing more is to come.
    over: bool,
    /// Where records go while a tester has joined.
    follower: Option<mpsc::UnboundedSender<Arc<EventRecord>>>,
}

#[derive(Clone)]
struct LinkedSession {
    folder: PathBuf,
    blobs: BlobSource,
}

/// A session that was joined.
pub struct JoinedSession {
    /// The worker, as a front end sees an engine.
    pub handle: EngineHandle,
    /// The folder of its session.
    pub session: PathBuf,
    /// The number of the first record that comes after joining.
    pub news: u64,
    /// Ends once the front end has gone and the worker was given back.
    pub given_back: JoinHandle<()>,
}

impl WorkerLink {
    /// The worker's session in `folder` runs behind `handle`.
    pub fn begins(&self, folder: PathBuf, handle: &EngineHandle) {
        let mut state = self.lock();
        state.session = Some(LinkedSession { folder, blobs: handle.blobs() });
        state.streaming.send_replace(Some(handle.streaming()));
        state.ops = Some(handle.ops());
        state.recent = RecentRecords::default();
    }

    /// A record of the worker's session.
    pub fn record(&self, record: &Arc<EventRecord>) {
        let mut state = self.lock();
        state.recent.add(record);
        let gone = state.follower.as_ref().is_some_and(|it| it.send(Arc::clone(record)).is_err());
        if gone {
            state.follower = None;
        }
    }

    /// The session has ended; if `for_good`, nothing more is to come.
    pub fn ends(&self, for_good: bool) {
        let mut state = self.lock();
        state.ops = None;
        if for_good {
            (state.over, state.follower) = (true, None);
        }
    }

    /// Joins the worker; `None` if the worker has no session yet.
    pub fn join(self: &Arc<Self>) -> Option<JoinedSession> {
        let (follower, live) = mpsc::unbounded_channel();
        let mut state = self.lock();
        let session = state.session.clone()?;
        let recent = state.recent.records();
        state.follower = (!state.over).then_some(follower);
        let (written, streaming) = watch::channel(PartialReply::default());
        tokio::spawn(streaming::relay(state.streaming.subscribe(), written));
        drop(state);
        let news = recent.last().map_or(0, |record| record.seq + 1);
        let (ops, asked) = mpsc::unbounded_channel();
        let (shown, records) = mpsc::unbounded_channel();
        let LinkedSession { folder, blobs } = session;
        let handle = EngineHandle::new(ops, records, streaming, blobs);
        let (link, log) = (Arc::clone(self), folder.clone());
        let given_back = tokio::spawn(async move {
            let mut feed = RecordFeed { shown, next: 0 };
            let recorded = tokio::task::spawn_blocking(move || store::open(&log)).await;
            if let Ok(Ok(recorded)) = recorded {
                recorded.records.into_iter().for_each(|record| feed.tell(Arc::new(record)));
            }
            recent.into_iter().for_each(|record| feed.tell(record));
            link.carry(feed, asked, live).await;
            link.give_back();
        });
        Some(JoinedSession { handle, session: folder, news, given_back })
    }

    /// Carries records up and ops down until the front end leaves.
    async fn carry(
        &self,
        feed: RecordFeed,
        mut asked: mpsc::UnboundedReceiver<Op>,
        mut live: mpsc::UnboundedReceiver<Arc<EventRecord>>,
    ) {
        let mut feed = Some(feed);
        loop {
            tokio::select! {
                biased;
                op = asked.recv() => match op {
                    None | Some(Op::Quit) => return,
                    Some(op) => self.send(op),
                },
                record = live.recv(), if feed.is_some() => match (record, &mut feed) {
                    (Some(record), Some(feed)) => feed.tell(record),
                    // The front end is told that no more comes.
                    _ => feed = None,
                },
            }
        }
    }

    /// Lets the worker's policy decide again.
    fn give_back(&self) {
        self.lock().follower = None;
        self.send(Op::SetMode { mode: RunMode::Auto { until: AutoLimits::default() } });
    }

    fn send(&self, op: Op) {
        if let Some(ops) = &self.lock().ops {
            // A session that has ended takes no ops.
            let _ = ops.send(op);
        }
    }

    fn lock(&self) -> MutexGuard<'_, LinkState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a front end is told: each record once, in order.
struct RecordFeed {
    shown: mpsc::UnboundedSender<Arc<EventRecord>>,
    /// The number of the next record.
    next: u64,
}

impl RecordFeed {
    fn tell(&mut self, record: Arc<EventRecord>) {
        if record.seq < self.next {
            return;
        }
        self.next = record.seq + 1;
        // Without a front end its ops end, too, which is leaving.
        let _ = self.shown.send(record);
    }
}

/// Actions whose records may not lie on the disk yet: a step is forced there while the next one is performed.
const STEPS: usize = 3;

/// The latest records of a worker, which its log may not contain yet.
#[derive(Default)]
struct RecentRecords {
    records: VecDeque<Arc<EventRecord>>,
    /// How many of them begin a step.
    steps: usize,
}

impl RecentRecords {
    fn add(&mut self, record: &Arc<EventRecord>) {
        self.steps += usize::from(begins_step(record));
        self.records.push_back(Arc::clone(record));
        // No more than these can wait for the disk, whatever happened since the last step.
        while self.steps > STEPS || self.records.len() > QUEUE + 2 {
            let Some(oldest) = self.records.pop_front() else { return };
            self.steps -= usize::from(begins_step(&oldest));
        }
    }

    fn records(&self) -> Vec<Arc<EventRecord>> {
        self.records.iter().cloned().collect()
    }
}

fn begins_step(record: &EventRecord) -> bool {
    matches!(&record.event, Event::Decided(decided) if decided.action.is_some())
}

#[cfg(test)]
mod tests;
