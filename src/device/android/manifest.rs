//! Reading what an app declares of itself, in whichever form it is had.
//!
//! The forms are told apart by their content: an **APK** (a zip with a binary manifest in it), a
//! **binary** `AndroidManifest.xml`, a **plain** one out of a project's source, and what
//! `dumpsys package` prints.
//!
//! # What is made of it
//!
//! As Android's package parser does it: a class without a point belongs to the package; what an
//! application says of `permission` and `enabled` holds for its components; a component that does
//! not say whether it is exported is exported if it has an intent filter, and a provider also if the
//! app is made for an Android before 4.2. References to resources are looked up if a table of
//! resources is at hand (in an APK), else told as they stand (`@7f0b0001`, `@string/host`).
//!
//! # What is not trusted
//!
//! Everything. Sizes, depths and counts are limited, a damaged file is one sentence.

mod apk;
mod axml;
mod builder;
mod bytes;
mod dump;
mod pool;
mod resources;
mod tag;
mod texts;
mod xml;

#[cfg(test)]
pub(super) mod tests;

use thiserror::Error;

use crate::domain::Manifest;

pub use tag::resource_id;
pub(super) use texts::read_texts;

/// Why there is no manifest.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ManifestError {
    /// It is something else.
    #[error("neither an APK nor a manifest")]
    Other,
    /// The zip itself cannot be read.
    #[error("the APK cannot be opened: {0}")]
    Archive(String),
    /// A zip without a manifest.
    #[error("a zip file without an AndroidManifest.xml, so no APK")]
    NoManifest,
    /// More than anyone declares.
    #[error("{what} is larger than what is read ({limit})")]
    TooLarge {
        /// What.
        what: &'static str,
        /// How much is read.
        limit: String,
    },
    /// A binary form that does not hold together.
    #[error("the binary manifest is damaged at byte {at}: {what}")]
    Damaged {
        /// Where.
        at: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// XML that breaks.
    #[error("the manifest is broken at byte {at}: {what}")]
    Malformed {
        /// Where.
        at: u64,
        /// What is wrong there.
        what: String,
    },
    /// Whole, but about something else.
    #[error("it has no <manifest> element")]
    NoManifestElement,
    /// `dumpsys package` knows no such package.
    #[error("the device does not know this package")]
    UnknownPackage,
}

/// Largest manifest that is read, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;

/// What kind of file `bytes` are, if they are one of those read here.
fn form(bytes: &[u8]) -> Option<Form> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Some(Form::Apk);
    }
    if axml::is_it(bytes) {
        return Some(Form::Binary);
    }
    if xml::is_it(bytes) {
        return Some(Form::Plain);
    }
    dump::is_it(bytes).then_some(Form::Dump)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Apk,
    Binary,
    Plain,
    Dump,
}

/// True if `bytes` begin as one of the forms does, damaged or not.
pub fn is_one(bytes: &[u8]) -> bool {
    form(bytes).is_some()
}

/// Reads a manifest in any of its forms.
///
/// # Errors
/// If it is none of them, or cannot be read.
pub fn read(bytes: &[u8]) -> Result<Manifest, ManifestError> {
    match form(bytes) {
        Some(Form::Apk) => apk::read(bytes),
        Some(Form::Binary) => within_limit(bytes).and_then(|bytes| axml::read(bytes, None)),
        Some(Form::Plain) => within_limit(bytes).and_then(xml::read),
        Some(Form::Dump) => dump::read_any(&String::from_utf8_lossy(within_limit(bytes)?)),
        None => Err(ManifestError::Other),
    }
}

/// Reads what `dumpsys package NAME` prints: a part of the manifest of `name`.
///
/// # Errors
/// If the device does not know that package.
pub fn read_dump(dump: &str, name: &str) -> Result<Manifest, ManifestError> {
    dump::read(dump, name)
}

fn within_limit(bytes: &[u8]) -> Result<&[u8], ManifestError> {
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= LARGEST) {
        Ok(bytes)
    } else {
        Err(too_large("the manifest", LARGEST))
    }
}

fn too_large(what: &'static str, bytes: u64) -> ManifestError {
    ManifestError::TooLarge { what, limit: format!("{} MiB", bytes / (1024 * 1024)) }
}
