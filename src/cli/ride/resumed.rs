//! Going on with a recorded session: what it was about is taken from its log.

use std::path::Path;

use crate::cli::args::SubjectArgs;
use crate::cli::{CliError, output, sessions, target};
use crate::explorer;
use crate::protocol::{Event, SessionStarted};
use crate::store::{self, RecordedSession};

/// A session that is to be gone on with.
pub struct ResumedSession {
    /// The session.
    pub session: RecordedSession,
    /// Its target, as it would be named on the command line.
    pub target: String,
    /// What it explores and how.
    pub subject: SubjectArgs,
}

/// Opens the session `named` among those in `among`. What the log does not tell is as `subject`
/// says.
///
/// # Errors
/// If there is no such session, or it does not even tell its target.
pub fn open(named: &Path, among: &Path, subject: &SubjectArgs) -> Result<ResumedSession, CliError> {
    let session = store::open(&sessions::folder(named, among)?)?;
    for repair in &session.repairs {
        output::tell(&format!("note: {repair}"));
    }
    let mut began: Option<&SessionStarted> = None;
    let mut app = None;
    for record in &session.records {
        match &record.event {
            Event::SessionStarted(started) | Event::Resumed(started) => began = Some(started),
            Event::AppOpened(opened) => app = Some(&opened.package),
            _ => {}
        }
    }
    let began = began.ok_or_else(|| {
        CliError::new("this session was cut off before it began; there is nothing to go on with", 2)
    })?;
    let mut subject = subject.clone();
    subject.seed = began.seed;
    // What is recorded under another name, such as an imported one, is gone on with by the usual.
    subject.explorer = explorer::find(&began.explorer).map(|kind| kind.name.to_owned());
    subject.app = app.and_then(|package| target::recorded_app(&began.target, package));
    Ok(ResumedSession { target: began.target.clone(), subject, session })
}
