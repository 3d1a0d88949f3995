//! Packing a session's pictures beside the session, in a thread of its own.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::bands::{RowBand, RowHashes};
use super::{PackedPicture, pixels};
use crate::domain::{BlobId, KeptPictures};
use crate::store::BlobFolder;

/// Pictures that may wait to be packed before the log has to.
const QUEUE: usize = 64;

/// How many bases are compared with: 25 kB each for a phone's picture.
const BASES: usize = 128;

/// A picture that shares less than this share of its rows with any base becomes one itself: one in
/// so many.
const SHARED: usize = 3;

/// The share of the height, one in so many, that the status bar with its clock takes.
const STATUS_BAR: u32 = 25;

/// The shorter side of small pictures, in pixels.
const SMALL_SIDE: u32 = 360;

/// Packs pictures one by one in the order in which they are handed over.
#[derive(Debug)]
pub struct PicturePacker {
    jobs: Option<SyncSender<BlobId>>,
    thread: Option<JoinHandle<()>>,
}

impl PicturePacker {
    /// Packs blobs of `folder` as `kept` says. `None` if no thread can be started: the pictures stay
    /// as they are then.
    pub fn start(folder: BlobFolder, kept: KeptPictures) -> Option<Self> {
        let (jobs, queue) = sync_channel(QUEUE);
        let work = move || PictureFolder::new(folder, kept).run(&queue);
        let thread = std::thread::Builder::new().name("pictures".into()).spawn(work).ok()?;
        Some(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Hands over the picture `id`, which is stored already.
    pub fn pack(&self, id: &BlobId) {
        if let Some(jobs) = &self.jobs {
            // If the thread has ended, the picture stays as it is.
            let _ = jobs.send(id.clone());
        }
    }
}

impl Drop for PicturePacker {
    /// Waits until all are packed.
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            // A panic there was reported by the hook.
            let _ = thread.join();
        }
    }
}

/// Packs pictures of a folder, each as a difference from an earlier one if it can be.
pub(in crate::store) struct PictureFolder {
    folder: BlobFolder,
    kept: KeptPictures,
    /// The latest last.
    bases: VecDeque<(BlobId, RowHashes)>,
}

impl PictureFolder {
    pub(in crate::store) fn new(folder: BlobFolder, kept: KeptPictures) -> Self {
        Self { folder, kept, bases: VecDeque::new() }
    }

    fn run(mut self, queue: &Receiver<BlobId>) {
        while let Ok(id) = queue.recv() {
            self.pack(&id);
        }
    }

    /// Packs the picture `id`. One that cannot be packed, or not be made smaller, stays as it is.
    pub(in crate::store) fn pack(&mut self, id: &BlobId) {
        let Ok(content) = self.folder.stored(id) else { return };
        if PackedPicture::is_one(&content) {
            return;
        }
        let Some(picture) = crate::domain::picture::read(&content).and_then(pixels::opaque) else {
            return;
        };
        let picture = match self.kept {
            KeptPictures::Small => pixels::shrunk(picture, SMALL_SIDE),
            KeptPictures::All | KeptPictures::Changes | KeptPictures::None => picture,
        };
        let rows = RowHashes::of(&picture);
        let packed = match self.nearest(&rows) {
            Some(base) => {
                let bands = rows.bands(&base.1, self.compared_from(&rows));
                PackedPicture::of(id.clone(), &picture, Some(base.0.clone()), bands)
            }
            None => {
                let whole = vec![RowBand::whole(picture.height())];
                PackedPicture::of(id.clone(), &picture, None, whole)
            }
        };
        let bytes = packed.to_bytes();
        if bytes.len() >= content.len() {
            return;
        }
        if let Err(error) = self.folder.replace(id, &bytes) {
            tracing::warn!(%error, "picture not packed");
            return;
        }
        if packed.base.is_none() {
            self.remember(id.clone(), rows);
        }
    }

    /// The first row that counts.
    fn compared_from(&self, rows: &RowHashes) -> u32 {
        if self.kept == KeptPictures::Changes { rows.size.1 / STATUS_BAR } else { 0 }
    }

    /// The base that shares most rows with `rows`, if those are enough.
    fn nearest(&self, rows: &RowHashes) -> Option<&(BlobId, RowHashes)> {
        let from = self.compared_from(rows);
        let bases = self.bases.iter().filter(|(_, base)| base.size == rows.size);
        let counted = bases.map(|base| (rows.different(&base.1, from), base));
        let (different, base) = counted.min_by_key(|(different, _)| *different)?;
        let all = rows.size.1 as usize;
        (different <= all - all / SHARED).then_some(base)
    }

    fn remember(&mut self, id: BlobId, rows: RowHashes) {
        if self.bases.len() >= BASES {
            self.bases.pop_front();
        }
        self.bases.push_back((id, rows));
    }
}
