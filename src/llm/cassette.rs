//! Cassettes: recorded exchanges with a model, played back without one.
//!
//! A cassette is a file of JSON lines. The first names the format, each other holds one exchange:
//!
//! ```text
//! {"cassette":1,"program":"0.1.0"}
//! {"model":"…","request":{"messages":[{"role":"user","text":"…"}],"temperature":0.1,…},"reply":{"text":"…",…}}
//! ```
//!
//! A request is found again by what it says: the words of its messages, its pictures by the hash of
//! their content, temperature, limit of tokens and schema. Which model was asked, and where, is not
//! part of it. The same request recorded several times is played in order; the last reply repeats.
//! Playing needs no network, and the same session played twice gives the same log but for times.
//! Only what is said reaches a cassette: addresses and keys are no part of a request.

mod play;
mod record;
mod stored;
#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

pub use play::Cassette;
pub use record::CassetteRecorder;

/// The version of the format.
pub const FORMAT: u32 = 1;

/// Behind the name of a model whose recorded replies are played.
const MARK: &str = " (cassette)";

/// No honest cassette is larger, in bytes.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Why a cassette cannot be played or recorded.
#[derive(Debug, Error)]
pub enum CassetteError {
    /// It cannot be read.
    #[error("the cassette {path} cannot be read: {source}", path = .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("the cassette {path} cannot be written: {source}", path = .path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else.
    #[error("{path} is no cassette: {why}", path = .path.display())]
    NoCassette {
        /// Which.
        path: PathBuf,
        /// What is missing.
        why: &'static str,
    },
    /// A newer program wrote it.
    #[error("{path} was recorded by a newer Ridealong (format {found}, this one plays {FORMAT})", path = .path.display())]
    Newer {
        /// Which.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A line of it is no exchange.
    #[error("the cassette {path} is damaged in line {line}: {why}", path = .path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// Where, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// It is larger than any honest one.
    #[error("{path} is too large for a cassette ({bytes} bytes)", path = .path.display())]
    TooLarge {
        /// Which.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
}

impl CassetteError {
    /// What the user can do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Read { .. } => "name a file that was recorded with --record",
            Self::Write { .. } => "name a file you may write to with --record FILE",
            Self::NoCassette { .. } => "cassettes are recorded with --record FILE",
            Self::Newer { .. } => "update Ridealong to play it",
            Self::Damaged { .. } => "take the line out, or record it anew with --record",
            Self::TooLarge { .. } => "record a smaller one with --record",
        }
    }
}
