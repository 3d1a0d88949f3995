//! `ridealong inspect`: files of phones, and files that are none.

use std::fs;

use ridealong::demo::apk::{Strings, encode, zipped};
use serde_json::Value;

use super::place::{Place, end};

const DUMP: &str = r#"UI hierchary dumped to: /dev/tty<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout"
 package="org.example.tea" content-desc="" checkable="false" checked="false" clickable="false"
 enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false"
 password="false" selected="false" bounds="[0,0][720,1600]"><node index="0" text="Brew &amp; wait"
 resource-id="org.example.tea:id/brew" class="android.widget.Button" package="org.example.tea"
 content-desc="Start" checkable="false" checked="false" clickable="true" enabled="true"
 focusable="true" focused="false" scrollable="false" long-clickable="true" password="false"
 selected="false" bounds="[40,100][680,220]" /></node></hierarchy>"#;

const LOG: &str = "\
03-14 09:26:53.589  4711  4711 E AndroidRuntime: FATAL EXCEPTION: main
03-14 09:26:53.589  4711  4711 E AndroidRuntime: Process: org.example.tea, PID: 4711
03-14 09:26:53.589  4711  4711 E AndroidRuntime: java.lang.IllegalStateException: kettle is empty
03-14 09:26:53.589  4711  4711 E AndroidRuntime: \tat org.example.tea.Kettle.boil(Kettle.kt:31)
03-14 09:26:53.589  4711  4711 E AndroidRuntime: \tat org.example.tea.Main.onClick(Main.kt:12)
";

fn write(place: &Place, name: &str, content: &[u8]) -> String {
    let path = place.path().join(name);
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

#[test]
fn a_hierarchy_yields_its_widgets() {
    let place = Place::new();
    let file = write(&place, "dump.xml", DUMP.as_bytes());
    let json = place.json(&["inspect", "--json", &file]);
    let widgets = json["widgets"].as_array().unwrap();
    let button = widgets.iter().find(|widget| widget["class"] == "android.widget.Button").unwrap();
    assert_eq!(button["text"], "Brew & wait");
    assert_eq!(button["resource_id"], "org.example.tea:id/brew");
    assert_eq!(button["content_desc"], "Start");
    assert_eq!(button["bounds"], serde_json::json!([40, 100, 680, 220]));
    assert_eq!(button["actions"], serde_json::json!(["tap", "long_tap"]));
    assert!(json["state"]["structural"].is_string(), "{json}");
    assert!(json["warnings"].is_array());
    let ended = place.run(&["inspect", &file]);
    assert!(ended.out.contains("org.example.tea") && ended.out.contains("brew"), "{ended:?}");
}

#[test]
fn a_log_yields_its_crashes() {
    let place = Place::new();
    let file = write(&place, "log.txt", LOG.as_bytes());
    let json = place.json(&["inspect", "--json", &file]);
    let [crash] = &json["crashes"].as_array().unwrap()[..] else { panic!("{json}") };
    assert_eq!(crash["kind"], "java");
    assert_eq!(crash["process"], "org.example.tea");
    assert_eq!(crash["exception"], "java.lang.IllegalStateException");
    assert_eq!(crash["message"], "kettle is empty");
    assert_eq!(crash["frames"].as_array().unwrap().len(), 2);
    assert!(crash["group"].is_string());
    let ended = place.run(&["inspect", &file]);
    assert!(ended.out.contains("1 crashes") && ended.out.contains("Kettle.boil"), "{ended:?}");
}

const MANIFEST: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="org.example.tea"
    android:versionCode="7" android:versionName="1.2">
  <uses-sdk android:minSdkVersion="21" android:targetSdkVersion="34"/>
  <uses-permission android:name="android.permission.CAMERA"/>
  <application>
    <activity android:name=".Main" android:exported="true"><intent-filter>
      <action android:name="android.intent.action.MAIN"/>
      <category android:name="android.intent.category.LAUNCHER"/>
    </intent-filter></activity>
    <service android:name=".Brew" android:exported="true" android:permission="org.example.DRINK"/>
    <receiver android:name=".Boot&#27;[2J" android:exported="false"/>
  </application>
</manifest>"#;

#[test]
fn a_manifest_and_an_apk_yield_what_the_app_declares() {
    let place = Place::new();
    let plain = write(&place, "plain", MANIFEST.as_bytes());
    let binary = encode(MANIFEST, Strings::Utf8);
    let apk = write(&place, "app", &zipped(&[("AndroidManifest.xml", &binary)]).unwrap());
    let binary = write(&place, "binary", &binary);
    for file in [&plain, &binary, &apk] {
        let json = place.json(&["inspect", "--json", file]);
        assert_eq!(json["kind"], "manifest", "{json}");
        assert_eq!(
            (&json["package"], &json["target_sdk"]),
            (&"org.example.tea".into(), &34.into())
        );
        let services = json["components"].as_array().unwrap();
        let brew = services.iter().find(|component| component["kind"] == "service").unwrap();
        assert_eq!(brew["permission"], "org.example.DRINK");
        let ended = place.run(&["inspect", file]);
        for part in [
            "org.example.tea · version 1.2 (7) · from API 21 · made for API 34",
            "android.permission.CAMERA",
            "activities: 1",
            "MAIN [LAUNCHER]",
            "with org.example.DRINK",
            "only the app",
        ] {
            assert!(ended.out.contains(part), "{part}: {ended:?}");
        }
        assert!(!ended.out.chars().any(|c| c.is_control() && c != '\n'), "{ended:?}");
    }
    let torn = write(&place, "torn.apk", &fs::read(&apk).unwrap()[..99]);
    let ended = place.run(&["inspect", &torn]);
    assert_eq!((ended.code, ended.out.lines().count()), (1, 1), "{ended:?}");
    assert!(ended.out.contains("the APK cannot be opened"), "{ended:?}");
}

#[test]
fn what_cannot_be_read_is_told_beside_what_can() {
    let place = Place::new();
    let good = write(&place, "dump.xml", DUMP.as_bytes());
    let garbage = write(&place, "garbage.bin", &[0, 159, 146, 150, 255, 60, 1, 2]);
    let empty = write(&place, "empty.xml", b"");
    let failed = write(&place, "failed.xml", b"ERROR: could not get idle state.\n");
    let missing = place.path().join("missing.xml").display().to_string();
    let folder = place.path().display().to_string();
    let bad = [&garbage, &empty, &failed, &missing, &folder];
    let mut arguments = vec!["inspect", "--json", &good];
    arguments.extend(bad.map(String::as_str));
    let ended = place.run(&arguments);
    assert_eq!(ended.code, 1, "{ended:?}");
    let lines: Vec<Value> =
        ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["widgets"].is_array());
    assert_eq!(lines.len(), 1 + bad.len());
    for (line, file) in lines[1..].iter().zip(bad) {
        assert_eq!(line["file"], file.as_str());
        assert!(line["error"].as_str().is_some_and(|error| !error.is_empty()), "{line}");
    }
    assert!(lines[3]["error"].as_str().unwrap().contains("idle"), "{}", lines[3]);
}

