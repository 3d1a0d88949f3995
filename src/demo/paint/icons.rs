//! Icons: signs drawn here, because the fonts lack them or draw each in a different manner.
//!
//! An icon lies on a grid of 24 by 24. Its shape is written in a small language of numbers and
//! letters: `M x y` moves the pen, `L x y` draws a line, `C` a cubic curve (six numbers), `Z`
//! closes the figure, `O x y r` is a circle, `R x y w h r` a rectangle with round corners, and
//! `A x y r from to` an arc in degrees, clockwise from three o'clock.

mod table;

use std::collections::HashMap;
use std::sync::OnceLock;

use tiny_skia::{FillRule, Mask, Path, PathBuilder, Rect, Transform};

use super::canvas::{pen, rounded_rect};

/// Grid units along a side.
const GRID: f32 = 24.0;

/// Grid units a line is wide.
const LINE: f32 = 2.0;

/// What is written down of an icon.
struct Sketch {
    /// The characters that stand for it.
    letters: &'static str,
    /// What is drawn with a pen.
    line: &'static str,
    /// What is filled.
    solid: &'static str,
}

/// An icon, ready to be filled.
#[derive(Debug)]
pub(super) struct Icon {
    parts: Vec<Path>,
}

impl Icon {
    fn new(sketch: &Sketch) -> Self {
        let line = figure(sketch.line).and_then(|path| path.stroke(&pen(LINE), 8.0));
        Self { parts: line.into_iter().chain(figure(sketch.solid)).collect() }
    }

    /// Its figures, `side` pixels wide and high, the upper left corner at `x`, `y`.
    pub(super) fn at(&self, x: f32, y: f32, side: f32) -> impl Iterator<Item = Path> {
        let place = Transform::from_row(side / GRID, 0.0, 0.0, side / GRID, x, y);
        self.parts.iter().filter_map(move |path| path.clone().transform(place))
    }

    /// Its coverage as a letter `side` pixels wide and high, with the whole pixels a row.
    pub(super) fn coverage(&self, side: f32) -> Option<(usize, Vec<u8>)> {
        let pixels = side.ceil().max(1.0) as u32;
        let mut mask = Mask::new(pixels, pixels)?;
        for path in self.at(0.0, 0.0, side) {
            mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        }
        Some((pixels as usize, mask.take()))
    }
}

/// An icon that is made when it is first asked for.
struct Slot {
    sketch: &'static Sketch,
    icon: OnceLock<Icon>,
}

/// The icon that `letter` stands for.
pub(super) fn find(letter: char) -> Option<&'static Icon> {
    static SLOTS: OnceLock<HashMap<char, Slot>> = OnceLock::new();
    let slots = SLOTS.get_or_init(|| {
        let slot = |sketch| Slot { sketch, icon: OnceLock::new() };
        let slots = table::ICONS.iter().map(|one| (one, one.letters.chars()));
        slots.flat_map(|(one, letters)| letters.map(move |letter| (letter, slot(one)))).collect()
    });
    slots.get(&letter).map(|slot| slot.icon.get_or_init(|| Icon::new(slot.sketch)))
}

/// All characters that have an icon.
#[cfg(test)]
pub(super) fn letters() -> impl Iterator<Item = char> {
    table::ICONS.iter().flat_map(|icon| icon.letters.chars())
}

/// Makes a path of what is written; what is not understood draws nothing.
fn figure(written: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut words = written.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let mut next = || words.next().and_then(|word| word.parse::<f32>().ok());
        match word {
            "M" => path.move_to(next()?, next()?),
            "L" => path.line_to(next()?, next()?),
            "C" => path.cubic_to(next()?, next()?, next()?, next()?, next()?, next()?),
            "Z" => path.close(),
            "O" => path.push_circle(next()?, next()?, next()?),
            "R" => {
                let (x, y, width, height) = (next()?, next()?, next()?, next()?);
                path.push_path(&rounded_rect(Rect::from_xywh(x, y, width, height)?, next()?)?);
            }
            "A" => arc(&mut path, (next()?, next()?), next()?, next()?, next()?),
            _ => return None,
        }
    }
    path.finish()
}

/// Adds an arc around `centre` from one angle to another, in degrees, clockwise from three o'clock.
pub(super) fn arc(path: &mut PathBuilder, centre: (f32, f32), radius: f32, from: f32, to: f32) {
    let steps = ((to - from).abs() / 45.0).ceil().max(1.0);
    let step = (to - from).to_radians() / steps;
    // The cubic that follows an arc of this size best.
    let reach = radius * 4.0 / 3.0 * (step / 4.0).tan();
    let mut angle = from.to_radians();
    let on = |angle: f32| (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin());
    let (x, y) = on(angle);
    path.move_to(x, y);
    for _ in 0..steps as u32 {
        let ((x0, y0), (x1, y1)) = (on(angle), on(angle + step));
        let (ahead, behind) = (angle, angle + step);
        path.cubic_to(
            x0 - reach * ahead.sin(),
            y0 + reach * ahead.cos(),
            x1 + reach * behind.sin(),
            y1 - reach * behind.cos(),
            x1,
            y1,
        );
        angle += step;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_icon_is_understood_and_fills_its_grid() {
        for sketch in table::ICONS {
            let name = sketch.letters;
            assert!(!sketch.letters.is_empty());
            for written in [sketch.line, sketch.solid] {
                assert!(written.is_empty() || figure(written).is_some(), "{name}: {written}");
            }
            let (side, coverage) = Icon::new(sketch).coverage(48.0).unwrap();
            let ink = coverage.iter().filter(|part| **part > 128).count();
            assert!(ink > side * side / 60, "{name} is nearly empty: {ink}");
            let edge = coverage.iter().enumerate().filter(|(at, part)| {
                let (x, y) = (at % side, at / side);
                **part > 128 && (x == 0 || y == 0 || x == side - 1 || y == side - 1)
            });
            assert_eq!(edge.count(), 0, "{name} reaches over its grid");
        }
    }

    #[test]
    fn no_character_stands_for_two_icons() {
        let mut seen = HashSet::new();
        for letter in letters() {
            assert!(seen.insert(letter), "{letter}");
        }
    }

    #[test]
    fn nonsense_draws_nothing() {
        for written in ["Q 1 2", "M 1", "M x y", "L", "R 0 0 -1 1 0"] {
            assert!(figure(written).is_none(), "{written}");
        }
    }

    #[test]
    fn an_arc_keeps_its_distance() {
        let mut path = PathBuilder::new();
        arc(&mut path, (10.0, 10.0), 5.0, 0.0, 270.0);
        let bounds = path.finish().unwrap().bounds();
        assert!((bounds.left() - 5.0).abs() < 0.1 && (bounds.bottom() - 15.0).abs() < 0.1);
    }
}
