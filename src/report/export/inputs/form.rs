//! A form that was attacked, as regression tests need it: its fields, the inputs that were sent, and the
//! steps from a start of the app to sending it.

use crate::domain::{Action, InputText};
use crate::protocol::{AttackChange, Event, EventRecord, TriedInput, TypedField};

use super::super::{ExportSession, ExportStep};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct AttackedForm {
    /// Where it is.
    pub place: String,
    /// Its fields, as they were typed into first.
    pub fields: Vec<TypedField>,
    /// What was sent, in order, each with the step that sent it and the class that it was found to be of.
    pub inputs: Vec<SentInput>,
}

/// An input with what is known of it.
#[derive(Clone, Debug)]
pub struct SentInput {
    /// The step that sent it.
    pub step: u64,
    /// What was typed, and what came of it.
    pub tried: TriedInput,
    /// The class of crashing inputs that it belongs to, in words.
    pub class: Option<String>,
}

impl SentInput {
    /// What it is called in tests.
    pub fn name(&self) -> String {
        let shorter = if self.tried.shortening { ", made shorter" } else { "" };
        format!("attempt {}{shorter}: {}", self.tried.attempt, self.tried.rule)
    }
}

/// A step that fills in and sends a form, or leads to it.
#[derive(Clone, Debug)]
pub struct FormStep<'a> {
    /// What was done.
    pub step: &'a ExportStep,
    /// The place of the field whose text it types, if that is no secret.
    pub field: Option<usize>,
}

impl AttackedForm {
    /// The forms that were attacked, in order. Fields with other names at the same place are another form.
    pub fn all(records: &[EventRecord]) -> Vec<Self> {
        let mut forms: Vec<Self> = Vec::new();
        let mut last = 0;
        for record in records {
            let Event::Attacked(attacked) = &record.event else { continue };
            match &attacked.change {
                AttackChange::Tried(tried) => {
                    let known = |form: &Self| {
                        form.place == attacked.form && names(&form.fields).eq(names(&tried.fields))
                    };
                    last = forms.iter().position(known).unwrap_or(forms.len());
                    if last == forms.len() {
                        let (place, fields) = (attacked.form.clone(), tried.fields.clone());
                        forms.push(Self { place, fields, inputs: Vec::new() });
                    }
                    let tried = tried.clone();
                    forms[last].inputs.push(SentInput { step: attacked.step, tried, class: None });
                }
                AttackChange::Minimised { class, .. } => {
                    if let Some(form) = forms.get_mut(last) {
                        form.classify(class);
                    }
                }
                _ => {}
            }
        }
        forms
    }

    /// The crash that was made shorter last, and its shorter forms, are of `class`.
    fn classify(&mut self, class: &str) {
        for input in self.inputs.iter_mut().rev() {
            if input.tried.result == crate::protocol::InputResult::Crashed {
                input.class = Some(class.to_owned());
                if !input.tried.shortening {
                    break;
                }
            }
        }
    }

    /// The steps from a start of the app to sending the form: those of the input that typed into most of its
    /// fields, and of these the fewest. Empty if no step typed into it.
    pub fn steps<'a>(&self, recorded: &'a ExportSession) -> Vec<FormStep<'a>> {
        let mut best: Vec<FormStep<'a>> = Vec::new();
        let typed = |steps: &[FormStep<'_>]| steps.iter().filter(|it| it.field.is_some()).count();
        for (at, input) in self.inputs.iter().enumerate() {
            let before = at.checked_sub(1).map_or(0, |before| self.inputs[before].step);
            let steps = steps_to(recorded, input, before);
            let (own, known) = (typed(&steps), typed(&best));
            let is_better = own > known || own == known && effort(&steps) < effort(&best);
            if own > 0 && is_better {
                best = steps;
            }
        }
        best
    }
}

fn names(fields: &[TypedField]) -> impl Iterator<Item = (&str, &str)> {
    fields.iter().map(|field| (field.name.as_str(), field.id.as_str()))
}

/// How hard `steps` are to do again: what only a privileged shell may do counts most.
fn effort(steps: &[FormStep<'_>]) -> usize {
    let of =
        |it: &FormStep<'_>| if matches!(it.step.action, Action::Start { .. }) { 50 } else { 1 };
    steps.iter().map(of).sum()
}

/// The steps since the app was started last that end with sending `input`. What was typed after the step
/// `before`, the one that sent the input before it, is typed for this one.
fn steps_to<'a>(recorded: &'a ExportSession, input: &SentInput, before: u64) -> Vec<FormStep<'a>> {
    let until = recorded.steps.partition_point(|step| step.number <= input.step);
    let done = recorded.steps.get(..until).unwrap_or_default();
    let restarts = |step: &ExportStep| step.action.starts_anew();
    let from = done.iter().rposition(restarts).map_or(0, |at| at + 1);
    let mut open: Vec<(usize, &TypedField)> = input.tried.fields.iter().enumerate().collect();
    let mut steps: Vec<FormStep<'a>> = Vec::new();
    for step in done.get(from..).unwrap_or_default().iter().filter(|step| step.failed().is_none()) {
        let field = if step.number > before { take(&mut open, &step.action) } else { None };
        steps.push(FormStep { step, field });
    }
    steps
}

/// The field of `open` into which `action` typed its text; it is open no more.
fn take(open: &mut Vec<(usize, &TypedField)>, action: &Action) -> Option<usize> {
    let Action::Type { target, text: InputText::Plain(text) } = action else { return None };
    let id = target.resource_id.rsplit('/').next().unwrap_or_default();
    let holds = |(_, field): &(usize, &TypedField)| field.text.as_deref() == Some(text.as_str());
    let own = open.iter().position(|it| holds(it) && it.1.id == id);
    let at = own.or_else(|| open.iter().position(holds))?;
    Some(open.remove(at).0)
}
