use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;

use super::*;
use crate::domain::{Action, InputText, Intent, Secret, WidgetTarget};
use crate::protocol::AppOpened;

fn script(package: &str, actions: Vec<Action>) -> String {
    let steps = actions
        .into_iter()
        .zip(1..)
        .map(|(it, number)| ExportStep { number, ..ExportStep::of(it) });
    let app = AppOpened { package: package.into(), ..AppOpened::default() };
    let recorded = ExportSession { app, steps: steps.collect(), ..ExportSession::default() };
    let exported = export(&recorded, ExportSpan::Whole).unwrap();
    String::from_utf8(exported.files[0].content.clone()).unwrap()
}

/// A phone of scripts: `adb` runs its line by `sh`, as a phone does, and each of its programs
/// writes its arguments down, one a line after its own name.
fn phone(folder: &Path) {
    let program = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    program("adb", "shift; exec sh -c \"$1\"");
    for name in ["input", "am", "pm"] {
        program(name, &format!("{{ printf '%s\\0' {name} \"$@\"; printf '\\0'; }} >> \"$LOG\""));
    }
    program("uiautomator", "echo same");
    program("wm", "echo 'Physical size: 0x0'");
    program("cmd", "echo a/.B");
    program("sleep", "");
}

/// The programs that ran on the phone, with their arguments.
fn ran(script: &str) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    phone(folder.path());
    let (path, log) = (folder.path().join("script.sh"), folder.path().join("log"));
    fs::write(&path, script).unwrap();
    let read = Command::new("sh").arg("-n").arg(&path).output().unwrap();
    assert!(read.status.success(), "{read:?}\n{script}");
    let programs = format!("{}:/usr/bin:/bin", folder.path().display());
    let output = Command::new("sh")
        .arg(&path)
        .envs([("PATH", programs.as_str()), ("PASSWORD", "it's $HOME"), ("SERIAL", "")])
        .env("LOG", &log)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}\n{script}");
    let log = String::from_utf8(fs::read(log).unwrap()).unwrap();
    let calls = log.split("\0\0").filter(|call| !call.is_empty());
    calls.map(|call| call.split('\0').map(str::to_owned).collect()).collect()
}

#[test]
fn steps_reach_the_phone_in_their_order() {
    let password = WidgetTarget { resource_id: "a:id/password".into(), ..WidgetTarget::default() };
    let text = InputText::Secret(Secret::new("never written"));
    let script = script(
        "org.app",
        vec![Action::Restart, Action::Type { target: password, text }, Action::Wait { ms: 5 }],
    );
    assert!(!script.contains("never written"));
    let calls: Vec<String> = ran(&script).iter().map(|call| call.join(" ")).collect();
    let starts = calls.iter().filter(|call| *call == "am start -W -n a/.B").count();
    assert_eq!(starts, 2, "{calls:?}");
    assert_eq!(calls.last().map(String::as_str), Some("input text it's%s$HOME"), "{calls:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_text_ends_its_argument(text in "[ -~\u{e9}\n]{1,24}") {
        let intent = Intent { data: Some(text.clone()), ..Intent::default() };
        let calls = ran(&script(&text, vec![Action::Start { intent }]));
        let start = vec!["am", "start", "-d", &text];
        prop_assert!(calls.iter().any(|call| *call == start), "{:?}", calls);
        let stop = vec!["am", "force-stop", &text];
        prop_assert!(calls.iter().any(|call| *call == stop), "{:?}", calls);
    }
}

#[test]
fn two_actions_at_once_are_one_line() {
    let target = WidgetTarget { label: "Pay".into(), ..WidgetTarget::default() };
    let tap = Action::Tap { target };
    let back = Action::Key { key: crate::domain::DeviceKey::Back };
    let pair = Action::at_once(tap, back.clone()).unwrap();
    let written = script("org.app", vec![pair]);
    assert!(
        written.contains("\nphone 'input tap 0 0 && input keyevent KEYCODE_BACK'\nsettle\n"),
        "{written}"
    );
    let input: Vec<_> = ran(&written).into_iter().filter(|call| call[0] == "input").collect();
    assert_eq!(input, [vec!["input", "tap", "0", "0"], vec!["input", "keyevent", "KEYCODE_BACK"]]);
    let text = InputText::Secret(Secret::new("never written"));
    let typing = Action::Type { target: WidgetTarget::default(), text };
    let hidden = Action::at_once(typing, back).unwrap();
    let written = script("org.app", vec![hidden]);
    assert!(
        written.contains("# left out: a secret and a long text are typed by lines of their own"),
        "{written}"
    );
    assert!(!written.contains("never written"), "{written}");
}
