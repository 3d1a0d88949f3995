//! What a session came to know: its behaviour model and findings.

use crate::domain::Finding;
use crate::model::BehaviourModel;
use crate::session::SessionFacts;
use crate::store::RecordedSession;

/// What one session came to know.
#[derive(Debug, Default)]
pub struct SessionKnowledge {
    /// What it is called: the name of its folder.
    pub name: String,
    /// The session as a whole.
    pub facts: SessionFacts,
    /// Its behaviour model.
    pub model: BehaviourModel,
}

impl SessionKnowledge {
    /// What `session` came to know.
    pub fn of(session: &RecordedSession) -> Self {
        let name = session.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut known = Self { name, ..Self::default() };
        for record in &session.records {
            known.model.apply(&record.event);
            known.facts.apply(record);
        }
        known
    }

    /// Its explorer.
    pub fn explorer(&self) -> &str {
        self.facts.started.as_ref().map_or("", |started| &started.explorer)
    }

    /// The app's version, if it is known.
    pub fn version(&self) -> Option<&str> {
        self.facts.app.as_ref()?.version.as_deref()
    }

    /// Its findings, repeats of a group left out.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.facts.groups.iter().map(|group| &*group.first)
    }
}
