//! The list of recorded sessions.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::SessionFacts;
use crate::protocol::EndReason;
use crate::store::{self, StoreError, folder, tags, writer};

/// What the list of sessions tells of one.
#[derive(Clone, Debug, Serialize)]
pub struct SessionSummary {
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
    /// Why it ended; `None` if it was cut off or still runs.
    pub ended: Option<EndReason>,
    /// Bytes on disk.
    pub bytes: u64,
    /// The app under test.
    pub app: String,
    /// What it was about, in the tester's words.
    pub charter: Option<String>,
    /// Words by which it is found again.
    pub tags: Vec<String>,
    /// The titles of its findings, repeats left out.
    pub titles: Vec<String>,
    /// What was found wrong with it.
    pub repairs: Vec<String>,
}

/// All sessions in the folder at `path`, newest first, and why others cannot be read.
///
/// # Errors
/// If the folder itself cannot be read. One that does not exist holds no sessions.
pub fn list(path: &Path) -> Result<(Vec<SessionSummary>, Vec<StoreError>), StoreError> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok((Vec::new(), Vec::new()));
        }
        Err(source) => return Err(StoreError::Read { path: path.to_owned(), source }),
    };
    let mut summaries = Vec::new();
    let mut failures = Vec::new();
    for entry in entries.flatten() {
        if !entry.path().join(writer::LOG).exists() {
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
/// As [`store::open`].
pub fn summary(folder: &Path) -> Result<SessionSummary, StoreError> {
    let session = store::open(folder)?;
    let facts = SessionFacts::of(&session.records);
    let first = || facts.findings.iter().filter(|finding| finding.first);
    let charter = facts.charter().map(str::to_owned);
    let titles = first().map(|finding| finding.title.clone()).collect();
    let findings = first().count();
    let SessionFacts { started, app, step, states, ended, .. } = facts;
    let (started, target, explorer) = started
        .map(|started| (started.started, started.target, started.explorer))
        .unwrap_or_default();
    Ok(SessionSummary {
        folder: folder.to_owned(),
        started,
        target,
        explorer,
        steps: step,
        states,
        findings,
        ended: ended.map(|ended| ended.reason),
        bytes: folder::size(folder),
        app: app.map(|app| app.package).unwrap_or_default(),
        charter,
        tags: tags::of(folder).into_iter().collect(),
        titles,
        repairs: session.repairs,
    })
}
