//! Who judges, and what becomes of what they find.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::place::Place;

/// An app that does not end if it is asked to.
const DIALOGUE: &str = "user: open tea shop\n\
    app: Welcome. Would you like tea or coffee?\n\
    user: tea\n\
    app: Here is your tea. Do you want milk?\n\
    user: stop\n\
    app: Would you like tea or coffee?\n";

/// A place with that app as a target.
fn tea_shop() -> (Place, String) {
    let place = Place::new();
    let file: PathBuf = place.path().join("tea.txt");
    fs::write(&file, DIALOGUE).unwrap();
    (place, format!("recorded:{}", file.display()))
}

fn run<'a>(target: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let arguments = ["run", target, "--explorer", "systematic", "--steps", "20", "--quiet"];
    [&arguments[..], more].concat()
}

#[test]
fn a_finding_of_an_oracle_is_confirmed_like_a_crash() {
    let (place, target) = tea_shop();
    let json = place.json(&run(&target, &["--json", "--confirm"]));
    let findings = json["findings"].as_array().unwrap();
    let bug = findings.iter().find(|finding| finding["category"] == "cannot be stopped").unwrap();
    assert_eq!((&bug["kind"], &bug["oracle"]), (&Value::from("bug"), &Value::from("voice")));
    assert_eq!((&bug["confirmed"], &bug["runs"]), (&3.into(), &3.into()), "{bug}");
    assert_eq!(bug["steps"]["to"], bug["step"]);
    let minimal = bug["minimal"].as_array().unwrap();
    assert!(minimal.len() < 4 && minimal.last().unwrap().as_str().unwrap().contains("stop"));
    let why = bug["why"].as_str().unwrap();
    assert!(why.starts_with("It happens every time") && !why.contains("crash"), "{why}");
}

#[test]
fn without_oracles_nothing_is_found_but_crashes() {
    let (place, target) = tea_shop();
    let json = place.json(&run(&target, &["--json", "--oracle", "none"]));
    assert_eq!(json["findings"], Value::Array(Vec::new()));
    let json = place.json(&run(&target, &["--json", "--oracle", "voice"]));
    assert!(!json["findings"].as_array().unwrap().is_empty());
}

#[test]
fn an_unknown_oracle_is_named_with_those_there_are() {
    let (place, target) = tea_shop();
    let ended = place.run(&run(&target, &["--oracle", "voice,ear"]));
    ended.tells(2, "there is no oracle \"ear\"", "voice");
}

#[test]
fn the_testers_verdict_is_in_the_report_junit_and_the_export() {
    let (place, target) = tea_shop();
    let json = place.json(&run(&target, &["--json"]));
    let findings = json["findings"].as_array().unwrap();
    let is_judged = |finding: &&Value| finding["category"] == "cannot be stopped";
    let title = findings.iter().find(is_judged).unwrap()["title"].as_str().unwrap();
    let group = give_verdict(&place.session(), title);

    // The session goes on for a step, so that it ends in order again.
    let name = place.session().file_name().unwrap().to_string_lossy().into_owned();
    let junit = place.path().join("junit.xml").display().to_string();
    let resumed =
        ["run", "--resume", &name, "--steps", "1", "--quiet", "--json", "--junit", &junit];
    place.json(&resumed);
    let junit = fs::read_to_string(junit).unwrap();
    assert!(junit.contains("skipped=\"1\""), "{junit}");
    assert!(junit.contains("<skipped message=\"dismissed: as designed\"/>"), "{junit}");

    let report = place.run(&["report", &name]);
    assert_eq!(report.code, 0, "{report:?}");
    let page = fs::read_to_string(place.session().join("report.html")).unwrap();
    assert!(page.contains("Dismissed: as designed"));

    let export = place.run(&["export", &name, "--format", "json"]).json();
    let exported = export["findings"].as_array().unwrap();
    let dismissed = serde_json::json!({ "is": "dismissed", "reason": "as designed" });
    for finding in exported {
        let expected = if finding["group"] == *group { &dismissed } else { &Value::Null };
        assert_eq!(finding["verdict"], *expected, "{finding}");
    }

    // Another session of the same app knows.
    let triaged = place.run(&["triage", &name, "--quiet"]);
    assert_eq!(triaged.code, 0, "{triaged:?}");
    let json = place.json(&run(&target, &["--json"]));
    let findings = json["findings"].as_array().unwrap();
    let again = findings.iter().find(|finding| finding["title"] == title).unwrap();
    assert_eq!(again["verdict"], dismissed, "{again}");
}

/// Records in the log of `session`, as if it had been cut off after that, that the tester dismissed the
/// finding `title`. Gives its group.
fn give_verdict(session: &Path, title: &str) -> String {
    let log = session.join("events.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (end, rest) = lines.split_last().unwrap();
    let mut event: Value = serde_json::from_str(end).unwrap();
    assert_eq!(event["type"], "ended");
    let records = rest.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut found = records.filter(|record| record["type"] == "found");
    let finding = found.find(|record| record["data"]["title"] == title).unwrap();
    let group = finding["data"]["group"].as_str().unwrap();
    event["type"] = "verdict".into();
    event["data"] = serde_json::json!({
        "group": group,
        "verdict": { "is": "dismissed", "reason": "as designed" },
    });
    fs::write(&log, format!("{}\n{event}\n", rest.join("\n"))).unwrap();
    group.to_owned()
}
