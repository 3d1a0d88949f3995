//! The folder of all sessions.

use std::fs;
use std::path::Path;

use super::{StoreError, blobs, tags};

/// The file of a session in which its device may remember what the next process has to undo.
pub const LEFT_OPEN: &str = "open.webdriver";

/// Bytes of all files below `folder`; links are not followed.
pub fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

/// Deletes the session in `folder`: its log, tags, blobs and what its device left open. Anything else
/// that lies there stays, and the folder with it.
///
/// # Errors
/// If there is no session, or something of it cannot be deleted.
pub fn delete(folder: &Path) -> Result<(), StoreError> {
    let log = folder.join(super::writer::LOG);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| StoreError::Write { path, source }
    };
    let file =
        fs::File::open(&log).map_err(|source| StoreError::Read { path: log.clone(), source })?;
    super::writer::lock(&file, &log)?;
    // The log last but for the folders: a session that is half deleted is still listed.
    for (_, blob) in blobs::files(folder) {
        fs::remove_file(&blob).map_err(failed(&blob))?;
    }
    let made = super::BlobFolder::of(folder).forget_made_for_reports();
    made.map_err(failed(&folder.join("blobs")))?;
    let tags = folder.join(tags::TAGS);
    if tags.exists() {
        fs::remove_file(&tags).map_err(failed(&tags))?;
    }
    let left = folder.join(LEFT_OPEN);
    if left.exists() {
        fs::remove_file(&left).map_err(failed(&left))?;
    }
    fs::remove_file(&log).map_err(failed(&log))?;
    let inner = folder.join("blobs");
    for entry in fs::read_dir(&inner).into_iter().flatten().flatten() {
        // Folders that hold something else stay.
        let _ = fs::remove_dir(entry.path());
    }
    let _ = fs::remove_dir(&inner);
    let _ = fs::remove_dir(folder);
    Ok(())
}
