//! Pictures as characters with two colours each.
//!
//! The picture is averaged down to two by two points a cell. Of the ways to split four points into
//! two groups the one that loses least is taken (least squares within the groups); the block
//! character shows the groups, each in its mean colour.

use ::image::{DynamicImage, RgbaImage};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::BlockCharacters;
use crate::tui::theme::{self, ColourDepth};

/// What a picture in cells depends on besides the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSettings {
    /// The characters.
    pub blocks: BlockCharacters,
    /// The colours.
    pub depth: ColourDepth,
}

/// One character with its two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellDot {
    /// The character.
    pub sign: char,
    /// Its colour.
    pub fg: Color,
    /// The colour behind it.
    pub bg: Color,
}

/// A picture in cells.
#[derive(Clone, Debug, Default)]
pub struct CellPicture {
    columns: u16,
    dots: Vec<CellDot>,
}

/// Block characters by the points in front: upper left is always behind, then upper right (1),
/// lower left (2), lower right (4).
const SPLITS: [char; 8] = [' ', '▝', '▖', '▞', '▗', '▐', '▄', '▟'];

/// From dark to light, if there are no colours.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// The same in letters that every font has.
const LETTERS: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];

impl CellPicture {
    /// `picture` in `columns` by `rows` cells.
    pub fn of(picture: &RgbaImage, columns: u16, rows: u16, mode: CellSettings) -> Self {
        if columns == 0 || rows == 0 || picture.width() == 0 || picture.height() == 0 {
            return Self::default();
        }
        let (across, down) = (2 * u32::from(columns), 2 * u32::from(rows));
        // The copy costs a fraction of the averaging, and lets the library do it.
        let small = DynamicImage::ImageRgba8(picture.clone()).thumbnail_exact(across, down);
        let small = small.into_rgba8();
        let points = AveragedPicture { data: small.as_raw(), across: across as usize };
        let dots = match mode.blocks {
            BlockCharacters::Ascii => in_shades(&points, columns, rows, &LETTERS),
            _ if mode.depth == ColourDepth::None => in_shades(&points, columns, rows, &SHADES),
            BlockCharacters::Quadrants => in_blocks(&points, columns, rows, mode.depth, quadrants),
            BlockCharacters::Halves => in_blocks(&points, columns, rows, mode.depth, halves),
        };
        Self { columns, dots }
    }

    /// Puts the cells at the upper left of `area`.
    pub fn paint(&self, buffer: &mut Buffer, area: Rect) {
        let area = area.intersection(buffer.area);
        let width = usize::from(self.columns.max(1));
        for (y, row) in (area.top()..area.bottom()).zip(self.dots.chunks(width)) {
            for (x, dot) in (area.left()..area.right()).zip(row) {
                let cell = &mut buffer[(x, y)];
                cell.set_char(dot.sign).set_fg(dot.fg).set_bg(dot.bg);
                cell.modifier = Modifier::empty();
            }
        }
    }

    /// The cells, row by row.
    pub fn dots(&self) -> &[CellDot] {
        &self.dots
    }
}

/// Red, green and blue, each from 0 to 255.
pub type Rgb = [i32; 3];

/// The averaged picture: two by two points a cell.
struct AveragedPicture<'a> {
    data: &'a [u8],
    across: usize,
}

impl AveragedPicture<'_> {
    fn at(&self, x: usize, y: usize) -> Rgb {
        match self.data.get((y * self.across + x) * 4..) {
            Some([red, green, blue, ..]) => [*red, *green, *blue].map(i32::from),
            _ => [0; 3],
        }
    }

    /// Upper left, upper right, lower left, lower right of the cell.
    fn of_cell(&self, column: usize, row: usize) -> [Rgb; 4] {
        let (x, y) = (2 * column, 2 * row);
        [self.at(x, y), self.at(x + 1, y), self.at(x, y + 1), self.at(x + 1, y + 1)]
    }
}

