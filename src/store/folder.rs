//! The folder of all sessions.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{StoreError, blobs, session, tags};
use crate::protocol::{EndReason, Event};

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

/// All sessions in `folder`, newest first. What cannot be read is told beside them.
///
/// # Errors
/// If the folder itself cannot be read. One that does not exist holds no sessions.
pub fn list(folder: &Path) -> Result<(Vec<SessionSummary>, Vec<StoreError>), StoreError> {
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
pub fn summary(folder: &Path) -> Result<SessionSummary, StoreError> {
    let session = session::open(folder)?;
    let mut summary = SessionSummary {
        folder: folder.to_owned(),
        started: String::new(),
        target: String::new(),
        explorer: String::new(),
        steps: 0,
        states: 0,
        findings: 0,
        ended: None,
        bytes: size(folder),
        app: String::new(),
        charter: None,
        tags: tags::of(folder).into_iter().collect(),
        titles: Vec::new(),
        repairs: session.repairs,
    };
    for record in session.records {
        match record.event {
            Event::SessionStarted(started) => {
                summary.started = started.started;
                summary.target = started.target;
                summary.explorer = started.explorer;
            }
            Event::Resumed(_) => summary.ended = None,
            Event::Discovered(_) => summary.states += 1,
            Event::Performed(performed) => summary.steps = performed.step,
            Event::AppOpened(opened) => summary.app = opened.package,
            Event::CharterSet(charter) => {
                summary.charter = Some(charter.text).filter(|text| !text.trim().is_empty());
            }
            Event::Found(finding) if finding.first => {
                summary.findings += 1;
                summary.titles.push(finding.title);
            }
            Event::Ended(ended) => summary.ended = Some(ended.reason),
            _ => {}
        }
    }
    Ok(summary)
}

/// Bytes of all files below `folder`; links are not followed.
pub fn size(folder: &Path) -> u64 {
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

/// Deletes the session in `folder`: its log, tags and blobs. Anything else that lies there stays,
/// and the folder with it.
///
/// # Errors
/// If there is no session, or something of it cannot be deleted.
pub fn delete(folder: &Path) -> Result<(), StoreError> {
    let log = folder.join(super::writer::LOG);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| StoreError::Write { path, source }
    };
    let file =
        fs::File::open(&log).map_err(|source| StoreError::Read { path: log.clone(), source })?;
    super::writer::lock(&file, &log)?;
    // The log last but for the folders: a session that is half deleted is still listed.
    for (_, blob) in blobs::files(folder) {
        fs::remove_file(&blob).map_err(failed(&blob))?;
    }
    let tags = folder.join(tags::TAGS);
    if tags.exists() {
        fs::remove_file(&tags).map_err(failed(&tags))?;
    }
    fs::remove_file(&log).map_err(failed(&log))?;
    let inner = folder.join("blobs");
    for entry in fs::read_dir(&inner).into_iter().flatten().flatten() {
        // Folders that hold something else stay.
        let _ = fs::remove_dir(entry.path());
    }
    let _ = fs::remove_dir(&inner);
    let _ = fs::remove_dir(folder);
    Ok(())
}
