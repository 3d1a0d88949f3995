//! An APK: a zip file with a binary manifest and a table of resources in it.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;
use zip::result::ZipError;

use super::resources::ResourceTable;
use super::{LARGEST, ManifestError, axml, too_large};
use crate::domain::Manifest;

/// The manifest's name in the zip.
pub(super) const MANIFEST: &str = "AndroidManifest.xml";

/// The name of the table of resources in the zip.
const RESOURCES: &str = "resources.arsc";

/// Largest table of resources that is read, in bytes. Without it references stay unread.
const LARGEST_RESOURCES: u64 = 64 * 1024 * 1024;

/// Reads the manifest of an APK.
///
/// # Errors
/// If the zip cannot be read, holds no manifest, or the manifest cannot be read.
pub(super) fn read(bytes: &[u8]) -> Result<Manifest, ManifestError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let manifest = unpack(&mut archive, MANIFEST, LARGEST)?.ok_or(ManifestError::NoManifest)?;
    // What cannot be looked up is told as it stands; the manifest itself is what counts.
    let table = unpack(&mut archive, RESOURCES, LARGEST_RESOURCES).ok().flatten();
    let resources = table.as_deref().and_then(|table| ResourceTable::read(table).ok());
    axml::read(&manifest, resources.as_ref())
}

/// The content of a file in the zip, of at most `limit` bytes whatever its heading says.
fn unpack(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    name: &'static str,
    limit: u64,
) -> Result<Option<Vec<u8>>, ManifestError> {
    let file = match archive.by_name(name) {
        Ok(file) => file,
        Err(ZipError::FileNotFound) => return Ok(None),
        Err(error) => return Err(broken(&error)),
    };
    let mut content = Vec::new();
    let read = file.take(limit + 1).read_to_end(&mut content);
    if u64::try_from(content.len()).is_ok_and(|length| length > limit) {
        return Err(too_large(name, limit));
    }
    read.map_err(|error| ManifestError::Archive(error.to_string()))?;
    Ok(Some(content))
}

fn broken(error: &ZipError) -> ManifestError {
    ManifestError::Archive(error.to_string())
}
