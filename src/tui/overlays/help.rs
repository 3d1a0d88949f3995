//! Help, made from the commands and the keys that are bound.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::ActionKind;
use crate::tui::command::{KeyContext, UiCommand};
use crate::tui::controls;
use crate::tui::controls::scroll::ScrollOffset;
use crate::tui::pane::{MouseInput, OverlayLayer, Pane, UiAct};
use crate::tui::theme::{ThemeColour, ThemeColours};
use crate::tui::view::ViewContext;

/// One row of help.
enum HelpRow {
    Heading(String),
    /// Keys or a sign, and what they do or mean.
    Pair(String, String, HelpStyle),
    Gap,
}

/// What the left part of a row is painted as.
#[derive(Clone, Copy)]
enum HelpStyle {
    Key,
    Sign,
    Action(ActionKind),
}

/// Help as it stood when it was asked for.
pub struct HelpOverlay {
    rows: Vec<HelpRow>,
    scroll: ScrollOffset,
}

/// The signs of outcomes in the Reasoning pane.
const OUTCOMES: [(&str, &str); 6] = [
    ("▶", "a proposal waits for you"),
    ("✓", "approved, by you or automatically"),
    ("↷", "overridden: something else was done"),
    ("✗", "rejected with a reason"),
    ("»", "skipped"),
    ("■", "stopped"),
];

/// Colours of actions, by an example of each group.
const COLOURS: [(ActionKind, &str); 5] = [
    (ActionKind::Tap, "taps"),
    (ActionKind::LongTap, "long and double taps"),
    (ActionKind::Type, "typing"),
    (ActionKind::Scroll, "scrolls, swipes, drags, pinches"),
    (ActionKind::Key, "keys, rotation, intents"),
];

impl HelpOverlay {
    /// Help on everything, what can be done now first.
    pub fn new(view: &ViewContext<'_>, panes: &[Box<dyn Pane>]) -> Self {
        let mut rows = vec![HelpRow::Heading("Possible now".into())];
        rows.extend(crate::tui::app::now(view).into_iter().map(|command| pair(command, view)));
        for pane in panes {
            let commands = pane.commands(view);
            if !commands.is_empty() {
                rows.push(HelpRow::Gap);
                rows.push(HelpRow::Heading(format!("Now in {}", pane.id().title(view.surface))));
                rows.extend(commands.into_iter().map(|command| pair(command, view)));
            }
        }
        for context in KeyContext::all() {
            let commands = UiCommand::all().filter(|command| command.context() == context);
            let pairs: Vec<HelpRow> = commands.map(|command| pair(command, view)).collect();
            if !pairs.is_empty() {
                let heading = match context {
                    KeyContext::Global => "Keys in all panes".to_owned(),
                    KeyContext::Pane(pane) => {
                        format!("Keys in {} only", pane.title(view.surface))
                    }
                };
                rows.push(HelpRow::Gap);
                rows.push(HelpRow::Heading(heading));
                rows.extend(pairs);
            }
        }
        rows.extend(legend());
        Self { rows, scroll: ScrollOffset::default() }
    }
}

fn pair(command: UiCommand, view: &ViewContext<'_>) -> HelpRow {
    let keys = view.keymap.keys(command);
    let keys = if keys.is_empty() { "—".into() } else { keys };
    HelpRow::Pair(keys, view.title(command).into(), HelpStyle::Key)
}

/// What signs and colours mean.
fn legend() -> Vec<HelpRow> {
    let sign = |sign: String, what: &str| HelpRow::Pair(sign, what.into(), HelpStyle::Sign);
    let timeline = crate::tui::app::LEGEND;
    let mut rows = vec![HelpRow::Gap, HelpRow::Heading("Signs of the timeline".into())];
    rows.extend(timeline.iter().map(|(letter, what)| sign(letter.to_string(), what)));
    rows.extend([HelpRow::Gap, HelpRow::Heading("Signs of decisions".into())]);
    rows.extend(OUTCOMES.iter().map(|(letter, what)| sign((*letter).into(), what)));
    rows.extend([HelpRow::Gap, HelpRow::Heading("Colours of actions".into())]);
    rows.extend(
        COLOURS.iter().map(|(kind, what)| {
            HelpRow::Pair("███".into(), (*what).into(), HelpStyle::Action(*kind))
        }),
    );
    rows
}

impl HelpRow {
    fn line(&self, columns: usize, theme: &ThemeColours) -> Line<'static> {
        match self {
            Self::Gap => Line::default(),
            Self::Heading(text) => Line::styled(controls::cut(text, columns), theme.heading()),
            Self::Pair(keys, what, meaning) => {
                let paint: ThemeColour = match meaning {
                    HelpStyle::Key | HelpStyle::Sign => theme.accent,
                    HelpStyle::Action(kind) => theme.action(*kind),
                };
                let column = if columns < 50 { 9 } else { 16 };
                let keys = controls::cut(keys, column);
                let gap = column.saturating_sub(keys.width());
                let what = controls::cut(what, columns.saturating_sub(column + 3));
                Line::from(vec![
                    Span::styled(format!("  {keys}{} ", " ".repeat(gap)), theme.fg(paint)),
                    Span::styled(what, theme.fg(theme.text)),
                ])
            }
        }
    }
}

impl OverlayLayer for HelpOverlay {
    fn title(&self) -> String {
        let message = self.scroll.position();
        if message.is_empty() { "Help".into() } else { format!("Help · {message}") }
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(72), room.height.saturating_sub(2).max(10))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![("↑ ↓ PgUp PgDn", "scroll"), ("Esc", "close")]
    }

    fn key(&mut self, key: KeyEvent, _view: &ViewContext<'_>) -> Vec<UiAct> {
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => vec![UiAct::Pop],
            _ => {
                self.scroll.key(key);
                Vec::new()
            }
        }
    }

    fn mouse(&mut self, mouse: MouseInput, _area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let MouseInput::Wheel { notches, .. } = mouse {
            self.scroll.wheel(notches);
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.scroll.fit(self.rows.len(), area.height);
        let rows = self.rows.iter().skip(self.scroll.top);
        for (row, y) in rows.zip(area.y..area.bottom()) {
            let line = row.line(usize::from(area.width), view.theme);
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
    }
}

#[cfg(test)]
mod tests;
