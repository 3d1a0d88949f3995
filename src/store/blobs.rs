//! Blobs: large things named by their content.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use image::RgbImage;

use super::StoreError;
use super::picture::{self, PackedPicture};
use crate::domain::BlobId;

/// No honest blob is larger: a picture of the largest phone is a tenth of it.
pub(super) const LARGEST: u64 = 64 * 1024 * 1024;

/// What reports made of the pictures lies among the blobs under this name: it can be made again, and
/// goes when they go.
const MADE_FOR_REPORTS: &str = "made-for-reports";

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

    pub(super) fn path(&self, id: &BlobId) -> PathBuf {
        self.folder.join(place(id))
    }

    /// True if something is stored as `id`, damaged or not.
    pub fn has(&self, id: &BlobId) -> bool {
        self.path(id).exists()
    }

    /// What [`BlobFolder::keep_made_for_reports`] has kept.
    pub fn made_for_reports(&self) -> Option<Vec<u8>> {
        let mut content = Vec::new();
        let file = fs::File::open(self.folder.join(MADE_FOR_REPORTS)).ok()?;
        file.take(4 * LARGEST).read_to_end(&mut content).ok()?;
        Some(content)
    }

    /// Keeps what a report was made of, in place of what was kept before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_made_for_reports(&self, content: &[u8]) -> io::Result<()> {
        let beside = self.folder.join("made-for-reports.part");
        fs::write(&beside, content)?;
        fs::rename(&beside, self.folder.join(MADE_FOR_REPORTS))
    }

    /// Deletes what was kept for reports; it need not be there.
    pub(super) fn forget_made_for_reports(&self) -> io::Result<()> {
        match fs::remove_file(self.folder.join(MADE_FOR_REPORTS)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Bytes of all files of the session.
    pub fn session_bytes(&self) -> u64 {
        self.folder.parent().map_or(0, super::folder::size)
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

    /// Stores `content` in place of what is stored as `id`.
    ///
    /// # Errors
    /// If it cannot be written; what was there stays.
    pub(super) fn replace(&self, id: &BlobId, content: &[u8]) -> Result<(), StoreError> {
        let path = self.path(id);
        let beside = path.with_extension("packed");
        let write = || -> io::Result<()> {
            let mut file = fs::File::create(&beside)?;
            file.write_all(content)?;
            // Before it takes the place of what may lie on the disk already.
            file.sync_data()?;
            fs::rename(&beside, &path)
        };
        write().map_err(|source| StoreError::Write { path: path.clone(), source })
    }

    /// The content of `id`, checked against its name. A picture in its stored form is given as PNG:
    /// the same pixels, but not the same bytes as before.
    ///
    /// # Errors
    /// If it is missing, too large or damaged, or the picture that it is stored as a difference from
    /// is.
    pub fn get(&self, id: &BlobId) -> Result<Vec<u8>, StoreError> {
        let content = self.stored(id)?;
        if BlobId::of(&content) == *id {
            return Ok(content);
        }
        let damaged = || StoreError::Damaged { path: self.path(id) };
        let packed = PackedPicture::read(id, &content).ok_or_else(damaged)?;
        Ok(picture::quick_png(&self.unpacked(&packed).ok_or_else(damaged)?))
    }

    /// The picture `id` in its stored form; `None` if it has none.
    pub fn packed(&self, id: &BlobId) -> Option<PackedPicture> {
        PackedPicture::read(id, &self.stored(id).ok()?)
    }

    /// The pixels of `packed`; `None` if they are damaged or its base is missing.
    fn unpacked(&self, packed: &PackedPicture) -> Option<RgbImage> {
        let mut picture = match &packed.base {
            None => packed.blank(),
            Some(base) => {
                let base = self.packed(base).filter(|base| base.base.is_none())?;
                self.unpacked(&base)?
            }
        };
        packed.write_onto(&mut picture).then_some(picture)
    }

    /// The bytes that are stored as `id`, whatever they are.
    pub(super) fn stored(&self, id: &BlobId) -> Result<Vec<u8>, StoreError> {
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
        Ok(content)
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
