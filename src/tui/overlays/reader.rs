//! A long text, read on the whole screen: wrapped, scrolled, searched, copied.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::kit;
use crate::tui::kit::reading::{Passage, Reading};
use crate::tui::pane::{Act, Layer, Mouse};
use crate::tui::view::View;

/// A long text.
pub struct Reader {
    title: String,
    text: String,
    reading: Reading,
}

impl Reader {
    /// Shows `text` under `title`.
    pub fn new(title: impl Into<String>, text: String) -> Self {
        let reading = Reading::new(vec![Passage::plain(text.clone())]);
        Self { title: kit::clean(&title.into()), text, reading }
    }
}

impl Layer for Reader {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self, room: Rect, _view: &View<'_>) -> (u16, u16) {
        (room.width, room.height)
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        if self.reading.is_typing() {
            return vec![("Enter", "done"), ("Esc", "forget")];
        }
        Reading::HINTS.into_iter().chain([("y", "copy"), ("Esc", "close")]).collect()
    }

    fn key(&mut self, key: KeyEvent, _view: &View<'_>) -> Vec<Act> {
        if !self.reading.is_typing() {
            match key.code {
                KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return vec![Act::Pop],
                KeyCode::Char('y') => return vec![Act::Copy(self.text.clone())],
                _ => {}
            }
        }
        self.reading.key(key);
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &View<'_>) -> Vec<Act> {
        self.reading.paste(text);
        Vec::new()
    }

    fn mouse(&mut self, mouse: Mouse, _area: Rect, _view: &View<'_>) -> Vec<Act> {
        if let Mouse::Wheel { notches, .. } = mouse {
            self.reading.scroll.wheel(notches);
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        self.reading.draw(frame, area, view.theme);
    }
}

#[cfg(test)]
mod tests;
