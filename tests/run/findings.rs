//! What a run does with what it finds.

use std::fs;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

use super::place::Place;

/// A run that meets a crash: a book's barcode read with the light on is four taps from the start.
const CRASHES: [&str; 7] = ["run", "demo:books", "--steps", "150", "--seed", "7", "--quiet"];
/// A run too short to find anything.
const CALM: [&str; 7] = ["run", "demo:books", "--steps", "2", "--seed", "7", "--quiet"];

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

#[test]
fn a_finding_that_is_named_makes_the_run_fail() {
    let place = Place::new();
    let ended = place.run(&with(&CRASHES, &["--json", "--fail-on", "crash,anr"]));
    assert_eq!(ended.code, 1, "{ended:?}");
    let json = ended.json();
    let findings = json["findings"].as_array().unwrap();
    let crash = findings.iter().find(|finding| finding["kind"] == "crash").unwrap();
    assert!(crash["title"].as_str().is_some_and(|title| !title.is_empty()), "{crash}");
    assert!(crash["step"].as_u64().is_some_and(|step| (1..=150).contains(&step)), "{crash}");
}

#[test]
fn a_finding_that_is_not_named_does_not() {
    let place = Place::new();
    let json = place.json(&with(&CRASHES, &["--json", "--fail-on", "bug"]));
    assert!(!json["findings"].as_array().unwrap().is_empty());
}

#[test]
fn a_calm_run_does_not_fail() {
    let place = Place::new();
    let json = place.json(&with(&CALM, &["--json", "--fail-on", "crash,anr,bug"]));
    assert_eq!(json["findings"], Value::Array(Vec::new()));
}

/// The `failure` elements of a JUnit file, as (title, kind), and its counts.
fn junit(text: &str) -> (Vec<(String, String)>, [usize; 2]) {
    let mut reader = Reader::from_str(text);
    let (mut failures, mut counts, mut case) = (Vec::new(), [0; 2], String::new());
    loop {
        let event = reader.read_event().unwrap();
        let (Event::Start(element) | Event::Empty(element)) = &event else {
            if event == Event::Eof {
                return (failures, counts);
            }
            continue;
        };
        let value = |name: &str| {
            let attribute = element.try_get_attribute(name).unwrap().unwrap();
            quick_xml::escape::unescape(&attribute.value).unwrap().into_owned()
        };
        match element.name().as_ref() {
            "testsuite" => {
                counts = ["tests", "failures"].map(|name| value(name).parse().unwrap());
            }
            "testcase" => case = value("name"),
            "failure" => failures.push((case.clone(), value("type"))),
            other => panic!("unexpected element {other}"),
        }
    }
}

#[test]
fn a_junit_file_holds_the_findings() {
    let place = Place::new();
    let file = place.path().join("junit.xml");
    let path = file.display().to_string();
    let json = place.json(&with(&CRASHES, &["--json", "--junit", &path]));
    let wanted: Vec<(String, String)> = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            let text = |name: &str| finding[name].as_str().unwrap().to_owned();
            (text("title"), text("kind"))
        })
        .collect();
    let (failures, counts) = junit(&fs::read_to_string(file).unwrap());
    assert_eq!(failures, wanted);
    assert_eq!(counts, [wanted.len(); 2]);
}

#[test]
fn a_junit_file_without_findings_has_one_passed_case() {
    let place = Place::new();
    let file = place.path().join("junit.xml");
    place.json(&with(&CALM, &["--json", "--junit", &file.display().to_string()]));
    assert_eq!(junit(&fs::read_to_string(file).unwrap()), (Vec::new(), [1, 0]));
}

#[test]
fn a_junit_file_that_cannot_be_written_is_told_and_the_session_kept() {
    let place = Place::new();
    let nowhere = place.path().join("missing").join("junit.xml");
    let ended = place.run(&with(&CALM, &["--junit", &nowhere.display().to_string()]));
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.err.starts_with("error: cannot write "), "{ended:?}");
    assert!(place.session().join("events.jsonl").exists());
}

/// What a run of `vlm-fuzz` with `seed` of `target` found, by its title's beginning.
fn found(target: &str, seed: &str, more: &[&str], title: &str) -> Value {
    let place = Place::new();
    let run = ["run", target, "--explorer", "vlm-fuzz", "--steps", "400", "--seed", seed];
    let json = place.json(&with(&with(&run, &["--quiet", "--json"]), more));
    let findings = json["findings"].as_array().unwrap();
    let titled = |finding: &&Value| finding["title"].as_str().unwrap().starts_with(title);
    findings.iter().find(titled).unwrap_or_else(|| panic!("{findings:?}")).clone()
}

#[test]
fn leaving_while_a_payment_is_on_its_way_is_tried() {
    let crash =
        found("demo:shop", "2", &["--no-confirm"], "java.lang.IllegalStateException: Fragment");
    assert_eq!(crash["kind"], "crash");
}

#[test]
fn what_comes_while_the_app_is_busy_is_confirmed_and_told_as_one_step() {
    let crash =
        found("demo:settings", "1", &["--confirm"], "java.util.ConcurrentModificationException");
    assert_eq!((&crash["confirmed"], &crash["runs"]), (&Value::from(3), &Value::from(3)));
    let minimal: Vec<_> =
        crash["minimal"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let [_, last] = &*minimal else { panic!("{minimal:?}") };
    assert!(last.ends_with(", and at once set battery to 2 %"), "{last}");
}
