//! Blobs: large things named by their content.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::StoreError;
use crate::domain::BlobId;

/// No honest blob is larger: a picture of the largest phone is a tenth of it.
pub(super) const LARGEST: u64 = 64 * 1024 * 1024;

/// The folder of a session's blobs.
#[derive(Clone, Debug)]
pub struct BlobFolder {
    folder: PathBuf,
}

impl BlobFolder {
    /// The blobs of the session in `session`.
    pub fn of(session: &Path) -> Self {
        Self { folder: session.join("blobs") }
    }

    fn path(&self, id: &BlobId) -> PathBuf {
        self.folder.join(place(id))
    }

    /// Stores `content` as `id` unless it is there. Gives the new file's path, so that it can be
    /// forced to the disk with the log.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&self, id: &BlobId, content: &[u8]) -> Result<Option<PathBuf>, StoreError> {
        let path = self.path(id);
        if path.exists() {
            return Ok(None);
        }
        let write = |path: &Path| -> io::Result<()> {
            let parent = path.parent().unwrap_or(&self.folder);
            fs::create_dir_all(parent)?;
            // Written beside and renamed: a file under its name is always whole.
            let beside = path.with_extension("part");
            fs::File::create(&beside)?.write_all(content)?;
            fs::rename(&beside, path)
        };
        write(&path).map_err(|source| StoreError::Write { path: path.clone(), source })?;
        Ok(Some(path))
    }

    /// The content of `id`, checked against its name.
    ///
    /// # Errors
    /// If it is missing, too large or damaged.
    pub fn get(&self, id: &BlobId) -> Result<Vec<u8>, StoreError> {
        let path = self.path(id);
        let read = |source| StoreError::Read { path: path.clone(), source };
        // Opening a pipe that somebody laid there would wait for ever.
        if !fs::metadata(&path).map_err(read)?.is_file() {
            return Err(StoreError::Damaged { path });
        }
        let file = fs::File::open(&path).map_err(read)?;
        let bytes = file.metadata().map_err(read)?.len();
        if bytes > LARGEST {
            return Err(StoreError::TooLarge { path, bytes });
        }
        let mut content = Vec::with_capacity(usize::try_from(bytes).unwrap_or(0));
        file.take(LARGEST).read_to_end(&mut content).map_err(read)?;
        if BlobId::of(&content) == *id { Ok(content) } else { Err(StoreError::Damaged { path }) }
    }
}

/// Where `id` lies within the folder of blobs: `ab/abcd…`.
pub(super) fn place(id: &BlobId) -> String {
    let text = id.as_str();
    format!("{}/{text}", text.get(..2).unwrap_or("00"))
}

/// The files of all blobs of the session in `session`, in the order of their names. What is no
/// blob by its name, or no plain file, is left out.
pub fn files(session: &Path) -> Vec<(BlobId, PathBuf)> {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(BlobId, PathBuf)> = entries(&session.join("blobs"))
        .flat_map(|folder| entries(&folder.path()).collect::<Vec<_>>())
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            Some((BlobId::try_from(name).ok()?, entry.path()))
        })
        .collect();
    files.sort_unstable();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_can_be_got() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = BlobFolder::of(folder.path());
        let id = BlobId::of(b"picture");
        assert!(blobs.put(&id, b"picture").unwrap().is_some());
        assert!(blobs.put(&id, b"picture").unwrap().is_none(), "stored once");
        assert_eq!(blobs.get(&id).unwrap(), b"picture");
    }

    #[test]
    fn a_changed_blob_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = BlobFolder::of(folder.path());
        let id = BlobId::of(b"picture");
        let path = blobs.put(&id, b"picture").unwrap().unwrap();
        fs::write(path, b"other").unwrap();
        assert!(matches!(blobs.get(&id), Err(StoreError::Damaged { .. })));
    }

    #[test]
    fn what_is_no_file_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = BlobFolder::of(folder.path());
        let id = BlobId::of(b"folder");
        fs::create_dir_all(blobs.path(&id)).unwrap();
        assert!(matches!(blobs.get(&id), Err(StoreError::Damaged { .. })));
    }

    #[test]
    fn the_name_is_the_sha_256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(BlobId::of(b"").as_str(), empty);
    }
}
