//! What is kept of sessions: the section `[sessions]` of `config.toml`.
//!
//! ```toml
//! [sessions]
//! pictures = "changes"
//! ```

use std::path::Path;

use serde::Deserialize;
use thiserror::Error;

use crate::domain::KeptPictures;

/// The section as it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordingSettings {
    /// Which pictures are kept if the command line does not say.
    pub pictures: Option<KeptPictures>,
}

#[derive(Default, Deserialize)]
struct FileWithSessions {
    #[serde(default)]
    sessions: RecordingSettings,
}

/// Why the section cannot be used.
#[derive(Debug, Error)]
#[error("{path}: {what}")]
pub struct RecordingError {
    path: String,
    what: String,
}

impl RecordingSettings {
    /// The section in the file at `path`; all defaults if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read, or the section is not valid.
    pub fn load(path: &Path) -> Result<Self, RecordingError> {
        let wrong = |what| RecordingError { path: path.display().to_string(), what };
        match std::fs::read_to_string(path) {
            Ok(text) => Self::read(&text).map_err(wrong),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(wrong(format!("cannot be read: {error}"))),
        }
    }

    fn read(text: &str) -> Result<Self, String> {
        let read: FileWithSessions =
            toml::from_str(text).map_err(|error| error.message().to_owned())?;
        Ok(read.sessions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_stands_beside_others_and_need_not_be_there() {
        let read = |text| RecordingSettings::read(text).map(|read| read.pictures);
        assert_eq!(read("[llm]\ndefault = \"none\"\n"), Ok(None));
        let both = "[sessions]\npictures = \"small\"\n[llm]\ndefault = \"none\"\n";
        assert_eq!(read(both), Ok(Some(KeptPictures::Small)));
        assert!(read("[sessions]\npictures = \"some\"\n").unwrap_err().contains("unknown variant"));
        assert!(read("[sessions]\npicture = \"all\"\n").unwrap_err().contains("unknown field"));
    }
}