#[test]
fn files_that_come_from_no_phone_are_named_and_read() {
    let place = Place::new();
    let model = r#"{"interactionModel": {"languageModel": {"invocationName": "tea time", "intents": [
        {"name": "BrewIntent", "samples": ["brew {kind}"], "slots": [{"name": "kind", "type": "TEA"}]}
    ], "types": [{"name": "TEA", "values": [{"name": {"value": "green"}}]}]}}}"#;
    let file = write(&place, "en-US.json", model.as_bytes());
    let json = place.json(&["inspect", "--json", &file]);
    assert_eq!((&json["kind"], &json["invocation"]), (&"voice_model".into(), &"tea time".into()));
    let ended = place.run(&["inspect", &file]);
    assert!(ended.code == 0 && ended.out.contains("BrewIntent"), "{ended:?}");

    let state = r#"{"tag": "1", "state_str": "ab", "foreground_activity": "org.tea/.Main", "width": 720,
        "height": 1600, "views": [{"parent": -1, "children": [], "class": "android.widget.Button",
        "text": "Brew", "clickable": true, "enabled": true, "package": "org.tea",
        "bounds": [[0, 0], [720, 200]]}]}"#;
    let file = write(&place, "state_1.json", state.as_bytes());
    let json = place.json(&["inspect", "--json", &file]);
    assert_eq!((&json["kind"], &json["from"]), (&"hierarchy".into(), &"droidbot".into()));
    assert_eq!(json["widgets"][0]["label"], "Brew");

    let event = r#"{"event": {"event_type": "touch"}, "event_str": "TouchEvent(Brew)",
        "start_state": "ab", "stop_state": "cd"}"#;
    let file = write(&place, "event_1.json", event.as_bytes());
    assert_eq!(place.json(&["inspect", "--json", &file])["kind"], "droidbot_event");

    let graph =
        "var utg = \n{\"nodes\": [{\"id\": \"ab\"}], \"edges\": [], \"app_package\": \"org.tea\"}";
    let file = write(&place, "utg.js", graph.as_bytes());
    let json = place.json(&["inspect", "--json", &file]);
    assert_eq!((&json["states"], &json["package"]), (&1.into(), &"org.tea".into()));

    let file = write(&place, "talk.txt", b"round 1:\nopen tea time\nWelcome. Which tea?\n");
    let json = place.json(&["inspect", "--json", &file]);
    assert_eq!(json["kind"], "dialogues", "{json}");
    assert_eq!(json["sessions"][0][0][1], "Welcome. Which tea?");

    for (name, content, says) in [
        ("note.txt", "tea\nand more tea\n", "plain text, 2 lines"),
        ("list.json", "[1, 2, 3]", "a JSON list of 3"),
        ("other.json", r#"{"tea": 1, "milk": 2}"#, "a JSON object (tea, milk)"),
    ] {
        let file = write(&place, name, content.as_bytes());
        let ended = place.run(&["inspect", &file]);
        assert_eq!(ended.code, 1, "{ended:?}");
        assert!(ended.out.contains(says), "{ended:?}");
    }
}

#[test]
fn standard_input_is_read() {
    let place = Place::new();
    let mut command = place.command(&["inspect", "--json", "-"]);
    let json = end(command.write_stdin(DUMP)).json();
    assert_eq!(json["package"], "org.example.tea");
    let ended = end(place.command(&["inspect", "-"]).write_stdin("tea"));
    assert_eq!(ended.code, 1, "{ended:?}");
}

#[test]
fn hostile_text_does_not_reach_the_terminal() {
    let place = Place::new();
    let hostile = DUMP.replace("Start", "&#27;[2J&#7;").replace("Brew", "\u{9b}2J");
    let file = write(&place, "dump.xml", hostile.as_bytes());
    let ended = place.run(&["inspect", &file]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(!ended.out.chars().any(|c| c.is_control() && c != '\n'), "{ended:?}");
}
