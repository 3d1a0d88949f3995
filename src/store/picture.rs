//! Pictures in their stored form: lossless, and a fifth of what a device sends or less.
//!
//! A blob that is a picture is stored as the device sent it, so that nothing is lost if the process
//! is killed, and replaced by its stored form soon after ([`PicturePacker`]). The name stays that
//! of what the device sent; the file has a checksum of its own.
//!
//! ```text
//! "ride-pic"  8 bytes
//! checksum    32 bytes, SHA-256 of all that follows
//! name        32 bytes, of the blob
//! width, height            u32 each, little-endian as all numbers
//! base        1 byte, 0 or 1; if 1, 32 bytes: the name of the picture that shows the other rows
//! bands       u32 count, then top and height of each, u32 each
//! pixels      the rows of all bands: see `pixels`
//! ```
//!
//! Screens of one app share most of their rows, so a picture mostly holds only the rows in which it
//! differs from a **base**. A base has all its rows itself: no picture needs more than two files.

mod bands;
mod packer;
mod pixels;

use image::RgbImage;
use sha2::{Digest as _, Sha256};

pub use bands::RowBand;
pub(super) use packer::PictureFolder;
pub use packer::PicturePacker;

use crate::domain::BlobId;

pub(super) use pixels::quick_png;

const MAGIC: &[u8; 8] = b"ride-pic";

/// The bytes before those that the checksum is of.
const CHECKED_FROM: usize = MAGIC.len() + 32;

/// No picture of a display has a longer side, in pixels.
const LONGEST_SIDE: u32 = 16_384;

/// The most pixels of a picture.
const MOST_PIXELS: u64 = 64 * 1024 * 1024;

/// A picture in its stored form, not decoded yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedPicture {
    /// Its name as a blob.
    pub id: BlobId,
    /// Its width and height in pixels.
    pub size: (u32, u32),
    /// The picture that shows the rows which this one does not hold.
    pub base: Option<BlobId>,
    /// The rows that it holds, from the top down.
    pub bands: Vec<RowBand>,
    pixels: Vec<u8>,
}

impl PackedPicture {
    /// `picture`, named `id`, of which only `bands` are stored; the others are those of `base`.
    fn of(id: BlobId, picture: &RgbImage, base: Option<BlobId>, bands: Vec<RowBand>) -> Self {
        let pixels = pixels::write(picture, &bands);
        Self { id, size: picture.dimensions(), base, bands, pixels }
    }

    /// True if `content` claims to be one.
    pub fn is_one(content: &[u8]) -> bool {
        content.starts_with(MAGIC)
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut rest = digest_of(&self.id).to_vec();
        rest.extend(self.size.0.to_le_bytes());
        rest.extend(self.size.1.to_le_bytes());
        rest.push(u8::from(self.base.is_some()));
        rest.extend(self.base.iter().flat_map(digest_of));
        // As many bands as rows at the most.
        rest.extend((self.bands.len() as u32).to_le_bytes());
        for band in &self.bands {
            rest.extend(band.top.to_le_bytes());
            rest.extend(band.height.to_le_bytes());
        }
        rest.extend(&self.pixels);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(Sha256::digest(&rest));
        bytes.extend(rest);
        bytes
    }

    /// The picture `id` in `content`; `None` if it is another one, or damaged.
    pub fn read(id: &BlobId, content: &[u8]) -> Option<Self> {
        let (head, rest) = content.split_at_checked(CHECKED_FROM)?;
        let sum = head.strip_prefix(MAGIC)?;
        if sum != Sha256::digest(rest).as_slice() {
            return None;
        }
        let mut from = rest;
        let own = BlobId::of_digest(taken(&mut from)?);
        let size = (number(&mut from)?, number(&mut from)?);
        let base = match taken::<1>(&mut from)? {
            [0] => None,
            _ => Some(BlobId::of_digest(taken(&mut from)?)),
        };
        let count = number(&mut from)?;
        let honest = size.0.max(size.1) <= LONGEST_SIDE
            && u64::from(size.0) * u64::from(size.1) <= MOST_PIXELS
            && count <= size.1;
        if own != *id || !honest {
            return None;
        }
        let mut bands = Vec::new();
        let mut end = 0;
        for _ in 0..count {
            let band = RowBand { top: number(&mut from)?, height: number(&mut from)? };
            let below = band.top.checked_add(band.height)?;
            if band.top < end || below > size.1 {
                return None;
            }
            end = below;
            bands.push(band);
        }
        Some(Self { id: own, size, base, bands, pixels: from.to_vec() })
    }

    /// An empty picture of its size.
    pub fn blank(&self) -> RgbImage {
        RgbImage::new(self.size.0, self.size.1)
    }

    /// Writes its bands into `onto`, which shows its base. False if it is of another size, or the
    /// pixels are damaged.
    pub fn write_onto(&self, onto: &mut RgbImage) -> bool {
        onto.dimensions() == self.size && pixels::read(&self.pixels, onto, &self.bands).is_some()
    }
}

fn taken<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = from.split_first_chunk::<N>()?;
    *from = rest;
    Some(*first)
}

fn number(from: &mut &[u8]) -> Option<u32> {
    taken(from).map(u32::from_le_bytes)
}

/// The SHA-256 that a blob is named by.
fn digest_of(id: &BlobId) -> [u8; 32] {
    let digit = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { byte - b'a' + 10 };
    let mut digest = [0; 32];
    for (byte, digits) in digest.iter_mut().zip(id.as_str().as_bytes().chunks_exact(2)) {
        *byte = digit(digits[0]) << 4 | digit(digits[1]);
    }
    digest
}

#[cfg(test)]
mod tests;
