//! Making the pieces of pictures, on all cores.

use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use image::RgbImage;
use xxhash_rust::xxh3::Xxh3;

use super::small;
use crate::domain::BlobId;
use crate::store::BlobFolder;
use crate::store::picture::{PackedPicture, RowBand};

/// Small rows between two pieces, of which fewer are made part of one piece: a JPEG has 600 bytes
/// before its first pixel.
const SMALLEST_GAP: u32 = 24;

/// Some rows of a picture, or all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MadePiece {
    /// Of what it shows and where.
    pub hash: u128,
    /// The first row, in pixels of the small picture.
    pub top: u32,
    /// Its width and height.
    pub size: (u32, u32),
    /// Empty if the same piece was made for another picture.
    pub jpeg: Vec<u8>,
}

/// The pieces of a picture, from the back.
pub(super) type MadePicture = Vec<MadePiece>;

/// Pictures that are differences from the same one, which is decoded once for all of them.
pub(super) enum PictureGroup {
    /// A picture that is stored as the device sent it.
    Plain(BlobId),
    /// The picture `base`, if it is `wanted` itself, and those that differ from it.
    Packed { base: BlobId, wanted: bool, others: Vec<PackedPicture> },
}

impl PictureGroup {
    /// The groups of `wanted`, in the order of their first pictures.
    pub(super) fn of(blobs: &BlobFolder, wanted: &[&BlobId]) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        let mut places: HashMap<BlobId, usize> = HashMap::new();
        for id in wanted {
            let Some(packed) = blobs.packed(id) else {
                groups.push(Self::Plain((*id).clone()));
                continue;
            };
            let base = packed.base.clone().unwrap_or_else(|| packed.id.clone());
            let place = *places.entry(base.clone()).or_insert_with(|| {
                groups.push(Self::Packed { base, wanted: false, others: Vec::new() });
                groups.len() - 1
            });
            if let Some(Self::Packed { wanted, others, .. }) = groups.get_mut(place) {
                if packed.base.is_some() { others.push(packed) } else { *wanted = true }
            }
        }
        groups
    }

    fn len(&self) -> usize {
        match self {
            Self::Plain(_) => 1,
            Self::Packed { wanted, others, .. } => others.len() + usize::from(*wanted),
        }
    }
}

/// Makes the pictures of all groups, in order.
pub(super) fn all(
    groups: &[PictureGroup],
    blobs: &BlobFolder,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(BlobId, Option<MadePicture>)> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let total: usize = groups.iter().map(PictureGroup::len).sum();
    let workshop = PieceWorkshop { blobs, known: Mutex::default() };
    let work = || {
        let mut made = Vec::new();
        while let place = next.fetch_add(1, Ordering::Relaxed)
            && let Some(group) = groups.get(place)
        {
            made.push((place, workshop.group(group)));
            progress(done.fetch_add(group.len(), Ordering::Relaxed) + group.len(), total);
        }
        made
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut made: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    made.sort_by_key(|(place, _)| *place);
    let mut made: Vec<_> = made.into_iter().flat_map(|(_, made)| made).collect();
    share(&mut made);
    made
}

/// Gives every piece the JPEG that was made for the first of its like, so that the pages of one
/// session are the same whichever core was faster.
fn share(made: &mut [(BlobId, Option<MadePicture>)]) {
    let pieces = || made.iter().filter_map(|(_, made)| made.as_ref()).flatten();
    let jpegs: HashMap<u128, Vec<u8>> = pieces()
        .filter(|piece| !piece.jpeg.is_empty())
        .map(|piece| (piece.hash, piece.jpeg.clone()))
        .collect();
    let pieces = made.iter_mut().filter_map(|(_, made)| made.as_mut()).flatten();
    for piece in pieces.filter(|piece| piece.jpeg.is_empty()) {
        if let Some(jpeg) = jpegs.get(&piece.hash) {
            piece.jpeg.clone_from(jpeg);
        }
    }
}

struct PieceWorkshop<'a> {
    blobs: &'a BlobFolder,
    /// The pieces of which somebody makes the JPEG.
    known: Mutex<HashSet<u128>>,
}

