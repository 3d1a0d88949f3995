//! What the user can set, and the folders it is in.
//!
//! Folders follow the platform's conventions ([`directories`]): configuration such as `config.toml` in the
//! configuration folder, sessions in the data folder. `RIDEALONG_CONFIG` and `RIDEALONG_SESSIONS`
//! name others.

pub mod llm;
pub mod recording;

use std::path::PathBuf;

use directories::ProjectDirs;

/// The folders of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFolders {
    /// The user's own settings.
    pub config: PathBuf,
    /// Recorded sessions, one folder each.
    pub sessions: PathBuf,
}

impl UserFolders {
    /// The user's folders. None is created yet.
    pub fn of_user() -> Self {
        let own = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let project = ProjectDirs::from("", "", "ridealong");
        let home = |pick: fn(&ProjectDirs) -> PathBuf, beside: &str| {
            // Without a home folder everything is in the working folder.
            project.as_ref().map_or_else(|| PathBuf::from(".ridealong").join(beside), pick)
        };
        Self {
            config: own("RIDEALONG_CONFIG").map_or_else(
                || home(|project| project.config_dir().to_owned(), "config"),
                PathBuf::from,
            ),
            sessions: own("RIDEALONG_SESSIONS").map_or_else(
                || home(|project| project.data_dir().join("sessions"), "sessions"),
                PathBuf::from,
            ),
        }
    }

    /// The user's settings, such as the profiles of models; the file need not exist.
    pub fn settings(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// The user's guard rules; the file need not exist.
    pub fn guard(&self) -> PathBuf {
        self.config.join("guard.toml")
    }

    /// What must hold in the apps that the user tests; the file need not exist.
    pub fn properties(&self) -> PathBuf {
        self.config.join("properties.toml")
    }

    /// Inputs that crashed apps, beside the sessions; the file need not exist.
    pub fn examples(&self) -> PathBuf {
        self.sessions.with_file_name("examples.jsonl")
    }

    /// What the user said of findings, beside the sessions; the file need not exist.
    pub fn judged_findings(&self) -> PathBuf {
        self.sessions.with_file_name("judged-findings.jsonl")
    }

    /// The user's own prompts, in place of those built in; the folder need not exist.
    pub fn prompts(&self) -> PathBuf {
        self.config.join("prompts")
    }
}
