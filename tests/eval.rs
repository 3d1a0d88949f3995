//! `ridealong eval` as a whole program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const SPEC: &str = "rounds = 6\nseeds = 2\nexplorers = [\"systematic\", \"monkey\"]\n\
                    targets = [\"demo:notes\", \"demo:alarm\"]\n";

fn eval(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("ridealong").unwrap();
    command.current_dir(folder).arg("eval").arg("spec.toml").args(args);
    command.env("RIDEALONG_CONFIG", folder.join("config"));
    command
}

#[test]
fn a_comparison_is_made_written_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("spec.toml"), SPEC).unwrap();
    let output = eval(folder.path(), &["--json", "--quiet"]).assert().success();
    let first: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(first["runs"], 8);
    assert_eq!(first["measures"][0]["targets"], 2);
    let out = folder.path().join("spec.eval");
    for file in ["result.txt", "result.csv", "result.json", "semantic-states.svg", "runs.jsonl"] {
        assert!(fs::metadata(out.join(file)).unwrap().len() > 0, "{file}");
    }
    assert!(!out.join("sessions").exists(), "sessions are not kept unasked");

    // Three runs and half of a fourth are what a killed call leaves; the rest is made again and
    // all of it amounts to the same.
    let runs = fs::read_to_string(out.join("runs.jsonl")).unwrap();
    let lines: Vec<&str> = runs.lines().collect();
    let torn = format!("{}\n{}", lines[..3].join("\n"), &lines[3].get(..20).unwrap());
    fs::write(out.join("runs.jsonl"), torn).unwrap();
    let output = eval(folder.path(), &["--json", "--quiet"]).assert().success();
    let again: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(first, again);
}

#[test]
fn what_cannot_run_is_told_and_does_not_stop_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let spec = SPEC.replace("demo:alarm", "demo:nothing");
    fs::write(folder.path().join("spec.toml"), spec).unwrap();
    let output = eval(folder.path(), &["--quiet"]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("4 runs could not be made"), "{text}");
    assert!(text.contains("of 1 targets"), "{text}");
}

#[test]
fn a_specification_that_makes_no_sense_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("spec.toml"), "rounds = \"many\"\n").unwrap();
    let output = eval(folder.path(), &[]).assert().code(2);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(
        text.contains("spec.toml") && text.contains("rounds") && text.contains("hint:"),
        "{text}"
    );
}
