//! Why a voice app cannot be talked to.

use std::path::PathBuf;

use thiserror::Error;

use super::interaction::ModelError;
use crate::device::serving::{ServeError, tail};

/// Why a voice app cannot be talked to.
#[derive(Debug, Error)]
pub enum VoiceError {
    /// A file cannot be read.
    #[error("cannot read {}: {what}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// The file that describes the app is wrong.
    #[error("{}{}: {what}", .path.display(), at(*.line))]
    App {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if it is known.
        line: Option<usize>,
        /// What is wrong.
        what: String,
        /// What to do about it.
        hint: String,
    },
    /// The interaction model is wrong.
    #[error("{} is no interaction model: {error}", .path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ModelError,
    },
    /// The app could not be opened where it should be.
    #[error("no voice app can be opened at {place}: {what}{}", tail(.said))]
    CannotOpen {
        /// Where it should be.
        place: String,
        /// What went wrong.
        what: String,
        /// The end of what the serving command said.
        said: String,
    },
    /// The command in the file does not serve the app.
    #[error(transparent)]
    NotServed(#[from] ServeError),
    /// The app was there and is gone.
    #[error("{place} is gone: {what}{}", tail(.said))]
    Gone {
        /// Where it was.
        place: String,
        /// What the last attempts said.
        what: String,
        /// The end of what the serving command said.
        said: String,
    },
}

fn at(line: Option<usize>) -> String {
    line.map(|line| format!(", line {line}")).unwrap_or_default()
}

impl VoiceError {
    /// True if the app is gone and may come back.
    pub const fn is_lost(&self) -> bool {
        matches!(self, Self::Gone { .. })
    }

    /// What the user can do about it, in one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::App { hint, .. } => return Some(hint.clone()),
            Self::File { .. } => {
                "voice:FILE names a TOML file that describes a voice app (docs/voice.md shows one); voice:quiz, voice:pizza and voice:adventure need no file"
            }
            Self::Model { .. } => {
                "`model` names the file that skill projects keep as models/en-US.json"
            }
            Self::CannotOpen { .. } => {
                "start the app's server first, or let `command` in the file start it; check host, port and path of `endpoint`"
            }
            Self::NotServed(ServeError::CannotServe { .. }) => {
                "run it by hand in the folder that `cwd` names and read what it says"
            }
            Self::NotServed(ServeError::Taken { .. }) => {
                "stop what runs there, leave out `command`, or write {port} in `endpoint` and `command` for a free port"
            }
            Self::Gone { .. } => "start the app's server again; the run goes on when it is back",
        };
        Some(hint.into())
    }
}
