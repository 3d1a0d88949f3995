//! The tester's expectations: to read, add, change, withdraw and undo them.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::expectation::ExpectationForm;
use crate::oracle::properties::groups_of;
use crate::protocol::{Expectation, ExpectationRequest, Op};
use crate::session::{EnginePhase, FindingGroup};
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// Rows below the list, for the selected expectation.
const BELOW: u16 = 8;

/// The list of expectations. Grows while it is open.
pub struct ExpectationsOverlay {
    picker: ListPicker,
}

impl ExpectationsOverlay {
    /// The expectations of the session.
    pub fn new(view: &ViewContext<'_>) -> Self {
        let mut expectations = Self { picker: ListPicker::default() };
        expectations.refresh(view);
        expectations
    }

    fn refresh(&mut self, view: &ViewContext<'_>) {
        self.picker.refresh(current(view).len(), |_| String::new());
    }

    fn chosen<'a>(&self, view: &ViewContext<'a>) -> Option<&'a Expectation> {
        current(view).get(self.picker.chosen()?)
    }

    /// The key of a change of the list.
    fn change(&self, letter: char, view: &ViewContext<'_>) -> Vec<UiAct> {
        if let Some(why) = closed(view) {
            return warning(why);
        }
        let changed = |request| vec![UiAct::Op(Op::ChangeExpectation(request))];
        let form = |form: Result<ExpectationForm, String>| match form {
            Ok(form) => vec![UiAct::Push(Box::new(form))],
            Err(why) => warning(&why),
        };
        match (letter, self.chosen(view)) {
            ('a', _) => form(ExpectationForm::mark(view)),
            ('u', _) if view.session.facts.expectations.undoing().is_none() => {
                warning("nothing is left to be undone")
            }
            ('u', _) => changed(ExpectationRequest::Undo),
            ('e', Some(chosen)) => form(ExpectationForm::change(chosen, view)),
            ('d', Some(chosen)) => {
                changed(ExpectationRequest::Withdraw { name: chosen.name.clone() })
            }
            _ => Vec::new(),
        }
    }

    fn row(item: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let theme = view.theme;
        let Some(expectation) = current(view).get(item) else { return Line::default() };
        let (reported, paint) = match contradicted(expectation, view) {
            Some(group) => (format!("  contradicted at step {}", group.first.step), theme.warning),
            None => ("  not contradicted".to_owned(), theme.muted),
        };
        let room = columns.saturating_sub(reported.len());
        let name = controls::cut(&controls::clean(&expectation.name), room);
        Line::from(vec![
            Span::styled(name, theme.fg(theme.text)),
            Span::styled(reported, theme.fg(paint)),
        ])
    }

    /// What is said below the list: the selected expectation as it is written, and what contradicts it.
    fn detail(&self, columns: usize, view: &ViewContext<'_>) -> Vec<Line<'static>> {
        let theme = view.theme;
        let Some(chosen) = self.chosen(view) else { return Vec::new() };
        let mut lines = Vec::new();
        if let Some(group) = contradicted(chosen, view) {
            let actual = controls::wrapped(&controls::clean(&group.first.actual), columns);
            lines
                .extend(actual.into_iter().map(|line| Line::styled(line, theme.fg(theme.warning))));
        }
        for line in chosen.property.lines().skip(1) {
            let wrapped = controls::wrapped(&controls::clean(line), columns);
            lines.extend(wrapped.into_iter().map(|line| Line::styled(line, theme.fg(theme.muted))));
        }
        lines
    }
}

fn current<'a>(view: &ViewContext<'a>) -> &'a [Expectation] {
    view.session.facts.expectations.current()
}

/// The first findings that contradict `expectation`.
fn contradicted<'a>(expectation: &Expectation, view: &ViewContext<'a>) -> Option<&'a FindingGroup> {
    let groups = groups_of(&expectation.name);
    view.session.facts.groups.iter().find(|group| group.first.group.starts_with(&groups))
}

fn warning(what: &str) -> Vec<UiAct> {
    vec![UiAct::Toast(MessageTone::Warning, what.to_owned())]
}

/// Why the list cannot be changed now.
fn closed(view: &ViewContext<'_>) -> Option<&'static str> {
    if view.replay.is_some() {
        Some("this is a recording: expectations are changed while a session runs")
    } else if !view.running || matches!(view.session.phase, EnginePhase::Ended(_)) {
        Some("the session has ended: expectations are changed while it runs")
    } else {
        None
    }
}

impl OverlayLayer for ExpectationsOverlay {
    fn title(&self) -> String {
        "Expectations".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(92), room.height.saturating_sub(4).clamp(8, 20))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("a", "add"),
            ("e", "change"),
            ("d", "withdraw"),
            ("u", "undo"),
            ("↑ ↓", "choose"),
            ("Esc", "close"),
        ]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.change('e', view),
            KeyCode::Char(letter @ ('a' | 'e' | 'd' | 'u')) if key.modifiers.is_empty() => {
                return self.change(letter, view);
            }
            _ => {
                self.picker.move_key(key);
            }
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        match self.picker.mouse(mouse, picker::above(area, BELOW).0) {
            PickerClick::Opened => self.change('e', view),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        let theme = view.theme;
        let (upper, below) = picker::above(area, BELOW);
        if current(view).is_empty() {
            let key = view.keymap.key(UiCommand::Expect).unwrap_or_default();
            let text = format!(
                "No expectations. Select a widget and press {key} to say what must hold there, or press a \
                 here. What contradicts an expectation becomes a finding."
            );
            let lines = controls::wrapped(&text, usize::from(upper.width));
            for (line, y) in lines.into_iter().zip(upper.y..upper.bottom()) {
                let line = Line::styled(line, theme.fg(theme.muted));
                frame.render_widget(line, Rect { y, height: 1, ..upper });
            }
        }
        self.picker.draw_list(frame, upper, theme, |item, columns| Self::row(item, columns, view));
        let detail = self.detail(usize::from(below.width), view);
        for (line, y) in detail.into_iter().zip(below.y + 1..below.bottom()) {
            frame.render_widget(line, Rect { y, height: 1, ..below });
        }
    }
}

#[cfg(test)]
mod tests;
