//! Finding a widget: under the mouse, or beside the selected one.

use ratatui::layout::Position;

use super::stage::DisplayStage;
use crate::domain::{Bounds, Screen, Widget};
use crate::tui::command::UiCommand;

/// The number of the widget at this cell: the smallest one that acts, else the smallest one.
pub fn at(screen: &Screen, stage: &DisplayStage, at: Position) -> Option<usize> {
    let here = |widget: &&Widget| stage.cells(widget.bounds).contains(at);
    screen
        .widgets
        .iter()
        .filter(here)
        .min_by_key(|widget| (!widget.acts(), widget.bounds.area()))
        .map(|widget| widget.number)
}

/// The number of the acting widget that is nearest to `from` in the direction of `command`; the
/// first one if nothing is selected yet.
pub fn neighbour(screen: &Screen, from: Option<usize>, command: UiCommand) -> Option<usize> {
    let mut acting = screen.widgets.iter().filter(|widget| widget.acts());
    let Some(from) = from.and_then(|number| screen.widget(number)) else {
        return acting.next().map(|widget| widget.number);
    };
    acting
        .filter(|widget| widget.number != from.number)
        .filter_map(|widget| Some((distance(from.bounds, widget.bounds, command)?, widget.number)))
        .min()
        .map(|(_, number)| number)
}

/// How far `to` is from `from` in this direction; `None` if it does not lie there. Distance aside
/// counts double, so that the selection moves straight on if it can.
fn distance(from: Bounds, to: Bounds, command: UiCommand) -> Option<i64> {
    let (start, end) = (from.center(), to.center());
    let (across, down) =
        (i64::from(end.x) - i64::from(start.x), i64::from(end.y) - i64::from(start.y));
    let (ahead, aside, overlaps) = match command {
        UiCommand::Up => (-down, across, to.left < from.right && from.left < to.right),
        UiCommand::Down => (down, across, to.left < from.right && from.left < to.right),
        UiCommand::Left => (-across, down, to.top < from.bottom && from.top < to.bottom),
        UiCommand::Right => (across, down, to.top < from.bottom && from.top < to.bottom),
        _ => return None,
    };
    // What merely lies a little lower in the same row is not below.
    let aside = if overlaps { 0 } else { 2 * aside.abs() };
    (ahead > 0 && (overlaps || ahead * 2 >= aside / 2)).then_some(ahead + aside)
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;
    use crate::tui::testing::fixtures;

    #[test]
    fn the_smallest_acting_widget_is_picked() {
        let screen = fixtures::screen();
        let stage = DisplayStage::new(Rect::new(0, 0, 72, 80), screen.size);
        let label = |x, y| {
            at(&screen, &stage, Position::new(x, y))
                .and_then(|number| screen.widget(number))
                .map(|widget| widget.short_id().to_owned())
        };
        assert_eq!(label(68, 3), Some("menu".into()), "inside of the toolbar");
        assert_eq!(label(20, 20), Some("row".into()), "the row, not the list nor its text");
    }

    #[test]
    fn the_arrows_reach_every_acting_widget() {
        let screen = fixtures::screen();
        let mut reached = vec![neighbour(&screen, None, UiCommand::Down).unwrap()];
        let mut next = 0;
        while next < reached.len() {
            for way in [UiCommand::Up, UiCommand::Down, UiCommand::Left, UiCommand::Right] {
                if let Some(number) = neighbour(&screen, Some(reached[next]), way)
                    && !reached.contains(&number)
                {
                    reached.push(number);
                }
            }
            next += 1;
        }
        reached.sort_unstable();
        let acting: Vec<usize> = screen
            .widgets
            .iter()
            .filter(|widget| widget.acts())
            .map(|widget| widget.number)
            .collect();
        assert_eq!(reached, acting);
    }

    #[test]
    fn there_is_nothing_beyond_the_edge() {
        let screen = fixtures::screen();
        let last = screen.widgets.iter().rfind(|widget| widget.acts()).unwrap().number;
        assert_eq!(neighbour(&screen, Some(last), UiCommand::Down), None);
    }
}
