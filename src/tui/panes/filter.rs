//! The filter of a list: words that a row must have, applied as they are typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::Widget;
use crate::tui::controls;
use crate::tui::theme::ThemeColours;

/// The filter, and whether it is being typed.
#[derive(Debug, Default)]
pub struct ListFilter {
    text: String,
    words: Vec<String>,
    open: bool,
}

impl ListFilter {
    /// Begins to take letters.
    pub const fn start(&mut self) {
        self.open = true;
    }

    /// True while it takes letters.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// True if it filters nothing.
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// True if its line is to be shown.
    pub const fn is_shown(&self) -> bool {
        self.open || !self.is_empty()
    }

    /// The areas of the rows, below the heading, and of the filter's line, if it is shown.
    pub const fn areas(&self, area: Rect) -> (Rect, Option<Rect>) {
        let with_filter = self.is_shown() && area.height > 2;
        let below = with_filter as u16;
        let rows = Rect {
            y: area.y.saturating_add(1),
            height: area.height.saturating_sub(1 + below),
            ..area
        };
        let line = Rect { y: area.y + area.height.saturating_sub(1), height: 1, ..area };
        (rows, if with_filter { Some(line) } else { None })
    }

    /// Takes a key; false if it means nothing to a filter, such as the arrows.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let is_letter = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        match key.code {
            KeyCode::Esc => {
                self.text.clear();
                self.open = false;
            }
            KeyCode::Enter => self.open = false,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => self.text.clear(),
            KeyCode::Char(letter) if is_letter => self.text.push(letter),
            _ => return false,
        }
        self.split();
        true
    }

    /// Takes pasted text.
    pub fn paste(&mut self, text: &str) {
        self.text.push_str(&controls::clean(text));
        self.split();
    }

    fn split(&mut self) {
        self.words = self.text.to_lowercase().split_whitespace().map(str::to_owned).collect();
    }

    /// True if `widget` has every word somewhere: number, kind, label, texts, id, class, actions.
    pub fn takes(&self, widget: &Widget) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let number = widget.number.to_string();
        let mut said = String::new();
        for part in [
            widget.role().word(),
            &widget.label,
            &widget.text,
            &widget.content_desc,
            &widget.hint,
            widget.short_id(),
            widget.short_class(),
        ] {
            said.push_str(part);
            said.push('\n');
        }
        for kind in &widget.actions {
            said.push_str(kind.word());
            said.push('\n');
        }
        let said = said.to_lowercase();
        self.words.iter().all(|word| said.contains(word.as_str()) || *word == number)
    }

    /// True if `text` has every word.
    pub fn takes_text(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.words.iter().all(|word| text.contains(word.as_str()))
    }

    /// Its line in `columns`.
    pub fn line(&self, theme: &ThemeColours, columns: usize) -> Line<'static> {
        let hint = if self.open { "Enter keeps, Esc clears" } else { "" };
        let room = columns.saturating_sub(9);
        // The end is where letters are added.
        let mut text = controls::clean(&self.text);
        while text.width() > room {
            text.remove(0);
        }
        let rest = room.saturating_sub(text.width() + 2);
        let mut line = Line::from(vec![
            Span::styled("filter: ", theme.heading()),
            Span::styled(text, theme.fg(theme.text)),
        ]);
        if self.open {
            line.push_span(Span::styled("▏", theme.fg(theme.accent)));
            if rest >= hint.width() {
                line.push_span(Span::styled(format!("  {hint}"), theme.fg(theme.muted)));
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::testing::fixtures;

    fn typed(text: &str) -> ListFilter {
        let mut filter = ListFilter::default();
        filter.start();
        for letter in text.chars() {
            assert!(filter.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        }
        filter
    }

    fn passing(filter: &ListFilter) -> Vec<usize> {
        let screen = fixtures::screen();
        let widgets = screen.widgets.iter().filter(|widget| filter.takes(widget));
        widgets.map(|widget| widget.number).collect()
    }

    #[test]
    fn every_word_must_be_there() {
        let all = passing(&typed(""));
        let rows = passing(&typed("row"));
        let milk = passing(&typed("ROW milk"));
        assert!(all.len() > rows.len() && rows.len() > milk.len() && !milk.is_empty());
        assert_eq!(passing(&typed("no-such-word")), [0; 0]);
    }

    #[test]
    fn a_number_means_that_widget() {
        assert!(passing(&typed("4")).contains(&4));
    }

    #[test]
    fn escape_clears_the_filter() {
        let mut filter = typed("milk");
        assert!(!filter.key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE)), "arrows go on");
        assert!(!filter.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        filter.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
        assert!(!filter.is_open() && filter.is_shown());
        filter.start();
        filter.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
        assert!(!filter.is_shown() && filter.is_empty());
    }

    #[test]
    fn the_end_of_a_long_filter_stays_in_sight() {
        let theme = ThemeColours::bundled("dark", crate::tui::theme::ColourDepth::True).unwrap();
        let mut filter = typed("a");
        filter.paste("bcdefghijklmnopqrstuvw\nxyz");
        let line = filter.line(&theme, 20).to_string();
        assert!(line.contains("xyz") && line.width() <= 20, "{line:?}");
    }
}
