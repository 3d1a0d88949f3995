//! What attacks of the same form by other workers of a fleet tell this one.

use std::collections::HashMap;

use super::candidates::CandidateInput;
use super::fields::AttackedField;
use super::record::AttackRecord;
use crate::protocol::InputResult;

/// What came of an input that was sent, for the other workers of a fleet.
#[derive(Clone, Debug)]
pub(super) struct InputNews {
    /// The form.
    pub(super) form: String,
    /// What was typed.
    pub(super) input: CandidateInput,
    /// What the app did.
    pub(super) result: InputResult,
}

/// A form whose attack is over for good.
#[derive(Clone, Debug)]
pub(super) struct FormDone {
    /// The form.
    pub(super) form: String,
    /// Its fields, wherever they are.
    pub(super) fields: String,
}

impl FormDone {
    /// The form called `form` with these fields.
    pub(super) fn of(form: &str, fields: &[AttackedField]) -> Self {
        let keys: Vec<&str> = fields.iter().map(|field| field.key.as_str()).collect();
        Self { form: form.to_owned(), fields: keys.join("|") }
    }
}

/// What other workers have sent, by form, until the form is attacked here.
#[derive(Debug, Default)]
pub(super) struct HeardInputs(HashMap<String, Vec<InputNews>>);

impl HeardInputs {
    /// Keeps `news`.
    pub(super) fn add(&mut self, news: &InputNews) {
        self.0.entry(news.form.clone()).or_default().push(news.clone());
    }

    /// Adds what was heard of `form` to `record`: no input is sent again, and the record of each rule counts.
    pub(super) fn tell(&mut self, form: &str, record: &mut AttackRecord) {
        for InputNews { input, result, .. } in self.0.remove(form).into_iter().flatten() {
            record.begin(&input);
            record.add(&input, result);
        }
    }
}
