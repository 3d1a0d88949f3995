//! `ridealong prompts`, and cassettes on the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::FutureExt as _;
use ridealong::engine;
use ridealong::llm::ask::AskSetup;
use ridealong::llm::{
    Asker, CassetteRecorder, ChatModel, ChatReply, ChatRequest, ProgressSink, PromptLibrary,
    Replying, Template,
};
use ridealong::protocol::{EventRecord, ExchangeId, ModelUsage};
use ridealong::store::SessionWriter;
use serde_json::{Value, json};

use super::place::{Ended, Place};

const STATES: &str = "elevate/states";

/// A place with `text` in place of a prompt.
fn own(text: &str) -> (Place, PathBuf) {
    let place = Place::new();
    let path = place.path().join("config/prompts/elevate/states.md");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    (place, path)
}

#[test]
fn prompts_are_listed() {
    let place = Place::new();
    let listed = place.json(&["prompts", "list", "--json"]);
    let names: Vec<&str> =
        listed.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(names, PromptLibrary::default().names());
    assert_eq!(listed[0]["origin"], "built in");
    assert!(listed[0]["tokens"]["long"].as_u64().unwrap() > 0, "{listed}");
    let ended = place.run(&["prompts", "list"]);
    assert!(ended.out.contains(STATES) && ended.out.contains("built in"), "{ended:?}");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
}

#[test]
fn ones_own_prompt_is_listed_and_shown_and_the_built_in_one_still_there() {
    let text = "+++\nabout = \"Mine.\"\nrounds = 3\n+++\n# long\nHello {{ there }}\n";
    let (place, path) = own(text);
    let listed = place.json(&["prompts", "list", "--json"]);
    assert_eq!(
        (listed[0]["about"].as_str(), listed[0]["rounds"].as_u64()),
        (Some("Mine."), Some(3))
    );
    assert_eq!(listed[0]["origin"].as_str(), path.to_str());
    assert_eq!(place.run(&["prompts", "show", "states"]).out, text);
    assert_eq!(place.run(&["prompts", "show", STATES, "--built-in"]).out, built_in());
    let shown = place.run(&["prompts", "where", "states"]);
    assert_eq!((shown.out.trim_end(), shown.err.as_str()), (path.to_str().unwrap(), ""));
}

fn built_in() -> String {
    PromptLibrary::built_in(STATES).source.clone()
}

#[test]
fn where_ones_own_would_lie() {
    let place = Place::new();
    let shown = place.run(&["prompts", "where"]);
    assert_eq!(Path::new(shown.out.trim_end()), place.path().join("config/prompts"));
    let shown = place.run(&["prompts", "where", "states"]);
    let path = place.path().join("config/prompts/elevate/states.md");
    assert_eq!(Path::new(shown.out.trim_end()), path);
    assert!(shown.err.contains("ridealong prompts show elevate/states > "), "{shown:?}");
    // As the hint says.
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, place.run(&["prompts", "show", STATES]).out).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), built_in());
    assert_eq!(place.json(&["prompts", "list", "--json"])[0]["origin"].as_str(), path.to_str());
}

#[test]
fn the_built_in_prompts_are_sound() {
    let place = Place::new();
    let checked = place.json(&["prompts", "check", "--json"]);
    for prompt in checked.as_array().unwrap() {
        assert_eq!((&prompt["ok"], &prompt["problems"]), (&json!(true), &json!([])), "{prompt}");
    }
    let ended = place.run(&["prompts", "check"]);
    assert!(ended.code == 0 && ended.out.contains("ok     elevate/states (built in)"), "{ended:?}");
}

