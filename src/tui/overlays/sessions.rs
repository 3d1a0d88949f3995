//! Sessions and targets to open instead of this one.

use std::sync::{Arc, OnceLock};

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::confirm::ConfirmOverlay;
use crate::session::EnginePhase;
use crate::tui::controls;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// Something that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionEntry {
    /// What opens it, as it would be written on the command line: a target, or a session's folder.
    pub name: String,
    /// What it is, in a line.
    pub what: String,
}

/// What can be opened: targets and recorded sessions. Asking may read the disk, so it is asked off
/// the loop.
pub type Catalogue = Arc<dyn Fn() -> Vec<SessionEntry> + Send + Sync>;

/// What the catalogue answers, once it does.
pub type Listed = Arc<OnceLock<Vec<SessionEntry>>>;

/// The list to choose from.
pub struct SessionsOverlay {
    listed: Listed,
    picker: ListPicker,
}

impl SessionsOverlay {
    /// Lists what `listed` holds, now or later.
    pub fn new(listed: Listed) -> Self {
        let mut sessions = Self { listed, picker: ListPicker::default() };
        sessions.refresh();
        sessions
    }

    fn entries(&self) -> &[SessionEntry] {
        self.listed.get().map_or(&[], Vec::as_slice)
    }

    fn refresh(&mut self) {
        let listed = self.listed.clone();
        let entries = listed.get().map_or(&[][..], Vec::as_slice);
        self.picker.refresh(entries.len(), |item| {
            entries
                .get(item)
                .map(|entry| format!("{} {}", entry.name, entry.what))
                .unwrap_or_default()
        });
    }

    fn open(&self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(entry) = self.picker.chosen().and_then(|item| self.entries().get(item)) else {
            return Vec::new();
        };
        let open = UiAct::Open(entry.name.clone());
        if matches!(view.session.phase, EnginePhase::Ended(_)) {
            return vec![UiAct::Pop, open];
        }
        let name = controls::clean(&entry.name);
        let question = format!("End this session and open {name}? This one stays recorded.");
        vec![UiAct::Pop, UiAct::Push(Box::new(ConfirmOverlay::new(question, vec![open])))]
    }
}

/// The name without the folders it lies in.
fn short(name: &str) -> &str {
    name.trim_end_matches('/').rsplit('/').next().unwrap_or(name)
}

impl OverlayLayer for SessionsOverlay {
    fn title(&self) -> String {
        "Sessions and targets".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(96), room.height.saturating_sub(4).clamp(8, 24))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Enter", "open it instead"), ("↑ ↓", "choose"), ("a-z", "filter"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh();
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.open(view),
            _ => {
                self.picker.key(key);
                self.refresh();
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        self.picker.filter.paste(text);
        self.refresh();
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.picker.mouse(mouse, picker::list_of(area)) {
            PickerClick::Opened => self.open(view),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh();
        let theme = view.theme;
        let listed = self.listed.clone();
        let entries = listed.get().map_or(&[][..], Vec::as_slice);
        let list = self.picker.draw(frame, area, theme, |item, columns| {
            let Some(entry) = entries.get(item) else { return Line::default() };
            let name = controls::cut(&controls::clean(short(&entry.name)), columns);
            let room = columns.saturating_sub(name.chars().count() + 2);
            let what = controls::cut(&controls::clean(&entry.what), room);
            Line::from(vec![
                Span::styled(name, theme.fg(theme.text)),
                Span::styled(format!("  {what}"), theme.fg(theme.muted)),
            ])
        });
        let message = match listed.get() {
            None => "  Reading the list …",
            Some(entries) if entries.is_empty() => "  There is nothing else to open.",
            Some(_) => return,
        };
        if list.height > 0 {
            let line = Line::styled(message, theme.fg(theme.muted));
            frame.render_widget(line, Rect { height: 1, ..list });
        }
    }
}

#[cfg(test)]
mod tests;
