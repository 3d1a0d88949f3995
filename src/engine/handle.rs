//! What a front end holds of the engine.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

pub use crate::device::LivePictures;
use crate::domain::BlobId;
use crate::protocol::{EventRecord, Op, PartialReply};
use crate::store::BlobFolder;

/// Blobs kept in memory: those of the latest steps, which may not lie on the disk yet.
const RECENT: usize = 64;

/// The engine, as a front end sees it: ops down, records up, blobs on demand.
pub struct EngineHandle {
    ops: mpsc::UnboundedSender<Op>,
    records: mpsc::UnboundedReceiver<Arc<EventRecord>>,
    streaming: watch::Receiver<PartialReply>,
    blobs: BlobSource,
    live: Option<LivePictures>,
}

impl EngineHandle {
    /// A handle that sends ops to `ops` and gets `records`; `blobs` has what they name.
    pub fn new(
        ops: mpsc::UnboundedSender<Op>,
        records: mpsc::UnboundedReceiver<Arc<EventRecord>>,
        streaming: watch::Receiver<PartialReply>,
        blobs: BlobSource,
    ) -> Self {
        Self { ops, records, streaming, blobs, live: None }
    }

    /// A handle without an engine, for a recorded session with these blobs: no records come, and
    /// ops reach nobody.
    pub fn of_recording(blobs: BlobFolder) -> Self {
        let (ops, _nobody) = mpsc::unbounded_channel();
        let (_sender, records) = mpsc::unbounded_channel();
        let (_silent, streaming) = watch::channel(PartialReply::default());
        Self::new(ops, records, streaming, BlobSource::new(blobs))
    }

    /// The same, which also gives what the display shows between observations.
    #[must_use]
    pub fn with_live_pictures(mut self, live: Option<LivePictures>) -> Self {
        self.live = live;
        self
    }

    /// Sends `op`; what comes of it is reported by records. False if the engine has ended.
    pub fn send(&self, op: Op) -> bool {
        self.ops.send(op).is_ok()
    }

    /// A sender of ops that can be kept elsewhere.
    pub fn ops(&self) -> mpsc::UnboundedSender<Op> {
        self.ops.clone()
    }

    /// The next record; `None` after the engine has ended. Can be awaited in a `select!` without
    /// losing anything.
    pub async fn next(&mut self) -> Option<Arc<EventRecord>> {
        self.records.recv().await
    }

    /// The next record that is already there.
    pub fn try_next(&mut self) -> Option<Arc<EventRecord>> {
        self.records.try_recv().ok()
    }

    /// What of the reply in flight has come so far; marked as changed when more comes.
    pub fn streaming(&self) -> watch::Receiver<PartialReply> {
        self.streaming.clone()
    }

    /// What the display shows between observations, if the device tells.
    pub fn live_pictures(&self) -> Option<LivePictures> {
        self.live.clone()
    }

    /// Where to get the blobs that records name.
    pub fn blobs(&self) -> BlobSource {
        self.blobs.clone()
    }
}

/// The session's blobs: recent ones from memory, others from the disk.
#[derive(Clone)]
pub struct BlobSource {
    recent: Arc<Mutex<RecentBlobs>>,
    disk: BlobFolder,
}

#[derive(Default)]
struct RecentBlobs {
    order: VecDeque<BlobId>,
    content: HashMap<BlobId, Arc<[u8]>>,
}

impl BlobSource {
    /// The blobs of the session whose disk blobs are `disk`.
    pub fn new(disk: BlobFolder) -> Self {
        Self { recent: Arc::default(), disk }
    }

    /// The blobs of the session in the folder `session`, recorded or not there yet.
    pub fn of_session(session: &std::path::Path) -> Self {
        Self::new(BlobFolder::of(session))
    }

    pub(super) fn remember(&self, id: BlobId, content: Arc<[u8]>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.content.insert(id.clone(), content).is_some() {
            return;
        }
        recent.order.push_back(id);
        if recent.order.len() > RECENT
            && let Some(oldest) = recent.order.pop_front()
        {
            recent.content.remove(&oldest);
        }
    }

    /// The content of `id` if it is still in memory.
    pub(super) fn recent(&self, id: &BlobId) -> Option<Arc<[u8]>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.content.get(id).cloned()
    }

    /// What the session takes on the disk, in bytes. Goes through all its files: not for the frame
    /// loop.
    pub fn session_bytes(&self) -> u64 {
        self.disk.session_bytes()
    }

    /// The content of `id`; `None` if it is missing or damaged. May read from the disk: not for
    /// the frame loop.
    pub fn get(&self, id: &BlobId) -> Option<Arc<[u8]>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(content) = recent.content.get(id) {
            return Some(content.clone());
        }
        drop(recent);
        match self.disk.get(id) {
            Ok(content) => Some(content.into()),
            Err(error) => {
                tracing::warn!(%error, "blob not readable");
                None
            }
        }
    }
}
