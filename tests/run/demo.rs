//! `ridealong demo`, `sessions` and `doctor`.

use serde_json::Value;

use super::place::Place;

fn names(apps: &Value) -> Vec<String> {
    let name = |app: &Value| app["name"].as_str().unwrap().to_owned();
    apps.as_array().unwrap().iter().map(name).collect()
}

#[test]
fn the_apps_are_listed_with_their_counts() {
    let apps = Place::new().json(&["demo", "list", "--json"]);
    assert!(names(&apps).len() >= 6, "{apps}");
    let sum = |field: &str| -> u64 {
        apps.as_array().unwrap().iter().map(|app| app[field].as_u64().unwrap()).sum()
    };
    assert!(sum("states") >= 150, "{apps}");
    assert!(sum("faults") >= 40, "{apps}");
    assert!(sum("activities") >= 6, "{apps}");
    assert!(apps.as_array().unwrap().iter().all(|app| app["title"].is_string()));
}

#[test]
fn faults_and_states_are_told_with_their_ways() {
    let place = Place::new();
    let apps = place.json(&["demo", "list", "--json"]);
    for (app, listed) in names(&apps).iter().zip(apps.as_array().unwrap()) {
        let faults = place.json(&["demo", "faults", app, "--json"]);
        let faults = faults.as_array().unwrap();
        assert_eq!(faults.len() as u64, listed["faults"].as_u64().unwrap(), "{app}");
        for fault in faults {
            assert!(["id", "kind", "title"].iter().all(|name| fault[name].is_string()), "{fault}");
            assert!(fault["steps"].as_array().is_some_and(|way| !way.is_empty()), "{fault}");
        }
        let states = place.json(&["demo", "states", app, "--json"]);
        let states = states.as_array().unwrap();
        assert_eq!(states.len() as u64, listed["states"].as_u64().unwrap(), "{app}");
        assert!(states.iter().all(|state| state["name"].is_string() && state["steps"].is_array()));
    }
}

#[test]
fn people_get_tables() {
    let place = Place::new();
    for (arguments, wanted) in [
        (&["demo", "list"][..], "notes"),
        (&["demo", "faults", "notes"], "notes-title-spaces"),
        (&["demo", "states", "notes"], "shortest steps"),
    ] {
        let ended = place.run(arguments);
        assert_eq!(ended.code, 0, "{ended:?}");
        assert!(ended.out.contains(wanted) && ended.out.lines().count() > 5, "{ended:?}");
    }
}

#[test]
fn recorded_sessions_are_listed() {
    let place = Place::new();
    assert!(place.run(&["sessions"]).out.contains("no sessions in "));
    let ran = place.json(&["run", "demo:shop", "--steps", "5", "--seed", "3", "--json"]);
    let listed = place.json(&["sessions", "--json"]);
    let [session] = &listed.as_array().unwrap()[..] else { panic!("{listed}") };
    assert_eq!(session["folder"], ran["session"]);
    assert_eq!(session["steps"], 5);
    assert_eq!(session["states"], ran["states"]["observed"]);
    assert_eq!(session["ended"]["is"], "steps");
    assert_eq!(session["repairs"], Value::Array(Vec::new()));
    let table = place.run(&["sessions"]).out;
    assert!(table.lines().nth(1).unwrap().contains("demo:shop"), "{table}");
}

#[test]
fn the_doctor_says_what_is_there_and_what_to_do() {
    let place = Place::new();
    let checks = place.json(&["doctor", "--json"]);
    let check = |name: &str| {
        let mut all = checks.as_array().unwrap().iter();
        all.find(|check| check["check"] == name).unwrap_or_else(|| panic!("{name}: {checks}"))
    };
    assert_eq!(check("embedded phone")["ok"], true);
    assert_eq!(check("sessions")["ok"], true);
    assert_eq!(check("terminal")["ok"], false, "standard output is a pipe here");
    for check in checks.as_array().unwrap() {
        assert!(check["found"].is_string(), "{check}");
        assert!(check["ok"] == true || check["advice"].is_string(), "{check}");
    }
    let ended = place.run(&["doctor"]);
    assert_eq!(ended.code, 0);
    assert!(ended.out.contains("ok") && ended.out.contains("adb server"), "{ended:?}");
}
