//! Tables as CSV (RFC 4180): what was typed, a row for each field; and the inputs of a form, a row for each,
//! which readers of parameters take (JUnit's `@CsvFileSource`, pytest).

use super::form::AttackedForm;

/// The columns of the table of all texts.
const HEADING: [&str; 11] = [
    "form", "attempt", "rule", "result", "field", "id", "changed", "text", "held", "says", "class",
];
/// The first columns of the table of a form.
const PARAMETERS: [&str; 4] = ["input", "rule", "result", "class"];

/// All texts of `forms`, and how many secrets are left out.
pub(super) fn of_texts(forms: &[AttackedForm]) -> (String, usize) {
    let mut lines = vec![row(&HEADING)];
    let mut secrets = 0;
    for form in forms {
        for input in &form.inputs {
            let tried = &input.tried;
            for field in &tried.fields {
                let Some(text) = &field.text else {
                    secrets += 1;
                    continue;
                };
                // Empty if the field held what was typed.
                let held = field.held.map(|held| held.to_string()).unwrap_or_default();
                lines.push(row(&[
                    &form.place,
                    &tried.attempt.to_string(),
                    &tried.rule,
                    tried.result.word(),
                    &field.name,
                    &field.id,
                    &field.changed.to_string(),
                    text,
                    &held,
                    &tried.says.join(" / "),
                    input.class.as_deref().unwrap_or_default(),
                ]));
            }
        }
    }
    (lines.concat(), secrets)
}

/// The inputs of `form`, a column for each field; secrets are empty.
pub(super) fn of_parameters(form: &AttackedForm) -> String {
    let names = form.fields.iter().map(|field| field.name.as_str());
    let mut lines = vec![row(&PARAMETERS.into_iter().chain(names).collect::<Vec<_>>())];
    for input in &form.inputs {
        let tried = &input.tried;
        let class = input.class.as_deref().unwrap_or_default();
        let name = input.name();
        let mut cells = vec![name.as_str(), &tried.rule, tried.result.word(), class];
        cells.extend(tried.fields.iter().map(|field| field.text.as_deref().unwrap_or_default()));
        lines.push(row(&cells));
    }
    lines.concat()
}

/// A row with its end. All cells are quoted: any text may be in them.
fn row(cells: &[&str]) -> String {
    let cell = |text: &&str| format!("\"{}\"", text.replace('"', "\"\""));
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n"
}
