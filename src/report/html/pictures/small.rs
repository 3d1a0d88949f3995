//! Pictures made small, whole or by some of their rows.

use std::ops::Range;

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, RgbImage};

/// The shorter side in pixels: a phone's words can still be read, at a tenth of the bytes.
const SHORT_SIDE: u32 = 320;
/// Of 100.
const QUALITY: u8 = 65;

/// The size in which a picture of this size is shown; never larger than it is.
pub fn shown_size((width, height): (u32, u32)) -> (u32, u32) {
    let shorter = width.min(height);
    if shorter <= SHORT_SIDE {
        return (width, height);
    }
    let scaled = |own: u32| {
        let scaled = u64::from(own) * u64::from(SHORT_SIDE) / u64::from(shorter);
        u32::try_from(scaled).unwrap_or(SHORT_SIDE)
    };
    (scaled(width), scaled(height))
}

/// The small rows that show something of the rows `of` of a picture as high as `height`.
pub fn shown_rows(of: &Range<u32>, height: u32, shown_height: u32) -> Range<u32> {
    let scaled = |row: u32| u64::from(row) * u64::from(shown_height);
    let start = scaled(of.start) / u64::from(height.max(1));
    let end = scaled(of.end).div_ceil(u64::from(height.max(1)));
    // A small row begins in the middle of a large one: the one before may show it too.
    let start = u32::try_from(start).unwrap_or(0).saturating_sub(1);
    start..u32::try_from(end).unwrap_or(shown_height).min(shown_height)
}

/// The rows `rows` of `picture` made small, three bytes a pixel: each pixel is the mean of those that
/// it stands for. So the same large rows always give the same small ones.
pub fn shrink(picture: &RgbImage, rows: Range<u32>) -> Vec<u8> {
    let (width, height) = picture.dimensions();
    let (shown_width, shown_height) = shown_size((width, height));
    let covers = |at: u32, from: u32, to: u32| {
        let scaled = |at: u32| (u64::from(at) * u64::from(from) / u64::from(to.max(1))) as usize;
        scaled(at)..scaled(at + 1).max(scaled(at) + 1)
    };
    let columns: Vec<Range<usize>> =
        (0..shown_width).map(|column| covers(column, width, shown_width)).collect();
    let bytes = width as usize * 3;
    let mut shown = Vec::with_capacity(rows.len() * shown_width as usize * 3);
    let mut sums = vec![[0_u32; 3]; shown_width as usize];
    for row in rows {
        let covered = covers(row, height, shown_height);
        sums.fill([0; 3]);
        for large in covered.clone() {
            let Some(large) = picture.as_raw().get(large * bytes..(large + 1) * bytes) else {
                continue;
            };
            let pixels = large.as_chunks::<3>().0;
            for (sum, column) in sums.iter_mut().zip(&columns) {
                for pixel in &pixels[column.clone()] {
                    sum[0] += u32::from(pixel[0]);
                    sum[1] += u32::from(pixel[1]);
                    sum[2] += u32::from(pixel[2]);
                }
            }
        }
        for (sum, column) in sums.iter().zip(&columns) {
            let count = (covered.len() * column.len()) as u32;
            shown.extend(sum.map(|sum| ((sum + count / 2) / count) as u8));
        }
    }
    shown
}

/// `pixels`, three bytes each, as JPEG; `None` if they are none.
pub fn jpeg(pixels: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let mut jpeg = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    encoder.encode(pixels, width, height, ExtendedColorType::Rgb8).ok()?;
    Some(jpeg)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn sizes_are_never_enlarged() {
        assert_eq!(shown_size((1080, 2400)), (320, 711));
        assert_eq!(shown_size((2400, 1080)), (711, 320));
        assert_eq!(shown_size((30, 20)), (30, 20));
    }

    #[test]
    fn some_rows_are_those_of_the_whole() {
        let colour = |x: u32, y: u32| Rgb([(x * 7) as u8, (y * 3) as u8, (x ^ y) as u8]);
        let picture = RgbImage::from_fn(1080, 2399, colour);
        let whole = shrink(&picture, 0..710);
        let part = shrink(&picture, 100..130);
        let row = 320 * 3;
        assert_eq!(whole.len(), 710 * row);
        assert_eq!(part, whole[100 * row..130 * row]);
    }

    #[test]
    fn every_small_row_that_shows_a_changed_one_is_made_again() {
        let before = RgbImage::from_pixel(720, 1600, Rgb([255; 3]));
        for top in (0..1590).step_by(37) {
            let mut after = before.clone();
            for y in top..top + 5 {
                after.put_pixel(300, y, Rgb([0; 3]));
            }
            let (old, new) = (shrink(&before, 0..711), shrink(&after, 0..711));
            let made = shown_rows(&(top..top + 5), 1600, 711);
            let rows = old.chunks(960).zip(new.chunks(960));
            for (row, (old, new)) in (0..).zip(rows) {
                assert!(old == new || made.contains(&row), "row {row} for {top}");
            }
        }
    }
}
