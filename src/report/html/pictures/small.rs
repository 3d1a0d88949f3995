//! Pictures made small, whole or by some of their rows.

use std::ops::Range;

use image::RgbImage;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

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
    let large = |row: usize| picture.as_raw().get(row * bytes..(row + 1) * bytes);
    let shown_bytes = shown_width as usize * 3;
    let mut shown = Vec::with_capacity(rows.len() * shown_bytes);
    let mut sums = vec![0_u32; bytes];
    // Screens are full of rows like the one above: the last small row is the mean of rows like this.
    let mut repeated = None;
    for row in rows {
        let covered = covers(row, height, shown_height);
        let first = large(covered.start);
        let are_equal = covered.clone().all(|row| large(row) == first);
        if are_equal && repeated.is_some_and(|before| large(before) == first) {
            shown.extend_from_within(shown.len() - shown_bytes..);
            continue;
        }
        repeated = are_equal.then_some(covered.start);
        // The mean of equal rows is that of one of them.
        let covered = if are_equal { covered.start..covered.start + 1 } else { covered };
        sums.fill(0);
        for large in covered.clone().filter_map(large) {
            sums.iter_mut().zip(large).for_each(|(sum, byte)| *sum += u32::from(*byte));
        }
        append_means(&mut shown, &sums, &columns, covered.len());
    }
    shown
}

/// Appends a small row: of each of `columns` the mean of so many `rows`, of which `sums` are the sums.
fn append_means(shown: &mut Vec<u8>, sums: &[u32], columns: &[Range<usize>], rows: usize) {
    let pixels = sums.as_chunks::<3>().0;
    for column in columns {
        let count = (rows * column.len()) as u32;
        let mut mean = [count / 2; 3];
        for pixel in &pixels[column.clone()] {
            (0..3).for_each(|channel| mean[channel] += pixel[channel]);
        }
        shown.extend(mean.map(|sum| (sum / count) as u8));
    }
}

/// `pixels`, three bytes each, as JPEG; `None` if they are none.
pub fn jpeg(pixels: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let (width, height) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
    let mut jpeg = Vec::new();
    let mut encoder = Encoder::new(&mut jpeg, QUALITY);
    // Coloured words on coloured ground stay sharp.
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    encoder.set_optimized_huffman_tables(true);
    encoder.encode(pixels, width, height, ColorType::Rgb).ok()?;
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
    fn rows_that_repeat_give_their_mean() {
        // Bands of 1 to 9 equal rows: some small rows cover equal ones only, some several.
        let picture = RgbImage::from_fn(721, 1603, |x, y| {
            let band = (y / 9) * 9 + (y % 9) / (1 + y / 9 % 4) * 2;
            Rgb([(x * 3 + band * 7) as u8, (band * 11) as u8, (x / 40) as u8])
        });
        let (width, height) = shown_size(picture.dimensions());
        let shown = shrink(&picture, 0..height);
        let covers = |at: u32, from: u32, to: u32| at * from / to..((at + 1) * from / to);
        for (x, y) in (0..height).flat_map(|y| [(3, y), (177, y), (width - 1, y)]) {
            let covered = covers(y, 1603, height)
                .flat_map(|row| covers(x, 721, width).map(move |column| (column, row)));
            let pixels: Vec<_> = covered.map(|(x, y)| *picture.get_pixel(x, y)).collect();
            for channel in 0..3 {
                let sum: u32 = pixels.iter().map(|pixel| u32::from(pixel[channel])).sum();
                let count = pixels.len() as u32;
                let at = ((y * width + x) * 3) as usize + channel;
                assert_eq!(u32::from(shown[at]), (sum + count / 2) / count, "{x} {y}");
            }
        }
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
