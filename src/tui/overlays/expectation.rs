//! A form for an expectation: what must hold in the app, as the tester says while the session runs.

mod draft;
mod paint;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::domain::short_location;
use crate::oracle::PropertySet;
use crate::oracle::properties::{Property, suggested};
use crate::protocol::{Expectation, ExpectationRequest, Op};
use crate::tui::controls;
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

use draft::{ExpectationDraft, ExpectationRow, LedHere};

/// The form.
pub struct ExpectationForm {
    /// The name of the expectation that is changed; `None` for a new one.
    replaces: Option<String>,
    draft: ExpectationDraft,
    row: ExpectationRow,
    /// What led to the screen that is shown.
    led_here: Option<LedHere>,
    /// What is wrong, shown after an attempt to keep it.
    problem: Option<String>,
    /// The first row that is drawn.
    top: usize,
}

impl ExpectationForm {
    /// Begins with what the selected widget shows now, or with the screen if none is selected.
    ///
    /// # Errors
    /// If nothing can be expected of what is shown.
    pub fn mark(view: &ViewContext<'_>) -> Result<Self, String> {
        if view.surface.is_dialogue() {
            return Err("expectations are about screens, and voice apps have none".to_owned());
        }
        let screen = view.screen().ok_or("the screen is still being read")?;
        let led_here = led_here(view);
        let mut draft = ExpectationDraft::suggested(screen, view.widget(), led_here.as_ref());
        draft.number_name(|name| view.session.facts.expectations.find(name).is_some());
        Ok(Self::of(draft, None, view))
    }

    /// Changes an expectation.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn change(expectation: &Expectation, view: &ViewContext<'_>) -> Result<Self, String> {
        let read = PropertySet::read(&expectation.property).map_err(|error| error.to_string())?;
        let property = read.properties.first().ok_or("this expectation holds no property")?;
        let draft = ExpectationDraft::of(property, view.screen());
        Ok(Self::of(draft, Some(expectation.name.clone()), view))
    }

    fn of(draft: ExpectationDraft, replaces: Option<String>, view: &ViewContext<'_>) -> Self {
        let (row, led_here) = (ExpectationRow::Argument, led_here(view));
        Self { replaces, draft, row, led_here, problem: None, top: 0 }
    }

    fn move_row(&mut self, forward: bool) {
        let rows = self.draft.rows();
        let place = rows.iter().position(|row| *row == self.row).unwrap_or(0);
        let by = if forward { 1 } else { rows.len() - 1 };
        self.row = rows[(place + by) % rows.len()];
    }

    /// The action that would be taken over into the empty row of actions.
    fn offered_action(&mut self) -> Option<String> {
        let is_empty = self.draft.line(ExpectationRow::After)?.is_empty();
        self.led_here.as_ref().filter(|_| is_empty).map(|it| it.action.clone())
    }

    /// A key for the row that has the focus.
    fn row_key(&mut self, key: KeyEvent) {
        if self.row == ExpectationRow::After
            && key.code == KeyCode::Right
            && let Some(action) = self.offered_action()
        {
            self.take(&action);
            return;
        }
        let row = self.row;
        if self.draft.line(row).is_some_and(|line| line.key(key)) {
            self.draft.typed(row);
            return;
        }
        match key.code {
            KeyCode::Left => self.draft.turn(row, false),
            KeyCode::Right | KeyCode::Char(' ') => self.draft.turn(row, true),
            KeyCode::Up => self.move_row(false),
            KeyCode::Down => self.move_row(true),
            _ => {}
        }
    }

    /// Puts `text` into the row that has the focus.
    fn take(&mut self, text: &str) {
        let row = self.row;
        if let Some(line) = self.draft.line(row) {
            line.paste(&controls::clean(text));
            self.draft.typed(row);
        }
    }

    /// The property as it stands, and what is wrong with it.
    fn result(&self, view: &ViewContext<'_>) -> Result<Property, (ExpectationRow, String)> {
        let property = self.draft.property()?;
        let taken = view.session.facts.expectations.find(&property.name).is_some()
            && self.replaces.as_ref() != Some(&property.name);
        if taken {
            let what = "There is an expectation of this name already.".to_owned();
            return Err((ExpectationRow::Name, what));
        }
        Ok(property)
    }

    fn keep(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.result(view) {
            Ok(property) => {
                let kept = Expectation { name: property.name.clone(), property: property.toml() };
                let request = match self.replaces.clone() {
                    Some(name) => ExpectationRequest::Replace { name, by: kept },
                    None => ExpectationRequest::State(kept),
                };
                vec![UiAct::Pop, UiAct::Op(Op::ChangeExpectation(request))]
            }
            Err((row, problem)) => {
                self.row = row;
                self.problem = Some(problem);
                Vec::new()
            }
        }
    }
}

/// What led to the screen that is shown.
fn led_here(view: &ViewContext<'_>) -> Option<LedHere> {
    let step = view.session.step(view.moment()?.observed.step)?;
    let action = controls::clean(&suggested::action(step.action()?)?.to_string());
    let before = view.shown.moment.checked_sub(1).and_then(|it| view.session.moments.get(it));
    let screen = before.map(|before| short_location(&before.observed.location));
    Some(LedHere { action, screen: screen.map(controls::clean) })
}

impl OverlayLayer for ExpectationForm {
    fn title(&self) -> String {
        if self.replaces.is_some() { "Change the expectation" } else { "Mark as expectation" }
            .into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(84), room.height.saturating_sub(2).clamp(8, 22))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        let change = match self.row {
            ExpectationRow::Demand | ExpectationRow::Claim | ExpectationRow::Category => "← →",
            _ => "a-z",
        };
        vec![("Enter", "keep it"), ("Tab ↑ ↓", "row"), (change, "change"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.problem = None;
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.keep(view),
            KeyCode::Tab => self.move_row(true),
            KeyCode::BackTab => self.move_row(false),
            _ => self.row_key(key),
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        self.problem = None;
        self.take(text);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        let clicked = match mouse {
            MouseInput::Click { at, .. } => {
                self.places(area).into_iter().find(|(_, place)| place.contains(at))
            }
            _ => None,
        };
        if let Some((row, _)) = clicked {
            if self.row == row {
                self.draft.turn(row, true);
            }
            self.row = row;
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.paint(frame, area, view);
    }
}

#[cfg(test)]
mod tests;
