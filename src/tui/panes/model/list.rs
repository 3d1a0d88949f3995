//! The states as a list: for narrow panes, and for those who prefer one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use super::neighbours::StateNeighbours;
use super::nodes;
use crate::tui::controls;
use crate::tui::view::ViewContext;

/// Columns of visits, tried actions, findings.
const FIGURES: usize = 7 + 8 + 5;

/// Draws the heading and the states from `top` on, of the first `known`.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    view: &ViewContext<'_>,
    neighbours: &StateNeighbours,
    rows: std::ops::Range<usize>,
    [here, selected]: [Option<usize>; 2],
) {
    let theme = view.theme;
    let width = usize::from(area.width);
    let line = |name: &str, figures: [String; 3]| {
        let [visits, tried, findings] = figures;
        if width < FIGURES + 16 {
            return format!("{}{tried:>8}{findings:>4}", padded(name, width.saturating_sub(12)));
        }
        format!("{}{visits:>7}{tried:>8}{findings:>5}", padded(name, width - FIGURES))
    };
    let heading = line("  state", ["visits", "tried", "!"].map(str::to_owned));
    buffer.set_stringn(area.x, area.y, heading, width, theme.heading());
    for (y, place) in (area.y + 1..area.bottom()).zip(rows) {
        let Some(state) = view.session.model.states().get(place) else { break };
        let available = state.available.len();
        let findings = match state.findings.len() {
            0 => String::new(),
            count => format!("!{count}"),
        };
        let sign = if here == Some(place) { nodes::HERE } else { " " };
        let name = format!("{sign} {}", neighbours.name(place));
        let tried = format!("{}/{available}", available - nodes::untried(state));
        let text = line(&name, [state.visits.to_string(), tried, findings]);
        let style = if selected == Some(place) {
            theme.selection()
        } else if here == Some(place) {
            theme.fg(theme.current)
        } else if !state.findings.is_empty() {
            theme.fg(theme.bad)
        } else {
            theme.fg(theme.text)
        };
        buffer.set_stringn(area.x, y, text, width, style);
    }
}

/// The first row to show, so that `wanted` is seen on `height` rows, moved as little as needed.
pub fn top(top: usize, wanted: Option<usize>, height: usize, count: usize) -> usize {
    let height = height.max(1);
    let top = match wanted {
        Some(wanted) => top.clamp((wanted + 1).saturating_sub(height), wanted),
        None => top,
    };
    top.min(count.saturating_sub(height))
}

fn padded(text: &str, columns: usize) -> String {
    let text = controls::cut(text, columns);
    let rest = columns.saturating_sub(text.width());
    text + &" ".repeat(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_moves_as_little_as_needed() {
        assert_eq!(top(0, Some(3), 5, 20), 0);
        assert_eq!(top(0, Some(7), 5, 20), 3);
        assert_eq!(top(9, Some(7), 5, 20), 7);
        assert_eq!(top(18, None, 5, 20), 15);
        assert_eq!(top(3, Some(3), 0, 0), 0);
    }
}
