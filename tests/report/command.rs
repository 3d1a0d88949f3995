//! `ridealong report` as a user calls it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use tempfile::TempDir;

/// The folder of a short recorded run, the only one among its sessions.
static RECORDED: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let sessions = tempfile::tempdir().unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", "demo:notes", "--steps", "6", "--quiet", "--sessions"])
        .arg(sessions.path())
        .output();
    assert!(done.unwrap().status.success());
    let folder = fs::read_dir(sessions.path()).unwrap().next().unwrap().unwrap().path();
    (sessions, folder)
});

fn report(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.arg("report").args(args).output().unwrap()
}

fn reported(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8(text).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_session_is_found_by_name_and_the_report_lies_in_it() {
    let (sessions, folder) = &*RECORDED;
    let name = folder.file_name().unwrap().to_str().unwrap();
    let done = report(&[name, "--sessions", text(sessions.path())]);
    assert!(done.status.success(), "{}", reported(&done));
    assert!(reported(&done).contains("report.html ("), "{}", reported(&done));
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("image/"));
}

#[test]
fn a_report_replaces_a_report_and_nothing_else() {
    let (_, folder) = &*RECORDED;
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("shared.html");
    let args = [text(folder), "--out", text(&out)];
    assert!(report(&args).status.success());
    let again = report(&args);
    assert!(
        again.status.success() && reported(&again).contains("replaced the previous one"),
        "{}",
        reported(&again)
    );

    fs::write(&out, "my own words").unwrap();
    let refused = report(&args);
    assert_eq!(refused.status.code(), Some(2));
    assert!(reported(&refused).contains("--force"), "{}", reported(&refused));
    assert_eq!(fs::read_to_string(&out).unwrap(), "my own words");

    assert!(report(&[&args[..], &["--force"]].concat()).status.success());
    assert!(fs::read_to_string(&out).unwrap().starts_with("<!doctype html>"));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn the_report_can_go_to_standard_output() {
    let (_, folder) = &*RECORDED;
    let done = report(&[text(folder), "--out", "-"]);
    assert!(String::from_utf8(done.stdout).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn what_is_no_session_is_said_in_one_sentence() {
    let place = tempfile::tempdir().unwrap();
    let done = report(&[text(place.path())]);
    assert_eq!(done.status.code(), Some(2));
    assert!(reported(&done).contains("events.jsonl"), "{}", reported(&done));
    let (_, folder) = &*RECORDED;
    let nowhere = place.path().join("no/such/folder.html");
    let done = report(&[text(folder), "--out", text(&nowhere)]);
    assert_eq!(done.status.code(), Some(2));
    assert!(reported(&done).contains("cannot write"), "{}", reported(&done));
}
