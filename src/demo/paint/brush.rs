//! What everything is painted with: the canvas, the letters and the theme in one hand.

use super::canvas::Canvas;
use super::icons;
use super::letters::{Letters, Line, Type, Weight};
use super::tone::{Theme, Tone};
use crate::domain::Bounds;

/// Paints one picture.
pub(super) struct Brush<'a> {
    pub canvas: Canvas,
    pub letters: &'a mut Letters,
    pub theme: Theme,
}

/// Where words stand between left and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// How words are set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub set: Type,
    pub tone: Tone,
    pub align: Align,
    /// The most lines, if there is room for them.
    pub most: usize,
}

impl Setting {
    pub(super) fn new(px: u16, weight: Weight, tone: Tone) -> Self {
        Self { set: Type::new(px, weight), tone, align: Align::Start, most: usize::MAX }
    }

    /// With letters of this size in percent.
    pub(super) fn grown(mut self, percent: u16) -> Self {
        let px = u32::from(self.set.px) * u32::from(percent) / 100;
        self.set.px = px.try_into().unwrap_or(u16::MAX);
        self
    }

    pub(super) fn middle(self) -> Self {
        Self { align: Align::Middle, ..self }
    }

    pub(super) fn one_line(self) -> Self {
        Self { most: 1, ..self }
    }
}

/// Parts of the letters' size from one line to the next: at ease, and squeezed.
const LEADING: f32 = 4.0 / 3.0;
const SQUEEZED: f32 = 1.1;

/// Parts of the letters' size from the middle of a line to its foot.
const FOOT: f32 = 0.355;

/// Letters may become this much smaller before words are cut off.
const SMALLER: [u16; 4] = [100, 94, 88, 80];

impl Brush<'_> {
    /// Sets words into `room`. Words that need more become a little smaller first, then end in an
    /// ellipsis.
    pub(super) fn words(&mut self, room: Bounds, text: &str, setting: Setting) {
        if text.is_empty() || room.is_empty() {
            return;
        }
        let width = room.width() as f32;
        let height = room.height() as f32;
        // A line that is higher than its room is made as small as the room.
        let full = setting.set.px.min((height / 1.05) as u16).max(4);
        for (at, part) in SMALLER.iter().enumerate() {
            let px = (u32::from(full) * u32::from(*part) / 100) as u16;
            let set = Type { px: px.max(4), ..setting.set };
            let line = f32::from(set.px) * SQUEEZED;
            let most = ((height / line) as usize).clamp(1, setting.most.max(1));
            let (lines, whole) = self.letters.lines(text, set, width, most);
            if whole || at + 1 == SMALLER.len() {
                self.block(room, &lines, Setting { set, ..setting });
                return;
            }
        }
    }

    fn block(&mut self, room: Bounds, lines: &[Line], setting: Setting) {
        let px = f32::from(setting.set.px);
        let count = lines.len() as f32;
        let height = room.height() as f32;
        let leading = (px * LEADING).min((height / count.max(1.0)).max(px * SQUEEZED));
        let middle = room.top as f32 + height / 2.0 - (count - 1.0) * leading / 2.0;
        for (at, line) in lines.iter().enumerate() {
            let left = match setting.align {
                Align::Start => 0.0,
                Align::Middle => ((room.width() as f32 - line.width) / 2.0).max(0.0),
                Align::End => (room.width() as f32 - line.width).max(0.0),
            };
            let foot = middle + at as f32 * leading + px * FOOT;
            self.cast(room.left as f32 + left, foot.round() as i32, line, setting.set);
        }
        self.canvas.print(setting.tone);
    }

    /// Sets one line with its foot at `foot`.
    pub(super) fn line(&mut self, left: f32, foot: i32, line: &Line, set: Type, tone: Tone) {
        self.cast(left, foot, line, set);
        self.canvas.print(tone);
    }

    fn cast(&mut self, left: f32, foot: i32, line: &Line, set: Type) {
        let mut pen = left;
        for letter in &line.words {
            let glyph = self.letters.glyph(*letter, set);
            let (x, top) = (pen.round() as i32 + glyph.left, foot - glyph.above);
            for (row, (column, coverage)) in (0_i32..).zip(&glyph.rows) {
                self.canvas.set(x + column, top + row, coverage);
            }
            pen += glyph.advance;
        }
    }

    /// Where the foot of a line stands that lies in the middle of `room`.
    pub(super) fn foot(room: Bounds, px: u16) -> i32 {
        let middle = (room.top as f32 + room.bottom as f32) / 2.0;
        (middle + f32::from(px) * FOOT).round() as i32
    }

    /// Draws a sign `side` pixels large into the middle of `room`: an icon if there is one for
    /// it, else its letters.
    pub(super) fn sign(&mut self, room: Bounds, text: &str, side: u16, tone: Tone) {
        let mut letters = text.chars().filter(|letter| *letter != '\u{fe0f}');
        let (first, second) = (letters.next(), letters.next());
        let icon = if second.is_none() { first.and_then(icons::find) } else { None };
        let Some(icon) = icon else {
            let px = u32::from(side) * 9 / 10;
            let setting = Setting::new(px as u16, Weight::Regular, tone).middle().one_line();
            self.words(room, text, setting);
            return;
        };
        let side = f32::from(side);
        let x = (room.left as f32 + (room.width() as f32 - side) / 2.0).round();
        let y = (room.top as f32 + (room.height() as f32 - side) / 2.0).round();
        for path in icon.at(x, y, side) {
            self.canvas.fill(&path, tone);
        }
    }
}

/// `bounds` without `x` pixels at both sides and `y` at both ends; never inverted.
pub(super) fn inset(bounds: Bounds, x: i32, y: i32) -> Bounds {
    let x = x.min(bounds.width() / 2);
    let y = y.min(bounds.height() / 2);
    Bounds::new(bounds.left + x, bounds.top + y, bounds.right - x, bounds.bottom - y)
}

/// A box of this size in the middle of `bounds`, at most as large as that.
pub(super) fn centred(bounds: Bounds, width: i32, height: i32) -> Bounds {
    inset(bounds, (bounds.width() - width).max(0) / 2, (bounds.height() - height).max(0) / 2)
}

/// The leftmost `width` pixels of `bounds`.
pub(super) fn leading(bounds: Bounds, width: i32) -> Bounds {
    Bounds { right: bounds.right.min(bounds.left + width), ..bounds }
}

/// The rightmost `width` pixels of `bounds`.
pub(super) fn trailing(bounds: Bounds, width: i32) -> Bounds {
    Bounds { left: bounds.left.max(bounds.right - width), ..bounds }
}
