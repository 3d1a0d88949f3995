//! The picture's colours with the screen's texts as characters on them.
//!
//! A letter of a phone takes less than a cell of a picture in cells, so nobody can read it there. The
//! view hierarchy tells what is written where: here each text stands in letters of the terminal in the
//! place of its ink, in the ink's own colour, on the colour around it.

use image::RgbaImage;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr as _;

use super::boxes::{self, BoxFrame};
use super::stage::DisplayStage;
use crate::domain::{Bounds, DisplaySize, Screen, Widget, WidgetRole};
use crate::tui::controls;
use crate::tui::image::cells::{self, Rgb};
use crate::tui::theme::ColourDepth;
use crate::tui::view::{DecodedPicture, ViewContext};

/// From this difference of a channel on a pixel is ink, of 255.
const INK: i32 = 48;

/// The most colours that are told apart where a text is.
const MOST_COLOURS: usize = 64;

/// The least contrast between text and ground, as WCAG 2.2 counts it (success criterion 1.4.3).
const LEAST_CONTRAST: f64 = 4.5;

/// The colours of a text and where its ink is, in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TextInk {
    ground: Rgb,
    ink: Rgb,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

/// The texts of a screen with their ink in its picture.
pub struct ScreenTexts {
    /// The picture's number.
    pub picture: u64,
    size: DisplaySize,
    /// Each with what it says and where its widget is.
    texts: Vec<(String, Bounds, TextInk)>,
}

impl ScreenTexts {
    /// The texts of `screen` on `picture`. Looks at every pixel of them: to be kept as long as the
    /// picture is the same.
    pub fn of(screen: &Screen, picture: &DecodedPicture) -> Self {
        let pixels = &picture.small;
        let written: Vec<&Widget> =
            screen.widgets.iter().filter(|widget| !text_of(widget).is_empty()).collect();
        // What is only around other texts has its words from them.
        let holds = |widget: &Widget| {
            written
                .iter()
                .any(|other| other.number != widget.number && widget.bounds.covers(other.bounds))
        };
        let texts = written
            .iter()
            .filter(|widget| widget.role() == WidgetRole::Field || !holds(widget))
            .filter_map(|widget| {
                let ink = ink_of(pixels, widget.bounds, screen.size)?;
                Some((text_of(widget), widget.bounds, ink))
            });
        let size = DisplaySize::new(pixels.width() as i32, pixels.height() as i32);
        Self { picture: picture.id, size, texts: texts.collect() }
    }

    /// Writes the texts over the picture, which is painted on `stage` already.
    pub fn draw(&self, buffer: &mut Buffer, stage: &DisplayStage, depth: ColourDepth) {
        let on_picture = DisplayStage::new(stage.area, self.size);
        let mut taken: Vec<Rect> = Vec::new();
        for (text, bounds, ink) in &self.texts {
            let from =
                Bounds::new(ink.left as i32, ink.top as i32, ink.right as i32, ink.bottom as i32);
            let place = on_picture.cells(from);
            let room = stage.cells(*bounds).union(place).intersection(stage.area);
            taken.extend(write(buffer, place, room, text, ink, &taken, depth));
        }
    }
}

/// Draws lines around the proposed and the selected widget.
pub fn mark(buffer: &mut Buffer, stage: &DisplayStage, view: &ViewContext<'_>) {
    for widget in boxes::boxed(view) {
        let frame = BoxFrame::of(widget, view);
        let area = stage.cells(widget.bounds);
        if frame == BoxFrame::Plain || area.width < 3 || area.height < 2 {
            continue;
        }
        let around = area.intersection(stage.area).intersection(buffer.area);
        boxes::border(buffer, around, frame, boxes::style_of(widget, view));
    }
}

/// What `widget` shows in letters; a description is spoken, not shown.
fn text_of(widget: &Widget) -> String {
    let text = if widget.text.trim().is_empty() { &widget.hint } else { &widget.text };
    if widget.password && widget.text.trim().is_empty() && widget.hint.is_empty() {
        return String::new();
    }
    controls::clean(text.trim()).trim().to_owned()
}

/// Where the ink of the text in `bounds` is; `None` if there is none: the text is not drawn, or
/// something lies over it.
fn ink_of(picture: &RgbaImage, bounds: Bounds, display: DisplaySize) -> Option<TextInk> {
    let across = |pixel: i32| scaled(pixel, display.width, picture.width());
    let down = |pixel: i32| scaled(pixel, display.height, picture.height());
    let (left, right) = (across(bounds.left), across(bounds.right));
    let (top, bottom) = (down(bounds.top), down(bounds.bottom));
    if left >= right || top >= bottom {
        return None;
    }
    let pixels = || (top..bottom).flat_map(move |y| (left..right).map(move |x| (x, y)));
    let ground = most_frequent(pixels().map(|(x, y)| rgb(picture, x, y)))?;
    let mut found =
        TextInk { ground, ink: ground, left: right, top: bottom, right: left, bottom: top };
    let mut strongest = 0;
    for (x, y) in pixels() {
        let colour = rgb(picture, x, y);
        let distance = difference(colour, ground);
        if distance < INK {
            continue;
        }
        found.left = found.left.min(x);
        found.right = found.right.max(x + 1);
        found.top = found.top.min(y);
        found.bottom = found.bottom.max(y + 1);
        if distance > strongest {
            strongest = distance;
            found.ink = colour;
        }
    }
    (strongest > 0).then_some(found)
}

