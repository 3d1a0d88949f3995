//! A session in one file, to be shared: a ZIP archive of its log, tags and blobs.
//!
//! Unpacking trusts nothing: only the names that a session has are taken, every size is limited by
//! what really comes out of the archive, and blobs must hold what their names say.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::picture::PackedPicture;
use super::{StoreError, blobs, tags, writer::LOG};
use crate::domain::BlobId;

/// How a packed session's file name ends.
pub const ENDING: &str = "ridealong";

/// No honest log is longer: a hundred times one of 100 000 events.
const LARGEST_LOG: u64 = 4 << 30;

/// No honest session unpacks to more.
const LARGEST: u64 = 16 << 30;

/// No honest session has more files.
const MOST_FILES: usize = 2_000_000;

/// Why a session could not be packed or unpacked.
#[derive(Debug, Error)]
pub enum PackError {
    /// The session itself.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file is no packed session.
    #[error("{path} is no packed session: {why}", path = .path.display())]
    NoPack {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Something is there already.
    #[error("{path} exists already", path = .path.display())]
    Exists {
        /// What.
        path: PathBuf,
    },
}

impl PackError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Store(error) => error.hint(),
            Self::NoPack { .. } => Some("`ridealong sessions pack SESSION` makes one"),
            Self::Exists { .. } => Some("name another place, or move it away first"),
        }
    }
}

/// Packs the session in `folder` into `file`, which must not be there yet. Only what belongs to a
/// session is taken.
///
/// # Errors
/// If there is no session, or the file cannot be written.
pub fn pack(folder: &Path, file: &Path) -> Result<(), PackError> {
    let no_session =
        || StoreError::NoSession { path: folder.to_owned(), why: format!("it has no {LOG}") };
    if !folder.join(LOG).is_file() {
        return Err(no_session().into());
    }
    let failed = |source: io::Error| StoreError::Write { path: file.to_owned(), source };
    let out = File::create_new(file).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => PackError::Exists { path: file.to_owned() },
        _ => failed(error).into(),
    })?;
    let mut zip = ZipWriter::new(BufWriter::new(out));
    let written = write_all(&mut zip, folder).and_then(|()| {
        zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    });
    written.map_err(|error| {
        // Half an archive helps nobody.
        let _ = fs::remove_file(file);
        failed(error).into()
    })
}

fn write_all(zip: &mut ZipWriter<BufWriter<File>>, folder: &Path) -> io::Result<()> {
    let options = SimpleFileOptions::default().large_file(true);
    let packed = options.compression_method(CompressionMethod::Deflated);
    for name in [LOG, tags::TAGS] {
        if folder.join(name).is_file() {
            zip.start_file(name, packed)?;
            io::copy(&mut File::open(folder.join(name))?, zip)?;
        }
    }
    for (id, path) in blobs::files(folder) {
        let content = fs::read(&path)?;
        // Pictures are packed already.
        let is_picture = PackedPicture::is_one(&content)
            || content.starts_with(b"\x89PNG")
            || content.starts_with(b"\xff\xd8");
        let stored = options.compression_method(CompressionMethod::Stored);
        zip.start_file(
            format!("blobs/{}", blobs::place(&id)),
            if is_picture { stored } else { packed },
        )?;
        zip.write_all(&content)?;
    }
    Ok(())
}

/// Unpacks `file` into `folder`, which must not be there yet. Gives what was left out of it, one
/// sentence each.
///
/// # Errors
/// If it is no packed session, or cannot be written. Nothing is left behind then.
pub fn unpack(file: &Path, folder: &Path) -> Result<Vec<String>, PackError> {
    if folder.exists() {
        return Err(PackError::Exists { path: folder.to_owned() });
    }
    // Beside it first, so that a session under its name is always whole.
    let beside = folder.with_extension("part");
    let unpacked = UnpackProgress { file, folder: &beside, left: LARGEST }.run();
    let renamed = unpacked.and_then(|repairs| {
        fs::rename(&beside, folder)
            .map_err(|source| StoreError::Write { path: folder.to_owned(), source })?;
        Ok(repairs)
    });
    if renamed.is_err() {
        let _ = fs::remove_dir_all(&beside);
    }
    renamed
}

