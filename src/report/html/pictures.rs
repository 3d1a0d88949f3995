//! Pictures: each one embedded once, smaller than it was.
//!
//! They are backgrounds of classes, so that a picture that stands in many places is there once, with
//! and without scripts, and is decoded only if it is seen.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use image::DynamicImage;
use image::codecs::jpeg::JpegEncoder;

use super::escape::{HtmlPiece, StyleSheet};
use crate::domain::BlobId;
use crate::store::BlobFolder;

/// The shorter side in pixels: a phone's words can still be read, at a tenth of the bytes.
const SHORT_SIDE: u32 = 320;
/// Of 100.
const QUALITY: u8 = 65;
/// The most pictures of one report.
pub const MOST: usize = 3_000;

/// All pictures of a report.
#[derive(Debug, Default)]
pub struct ReportPictures {
    numbers: HashMap<BlobId, Option<usize>>,
    made: Vec<MadePicture>,
    /// How many were left out because there were too many.
    pub left_out: usize,
}

#[derive(Debug)]
struct MadePicture {
    size: (u32, u32),
    bytes: Vec<u8>,
}

impl ReportPictures {
    /// Makes those of `wanted`, the most important ones first, of which there is a blob that can be
    /// decoded.
    pub fn make(blobs: &BlobFolder, wanted: &[&BlobId]) -> Self {
        let mut known = std::collections::HashSet::new();
        let mut wanted: Vec<&BlobId> =
            wanted.iter().copied().filter(|id| known.insert(*id)).collect();
        let left_out = wanted.len().saturating_sub(MOST);
        wanted.truncate(MOST);
        let mut pictures = Self { left_out, ..Self::default() };
        for (id, made) in wanted.iter().zip(all(blobs, &wanted)) {
            let number = made.map(|made| {
                pictures.made.push(made);
                pictures.made.len() - 1
            });
            pictures.numbers.insert((*id).clone(), number);
        }
        pictures
    }

    /// True if it can be shown.
    pub fn has(&self, id: &BlobId) -> bool {
        matches!(self.numbers.get(id), Some(Some(_)))
    }

    /// Shows the picture, or says that it cannot be shown. `label` tells it to those who cannot see.
    pub fn show(&self, html: &mut HtmlPiece, id: &BlobId, label: &str) {
        match self.numbers.get(id) {
            Some(Some(number)) => {
                let class = format!("pic p{number}");
                html.el(
                    "span",
                    &[("class", &class), ("role", "img"), ("aria-label", label)],
                    |_| {},
                );
            }
            Some(None) => html.leaf("span", &[("class", "pic none")], "picture missing or damaged"),
            None => html.leaf("span", &[("class", "pic none")], "picture left out"),
        }
    }

    /// Adds them to a style sheet.
    pub fn sheet(&self, sheet: &mut StyleSheet) {
        for (number, MadePicture { size, bytes }) in self.made.iter().enumerate() {
            sheet.picture("p", number, *size, bytes);
        }
    }
}

/// Makes them on all cores, in order.
fn all(blobs: &BlobFolder, wanted: &[&BlobId]) -> Vec<Option<MadePicture>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let place = next.fetch_add(1, Ordering::Relaxed)
            && let Some(id) = wanted.get(place)
        {
            done.push((place, blobs.get(id).ok().and_then(|bytes| make(&bytes))));
        }
        done
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut made: Vec<(usize, Option<MadePicture>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    made.sort_by_key(|(place, _)| *place);
    made.into_iter().map(|(_, made)| made).collect()
}

/// The picture in `bytes`, made small.
fn make(bytes: &[u8]) -> Option<MadePicture> {
    let picture = crate::domain::picture::read(bytes)?;
    let (width, height) = (picture.width(), picture.height());
    let picture = if width.min(height) > SHORT_SIDE {
        let side = |own: u32| {
            let scaled = u64::from(own) * u64::from(SHORT_SIDE) / u64::from(width.min(height));
            u32::try_from(scaled).unwrap_or(SHORT_SIDE)
        };
        picture.thumbnail_exact(side(width), side(height))
    } else {
        picture
    };
    let picture = DynamicImage::ImageRgb8(picture.into_rgb8());
    let size = (picture.width(), picture.height());
    let mut jpeg = Vec::new();
    picture.write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY)).ok()?;
    Some(MadePicture { size, bytes: jpeg })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, RgbaImage};

    use super::*;

    #[test]
    fn pictures_are_made_small_and_never_larger() {
        let made = |width, height| {
            let mut png = Vec::new();
            let picture = RgbaImage::new(width, height);
            picture.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
            make(&png).unwrap().size
        };
        assert_eq!(made(1080, 2400), (320, 711));
        assert_eq!(made(2400, 1080), (711, 320));
        assert_eq!(made(30, 20), (30, 20));
    }

    #[test]
    fn what_is_no_picture_is_none() {
        assert!(make(b"\x89PNG\r\n\x1a\nand then nothing").is_none());
        assert!(make(b"").is_none());
    }

    #[test]
    fn each_is_embedded_once_and_the_missing_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = BlobFolder::of(folder.path());
        let mut png = Vec::new();
        RgbaImage::new(4, 4).write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
        let (there, gone) = (BlobId::of(&png), BlobId::of(b"gone"));
        blobs.put(&there, &png).unwrap();
        let pictures = ReportPictures::make(&blobs, &[&there, &gone, &there]);
        let mut sheet = StyleSheet::default();
        pictures.sheet(&mut sheet);
        assert_eq!(sheet.text().matches("url(").count(), 1);
        let mut html = HtmlPiece::default();
        pictures.show(&mut html, &gone, "gone");
        assert!(html.finish().contains("missing or damaged"));
    }
}
