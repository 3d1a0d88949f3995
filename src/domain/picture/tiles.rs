//! Whether two pictures of a display show the same, told by the mean colours of small tiles.

use image::RgbImage;

use super::message::{self, TileGrid};
use crate::domain::Bounds;

/// Tiles along the shorter side of a picture: of 20 pixels on a display 1080 pixels wide.
const TILES: u32 = 54;

/// The difference of a tile's mean colour, of 255, from which on it has changed.
const DIFFERENT: u32 = 8;

/// The share of the height, one in so many, that the status bar with its clock takes.
const STATUS_BAR: u32 = 25;

/// The fewest tiles that make a difference.
const FEWEST: usize = 4;

/// The columns and rows of tiles within which a change is but a caret or a few pixels.
const CARET: (u32, u32) = (2, 6);

/// True if the pictures `old` and `new` (PNG or JPEG) of a display show something different.
///
/// Not counted are the status bar, what lies in one of `carets` (fields with the focus, in pixels),
/// changes as small as a caret, and a message that went, such as a toast. Pictures that cannot be
/// read show no difference; those of different sizes always do.
pub fn has_changed(old: &[u8], new: &[u8], carets: &[Bounds]) -> bool {
    let (Some(old), Some(new)) = (super::read(old), super::read(new)) else { return false };
    let (old, new) = (old.into_rgb8(), new.into_rgb8());
    if old.dimensions() != new.dimensions() {
        return true;
    }
    let (width, height) = old.dimensions();
    let side = (width.min(height) / TILES).max(1);
    let (old, new) = (means(&old, side), means(&new, side));
    let columns = width.div_ceil(side);
    let changed = (0_u32..).zip(old.iter().zip(&new)).filter(|(_, (old, new))| {
        old.iter().zip(*new).any(|(old, new)| old.abs_diff(*new) >= DIFFERENT)
    });
    let tiles: Vec<(u32, u32)> = changed
        .map(|(tile, _)| (tile % columns, tile / columns))
        .filter(|&(_, row)| (row + 1) * side > height / STATUS_BAR)
        .filter(|&tile| !carets.iter().any(|caret| touches(*caret, tile, side)))
        .collect();
    let grid = |tiles| TileGrid { tiles, columns };
    tiles.len() >= FEWEST && !is_small(&tiles) && !message::is_gone(grid(&old), grid(&new), &tiles)
}

/// The mean red, green and blue of each tile, row by row.
fn means(picture: &RgbImage, side: u32) -> Vec<[u32; 3]> {
    let columns = picture.width().div_ceil(side) as usize;
    let rows = picture.height().div_ceil(side) as usize;
    let mut sums = vec![[0_u32; 4]; columns * rows];
    for (y, row) in (0_u32..).zip(picture.rows()) {
        let first = (y / side) as usize * columns;
        for (x, pixel) in (0_u32..).zip(row) {
            let sum = &mut sums[first + (x / side) as usize];
            for (sum, value) in sum.iter_mut().zip(pixel.0) {
                *sum += u32::from(value);
            }
            sum[3] += 1;
        }
    }
    sums.into_iter()
        .map(|[red, green, blue, count]| [red, green, blue].map(|it| it / count.max(1)))
        .collect()
}

/// True if the tile in this column and row overlaps `caret`, or the handle below it.
fn touches(caret: Bounds, (column, row): (u32, u32), side: u32) -> bool {
    let start = |tile: u32| i32::try_from(tile * side).unwrap_or(i32::MAX);
    let side_px = start(1);
    let tile =
        Bounds::new(start(column), start(row), start(column) + side_px, start(row) + side_px);
    let with_handle = Bounds { bottom: caret.bottom + 3 * side_px, ..caret };
    !tile.intersect(with_handle).is_empty()
}

fn is_small(tiles: &[(u32, u32)]) -> bool {
    let span = |values: &dyn Fn(&(u32, u32)) -> u32| {
        let (low, high) = (tiles.iter().map(values).min(), tiles.iter().map(values).max());
        high.zip(low).map_or(0, |(high, low)| high - low + 1)
    };
    span(&|tile| tile.0) <= CARET.0 && span(&|tile| tile.1) <= CARET.1
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgb};
    use rstest::rstest;

    use super::*;

    /// A white picture with black boxes.
    fn picture(boxes: &[Bounds]) -> Vec<u8> {
        let mut picture = RgbImage::from_pixel(540, 1200, Rgb([255; 3]));
        for bounds in boxes {
            for y in bounds.top..bounds.bottom {
                for x in bounds.left..bounds.right {
                    picture.put_pixel(x.try_into().unwrap(), y.try_into().unwrap(), Rgb([0; 3]));
                }
            }
        }
        let mut png = Vec::new();
        picture.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
        png
    }

    #[rstest]
    #[case::stroke(Bounds::new(100, 500, 400, 506), true)]
    #[case::icon(Bounds::new(400, 300, 448, 348), true)]
    #[case::dialog(Bounds::new(50, 400, 490, 800), true)]
    #[case::caret(Bounds::new(100, 500, 103, 540), false)]
    #[case::a_few_pixels(Bounds::new(100, 500, 112, 512), false)]
    #[case::clock(Bounds::new(20, 10, 90, 40), false)]
    fn what_is_drawn_counts_unless_it_is_a_detail(#[case] drawn: Bounds, #[case] expected: bool) {
        let (before, after) = (picture(&[]), picture(&[drawn]));
        assert_eq!(has_changed(&before, &after, &[]), expected);
        assert_eq!(has_changed(&after, &before, &[]), expected, "it goes away");
        assert!(!has_changed(&after, &after, &[]));
    }

    #[rstest]
    #[case::toast(Bounds::new(120, 960, 420, 1040), false)]
    #[case::aside(Bounds::new(20, 960, 320, 1040), true)]
    #[case::high(Bounds::new(120, 200, 420, 280), true)]
    #[case::sheet(Bounds::new(0, 700, 540, 1200), true)]
    fn a_message_that_goes_is_no_change(#[case] drawn: Bounds, #[case] expected: bool) {
        let (before, after) = (picture(&[drawn]), picture(&[]));
        assert_eq!(has_changed(&before, &after, &[]), expected);
        assert!(has_changed(&after, &before, &[]), "it comes");
    }

    #[test]
    fn a_field_with_the_focus_blinks() {
        let handle = Bounds::new(100, 500, 140, 560);
        let field = Bounds::new(50, 480, 500, 540);
        let (before, after) = (picture(&[]), picture(&[handle]));
        assert!(has_changed(&before, &after, &[]));
        assert!(!has_changed(&before, &after, &[field]));
    }

    #[test]
    fn pictures_that_cannot_be_read_tell_nothing() {
        assert!(!has_changed(b"", &picture(&[]), &[]));
    }
}
