//! What a session came to know: its behaviour model and findings.

use crate::domain::Finding;
use crate::model::BehaviourModel;
use crate::protocol::Event;
use crate::store::RecordedSession;

/// What one session came to know.
#[derive(Debug, Default)]
pub struct SessionKnowledge {
    /// What it is called: the name of its folder.
    pub name: String,
    /// Its explorer.
    pub explorer: String,
    /// The app's version, if it told one.
    pub version: Option<String>,
    /// Its behaviour model.
    pub model: BehaviourModel,
    /// Its findings, repeats of a group left out.
    pub findings: Vec<Finding>,
}

impl SessionKnowledge {
    /// What `session` came to know.
    pub fn of(session: &RecordedSession) -> Self {
        let name = session.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut known = Self { name, ..Self::default() };
        for record in &session.records {
            known.model.apply(&record.event);
            match &record.event {
                Event::SessionStarted(started) => known.explorer.clone_from(&started.explorer),
                Event::AppOpened(opened) => known.version.clone_from(&opened.version),
                Event::Found(found)
                    if known.findings.iter().all(|other| other.group != found.group) =>
                {
                    known.findings.push(found.clone());
                }
                _ => {}
            }
        }
        known
    }
}
