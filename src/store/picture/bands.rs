//! Which rows of two pictures differ.

use image::RgbImage;
use xxhash_rust::xxh3::xxh3_128;

/// Equal rows between two bands, of which fewer are stored again: a band costs eight bytes and some
/// of the compression.
const SMALLEST_GAP: u32 = 8;

/// Rows of a picture that follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowBand {
    /// The first one.
    pub top: u32,
    /// How many.
    pub height: u32,
}

impl RowBand {
    /// All rows of a picture as high as `height`.
    pub(super) fn whole(height: u32) -> Self {
        Self { top: 0, height }
    }

    /// One below the last row.
    pub const fn end(self) -> u32 {
        self.top + self.height
    }
}

/// A picture's rows by their hashes. 128 bits: two rows that differ never have the same one.
#[derive(Clone, Debug)]
pub(super) struct RowHashes {
    pub size: (u32, u32),
    rows: Vec<u128>,
}

impl RowHashes {
    pub(super) fn of(picture: &RgbImage) -> Self {
        let bytes = picture.width() as usize * 3;
        let rows = picture.as_raw().chunks_exact(bytes.max(1)).map(xxh3_128).collect();
        Self { size: picture.dimensions(), rows }
    }

    /// How many rows from `from` on are not those of `base`, which has the same size.
    pub(super) fn different(&self, base: &Self, from: u32) -> usize {
        let pairs = self.rows.iter().zip(&base.rows).skip(from as usize);
        pairs.filter(|(own, other)| own != other).count()
    }

    /// The rows from `from` on that are not those of `base`.
    pub(super) fn bands(&self, base: &Self, from: u32) -> Vec<RowBand> {
        let mut bands: Vec<RowBand> = Vec::new();
        for (row, (own, other)) in (0..).zip(self.rows.iter().zip(&base.rows)) {
            if row < from || own == other {
                continue;
            }
            match bands.last_mut() {
                Some(band) if row - band.end() < SMALLEST_GAP => band.height = row + 1 - band.top,
                _ => bands.push(RowBand { top: row, height: 1 }),
            }
        }
        bands
    }
}