#[test]
fn a_broken_prompt_of_ones_own_is_told() {
    let (place, path) = own("# long\nHello\n\n# shirt\nHi");
    let ended = place.run(&["prompts", "check"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.out.contains("broken elevate/states"), "{ended:?}");
    assert!(ended.out.contains("line 4: unknown part \"shirt\""), "{ended:?}");
    let ended = place.run(&["prompts", "check", "--json"]);
    let checked: Value = ended.json();
    assert_eq!((ended.code, &checked[0]["problems"][0]["line"]), (2, &json!(4)));
    assert_eq!(checked[1]["ok"], true);

    let listed = place.run(&["prompts", "list"]);
    assert!(listed.code == 0 && listed.err.contains("warning: the built-in prompt is used"));
    let shown = place.run(&["prompts", "show", "states"]);
    assert!(shown.code == 0 && shown.out.starts_with("# long\nHello"), "{shown:?}");
    assert!(shown.err.contains("line 4"), "{shown:?}");

    fs::rename(&path, path.with_file_name("sates.md")).unwrap();
    let ended = place.run(&["prompts", "check"]);
    assert!(ended.code == 2 && ended.out.contains("it replaces no prompt"), "{ended:?}");
}

#[test]
fn unknown_prompts_are_told() {
    let place = Place::new();
    for arguments in [
        &["prompts", "show", "stats"][..],
        &["prompts", "where", "../../passwd"],
        &["prompts", "try", "session", "--phase", "elevate"],
    ] {
        place.run(arguments).tells(2, "there is no prompt", "elevate/states, elevate/inputs");
    }
}

/// Says the same each time, with its usage.
struct Steady(&'static str);

impl ChatModel for Steady {
    fn model(&self) -> &str {
        "steady-1"
    }

    fn complete<'a>(
        &'a self,
        _request: &'a ChatRequest,
        _progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        let usage = ModelUsage {
            input_tokens: 40,
            output_tokens: 4,
            cost_usd: 0.5,
            ..ModelUsage::default()
        };
        let text = self.0.to_owned();
        async move { Ok(ChatReply { text, cut: false, usage }) }.boxed()
    }
}

const SAME: &str = "+++\nrounds = 0\n+++\n# long\nWhich state is it?\n";
const CHANGED: &str = "+++\nrounds = 0\nmax_tokens = 9\n+++\n# long\nWhich state?\n";

/// Records a session in which `prompt` was asked twice, and a cassette with the reply to `CHANGED`.
fn recorded(place: &Place) -> (PathBuf, PathBuf) {
    let cassette = place.path().join("changed.cassette");
    let session = place.sessions().join("recorded");
    let writer = SessionWriter::create(&session).unwrap();
    let query = engine::query(STATES).unwrap();
    let prompts = place.path().join("config/prompts");
    fs::create_dir_all(prompts.join("elevate")).unwrap();
    fs::write(prompts.join("elevate/states.md"), SAME).unwrap();
    let setup = |chat: Arc<dyn ChatModel>| AskSetup {
        chat: Some(chat),
        prompts: PromptLibrary::new(Some(prompts.clone())),
        cost_cap: None,
        pictures: false,
    };
    let context = query.sample();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (mut asker, mut asker_events) = Asker::new(setup(Arc::new(Steady("the first"))));
        for step in 1..=2 {
            asker.ask(query, step, &context, None).await;
        }
        let mut seq = 0;
        while let Ok(reported) = asker_events.logged.try_recv() {
            for blob in reported.blobs {
                writer.blob(blob).unwrap();
            }
            seq += 1;
            writer.append(EventRecord { seq, at_ms: seq, event: reported.event }).unwrap();
        }
        let recorder = CassetteRecorder::new(Arc::new(Steady("the second")), &cassette).unwrap();
        let (asker, _ears) = Asker::new(setup(Arc::new(recorder)));
        let changed = Template::read(STATES, "changed.md", CHANGED).unwrap();
        asker.again(query, &changed, 1, &context, ExchangeId(1)).await;
    });
    drop(writer);
    fs::write(place.path().join("changed.md"), CHANGED).unwrap();
    (session, cassette)
}

fn retry(place: &Place, more: &[&str]) -> Ended {
    let mut arguments = vec!["prompts", "try", "recorded", "--phase", "states"];
    arguments.extend(more);
    place.run(&arguments)
}

