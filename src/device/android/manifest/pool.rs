//! The table of strings that binary XML and tables of resources share.
//!
//! Source: `ResStringPool_header` in Android's `ResourceTypes.h`. Strings are read when they are
//! asked for, so that a table that says it holds many costs nothing.

use super::ManifestError;
use super::bytes::{FileBytes, ResourceChunk};

/// The kind of its chunk.
pub(super) const KIND: u16 = 0x0001;

/// The flag for UTF-8; else UTF-16.
const UTF8: u32 = 1 << 8;

/// Characters of one string that are read; the longest class name the format of classes allows is
/// far longer, but nobody has one.
const LONGEST: usize = 4096;

/// A table of strings.
#[derive(Clone, Copy, Debug)]
pub(super) struct StringPool<'a> {
    bytes: FileBytes<'a>,
    offsets: usize,
    count: usize,
    strings: usize,
    utf8: bool,
}

impl<'a> StringPool<'a> {
    /// The table in `chunk`.
    pub(super) fn read(chunk: ResourceChunk<'a>) -> Result<Self, ManifestError> {
        let bytes = chunk.whole;
        Ok(Self {
            bytes,
            offsets: chunk.body,
            count: bytes.size(8)?,
            strings: bytes.size(20)?,
            utf8: bytes.u32(16)? & UTF8 != 0,
        })
    }

    /// The string with this number; none for a number that stands for none.
    pub(super) fn get(&self, number: u32) -> Result<Option<String>, ManifestError> {
        if number == u32::MAX {
            return Ok(None);
        }
        let place = usize::try_from(number).ok().filter(|place| *place < self.count);
        let place = place
            .ok_or_else(|| self.bytes.damaged(0, "a string is asked for that is not there"))?;
        let offset = place.saturating_mul(4).saturating_add(self.offsets);
        let at = self.strings.saturating_add(self.bytes.size(offset)?);
        let text = if self.utf8 { self.utf8_at(at)? } else { self.utf16_at(at)? };
        Ok(Some(text))
    }

    /// Length in characters, length in bytes, the bytes. Either length takes one byte or two.
    fn utf8_at(&self, at: usize) -> Result<String, ManifestError> {
        let (_, at) = self.short_length(at)?;
        let (length, at) = self.short_length(at)?;
        let bytes = self.bytes.part(at, at.saturating_add(length))?;
        let text = String::from_utf8_lossy(bytes.get(..LONGEST).unwrap_or(bytes));
        Ok(text.into_owned())
    }

    fn short_length(&self, at: usize) -> Result<(usize, usize), ManifestError> {
        let high = self.bytes.u8(at)?;
        if high & 0x80 == 0 {
            return Ok((usize::from(high), at.saturating_add(1)));
        }
        let low = self.bytes.u8(at.saturating_add(1))?;
        Ok((usize::from(high & 0x7f) << 8 | usize::from(low), at.saturating_add(2)))
    }

    /// Length in units, which takes one unit or two, and the units.
    fn utf16_at(&self, at: usize) -> Result<String, ManifestError> {
        let high = self.bytes.u16(at)?;
        let (length, at) = if high & 0x8000 == 0 {
            (usize::from(high), at.saturating_add(2))
        } else {
            let low = self.bytes.u16(at.saturating_add(2))?;
            (usize::from(high & 0x7fff) << 16 | usize::from(low), at.saturating_add(4))
        };
        let bytes = self.bytes.part(at, at.saturating_add(length.saturating_mul(2)))?;
        let units = bytes.chunks_exact(2).take(LONGEST);
        let units = units.filter_map(|unit| Some(u16::from_le_bytes(unit.try_into().ok()?)));
        Ok(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
    }
}
