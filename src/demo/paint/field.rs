//! Text fields.

use tiny_skia::PathBuilder;

use super::brush::{Brush, Setting, inset};
use super::controls::DISABLED;
use super::letters::{Line, Type, Weight, printable_end};
use super::place::Spot;
use super::tone::Tone;
use crate::demo::frame::Face;
use crate::demo::ui::Input;
use crate::domain::Bounds;

/// Letters in a field, and of its label once it has floated to the frame.
const CONTENT: Type = Type::new(32, Weight::Regular);
const LABEL: Type = Type::new(23, Weight::Medium);

/// Pixels from the field's frame to its letters.
const PADDING: i32 = 24;

/// Pixels the frame lies below the field's upper end, for the label to float on it.
const OVER: i32 = 10;

const RADIUS: f32 = 10.0;

impl Brush<'_> {
    pub(super) fn field(&mut self, spot: Spot, input: Input) {
        let (face, theme) = (spot.face, self.theme);
        let floats = (face.focused || !face.text.is_empty()) && !face.hint.is_empty();
        let tone = if face.focused { theme.primary } else { theme.outline };
        let fade = if face.enabled { 1.0 } else { DISABLED };
        let frame = Bounds { top: (spot.at.top + OVER).min(spot.at.bottom), ..spot.at };
        let label = if floats { self.label(&face.hint, frame) } else { Line::default() };
        let width = if face.focused { 5.0 } else { 2.5 };
        self.frame(frame, &label, width, tone.faint(fade));
        let ink = if face.focused { theme.primary } else { theme.quiet };
        let over = Bounds::new(frame.left, frame.top - 16, frame.right, frame.top + 16);
        let foot = Self::foot(over, LABEL.px);
        self.line((frame.left + PADDING) as f32, foot, &label, LABEL, ink.faint(fade));

        let inside = inset(frame, PADDING, 4);
        if face.text.is_empty() && !floats {
            let setting = Setting::new(CONTENT.px, CONTENT.weight, theme.quiet.faint(fade));
            self.words(inside, &face.hint, setting.one_line());
        }
        match input {
            Input::Lines => self.paragraph(inside, face, theme.ink.faint(fade)),
            _ => self.content(inside, face, input, theme.ink.faint(fade)),
        }
    }

    fn label(&mut self, hint: &str, frame: Bounds) -> Line {
        let room = (frame.width() - 3 * PADDING).max(0) as f32;
        let (lines, _) = self.letters.lines(hint, LABEL, room, 1);
        lines.into_iter().next().unwrap_or_default()
    }

    /// The line around the field, with a gap for the label.
    fn frame(&mut self, at: Bounds, label: &Line, width: f32, tone: Tone) {
        if label.words.is_empty() {
            self.canvas.outline(at, RADIUS, width, tone);
            return;
        }
        let half = width / 2.0;
        let (left, top) = (at.left as f32 + half, at.top as f32 + half);
        let (right, bottom) = (at.right as f32 - half, at.bottom as f32 - half);
        let begin = (at.left + PADDING) as f32 - 8.0;
        let end = begin + label.width + 16.0;
        let mut path = PathBuilder::new();
        path.move_to(end.min(right - RADIUS), top);
        path.line_to(right - RADIUS, top);
        path.quad_to(right, top, right, top + RADIUS);
        path.line_to(right, bottom - RADIUS);
        path.quad_to(right, bottom, right - RADIUS, bottom);
        path.line_to(left + RADIUS, bottom);
        path.quad_to(left, bottom, left, bottom - RADIUS);
        path.line_to(left, top + RADIUS);
        path.quad_to(left, top, left + RADIUS, top);
        path.line_to(begin.max(left + RADIUS), top);
        if let Some(path) = path.finish() {
            self.canvas.stroke(&path, width, tone);
        }
    }

    /// One line. While it is typed into, its end is seen.
    fn content(&mut self, inside: Bounds, face: &Face, input: Input, tone: Tone) {
        let mut text = printable_end(&face.text);
        if input == Input::Password {
            text.fill('•');
        }
        let room = (inside.width() - 6).max(0) as f32;
        let line = if face.focused {
            self.letters.tail(&text, CONTENT, room)
        } else {
            let text: String = text.iter().collect();
            let (lines, _) = self.letters.lines(&text, CONTENT, room, 1);
            lines.into_iter().next().unwrap_or_default()
        };
        let foot = Self::foot(inside, CONTENT.px);
        let end = inside.left + line.width as i32;
        self.line(inside.left as f32, foot, &line, CONTENT, tone);
        if face.focused {
            self.caret(end, foot);
        }
    }

    /// Several lines from the top. While it is typed into, the last ones are seen.
    fn paragraph(&mut self, inside: Bounds, face: &Face, tone: Tone) {
        let inside = Bounds { top: inside.top + 16, ..inside };
        let step = i32::from(CONTENT.px) * 4 / 3;
        let fit = usize::try_from(inside.height() / step).unwrap_or(0).max(1);
        let room = (inside.width() - 6).max(0) as f32;
        let most = if face.focused { usize::MAX } else { fit };
        let (lines, _) = self.letters.lines(&face.text, CONTENT, room, most);
        let seen = lines.get(lines.len().saturating_sub(fit)..).unwrap_or_default();
        let first = Bounds { bottom: inside.top + step, ..inside };
        let mut foot = Self::foot(first, CONTENT.px);
        let mut end = (inside.left, foot);
        for line in seen {
            self.line(inside.left as f32, foot, line, CONTENT, tone);
            end = (inside.left + line.width as i32, foot);
            foot += step;
        }
        if face.focused {
            self.caret(end.0, end.1);
        }
    }

    fn caret(&mut self, x: i32, foot: i32) {
        let at = Bounds::new(x + 2, foot - 28, x + 6, foot + 8);
        self.canvas.rect(at, self.theme.primary);
    }
}
