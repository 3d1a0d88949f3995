//! Letters: the fonts, the shapes cut out of them, and how words are broken into lines.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tiny_skia::{FillRule, Mask, PathBuilder, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::canvas::pen;
use super::icons;

/// How thick letters are. The one text font there is, is a light one: both are thickened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    Regular,
    Medium,
}

/// The size and thickness of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Type {
    /// Pixels from one line's foot to the next if lines were set solid.
    pub px: u16,
    pub weight: Weight,
}

impl Type {
    pub(super) const fn new(px: u16, weight: Weight) -> Self {
        Self { px, weight }
    }
}

/// One letter, cut out.
pub(super) struct Glyph {
    /// Pixels to the next letter.
    pub advance: f32,
    /// Pixels from the pen to the first column.
    pub left: i32,
    /// Pixels from the foot of the line up to the first row.
    pub above: i32,
    /// Rows of coverage from the top, each with the column of its first pixel.
    pub rows: Vec<(i32, Box<[u8]>)>,
}

/// A line of words and how wide it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    pub words: Vec<char>,
    pub width: f32,
}

/// More letters than a screen shows; a longer text is cut before any work goes into it.
const MOST: usize = 3000;

/// Letters kept; a picture of more different ones starts over.
const KEPT: usize = 4096;

/// All letters cut so far.
#[derive(Default)]
pub(super) struct Letters {
    cut: HashMap<(char, Type), Arc<Glyph>>,
}

impl Letters {
    /// The shape of `letter`.
    pub(super) fn glyph(&mut self, letter: char, set: Type) -> Arc<Glyph> {
        if self.cut.len() >= KEPT {
            self.cut.clear();
        }
        Arc::clone(self.cut.entry((letter, set)).or_insert_with(|| Arc::new(cut(letter, set))))
    }

    /// Pixels that `words` take on one line.
    #[cfg(test)]
    pub(super) fn width(&mut self, words: &[char], set: Type) -> f32 {
        words.iter().map(|letter| self.glyph(*letter, set).advance).sum()
    }

    /// Breaks `text` into at most `most` lines of `width` pixels, between words if it can. The
    /// flag tells whether everything found room; if not, the last line ends in an ellipsis.
    pub(super) fn lines(
        &mut self,
        text: &str,
        set: Type,
        width: f32,
        most: usize,
    ) -> (Vec<Line>, bool) {
        let text = printable(text);
        let mut rest = text.as_slice();
        let mut lines = Vec::new();
        while !rest.is_empty() && lines.len() < most {
            let (line, after) = self.line(rest, set, width);
            if lines.len() + 1 == most && !after.is_empty() {
                lines.push(self.ellipsis(rest, set, width));
                return (lines, false);
            }
            lines.push(line);
            rest = after;
        }
        (lines, true)
    }

    /// The first line of `text` and what comes after it.
    fn line<'a>(&mut self, text: &'a [char], set: Type, width: f32) -> (Line, &'a [char]) {
        let mut used = 0.0;
        let mut gap = None;
        for (at, letter) in text.iter().enumerate() {
            if *letter == '\n' {
                return (made(text, at, used), text.get(at + 1..).unwrap_or_default());
            }
            if *letter == ' ' {
                gap = Some((at, used));
            }
            let advance = self.glyph(*letter, set).advance;
            // A space may hang over the edge, and each line takes at least one letter.
            if used + advance > width && *letter != ' ' && at > 0 {
                return match gap {
                    Some((space, used)) if space > 0 => {
                        (made(text, space, used), text.get(space + 1..).unwrap_or_default())
                    }
                    _ => (made(text, at, used), text.get(at..).unwrap_or_default()),
                };
            }
            used += advance;
        }
        (made(text, text.len(), used), &[])
    }

    /// As much of `text` as fits with an ellipsis after it.
    fn ellipsis(&mut self, text: &[char], set: Type, width: f32) -> Line {
        let dots = self.glyph('…', set).advance;
        let mut used = 0.0;
        let mut words = Vec::new();
        for letter in text.iter().take_while(|letter| **letter != '\n') {
            let advance = self.glyph(*letter, set).advance;
            if used + advance + dots > width {
                break;
            }
            used += advance;
            words.push(*letter);
        }
        while words.last() == Some(&' ') {
            words.pop();
            used -= self.glyph(' ', set).advance;
        }
        words.push('…');
        Line { words, width: used + dots }
    }

    /// The end of `text` that fits into `width`, as a field shows it that is being typed into.
    pub(super) fn tail(&mut self, text: &[char], set: Type, width: f32) -> Line {
        let mut used = 0.0;
        let mut from = text.len();
        for (at, letter) in text.iter().enumerate().rev() {
            let advance = self.glyph(*letter, set).advance;
            if used + advance > width {
                break;
            }
            used += advance;
            from = at;
        }
        Line { words: text.get(from..).unwrap_or_default().to_vec(), width: used }
    }
}