#[test]
fn a_changed_prompt_is_tried_from_a_cassette() {
    let place = Place::new();
    recorded(&place);
    let changed = ["--with", "changed.md", "--cassette", "changed.cassette"];
    let tried = retry(&place, &[&changed[..], &["--json"]].concat());
    assert_eq!(tried.code, 0, "{tried:?}");
    let tried = tried.json();
    assert_eq!((&tried["query"], &tried["prompt"]), (&json!(STATES), &json!("changed.md")));
    assert_eq!(tried["model"], "steady-1 (cassette)");
    assert_eq!(tried["exchanges"].as_array().unwrap().len(), 2);
    // What the question itself makes of the two replies.
    let query = engine::query(STATES).unwrap();
    let accepts = |reply: &str| query.judge(&query.sample(), reply).complaint.is_none();
    for (exchange, step) in tried["exchanges"].as_array().unwrap().iter().zip(1..) {
        assert_eq!(exchange["step"], step);
        assert_eq!(exchange["before"]["accepted"], accepts("the first"));
        assert_eq!(exchange["after"]["accepted"], accepts("the second"));
        assert_eq!(exchange["after"]["input_tokens"], 40);
    }
    for when in ["before", "after"] {
        assert_eq!(tried[when]["input_tokens"], 80, "{tried}");
        assert_eq!(tried[when]["cost_usd"], 1.0, "{tried}");
        assert_eq!(tried[when]["feedback_rounds"], 0, "{tried}");
    }
    let ended = retry(&place, &changed);
    assert!(ended.out.contains("first accepted") && ended.out.contains("difference"), "{ended:?}");
    let limited = retry(&place, &[&changed[..], &["--json", "--limit", "1"]].concat()).json();
    assert_eq!((&limited["questions"], &limited["after"]["questions"]), (&json!(1), &json!(1)));
}

#[test]
fn what_the_cassette_does_not_hold_is_told() {
    let place = Place::new();
    let (session, _) = recorded(&place);
    let arguments = ["prompts", "try", session.to_str().unwrap(), "--phase", STATES];
    let ended = place.run(&[&arguments[..], &["--cassette", "changed.cassette"]].concat());
    ended.tells(3, "no question was answered: the cassette holds no reply", "--record");
}

#[test]
fn what_cannot_be_tried_is_told() {
    let place = Place::new();
    recorded(&place);
    let cassette = ["--cassette", "changed.cassette"];
    let with = |file: &'static str| retry(&place, &[&cassette[..], &["--with", file]].concat());
    retry(&place, &[]).tells(2, "there is no model to ask", "--cassette FILE");
    with("gone.md").tells(2, "cannot read gone.md", "prompts show elevate/states");
    fs::write(place.path().join("broken.md"), "# lang\nx").unwrap();
    with("broken.md").tells(2, "(broken.md), line 1: unknown part", "prompts/README.md");
    fs::write(place.path().join("unfilled.md"), "# long\n{{ no_such_thing }}").unwrap();
    with("unfilled.md").tells(2, "there is no \"no_such_thing\" to fill in", "--sample");
    let other =
        ["prompts", "try", "recorded", "--phase", "inputs", "--cassette", "changed.cassette"];
    place.run(&other).tells(2, "has no question of elevate/inputs", "elevate/states (2)");
    let gone = ["prompts", "try", "gone", "--phase", "states", "--cassette", "changed.cassette"];
    place.run(&gone).tells(2, "gone is no session", "ridealong sessions");
}

#[test]
fn a_cassette_that_cannot_be_played_ends_a_run_before_it_begins() {
    let place = Place::new();
    fs::write(place.path().join("broken.cassette"), "{\"cassette\":1}\n{}\n").unwrap();
    fs::write(place.path().join("newer.cassette"), "{\"cassette\":7}\n").unwrap();
    let run = |more: &[&str]| {
        place.run(&[&["run", "demo:notes", "--explorer", "elevate", "--steps", "2"], more].concat())
    };
    run(&["--cassette", "gone"]).tells(2, "the cassette gone cannot be read", "--record");
    run(&["--cassette", "broken.cassette"]).tells(2, "damaged in line 2", "--record");
    run(&["--cassette", "newer.cassette"]).tells(2, "newer Ridealong (format 7", "update");
    run(&["--record", "new"]).tells(2, "--record needs a model", "--llm NAME");
    run(&["--cassette", "a", "--record", "a"]).tells(2, "name the same file", "another file");
    assert!(!place.sessions().exists(), "no session was begun");
}

