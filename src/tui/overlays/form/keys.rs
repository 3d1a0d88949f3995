//! What keys and clicks do in the form.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::draft::ActionArgument;
use super::{ActionForm, ActionFormRow};
use crate::tui::controls::picker::PickerClick;
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

impl ActionForm {
    fn move_row(&mut self, forward: bool, view: &ViewContext<'_>) {
        let rows = self.rows();
        let place = rows.iter().position(|row| *row == self.row).unwrap_or(0);
        let by = if forward { 1 } else { rows.len() - 1 };
        self.row = rows[(place + by) % rows.len()];
        if self.row == ActionFormRow::Target && self.draft.target.is_none() {
            // What the list marks is what Enter does.
            self.aim_at_chosen(view);
        }
    }

    fn turn(&mut self, forward: bool, view: &ViewContext<'_>) {
        match self.row {
            ActionFormRow::Quick => {
                let count = Self::quick_actions(view).len();
                self.quick = (self.quick + if forward { 1 } else { count - 1 }) % count;
            }
            ActionFormRow::Kind => {
                self.draft.turn_kind(forward);
                self.kind_chosen = true;
            }
            ActionFormRow::Target => {}
            ActionFormRow::Argument => self.draft.turn(forward),
            ActionFormRow::Then => self.draft.turn_then(forward),
        }
    }

    /// A key for the row that has the focus.
    fn row_key(&mut self, key: KeyEvent, view: &ViewContext<'_>) {
        if self.row == ActionFormRow::Target {
            if self.picker.key(key) {
                if matches!(
                    key.code,
                    KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown
                ) && self.picker.filter.text().trim().parse::<usize>().is_ok()
                {
                    // Moving in the list leaves the number that was typed.
                    self.picker.filter.clear();
                }
                self.refresh(view);
                self.aim_at_chosen(view);
            }
            return;
        }
        if self.row == ActionFormRow::Argument
            && let ActionArgument::Typed(_, input) = self.draft.argument()
            && input.key(key)
        {
            return;
        }
        match key.code {
            KeyCode::Left => self.turn(false, view),
            KeyCode::Right | KeyCode::Char(' ') => self.turn(true, view),
            KeyCode::Up => self.move_row(false, view),
            KeyCode::Down => self.move_row(true, view),
            _ => {}
        }
    }
}

impl OverlayLayer for ActionForm {
    fn title(&self) -> String {
        if self.proposed.is_some() { "Edit the proposed action" } else { "Perform another action" }
            .into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(72), room.height.saturating_sub(4).clamp(10, 22))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        let mut hints = vec![("Enter", "do it"), ("Tab", "next row")];
        hints.push(match self.row {
            ActionFormRow::Target => ("↑ ↓ 1-9 a-z", "choose the widget"),
            ActionFormRow::Quick | ActionFormRow::Kind | ActionFormRow::Then => ("← →", "change"),
            ActionFormRow::Argument => ("← → a-z", "change"),
        });
        hints.push(("Esc", "leave"));
        hints
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.problem = None;
        self.refresh(view);
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter if self.problem.is_none() => return self.perform(view),
            KeyCode::Enter => {}
            KeyCode::Tab => self.move_row(true, view),
            KeyCode::BackTab => self.move_row(false, view),
            _ => self.row_key(key, view),
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.problem = None;
        if self.row == ActionFormRow::Target {
            self.picker.filter.paste(text);
            self.refresh(view);
            self.aim_at_chosen(view);
        } else if let ActionArgument::Typed(_, input) = self.draft.argument() {
            input.paste(text);
            self.row = ActionFormRow::Argument;
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        let places = self.places(area);
        if let MouseInput::Click { at, .. } = mouse
            && let Some((row, _)) = places.rows.iter().find(|(_, place)| place.contains(at))
        {
            if self.row == *row {
                self.turn(true, view);
            }
            self.row = *row;
            return Vec::new();
        }
        match self.picker.mouse(mouse, places.list) {
            PickerClick::Nothing => return Vec::new(),
            PickerClick::Selected => {
                self.row = ActionFormRow::Target;
                self.picker.filter.clear();
                let chosen = self.picker.chosen();
                self.refresh(view);
                if let Some(item) = chosen {
                    self.picker.choose(item);
                }
                self.aim_at_chosen(view);
            }
            PickerClick::Opened => {
                self.aim_at_chosen(view);
                return self.perform(view);
            }
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        self.paint(frame, area, view);
    }
}
