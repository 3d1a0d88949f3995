//! What an exploration found wrong.

use serde::{Deserialize, Serialize};

/// The kind of a [`Finding`]; also what `--fail-on` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// A process of the app died (Java, Kotlin or native).
    Crash,
    /// The app did not respond in time.
    Anr,
    /// Nothing crashed, but the result is wrong: told by an oracle or marked by the tester.
    Bug,
}

impl FindingKind {
    /// The word used on the command line and in the log.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Anr => "anr",
            Self::Bug => "bug",
        }
    }
}

/// One fault of the app under test, with the step that showed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind of fault it is.
    pub kind: FindingKind,
    /// One line that tells it apart: for a crash its exception and message.
    pub title: String,
    /// Same group, same fault: for a crash the exception and its first frames in the app.
    pub group: String,
    /// The step after whose action it was seen.
    pub step: u64,
    /// True for the first finding of its group in the session.
    pub first: bool,
    /// The whole evidence as text: the stack trace, or the tester's note.
    pub detail: String,
}
