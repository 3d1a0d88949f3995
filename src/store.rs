//! Where sessions lie: an append-only log of events and content-addressed blobs beside it.
//!
//! ```text
//! SESSION/events.jsonl     one event a line; the first line is the header
//! SESSION/blobs/ab/abcd…   pictures, hierarchies and screens, named by their SHA-256; pictures
//!                          in a smaller form of their own
//! SESSION/tags             words by which it is found again, one a line; need not be there
//! ```
//!
//! The log is appended to and never rewritten. Every event is handed to the operating system
//! before the next one is made, so a killed process loses nothing that was told; what lies on the
//! disk is forced there once a step, so that a power cut loses at most the step in flight. Opening
//! skips a torn tail and says so.

pub mod blobs;
pub mod folder;
pub mod indexed;
pub mod pack;
pub mod picture;
pub mod prune;
pub mod session;
pub mod stored;
pub mod tags;
pub mod writer;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

pub use blobs::BlobFolder;
pub use indexed::IndexedLog;
pub use session::{RecordedSession, open};
pub use writer::SessionWriter;

/// The version of the stored form.
pub const FORMAT: u32 = 1;

/// Why a session could not be written or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder or a file in it could not be made or written.
    #[error("cannot write {path}: {source}", path = .path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file could not be read.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no session there.
    #[error("{path} is no session: {why}", path = .path.display())]
    NoSession {
        /// Where.
        path: PathBuf,
        /// What is missing.
        why: String,
    },
    /// The log was written by a newer program.
    #[error("{path} was written by a newer Ridealong (format {found}, this one reads {FORMAT})", path = .path.display())]
    Newer {
        /// Which.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A blob does not hold what its name says.
    #[error("{path} is damaged: its content does not match its name", path = .path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
    },
    /// A file is larger than any honest one.
    #[error("{path} is too large ({bytes} bytes)", path = .path.display())]
    TooLarge {
        /// Which.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// Another program writes it.
    #[error("{path} is being written by another program", path = .path.display())]
    InUse {
        /// Which.
        path: PathBuf,
    },
    /// The writing thread has ended.
    #[error("the session log is closed")]
    Closed,
}

impl StoreError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Write { source, .. } if source.kind() == io::ErrorKind::StorageFull => {
                Some("free some disk space; all that was recorded before is safe")
            }
            Self::Write { .. } => Some("choose a folder you may write to with --sessions DIR"),
            Self::Read { .. } => Some("name a folder you may read with --sessions DIR"),
            Self::Closed => None,
            Self::InUse { .. } => Some("wait until that session has ended, or end it"),
            Self::NoSession { .. } => Some("`ridealong sessions` lists the sessions there are"),
            Self::Newer { .. } => Some("update Ridealong to read it"),
            Self::Damaged { .. } | Self::TooLarge { .. } => {
                Some("the rest of the session can still be read")
            }
        }
    }
}
