//! Covering parts of a picture.

use std::io::Cursor;

use image::{ImageFormat, Rgba};

use super::boxes::CoveredPart;

/// `picture` as PNG with `parts` covered; `None` if it cannot be read.
pub(super) fn cover(picture: &[u8], parts: &[CoveredPart]) -> Option<Vec<u8>> {
    let mut image = crate::domain::picture::read(picture)?.into_rgba8();
    let (width, height) = image.dimensions();
    for part in parts {
        let (left, right) = pixels(part.left, part.right, width);
        let (top, bottom) = pixels(part.top, part.bottom, height);
        for y in top..bottom {
            for x in left..right {
                image.put_pixel(x, y, Rgba([0, 0, 0, 255]));
            }
        }
    }
    let mut covered = Vec::new();
    image.write_to(&mut Cursor::new(&mut covered), ImageFormat::Png).ok()?;
    Some(covered)
}

/// The pixels from `from` to `to`, rounded outwards.
fn pixels(from: f32, to: f32, length: u32) -> (u32, u32) {
    let at = |fraction: f32| fraction.clamp(0.0, 1.0) * length as f32;
    (at(from).floor() as u32, (at(to).ceil() as u32).min(length))
}
