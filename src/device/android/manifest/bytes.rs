//! Little-endian numbers and chunks in a block of bytes that may end anywhere.

use super::ManifestError;

/// A header of a chunk of resources: kind, length of the header, length of all of it.
/// Source: `ResChunk_header` in Android's `ResourceTypes.h`.
const HEADER: usize = 8;

/// A block of bytes that knows where it lies in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileBytes<'a> {
    bytes: &'a [u8],
    start: usize,
}

/// A chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResourceChunk<'a> {
    /// Its kind.
    pub(super) kind: u16,
    /// All of it, header included.
    pub(super) whole: FileBytes<'a>,
    /// Where what stands behind its header begins.
    pub(super) body: usize,
}

impl<'a> FileBytes<'a> {
    /// A whole file.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, start: 0 }
    }

    /// How many there are.
    pub(super) fn len(self) -> usize {
        self.bytes.len()
    }

    /// A complaint about the byte at `at`.
    pub(super) fn damaged(self, at: usize, what: &'static str) -> ManifestError {
        ManifestError::Damaged { at: self.start.saturating_add(at), what }
    }

    /// The bytes from `from` up to `to`.
    pub(super) fn part(self, from: usize, to: usize) -> Result<&'a [u8], ManifestError> {
        self.bytes.get(from..to).ok_or_else(|| self.damaged(from, "it ends too early"))
    }

    fn array<const N: usize>(self, at: usize) -> Result<[u8; N], ManifestError> {
        let end = at.saturating_add(N);
        let part = self.part(at, end)?;
        part.try_into().map_err(|_odd| self.damaged(at, "it ends too early"))
    }

    /// One byte.
    pub(super) fn u8(self, at: usize) -> Result<u8, ManifestError> {
        self.array::<1>(at).map(|[byte]| byte)
    }

    /// Two bytes.
    pub(super) fn u16(self, at: usize) -> Result<u16, ManifestError> {
        self.array(at).map(u16::from_le_bytes)
    }

    /// Four bytes.
    pub(super) fn u32(self, at: usize) -> Result<u32, ManifestError> {
        self.array(at).map(u32::from_le_bytes)
    }

    /// Four bytes that say how many or where.
    pub(super) fn size(self, at: usize) -> Result<usize, ManifestError> {
        let size = self.u32(at)?;
        usize::try_from(size).map_err(|_huge| self.damaged(at, "a size is out of reach"))
    }

    /// The chunk at `at`; none at the end. One that is not whole is damage.
    pub(super) fn chunk(self, at: usize) -> Result<Option<ResourceChunk<'a>>, ManifestError> {
        if at >= self.len() {
            return Ok(None);
        }
        let kind = self.u16(at)?;
        let header = usize::from(self.u16(at.saturating_add(2))?);
        let length = self.size(at.saturating_add(4))?;
        if header < HEADER || length < header {
            return Err(self.damaged(at, "a part is shorter than its own heading"));
        }
        let end = at.saturating_add(length);
        let bytes = self
            .bytes
            .get(at..end)
            .ok_or_else(|| self.damaged(at, "a part reaches beyond the end"))?;
        let whole = Self { bytes, start: self.start.saturating_add(at) };
        Ok(Some(ResourceChunk { kind, whole, body: header }))
    }
}