/// The records of the log in `sessions`, but for when.
fn log(sessions: &Path) -> Vec<Value> {
    let session = fs::read_dir(sessions).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(session.join("events.jsonl")).unwrap();
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        let line = line.as_object_mut().unwrap();
        line.remove("at");
        if let Some(data) = line.get_mut("data").and_then(Value::as_object_mut) {
            for time in ["started", "took_ms", "wall_ms", "ms", "at_ms"] {
                data.remove(time);
            }
        }
    }
    lines
}

#[test]
fn the_same_session_twice_from_a_cassette() {
    let place = Place::new();
    let (_, cassette) = recorded(&place);
    let logs = ["one", "two"].map(|name| {
        let sessions = place.path().join(name);
        let arguments =
            ["run", "demo:notes", "--explorer", "elevate", "--steps", "12", "--json", "--cassette"];
        let paths = [cassette.to_str().unwrap(), "--sessions", sessions.to_str().unwrap()];
        // The cassette holds nothing of this app: asked without effect, and said so each time alike.
        let ended = place.run(&[&arguments[..], &paths[..]].concat());
        ended.tells(3, "never answered", "record a new cassette");
        log(&sessions)
    });
    let started = logs[0].iter().find(|line| line["type"] == "session_started").unwrap();
    assert_eq!(started["data"]["model"], "steady-1 (cassette)");
    assert_eq!(logs[0], logs[1]);
}

/// The recorded session that the README shows. A changed prompt makes it stale: it is to be recorded
/// anew then, or left away. Questions about goals tell the steps that are left, so it has them for 20 steps and for
/// a run without an end.
#[test]
fn the_shown_cassette_holds_every_reply() {
    let cassette = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/notes.cassette");
    let charter = "Find out what notes can do, and whether anything breaks when they are edited";
    let result = Place::new().json(&[
        "run",
        "demo:notes",
        "--explorer",
        "elevate",
        "--seed",
        "7",
        "--steps",
        "20",
        "--charter",
        charter,
        "--cassette",
        cassette.to_str().unwrap(),
        "--json",
    ]);
    assert_eq!(result["llm"]["requests"], result["llm"]["answered"], "{result}");
    assert!(result["llm"]["feedback_rounds"].as_u64().unwrap() > 0, "a check complains once");
    assert_eq!(result["findings"][0]["kind"], "anr");
}

/// The attack that the README shows: its generators are run again.
#[test]
fn the_shown_attack_crashes_the_app_with_an_input_of_a_generator() {
    let cassette = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/attack.cassette");
    let place = Place::new();
    let result = place.json(&[
        "run",
        "demo:notes?faults=input",
        "--explorer",
        "input-blaster",
        "--seed",
        "7",
        "--steps",
        "36",
        "--cassette",
        cassette.to_str().unwrap(),
        "--json",
    ]);
    assert_eq!(result["llm"]["requests"], result["llm"]["answered"], "{result}");
    assert_eq!(result["findings"][0]["kind"], "crash", "{result}");
    assert_eq!(result["attacks"]["crashed"], 1, "{result}");
    let log = std::fs::read_to_string(
        Path::new(result["session"].as_str().unwrap()).join("events.jsonl"),
    );
    // With the step that crashed, by which a confirmed crash becomes an example.
    let step = format!("\"step\":{},\"form\"", result["findings"][0]["step"]);
    let crashed = log.unwrap().lines().any(|line| {
        line.contains("\"crashed\"")
            && line.contains("a title that says the same as the text")
            && line.contains(&step)
    });
    assert!(crashed, "{result}");
}
