//! Readers that go away, and being asked to end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::place::{PROGRAM, Place};

fn command(place: &Place, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).envs(place.environment()).env_remove("RIDEALONG_LOG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    for arguments in [
        &["demo", "list"][..],
        &["demo", "states", "notes", "--json"],
        &["run", "demo", "--steps", "5", "--json"],
        &["doctor"],
        &["--help"],
        &["--version"],
    ] {
        let mut child = command(&place, arguments).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!err.contains("panicked") && !err.contains("error"), "{arguments:?}: {err}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {err}");
    }
}

#[test]
fn the_same_with_standard_error() {
    let place = Place::new();
    let mut child = command(&place, &["run", "demo:nothing", "--steps", "1"]).spawn().unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// The log of the only session, once it has `lines` lines.
fn log_of(place: &Place, child: &mut Child, lines: usize) -> PathBuf {
    let limit = Instant::now() + Duration::from_secs(60);
    loop {
        let log = fs::read_dir(place.sessions())
            .ok()
            .and_then(|mut folder| Some(folder.next()?.ok()?.path().join("events.jsonl")));
        if let Some(log) = log
            && count(&log) >= lines
        {
            return log;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended early");
        assert!(Instant::now() < limit, "nothing is recorded");
        std::thread::yield_now();
    }
}

fn count(log: &Path) -> usize {
    fs::read_to_string(log).map_or(0, |text| text.lines().count())
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[cfg(unix)]
#[rstest::rstest]
#[case("-INT")]
#[case("-TERM")]
fn asked_to_end_it_ends_in_order(#[case] name: &str) {
    // Several times, since the moment of a signal is never the same twice.
    for lines in [4, 20, 60, 100, 150, 200] {
        let place = Place::new();
        let steps = ["run", "demo:notes", "--steps", "1000000", "--json"];
        let mut child = command(&place, &steps).spawn().unwrap();
        let log = log_of(&place, &mut child, lines);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["end"]["is"], "tester", "{result}");
        let log = fs::read_to_string(log).unwrap();
        let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
        assert_eq!(last["type"], "ended");
        assert_eq!(last["data"]["steps"], result["steps"]);
    }
}