struct UnpackProgress<'a> {
    file: &'a Path,
    folder: &'a Path,
    /// Bytes that may still come out of it.
    left: u64,
}

impl UnpackProgress<'_> {
    fn run(mut self) -> Result<Vec<String>, PackError> {
        let read = |source| StoreError::Read { path: self.file.to_owned(), source };
        let archive = File::open(self.file).map_err(read)?;
        let mut archive =
            ZipArchive::new(archive).map_err(|error| self.no_pack(&error.to_string()))?;
        if archive.len() > MOST_FILES {
            return Err(self.no_pack("it holds too many files"));
        }
        if archive.index_for_name(LOG).is_none() {
            return Err(self.no_pack(&format!("it holds no {LOG}")));
        }
        let made = fs::create_dir(self.folder);
        made.map_err(|source| StoreError::Write { path: self.folder.to_owned(), source })?;
        let mut repairs = Vec::new();
        for place in 0..archive.len() {
            let mut entry = archive.by_index(place).map_err(|error| self.broken(&error))?;
            let Ok(name) = entry.name().map(std::borrow::Cow::into_owned) else {
                repairs.push("a file whose name cannot be read".to_owned());
                continue;
            };
            if entry.is_dir() {
                continue;
            }
            match ArchiveEntry::read(&name) {
                Some(_) if entry.is_symlink() => repairs.push(format!("{name:?} is a link")),
                Some(ArchiveEntry::Log) => self.copy(&mut entry, LOG, LARGEST_LOG)?,
                Some(ArchiveEntry::Tags) => self.copy(&mut entry, tags::TAGS, 1 << 16)?,
                Some(ArchiveEntry::Blob(id)) => repairs.extend(self.blob(&mut entry, &id)?),
                None => repairs.push(format!("{name:?} belongs to no session")),
            }
        }
        Ok(repairs.into_iter().map(|repair| format!("{repair}; it is left out")).collect())
    }

    fn copy(&mut self, from: &mut impl Read, name: &str, most: u64) -> Result<(), PackError> {
        let path = self.folder.join(name);
        let most = most.min(self.left);
        let written =
            File::create_new(&path).and_then(|mut to| io::copy(&mut from.take(most + 1), &mut to));
        let written = written.map_err(|source| StoreError::Write { path, source })?;
        self.left = self.left.saturating_sub(written);
        if written > most {
            return Err(self.no_pack("it unpacks to more than any session holds"));
        }
        Ok(())
    }

    fn blob(&mut self, from: &mut impl Read, id: &BlobId) -> Result<Option<String>, PackError> {
        let most = blobs::LARGEST.min(self.left);
        let mut content = Vec::new();
        let read = from.take(most + 1).read_to_end(&mut content);
        let read = read.map_err(|error| self.no_pack(&error.to_string()))? as u64;
        self.left = self.left.saturating_sub(read);
        if read > most {
            return Err(self.no_pack("it unpacks to more than any session holds"));
        }
        if BlobId::of(&content) != *id && PackedPicture::read(id, &content).is_none() {
            return Ok(Some(format!("the blob {} is damaged", id.as_str())));
        }
        super::BlobFolder::of(self.folder).put(id, &content)?;
        Ok(None)
    }

    fn no_pack(&self, why: &str) -> PackError {
        PackError::NoPack { path: self.file.to_owned(), why: why.to_owned() }
    }

    fn broken(&self, error: &ZipError) -> PackError {
        self.no_pack(&error.to_string())
    }
}

/// What a file in an archive is; there is nothing else in a session.
enum ArchiveEntry {
    Log,
    Tags,
    Blob(BlobId),
}

impl ArchiveEntry {
    fn read(name: &str) -> Option<Self> {
        match name {
            LOG => Some(Self::Log),
            tags::TAGS => Some(Self::Tags),
            _ => {
                let (first, rest) = name.strip_prefix("blobs/")?.split_once('/')?;
                let id = BlobId::try_from(rest.to_owned()).ok()?;
                rest.starts_with(first).then_some(Self::Blob(id))
            }
        }
    }
}

#[cfg(test)]
mod tests;
