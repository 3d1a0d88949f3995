//! The one writer of a session: a thread that owns the log file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use serde_json::json;
use tokio::sync::oneshot;

use super::picture::PicturePacker;
use super::{BlobFolder, FORMAT, StoreError, stored};
use crate::domain::{BlobId, KeptPictures};
use crate::protocol::{self, EventRecord};

/// The name of the log in a session's folder.
pub const LOG: &str = "events.jsonl";

/// Jobs that may wait for the disk before the engine has to.
pub const QUEUE: usize = 256;

/// What a PNG begins with.
const PNG: &[u8] = b"\x89PNG";

enum WriterJob {
    Append(Box<EventRecord>),
    Blob(BlobId, std::sync::Arc<[u8]>),
    /// Packs pictures from here on as told.
    Keep(KeptPictures),
    /// Told once everything before it lies on the disk.
    Sync(oneshot::Sender<()>),
}

/// Appends to one session. Jobs are done in order, so a blob lies there before the event that
/// names it. After the first error nothing more is written, and whatever is asked next fails with it.
pub struct SessionWriter {
    jobs: Option<SyncSender<WriterJob>>,
    thread: Option<JoinHandle<()>>,
    folder: PathBuf,
    failure: Failure,
}

/// Keeps other programs from writing `file`. Where the file system knows no locks nothing does.
///
/// # Errors
/// If another program writes it.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), StoreError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_owned() }),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// True if `file` is empty or its last byte ends a line.
fn ends_a_line(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == [b'\n'])
}

/// Why the thread has given up, until it was reported.
type Failure = Arc<Mutex<Option<StoreError>>>;

impl SessionWriter {
    /// Starts a new session in `folder`, which must not hold one yet.
    ///
    /// # Errors
    /// If the folder cannot be made or written.
    pub fn create(folder: &Path) -> Result<Self, StoreError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| StoreError::Write { path, source }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let path = folder.join(LOG);
        let mut file =
            OpenOptions::new().append(true).create_new(true).open(&path).map_err(failed(&path))?;
        lock(&file, &path)?;
        let header = json!({
            "ridealong": FORMAT,
            "protocol": protocol::VERSION,
            "program": env!("CARGO_PKG_VERSION"),
        });
        file.write_all(format!("{header}\n").as_bytes()).map_err(failed(&path))?;
        Self::start(folder, file, path)
    }

    /// Continues the session in `folder`: what is appended follows what is there. A torn tail is
    /// ended with a line break, so that it stays the one damaged line; nothing is rewritten.
    ///
    /// # Errors
    /// If there is no session, or it cannot be written.
    pub fn reopen(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(LOG);
        let failed = |source| StoreError::Write { path: path.clone(), source };
        let mut file = OpenOptions::new().read(true).append(true).open(&path).map_err(failed)?;
        lock(&file, &path)?;
        if !ends_a_line(&mut file).map_err(failed)? {
            file.write_all(b"\n").map_err(failed)?;
        }
        Self::start(folder, file, path)
    }

    /// Begins to write. The file stays locked for as long as it is open.
    fn start(folder: &Path, file: File, path: PathBuf) -> Result<Self, StoreError> {
        let (jobs, queue) = sync_channel(QUEUE);
        let failure = Failure::default();
        let failed_with = failure.clone();
        let worker = WriterThread {
            file,
            path,
            blobs: BlobFolder::of(folder),
            unsynced: Vec::new(),
            kept: KeptPictures::All,
            packer: None,
        };
        let thread = std::thread::Builder::new()
            .name("session log".into())
            .spawn(move || worker.run(&queue, &failed_with))
            .map_err(|source| StoreError::Write { path: folder.to_owned(), source })?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), folder: folder.to_owned(), failure })
    }

    /// Keeps of the pictures to come what `kept` says; without it all are kept without loss.
    ///
    /// # Errors
    /// As [`SessionWriter::append`].
    pub fn keep(&self, kept: KeptPictures) -> Result<(), StoreError> {
        self.send(WriterJob::Keep(kept))
    }

    /// The session's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Appends `record`.
    ///
    /// # Errors
    /// If the writing thread has given up: the first time why, then that it has.
    pub fn append(&self, record: EventRecord) -> Result<(), StoreError> {
        self.send(WriterJob::Append(Box::new(record)))
    }

    /// Stores `content` and gives its name.
    ///
    /// # Errors
    /// As [`SessionWriter::append`].
    pub fn blob(&self, content: std::sync::Arc<[u8]>) -> Result<BlobId, StoreError> {
        let id = BlobId::of(&content);
        self.send(WriterJob::Blob(id.clone(), content))?;
        Ok(id)
    }

    /// Forces all that was handed over before to the disk; the answer comes when it is there. An
    /// answer that never comes means that it could not be written ([`SessionWriter::failure`]).
    ///
    /// # Errors
    /// As [`SessionWriter::append`].
    pub fn sync(&self) -> Result<oneshot::Receiver<()>, StoreError> {
        let (done, answer) = oneshot::channel();
        self.send(WriterJob::Sync(done))?;
        Ok(answer)
    }

    /// Why nothing is written any more.
    pub fn failure(&self) -> StoreError {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().unwrap_or(StoreError::Closed)
    }

    fn send(&self, job: WriterJob) -> Result<(), StoreError> {
        let jobs = self.jobs.as_ref().ok_or(StoreError::Closed)?;
        jobs.send(job).map_err(|_closed| self.failure())
    }
}

