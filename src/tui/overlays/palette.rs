//! All commands, found by typing.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::possible::{self, PossibleCommand};
use crate::tui::controls;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, Pane, UiAct};
use crate::tui::view::ViewContext;

/// All commands, first those that are possible now.
pub struct CommandPalette {
    commands: Vec<PossibleCommand>,
    picker: ListPicker,
}

impl CommandPalette {
    /// Lists the commands as they are possible now.
    pub fn new(view: &ViewContext<'_>, panes: &[Box<dyn Pane>]) -> Self {
        let mut palette =
            Self { commands: possible::possible(view, panes), picker: ListPicker::default() };
        palette.refresh();
        palette
    }

    fn refresh(&mut self) {
        let commands = &self.commands;
        self.picker.refresh(commands.len(), |item| {
            commands
                .get(item)
                .map(|possible| format!("{} {}", possible.command.title(), possible.command.name()))
                .unwrap_or_default()
        });
    }

    fn run(&self) -> Vec<UiAct> {
        let Some(possible) = self.picker.chosen().and_then(|item| self.commands.get(item)) else {
            return Vec::new();
        };
        if let Some(why) = possible.why_not {
            let message = format!("not possible now: {why}");
            return vec![UiAct::Toast(MessageTone::Warning, message)];
        }
        let mut acts = vec![UiAct::Pop];
        acts.extend(possible::pane_of(possible.command).map(UiAct::Focus));
        acts.push(UiAct::Run(possible.command));
        acts
    }

    fn row(possible: &PossibleCommand, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let theme = view.theme;
        let keys = view.keymap.keys(possible.command);
        let behind = match possible.why_not {
            Some(why) => format!(" ({why})"),
            None => format!(" {keys}"),
        };
        let pane = possible::pane_of(possible.command)
            .map(|pane| format!("{}: ", pane.title(view.surface)))
            .unwrap_or_default();
        let room = columns.saturating_sub(behind.chars().count() + 1);
        let title = controls::cut(&format!("{pane}{}", possible.command.title()), room);
        let gap = room.saturating_sub(title.chars().count());
        let (front, back) = if possible.why_not.is_some() {
            (theme.fg(theme.muted), theme.fg(theme.muted))
        } else {
            (theme.fg(theme.text), theme.heading())
        };
        Line::from(vec![
            Span::styled(title, front),
            Span::raw(" ".repeat(gap)),
            Span::styled(behind, back),
        ])
    }
}

impl OverlayLayer for CommandPalette {
    fn title(&self) -> String {
        "Commands".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(68), room.height.saturating_sub(4).clamp(8, 24))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Enter", "do it"), ("↑ ↓", "choose"), ("a-z", "filter"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, _view: &ViewContext<'_>) -> Vec<UiAct> {
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.run(),
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

    fn mouse(&mut self, mouse: MouseInput, area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.picker.mouse(mouse, picker::list_of(area)) {
            PickerClick::Opened => self.run(),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let commands = &self.commands;
        self.picker.draw(frame, area, view.theme, |item, columns| {
            commands
                .get(item)
                .map(|possible| Self::row(possible, columns, view))
                .unwrap_or_default()
        });
    }
}

#[cfg(test)]
mod tests;
