//! The program on voice targets: what it prints and how it ends.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.arg("run").args(arguments).args(["--steps", "15", "--quiet"]).current_dir(folder);
    command.env("RIDEALONG_SESSIONS", folder.join("sessions"));
    command.env("RIDEALONG_CONFIG", folder.join("config"));
    command.env_remove("RIDEALONG_LOG");
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_voice_app_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = run(folder.path(), &["voice:pizza", "--explorer", "monkey", "--json"]);
    assert_eq!(code, 0, "{err}");
    let result: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(result["target"], "voice:pizza");
    assert_eq!(result["coverage"]["states"]["total"], 19);
    assert_eq!(result["coverage"]["intents"]["total"], 10);
}

#[test]
fn what_is_wrong_is_told_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let model = ridealong::demo::voice::find("quiz").unwrap().model;
    std::fs::write(folder.path().join("en-US.json"), model).unwrap();
    let endpoint = "model = \"en-US.json\"\nendpoint = \"http://127.0.0.1:1/\"\n";
    std::fs::write(folder.path().join("nobody.toml"), endpoint).unwrap();
    std::fs::write(folder.path().join("typo.toml"), format!("{endpoint}comand = []")).unwrap();
    for (target, code, said, hint) in [
        ("voice", 2, "needs the file of a voice app", "voice:quiz"),
        ("voice:", 2, "needs the file of a voice app", "voice:quiz"),
        ("voice:gone.toml", 2, "cannot read gone.toml: there is no such file", "docs/voice.md"),
        ("voice:typo.toml", 2, "typo.toml, line 3: there is no field \"comand\"", "command?"),
        ("voice:nobody.toml", 3, "no voice app can be opened at http://127.0.0.1:1/", "endpoint"),
    ] {
        let (ended, _, err) = run(folder.path(), &[target]);
        assert_eq!(ended, code, "{target}: {err}");
        assert!(err.contains(said) && err.contains(hint), "{target}: {err}");
        assert!(!err.contains("panicked"), "{target}: {err}");
    }
}