impl Drop for SessionWriter {
    /// Waits until everything is written.
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            // A panic there was reported by the hook; there is nothing left to save here.
            let _ = thread.join();
        }
    }
}

struct WriterThread {
    file: File,
    path: PathBuf,
    blobs: BlobFolder,
    unsynced: Vec<PathBuf>,
    kept: KeptPictures,
    /// Started with the first picture.
    packer: Option<PicturePacker>,
}

impl WriterThread {
    /// Works until the writer is gone or something cannot be written.
    fn run(mut self, queue: &Receiver<WriterJob>, failure: &Failure) {
        while let Ok(job) = queue.recv() {
            if let Err(error) = self.work(&job) {
                // Before the job goes: who waits for it looks here as soon as it is gone.
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                return;
            }
            if let WriterJob::Sync(done) = job {
                // Nobody waiting is fine: the engine may have gone on to its end.
                let _ = done.send(());
            }
        }
        // The last events; an error here can reach nobody any more.
        let _ = self.sync();
    }

    fn work(&mut self, job: &WriterJob) -> Result<(), StoreError> {
        match job {
            WriterJob::Append(record) => self.append(record),
            WriterJob::Blob(id, content) => {
                let path = self.blobs.put(id, content)?;
                if path.is_some() && content.starts_with(PNG) {
                    self.pack(id);
                }
                self.unsynced.extend(path);
                Ok(())
            }
            WriterJob::Keep(kept) => {
                self.kept = *kept;
                Ok(())
            }
            WriterJob::Sync(_) => self.sync(),
        }
    }

    fn append(&mut self, record: &EventRecord) -> Result<(), StoreError> {
        let line = stored::to_line(record).map_err(|error| self.write_error(error.into()))?;
        // One write a line: a killed process leaves whole lines but for the last.
        self.file.write_all(line.as_bytes()).map_err(|error| self.write_error(error))
    }

    fn pack(&mut self, id: &BlobId) {
        if self.packer.is_none() {
            self.packer = PicturePacker::start(self.blobs.clone(), self.kept);
        }
        if let Some(packer) = &self.packer {
            packer.pack(id);
        }
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        for path in self.unsynced.drain(..) {
            File::open(&path)
                .and_then(|file| file.sync_data())
                .map_err(|source| StoreError::Write { path, source })?;
        }
        self.file.sync_data().map_err(|error| self.write_error(error))
    }

    fn write_error(&self, source: std::io::Error) -> StoreError {
        StoreError::Write { path: self.path.clone(), source }
    }
}
