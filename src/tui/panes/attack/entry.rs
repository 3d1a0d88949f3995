//! The last row of the Attack pane while something is typed there.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::rows::RowSubject;
use crate::domain::{InputText, Secret};
use crate::protocol::{AttackRequest, InputId, Op};
use crate::session::SessionAttack;
use crate::tui::controls::input::LineInput;
use crate::tui::pane::UiAct;
use crate::tui::theme::ThemeColours;

/// What is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TypedPurpose {
    /// What a field demands.
    Demands(usize),
    /// The relation at this place; a new one behind the last.
    Relation(usize),
    /// The text of a field, with the other texts of an input or with valid ones.
    Text { field: usize, with: Option<InputId>, secret: bool },
}

/// A line that is typed into.
pub(super) struct AttackEntry {
    purpose: TypedPurpose,
    line: LineInput,
}

impl AttackEntry {
    /// Edits what a row is about; `None` if it cannot be edited.
    pub(super) fn of(subject: RowSubject, attack: &SessionAttack) -> Option<Self> {
        match subject {
            RowSubject::Field(field) => {
                let demands = &attack.plan.fields.get(field)?.demands;
                Some(Self { purpose: TypedPurpose::Demands(field), line: LineInput::new(demands) })
            }
            RowSubject::Relation(at) => Some(match attack.plan.relations.get(at) {
                Some(known) => {
                    let line = LineInput::new(known);
                    Self { purpose: TypedPurpose::Relation(at), line }
                }
                None => Self::new_relation(),
            }),
            RowSubject::Coming(id) => {
                let input = attack.plan.coming.iter().find(|input| input.id == id)?;
                let (field, text) = input.texts.first()?;
                Some(Self::text(*field, text.as_deref().unwrap_or_default(), Some(id), attack))
            }
            RowSubject::Generator(_) | RowSubject::Tried(_) => None,
        }
    }

    /// True if a text of the coming input is shown cut: it cannot be edited as it is.
    pub(super) fn is_cut(id: InputId, attack: &SessionAttack) -> bool {
        let input = attack.plan.coming.iter().find(|input| input.id == id);
        let texts = input.map(|input| input.texts.as_slice()).unwrap_or_default();
        texts.iter().any(|(_, text)| text.as_ref().is_some_and(|text| text.ends_with('…')))
    }

    /// Edits the next text of the same coming input instead.
    fn next_text(&mut self, attack: &SessionAttack) {
        let TypedPurpose::Text { field, with: Some(id), .. } = self.purpose else { return };
        let Some(input) = attack.plan.coming.iter().find(|input| input.id == id) else { return };
        let at = input.texts.iter().position(|(own, _)| *own == field).unwrap_or_default();
        if let Some((field, text)) = input.texts.get((at + 1) % input.texts.len().max(1)) {
            *self = Self::text(*field, text.as_deref().unwrap_or_default(), Some(id), attack);
        }
    }

    /// A text of the tester's own for a field, to begin with the valid one.
    pub(super) fn own_text(field: usize, attack: &SessionAttack) -> Option<Self> {
        let valid = attack.plan.fields.get(field)?.valid.as_deref();
        Some(Self::text(field, valid.unwrap_or_default(), None, attack))
    }

    /// A relation more.
    pub(super) fn new_relation() -> Self {
        Self { purpose: TypedPurpose::Relation(usize::MAX), line: LineInput::default() }
    }

    fn text(field: usize, text: &str, with: Option<InputId>, attack: &SessionAttack) -> Self {
        let known = attack.plan.fields.get(field);
        let secret = known.is_some_and(|field| field.valid.is_none());
        let mut line = LineInput::new(text);
        line.hidden = secret;
        Self { purpose: TypedPurpose::Text { field, with, secret }, line }
    }

    /// Takes a key: true if the line is done, with what follows from it.
    pub(super) fn key(&mut self, key: KeyEvent, attack: &SessionAttack) -> (bool, Vec<UiAct>) {
        match key.code {
            KeyCode::Esc => (true, Vec::new()),
            KeyCode::Tab => {
                self.next_text(attack);
                (false, Vec::new())
            }
            KeyCode::Enter => (true, vec![UiAct::Op(Op::Attack { request: self.request(attack) })]),
            _ => {
                self.line.key(key);
                (false, Vec::new())
            }
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.line.paste(text);
    }

    fn request(&self, attack: &SessionAttack) -> AttackRequest {
        let text = self.line.text();
        match self.purpose {
            TypedPurpose::Demands(field) => AttackRequest::Demand { field, demands: text },
            TypedPurpose::Relation(at) => {
                let mut relations = attack.plan.relations.clone();
                match relations.get_mut(at) {
                    Some(known) => *known = text,
                    None => relations.push(text),
                }
                AttackRequest::Relate { relations }
            }
            TypedPurpose::Text { field, with, secret } => {
                let text = if secret {
                    InputText::Secret(Secret::new(text))
                } else {
                    InputText::Plain(text)
                };
                AttackRequest::Type { field, text, with }
            }
        }
    }

    /// The line in so many columns.
    pub(super) fn line(&self, columns: usize, theme: &ThemeColours) -> Line<'static> {
        let question = match self.purpose {
            TypedPurpose::Demands(field) => format!("{} demands: ", field + 1),
            TypedPurpose::Relation(_) => "1 < 2, 1 = 2, 3 = 1 + 2: ".to_owned(),
            TypedPurpose::Text { field, .. } => format!("text for {}: ", field + 1),
        };
        let room = columns.saturating_sub(question.len() + 1).max(4);
        let mut spans = vec![Span::styled(question, theme.heading())];
        spans.extend(self.line.spans(room, true, theme));
        Line::from(spans)
    }
}
