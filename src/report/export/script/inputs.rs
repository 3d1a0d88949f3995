//! A script that sends a form with each recorded input and tells which of them end the app.

use std::fmt::Write as _;

use super::super::inputs::{AttackedForm, FormStep};
use super::super::{ExportFile, ExportSession, ExportStep};
use super::{prelude, put, quoted, remark, script};
use crate::domain::Action;

/// What tells whether the app survived.
const CHECK: &str = r#"
# Runs the lines that type one text, of which a long one has several.
typed() {
    printf '%s\n' "$1" | while IFS= read -r line; do phone "$line"; done
    settle
}

# Sends one input: its name, what came of it when it was recorded, and for each field what types it.
# The app survived if the process is the same as before.
input() {
    name="$1"
    was="$2"
    shift 2
    {
        phone "$STOP"
        start
        fill_in "$@"
    } >/dev/null
    if [ -n "$before" ] && [ "$(phone "pidof $APP" || true)" = "$before" ]; then
        echo "ok     $name ($was then)"
    else
        echo "CRASH  $name ($was then)"
        crashes=$((crashes + 1))
    fi
}

crashes=0
"#;

/// The script of `form`.
pub(in super::super) fn of_form(
    recorded: &ExportSession,
    form: &AttackedForm,
    steps: &[FormStep<'_>],
    name: &str,
) -> [ExportFile; 1] {
    let mut text = String::from("#!/bin/sh\n");
    remark(&mut text, &format!("{} inputs of the form {}", form.inputs.len(), form.place));
    remark(&mut text, "It exits with 1 if one of them ends the app.");
    let mut calls = String::new();
    let mut needs_keyboard = false;
    for input in &form.inputs {
        let _ = write!(calls, "input {} {}", quoted(&input.name()), input.tried.result.word());
        for (at, step) in typed(steps) {
            let typed = input.tried.fields.get(at).and_then(|field| field.text.as_deref());
            let (lines, by_keyboard) = lines(recorded, step, typed.unwrap_or_default());
            needs_keyboard |= by_keyboard;
            let _ = write!(calls, " \\\n    {}", quoted(&lines.join("\n")));
        }
        calls.push('\n');
    }
    if needs_keyboard {
        let words =
            "Texts that are long or beyond ASCII need ADBKeyBoard: install it and choose it.";
        remark(&mut text, words);
    }
    text.push_str(&prelude(recorded));
    let _ = writeln!(text, "APP={}", quoted(&quoted(&recorded.app.package)));
    text.push_str(CHECK);
    fill_in(&mut text, recorded, steps);
    let _ =
        write!(text, "\n{calls}\necho \"$crashes inputs end the app\"\n[ \"$crashes\" -eq 0 ]\n");
    [ExportFile::text(format!("{name}.sh"), text)]
}

/// The steps that type a field, with the field's place.
fn typed<'a>(steps: &'a [FormStep<'a>]) -> impl Iterator<Item = (usize, &'a ExportStep)> {
    steps.iter().filter_map(|it| Some((it.field?, it.step)))
}

fn lines(recorded: &ExportSession, step: &ExportStep, text: &str) -> (Vec<String>, bool) {
    match &step.action {
        Action::Type { target, .. } => script::typing(target, recorded.screen_before(step), text),
        _ => (Vec::new(), false),
    }
}

/// The function that leads to the form, fills it in and sends it.
fn fill_in(text: &mut String, recorded: &ExportSession, steps: &[FormStep<'_>]) {
    text.push_str("\nfill_in() {\n");
    let mut parameter = 0;
    for (at, it) in steps.iter().enumerate() {
        if at + 1 == steps.len() {
            text.push_str("\nbefore=\"$(phone \"pidof $APP\" || true)\"\n");
        }
        if it.field.is_some() {
            parameter += 1;
            text.push('\n');
            remark(text, &format!("{}: types the text", it.step.number));
            let _ = writeln!(text, "typed \"${{{parameter}}}\"");
        } else {
            put(text, recorded, it.step);
        }
    }
    text.push_str("}\n");
}
