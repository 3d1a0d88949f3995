//! States over steps, as a small curve of braille dots.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::controls;
use crate::tui::controls::counted;
use crate::tui::view::ViewContext;

/// Rows of the plot: one of words, the others of the curve.
pub const ROWS: u16 = 4;

/// Bits of the dots of a braille sign, by column and row from the top.
const DOTS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// Draws the curve up to the present; a bar marks the shown moment if that is in the past.
pub fn draw(buffer: &mut Buffer, area: Rect, view: &ViewContext<'_>) {
    let (model, theme) = (&view.session.model, view.theme);
    if area.height < 2 || area.width < 8 {
        return;
    }
    let words = controls::cut(&controls::clean(&caption(view)), usize::from(area.width));
    buffer.set_string(area.x, area.y, words, theme.fg(theme.muted));
    let rows = curve(model.curve(), model.steps(), area.width, area.height - 1);
    for (y, row) in (area.y + 1..).zip(rows) {
        buffer.set_string(area.x, y, row, theme.fg(theme.good));
    }
    if !view.live
        && let Some(moment) = view.moment()
    {
        let share = moment.observed.step as f64 / model.steps().max(1) as f64;
        let x = area.x + (share * f64::from(area.width - 1)).round() as u16;
        for y in area.y + 1..area.bottom() {
            buffer.set_string(x.min(area.right() - 1), y, "│", theme.fg(theme.warning));
        }
    }
}

fn caption(view: &ViewContext<'_>) -> String {
    let model = &view.session.model;
    let states = counted(model.states().len() as u64, "state");
    let mut words = format!("{states} over {}", counted(model.steps(), "step"));
    let (visited, declared) = (model.activities().len(), model.declared_activities().len());
    if declared > 0 {
        words += &format!(" · {visited}/{declared} activities");
    }
    for (kind, count) in model.coverage() {
        words += &format!(" · {kind} {}/{}", count.covered, count.total);
    }
    words
}

/// The curve of `points` (step or time, count) up to `last` in `width` x `height` signs, from the top.
pub fn curve(points: &[(u64, usize)], last: u64, width: u16, height: u16) -> Vec<String> {
    let (columns, rows) = (usize::from(width) * 2, usize::from(height) * 4);
    let most = points.last().map_or(0, |(_, states)| *states);
    let mut signs = vec![vec![0_u8; usize::from(width)]; usize::from(height)];
    let level = |column: usize| {
        let share = column as f64 / columns.saturating_sub(1).max(1) as f64;
        let step = (share * last as f64).floor() as u64;
        let known = points.partition_point(|(at, _)| *at <= step);
        let states = known.checked_sub(1).map_or(0, |place| points[place].1);
        (states * rows).div_ceil(most.max(1)).min(rows)
    };
    let mut before = level(0);
    for column in 0..columns {
        let now = level(column);
        // The line is drawn solid if it rises by more than a dot.
        for height in before.min(now).max(1)..=now {
            let row = rows - height;
            signs[row / 4][column / 2] |= DOTS[column % 2][row % 4];
        }
        before = (now + 1).min(rows);
    }
    let sign = |bits: u8| char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ');
    signs.into_iter().map(|row| row.into_iter().map(sign).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_ends_at_the_top_right() {
        let rows = curve(&[(0, 1), (5, 2), (9, 4)], 10, 4, 2);
        assert_eq!(rows, ["⠀⠀⠀⢸", "⠤⠤⠋⠁"]);
    }

    #[test]
    fn nothing_known_draws_nothing() {
        assert_eq!(curve(&[], 0, 3, 1), ["⠀⠀⠀"]);
        assert_eq!(curve(&[(0, 1)], 0, 1, 1), ["⠉"]);
    }
}
