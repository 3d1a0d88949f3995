//! Exports and imports, as a user asks for them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::place::Place;

/// A session on the shop, which crashes in it.
fn recorded() -> (Place, String) {
    let place = Place::new();
    let arguments = ["run", "demo:shop", "--explorer", "vlm-fuzz", "--steps", "250"];
    let reported = place.json(&[&arguments[..], &["--seed", "7", "--json"]].concat());
    assert!(!reported["findings"].as_array().unwrap().is_empty(), "{reported}");
    let session = place.session().display().to_string();
    (place, session)
}

#[test]
fn a_session_is_written_in_every_format() {
    let (place, session) = recorded();
    let export = |more: &[&str]| {
        let ended = place.run(&[&["export", &session, "--format"], more].concat());
        assert_eq!(ended.code, 0, "{ended:?}");
        ended
    };
    let document: Value = export(&["json", "--with-pictures"]).json();
    assert_eq!(document["steps"].as_array().map(Vec::len), Some(250));
    let picture = document["steps"][0]["after"]["picture"].as_str().unwrap();
    let data = document["pictures"][picture].as_str().unwrap();
    assert!(data.starts_with("data:image/png;base64,iVBOR"), "{picture}");
    assert!(export(&["dot"]).out.starts_with("digraph model {"));
    assert!(export(&["mermaid"]).out.starts_with("flowchart LR\n"));
    assert!(export(&["adb", "--steps", "2..4"]).out.starts_with("#!/bin/sh\n"));
    let flow = export(&["maestro", "--finding", "1"]);
    assert!(flow.out.contains("appId: \"org.ridealong.shop\""), "{flow:?}");
    assert!(flow.err.contains("finding-1.yaml: "), "{flow:?}");
    let cast = export(&["cast", "--size", "80x24"]).out;
    let mut lines = cast.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    assert_eq!((&header["version"], &header["width"]), (&json!(2), &json!(80)));
    let times: Vec<f64> = lines.map(|line| line[0].as_f64().unwrap()).collect();
    assert!(times.len() > 250 && times.is_sorted(), "{} frames", times.len());
}

#[test]
fn what_was_exported_for_droidbot_is_imported_again() {
    let (place, session) = recorded();
    let folder = place.path().join("out");
    let out = folder.display().to_string();
    let export = ["export", &session, "--format", "utg", "--out", &out];
    assert_eq!(place.run(&export).code, 0);
    place.run(&export).tells(2, "is not empty", "new or empty");
    let reported = place.json(&["import", &out, "--json"]);
    assert_eq!(reported["package"], "org.ridealong.shop");
    assert!(reported["steps"].as_u64() > Some(40), "{reported}");
    assert!(reported["states"].as_u64() > Some(5), "{reported}");
    assert!(reported["pictures"].as_u64() > Some(40), "{reported}");
    let again = reported["session"].as_str().unwrap();
    let target = format!("recorded:{again}");
    let run = place.json(&["run", &target, "--explorer", "monkey", "--steps", "5", "--json"]);
    assert_eq!(run["steps"], 5);
}

#[test]
fn what_cannot_be_exported_is_told() {
    let (place, session) = recorded();
    let export = |more: &[&str]| place.run(&[&["export", &session, "--format"], more].concat());
    export(&["maestro"]).tells(2, "files and needs a folder", "--out FOLDER");
    export(&["adb", "--steps", "270..280"]).tells(2, "no steps 270..280: it has 250", "FROM..TO");
    export(&["dot", "--finding", "1"]).tells(2, "the whole session", "maestro");
    let none = export(&["maestro", "--finding", "99"]);
    assert!(none.code == 2 && none.err.contains("--finding 1"), "{none:?}");
    place.run(&["export", "nothing", "--format", "json"]).tells(2, "no session", "sessions");
    assert_eq!(export(&["adb", "--steps", "9..3"]).code, 2);
}

