//! Properties of the tester, as a user gives them.

use std::fs;

use serde_json::Value;

use super::place::Place;

/// The worked example of the documentation.
fn example() -> String {
    let page = include_str!("../../docs/properties.md");
    let from = page.find("```toml\n").unwrap() + "```toml\n".len();
    let rest = page.get(from..).unwrap();
    rest.split("```").next().unwrap().to_owned()
}

fn broken(target: &str, properties: &str) -> Vec<String> {
    let place = Place::new();
    let file = place.path().join("shop.toml");
    fs::write(&file, properties).unwrap();
    let file = file.display().to_string();
    let run = ["run", target, "--explorer", "systematic", "--steps", "200", "--quiet", "--json"];
    let json = place.json(&[&run[..], &["--properties", &file, "--seed", "1"]].concat());
    let findings = json["findings"].as_array().unwrap().iter();
    let of_properties = findings.filter(|finding| finding["oracle"] == "properties");
    of_properties.map(|finding| finding["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_example_finds_the_fault_and_nothing_in_a_sound_app() {
    let found = broken("demo:shop?faults=shop-privacy-terms", &example());
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("the privacy link does not lead to the terms: The screen is"));
    let none: [String; 0] = [];
    assert_eq!(broken("demo:shop?faults=none", &example()), none);
}

/// The reasons of a run with probes and properties, in order.
fn reasons(seed: &str) -> Vec<String> {
    let place = Place::new();
    let file = place.path().join("shop.toml");
    fs::write(&file, example()).unwrap();
    let file = file.display().to_string();
    let run = ["run", "demo:shop", "--explorer", "systematic", "--steps", "120", "--quiet"];
    place.run(&[&run[..], &["--seed", seed, "--probe", "--properties", &file]].concat());
    let log = fs::read_to_string(place.session().join("events.jsonl")).unwrap();
    let events = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let proposed = events.filter(|event| event["type"] == "proposed");
    proposed.filter_map(|event| event["data"]["why"].as_str().map(str::to_owned)).collect()
}

#[test]
fn probes_and_properties_take_turns_with_the_explorer() {
    let reasons = reasons("1");
    let count = |start: &str| reasons.iter().filter(|why| why.starts_with(start)).count();
    let (probes, checks) = (count("A probe"), count("Property"));
    assert!(probes > 0 && checks > 0, "{probes} probes, {checks} steps of properties");
    // Each has its share at most: a fifth and a quarter of the steps.
    assert!(probes <= reasons.len() / 5 && checks <= reasons.len() / 4, "{probes}, {checks}");
    assert_eq!(reasons, self::reasons("1"), "the same seed gives the same run");
}

#[test]
fn a_wrong_file_is_told_with_its_line() {
    let place = Place::new();
    let file = place.path().join("wrong.toml");
    fs::write(&file, "[[property]]\nname = \"p\"\nmust = [{ relation = \"#total\" }]\n").unwrap();
    let file = file.display().to_string();
    let run = ["run", "demo:shop", "--steps", "1", "--properties", &file];
    place.run(&run).tells(2, "wrong.toml, line 3: \"#total\" compares nothing", "properties.md");
    let run = ["run", "demo:shop", "--steps", "1", "--oracle", "properties"];
    place.run(&run).tells(2, "no properties to check", "--properties FILE");
}

#[test]
fn the_assertions_of_a_flow_are_printed_as_properties() {
    let place = Place::new();
    let file = place.path().join("flow.yaml");
    fs::write(&file, "appId: a.b\n---\n- launchApp\n- assertVisible: Shop\n").unwrap();
    let json: Value = place.json(&["import", &file.display().to_string(), "--json"]);
    assert_eq!(json["properties"], 1);
    assert!(json["toml"].as_str().unwrap().contains("must = [{ widget = \"Shop\" }]"), "{json}");
}
