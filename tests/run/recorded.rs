//! Recordings as targets: dialogues and sessions.

use std::fs;
use std::path::PathBuf;

use super::place::Place;

fn moon_guide() -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("tests/fixtures/dialogues/moon-guide").display().to_string()
}

#[test]
fn dialogues_are_explored_and_counted() {
    let target = format!("recorded:{}", moon_guide());
    let arguments = ["run", &target, "--explorer", "vitas", "--steps", "20", "--json"];
    let json = Place::new().json(&arguments);
    assert_eq!((&json["target"], &json["steps"]), (&target.into(), &20.into()));
    assert_eq!(json["coverage"]["states"]["total"], 9);
    assert!(json["coverage"]["states"]["covered"].as_u64() >= Some(3), "{json}");
    assert!(json["coverage"]["turns answered from the record"]["total"].as_u64() > Some(0));
}

#[test]
fn a_session_is_explored_without_its_device() {
    let place = Place::new();
    let first = place.json(&["run", "demo:notes", "--steps", "25", "--seed", "3", "--json"]);
    let session = place.session();
    let target = format!("recorded:{}", session.display());
    let again = place.json(&["run", &target, "--steps", "25", "--seed", "3", "--json"]);
    let count = |name: &str| {
        let count = &again["coverage"][name];
        (count["covered"].as_u64().unwrap(), count["total"].as_u64().unwrap())
    };
    assert_eq!(count("states").1, first["states"]["observed"]);
    let (found, actions) = count("actions answered from the record");
    assert_eq!(actions, 25);
    assert!(found > 20, "the same explorer does the same: {again}");
    let log = PathBuf::from(again["session"].as_str().unwrap()).join("events.jsonl");
    let log = fs::read_to_string(log).unwrap();
    let looks = log.lines().filter(|line| line.contains("\"type\":\"observed\""));
    assert!(looks.clone().count() > 20);
    assert!(looks.clone().all(|line| line.contains("\"picture\"")), "pictures as recorded");
    // What another explorer does was mostly never recorded: nothing changes, and that is told.
    place.json(&["run", &target, "--steps", "10", "--explorer", "monkey", "--json"]);
    let reported = fs::read_dir(place.sessions()).unwrap().any(|entry| {
        let log = fs::read_to_string(entry.unwrap().path().join("events.jsonl")).unwrap();
        log.contains("never performed in this state of the recording")
    });
    assert!(reported);
}

#[test]
fn a_damaged_session_is_used_as_far_as_it_goes() {
    let place = Place::new();
    place.json(&["run", "demo:notes", "--steps", "6", "--json"]);
    let session = place.session();
    let target = format!("recorded:{}", session.display());
    // A torn tail, and every screen but the pictures gone: nothing is left to show.
    let log = session.join("events.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, text.trim_end()).unwrap();
    assert_eq!(place.json(&["run", &target, "--steps", "2", "--json"])["steps"], 2);
    fs::remove_dir_all(session.join("blobs")).unwrap();
    let ended = place.run(&["run", &target, "--steps", "2"]);
    ended.tells(2, "holds no screen that can be read", "ridealong sessions");
    fs::write(&log, "{\"ridealong\":999}\n").unwrap();
    place.run(&["run", &target, "--steps", "2"]).tells(2, "newer Ridealong", "update");
    fs::write(&log, "").unwrap();
    place.run(&["run", &target, "--steps", "2"]).tells(2, "is no session", "ridealong sessions");
}

#[test]
fn what_is_no_recording() {
    let place = Place::new();
    let (empty, prose) = (place.path().join("empty"), place.path().join("prose.txt"));
    fs::create_dir(&empty).unwrap();
    fs::write(&prose, "Dear all,\nsee you tomorrow.\n").unwrap();
    let binary = place.path().join("picture.txt");
    fs::write(&binary, b"\x89PNG\0\0").unwrap();
    let path = |path: &PathBuf| format!("recorded:{}", path.display());
    for (target, error, hint) in [
        ("recorded:".to_owned(), "needs the path", "recorded:SESSION"),
        ("recorded:nowhere".to_owned(), "there is no file or folder nowhere", "sessions"),
        (path(&empty), "holds no dialogues", "open NAME"),
        (path(&prose), "is no dialogue", "open NAME"),
        (path(&binary), "is no text", "open NAME"),
    ] {
        place.run(&["run", &target, "--steps", "1"]).tells(2, error, hint);
    }
    let target = format!("recorded:{}", moon_guide());
    let ended = place.run(&["run", &target, "--app", "sun guide", "--steps", "1"]);
    ended.tells(2, "opens \"sun guide\"", "moon guide");
}
