//! Who judges, and what becomes of what they find.

use std::fs;
use std::path::PathBuf;

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
