//! Recordings as targets: explored without the app or the device they were made with.
//!
//! Two kinds, told apart by what lies there:
//!
//! - **Dialogues** of a voice app as text ([`transcript`] has the forms, [`folder`] finds those of
//!   one app) become a [`SimulatedApp`]: the finite-state machine that was observed ([`learned`]).
//! - A recorded **session** of Ridealong, phone or voice, becomes a [`RecordedDevice`]: the recorded looks,
//!   with the actions that were performed between them. A device knows no store, so whoever does
//!   reads the session and hands it over as a plain [`RecordedRun`].
//!
//! Both are honest about what was never observed: it changes nothing (or is answered as the app
//! answers what it does not understand), a warning says so, and the coverage counts it.

pub mod folder;
pub mod learned;
pub mod replay;
pub mod simulated_app;
pub mod transcript;
pub mod words;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use folder::AppDialogues;
pub use replay::{RecordedAction, RecordedDevice, RecordedObservation, RecordedRun};
pub use simulated_app::SimulatedApp;

/// Why a recording cannot be a target.
#[derive(Debug, Error)]
pub enum RecordedError {
    /// There is nothing at the path.
    #[error("there is no file or folder {}", .path.display())]
    NotThere {
        /// The path.
        path: PathBuf,
    },
    /// It could not be read.
    #[error("cannot read {}: {source}", .path.display())]
    Unreadable {
        /// What.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder without any dialogue file.
    #[error("{} holds no dialogues: no .txt file and no session", .path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// What is there is no dialogue.
    #[error("{} is no dialogue: {why}", .path.display())]
    NotDialogues {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The folder holds dialogues of several apps.
    #[error("{} holds the dialogues of several apps: {apps}", .path.display())]
    SeveralApps {
        /// The folder.
        path: PathBuf,
        /// Their names, as far as they are shown.
        apps: String,
    },
    /// None of the dialogues opens this app.
    #[error("no dialogue in {} opens {app:?}", .path.display())]
    NoSuchApp {
        /// The folder.
        path: PathBuf,
        /// The name that was asked for.
        app: String,
        /// The names there are, as far as they are shown.
        apps: String,
    },
    /// More than any honest recording.
    #[error("{} is too large: {what}", .path.display())]
    TooLarge {
        /// What.
        path: PathBuf,
        /// How large.
        what: String,
    },
    /// A session without anything to show.
    #[error("the session {} holds no screen that can be read", .path.display())]
    NoLook {
        /// Its folder.
        path: PathBuf,
    },
}

impl RecordedError {
    fn unreadable(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        if source.kind() == io::ErrorKind::NotFound {
            Self::NotThere { path }
        } else {
            Self::Unreadable { path, source }
        }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotThere { .. } => {
                "name a session's folder (`ridealong sessions` lists them), or a file or folder of \
                 dialogues"
            }
            Self::Unreadable { .. } => "name a file or folder that you may read",
            Self::Empty { .. } | Self::NotDialogues { .. } => {
                "a dialogue is a text of lines, one of the user, one of the app and so on, and \
                 begins with the words that open the app, such as \"open NAME\""
            }
            Self::SeveralApps { .. } => "choose one with --app NAME",
            Self::NoSuchApp { apps, .. } => return Some(format!("there are {apps}")),
            Self::TooLarge { .. } => "name the part of it that belongs to one app",
            Self::NoLook { .. } => "`ridealong sessions` lists the sessions there are",
        };
        Some(hint.to_owned())
    }
}
