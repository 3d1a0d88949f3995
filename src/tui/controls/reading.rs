//! A long text that is read: wrapped, scrolled and searched.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::highlight::{self, WithinText};
use super::input::LineInput;
use super::scroll::ScrollOffset;
use crate::tui::controls;
use crate::tui::pane::MessageTone;
use crate::tui::theme::ThemeColours;

/// Longer passages can be folded, in rows; of a folded one the first [`FOLDED`] are shown.
const LONG: usize = 14;

/// Rows that are shown of a folded passage.
const FOLDED: usize = 3;

/// What the words of a passage are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassageForm {
    /// Words.
    #[default]
    Words,
    /// JSON.
    Json,
    /// Names and values, one below the other.
    Named,
}

/// A part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPassage {
    /// Its heading.
    pub heading: Option<String>,
    /// What it says.
    pub words: String,
    /// How the heading is meant.
    pub tone: Option<MessageTone>,
    /// What the words are.
    pub form: PassageForm,
    /// True if it is folded at first, should it be long.
    pub folds: bool,
}

impl TextPassage {
    /// `words` under `heading`.
    pub fn new(heading: impl Into<String>, words: impl Into<String>) -> Self {
        Self { heading: Some(heading.into()), words: words.into(), ..Self::default() }
    }

    /// `words` without a heading.
    pub fn plain(words: impl Into<String>) -> Self {
        Self { words: words.into(), ..Self::default() }
    }

    /// The same with a heading that is meant like this.
    pub fn toned(self, tone: MessageTone) -> Self {
        Self { tone: Some(tone), ..self }
    }

    /// The same with words that are this.
    pub fn formed(self, form: PassageForm) -> Self {
        Self { form, ..self }
    }

    /// The same, folded at first.
    pub fn folding(self) -> Self {
        Self { folds: true, ..self }
    }
}

/// A line as it is drawn.
#[derive(Default)]
struct TextRow {
    text: String,
    /// True for a heading, whose tone it has then.
    heading: bool,
    tone: Option<MessageTone>,
    form: PassageForm,
    /// The row begins inside of a text of JSON.
    within: WithinText,
    /// The passage it belongs to.
    passage: usize,
}

/// A long text that is read.
#[derive(Default)]
pub struct TextReading {
    passages: Vec<TextPassage>,
    /// The text in rows of the width that was last drawn.
    rows: (usize, Vec<TextRow>),
    /// The passages that are not as they were at first: unfolded, or folded.
    turned: Vec<usize>,
    /// How far it is scrolled.
    pub scroll: ScrollOffset,
    /// What is searched for; `typing` while it is being written.
    sought: LineInput,
    typing: bool,
}

impl TextReading {
    /// The keys that work on it, with what they do.
    pub const HINTS: [(&'static str, &'static str); 4] = [
        ("↑ ↓ PgUp PgDn", "scroll"),
        ("/", "search"),
        ("n N", "next, previous"),
        ("z Z", "fold the part at the top, or all"),
    ];

    /// Reads these passages.
    pub fn new(passages: Vec<TextPassage>) -> Self {
        Self { passages, ..Self::default() }
    }

    /// Replaces the text; the scroll position and the search stay.
    pub fn set(&mut self, passages: Vec<TextPassage>) {
        if self.passages != passages {
            if self.passages.len() != passages.len() {
                self.turned.clear();
            }
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
        for (number, passage) in self.passages.iter().enumerate() {
            let row = |text: String| TextRow { text, passage: number, ..TextRow::default() };
            if let Some(heading) = &passage.heading {
                if !rows.is_empty() {
                    rows.push(row(String::new()));
                }
                let lines = controls::wrapped(&controls::clean(heading), columns);
                let tone = passage.tone;
                rows.extend(lines.into_iter().map(|text| TextRow {
                    heading: true,
                    tone,
                    ..row(text)
                }));
                if passage.words.is_empty() {
                    continue;
                }
            }
            let lines = passage.words.split('\n').flat_map(|line| indented(line, columns));
            let form = passage.form;
            let mut lines: Vec<TextRow> = lines.map(|text| TextRow { form, ..row(text) }).collect();
            if self.is_folded(number) && lines.len() > LONG {
                let more = lines.len() - FOLDED;
                lines.truncate(FOLDED);
                lines.push(row(format!("… {more} more lines; z unfolds")));
            }
            rows.extend(lines);
        }
        if rows.iter().any(|row| row.form == PassageForm::Json) {
            mark_texts(&mut rows);
        }
        self.rows = (columns, rows);
    }

    fn is_folded(&self, passage: usize) -> bool {
        let folds = self.passages.get(passage).is_some_and(|passage| passage.folds);
        folds != self.turned.contains(&passage)
    }

    /// Folds or unfolds the passage at the top, or all of them.
    fn fold(&mut self, all: bool) {
        let Some(top) = self.rows.1.get(self.scroll.top).map(|row| row.passage) else { return };
        let to = !self.is_folded(top);
        let passages = if all { 0..self.passages.len() } else { top..top + 1 };
        for passage in passages {
            if self.is_folded(passage) != to {
                match self.turned.iter().position(|turned| *turned == passage) {
                    Some(place) => {
                        self.turned.remove(place);
                    }
                    None => self.turned.push(passage),
                }
            }
        }
        let columns = self.rows.0;
        self.rows.0 = 0;
        self.wrap(columns);
        let top = self.rows.1.iter().position(|row| row.passage == top && !row.text.is_empty());
        self.scroll.top = top.unwrap_or(0);
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
            KeyCode::Char('z') => self.fold(false),
            KeyCode::Char('Z') => self.fold(true),
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
            let line = if self.has(place) {
                let found = theme.fg(theme.accent);
                Line::styled(
                    row.text.clone(),
                    found.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
                )
            } else {
                row.line(theme)
            };
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

/// Tells each row of JSON whether it begins inside of a text.
fn mark_texts(rows: &mut [TextRow]) {
    let mut within = WithinText::default();
    let mut passage = None;
    for row in rows.iter_mut().filter(|row| row.form == PassageForm::Json) {
        if passage.replace(row.passage) != Some(row.passage) {
            within = WithinText::default();
        }
        row.within = within;
        within.follow(&row.text);
    }
}

impl TextRow {
    fn line(&self, theme: &ThemeColours) -> Line<'static> {
        match self.form {
            PassageForm::Words => Line::styled(self.text.clone(), self.style(theme)),
            PassageForm::Json => {
                let mut within = self.within;
                Line::from(highlight::json(&self.text, &mut within, theme))
            }
            PassageForm::Named => Line::from(highlight::named(&self.text, theme)),
        }
    }

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
