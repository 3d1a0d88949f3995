//! All commands, found by typing.

use ratatui::text::{Line, Span};

use super::filtered::{FilteredOverlay, FilteredRows};
use super::possible::{self, PossibleCommand};
use crate::tui::controls;
use crate::tui::pane::{MessageTone, Pane, UiAct};
use crate::tui::view::ViewContext;

/// All commands, first those that are possible now.
pub struct PaletteCommands {
    commands: Vec<PossibleCommand>,
}

/// The list of all commands.
pub type CommandPalette = FilteredOverlay<PaletteCommands>;

impl CommandPalette {
    /// Lists the commands as they are possible now.
    pub fn new(view: &ViewContext<'_>, panes: &[Box<dyn Pane>]) -> Self {
        Self::of(PaletteCommands { commands: possible::possible(view, panes) })
    }
}

impl FilteredRows for PaletteCommands {
    const TITLE: &'static str = "Commands";
    const LARGEST: (u16, u16) = (68, 24);
    const HINTS: &'static [(&'static str, &'static str)] =
        &[("Enter", "do it"), ("↑ ↓", "choose"), ("a-z", "filter"), ("Esc", "leave")];

    fn count(&self) -> usize {
        self.commands.len()
    }

    fn text(&self, row: usize) -> String {
        let command = self.commands[row].command;
        format!("{} {}", command.title(), command.name())
    }

    fn open(&self, row: usize, _view: &ViewContext<'_>) -> Vec<UiAct> {
        let possible = &self.commands[row];
        if let Some(why) = possible.why_not {
            let message = format!("not possible now: {why}");
            return vec![UiAct::Toast(MessageTone::Warning, message)];
        }
        let mut acts = vec![UiAct::Pop];
        acts.extend(possible::pane_of(possible.command).map(UiAct::Focus));
        acts.push(UiAct::Run(possible.command));
        acts
    }

    fn line(&self, row: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let possible = &self.commands[row];
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

    fn empty(&self) -> &'static str {
        "There are no commands."
    }
}

#[cfg(test)]
mod tests;
