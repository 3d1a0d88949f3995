//! The Reasoning pane.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::command::Command;
use crate::tui::pane::{Act, Mouse, Pane, PaneId};
use crate::tui::view::View;

/// The Reasoning pane.
#[derive(Default)]
pub struct ReasoningPane {}

impl Pane for ReasoningPane {
    fn id(&self) -> PaneId {
        PaneId::Reasoning
    }

    fn subtitle(&self, _view: &View<'_>) -> String {
        String::new()
    }

    fn commands(&self, _view: &View<'_>) -> Vec<Command> {
        Vec::new()
    }

    fn update(&mut self, _command: Command, _view: &View<'_>) -> Option<Vec<Act>> {
        None
    }

    fn mouse(&mut self, _mouse: Mouse, _area: Rect, _view: &View<'_>) -> Vec<Act> {
        Vec::new()
    }

    fn draw(&mut self, _frame: &mut Frame<'_>, _area: Rect, _view: &View<'_>) {}
}
