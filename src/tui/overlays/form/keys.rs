//! What keys and clicks do in the form.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::draft::Argument;
use super::{Form, Row};
use crate::tui::kit::picker::Clicked;
use crate::tui::pane::{Act, Layer, Mouse};
use crate::tui::view::View;

impl Form {
    fn move_row(&mut self, forward: bool, view: &View<'_>) {
        let rows = self.rows();
        let place = rows.iter().position(|row| *row == self.row).unwrap_or(0);
        let by = if forward { 1 } else { rows.len() - 1 };
        self.row = rows[(place + by) % rows.len()];
        if self.row == Row::Target && self.draft.target.is_none() {
            // What the list marks is what Enter does.
            self.aim_at_chosen(view);
        }
    }

    fn turn(&mut self, forward: bool, view: &View<'_>) {
        match self.row {
            Row::Quick => {
                let count = Self::quick_actions(view).len();
                self.quick = (self.quick + if forward { 1 } else { count - 1 }) % count;
            }
            Row::Kind => {
                self.draft.turn_kind(forward);
                self.kind_chosen = true;
            }
            Row::Target => {}
            Row::Argument => self.draft.turn(forward),
            Row::Then => self.draft.turn_then(forward),
        }
    }

    /// A key for the row that has the focus.
    fn row_key(&mut self, key: KeyEvent, view: &View<'_>) {
        if self.row == Row::Target {
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
        if self.row == Row::Argument
            && let Argument::Typed(_, input) = self.draft.argument()
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

impl Layer for Form {
    fn title(&self) -> String {
        if self.proposed.is_some() { "Edit the proposed action" } else { "Do something else" }
            .into()
    }

    fn size(&self, room: Rect, _view: &View<'_>) -> (u16, u16) {
        (room.width.min(72), room.height.saturating_sub(4).clamp(10, 22))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        let mut hints = vec![("Enter", "do it"), ("Tab", "next row")];
        hints.push(match self.row {
            Row::Target => ("↑ ↓ 1-9 a-z", "choose the widget"),
            Row::Quick | Row::Kind | Row::Then => ("← →", "change"),
            Row::Argument => ("← → a-z", "change"),
        });
        hints.push(("Esc", "leave"));
        hints
    }

    fn key(&mut self, key: KeyEvent, view: &View<'_>) -> Vec<Act> {
        self.problem = None;
        self.refresh(view);
        match key.code {
            KeyCode::Esc => return vec![Act::Pop],
            KeyCode::Enter if self.problem.is_none() => return self.perform(view),
            KeyCode::Enter => {}
            KeyCode::Tab => self.move_row(true, view),
            KeyCode::BackTab => self.move_row(false, view),
            _ => self.row_key(key, view),
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, view: &View<'_>) -> Vec<Act> {
        self.problem = None;
        if self.row == Row::Target {
            self.picker.filter.paste(text);
            self.refresh(view);
            self.aim_at_chosen(view);
        } else if let Argument::Typed(_, input) = self.draft.argument() {
            input.paste(text);
            self.row = Row::Argument;
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: Mouse, area: Rect, view: &View<'_>) -> Vec<Act> {
        self.refresh(view);
        let places = self.places(area);
        if let Mouse::Click { at, .. } = mouse
            && let Some((row, _)) = places.rows.iter().find(|(_, place)| place.contains(at))
        {
            if self.row == *row {
                self.turn(true, view);
            }
            self.row = *row;
            return Vec::new();
        }
        match self.picker.mouse(mouse, places.list) {
            Clicked::Nothing => return Vec::new(),
            Clicked::Selected => {
                self.row = Row::Target;
                self.picker.filter.clear();
                let chosen = self.picker.chosen();
                self.refresh(view);
                if let Some(item) = chosen {
                    self.picker.choose(item);
                }
                self.aim_at_chosen(view);
            }
            Clicked::Opened => {
                self.aim_at_chosen(view);
                return self.perform(view);
            }
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        self.refresh(view);
        self.paint(frame, area, view);
    }
}
