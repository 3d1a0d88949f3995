//! Tests of what attacks leave for regression tests.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use super::*;
use crate::domain::{Action, InputText, WidgetTarget};
use crate::protocol::{
    AppOpened, AttackChange, Event, FormAttacked, InputResult, TriedInput, TypedField,
};
use crate::report::export::ExportStep;

fn field(name: &str, text: Option<&str>) -> TypedField {
    TypedField {
        name: name.into(),
        id: name.to_lowercase(),
        text: text.map(str::to_owned),
        changed: name == "Name",
        held: None,
    }
}

fn attacked(step: u64, change: AttackChange) -> EventRecord {
    let attacked = FormAttacked { step, form: "Profile".into(), change };
    EventRecord { seq: 0, at_ms: 0, event: Event::Attacked(attacked) }
}

fn tried(step: u64, result: InputResult, fields: Vec<TypedField>) -> EventRecord {
    let input = TriedInput {
        attempt: 3,
        rule: "quotation-mark in \"Name\"".into(),
        shortening: step > 20,
        fields,
        result,
        says: Vec::new(),
    };
    attacked(step, AttackChange::Tried(input))
}

fn target(id: &str) -> WidgetTarget {
    WidgetTarget { resource_id: format!("a:id/{id}"), ..WidgetTarget::default() }
}

fn typing(id: &str, text: &str) -> Action {
    Action::Type { target: target(id), text: InputText::Plain(text.into()) }
}

/// Two inputs: the app was started before the second one, so that is the shorter way.
fn session() -> (Vec<EventRecord>, ExportSession) {
    let tap = |id: &str| Action::Tap { target: target(id) };
    let actions = [
        tap("menu"),
        tap("profile"),
        typing("name", "Ada"),
        typing("city", "Rome"),
        tap("save"),
        Action::Restart,
        tap("profile"),
        typing("name", "it's\n\"x\" ${1+1}"),
        typing("city", "Rome"),
        tap("save"),
    ];
    let steps = actions
        .into_iter()
        .zip(1..)
        .map(|(it, number)| ExportStep { number, ..ExportStep::of(it) });
    let app = AppOpened { package: "a".into(), ..AppOpened::default() };
    let recorded = ExportSession { app, steps: steps.collect(), ..ExportSession::default() };
    let fields = |name: &str| vec![field("Name", Some(name)), field("City", Some("Rome"))];
    let records = vec![
        tried(5, InputResult::Refused, fields("Ada")),
        tried(10, InputResult::Crashed, fields("it's\n\"x\" ${1+1}")),
        tried(22, InputResult::Crashed, fields("é")),
        attacked(
            22,
            AttackChange::Minimised { rule: "quotation-mark".into(), class: "any \"".into() },
        ),
    ];
    (records, recorded)
}

fn text_of(exported: &ExportResult, name: &str) -> String {
    let file = exported.files.iter().find(|file| file.name == name).unwrap();
    String::from_utf8(file.content.clone()).unwrap()
}

#[test]
fn each_text_is_one_row_whatever_is_in_it() {
    let fields = |text| vec![field("Name", text)];
    let records = [
        tried(9, InputResult::Crashed, fields(Some("say \"x\",\n1"))),
        tried(9, InputResult::Crashed, fields(None)),
    ];
    let exported = table(&records).unwrap();
    let row = "\"Profile\",\"3\",\"quotation-mark in \"\"Name\"\"\",\"crashed\",\"Name\",\"name\",\
               \"true\",\"say \"\"x\"\",\n1\",\"\",\"\",\"\"";
    let text = text_of(&exported, "inputs.csv");
    assert_eq!(text.split_once("\r\n").unwrap().1, format!("{row}\r\n"));
    assert_eq!(exported.files.len(), 1);
    assert!(exported.notes[0].starts_with("1 texts"));
    assert!(table(&[]).is_err());
}

#[test]
fn a_form_has_a_row_of_parameters_for_each_input() {
    let (records, recorded) = session();
    let exported = export(&records, &recorded).unwrap();
    let rows = text_of(&exported, "form-1.csv");
    let rows: Vec<&str> = rows.trim_end().split("\r\n").collect();
    assert_eq!(rows[0], "\"input\",\"rule\",\"result\",\"class\",\"Name\",\"City\"");
    assert!(rows[1].ends_with("\"refused\",\"\",\"Ada\",\"Rome\""), "{}", rows[1]);
    let crashed = "\"crashed\",\"any \"\"\",\"it's\n\"\"x\"\" ${1+1}\",\"Rome\"";
    assert!(rows[2].ends_with(crashed), "{}", rows[2]);
    assert!(rows[3].starts_with("\"attempt 3, made shorter: "), "{}", rows[3]);
    assert_eq!(rows.len(), 4);
    assert_eq!(exported.notes, ["form-1: Profile, 3 inputs, 4 steps to send it"]);
}

#[test]
fn a_flow_takes_the_texts_as_variables() {
    use yaml_rust2::{Yaml, YamlLoader};
    let (records, recorded) = session();
    let exported = export(&records, &recorded).unwrap();
    let commands = |name: &str| -> Vec<Yaml> {
        let documents = YamlLoader::load_from_str(&text_of(&exported, name)).unwrap();
        documents[1].as_vec().unwrap().clone()
    };
    let typed: Vec<String> = commands("form-1.yaml")
        .iter()
        .filter_map(|it| Some(it["inputText"].as_str()?.to_owned()))
        .collect();
    assert_eq!(typed, ["${TEXT_1}", "${TEXT_2}"]);
    let runs = commands("form-1-inputs.yaml");
    let env = |at: usize| runs[at]["runFlow"]["env"]["TEXT_1"].as_str().unwrap().to_owned();
    assert_eq!([env(0), env(1), env(2)], ["Ada", "it's\n\"x\" \\${1+1}", "é"]);
    assert_eq!(runs[1]["runFlow"]["file"].as_str(), Some("form-1.yaml"));
}

#[test]
fn a_script_tells_the_inputs_that_end_the_app() {
    let (records, recorded) = session();
    let script = text_of(&export(&records, &recorded).unwrap(), "form-1.sh");
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    program("adb", "shift; exec sh -c \"$1\"");
    program("input", "echo \"input $*\" >> \"$LOG\"");
    // What comes after an apostrophe ends the app.
    program("pidof", "grep -q \"it's\" \"$LOG\" && [ -e \"$LOG.2\" ] && exit 1; echo 7");
    program("am", "case \"$*\" in *B64*) echo \"am $*\" >> \"$LOG\" ;; esac");
    program("uiautomator", "echo same");
    program("wm", "echo 'Physical size: 0x0'");
    program("cmd", "echo a/.B");
    program("sleep", "");
    let (path, log) = (folder.path().join("form-1.sh"), folder.path().join("log"));
    fs::write(&path, script).unwrap();
    fs::write(folder.path().join("log.2"), "").unwrap();
    let output = Command::new("sh")
        .arg(&path)
        .env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()))
        .envs([("SERIAL", ""), ("LOG", log.to_str().unwrap())])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("ok     attempt 3: quotation-mark"), "{said}");
    assert!(lines[1].starts_with("CRASH  attempt 3: quotation-mark"), "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    let typed = fs::read_to_string(log).unwrap();
    assert!(typed.contains("input text Ada\n"), "{typed}");
    assert!(typed.contains("input text it's\ninput keyevent KEYCODE_ENTER\n"), "{typed}");
    assert!(typed.contains("ADB_INPUT_B64 --es msg w6k="), "{typed}");
}
