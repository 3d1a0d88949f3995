//! A long text that is read: wrapped, scrolled and searched.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::input::LineInput;
use super::scroll::ScrollOffset;
use crate::tui::controls;
use crate::tui::pane::MessageTone;
use crate::tui::theme::ThemeColours;

/// A part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPassage {
    /// Its heading.
    pub heading: Option<String>,
    /// What it says.
    pub words: String,
    /// How the heading is meant.
    pub tone: Option<MessageTone>,
}

impl TextPassage {
    /// `words` under `heading`.
    pub fn new(heading: impl Into<String>, words: impl Into<String>) -> Self {
        Self { heading: Some(heading.into()), words: words.into(), tone: None }
    }

    /// `words` without a heading.
    pub fn plain(words: impl Into<String>) -> Self {
        Self { heading: None, words: words.into(), tone: None }
    }

    /// The same with a heading that is meant like this.
    pub fn toned(self, tone: MessageTone) -> Self {
        Self { tone: Some(tone), ..self }
    }
}

/// A line as it is drawn.
struct TextRow {
    text: String,
    /// True for a heading, whose tone it has then.
    heading: bool,
    tone: Option<MessageTone>,
}

/// A long text that is read.
#[derive(Default)]
pub struct TextReading {
    passages: Vec<TextPassage>,
    /// The text in rows of the width that was last drawn.
    rows: (usize, Vec<TextRow>),
    /// How far it is scrolled.
    pub scroll: ScrollOffset,
    /// What is searched for; `typing` while it is being written.
    sought: LineInput,
    typing: bool,
}

impl TextReading {
    /// The keys that work on it, with what they do.
    pub const HINTS: [(&'static str, &'static str); 3] =
        [("↑ ↓ PgUp PgDn", "scroll"), ("/", "search"), ("n N", "next, previous")];

    /// Reads these passages.
    pub fn new(passages: Vec<TextPassage>) -> Self {
        Self { passages, ..Self::default() }
    }

    /// Replaces the text; the scroll position and the search stay.
    pub fn set(&mut self, passages: Vec<TextPassage>) {
        if self.passages != passages {
            self.passages = passages;
            self.rows = (0, Vec::new());
        }
    }

    /// True while a search is being typed: it takes all keys then.
    pub const fn is_typing(&self) -> bool {
        self.typing
    }

    /// Wraps the text again if the width has changed.
    fn wrap(&mut self, columns: usize) {
        if self.rows.0 == columns {
            return;
        }
        let mut rows: Vec<TextRow> = Vec::new();
        for passage in &self.passages {
            if let Some(heading) = &passage.heading {
                if !rows.is_empty() {
                    rows.push(TextRow { text: String::new(), heading: false, tone: None });
                }
                let lines = controls::wrapped(&controls::clean(heading), columns);
                let tone = passage.tone;
                rows.extend(lines.into_iter().map(|text| TextRow { text, heading: true, tone }));
                if passage.words.is_empty() {
                    continue;
                }
            }
            let lines = passage.words.split('\n').flat_map(|line| indented(line, columns));
            rows.extend(lines.map(|text| TextRow { text, heading: false, tone: None }));
        }
        self.rows = (columns, rows);
    }

    fn has(&self, row: usize) -> bool {
        let sought = self.sought.text().to_lowercase();
        let row = self.rows.1.get(row);
        !sought.is_empty() && row.is_some_and(|row| row.text.to_lowercase().contains(&sought))
    }

    /// Scrolls to the next row with what is sought, from `from` on, around the end.
    fn find(&mut self, from: usize) {
        let count = self.rows.1.len();
        let found = (0..count).map(|by| (from + by) % count).find(|row| self.has(*row));
        if let Some(row) = found {
            self.scroll.top = row;
        }
    }

    /// As [`TextReading::find`], backwards.
    fn find_back(&mut self, before: usize) {
        let count = self.rows.1.len();
        let found = (1..=count).map(|by| (before + count - by) % count).find(|row| self.has(*row));
        if let Some(row) = found {
            self.scroll.top = row;
        }
    }

    /// Takes a key; false if that is not its business.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        if self.typing {
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
            return true;
        }
        match key.code {
            KeyCode::Char('/') => self.typing = true,
            KeyCode::Char('f') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.typing = true;
            }
            KeyCode::Char('n') => self.find(self.scroll.top + 1),
            KeyCode::Char('N') => self.find_back(self.scroll.top),
            _ => return self.scroll.key(key),
        }
        true
    }

    /// Takes pasted text if a search is being typed.
    pub fn paste(&mut self, text: &str) {
        if self.typing {
            self.sought.paste(text);
            self.find(self.scroll.top);
        }
    }

    /// Draws the text, and in the last row the position.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &ThemeColours) {
        self.wrap(usize::from(area.width));
        let height = area.height.saturating_sub(1);
        self.scroll.fit(self.rows.1.len(), height);
        let rows = self.rows.1.iter().enumerate().skip(self.scroll.top);
        for ((place, row), y) in rows.zip(area.y..area.y + height) {
            let style = if self.has(place) {
                theme.fg(theme.accent).add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
            } else {
                row.style(theme)
            };
            let line = Line::styled(row.text.clone(), style);
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
        let foot = Rect { y: area.y + height, height: area.height.min(1), ..area };
        frame.render_widget(self.foot(usize::from(area.width), theme), foot);
    }

    fn foot(&self, columns: usize, theme: &ThemeColours) -> Line<'static> {
        let muted = theme.fg(theme.muted);
        if !self.typing && self.sought.is_empty() {
            return Line::styled(self.scroll.position(), muted);
        }
        let hits = (0..self.rows.1.len()).filter(|row| self.has(*row)).count();
        let message = format!("  {hits} lines · {}", self.scroll.position());
        let mut spans = vec![Span::styled("/ ", theme.heading())];
        let room = columns.saturating_sub(message.chars().count() + 2).max(4);
        spans.extend(self.sought.spans(room, self.typing, theme));
        spans.push(Span::styled(message, muted));
        Line::from(spans)
    }
}

impl TextRow {
    fn style(&self, theme: &ThemeColours) -> Style {
        match (self.heading, self.tone) {
            (false, _) => theme.fg(theme.text),
            (true, None) => theme.heading(),
            (true, Some(tone)) => theme.fg(theme.tone(tone)).add_modifier(Modifier::BOLD),
        }
    }
}

/// `line` wrapped, every part of it as far indented as the first: stack traces stay readable.
pub fn indented(line: &str, columns: usize) -> Vec<String> {
    let line = controls::clean(&line.replace('\t', "    "));
    let words = line.trim_start();
    let indent = " ".repeat((line.len() - words.len()).min(columns / 2));
    let parts = controls::wrapped(words, columns.saturating_sub(indent.len()));
    parts.into_iter().map(|part| format!("{indent}{part}")).collect()
}
