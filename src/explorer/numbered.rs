//! The screen's picture with a number on each widget that acts, for a model that takes pictures.
//!
//! A box around each widget tells by its colour what it takes ([`Ink`]), a plate at its edge bears
//! the number that [`crate::domain::Widget::number`] is. Where the hierarchy does not tell what is
//! inside a region, nothing can be boxed there: a grid of numbered cells lies over it instead
//! ([`cells`]). What a password field holds is not in the picture: phones draw dots.
//!
//! Boxes and numbers are drawn after the picture was made smaller, so that they stay readable.

mod draw;
mod plates;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _, RgbImage};

use crate::domain::{
    ActionKind, Bounds, Point, ReadQuality, Screen, Widget, WidgetRole, WidgetTarget,
};

/// The longer side of the picture, in pixels: models scale larger ones down by themselves.
const SIDE: u32 = 1280;
/// A picture that would be larger is made smaller still.
const BYTES: usize = 700 * 1024;
/// Nothing can be read any more on a picture whose longer side is shorter.
const SMALLEST: u32 = 480;
/// Cells along the shorter side of a region that cannot be read.
const CELLS: i32 = 6;
/// The most cells along its longer side.
const MOST_CELLS: i32 = 14;

/// What a box's colour tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// It can be typed into: blue.
    Type,
    /// It can be tapped: red.
    Tap,
    /// It can be tapped and held: magenta.
    Hold,
    /// It can be swiped or scrolled, not tapped: green.
    Move,
    /// A cell of a region that cannot be read: orange.
    Cell,
}

impl Ink {
    /// Its colour, as red, green and blue. Far apart in hue and dark enough for white numbers.
    const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Type => [21, 88, 214],
            Self::Tap => [205, 32, 32],
            Self::Hold => [160, 24, 168],
            Self::Move => [0, 122, 70],
            Self::Cell => [176, 84, 0],
        }
    }
}

/// Something with a number on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number.
    pub number: usize,
    /// Where it is, in device pixels.
    pub bounds: Bounds,
    /// What it takes.
    pub ink: Ink,
}

/// The widgets of `screen` that get a box, in document order. Opaque regions get [`cells`].
pub fn marks(screen: &Screen) -> Vec<Mark> {
    let boxed = |widget: &&Widget| widget.acts() && !widget.opaque && !widget.bounds.is_empty();
    let mark =
        |widget: &Widget| Mark { number: widget.number, bounds: widget.bounds, ink: ink(widget) };
    screen.widgets.iter().filter(boxed).map(mark).collect()
}

fn ink(widget: &Widget) -> Ink {
    if widget.is_field() {
        Ink::Type
    } else if widget.allows(ActionKind::LongTap) {
        Ink::Hold
    } else if widget.allows(ActionKind::Tap) {
        Ink::Tap
    } else {
        Ink::Move
    }
}

/// The cells that lie over what the hierarchy does not tell: over each opaque region, or over the
/// whole display if nothing could be read. Their numbers go on where those of the widgets end.
pub fn cells(screen: &Screen) -> Vec<Mark> {
    let opaque = |widget: &&Widget| widget.opaque && widget.enabled && widget.tap.is_some();
    let mut regions: Vec<Bounds> =
        screen.widgets.iter().filter(opaque).map(|widget| widget.bounds).collect();
    if regions.is_empty() && screen.read_quality != ReadQuality::Full && screen.surface.is_display()
    {
        regions.push(screen.size.bounds());
    }
    let bounds = regions.into_iter().flat_map(grid);
    let first = screen.widgets.len() + 1;
    let cell = |(at, bounds)| Mark { number: first + at, bounds, ink: Ink::Cell };
    bounds.enumerate().map(cell).collect()
}

