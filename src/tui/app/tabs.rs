//! The tabs of the panes that share one area.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::tui::layout::PaneLayout;
use crate::tui::panes::PaneId;
use crate::tui::view::ViewContext;

/// The label of each pane's tab, with as much space around it as `columns` allow; only numbers if
/// the titles do not fit.
fn labels(columns: u16, view: &ViewContext<'_>) -> Vec<(PaneId, String)> {
    let titled = |space: usize| {
        let label = |pane: &PaneId| {
            let text = format!("{} {}", pane.row().key, pane.title(view.surface));
            (*pane, format!("{0}{text}{0}", " ".repeat(space)))
        };
        PaneId::ALL.iter().map(label).collect::<Vec<_>>()
    };
    let fits = |labels: &Vec<(PaneId, String)>| {
        labels.iter().map(|(_, label)| label.width()).sum::<usize>() <= usize::from(columns)
    };
    let numbers = || {
        let number = |pane: &PaneId| (*pane, format!("  {}  ", pane.row().key));
        PaneId::ALL.iter().map(number).collect()
    };
    [2, 1].into_iter().map(titled).find(fits).unwrap_or_else(numbers)
}

/// Draws them, if they are shown.
pub fn draw(frame: &mut Frame<'_>, layout: &PaneLayout, view: &ViewContext<'_>) {
    if layout.tabs.height == 0 {
        return;
    }
    let spans = labels(layout.tabs.width, view).into_iter().map(|(pane, label)| {
        let style = if pane == view.focus {
            view.theme.selection()
        } else if layout.pane(pane).is_some() {
            view.theme.heading()
        } else {
            view.theme.fg(view.theme.muted)
        };
        Span::styled(label, style)
    });
    frame.render_widget(Line::from_iter(spans), layout.tabs);
}

/// The pane whose tab is at `at`.
pub fn tab_at(tabs: Rect, at: Position, view: &ViewContext<'_>) -> Option<PaneId> {
    if !tabs.contains(at) {
        return None;
    }
    let mut end = usize::from(tabs.x);
    labels(tabs.width, view).into_iter().find_map(|(pane, label)| {
        end += label.width();
        (usize::from(at.x) < end).then_some(pane)
    })
}
