//! Names of large data stored beside the log.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The name of a blob: the SHA-256 of its content as 64 lower-case hex digits.
///
/// A name read from a file is checked, so that it can never lead out of the blob folder.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BlobId(String);

impl BlobId {
    /// The name of `content`.
    pub fn of(content: &[u8]) -> Self {
        Self::of_digest(Sha256::digest(content).into())
    }

    /// The name of what has this SHA-256.
    pub fn of_digest(digest: [u8; 32]) -> Self {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let digits = digest
            .iter()
            .flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        Self(digits.map(char::from).collect())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for BlobId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(hex) {
            Ok(Self(text))
        } else {
            Err("a blob's name is 64 lower-case hex digits")
        }
    }
}

impl From<BlobId> for String {
    fn from(id: BlobId) -> Self {
        id.0
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlobId({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_lead_elsewhere() {
        for bad in ["", "../../etc/passwd", &"A".repeat(64), &"a".repeat(63)] {
            assert!(BlobId::try_from(bad.to_owned()).is_err(), "{bad}");
        }
        assert!(BlobId::try_from("0a".repeat(32)).is_ok());
    }
}
