//! The folder of all sessions.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{StoreError, session};
use crate::protocol::{EndReason, Event};

/// What the list of sessions tells of one.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Its folder.
    pub folder: PathBuf,
    /// When it started, as RFC 3339.
    pub started: String,
    /// Its target.
    pub target: String,
    /// Its explorer.
    pub explorer: String,
    /// Actions performed.
    pub steps: u64,
    /// Structural states seen.
    pub states: usize,
    /// Findings, repeats of a group not counted.
    pub findings: usize,
    /// Why it ended; `None` where it was cut off or still runs.
    pub ended: Option<EndReason>,
    /// Bytes on disk.
    pub bytes: u64,
    /// What was found wrong with it.
    pub repairs: Vec<String>,
}

/// All sessions in `folder`, newest first. What cannot be read is told beside them.
///
/// # Errors
/// Where the folder itself cannot be read. One that does not exist holds no sessions.
pub fn list(folder: &Path) -> Result<(Vec<Summary>, Vec<StoreError>), StoreError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok((Vec::new(), Vec::new()));
        }
        Err(source) => return Err(StoreError::Read { path: folder.to_owned(), source }),
    };
    let mut summaries = Vec::new();
    let mut failures = Vec::new();
    for entry in entries.flatten() {
        if !entry.path().join(super::writer::LOG).exists() {
            continue;
        }
        match summary(&entry.path()) {
            Ok(summary) => summaries.push(summary),
            Err(error) => failures.push(error),
        }
    }
    summaries.sort_by(|one, other| other.started.cmp(&one.started));
    Ok((summaries, failures))
}

/// What the list tells of the session in `folder`.
///
/// # Errors
/// As [`session::open`].
pub fn summary(folder: &Path) -> Result<Summary, StoreError> {
    let session = session::open(folder)?;
    let mut summary = Summary {
        folder: folder.to_owned(),
        started: String::new(),
        target: String::new(),
        explorer: String::new(),
        steps: 0,
        states: 0,
        findings: 0,
        ended: None,
        bytes: size(folder),
        repairs: session.repairs,
    };
    for record in session.records {
        match record.event {
            Event::SessionStarted(started) => {
                summary.started = started.started;
                summary.target = started.target;
                summary.explorer = started.explorer;
            }
            Event::Discovered(_) => summary.states += 1,
            Event::Performed(performed) => summary.steps = performed.step,
            Event::Found(finding) => summary.findings += usize::from(finding.first),
            Event::Ended(ended) => summary.ended = Some(ended.reason),
            _ => {}
        }
    }
    Ok(summary)
}

/// Bytes of all files below `folder`; links are not followed.
fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}
