//! The file in which the tester's properties are kept.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use thiserror::Error;

use crate::engine::expectations::PropertyEdit;
use crate::oracle::properties::{self, PropertyEditError};

/// Why a property file stays as it was.
#[derive(Debug, Error)]
pub(super) enum PropertyFileFailure {
    /// It cannot be read or written.
    #[error(transparent)]
    Access(#[from] io::Error),
    /// Its text cannot be changed.
    #[error(transparent)]
    Text(#[from] PropertyEditError),
}

/// Changes the file at `path`, which need not exist. It is replaced as a whole, so that no half of it is
/// ever read.
pub(super) fn edit(path: &Path, edit: &PropertyEdit) -> Result<(), PropertyFileFailure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    let edited = properties::edited(&text, edit.old.as_deref(), edit.new.as_deref())?;
    // A link is followed: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = path.with_extension("toml.part");
    fs::write(&beside, edited)?;
    fs::rename(&beside, path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "[[property]]\nname = \"a\"\nmust = [{ text = \"x\" }]\n";

    #[test]
    fn a_file_is_made_changed_and_left_alone_if_it_is_none_of_properties() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("properties.toml");
        let add = PropertyEdit { old: None, new: Some(ONE.into()) };
        edit(&path, &add).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), ONE);
        edit(&path, &PropertyEdit { old: Some(ONE.into()), new: None }).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
        fs::write(&path, "no properties").unwrap();
        assert!(edit(&path, &add).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "no properties");
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 1, "nothing is left beside it");
    }
}
