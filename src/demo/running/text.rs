//! Editing the content of a text field.

use crate::demo::ui::Input;

/// The content of a field with the place where the next letter goes, counted in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editing {
    content: Vec<char>,
    cursor: usize,
}

impl Editing {
    /// Begins at `cursor`, or at the end if the content is shorter.
    pub fn new(content: &str, cursor: usize) -> Self {
        let content: Vec<char> = content.chars().collect();
        let cursor = cursor.min(content.len());
        Self { content, cursor }
    }

    /// The content.
    pub fn content(&self) -> String {
        self.content.iter().collect()
    }

    /// Where the next letter goes.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Puts in what of `text` the field takes: by its kind, and up to `max_length` characters
    /// (0 for no limit).
    pub fn insert(&mut self, text: &str, input: Input, max_length: usize) {
        for c in text.chars() {
            let full = max_length > 0 && self.content.len() >= max_length;
            if !full && self.takes(c, input) {
                self.content.insert(self.cursor, c);
                self.cursor += 1;
            }
        }
    }

    fn takes(&self, c: char, input: Input) -> bool {
        match input {
            Input::Line | Input::Password => !c.is_control(),
            Input::Lines => c == '\n' || !c.is_control(),
            Input::Number => c.is_ascii_digit(),
            Input::Decimal => match c {
                '.' => !self.content.contains(&'.'),
                '-' | '+' => self.cursor == 0 && !self.content.iter().any(|c| "+-".contains(*c)),
                _ => c.is_ascii_digit(),
            },
        }
    }

    /// Takes out the character before the cursor.
    pub fn delete_backwards(&mut self) {
        if let Some(before) = self.cursor.checked_sub(1) {
            self.content.remove(before);
            self.cursor = before;
        }
    }

    /// Takes out the character after the cursor.
    pub fn delete_forwards(&mut self) {
        if self.cursor < self.content.len() {
            self.content.remove(self.cursor);
        }
    }

    /// Takes out everything.
    pub fn clear(&mut self) {
        self.content.clear();
        self.cursor = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(input: Input, max: usize, text: &str) -> String {
        let mut editing = Editing::new("", 0);
        editing.insert(text, input, max);
        editing.content()
    }

    #[test]
    fn fields_drop_what_they_do_not_take() {
        assert_eq!(typed(Input::Number, 0, "1a2-3.4"), "1234");
        assert_eq!(typed(Input::Decimal, 0, "--1.2.3x"), "-1.23");
        assert_eq!(typed(Input::Line, 0, "a\nb"), "ab");
        assert_eq!(typed(Input::Lines, 0, "a\nb\u{7}"), "a\nb");
        assert_eq!(typed(Input::Line, 3, "日本語です"), "日本語");
    }

    #[test]
    fn letters_go_where_the_cursor_is() {
        let mut editing = Editing::new("ad", 1);
        editing.insert("bc", Input::Line, 0);
        assert_eq!((editing.content().as_str(), editing.cursor()), ("abcd", 3));
        editing.delete_backwards();
        editing.delete_forwards();
        assert_eq!(editing.content(), "ab");
        editing.clear();
        editing.delete_backwards();
        editing.delete_forwards();
        assert_eq!(editing.content(), "");
    }
}
