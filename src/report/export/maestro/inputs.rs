//! Flows with parameters: one fills in a form with the variables it is given and sends it, another one does
//! so with each recorded input.

use std::borrow::Cow;

use super::super::inputs::{AttackedForm, FormStep};
use super::super::{ExportFile, ExportSession, ExportStep};
use super::yaml::{self, FlowItem, YamlValue};
use super::{FlowWriter, MaestroOptions, commands, words};

/// What phones say of an app that died or hangs.
const DEAD: &str = "(?i).*(has stopped|keeps stopping|isn't responding|is not responding).*";

/// The flow of `form` and the one of its inputs, with what the first one has no words for.
pub(in super::super) fn of_form(
    recorded: &ExportSession,
    form: &AttackedForm,
    steps: &[FormStep<'_>],
    name: &str,
) -> ([ExportFile; 2], Option<String>) {
    let single = format!("{name}.yaml");
    let flow = one_input(recorded, form, steps);
    let all = all_inputs(recorded, form, steps, &single);
    let missing = (!flow.left_out.is_empty()).then(|| flow.counts(&single));
    let files =
        [ExportFile::text(single, flow.text), ExportFile::text(format!("{name}-inputs.yaml"), all)];
    (files, missing)
}

/// The variable of the field at this place.
fn variable(at: usize) -> String {
    format!("TEXT_{}", at + 1)
}

fn one_input<'a>(
    recorded: &'a ExportSession,
    form: &AttackedForm,
    steps: &[FormStep<'_>],
) -> FlowWriter<'a> {
    let with = |it: &FormStep<'_>| {
        let parameter = it.field.map(variable);
        Cow::Owned(ExportStep { parameter, ..it.step.clone() })
    };
    let steps: Vec<Cow<'_, ExportStep>> = steps.iter().map(with).collect();
    let mut flow = FlowWriter::new(recorded, MaestroOptions::default());
    flow.head(&format!("the form {}", form.place), &steps, None);
    for (at, field) in form.fields.iter().enumerate() {
        flow.remark(&format!("{}: the text of {:?}", variable(at), field.name));
    }
    flow.put(&commands::start(recorded.began_fresh));
    for step in &steps {
        flow.step(step);
    }
    flow.remark("The app survived.");
    flow.put(&FlowItem::Command("waitForAnimationToEnd", YamlValue::Map(Vec::new())));
    let dead = vec![("text", YamlValue::Text(DEAD.to_owned()))];
    flow.put(&FlowItem::Command("assertNotVisible", YamlValue::Map(dead)));
    flow
}

fn all_inputs(
    recorded: &ExportSession,
    form: &AttackedForm,
    steps: &[FormStep<'_>],
    single: &str,
) -> String {
    let mut flow = FlowWriter::new(recorded, MaestroOptions::default());
    flow.head(&format!("{} inputs of the form {}", form.inputs.len(), form.place), &[], None);
    for input in &form.inputs {
        let name = input.name();
        flow.remark(&format!("{name}: {} then", input.tried.result.word()));
        let typed = steps.iter().filter_map(|step| step.field).filter_map(|at| {
            let text = input.tried.fields.get(at)?.text.as_deref()?;
            Some((variable(at), words::literal(text)))
        });
        let run = vec![
            ("file", YamlValue::Text(single.to_owned())),
            ("label", YamlValue::Text(words::literal(&name))),
            ("env", YamlValue::Variables(typed.collect())),
        ];
        yaml::put(&mut flow.text, &FlowItem::Command("runFlow", YamlValue::Map(run)));
    }
    flow.text
}
