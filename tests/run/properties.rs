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
