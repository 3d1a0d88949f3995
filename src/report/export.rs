//! A session in the formats that other tools read. One file a format; what they share is the
//! [`session`].

pub mod inputs;
pub mod json;
pub mod maestro;
pub mod mermaid;
pub mod playwright;
pub mod script;
pub mod session;
mod span;
pub mod utg;

use thiserror::Error;

pub use session::{ExportObservation, ExportSession, ExportStep};
pub use span::ExportSpan;

/// What an export turned out to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportResult {
    /// The files: names below the folder they are for, with their content.
    pub files: Vec<ExportFile>,
    /// What the user should know, such as steps that the format has no words for.
    pub notes: Vec<String>,
}

/// One file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// Its name, with `/` between folders; made by us, never taken from a session.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

impl ExportFile {
    /// The text file of this name.
    pub fn text(name: impl Into<String>, content: impl Into<String>) -> Self {
        Self { name: name.into(), content: content.into().into_bytes() }
    }
}

/// Why a session cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// There is nothing in it that the format could tell.
    #[error("this session has no step to export")]
    NoStep,
    /// The finding asked for is not there.
    #[error("this session has {}", findings(*.count))]
    NoFinding {
        /// How many there are.
        count: usize,
    },
    /// The steps asked for are not there.
    #[error("this session has no steps {from}..{to}: it has {count}")]
    NoSteps {
        /// First.
        from: u64,
        /// Last.
        to: u64,
        /// How many there are.
        count: u64,
    },
    /// The session is a dialogue, and the format is for screens.
    #[error("this session talked to a voice app, which {0} has no words for")]
    Spoken(&'static str),
    /// The session is none of a web app, and the format is for those.
    #[error("this session explored no web app, and Playwright tests nothing else")]
    NoWebApp,
    /// Something could not be written as JSON.
    #[error("the session cannot be written as JSON: {0}")]
    Json(String),
}

fn findings(count: usize) -> String {
    match count {
        0 => "no finding".to_owned(),
        1 => "one finding only: --finding 1".to_owned(),
        _ => format!("{count} findings: --finding 1 to {count}"),
    }
}

impl From<serde_json::Error> for ExportError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error.to_string())
    }
}