fn made(text: &[char], end: usize, width: f32) -> Line {
    Line { words: text.get(..end).unwrap_or_default().to_vec(), width }
}

/// The letters of `text` that can be seen, not more than a screen holds.
pub(super) fn printable(text: &str) -> Vec<char> {
    text.chars().filter_map(seen).take(MOST).collect()
}

/// The last letters of `text` that can be seen, on one line.
pub(super) fn printable_end(text: &str) -> Vec<char> {
    let mut end: Vec<char> = text
        .chars()
        .rev()
        .filter_map(seen)
        .map(|letter| if letter == '\n' { ' ' } else { letter })
        .take(MOST)
        .collect();
    end.reverse();
    end
}

fn seen(letter: char) -> Option<char> {
    match letter {
        '\n' => Some('\n'),
        '\t' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => Some(' '),
        // Joiners, marks of direction, selectors of variants, skin tones, tags.
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{1f3fb}'..='\u{1f3ff}'
        | '\u{e0000}'..='\u{e0fff}' => None,
        _ if letter.is_control() => None,
        _ => Some(letter),
    }
}

/// A font, and the part of the letters' size at which it looks as large as the text font.
struct Font {
    face: Face<'static>,
    scale: f32,
}

/// The fonts in the order in which they are asked for a letter.
fn fonts() -> &'static [Font] {
    static FONTS: OnceLock<Vec<Font>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let files: [(&'static [u8], f32); 4] = [
            (epaint_default_fonts::UBUNTU_LIGHT, 1.0),
            (epaint_default_fonts::NOTO_EMOJI_REGULAR, 0.9),
            (epaint_default_fonts::EMOJI_ICON, 0.9),
            (epaint_default_fonts::HACK_REGULAR, 1.0),
        ];
        let read = |(file, scale)| Some(Font { face: Face::parse(file, 0).ok()?, scale });
        files.into_iter().filter_map(read).collect()
    })
}

/// True if one of the fonts or the icon table has a shape for `letter`.
#[cfg(test)]
pub(super) fn known(letter: char) -> bool {
    let has = |font: &Font| font.face.glyph_index(letter).is_some();
    icons::find(letter).is_some() || fonts().iter().any(has)
}

/// Turns a font's outline into a path whose foot is at 0 and whose y axis points down.
#[derive(Default)]
struct Outline {
    path: PathBuilder,
    scale: f32,
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x * self.scale, -y * self.scale);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x * self.scale, -y * self.scale);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let scale = self.scale;
        self.path.quad_to(x1 * scale, -y1 * scale, x * scale, -y * scale);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (scale, path) = (self.scale, &mut self.path);
        path.cubic_to(x1 * scale, -y1 * scale, x2 * scale, -y2 * scale, x * scale, -y * scale);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn cut(letter: char, set: Type) -> Glyph {
    let px = f32::from(set.px);
    if letter == '\n' {
        return Glyph { advance: 0.0, left: 0, above: 0, rows: Vec::new() };
    }
    // Icons drawn here before those of the symbol fonts; ASCII, digits and the like as text.
    let drawn = if u32::from(letter) >= 0x2190 { icons::find(letter) } else { None };
    if let Some(icon) = drawn
        && let Some((side, coverage)) = icon.coverage(px * 1.05)
    {
        let above = (px * 0.355 + px * 1.05 / 2.0).round() as i32;
        return glyph(&coverage, side, 0, above, px * 1.05);
    }
    fonts()
        .iter()
        .find_map(|font| Some(outlined(font, font.face.glyph_index(letter)?, set)))
        .unwrap_or_else(|| tofu(px))
}

