//! What was typed into forms under attack, for regression tests: a table of all texts, and for each form its
//! inputs as parameters, with a Maestro flow and a shell script that fill it in with them.

mod form;
mod table;

pub use self::form::{AttackedForm, FormStep, SentInput};
use super::{ExportError, ExportFile, ExportResult, ExportSession, maestro, script};
use crate::protocol::EventRecord;

/// The table of all texts alone.
///
/// # Errors
/// If no form was attacked.
pub fn table(records: &[EventRecord]) -> Result<ExportResult, ExportError> {
    tables(&AttackedForm::all(records))
}

/// The table, and for each form its inputs as parameters with the tests that take them. What was typed as a
/// secret is left out and counted.
///
/// # Errors
/// If no form was attacked.
pub fn export(
    records: &[EventRecord],
    recorded: &ExportSession,
) -> Result<ExportResult, ExportError> {
    let forms = AttackedForm::all(records);
    let mut exported = tables(&forms)?;
    // Neither opens web pages or talks.
    let has_tests = !recorded.is_spoken() && recorded.web_address.is_none();
    for (at, form) in forms.iter().enumerate() {
        let name = format!("form-{}", at + 1);
        let csv = ExportFile::text(format!("{name}.csv"), table::of_parameters(form));
        exported.files.push(csv);
        let mut note = format!("{name}: {}, {} inputs", form.place, form.inputs.len());
        if has_tests {
            let steps = form.steps(recorded);
            if steps.is_empty() {
                note.push_str("; no step of the session types into it, so it has no flow");
            } else {
                let (flows, missing) = maestro::of_form(recorded, form, &steps, &name);
                exported.files.extend(flows);
                exported.notes.extend(missing);
                exported.files.extend(script::of_form(recorded, form, &steps, &name));
                note.push_str(&format!(", {} steps to send it", steps.len()));
            }
        }
        exported.notes.push(note);
    }
    if !has_tests {
        let note =
            "flows and scripts are written for apps on phones alone; the tables are for any test";
        exported.notes.push(note.to_owned());
    }
    Ok(exported)
}

fn tables(forms: &[AttackedForm]) -> Result<ExportResult, ExportError> {
    let (text, secrets) = table::of_texts(forms);
    if forms.is_empty() {
        return Err(ExportError::NoStep);
    }
    let note = format!("{secrets} texts of password fields are left out: they are secrets");
    let notes = if secrets > 0 { vec![note] } else { Vec::new() };
    Ok(ExportResult { files: vec![ExportFile::text("inputs.csv", text)], notes })
}

#[cfg(test)]
mod tests;