/// `region` in cells, row by row.
fn grid(region: Bounds) -> Vec<Bounds> {
    let (width, height) = (region.width(), region.height());
    if region.is_empty() {
        return Vec::new();
    }
    let side = (width.min(height) / CELLS).max(1);
    let [columns, rows] = [width, height].map(|length| (length / side).clamp(1, MOST_CELLS));
    let edge = |from: i32, length: i32, at: i32, all: i32| {
        from + i32::try_from(i64::from(length) * i64::from(at) / i64::from(all)).unwrap_or(length)
    };
    let cell = |row: i32, column: i32| Bounds {
        left: edge(region.left, width, column, columns),
        top: edge(region.top, height, row, rows),
        right: edge(region.left, width, column + 1, columns),
        bottom: edge(region.top, height, row + 1, rows),
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect()
}

/// What is touched if `number` is meant: a widget that acts, or a cell.
pub fn target(screen: &Screen, number: usize) -> Option<WidgetTarget> {
    if let Some(widget) = screen.widget(number) {
        return (widget.acts() && !widget.opaque).then(|| WidgetTarget::of(widget));
    }
    let cell = cells(screen).into_iter().find(|cell| cell.number == number)?;
    Some(WidgetTarget {
        number,
        class: WidgetRole::Opaque.word().into(),
        resource_id: String::new(),
        label: format!("cell {number}"),
        bounds: cell.bounds,
        point: cell.bounds.center(),
    })
}

/// The picture `png` of `screen` with its numbers, as PNG: at most 1280 pixels on the longer side
/// and 700 KiB. `None` if the picture cannot be read.
pub fn numbered(png: &[u8], screen: &Screen) -> Option<Arc<[u8]>> {
    if screen.size.bounds().is_empty() {
        return None;
    }
    let picture = crate::domain::picture::read(png)?;
    let mut marks = marks(screen);
    marks.extend(cells(screen));
    let mut side = SIDE.min(picture.width().max(picture.height()));
    loop {
        let small = if side < picture.width().max(picture.height()) {
            picture.thumbnail(side, side).into_rgb8()
        } else {
            picture.to_rgb8()
        };
        let bytes = encoded(&drawn(small, screen, &marks))?;
        if bytes.len() <= BYTES {
            return Some(bytes.into());
        }
        side = side * 3 / 4;
        if side < SMALLEST {
            return None;
        }
    }
}

/// `picture` with `marks` on it.
fn drawn(mut picture: RgbImage, screen: &Screen, marks: &[Mark]) -> RgbImage {
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    let scaled = |at: i32, pixels: i64, whole: i32| {
        let scaled = i64::from(at) * pixels / i64::from(whole.max(1));
        i32::try_from(scaled.clamp(0, pixels)).unwrap_or(0)
    };
    let size = screen.size;
    let on_picture = |mark: &Mark| Mark {
        bounds: Bounds {
            left: scaled(mark.bounds.left, width, size.width),
            top: scaled(mark.bounds.top, height, size.height),
            right: scaled(mark.bounds.right, width, size.width),
            bottom: scaled(mark.bounds.bottom, height, size.height),
        },
        ..*mark
    };
    let room = [width, height].map(|pixels| i32::try_from(pixels).unwrap_or(i32::MAX));
    let room = Bounds::new(0, 0, room[0], room[1]);
    let mut marks: Vec<Mark> = marks.iter().map(on_picture).collect();
    // Large ones first: what lies inside of them stays on top.
    marks.sort_by_key(|mark| (-mark.bounds.area(), mark.number));
    for mark in &marks {
        draw::outline(&mut picture, mark.bounds, mark.ink.rgb());
    }
    for plate in plates::placed(&marks, room) {
        if let Some((from, to)) = plate.leader {
            draw::line(&mut picture, from, to, plate.ink.rgb());
        }
        draw::plate(&mut picture, plate.bounds, plate.number, plate.ink.rgb());
    }
    picture
}

fn encoded(picture: &RgbImage) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
    let (width, height) = picture.dimensions();
    encoder.write_image(picture.as_raw(), width, height, ExtendedColorType::Rgb8).ok()?;
    Some(bytes)
}

/// The middle of the side of `bounds` that is next to `point`.
fn nearest(bounds: Bounds, point: Point) -> Point {
    let inside = |at: i32, from: i32, to: i32| at.clamp(from, (to - 1).max(from));
    Point::new(
        inside(point.x, bounds.left, bounds.right),
        inside(point.y, bounds.top, bounds.bottom),
    )
}