/// A run of two states and two events, one of which leads out of the folder by its names.
fn run_of_droidbot(folder: &Path) {
    fs::create_dir_all(folder.join("states")).unwrap();
    fs::create_dir_all(folder.join("events")).unwrap();
    let view = |text: &str, parent: i64, children: &[u64]| {
        json!({
            "package": "org.app", "class": "android.widget.Button", "text": text,
            "resource_id": null, "bounds": [[0, 0], [700, 300]], "clickable": parent >= 0,
            "visible": true, "enabled": true, "parent": parent, "children": children,
        })
    };
    for (tag, state, text) in [("a", "one", "<b>&\u{1b}[31m"), ("../../b", "two", "Done")] {
        // A circle: each holds the other.
        let views = [view("", -1, &[1]), view(text, 0, &[0, 1, 7])];
        let state = json!({
            "state_str": state, "foreground_activity": "org.app/.Main",
            "width": 720, "height": 1600, "views": views,
        });
        let name = tag.replace('/', "_");
        let path = folder.join(format!("states/state_{name}.json"));
        fs::write(path, state.to_string()).unwrap();
    }
    let touch = json!({
        "event": { "event_type": "touch", "view": view("Done", 0, &[]) },
        "start_state": "one", "stop_state": "two",
    });
    let odd = json!({
        "event": { "event_type": "moonwalk" }, "start_state": "two", "stop_state": "../../etc",
    });
    fs::write(folder.join("events/event_1.json"), touch.to_string()).unwrap();
    fs::write(folder.join("events/event_2.json"), odd.to_string()).unwrap();
    fs::write(folder.join("events/event_3.json"), "[".repeat(100_000)).unwrap();
    fs::write(folder.join("utg.js"), "var utg = {'no': 'json'}").unwrap();
    let picture = folder.join("states/screen_a.png");
    fs::write(picture, b"\x89PNG\r\n\x1a\nnot really").unwrap();
}

#[test]
fn damaged_and_hostile_folders_are_taken_as_far_as_they_go() {
    let place = Place::new();
    let folder = place.path().join("run");
    run_of_droidbot(&folder);
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", folder.join("states/state_z.json")).unwrap();
    let folder = folder.display().to_string();
    let reported = place.json(&["import", &folder, "--json"]);
    assert_eq!((&reported["steps"], &reported["package"]), (&1.into(), &"org.app".into()));
    let repairs = reported["repairs"].to_string();
    for repair in ["event_3.json is no JSON", "utg.js is no JSON", "picture screen_a.png"] {
        assert!(repairs.contains(repair), "{repairs}");
    }
    place.run(&["import", "/dev/null"]).tells(2, "it is a file", "-o");
    let empty = place.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let empty = empty.display().to_string();
    place.run(&["import", &empty]).tells(2, "no output folder of DroidBot", "-o");
    assert_eq!(fs::read_dir(place.sessions()).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn a_folder_of_kea_is_imported_in_the_order_of_its_numbers() {
    let place = Place::new();
    let folder = place.path().join("kea");
    fs::create_dir_all(folder.join("all_states")).unwrap();
    for (number, text) in [(1, "One"), (2, "Two"), (10, "Ten")] {
        let state = json!({
            "state_str": text, "foreground_activity": "org.app/org.app.Main",
            "width": 720, "height": 1280,
            "views": [{
                "package": "org.app", "class": "android.widget.Button", "text": text,
                "bounds": [[0, 0], [700, 300]], "clickable": true, "visible": true,
                "enabled": true, "parent": -1, "children": [],
            }],
        });
        let file = folder.join(format!("all_states/state_{number}.json"));
        fs::write(file, state.to_string()).unwrap();
    }
    let folder = folder.display().to_string();
    let reported = place.json(&["import", &folder, "--json"]);
    assert_eq!(reported["package"], "org.app");
    assert!(reported["repairs"].to_string().contains("all_states"), "{reported}");
    let session = ridealong::store::open(Path::new(reported["session"].as_str().unwrap())).unwrap();
    let exact: Vec<_> = session
        .records
        .iter()
        .filter_map(|record| match &record.event {
            ridealong::protocol::Event::Observed(observed) => Some(observed.screen.clone()),
            _ => None,
        })
        .map(|screen| String::from_utf8(session.blobs.get(&screen).unwrap()).unwrap())
        .collect();
    assert_eq!(exact.len(), 3);
    for (screen, text) in exact.iter().zip(["One", "Two", "Ten"]) {
        assert!(screen.contains(text), "{screen}");
    }
}

#[test]
fn a_session_is_printed_as_json_without_a_terminal() {
    let (place, session) = recorded();
    let printed = place.json(&["replay", &session, "--json"]);
    let exported = place.json(&["export", &session, "--format", "json"]);
    assert_eq!(printed, exported);
    assert_eq!(printed["steps"].as_array().map(Vec::len), Some(250));
    place.run(&["replay", &session]).tells(2, "no terminal", "--json");
}