impl PieceWorkshop<'_> {
    fn group(&self, group: &PictureGroup) -> Vec<(BlobId, Option<MadePicture>)> {
        match group {
            PictureGroup::Plain(id) => {
                let read = self.blobs.get(id).ok();
                let picture = read.and_then(|bytes| crate::domain::picture::read(&bytes));
                let made = picture.and_then(|picture| self.whole(&picture.into_rgb8()));
                vec![(id.clone(), made.map(|made| vec![made]))]
            }
            PictureGroup::Packed { base, wanted, others } => self.packed(base, *wanted, others),
        }
    }

    fn packed(
        &self,
        base: &BlobId,
        wanted: bool,
        others: &[PackedPicture],
    ) -> Vec<(BlobId, Option<MadePicture>)> {
        let stored = self.blobs.packed(base).filter(|base| base.base.is_none());
        let picture = stored.and_then(|base| {
            let mut picture = base.blank();
            base.write_onto(&mut picture).then_some(picture)
        });
        let back = picture.as_ref().and_then(|picture| self.whole(picture));
        let mut made = Vec::new();
        if wanted {
            made.push((base.clone(), back.clone().map(|back| vec![back])));
        }
        let Some((mut picture, back)) = picture.zip(back) else {
            made.extend(others.iter().map(|other| (other.id.clone(), None)));
            return made;
        };
        // What each of them writes into the picture is taken back by the rows of the base.
        let whole = picture.clone();
        for other in others {
            let shown = other.write_onto(&mut picture).then(|| {
                let front = ranges(other).into_iter().filter_map(|rows| self.piece(&picture, rows));
                std::iter::once(back.clone()).chain(front).collect()
            });
            made.push((other.id.clone(), shown));
            for band in &other.bands {
                copy_rows(&whole, &mut picture, *band);
            }
        }
        made
    }

    fn whole(&self, picture: &RgbImage) -> Option<MadePiece> {
        self.piece(picture, 0..small::shown_size(picture.dimensions()).1)
    }

    /// The small rows `rows` of `picture`.
    fn piece(&self, picture: &RgbImage, rows: Range<u32>) -> Option<MadePiece> {
        let top = rows.start;
        let size = (small::shown_size(picture.dimensions()).0, rows.end.checked_sub(top)?);
        let pixels = small::shrink(picture, rows);
        let mut hash = Xxh3::new();
        hash.update(&top.to_le_bytes());
        hash.update(&size.0.to_le_bytes());
        hash.update(&pixels);
        let hash = hash.digest128();
        let new = self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(hash);
        let jpeg = if new { small::jpeg(&pixels, size)? } else { Vec::new() };
        Some(MadePiece { hash, top, size, jpeg })
    }
}

/// The small rows in which `packed` differs from its base.
fn ranges(packed: &PackedPicture) -> Vec<Range<u32>> {
    let (height, shown) = (packed.size.1, small::shown_size(packed.size).1);
    let mut ranges: Vec<Range<u32>> = Vec::new();
    for band in &packed.bands {
        let rows = small::shown_rows(&(band.top..band.end()), height, shown);
        match ranges.last_mut() {
            Some(last) if rows.start < last.end + SMALLEST_GAP => last.end = rows.end.max(last.end),
            _ => ranges.push(rows),
        }
    }
    ranges
}

fn copy_rows(from: &RgbImage, to: &mut RgbImage, band: RowBand) {
    let bytes = from.width() as usize * 3;
    let rows = band.top as usize * bytes..band.end() as usize * bytes;
    if let (Some(from), Some(to)) = (from.as_raw().get(rows.clone()), to.get_mut(rows)) {
        to.copy_from_slice(from);
    }
}
