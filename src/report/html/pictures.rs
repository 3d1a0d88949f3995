//! Pictures: each one embedded once, smaller than it was.
//!
//! Most screens share most of their rows with another one, as the session stores them
//! (`PackedPicture`). So a picture is the picture it is a difference from, with **pieces** over it,
//! and equal pieces are there once. All are backgrounds of classes, so that a picture that stands in
//! many places is there once, with and without scripts, and is decoded only if it is seen.

mod made_before;
mod piece;
mod small;

use std::collections::HashMap;

use super::escape::{HtmlPiece, StyleSheet};
use crate::domain::BlobId;
use crate::store::BlobFolder;
use piece::{MadePicture, MadePiece, PictureGroup};

/// The most pictures of one report.
pub const MOST: usize = 3_000;

/// All pictures of a report.
#[derive(Debug, Default)]
pub struct ReportPictures {
    /// For each picture the pieces it is made of, from the back; `None` if it cannot be shown.
    shown: HashMap<BlobId, Option<Vec<usize>>>,
    pieces: Vec<MadePiece>,
    /// The place of each piece, by its hash.
    numbers: HashMap<u128, usize>,
    /// How many were left out because there were too many.
    pub left_out: usize,
}

impl ReportPictures {
    /// Makes those of `wanted`, the most important ones first, of which there is a blob that can be
    /// decoded. Tells `progress` how many are made of how many.
    pub fn make(
        blobs: &BlobFolder,
        wanted: &[&BlobId],
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Self {
        let mut pictures = Self::default();
        pictures.add(blobs, wanted, progress);
        pictures
    }

    /// Adds those of `wanted` that lie among other `blobs`.
    pub fn add(
        &mut self,
        blobs: &BlobFolder,
        wanted: &[&BlobId],
        progress: &(dyn Fn(usize, usize) + Sync),
    ) {
        let mut known = std::collections::HashSet::new();
        let mut wanted: Vec<&BlobId> = wanted
            .iter()
            .copied()
            .filter(|id| !self.shown.contains_key(*id) && known.insert(*id))
            .collect();
        let room = MOST.saturating_sub(self.shown.len());
        self.left_out += wanted.len().saturating_sub(room);
        wanted.truncate(room);
        let made = all(blobs, &wanted, progress);
        // In the order in which they are wanted, whether they were made now or before.
        for id in wanted {
            let pieces = made.get(id).map(|made| self.take(made));
            self.shown.insert(id.clone(), pieces);
        }
    }

    /// The numbers of the pieces of `made`, of which those that are new are kept.
    fn take(&mut self, made: &MadePicture) -> Vec<usize> {
        let mut number = |piece: &MadePiece| {
            *self.numbers.entry(piece.hash).or_insert_with(|| {
                self.pieces.push(piece.clone());
                self.pieces.len() - 1
            })
        };
        made.iter().map(&mut number).collect()
    }

    /// True if it can be shown.
    pub fn has(&self, id: &BlobId) -> bool {
        matches!(self.shown.get(id), Some(Some(_)))
    }

    /// Shows the picture, or says that it cannot be shown. `label` tells it to those who cannot see.
    pub fn show(&self, html: &mut HtmlPiece, id: &BlobId, label: &str) {
        match self.shown.get(id) {
            Some(Some(pieces)) => {
                let (back, front) = pieces.split_first().unwrap_or((&0, &[]));
                let class = format!("pic p{back}");
                let with = [("class", &*class), ("role", "img"), ("aria-label", label)];
                html.el("span", &with, |html| {
                    for piece in front {
                        html.el("span", &[("class", &format!("on p{piece}"))], |_| {});
                    }
                });
            }
            Some(None) => html.leaf("span", &[("class", "pic none")], "picture missing or damaged"),
            None => html.leaf("span", &[("class", "pic none")], "picture left out"),
        }
    }

    /// Adds them to a style sheet.
    pub fn sheet(&self, sheet: &mut StyleSheet) {
        for (number, piece) in self.pieces.iter().enumerate() {
            sheet.picture("p", number, piece.top, piece.size, &piece.jpeg);
        }
    }
}

/// Those of `wanted` that can be shown: made for an earlier report, or now, and then kept.
fn all(
    blobs: &BlobFolder,
    wanted: &[&BlobId],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> HashMap<BlobId, MadePicture> {
    let mut known = made_before::read(blobs);
    let new: Vec<&BlobId> = wanted.iter().copied().filter(|id| !known.contains_key(id)).collect();
    if new.is_empty() {
        return known;
    }
    let made = piece::all(&PictureGroup::of(blobs, &new), blobs, progress);
    known.extend(made.into_iter().filter_map(|(id, made)| Some((id, made?))));
    let kept = wanted.iter().filter_map(|id| Some((*id, known.get(id)?)));
    made_before::keep(blobs, &kept.collect::<Vec<_>>());
    known
}

#[cfg(test)]
mod tests;
