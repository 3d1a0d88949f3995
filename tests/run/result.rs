//! What a run tells in the end, and that the same seed tells the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::place::Place;

#[test]
fn the_result_for_people_names_what_was_reached() {
    let place = Place::new();
    let ended = place.run(&["run", "demo:notes", "--steps", "12", "--seed", "7"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.out.starts_with("12 steps on demo:notes: "), "{ended:?}");
    for wanted in ["coverage of states: ", "no findings", "session: "] {
        assert!(ended.out.contains(wanted), "{wanted} in {ended:?}");
    }
    assert!(ended.out.contains(&place.session().display().to_string()), "{ended:?}");
}

#[test]
fn the_result_as_json_has_every_field() {
    let place = Place::new();
    let json = place.json(&["run", "demo:notes", "--steps", "30", "--seed", "7", "--json"]);
    let session = json["session"].as_str().unwrap();
    assert_eq!(Path::new(session), place.session());
    assert_eq!(json["target"], "demo:notes");
    assert_eq!(json["explorer"], "systematic");
    assert_eq!(json["seed"], 7);
    assert_eq!(json["steps"], 30);
    let numbers = [
        "/states/observed",
        "/states/semantic",
        "/transitions",
        "/activities/visited",
        "/activities/declared",
        "/coverage/states/covered",
        "/coverage/states/total",
        "/coverage/code/covered",
        "/coverage/code/total",
        "/llm/requests",
        "/llm/input_tokens",
        "/llm/output_tokens",
        "/llm/feedback_rounds",
        "/llm/fallbacks",
        "/wall_ms",
        "/engine_ms",
    ];
    for pointer in numbers {
        assert!(json.pointer(pointer).is_some_and(Value::is_u64), "{pointer} in {json}");
    }
    assert_eq!(json["llm"]["cost_usd"].as_f64(), Some(0.0));
    assert!(json["findings"].is_array());
    let curve = json["curve"].as_array().unwrap();
    let point = |point: &Value| Some((point[0].as_u64()?, point[1].as_u64()?));
    let points: Vec<_> = curve.iter().map(|value| point(value).unwrap()).collect();
    assert!(points.is_sorted(), "{points:?}");
    assert_eq!(points.last().unwrap().1, json["states"]["observed"].as_u64().unwrap());
    assert!(json["wall_ms"].as_u64() >= json["engine_ms"].as_u64());
}

#[test]
fn an_app_is_named_in_either_way() {
    let place = Place::new();
    let json = place.json(&["run", "demo", "--app", "shop", "--steps", "1", "--json"]);
    assert_eq!(json["target"], "demo:shop");
}

#[test]
fn minutes_end_a_run_as_well() {
    let place = Place::new();
    let json = place.json(&["run", "demo", "--minutes", "0", "--json", "--quiet"]);
    assert_eq!(json["end"]["is"], "minutes");
    assert_eq!(json["steps"], 0);
}

#[test]
fn a_charter_is_recorded() {
    let place = Place::new();
    place.json(&["run", "demo", "--steps", "1", "--json", "--charter", "Find lost notes"]);
    let log = fs::read_to_string(place.session().join("events.jsonl")).unwrap();
    assert!(log.lines().any(|line| line.contains("\"charter\"") && line.contains("lost notes")));
}

/// The log without what may differ: times.
fn log(session: &Path) -> Vec<Value> {
    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !matches!(name.as_str(), "at" | "took_ms" | "started"));
                fields.values_mut().for_each(without_times);
            }
            Value::Array(values) => values.iter_mut().for_each(without_times),
            _ => {}
        }
    }
    let text = fs::read_to_string(session.join("events.jsonl")).unwrap();
    text.lines()
        .map(|line| {
            let mut value = serde_json::from_str(line).unwrap();
            without_times(&mut value);
            value
        })
        .collect()
}

fn blobs(session: &Path) -> BTreeSet<String> {
    let folders = fs::read_dir(session.join("blobs")).unwrap();
    folders
        .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|blob| blob.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[rstest::rstest]
#[case("notes", "systematic")]
#[case("shop", "monkey")]
#[case("books", "systematic")]
#[case("alarm", "monkey")]
#[case("health", "systematic")]
#[case("settings", "monkey")]
fn the_same_seed_gives_the_same_session(#[case] app: &str, #[case] explorer: &str) {
    let recorded = || {
        let place = Place::new();
        let target = format!("demo:{app}");
        let arguments =
            ["run", &target, "--explorer", explorer, "--steps", "60", "--seed", "11", "-q"];
        let ended = place.run(&arguments);
        assert_eq!(ended.code, 0, "{ended:?}");
        (log(&place.session()), blobs(&place.session()))
    };
    let ((one, one_blobs), (other, other_blobs)) = (recorded(), recorded());
    for (line, other) in one.iter().zip(&other) {
        assert_eq!(line, other);
    }
    assert_eq!(one.len(), other.len());
    assert!(one_blobs.len() > 20, "pictures, hierarchies and screens: {}", one_blobs.len());
    assert_eq!(one_blobs, other_blobs);
}

#[test]
fn another_seed_gives_another_session() {
    let recorded = |seed| {
        let place = Place::new();
        place.run(&["run", "demo", "--explorer", "monkey", "--steps", "20", "--seed", seed]);
        log(&place.session())
    };
    assert_ne!(recorded("1")[1..], recorded("2")[1..]);
}
