//! What lies over the fleet view: help, the question whether to end, a finding.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::app::FleetApp;
use crate::engine::fleet::FleetFinding;
use crate::tui::app::{layer_border, middle};
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::controls::scroll::ScrollOffset;
use crate::tui::keymap::Keymap;

/// Columns of a text that is read.
const WIDTH: u16 = 72;

/// What lies over the fleet view.
pub(super) enum FleetOverlay {
    /// The question whether to end the fleet.
    Quit,
    /// Something to read.
    Text(OverlayText),
}

/// A text with its title.
pub(super) struct OverlayText {
    title: String,
    lines: Vec<String>,
    scroll: ScrollOffset,
}

/// The commands that work in the fleet view, with what they do there.
pub(super) const COMMANDS: &[(UiCommand, &str)] = &[
    (UiCommand::Up, "The worker or finding above"),
    (UiCommand::Down, "The worker or finding below"),
    (UiCommand::Left, "The tile to the left"),
    (UiCommand::Right, "The tile to the right"),
    (UiCommand::PageUp, "A page up"),
    (UiCommand::PageDown, "A page down"),
    (UiCommand::Top, "The first one"),
    (UiCommand::Bottom, "The last one"),
    (UiCommand::Open, "Join the worker; the others go on"),
    (UiCommand::FocusNext, "Workers or findings"),
    (UiCommand::Findings, "Findings, the newest first; Enter opens one"),
    (UiCommand::ScreenView, "Tiles or a list of the workers"),
    (UiCommand::Theme, "Next theme"),
    (UiCommand::Help, "Help"),
    (UiCommand::Suspend, "Suspend the program"),
    (UiCommand::Quit, "End the fleet; ^c again while it ends: at once"),
];

impl FleetOverlay {
    /// The keys, as they are bound.
    pub(super) fn help(keymap: &Keymap) -> Self {
        let line = |(command, what): &(UiCommand, &str)| {
            let keys = keymap.keys(*command);
            format!("{keys}{} {what}", " ".repeat(14_usize.saturating_sub(keys.width())))
        };
        Self::text("Help", COMMANDS.iter().map(line).collect())
    }

    /// A finding with its evidence.
    pub(super) fn finding(found: &FleetFinding) -> Self {
        let finding = &found.finding;
        let mut lines = vec![finding.title.clone(), String::new()];
        let seen = |(worker, step): &(usize, u64)| format!("worker {worker} at step {step}");
        lines.push(format!(
            "found by {}",
            found.workers.iter().map(seen).collect::<Vec<_>>().join(", ")
        ));
        lines.push(found.confirmation.words());
        for (name, text) in [("expected", &finding.expected), ("actual", &finding.actual)] {
            if !text.is_empty() {
                lines.push(format!("{name}: {text}"));
            }
        }
        lines.push(String::new());
        lines.extend(finding.detail.lines().map(str::to_owned));
        Self::text(finding.kind.word(), lines)
    }

    fn text(title: &str, lines: Vec<String>) -> Self {
        let (title, scroll) = (title.to_owned(), ScrollOffset::default());
        Self::Text(OverlayText { title, lines, scroll })
    }

    /// Takes a key; true if it is closed by it.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        match self {
            Self::Quit => false,
            Self::Text(text) => {
                let closes =
                    matches!(key.code, KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?'));
                !text.scroll.key(key) && closes
            }
        }
    }

    /// Takes the wheel.
    pub(super) fn wheel(&mut self, notches: i32) {
        if let Self::Text(text) = self {
            text.scroll.wheel(notches);
        }
    }
}

/// Draws what lies over the view.
pub(super) fn draw(app: &mut FleetApp, frame: &mut Frame<'_>, room: Rect) {
    let theme = app.theme.clone();
    let steps = controls::counted(app.board.steps(), "step");
    let workers = controls::counted(app.board.left() as u64, "worker");
    match &mut app.overlay {
        None => {}
        Some(FleetOverlay::Quit) => {
            let question =
                format!("End the {workers} after {steps}? Their sessions stay recorded.");
            let mut lines = controls::wrapped(&question, 52);
            lines.push("y yes · n no".into());
            let area = layer_border(
                frame,
                middle(room, 56, lines.len() as u16 + 2),
                "Please confirm",
                &theme,
            );
            let last = lines.len().saturating_sub(1);
            for ((place, line), y) in lines.into_iter().enumerate().zip(area.y..area.bottom()) {
                let style = if place == last { theme.heading() } else { theme.fg(theme.text) };
                frame.render_widget(Line::styled(line, style), Rect { y, height: 1, ..area });
            }
        }
        Some(FleetOverlay::Text(text)) => {
            let width = WIDTH.min(room.width);
            let wrap =
                |line: &String| controls::wrapped(&controls::clean(line), usize::from(width) - 2);
            let lines: Vec<String> = text.lines.iter().flat_map(wrap).collect();
            let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
            let area = middle(room, width, height.min(room.height.saturating_sub(2)));
            text.scroll.fit(lines.len(), area.height.saturating_sub(2));
            let title = controls::joined([text.title.as_str(), &text.scroll.position()]);
            let inside = layer_border(frame, area, &title, &theme);
            let rows = lines.into_iter().skip(text.scroll.top).zip(inside.y..inside.bottom());
            for (line, y) in rows {
                let line = Line::from(Span::styled(line, theme.fg(theme.text)));
                frame.render_widget(line, Rect { y, height: 1, ..inside });
            }
        }
    }
}
