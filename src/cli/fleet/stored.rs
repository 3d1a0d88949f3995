//! What a fleet's folder says of it: enough to continue, and to report on it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cli::{CliError, output};
use crate::domain::FindingConfirmation;
use crate::report::fleet::MergedFleet;
use crate::store;

/// The file in a fleet's folder that says what it is.
const STATE_FILE: &str = "fleet.json";

/// What a fleet's folder says of it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StoredFleet {
    /// What the fleet is called; empty in folders of earlier programs.
    #[serde(default)]
    name: String,
    /// The specification.
    pub spec: PathBuf,
    /// The sessions of workers, by their numbers; the paths are within the folder.
    pub sessions: BTreeMap<usize, PathBuf>,
    /// What became of findings on the devices of other workers, by their groups.
    #[serde(default)]
    pub confirmations: BTreeMap<String, FindingConfirmation>,
}

impl StoredFleet {
    /// A fleet called `name` of which no worker has begun.
    pub fn new(name: &str, spec: PathBuf) -> Self {
        Self { name: name.to_owned(), spec, ..Self::default() }
    }

    /// True if `folder` is one of a fleet.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(STATE_FILE).is_file()
    }

    /// The fleet of `folder`.
    ///
    /// # Errors
    /// If it is no folder of a fleet.
    pub fn read(folder: &Path) -> Result<Self, CliError> {
        let wrong = |what: String| {
            CliError::new(format!("{} is no folder of a fleet: {what}", folder.display()), 2)
                .hint("the last line of a fleet's result names its folder")
        };
        let text = std::fs::read_to_string(folder.join(STATE_FILE))
            .map_err(|error| wrong(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
    }

    /// Stores it in `folder`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), CliError> {
        let path = folder.join(STATE_FILE);
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        // A process that is killed meanwhile leaves the old file.
        let fresh = path.with_extension("new");
        let written = std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, &path));
        written
            .map_err(|error| CliError::new(format!("cannot write {}: {error}", path.display()), 2))
    }

    /// What its workers did, as their sessions in `folder` tell. Sessions that cannot be read are told of.
    pub fn merge(&self, folder: &Path) -> MergedFleet {
        let named = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut fleet = MergedFleet::new(if self.name.is_empty() { &named } else { &self.name });
        for (done, (number, session)) in self.sessions.iter().enumerate() {
            if output::is_live() {
                output::status(&format!("{done} of {} sessions", self.sessions.len()));
            }
            match store::open(&folder.join(session)) {
                Ok(session) => fleet.add(*number, session),
                Err(error) => fleet.troubles.push(format!("worker {number}: {error}")),
            }
        }
        fleet.confirmations.clone_from(&self.confirmations);
        fleet.settle();
        fleet
    }
}
