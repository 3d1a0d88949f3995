//! What the workers found, each fault once, the newest at the top.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::app::{FleetApp, FleetPane};
use crate::domain::FindingConfirmation;
use crate::engine::fleet::FleetFinding;
use crate::tui::controls;
use crate::tui::theme::ThemeColours;

/// Draws the list; the selected finding is always in sight.
pub(super) fn draw(app: &mut FleetApp, frame: &mut Frame<'_>, area: Rect) {
    let found = app.board.findings.all();
    let theme = &app.theme;
    if found.is_empty() {
        let words = Line::styled(" nothing found yet", theme.fg(theme.muted));
        frame.render_widget(words, Rect { height: area.height.min(1), ..area });
        return;
    }
    let last = found.len() - 1;
    let selected = last.saturating_sub(app.finding.unwrap_or(last));
    app.findings_scroll.fit(found.len(), area.height);
    app.findings_scroll.show(selected);
    let rows = found.iter().rev().enumerate().skip(app.findings_scroll.top);
    for ((place, finding), y) in rows.zip(area.y..area.bottom()) {
        let row = Rect { y, height: 1, ..area };
        frame.render_widget(line(finding, usize::from(area.width), theme), row);
        if place == selected && app.focus == FleetPane::Findings {
            frame.buffer_mut().set_style(row, theme.selection());
        }
    }
}

/// A finding, and at the end of the line who found it.
fn line(found: &FleetFinding, columns: usize, theme: &ThemeColours) -> Line<'static> {
    let (worker, _) = found.workers.first().copied().unwrap_or_default();
    let others = match found.workers.len() {
        0 | 1 => String::new(),
        count => format!(" +{}", count - 1),
    };
    let front = format!(" {:<6} ", controls::cut(found.finding.kind.word(), 6));
    let state = match &found.confirmation {
        FindingConfirmation::Waiting | FindingConfirmation::Impossible { .. } => "",
        FindingConfirmation::Trying { .. } => " …",
        FindingConfirmation::Confirmed { .. } => " ✓",
        FindingConfirmation::NotAgain { .. } => " ✗",
    };
    let who = format!(" worker {worker}{others}{state} ");
    let room = columns.saturating_sub(front.width() + who.width());
    let title = controls::cut(&controls::clean(&found.finding.title), room);
    let gap = " ".repeat(room.saturating_sub(title.width()));
    Line::from(vec![
        Span::styled(front, theme.fg(theme.bad)),
        Span::styled(title + &gap, theme.fg(theme.text)),
        Span::styled(who, theme.fg(theme.muted)),
    ])
}
