//! Help, made from the commands and the keys that are bound.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::ActionKind;
use crate::tui::command::{Command, Context};
use crate::tui::kit;
use crate::tui::kit::scroll::Scroll;
use crate::tui::pane::{Act, Layer, Mouse, Pane};
use crate::tui::theme::{Paint, Theme};
use crate::tui::view::View;

/// One row of help.
enum Row {
    Heading(String),
    /// Keys or a sign, and what they do or mean.
    Pair(String, String, Meaning),
    Gap,
}

/// What the left part of a row is painted as.
#[derive(Clone, Copy)]
enum Meaning {
    Key,
    Sign,
    Action(ActionKind),
}

/// Help as it stood when it was asked for.
pub struct Help {
    rows: Vec<Row>,
    scroll: Scroll,
}

/// Contexts in the order in which help shows them.
const CONTEXTS: [Context; 5] =
    [Context::Global, Context::Screen, Context::Widgets, Context::Model, Context::Reasoning];

/// The signs of outcomes in the Reasoning pane.
const OUTCOMES: [(&str, &str); 6] = [
    ("▶", "a proposal waits for you"),
    ("✓", "approved, by you or by the mode"),
    ("↷", "overridden: something else was done"),
    ("✗", "rejected with words"),
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

impl Help {
    /// Help on everything, what can be done now first.
    pub fn new(view: &View<'_>, panes: &[Box<dyn Pane>]) -> Self {
        let mut rows = vec![Row::Heading("Now".into())];
        rows.extend(crate::tui::app::now(view).into_iter().map(|command| pair(command, view)));
        for pane in panes {
            let commands = pane.commands(view);
            if !commands.is_empty() {
                rows.push(Row::Gap);
                rows.push(Row::Heading(format!("Now in {}", pane.id().titled(view.ride))));
                rows.extend(commands.into_iter().map(|command| pair(command, view)));
            }
        }
        for context in CONTEXTS {
            let commands = Command::ALL.iter().filter(|command| command.context() == context);
            let pairs: Vec<Row> = commands.map(|command| pair(*command, view)).collect();
            if !pairs.is_empty() {
                rows.push(Row::Gap);
                rows.push(Row::Heading(format!("All keys: {}", context.title())));
                rows.extend(pairs);
            }
        }
        rows.extend(legend());
        Self { rows, scroll: Scroll::default() }
    }
}

fn pair(command: Command, view: &View<'_>) -> Row {
    let keys = view.keymap.keys(command);
    let keys = if keys.is_empty() { "—".into() } else { keys };
    Row::Pair(keys, command.title().into(), Meaning::Key)
}

/// What signs and colours mean.
fn legend() -> Vec<Row> {
    let sign = |sign: String, what: &str| Row::Pair(sign, what.into(), Meaning::Sign);
    let timeline = crate::tui::app::LEGEND;
    let mut rows = vec![Row::Gap, Row::Heading("Signs of the timeline".into())];
    rows.extend(timeline.iter().map(|(letter, what)| sign(letter.to_string(), what)));
    rows.extend([Row::Gap, Row::Heading("Signs of decisions".into())]);
    rows.extend(OUTCOMES.iter().map(|(letter, what)| sign((*letter).into(), what)));
    rows.extend([Row::Gap, Row::Heading("Colours of actions".into())]);
    rows.extend(
        COLOURS
            .iter()
            .map(|(kind, what)| Row::Pair("███".into(), (*what).into(), Meaning::Action(*kind))),
    );
    rows
}

impl Row {
    fn line(&self, columns: usize, theme: &Theme) -> Line<'static> {
        match self {
            Self::Gap => Line::default(),
            Self::Heading(text) => Line::styled(kit::cut(text, columns), theme.heading()),
            Self::Pair(keys, what, meaning) => {
                let paint: Paint = match meaning {
                    Meaning::Key | Meaning::Sign => theme.accent,
                    Meaning::Action(kind) => theme.action(*kind),
                };
                let column = if columns < 50 { 9 } else { 16 };
                let keys = kit::cut(keys, column);
                let gap = column.saturating_sub(keys.width());
                let what = kit::cut(what, columns.saturating_sub(column + 3));
                Line::from(vec![
                    Span::styled(format!("  {keys}{} ", " ".repeat(gap)), theme.fg(paint)),
                    Span::styled(what, theme.fg(theme.text)),
                ])
            }
        }
    }
}

impl Layer for Help {
    fn title(&self) -> String {
        let told = self.scroll.told();
        if told.is_empty() { "Help".into() } else { format!("Help · {told}") }
    }

    fn size(&self, room: Rect, _view: &View<'_>) -> (u16, u16) {
        (room.width.min(72), room.height.saturating_sub(2).max(10))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![("↑ ↓ PgUp PgDn", "scroll"), ("Esc", "close")]
    }

    fn key(&mut self, key: KeyEvent, _view: &View<'_>) -> Vec<Act> {
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => vec![Act::Pop],
            _ => {
                self.scroll.key(key);
                Vec::new()
            }
        }
    }

    fn mouse(&mut self, mouse: Mouse, _area: Rect, _view: &View<'_>) -> Vec<Act> {
        if let Mouse::Wheel { notches, .. } = mouse {
            self.scroll.wheel(notches);
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
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
