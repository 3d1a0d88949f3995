//! DroidBot's output folder (github.com/honeynet/droidbot) as a session.
//!
//! What is read: `states/state_*.json` with `states/screen_*.png` or `.jpg` beside them (or
//! `all_states`, as Kea writes it: github.com/ecnusse/Kea), `events/event_*.json`, and `utg.js`. Any
//! part may be missing. Nothing a file says is taken for a
//! path: files are found by listing the folders, links are not followed, and sizes are limited.

mod actions;
mod files;
mod lone_file;
mod session;
mod views;

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::store::StoreError;

pub use lone_file::DroidbotFile;

/// What was imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportResult {
    /// The app's package.
    pub package: String,
    /// Steps.
    pub steps: u64,
    /// Distinct structural states.
    pub states: usize,
    /// Looks with a picture.
    pub pictures: usize,
    /// What was found wrong and how it was mended, one sentence each.
    pub repairs: Vec<String>,
}

/// Why a folder cannot be imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Read {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is nothing of DroidBot in it.
    #[error("{path} is no output folder of DroidBot: {why}", path = .path.display())]
    NotDroidBot {
        /// The folder.
        path: PathBuf,
        /// What is missing.
        why: String,
    },
    /// It is larger than any honest one.
    #[error("{path} is too large: {what}", path = .path.display())]
    TooLarge {
        /// The folder.
        path: PathBuf,
        /// What of it.
        what: String,
    },
    /// The session cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Imports `folder` as a new session in `session`, which must not hold one yet.
///
/// # Errors
/// If `folder` holds nothing of DroidBot, or the session cannot be written. Nothing is written
/// before all of it was read.
pub fn import(folder: &Path, session: &Path) -> Result<ImportResult, ImportError> {
    let found = files::read(folder)?;
    session::write(&found, session)
}