fn scaled(pixel: i32, of: i32, to: u32) -> u32 {
    let share = f64::from(pixel.max(0)) / f64::from(of.max(1));
    ((share * f64::from(to)).round() as u32).min(to)
}

fn rgb(picture: &RgbaImage, x: u32, y: u32) -> Rgb {
    let [red, green, blue, _] = picture.get_pixel(x, y).0;
    [red, green, blue].map(i32::from)
}

fn difference(one: Rgb, other: Rgb) -> i32 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).max().unwrap_or(0)
}

/// The colour of most of `colours`, those alike counted together.
fn most_frequent(colours: impl Iterator<Item = Rgb>) -> Option<Rgb> {
    let mut counts: Vec<(Rgb, u32)> = Vec::new();
    for colour in colours {
        let known = counts.iter().position(|(known, _)| difference(*known, colour) < INK / 3);
        match known {
            Some(place) => counts[place].1 += 1,
            None if counts.len() < MOST_COLOURS => counts.push((colour, 1)),
            None => {}
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(colour, _)| colour)
}

/// Writes `text` where its ink is, in as many rows as that has, within `room`; gives the cells that it
/// takes. What lies in one of `taken` stays.
fn write(
    buffer: &mut Buffer,
    place: Rect,
    room: Rect,
    text: &str,
    ink: &TextInk,
    taken: &[Rect],
    depth: ColourDepth,
) -> Option<Rect> {
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    // A line that is wider than the room behind its ink begins further left.
    let left = place.x.min(room.right().saturating_sub(width).max(room.x));
    let columns = room.right().saturating_sub(left).max(1);
    let wanted = if width <= columns { place.width.max(width).min(columns) } else { columns };
    let lines = controls::wrapped(text, usize::from(wanted));
    let rows = usize::from(place.height.max(1));
    let shown = lines.len().min(rows);
    let top = place.y + place.height.saturating_sub(shown as u16) / 2;
    let spot = Rect::new(left, top, wanted, shown as u16).intersection(buffer.area);
    if spot.is_empty() || taken.iter().any(|other| other.intersects(spot)) {
        return None;
    }
    let ground = cells::color(ink.ground, depth);
    let front = cells::color(readable(ink.ink, ink.ground), depth);
    // Sixteen colours may make one of both.
    let front =
        if front == ground && depth != ColourDepth::None { fallback(ink.ground) } else { front };
    let cleared = place.union(spot).intersection(room.union(spot)).intersection(buffer.area);
    for position in cleared.positions() {
        let cell = &mut buffer[position];
        cell.set_char(' ').set_bg(ground).set_fg(front);
        cell.modifier = Modifier::empty();
    }
    for (line, y) in lines.iter().take(shown).zip(spot.top()..) {
        let cut = shown < lines.len() && y + 1 == spot.bottom();
        let line = if cut { format!("{line}…") } else { line.clone() };
        buffer.set_string(
            spot.x,
            y,
            controls::cut(&line, usize::from(spot.width)),
            (front, ground),
        );
    }
    Some(spot)
}

/// `ink` if it can be read on `ground`, else black or white.
fn readable(ink: Rgb, ground: Rgb) -> Rgb {
    if contrast(ink, ground) >= LEAST_CONTRAST {
        return ink;
    }
    let (black, white) = ([0; 3], [255; 3]);
    if contrast(black, ground) >= contrast(white, ground) { black } else { white }
}

fn fallback(ground: Rgb) -> Color {
    if readable(ground, ground) == [0; 3] { Color::Black } else { Color::White }
}

/// The contrast of two colours from 1 to 21 (WCAG 2.2, contrast ratio).
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let light = |rgb: Rgb| {
        let linear = rgb.map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[cfg(test)]
mod tests {
    use image::Rgba;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case([0; 3], [255; 3], [0; 3])]
    #[case([120, 120, 120], [128, 128, 128], [0; 3])]
    #[case([30, 30, 60], [20, 20, 20], [255; 3])]
    #[case([255, 255, 255], [20, 20, 20], [255; 3])]
    fn text_can_be_read_on_any_ground(#[case] ink: Rgb, #[case] ground: Rgb, #[case] shown: Rgb) {
        assert_eq!(readable(ink, ground), shown);
        assert!(contrast(readable(ink, ground), ground) >= LEAST_CONTRAST);
    }

    #[test]
    fn ink_is_found_where_it_is() {
        let picture = RgbaImage::from_fn(72, 160, |x, y| {
            let inked = (20..40).contains(&x) && (50..54).contains(&y) && x % 3 == 0;
            Rgba(if inked { [200, 0, 0, 255] } else { [250, 250, 240, 255] })
        });
        let size = DisplaySize::new(720, 1600);
        let ink = ink_of(&picture, Bounds::new(100, 400, 700, 600), size).unwrap();
        assert_eq!((ink.left, ink.top, ink.right, ink.bottom), (21, 50, 40, 54));
        assert_eq!((ink.ground, ink.ink), ([250, 250, 240], [200, 0, 0]));
        assert_eq!(ink_of(&picture, Bounds::new(0, 0, 720, 300), size), None, "nothing is drawn");
    }
}
