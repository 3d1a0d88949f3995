//! A long text, read on the whole screen: wrapped, scrolled, searched, copied.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use crate::tui::kit;
use crate::tui::kit::input::Input;
use crate::tui::kit::scroll::Scroll;
use crate::tui::pane::{Act, Layer, Mouse};
use crate::tui::theme::Theme;
use crate::tui::view::View;

/// A long text.
pub struct Reader {
    title: String,
    text: String,
    /// The text in lines of the width that was last drawn.
    wrapped: (usize, Vec<String>),
    scroll: Scroll,
    /// What is searched for; `typing` while it is being written.
    sought: Input,
    typing: bool,
}

impl Reader {
    /// Shows `text` under `title`.
    pub fn new(title: impl Into<String>, text: String) -> Self {
        Self {
            title: kit::clean(&title.into()),
            text,
            wrapped: (0, Vec::new()),
            scroll: Scroll::default(),
            sought: Input::default(),
            typing: false,
        }
    }

    /// Wraps the text anew where the width has changed.
    fn wrap(&mut self, columns: usize) {
        if self.wrapped.0 == columns {
            return;
        }
        let lines = self.text.split('\n').flat_map(|line| indented(line, columns));
        self.wrapped = (columns, lines.collect());
    }

    fn sought(&self) -> String {
        self.sought.text().to_lowercase()
    }

    fn has(&self, line: usize) -> bool {
        let sought = self.sought();
        !sought.is_empty()
            && self.wrapped.1.get(line).is_some_and(|line| line.to_lowercase().contains(&sought))
    }

    /// Scrolls to the next line with what is sought, from `from` on, around the end.
    fn find(&mut self, from: usize) {
        let count = self.wrapped.1.len();
        let found = (0..count).map(|by| (from + by) % count).find(|line| self.has(*line));
        if let Some(line) = found {
            self.scroll.top = line;
        }
    }

    /// As [`Reader::find`], backwards.
    fn find_back(&mut self, before: usize) {
        let count = self.wrapped.1.len();
        let found =
            (1..=count).map(|by| (before + count - by) % count).find(|line| self.has(*line));
        if let Some(line) = found {
            self.scroll.top = line;
        }
    }

    fn key_while_typing(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Enter => self.typing = false,
            KeyCode::Esc => {
                self.typing = false;
                self.sought.clear();
            }
            _ => {
                self.sought.key(key);
                self.find(self.scroll.top);
            }
        }
    }

    fn foot(&self, columns: usize, theme: &Theme) -> Line<'static> {
        let muted = theme.fg(theme.muted);
        if !self.typing && self.sought.is_empty() {
            return Line::styled(self.scroll.told(), muted);
        }
        let hits = (0..self.wrapped.1.len()).filter(|line| self.has(*line)).count();
        let told = format!("  {hits} lines · {}", self.scroll.told());
        let mut spans = vec![Span::styled("/ ", theme.heading())];
        let room = columns.saturating_sub(told.chars().count() + 2).max(4);
        spans.extend(self.sought.spans(room, self.typing, theme));
        spans.push(Span::styled(told, muted));
        Line::from(spans)
    }
}

/// `line` wrapped, every part of it as far indented as the first: stack traces stay readable.
fn indented(line: &str, columns: usize) -> Vec<String> {
    let line = kit::clean(&line.replace('\t', "    "));
    let words = line.trim_start();
    let indent = " ".repeat((line.len() - words.len()).min(columns / 2));
    let parts = kit::wrapped(words, columns.saturating_sub(indent.len()));
    parts.into_iter().map(|part| format!("{indent}{part}")).collect()
}

impl Layer for Reader {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self, room: Rect, _view: &View<'_>) -> (u16, u16) {
        (room.width, room.height)
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        if self.typing {
            return vec![("Enter", "done"), ("Esc", "forget")];
        }
        vec![
            ("↑ ↓ PgUp PgDn", "scroll"),
            ("/", "search"),
            ("n N", "next, previous"),
            ("y", "copy"),
            ("Esc", "close"),
        ]
    }

    fn key(&mut self, key: KeyEvent, _view: &View<'_>) -> Vec<Act> {
        if self.typing {
            self.key_while_typing(key);
            return Vec::new();
        }
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return vec![Act::Pop],
            KeyCode::Char('y') => return vec![Act::Copy(self.text.clone())],
            KeyCode::Char('/') => self.typing = true,
            KeyCode::Char('f') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.typing = true;
            }
            KeyCode::Char('n') => self.find(self.scroll.top + 1),
            KeyCode::Char('N') => self.find_back(self.scroll.top),
            _ => {
                self.scroll.key(key);
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &View<'_>) -> Vec<Act> {
        if self.typing {
            self.sought.paste(text);
            self.find(self.scroll.top);
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: Mouse, _area: Rect, _view: &View<'_>) -> Vec<Act> {
        if let Mouse::Wheel { notches, .. } = mouse {
            self.scroll.wheel(notches);
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        self.wrap(usize::from(area.width));
        let height = area.height.saturating_sub(1);
        self.scroll.fit(self.wrapped.1.len(), height);
        let lines = self.wrapped.1.iter().enumerate().skip(self.scroll.top);
        for ((place, line), y) in lines.zip(area.y..area.y + height) {
            let mut style = theme.fg(theme.text);
            if self.has(place) {
                style = theme.fg(theme.accent).add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            }
            let row = Rect { y, height: 1, ..area };
            frame.render_widget(Line::styled(line.clone(), style), row);
        }
        let foot = Rect { y: area.y + height, height: area.height.min(1), ..area };
        frame.render_widget(self.foot(usize::from(area.width), theme), foot);
    }
}

#[cfg(test)]
mod tests;
