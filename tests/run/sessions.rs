//! Sessions are found again, shared, and hidden from.

use std::fs;
use std::path::Path;

use ridealong::store::{self, BlobFolder};

use super::place::Place;

const RUN: [&str; 9] =
    ["run", "demo:shop", "--steps", "60", "--seed", "3", "--quiet", "--charter", "the checkout"];

/// A run over the shop that meets a crash in its first half.
const CRASHES: [&str; 9] =
    ["run", "demo:shop", "--explorer", "vlm-fuzz", "--steps", "220", "--seed", "3", "--quiet"];

fn recorded() -> (Place, String) {
    recorded_by(&RUN)
}

fn recorded_by(run: &[&str]) -> (Place, String) {
    let place = Place::new();
    assert_eq!(place.run(run).code, 0);
    let name = place.session().file_name().unwrap().to_str().unwrap().to_owned();
    (place, name)
}

fn count(place: &Place, filter: &[&str]) -> usize {
    place.json(&[&["sessions", "--json"], filter].concat()).as_array().unwrap().len()
}

/// Everything that stands in the files below `folder`.
fn content(folder: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        all.extend(if path.is_dir() { content(&path) } else { fs::read(&path).unwrap() });
    }
    all
}

fn holds(content: &[u8], text: &str) -> bool {
    content.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_session_is_found_by_tag_and_words_and_deleted() {
    let (place, name) = recorded();
    assert_eq!(count(&place, &["--tag", "smoke"]), 0);
    assert_eq!(place.run(&["sessions", "tag", &name, "smoke", "release 2"]).code, 0);
    assert_eq!(count(&place, &["--tag", "Smoke", "--search", "CHECKOUT"]), 1);
    assert_eq!(count(&place, &["--search", "nothing like it"]), 0);
    assert_eq!(place.run(&["sessions", "tag", &name, "smoke", "--remove"]).code, 0);
    assert_eq!(count(&place, &["--tag", "smoke"]), 0);
    place.run(&["sessions", "tag", &name, "a\tb"]).tells(2, "cannot be a tag", "one line");
    let asked = place.run(&["sessions", "delete", &name]);
    assert_eq!(asked.code, 2, "nobody can be asked: {asked:?}");
    assert_eq!(count(&place, &[]), 1);
    assert_eq!(place.run(&["report", &name]).code, 0);
    assert!(place.sessions().join(&name).join("report.html").exists());
    assert_eq!(place.run(&["sessions", "delete", &name, "--yes"]).code, 0);
    assert_eq!(count(&place, &[]), 0);
    assert!(!place.sessions().join(&name).exists(), "its report is gone with it");
    place.run(&["sessions", "delete", &name, "--yes"]).tells(2, "is no session", "lists");
}

#[test]
fn what_lies_beside_a_session_is_not_deleted_with_it() {
    let (place, name) = recorded();
    let mine = place.sessions().join(&name).join("mine.txt");
    fs::write(&mine, "keep").unwrap();
    assert_eq!(place.run(&["sessions", "delete", &name, "--yes"]).code, 0);
    assert_eq!(fs::read_to_string(mine).unwrap(), "keep");
}

#[test]
fn a_packed_session_opens_elsewhere() {
    let (place, name) = recorded();
    let packed = place.run(&["sessions", "pack", &name, "--out", "s.ridealong"]);
    assert_eq!(packed.code, 0, "{packed:?}");
    let other = Place::new();
    let file = place.path().join("s.ridealong");
    let unpacked = other.run(&["sessions", "unpack", file.to_str().unwrap()]);
    assert_eq!(unpacked.code, 0, "{unpacked:?}");
    let one = fs::read(place.sessions().join(&name).join("events.jsonl")).unwrap();
    assert_eq!(fs::read(other.sessions().join("s/events.jsonl")).unwrap(), one);
    let again = other.run(&["run", "recorded:sessions/s", "--steps", "5", "--quiet", "--json"]);
    assert_eq!(again.code, 0, "{again:?}");
    place.run(&["sessions", "pack", &name, "--out", "s.ridealong"]).tells(2, "exists", "name");
}

#[test]
fn a_redacted_copy_shows_nothing_that_the_rules_name() {
    let (place, name) = recorded();
    let session = place.sessions().join(&name);
    // A tab that stands in hierarchies, screens, labels and names of states.
    let heading = "Favourites";
    let log = content(&session);
    assert!(holds(&log, heading) && holds(&log, "Quantity"), "the fixture fits");
    fs::write(
        place.path().join("rules.toml"),
        format!("patterns = ['{heading}', 'Quantity']\n[[region]]\nleft = 0\ntop = 0\nright = 100\nbottom = 5\n"),
    )
    .unwrap();
    let done = place.run(&["sessions", "redact", &name, "--rules", "rules.toml"]);
    assert_eq!(done.code, 0, "{done:?}");
    let copy = place.sessions().join(format!("{name}-redacted"));
    let redacted = content(&copy);
    assert!(!holds(&redacted, heading) && !holds(&redacted, "Quantity"));
    assert!(holds(&redacted, "redacted for sharing"));
    let sessions = place.json(&["sessions", "--json"]);
    let steps: Vec<_> =
        sessions.as_array().unwrap().iter().map(|session| session["steps"].clone()).collect();
    assert_eq!(steps[0], steps[1], "every step is still there: {sessions}");
    assert!(sessions[0]["repairs"].as_array().unwrap().is_empty(), "{sessions}");
    place.run(&["sessions", "redact", &name, "--pattern", "("]).tells(
        2,
        "cannot be used",
        "known patterns",
    );
}

#[test]
fn every_picture_of_a_copy_is_covered_where_the_rules_say() {
    let (place, name) = recorded();
    fs::write(
        place.path().join("rules.toml"),
        "patterns = []\n[[region]]\nleft = 0\ntop = 0\nright = 100\nbottom = 100\n",
    )
    .unwrap();
    let done = place.run(&["sessions", "redact", &name, "--rules", "rules.toml"]);
    assert_eq!(done.code, 0, "{done:?}");
    let copy = place.sessions().join(format!("{name}-redacted"));
    let blobs = BlobFolder::of(&copy);
    let mut pictures = 0;
    for (id, _) in store::blobs::files(&copy) {
        let content = blobs.get(&id).unwrap();
        let Ok(picture) = image::load_from_memory(&content) else { continue };
        pictures += 1;
        assert!(picture.into_rgb8().pixels().all(|pixel| pixel.0 == [0; 3]));
    }
    assert!(pictures > 0);
}

/// The folder's name of a run with this seed, by this explorer.
fn explore(place: &Place, explorer: &str, steps: &str) -> String {
    let json = place.json(&[
        "run",
        "demo:books",
        "--steps",
        steps,
        "--seed",
        "7",
        "--explorer",
        explorer,
        "--quiet",
        "--json",
    ]);
    let session = json["session"].as_str().unwrap();
    Path::new(session).file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn sessions_of_one_app_are_merged_and_compared() {
    let place = Place::new();
    let (one, other) = (explore(&place, "systematic", "150"), explore(&place, "monkey", "60"));
    let merged = place.json(&["sessions", "merge", &one, &other, "--json", "--out", "model.json"]);
    let count = |value: &serde_json::Value| value["states"].as_u64().unwrap();
    let (first, second) = (&merged["shares"][0], &merged["shares"][1]);
    assert_eq!(count(&first["added"]), count(&first["known"]));
    assert_eq!(count(&second["added"]), count(&second["alone"]));
    assert_eq!(count(&merged["all"]), count(&first["known"]) + count(&second["added"]));
    let model: serde_json::Value =
        serde_json::from_slice(&fs::read(place.path().join("model.json")).unwrap()).unwrap();
    assert_eq!(model["states"].as_array().unwrap().len() as u64, count(&merged["all"]));

    let same = place.json(&["sessions", "compare", &one, &one, "--json", "--fail-on-new"]);
    assert_eq!(same["same"], first["known"]["states"]);
    for kind in ["appeared", "gone", "changed", "rerouted", "new_findings", "gone_findings"] {
        assert!(same[kind].as_array().unwrap().is_empty(), "{kind}: {same}");
    }
    let worse = place.run(&["sessions", "compare", &other, &one, "--fail-on-new"]);
    assert_eq!(worse.code, 1, "only the longer one met a crash: {worse:?}");
    assert!(worse.out.contains("new findings: "), "{worse:?}");
    let better = place.run(&["sessions", "compare", &one, &other, "--fail-on-new"]);
    assert_eq!(better.code, 0, "{better:?}");
}

#[test]
fn sessions_of_different_apps_do_not_belong_together() {
    let (place, name) = recorded();
    let other = explore(&place, "systematic", "3");
    let reported = place.run(&["sessions", "merge", &name, &other]);
    reported.tells(2, "different apps: org.ridealong.books, org.ridealong.shop", "one app");
}

/// Every record's number, and the steps that were decided.
fn numbers(session: &Path) -> (Vec<u64>, Vec<u64>, Vec<String>) {
    let session = ridealong::store::open(session).unwrap();
    let decided = session.records.iter().filter_map(|record| match &record.event {
        ridealong::protocol::Event::Decided(decided) => decided.step,
        _ => None,
    });
    let numbers = session.records.iter().map(|record| record.seq).collect();
    (numbers, decided.collect(), session.repairs)
}

#[test]
fn a_session_that_was_cut_off_is_gone_on_with() {
    let (place, name) = recorded_by(&CRASHES);
    let session = place.sessions().join(&name);
    let log = session.join("events.jsonl");
    let whole = fs::read(&log).unwrap();
    // In the middle of a line, as a killed program leaves it.
    fs::write(&log, &whole[..whole.len() * 2 / 3]).unwrap();
    let (before, steps, repairs) = numbers(&session);
    assert_eq!(repairs.len(), 1, "{repairs:?}");
    let went_on = place.json(&["run", "--resume", &name, "--steps", "15", "--quiet", "--json"]);
    assert_eq!(went_on["target"], "demo:shop");
    assert_eq!(went_on["seed"], 3);
    let (after, all_steps, repairs) = numbers(&session);
    assert_eq!(repairs.len(), 1, "still the one torn line: {repairs:?}");
    assert!(after.iter().copied().eq(0..after.len() as u64), "no gap, nothing twice");
    assert!(after.len() > before.len());
    let last = steps.last().unwrap();
    assert_eq!(all_steps.len() as u64, last + 15);
    assert!(all_steps.iter().copied().eq(1..=last + 15), "{all_steps:?}");
    assert_eq!(went_on["steps"], last + 15);
    // Once more, after an end in order.
    let json =
        place.json(&["run", "--resume", &name, "--steps", "5", "--confirm", "--quiet", "--json"]);
    assert_eq!(json["steps"], last + 20);
    let crash = &json["findings"][0];
    assert!(crash["confirmed"].as_u64() > Some(0), "on its own target: {crash}");
    assert!(place.json(&["sessions", "--json"])[0]["ended"].is_object());
    place.run(&["run", "--resume", "nothing", "--steps", "5"]).tells(2, "is no session", "lists");
}

#[test]
fn a_session_is_branched_off_at_a_step() {
    let (place, name) = recorded();
    let branch = place.json(&[
        "run",
        "--branch",
        &name,
        "--at",
        "12",
        "--explorer",
        "monkey",
        "--steps",
        "30",
        "--seed",
        "3",
        "--quiet",
        "--json",
    ]);
    assert_eq!(branch["target"], "demo:shop");
    assert_eq!(branch["steps"], 30);
    let keys = |session: &Path, count: usize| -> Vec<String> {
        let session = ridealong::store::open(session).unwrap();
        let decided = session.records.iter().filter_map(|record| match &record.event {
            ridealong::protocol::Event::Decided(decided) => Some(decided.key.as_ref()?.to_string()),
            _ => None,
        });
        decided.take(count).collect()
    };
    let (one, other) =
        (place.sessions().join(&name), Path::new(branch["session"].as_str().unwrap()));
    assert_eq!(keys(&one, 12), keys(other, 12), "it begins as the other one did");
    assert_ne!(keys(&one, 30), keys(other, 30), "and goes its own way");
    let log = fs::read_to_string(other.join("events.jsonl")).unwrap();
    assert!(
        log.contains(r#""type":"branched","data":{"session":"#),
        "the log tells where it came from"
    );
    place.run(&["run", "--branch", &name, "--at", "999", "--steps", "5"]).tells(
        2,
        "no step 999",
        "last step is 60",
    );
}
