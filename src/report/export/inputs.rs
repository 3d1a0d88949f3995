//! What was typed into forms under attack, as a table for regression tests: one row for each field of
//! each input (RFC 4180).

use super::{ExportError, ExportFile, ExportResult};
use crate::protocol::{AttackChange, Event, EventRecord};

/// The columns.
const HEADING: &str = "form,attempt,rule,result,field,id,changed,text,held,says";

/// The inputs of `records`. What was typed as a secret is left out and counted.
///
/// # Errors
/// If no form was attacked.
pub fn export(records: &[EventRecord]) -> Result<ExportResult, ExportError> {
    let mut lines = vec![HEADING.to_owned()];
    let mut secrets = 0;
    for record in records {
        let Event::Attacked(attacked) = &record.event else { continue };
        let AttackChange::Tried(input) = &attacked.change else { continue };
        for field in &input.fields {
            let Some(text) = &field.text else {
                secrets += 1;
                continue;
            };
            let (attempt, changed) = (input.attempt.to_string(), field.changed.to_string());
            // Empty if the field held what was typed.
            let held = field.held.map(|held| held.to_string()).unwrap_or_default();
            let cells = [
                attacked.form.as_str(),
                &attempt,
                &input.rule,
                input.result.word(),
                &field.name,
                &field.id,
                &changed,
                text,
                &held,
                &input.says.join(" / "),
            ];
            lines.push(cells.map(cell).join(","));
        }
    }
    if lines.len() == 1 {
        return Err(ExportError::NoStep);
    }
    let note = format!("{secrets} texts of password fields are left out: they are secrets");
    let notes = if secrets > 0 { vec![note] } else { Vec::new() };
    let file = ExportFile::text("inputs.csv", lines.join("\r\n") + "\r\n");
    Ok(ExportResult { files: vec![file], notes })
}

/// A cell, quoted: any text may be in it.
fn cell(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{FormAttacked, InputResult, TriedInput, TypedField};

    fn tried(text: Option<&str>) -> EventRecord {
        let field = TypedField {
            name: "Name".into(),
            id: "name".into(),
            text: text.map(str::to_owned),
            changed: true,
            held: None,
        };
        let input = TriedInput {
            attempt: 3,
            rule: "quotation-mark in \"Name\"".into(),
            shortening: false,
            fields: vec![field],
            result: InputResult::Crashed,
            says: Vec::new(),
        };
        let change = AttackChange::Tried(input);
        let attacked = FormAttacked { step: 9, form: "Profile".into(), change };
        EventRecord { seq: 0, at_ms: 0, event: Event::Attacked(attacked) }
    }

    #[test]
    fn each_text_is_one_row_whatever_is_in_it() {
        let exported = export(&[tried(Some("say \"x\",\n1")), tried(None)]).unwrap();
        let text = String::from_utf8(exported.files[0].content.clone()).unwrap();
        let row = "\"Profile\",\"3\",\"quotation-mark in \"\"Name\"\"\",\"crashed\",\"Name\",\"name\",\
                   \"true\",\"say \"\"x\"\",\n1\",\"\",\"\"";
        assert_eq!(text, format!("{HEADING}\r\n{row}\r\n"));
        assert!(exported.notes[0].starts_with("1 texts"));
        assert!(export(&[]).is_err());
    }
}
