//! A long text, read on the whole screen: wrapped, scrolled, searched, copied.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::controls;
use crate::tui::controls::reading::{TextPassage, TextReading};
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// A long text.
pub struct ReaderOverlay {
    title: String,
    text: String,
    reading: TextReading,
}

impl ReaderOverlay {
    /// Shows `text` under `title`.
    pub fn new(title: impl Into<String>, text: String) -> Self {
        let reading = TextReading::new(vec![TextPassage::plain(text.clone())]);
        Self { title: controls::clean(&title.into()), text, reading }
    }
}

impl OverlayLayer for ReaderOverlay {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width, room.height)
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        if self.reading.is_typing() {
            return vec![("Enter", "done"), ("Esc", "forget")];
        }
        TextReading::HINTS.into_iter().chain([("y", "copy"), ("Esc", "close")]).collect()
    }

    fn key(&mut self, key: KeyEvent, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if !self.reading.is_typing() {
            match key.code {
                KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return vec![UiAct::Pop],
                KeyCode::Char('y') => return vec![UiAct::Copy(self.text.clone())],
                _ => {}
            }
        }
        self.reading.key(key);
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        self.reading.paste(text);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, _area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let MouseInput::Wheel { notches, .. } = mouse {
            self.reading.scroll.wheel(notches);
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.reading.draw(frame, area, view.theme);
    }
}

#[cfg(test)]
mod tests;
