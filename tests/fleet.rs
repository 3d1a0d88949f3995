//! Fleets on the embedded phone, by the whole program.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests, which clippy takes for the program's own functions"
)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn fleet(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.arg("fleet").args(args);
    command
}

/// Runs the fleet that `spec` describes in `folder`.
fn run(folder: &Path, spec: &str, more: &[&str]) -> Output {
    let path = folder.join("test.toml");
    std::fs::write(&path, spec).unwrap();
    let (path, sessions) = (path.to_str().unwrap(), folder.to_str().unwrap());
    let args = [&[path, "--sessions", sessions, "--quiet"], more].concat();
    fleet(&args).output().unwrap()
}

fn summary(output: &Output) -> Value {
    assert!(output.status.code() < Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

const NOTES: &str = "workers = 4\nsteps = 60\npictures = false\ntargets = [\"demo:notes\"]\n";

#[test]
fn workers_have_sessions_of_their_own_and_one_result() {
    let folder = tempfile::tempdir().unwrap();
    let (junit, report) = (folder.path().join("junit.xml"), folder.path().join("fleet.html"));
    let (junit, report) = (junit.to_str().unwrap(), report.to_str().unwrap());
    let output = run(folder.path(), NOTES, &["--json", "--junit", junit, "--report", report]);
    let summary = summary(&output);
    assert_eq!((&summary["steps"], &summary["performed"]), (&Value::from(60), &Value::from(60)));
    let workers = summary["workers"].as_array().unwrap();
    assert_eq!(workers.len(), 4);
    for worker in workers {
        assert_eq!(worker["steps"], 15, "{worker}");
        let session = Path::new(worker["session"].as_str().unwrap());
        let log = std::fs::read_to_string(session.join("events.jsonl")).unwrap();
        assert_eq!(log.matches("\"learned\"").count(), 15);
    }
    let covered = &summary["coverage"]["code"];
    let total = covered["total"].as_u64();
    assert!(covered["covered"].as_u64() > Some(0) && covered["covered"].as_u64() < total);
    let findings = summary["findings"].as_array().unwrap().len();
    let junit = std::fs::read_to_string(junit).unwrap();
    assert_eq!(junit.matches("<failure").count(), findings);
    let page = std::fs::read_to_string(report).unwrap();
    assert_eq!(page.matches("<article class=\"finding\"").count(), findings);
    let states = summary["states"].as_u64().unwrap() as usize;
    assert_eq!(page.matches("<details class=\"state\"").count(), states);
    let words = format!("coverage of code: {} of {}", covered["covered"], covered["total"]);
    assert!(page.contains(&words), "the log tells what the fleet knew: {words}");
    assert!((1..=4).all(|worker| page.contains(&format!("<tr id=\"worker-{worker}\">"))));
}

#[test]
fn a_report_that_would_replace_another_file_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    let output = run(folder.path(), NOTES, &["--report", notes.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("is no report") && said.contains("--report"), "{said}");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "mine");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no folder of a fleet");
}

#[test]
fn a_report_of_a_fleet_can_be_made_later_and_all_its_links_lead_somewhere() {
    let folder = tempfile::tempdir().unwrap();
    let spec =
        "name = \"pair\"\nworkers = 2\nsteps = 50\ntargets = [\"demo:notes\", \"demo:shop\"]\n";
    let summary = summary(&run(folder.path(), spec, &["--json"]));
    let fleet = Path::new(summary["fleet"].as_str().unwrap());
    let name = fleet.file_name().unwrap();
    let mut report = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    let report = report.arg("report").arg(name).arg("--sessions").arg(folder.path());
    let output = report.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(fleet.join("report.html")).unwrap();
    assert!(page.contains("<h1>pair</h1>") && page.contains("background-image:url(data:image/"));
    let names = |before: &str| -> BTreeSet<String> {
        let parts = page.split(before).skip(1).filter_map(|part| part.split('"').next());
        parts.map(str::to_owned).collect()
    };
    let (links, anchors) = (names("href=\"#"), names("id=\""));
    let lost: Vec<&String> = links.difference(&anchors).collect();
    assert!(lost.is_empty() && links.len() > 20, "{lost:?}");
}

#[test]
fn workers_that_share_repeat_less_of_each_others_work() {
    let repeated = |share: bool| {
        let folder = tempfile::tempdir().unwrap();
        let spec = format!(
            "workers = 6\nsteps = 180\npictures = false\nshare = {share}\ntargets = [\"demo:shop?faults=none\"]\n"
        );
        let summary = summary(&run(folder.path(), &spec, &["--json"]));
        (summary["repeated"].as_u64().unwrap(), summary["states"].as_u64().unwrap())
    };
    let (together, alone) = (repeated(true), repeated(false));
    assert!(together.0 < alone.0, "{together:?} {alone:?}");
}

#[test]
fn a_fleet_that_was_killed_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let spec =
        "workers = 3\nsteps = 90\npause_ms = 40\npictures = false\ntargets = [\"demo:notes\"]\n";
    let path = folder.path().join("slow.toml");
    std::fs::write(&path, spec).unwrap();
    let sessions = folder.path().join("sessions");
    let args = [path.to_str().unwrap(), "--sessions", sessions.to_str().unwrap(), "--quiet"];
    let mut process = fleet(&args).stdout(Stdio::null()).spawn().unwrap();
    let performed = |session: &Path| {
        let log = std::fs::read_to_string(session.join("events.jsonl")).unwrap_or_default();
        log.matches("\"learned\"").count()
    };
    let children = |folder: &Path| -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    };
    let began = std::time::Instant::now();
    let fleet_folder = loop {
        let fleets = children(&sessions);
        if let Some(fleet) = fleets.first() {
            let workers = children(fleet);
            if workers.len() == 3 && workers.iter().all(|worker| performed(worker) > 2) {
                break fleet.clone();
            }
        }
        assert!(began.elapsed().as_secs() < 60 && process.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    process.kill().unwrap();
    process.wait().unwrap();
    let before: usize = children(&fleet_folder).iter().map(|it| performed(it)).sum();
    let output =
        fleet(&["--resume", fleet_folder.to_str().unwrap(), "--json", "--quiet"]).output().unwrap();
    let summary = summary(&output);
    assert_eq!(summary["steps"], 90, "{summary}");
    let fresh = summary["performed"].as_u64().unwrap();
    assert!((fresh as usize).abs_diff(90 - before) <= 3, "{before} before, then {fresh}");
    assert_eq!(children(&fleet_folder).len(), 3, "no worker has begun another session");
}

#[test]
fn a_worker_that_cannot_begin_does_not_hold_the_others_up() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "workers = 2\nsteps = 20\nrestarts = 0\npictures = false\ntargets = [\"demo:notes\", \"webdriver:http://127.0.0.1:9\"]\n";
    let output = run(folder.path(), spec, &["--json"]);
    let summary = summary(&output);
    assert_eq!(summary["workers"][0]["steps"], 10, "{summary}");
    let died = summary["workers"][1]["died"].as_str().unwrap();
    assert!(died.contains("WebDriver"), "{died}");
}

#[test]
fn what_cannot_be_run_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), "targets = [\"demo:notes\"]", &[]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("neither `steps` nor `minutes`") && words.contains("docs/fleet.md"));
    let output = fleet(&["--resume", folder.path().to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