fn in_blocks(
    points: &AveragedPicture<'_>,
    columns: u16,
    rows: u16,
    depth: ColourDepth,
    split: fn([Rgb; 4]) -> (char, Rgb, Rgb),
) -> Vec<CellDot> {
    let mut dots = Vec::with_capacity(usize::from(columns) * usize::from(rows));
    for row in 0..usize::from(rows) {
        for column in 0..usize::from(columns) {
            let (sign, front, behind) = split(points.of_cell(column, row));
            dots.push(CellDot { sign, fg: color(front, depth), bg: color(behind, depth) });
        }
    }
    dots
}

/// The sum of some points; `total` of them.
fn mean(sum: Rgb, total: i32) -> Rgb {
    sum.map(|value| (value + total / 2) / total.max(1))
}

fn add(one: Rgb, other: Rgb) -> Rgb {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

/// The split that loses least.
fn quadrants(points: [Rgb; 4]) -> (char, Rgb, Rgb) {
    let all = points.into_iter().fold([0; 3], add);
    if points.iter().all(|point| *point == points[0]) {
        return (' ', points[0], points[0]);
    }
    // The squares of the points are the same for every split, so the loss is least where the
    // squares of the groups' sums, over their sizes, are most. Times twelve it is whole numbers.
    let square = |sum: Rgb| sum.iter().map(|value| value * value).sum::<i32>();
    let mut best = (square(all) * 3, 0, [0; 3], 0);
    for (mask, _) in SPLITS.iter().enumerate().skip(1) {
        let mut front = [0; 3];
        let mut size = 0;
        for (bit, point) in points[1..].iter().enumerate() {
            if mask & (1 << bit) != 0 {
                front = add(front, *point);
                size += 1;
            }
        }
        let behind = [all[0] - front[0], all[1] - front[1], all[2] - front[2]];
        let kept = square(front) * (12 / size) + square(behind) * (12 / (4 - size));
        if kept > best.0 {
            best = (kept, mask, front, size);
        }
    }
    let (_, mask, front, size) = best;
    let behind = [all[0] - front[0], all[1] - front[1], all[2] - front[2]];
    (SPLITS[mask], mean(front, size), mean(behind, 4 - size))
}

fn halves(points: [Rgb; 4]) -> (char, Rgb, Rgb) {
    ('▀', mean(add(points[0], points[1]), 2), mean(add(points[2], points[3]), 2))
}

/// Signs by lightness, stretched over what the picture has.
fn in_shades(
    points: &AveragedPicture<'_>,
    columns: u16,
    rows: u16,
    signs: &[char],
) -> Vec<CellDot> {
    // Weights of ITU-R BT.601.
    let light = |[red, green, blue]: Rgb| (299 * red + 587 * green + 114 * blue) / 1000;
    let mut lights = Vec::with_capacity(usize::from(columns) * usize::from(rows));
    for row in 0..usize::from(rows) {
        for column in 0..usize::from(columns) {
            let sum = points.of_cell(column, row).into_iter().fold([0; 3], add);
            lights.push(light(mean(sum, 4)));
        }
    }
    let darkest = lights.iter().copied().min().unwrap_or(0);
    let span = (lights.iter().copied().max().unwrap_or(0) - darkest).max(1);
    let steps = i32::try_from(signs.len()).unwrap_or(1) - 1;
    lights
        .into_iter()
        .map(|light| {
            let place = ((light - darkest) * steps + span / 2) / span;
            let sign = signs[usize::try_from(place).unwrap_or(0).min(signs.len() - 1)];
            CellDot { sign, fg: Color::Reset, bg: Color::Reset }
        })
        .collect()
}

/// `rgb` as the terminal can show it.
pub fn color(rgb: Rgb, depth: ColourDepth) -> Color {
    let [red, green, blue] = rgb.map(|value| u8::try_from(value).unwrap_or(u8::MAX));
    match depth {
        ColourDepth::True => Color::Rgb(red, green, blue),
        ColourDepth::Indexed => Color::Indexed(theme::indexed(red, green, blue)),
        ColourDepth::Sixteen => theme::sixteen(red, green, blue),
        ColourDepth::None => Color::Reset,
    }
}

#[cfg(test)]
mod tests {
    use ::image::Rgba;

    use super::*;

    const RED: Rgb = [200, 0, 0];
    const BLUE: Rgb = [0, 0, 200];

    fn picture(width: u32, height: u32, at: impl Fn(u32, u32) -> Rgb) -> RgbaImage {
        RgbaImage::from_fn(width, height, |x, y| {
            let [red, green, blue] = at(x, y).map(|value| value as u8);
            Rgba([red, green, blue, 255])
        })
    }

    const fn mode(blocks: BlockCharacters, depth: ColourDepth) -> CellSettings {
        CellSettings { blocks, depth }
    }

    #[test]
    fn every_split_into_two_colours_is_shown_exactly() {
        for mask in 0..16_usize {
            let points = std::array::from_fn(|bit| if mask & (1 << bit) == 0 { RED } else { BLUE });
            let (sign, front, behind) = quadrants(points);
            let split = SPLITS.iter().position(|split| *split == sign).unwrap();
            for (bit, point) in points.iter().enumerate() {
                let in_front = bit > 0 && split & (1 << (bit - 1)) != 0;
                assert_eq!(if in_front { front } else { behind }, *point, "{mask:04b}");
            }
        }
    }

    #[test]
    fn the_lone_point_gets_its_own_colour() {
        let (sign, front, behind) =
            quadrants([[250, 250, 250], [255, 255, 255], [0, 0, 0], [245, 245, 245]]);
        assert_eq!((sign, front, behind), ('▖', [0, 0, 0], [250, 250, 250]));
    }

    #[test]
    fn fewer_colours_use_the_terminals_own() {
        let picture = picture(8, 8, |x, _| if x < 4 { RED } else { BLUE });
        for (depth, left, right) in [
            (ColourDepth::True, Color::Rgb(200, 0, 0), Color::Rgb(0, 0, 200)),
            (ColourDepth::Indexed, Color::Indexed(160), Color::Indexed(20)),
            (ColourDepth::Sixteen, Color::Red, Color::Blue),
        ] {
            let cells = CellPicture::of(&picture, 2, 1, mode(BlockCharacters::Quadrants, depth));
            let behind: Vec<Color> = cells.dots().iter().map(|dot| dot.bg).collect();
            assert_eq!(behind, [left, right], "{depth:?}");
        }
    }

    #[test]
    fn without_colour_lightness_tells() {
        let picture = picture(40, 2, |x, _| [x as i32 * 6; 3]);
        let cells =
            CellPicture::of(&picture, 5, 1, mode(BlockCharacters::Quadrants, ColourDepth::None));
        let line: String = cells.dots().iter().map(|dot| dot.sign).collect();
        assert_eq!(line, " ░▒▓█");
        assert!(cells.dots().iter().all(|dot| dot.fg == Color::Reset && dot.bg == Color::Reset));
        let cells =
            CellPicture::of(&picture, 10, 1, mode(BlockCharacters::Ascii, ColourDepth::True));
        assert!(cells.dots().iter().all(|dot| dot.sign.is_ascii()));
    }

    #[test]
    fn painting_stays_inside_the_buffer() {
        let picture = picture(9, 9, |_, _| RED);
        let cells =
            CellPicture::of(&picture, 6, 6, mode(BlockCharacters::Halves, ColourDepth::True));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 4));
        cells.paint(&mut buffer, Rect::new(2, 2, 6, 6));
        assert_eq!(buffer[(3, 3)].symbol(), "▀");
        assert_eq!(buffer[(1, 1)].symbol(), " ");
        CellPicture::of(
            &RgbaImage::new(0, 0),
            3,
            3,
            mode(BlockCharacters::Halves, ColourDepth::True),
        )
        .paint(&mut buffer, Rect::new(0, 0, 3, 3));
    }
}
