//! Performing sessions again, and triage of what they found.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::place::Place;

/// Records a session with `arguments`; its folder and its result.
fn recorded(place: &Place, arguments: &[&str]) -> (String, Value) {
    let json = place.json(&[&["run", "--json", "--quiet"], arguments].concat());
    (json["session"].as_str().unwrap().to_owned(), json)
}

/// A run over books that meets a crash.
const BOOKS: [&str; 5] = ["demo:books", "--steps", "150", "--seed", "7"];

#[test]
fn a_session_is_performed_again_on_the_same_and_on_another_display() {
    let place = Place::new();
    let (session, json) = recorded(&place, &BOOKS);
    let crashes = json["findings"].as_array().unwrap().len();
    assert!(crashes > 0, "{json}");
    for (target, least) in [("demo:books", 1.0), ("demo:books@720x1280", 0.97)] {
        let json = place.json(&["replay", &session, "--on", target, "--json", "--quiet"]);
        assert_eq!(json["reproduced"], true, "{json}");
        let run = &json["runs"][0];
        assert!(run["score"].as_f64().unwrap() >= least, "{run}");
        assert_eq!(run["findings_seen"], crashes, "{json}");
        assert_eq!(json["steps"].as_array().unwrap().len(), 150);
        let log = Path::new(run["session"].as_str().unwrap()).join("events.jsonl");
        let log = fs::read_to_string(log).unwrap();
        assert_eq!(log.matches("\"type\":\"compared\"").count(), 150, "one for each step");
        assert!(log.contains("\"explorer\":\"replay\""));
    }
}

#[test]
fn another_app_is_a_drift_that_is_told() {
    let place = Place::new();
    let (session, _) = recorded(&place, &["demo:notes", "--steps", "12", "--seed", "3"]);
    let stop = ["replay", &session, "--on", "demo:shop", "--on-drift", "stop", "--quiet"];
    let ended = place.run(&[&stop[..], &["--json"]].concat());
    assert_eq!(ended.code, 1, "{ended:?}");
    let json = ended.json();
    assert_eq!(json["runs"][0]["compared"]["given_up"], 1, "it ends at the first: {json}");
    assert_eq!(json["runs"][0]["performed"], 0, "{json}");
    let ended = place.run(&["replay", &session, "--on", "demo:shop", "--headless"]);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.err.contains("given up"), "the step is named: {ended:?}");
    assert!(ended.out.contains("never come to") && ended.out.ends_with("not reproduced\n"));
}

/// The log without all that tells of performing the step `number`, as if it had not been recorded.
fn without_step(session: &str, number: u64) {
    let path = PathBuf::from(session).join("events.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let kept = text.lines().filter(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let kind = line["type"].as_str().unwrap_or_default();
        kind != "decided" || line["data"]["step"] != number
    });
    fs::write(&path, kept.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

#[test]
fn a_step_that_is_missing_is_made_up_for() {
    let place = Place::new();
    let (session, _) = recorded(&place, &["demo:notes", "--steps", "25", "--seed", "3"]);
    let log = fs::read_to_string(Path::new(&session).join("events.jsonl")).unwrap();
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let moved = |line: &Value| {
        line["type"] == "learned" && line["data"]["outcome"] == "moved" && line["data"]["step"] != 1
    };
    let missing = lines.filter(moved).find_map(|line| line["data"]["step"].as_u64()).unwrap();
    without_step(&session, missing);
    let json = place.json(&["replay", &session, "--on", "demo:notes", "--json", "--quiet"]);
    assert_eq!(json["steps"].as_array().unwrap().len(), 24);
    assert_eq!(json["reproduced"], true, "{json}");
    let run = &json["runs"][0];
    assert!(run["performed"].as_u64().unwrap() > 24, "it took more to find back: {run}");
    let stop = ["replay", &session, "--on", "demo:notes", "--on-drift", "stop", "--json"];
    let ended = place.run(&stop);
    assert_eq!(ended.code, 1, "{ended:?}");
    assert_eq!(ended.json()["runs"][0]["compared"]["given_up"], 1);
}

#[test]
fn what_comes_out_differently_each_time_is_flaky() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let talks = root.join("tests/fixtures/dialogues/moon-guide").display().to_string();
    let target = format!("recorded:{talks}");
    let place = Place::new();
    let vitas = [&target, "--explorer", "vitas", "--steps", "30", "--seed", "2"];
    let (session, _) = recorded(&place, &vitas);
    let arguments = ["replay", &session, "--on", &target, "--times", "6", "--json", "--quiet"];
    let ended = place.run(&arguments);
    let json = ended.json();
    assert_eq!(json["runs"].as_array().unwrap().len(), 6);
    let steps = json["steps"].as_array().unwrap();
    let verdicts = |verdict: &str| steps.iter().filter(|step| step["verdict"] == verdict).count();
    assert!(verdicts("firm") > 0 && verdicts("flaky") > 0, "{json}");
    assert_eq!(ended.code, i32::from(json["reproduced"] == false));
}

#[test]
fn crashes_are_confirmed_and_made_short() {
    let place = Place::new();
    let junit = place.path().join("junit.xml").display().to_string();
    let (session, json) =
        recorded(&place, &[&BOOKS[..], &["--confirm", "--junit", &junit]].concat());
    let findings = json["findings"].as_array().unwrap();
    for finding in findings {
        assert_eq!((&finding["confirmed"], &finding["runs"]), (&3.into(), &3.into()), "{finding}");
        assert_eq!(finding["privileged"], false);
        let minimal = finding["minimal"].as_array().unwrap();
        assert!((1..=6).contains(&minimal.len()), "{finding}");
    }
    let last = findings[0]["minimal"].as_array().unwrap().last().unwrap().as_str().unwrap();
    let reported = fs::read_to_string(&junit).unwrap();
    let reported = quick_xml::escape::unescape(&reported).unwrap();
    assert!(
        reported.contains(&format!(". {last}")) && reported.contains("Steps of the run"),
        "{reported}"
    );
    let log = fs::read_to_string(Path::new(&session).join("events.jsonl")).unwrap();
    assert_eq!(log.matches("\"type\":\"triaged\"").count(), findings.len());
    let numbers = log
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["seq"].as_u64().unwrap());
    assert!(numbers.eq(0..log.lines().count() as u64 - 1), "they are numbered on");
    // A finished session tells the same, as the session did not change.
    let again = place.json(&["triage", &session, "--json", "--quiet"]);
    assert_eq!(again["findings"][0]["minimal"], findings[0]["minimal"]);
}

#[test]
fn what_cannot_be_performed_again_is_one_sentence() {
    let place = Place::new();
    place.run(&["replay", "nowhere", "--on", "demo"]).tells(2, "nowhere is no session", "sessions");
    place.run(&["triage", "nowhere"]).tells(2, "nowhere is no session", "sessions");
    let (session, _) = recorded(&place, &["demo:notes", "--steps", "1"]);
    place.run(&["replay", &session, "--on", "demo:nothing"]).tells(2, "no app", "it has");
    place.run(&["replay", &session, "--on", "demo:notes@9x9"]).tells(
        2,
        "no display",
        "WIDTHxHEIGHT",
    );
    let ended = place.run(&["replay", &session, "--times", "3"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    let ended = place.run(&["triage", &session]);
    assert_eq!(
        (ended.code, ended.out.as_str()),
        (0, "no finding of this session can be confirmed\n")
    );
}