/// Fills an outline and thickens it with a pen.
fn outlined(font: &Font, index: ttf_parser::GlyphId, set: Type) -> Glyph {
    let px = f32::from(set.px);
    let scale = px * font.scale / f32::from(font.face.units_per_em());
    let thick = match set.weight {
        Weight::Regular => px * 0.026,
        Weight::Medium => px * 0.058,
    };
    let width = f32::from(font.face.glyph_hor_advance(index).unwrap_or(0)) * scale;
    let blank = Glyph { advance: width + thick * 0.5, left: 0, above: 0, rows: Vec::new() };
    let mut outline = Outline { scale, ..Outline::default() };
    font.face.outline_glyph(index, &mut outline);
    let Some(path) = outline.path.finish() else { return blank };
    let bounds = path.bounds();
    let (left, top) = ((bounds.left() - thick).floor(), (bounds.top() - thick).floor());
    let columns = (bounds.right() + thick).ceil() - left;
    let rows = (bounds.bottom() + thick).ceil() - top;
    let Some(mut mask) = Mask::new(columns.max(1.0) as u32, rows.max(1.0) as u32) else {
        return blank;
    };
    let place = Transform::from_translate(-left, -top);
    mask.fill_path(&path, FillRule::Winding, true, place);
    if let Some(edge) = path.stroke(&pen(thick), 1.0) {
        mask.fill_path(&edge, FillRule::Winding, true, place);
    }
    let width = mask.width() as usize;
    glyph(mask.data(), width, left as i32, -top as i32, blank.advance)
}

fn glyph(coverage: &[u8], width: usize, left: i32, above: i32, advance: f32) -> Glyph {
    let rows = coverage
        .chunks(width.max(1))
        .map(|row| {
            let first = row.iter().position(|part| *part > 0).unwrap_or(row.len());
            let last = row.iter().rposition(|part| *part > 0).map_or(first, |last| last + 1);
            let column = i32::try_from(first).unwrap_or(0);
            (column, row.get(first..last).unwrap_or_default().into())
        })
        .collect();
    Glyph { advance, left, above, rows }
}

/// The box that stands for a letter no font has.
fn tofu(px: f32) -> Glyph {
    let width = (px * 0.5).max(3.0) as usize;
    let height = (px * 0.7).max(3.0) as usize;
    let line = (px * 0.06).max(1.0) as usize;
    let mut coverage = vec![0; width * height];
    for (at, part) in coverage.iter_mut().enumerate() {
        let (x, y) = (at % width, at / width);
        let inside = x >= line && y >= line && x + line < width && y + line < height;
        *part = if inside { 0 } else { 255 };
    }
    glyph(&coverage, width, 1, i32::try_from(height).unwrap_or(0), px * 0.5 + 3.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Type = Type::new(32, Weight::Regular);

    fn broken(text: &str, width: f32, most: usize) -> (Vec<String>, bool) {
        let (lines, whole) = Letters::default().lines(text, BODY, width, most);
        (lines.into_iter().map(|line| line.words.into_iter().collect()).collect(), whole)
    }

    #[test]
    fn words_are_kept_together() {
        let (lines, whole) = broken("Buy oat milk and bread", 200.0, 9);
        assert_eq!(lines, ["Buy oat milk", "and bread"]);
        assert!(whole);
    }

    #[test]
    fn what_has_no_room_ends_in_an_ellipsis() {
        let (lines, whole) = broken("Buy oat milk and a lot of bread", 200.0, 2);
        assert_eq!(lines, ["Buy oat milk", "and a lot of…"]);
        assert!(!whole);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken() {
        let (lines, _) = broken("incomprehensibilities", 120.0, 9);
        assert!(lines.len() > 2, "{lines:?}");
        assert_eq!(lines.concat(), "incomprehensibilities");
    }

    #[test]
    fn lines_that_the_text_breaks_stay() {
        assert_eq!(broken("a\n\nb\n", 200.0, 9).0, ["a", "", "b"]);
    }

    #[test]
    fn no_line_is_wider_than_its_room() {
        let mut letters = Letters::default();
        for width in [1.0, 17.0, 90.0, 333.0] {
            let (lines, _) = letters.lines("The quick brown fox jumps over it", BODY, width, 99);
            for line in lines.iter().filter(|line| line.words.len() > 1) {
                assert!(line.width <= width, "{line:?} in {width}");
                assert!((letters.width(&line.words, BODY) - line.width).abs() < 0.5);
            }
        }
    }

    #[test]
    fn what_cannot_be_seen_takes_no_room() {
        assert_eq!(printable("a\u{200d}\u{fe0f}\u{7}\u{202e}b\tc"), ['a', 'b', ' ', 'c']);
    }

    #[test]
    fn medium_letters_are_bolder() {
        let ink = |weight| -> u32 {
            let glyph = cut('n', Type::new(32, weight));
            glyph.rows.iter().flat_map(|(_, row)| row).map(|part| u32::from(*part)).sum()
        };
        assert!(ink(Weight::Medium) * 10 > ink(Weight::Regular) * 11);
    }

    #[test]
    fn a_letter_no_font_has_is_a_box() {
        assert!(!known('中'));
        assert!(!cut('中', BODY).rows.is_empty());
    }
}
