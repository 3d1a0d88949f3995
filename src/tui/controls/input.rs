//! One line that is typed into.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;
use ratatui::text::Span;
use unicode_width::UnicodeWidthChar as _;

use super::clean;
use crate::tui::theme::ThemeColours;

/// One line that is typed into.
#[derive(Default)]
pub struct LineInput {
    letters: Vec<char>,
    /// Where the next letter goes, in letters.
    at: usize,
    /// True if dots are shown instead of the letters.
    pub hidden: bool,
}

impl LineInput {
    /// A line that holds `text`, with the cursor behind it.
    pub fn new(text: &str) -> Self {
        let letters: Vec<char> = text.chars().collect();
        Self { at: letters.len(), letters, hidden: false }
    }

    /// What it holds.
    pub fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// True if it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Holds nothing from now on.
    pub fn clear(&mut self) {
        self.letters.clear();
        self.at = 0;
    }

    /// Takes a key; false if that is not its business.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if control => self.clear(),
            KeyCode::Char('w') if control => self.delete_word(),
            KeyCode::Char('a') if control => self.at = 0,
            KeyCode::Char('e') if control => self.at = self.letters.len(),
            KeyCode::Char(letter) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
                self.insert(letter);
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.letters.remove(self.at);
            }
            KeyCode::Delete if self.at < self.letters.len() => {
                self.letters.remove(self.at);
            }
            KeyCode::Backspace | KeyCode::Delete => {}
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.letters.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.letters.len(),
            _ => return false,
        }
        true
    }

    /// Takes pasted text; breaks between lines are kept, other control characters are not.
    pub fn paste(&mut self, text: &str) {
        for letter in text.replace("\r\n", "\n").replace('\r', "\n").chars() {
            if letter == '\n' || !letter.is_control() {
                self.insert(letter);
            }
        }
    }

    fn insert(&mut self, letter: char) {
        self.letters.insert(self.at, letter);
        self.at += 1;
    }

    fn delete_word(&mut self) {
        let before = &self.letters[..self.at];
        let end = before.iter().rposition(|c| !c.is_whitespace()).map_or(0, |place| place + 1);
        let start = before[..end].iter().rposition(|c| c.is_whitespace());
        let start = start.map_or(0, |place| place + 1);
        self.letters.drain(start..self.at);
        self.at = start;
    }

    /// As it is shown in `columns`: the part around the cursor, with the cursor if `focused`.
    pub fn spans(&self, columns: usize, focused: bool, theme: &ThemeColours) -> Vec<Span<'static>> {
        let seen: Vec<char> = self.letters.iter().map(|letter| self.seen(*letter)).collect();
        let width = |letter: &char| letter.width().unwrap_or(0);
        let mut first = self.at;
        let mut used = 1;
        while first > 0 && used + width(&seen[first - 1]) <= columns {
            first -= 1;
            used += width(&seen[first]);
        }
        let before: String = seen[first..self.at].iter().collect();
        let under = seen.get(self.at).copied().unwrap_or(' ');
        used = used - 1 + width(&under);
        let mut behind = String::new();
        for letter in seen.iter().skip(self.at + 1) {
            used += width(letter);
            if used > columns {
                break;
            }
            behind.push(*letter);
        }
        let style = theme.fg(theme.text).add_modifier(Modifier::UNDERLINED);
        let cursor = if focused { style.add_modifier(Modifier::REVERSED) } else { style };
        vec![
            Span::styled(clean(&before), style),
            Span::styled(clean(&under.to_string()), cursor),
            Span::styled(clean(&behind), style),
        ]
    }

    fn seen(&self, letter: char) -> char {
        match letter {
            _ if self.hidden => '•',
            '\n' => '⏎',
            letter => letter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ColourDepth;

    fn press(input: &mut LineInput, code: KeyCode, modifiers: KeyModifiers) {
        assert!(input.key(KeyEvent::new(code, modifiers)));
    }

    fn shown(input: &LineInput, columns: usize) -> String {
        let theme = ThemeColours::bundled("dark", ColourDepth::True).unwrap();
        input.spans(columns, true, &theme).iter().map(|span| span.content.clone()).collect()
    }

    #[test]
    fn it_is_edited_where_the_cursor_stands() {
        let mut input = LineInput::new("ab");
        press(&mut input, KeyCode::Left, KeyModifiers::NONE);
        press(&mut input, KeyCode::Char('X'), KeyModifiers::SHIFT);
        assert_eq!(input.text(), "aXb");
        press(&mut input, KeyCode::Backspace, KeyModifiers::NONE);
        press(&mut input, KeyCode::Delete, KeyModifiers::NONE);
        assert_eq!(input.text(), "a");
        input.paste("one two\r\n\u{7}");
        press(&mut input, KeyCode::Char('w'), KeyModifiers::CONTROL);
        assert_eq!(input.text(), "aone ");
        press(&mut input, KeyCode::Char('u'), KeyModifiers::CONTROL);
        assert!(input.is_empty());
    }

    #[test]
    fn the_part_around_the_cursor_is_shown() {
        let mut input = LineInput::new("abcdefgh");
        assert_eq!(shown(&input, 4), "fgh ");
        press(&mut input, KeyCode::Home, KeyModifiers::NONE);
        assert_eq!(shown(&input, 4), "abcd");
        assert_eq!(shown(&LineInput::new("日本"), 4), "本 ");
    }

    #[test]
    fn hidden_letters_are_dots() {
        let mut input = LineInput::new("pin");
        input.hidden = true;
        assert_eq!(shown(&input, 9), "••• ");
    }
}
