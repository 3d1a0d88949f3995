//! Building wrapped lines that know what they are about.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::protocol::ExchangeId;
use crate::tui::controls;
use crate::tui::theme::{ThemeColour, ThemeColours};

/// A line, and the question it belongs to.
pub struct ReasoningRow {
    /// What is drawn.
    pub line: Line<'static>,
    /// The first exchange of the question that it belongs to.
    pub about: Option<ExchangeId>,
    /// True for the heading of a question.
    pub heads: bool,
}

/// Lines being built.
pub struct ReasoningBlock<'a> {
    /// The lines so far.
    pub rows: Vec<ReasoningRow>,
    /// Columns there are.
    pub columns: usize,
    /// The colours.
    pub theme: &'a ThemeColours,
    /// The question that the next lines belong to.
    pub about: Option<ExchangeId>,
}

impl<'a> ReasoningBlock<'a> {
    /// No lines yet.
    pub fn new(columns: usize, theme: &'a ThemeColours) -> Self {
        Self { rows: Vec::new(), columns, theme, about: None }
    }

    /// Adds `line` as it is.
    pub fn push(&mut self, line: Line<'static>) {
        self.rows.push(ReasoningRow { line, about: self.about, heads: false });
    }

    /// `text` wrapped, behind `sign` in its first line and as far indented in the others.
    pub fn add(&mut self, sign: &str, sign_style: Style, text: &str, style: Style) {
        self.add_most(usize::MAX, sign, sign_style, text, style);
    }

    /// As [`ReasoningBlock::add`], in at most so many lines.
    pub fn add_most(
        &mut self,
        most: usize,
        sign: &str,
        sign_style: Style,
        text: &str,
        style: Style,
    ) {
        let indent = sign.width();
        let room = self.columns.saturating_sub(indent).max(8);
        // What cannot be seen anyway need not be wrapped.
        let text = match text.char_indices().nth(room.saturating_mul(most.saturating_add(1))) {
            Some((end, _)) => text.get(..end).unwrap_or(text),
            None => text,
        };
        let mut lines = controls::wrapped(&controls::clean(text), room);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                *last = controls::cut(&format!("{last} …"), room);
            }
        }
        for (place, line) in lines.into_iter().enumerate() {
            let front = if place == 0 { sign.to_owned() } else { " ".repeat(indent) };
            self.push(Line::from(vec![Span::styled(front, sign_style), Span::styled(line, style)]));
        }
    }

    /// Words that matter less.
    pub fn muted(&mut self, sign: &str, text: &str) {
        let style = self.theme.fg(self.theme.muted);
        self.add(sign, style, text, style);
    }

    /// Words in one colour.
    pub fn painted(&mut self, sign: &str, paint: ThemeColour, text: &str) {
        let style = self.theme.fg(paint);
        self.add(sign, style, text, style);
    }
}
