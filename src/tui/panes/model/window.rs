//! Writing at places of the drawing into the part of the terminal that shows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthChar as _;

use super::placement::GraphRect;

/// A window of the drawing on the terminal.
pub struct GraphWindow<'a> {
    /// The terminal's cells.
    pub buffer: &'a mut Buffer,
    /// Where the window lies on the terminal.
    pub area: Rect,
    /// What part of the drawing it shows.
    pub window: GraphRect,
}

impl GraphWindow<'_> {
    /// The terminal's cell of a place of the drawing, if it is seen.
    fn cell(&self, x: i32, y: i32) -> Option<(u16, u16)> {
        if !self.window.contains(x, y) {
            return None;
        }
        let column = u16::try_from(x - self.window.x).ok()?;
        let row = u16::try_from(y - self.window.y).ok()?;
        Some((self.area.x + column, self.area.y + row))
            .filter(|(column, row)| *column < self.area.right() && *row < self.area.bottom())
    }

    /// Writes `text`, cut at the edges of the window; gives the column behind it.
    pub fn put(&mut self, x: i32, y: i32, text: &str, style: Style) -> i32 {
        let mut x = x;
        for letter in text.chars() {
            let width = i32::try_from(letter.width().unwrap_or(0)).unwrap_or(0);
            if width == 0 {
                continue;
            }
            // A wide letter that is seen by half only is left out.
            if self.cell(x + width - 1, y).is_some()
                && let Some(at) = self.cell(x, y)
            {
                self.buffer[at].set_char(letter).set_style(style);
                if width == 2 {
                    self.buffer[(at.0 + 1, at.1)].reset();
                    self.buffer[(at.0 + 1, at.1)].set_style(style);
                }
            }
            x += width;
        }
        x
    }

    /// True if some of `spot` is seen.
    pub const fn shows(&self, spot: GraphRect) -> bool {
        spot.x < self.window.right()
            && spot.right() > self.window.x
            && spot.y < self.window.bottom()
            && spot.bottom() > self.window.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_both_edges_and_wide_letters_never_by_half() {
        let area = Rect::new(0, 0, 4, 1);
        let mut buffer = Buffer::empty(area);
        let window = GraphRect { x: 1, y: 0, width: 4, height: 1 };
        let mut window = GraphWindow { buffer: &mut buffer, area, window };
        assert_eq!(window.put(0, 0, "日abc語", Style::new()), 7);
        window.put(0, 5, "below", Style::new());
        let row: String = (0..4).map(|x| buffer[(x, 0)].symbol()).collect();
        assert_eq!(row, " abc");
    }
}
