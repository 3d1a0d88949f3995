//! The workers as a list, a row each.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::app::{FleetApp, FleetPane};
use super::worker::{WorkerReport, WorkerStatus};
use crate::domain::short_location;
use crate::session::EnginePhase;
use crate::tui::controls;
use crate::tui::theme::{ThemeColour, ThemeColours};

/// From these widths on what a step takes, and the explorer, have a column.
const WITH_PACE: usize = 92;
const WITH_EXPLORER: usize = 110;

/// The width of the number, and of what is between target and action but for what a step takes.
const FIXED: usize = 4 + 18 + 10 + 7 + 6;

/// The columns of a row.
struct WorkerColumns {
    target: usize,
    explorer: usize,
    pace: usize,
    action: usize,
}

impl WorkerColumns {
    fn of(columns: usize) -> Self {
        let explorer = if columns >= WITH_EXPLORER { 15 } else { 0 };
        let pace = if columns >= WITH_PACE { 8 } else { 0 };
        let rest = columns.saturating_sub(FIXED + explorer + pace);
        let target = (rest * 2 / 5).clamp(8, 28);
        Self { target, explorer, pace, action: rest.saturating_sub(target) }
    }

    /// The texts in their columns: number, target, explorer; doing, step, states; found; time of a step; action.
    fn fill(&self, texts: [&str; 9]) -> [String; 5] {
        let [number, target, explorer, doing, step, states, found, pace, action] = texts;
        [
            format!("{number:>3} {}{}", field(target, self.target), field(explorer, self.explorer)),
            format!("{}{step:>9} {states:>6} ", field(doing, 18)),
            format!("{found:>5} "),
            if self.pace > 0 { format!("{pace:>7} ") } else { String::new() },
            controls::cut(action, self.action),
        ]
    }
}

/// `text` in so many columns, of which one stays empty.
fn field(text: &str, width: usize) -> String {
    let text = controls::cut(text, width.saturating_sub(1));
    let gap = width.saturating_sub(text.width());
    text + &" ".repeat(gap)
}

/// What a worker does, in a word or two, and its sign and colour.
pub(super) fn doing(
    worker: &WorkerReport,
    now_ms: u64,
    theme: &ThemeColours,
) -> (&'static str, String, ThemeColour) {
    if let Some(seconds) = worker.silent(now_ms) {
        return ("!", format!("silent {seconds} s"), theme.warning);
    }
    match &worker.status {
        WorkerStatus::Starting => ("○", "starting".into(), theme.muted),
        WorkerStatus::Dead(_) => ("↻", "starting again".into(), theme.warning),
        WorkerStatus::Ended(None) => ("■", "done".into(), theme.muted),
        WorkerStatus::Ended(Some(_)) => ("✗", "ended early".into(), theme.bad),
        WorkerStatus::Working(_) if worker.waits() => {
            ("▶", EnginePhase::Waiting.word().into(), theme.proposed)
        }
        // Without a tester it is decided at once.
        WorkerStatus::Working(EnginePhase::Waiting) => {
            ("●", EnginePhase::Thinking.word().into(), theme.good)
        }
        WorkerStatus::Working(phase) => ("●", phase.word().into(), theme.good),
    }
}

/// What a worker did last and where, or why it does nothing.
pub(super) fn latest(worker: &WorkerReport) -> String {
    match &worker.status {
        WorkerStatus::Dead(why) | WorkerStatus::Ended(Some(why)) => controls::clean(why),
        _ => {
            let location = worker.observed().map_or("", |seen| short_location(&seen.location));
            let action = worker.action();
            controls::clean(&controls::joined([location, &action]))
        }
    }
}

/// How far a worker is: `12/25`.
pub(super) fn progress(worker: &WorkerReport) -> String {
    let of = worker.wanted.map(|wanted| format!("/{wanted}")).unwrap_or_default();
    format!("{}{of}", worker.steps)
}

/// Draws the list; the selected worker is always in sight.
pub(super) fn draw(app: &mut FleetApp, frame: &mut Frame<'_>, area: Rect) {
    let columns = WorkerColumns::of(usize::from(area.width));
    let muted = app.theme.fg(app.theme.muted);
    let names =
        ["#", "target", "explorer", "doing", "step", "states", "found", "s/step", "last action"];
    let heading = Line::styled(columns.fill(names).concat(), muted);
    frame.render_widget(heading, Rect { height: area.height.min(1), ..area });
    let rows = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    (app.rows, app.grid) = (rows, None);
    app.tiles.clear();
    app.scroll.fit(app.board.workers.len(), rows.height);
    app.scroll.show(app.selected);
    let shown = app.board.workers.iter().enumerate().skip(app.scroll.top);
    for ((place, worker), y) in shown.zip(rows.y..rows.bottom()) {
        let line = row(app, place, worker, &columns);
        let row = Rect { y, height: 1, ..rows };
        frame.render_widget(line, row);
        if place == app.selected {
            let style = match app.focus {
                FleetPane::Workers => app.theme.selection(),
                FleetPane::Findings => app.theme.heading(),
            };
            frame.buffer_mut().set_style(row, style);
        }
    }
}

fn row(
    app: &FleetApp,
    place: usize,
    worker: &WorkerReport,
    columns: &WorkerColumns,
) -> Line<'static> {
    let theme = &app.theme;
    let (sign, doing, paint) = doing(worker, app.board.now_ms, theme);
    let pace = worker.step_ms.map_or("–".into(), |ms| format!("{:.2}", ms / 1000.0));
    let found = if worker.findings > 0 { worker.findings.to_string() } else { String::new() };
    let (number, states) = ((place + 1).to_string(), worker.states.to_string());
    let [name, does, found, pace, action] = columns.fill([
        &number,
        &controls::clean(&worker.target),
        &worker.explorer,
        &format!("{sign} {doing}"),
        &progress(worker),
        &states,
        &found,
        &pace,
        &latest(worker),
    ]);
    Line::from(vec![
        Span::styled(name, theme.fg(theme.text)),
        Span::styled(does, theme.fg(paint)),
        Span::styled(found, theme.fg(theme.bad)),
        Span::styled(pace, theme.fg(theme.muted)),
        Span::styled(action, theme.fg(theme.text)),
    ])
}
