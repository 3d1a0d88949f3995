//! The program, as a user starts it: profiles, flags, and what they meet if something is wrong.

use std::fs;
use std::net::TcpListener;

use serde_json::{Value, json};

use super::place::{Ended, Place, end};
use super::server::{KEY, Server, json_of, plain, streamed};

fn with_settings(text: &str) -> Place {
    let place = Place::new();
    fs::create_dir_all(place.path().join("config")).unwrap();
    fs::write(place.path().join("config/config.toml"), text).unwrap();
    place
}

fn run(place: &Place, arguments: &[&str]) -> Ended {
    let all = [&["run", "demo:notes", "--explorer", "elevate", "--steps", "2"], arguments].concat();
    end(place.command(&all).env_remove("GATE_KEY").env_remove("OPENAI_API_KEY"))
}

#[test]
fn an_unknown_profile() {
    let ended = run(&Place::new(), &["--llm", "fast"]);
    ended.tells(2, "there is no model profile \"fast\"", "ollama:MODEL");
    let place = with_settings("[llm.slow]\npreset='ollama'\nmodel='m'");
    run(&place, &["--llm", "fast"]).tells(2, "\"fast\"", "profiles are slow;");
    run(&place, &["--llm", "ollama"]).tells(2, "\"ollama\"", "name its model too, ollama:MODEL");
}

#[test]
fn a_missing_key() {
    let place = Place::new();
    let ended = run(&place, &["--llm", "openai:gpt"]);
    ended.tells(2, "in the environment variable OPENAI_API_KEY, which is not set", "export OPENAI");
    assert!(!place.sessions().exists() || fs::read_dir(place.sessions()).unwrap().next().is_none());
}

#[test]
fn settings_that_are_wrong() {
    let place = with_settings("[llm.a]\nmodel = 'm'\nbase_url = 'nowhere'");
    run(&place, &["--llm", "a"]).tells(2, "config.toml, line 3: `base_url` is no address", "docs/");
    let place = with_settings("[llm.a]\nmodel = 'm'\nurl = 'http://x'");
    run(&place, &[]).tells(2, "line 3: unknown field `url`", "`base_url`");
}

#[test]
fn a_cap_that_cannot_be_kept_or_is_none() {
    // A server on this computer costs nothing.
    let place = with_settings("[llm.a]\nmodel = 'm'\nbase_url = 'https://models.invalid/v1'");
    let ended = run(&place, &["--llm", "a", "--max-cost", "1"]);
    ended.tells(2, "--max-cost needs prices", "input_usd_per_million");
    for cost in ["-1", "NaN", "much"] {
        let ended = run(&place, &[&format!("--max-cost={cost}")]);
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(ended.err.contains("0 or more"), "{ended:?}");
    }
}

#[test]
fn parts_that_can_be_disabled() {
    let place = Place::new();
    let ended = run(&place, &["--disable", "states,inputs", "--json"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    // As it was called before.
    let ended = run(&place, &["--without", "states"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let ended = run(&place, &["--disable", "colours"]);
    ended.tells(2, "no part \"colours\"", "states, inputs, exploration");
    for (explorer, hint) in [("systematic", "starts"), ("monkey", "--explorer elevate")] {
        let arguments = ["run", "demo", "--steps", "1", "--explorer", explorer];
        let ended = place.run(&[&arguments[..], &["--disable", "states"]].concat());
        ended.tells(2, &format!("the explorer {explorer} has no part \"states\""), hint);
    }
}

#[test]
fn an_explorer_that_asks_nothing_says_so() {
    let place = Place::new();
    let ended = place.run(&[
        "run",
        "demo",
        "--steps",
        "1",
        "--explorer",
        "systematic",
        "--llm",
        "ollama:m",
    ]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.err.contains("The explorer systematic asks no model."), "{ended:?}");
    assert!(ended.err.contains("hint: use --explorer elevate"), "{ended:?}");
}

#[test]
fn where_a_model_is_named_elevate_explores() {
    let explorer = |place: &Place, arguments: &[&str]| {
        let all = [&["run", "demo", "--steps", "1", "--json"], arguments].concat();
        place.run(&all).json()["explorer"].as_str().map(str::to_owned)
    };
    let place = Place::new();
    assert_eq!(explorer(&place, &[]).as_deref(), Some("systematic"));
    assert_eq!(explorer(&place, &["--llm", "none"]).as_deref(), Some("systematic"));
    let place =
        with_settings("[llm]\ndefault='a'\n[llm.a]\nmodel='big'\nbase_url='http://127.0.0.1:9/v1'");
    assert_eq!(explorer(&place, &[]).as_deref(), Some("elevate"));
    assert_eq!(explorer(&place, &["--llm", "a"]).as_deref(), Some("elevate"));
    assert_eq!(explorer(&place, &["--llm", "none"]).as_deref(), Some("systematic"));
    let named = ["--llm", "a", "--explorer", "monkey"];
    assert_eq!(explorer(&place, &named).as_deref(), Some("monkey"));
}

#[test]
fn the_default_profile_is_taken() {
    let place = with_settings(
        "[llm]\ndefault='a'\n[llm.a]\npreset='vllm'\nmodel='big'\nbase_url='http://127.0.0.1:9/v1'",
    );
    let ended = run(&place, &["--json"]);
    assert_eq!(ended.json()["llm"]["model"], "big");
    let log = fs::read_to_string(place.session().join("events.jsonl")).unwrap();
    assert!(log.contains("\"model\":\"big\""), "{log}");
    let ended = run(&place, &["--json", "--llm", "none"]);
    assert_eq!(ended.json()["llm"]["model"], Value::Null);
}

/// The chatbot asks at every step, and has no rules.
fn chat(place: &Place, url: &str, arguments: &[&str]) -> Ended {
    let settings = format!(
        "[llm.gate]\nmodel='tiny'\nbase_url='{url}'\nkey_env='TEST_KEY'\nbackoff_ms=1\n\
         input_usd_per_million=1\noutput_usd_per_million=10"
    );
    fs::create_dir_all(place.path().join("config")).unwrap();
    fs::write(place.path().join("config/config.toml"), settings).unwrap();
    let fixed = ["run", "demo:notes", "--explorer", "chatbot", "--steps", "3", "--llm", "gate"];
    end(place.command(&[&fixed, arguments].concat()).env("TEST_KEY", KEY))
}

#[test]
fn a_model_that_answers_is_counted_and_priced() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime.block_on(Server::start(vec![plain(503, "", ""), streamed("1")]));
    let place = Place::new();
    let ended = chat(&place, &server.url, &["--json", "-vv"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let llm = &ended.json()["llm"];
    let answered = llm["answered"].as_u64().unwrap();
    assert!((1..=3).contains(&answered), "a step that leads back to the app asks nothing: {llm}");
    assert_eq!((&llm["model"], llm["requests"].as_u64()), (&json!("tiny"), Some(answered)));
    assert_eq!(llm["input_tokens"], 100 * answered);
    let cost = 0.0002 * answered as f64;
    assert!((llm["cost_usd"].as_f64().unwrap() - cost).abs() < 1e-9, "{llm}");
    assert!(!ended.err.contains("0123456789"), "traces hold no key: {ended:?}");
    let log = fs::read_to_string(place.session().join("events.jsonl")).unwrap();
    assert!(log.contains("\"retried\"") && !log.contains("0123456789"), "{log}");
    let ended = chat(&Place::new(), &server.url, &[]);
    let reported = format!("model tiny: {answered} of {answered} requests answered, ");
    assert!(ended.out.contains(&reported), "{ended:?}");
}

#[test]
fn what_a_model_said_is_recorded_and_played_without_it() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime.block_on(Server::start(vec![streamed("1")]));
    let place = Place::new();
    let ended = chat(&place, &server.url, &["--record", "talk.cassette", "--json"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let recorded = ended.json();
    let asked = server.received().len();
    let cassette = fs::read_to_string(place.path().join("talk.cassette")).unwrap();
    assert!(!cassette.contains("0123456789"), "{cassette}");
    let play = ["run", "demo:notes", "--explorer", "chatbot", "--steps", "3", "--json"];
    // Without the key: nobody is asked who would need it.
    let played =
        place.json(&[&play[..], &["--cassette", "talk.cassette", "--llm", "gate"]].concat());
    assert_eq!(played["llm"]["answered"], recorded["llm"]["answered"]);
    assert_eq!(server.received().len(), asked);
}

#[test]
fn a_model_that_never_answers_is_told_in_the_end() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/v1");
    let ended = chat(&Place::new(), &url, &["--json", "--quiet"]);
    ended.tells(3, "the model tiny never answered", "base_url");
    let json = ended.json();
    assert_eq!((&json["llm"]["requests"], &json["llm"]["answered"]), (&json!(1), &json!(0)));
    let ended = chat(&Place::new(), &url, &[]);
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.out.contains("model tiny: never answered"), "{ended:?}");
    assert!(ended.err.contains("The rules answer for now: http://127.0.0.1"), "{ended:?}");
}

fn check<'a>(checks: &'a Value, about: &str) -> &'a Value {
    let is = |check: &&Value| {
        check["check"].as_str().unwrap().starts_with("model")
            && check["found"].as_str().unwrap().starts_with(about)
    };
    checks.as_array().unwrap().iter().find(is).unwrap_or_else(|| panic!("{about} in {checks}"))
}

#[test]
fn the_doctor_visits_every_profile() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let body = json!({"data": [{"id": "tiny"}, {"id": "pulled:latest"}]});
    let server = runtime.block_on(Server::start(vec![json_of(200, &body)]));
    let angry = json_of(401, &json!({"error": format!("no {KEY}")}));
    let refusing = runtime.block_on(Server::start(vec![angry]));
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let place = with_settings(&format!(
        "[llm]\ndefault = 'good'\n\
         [llm.good]\nmodel = 'tiny'\nbase_url = '{url}'\n\
         [llm.tagged]\nmodel = 'pulled'\nbase_url = '{url}'\n\
         [llm.other]\nmodel = 'huge'\nbase_url = '{url}'\n\
         [llm.away]\nmodel = 'm'\nbase_url = 'http://127.0.0.1:{free}/v1'\n\
         [llm.keyless]\nmodel = 'm'\nbase_url = '{url}'\nkey_env = 'GATE_KEY'\n\
         [llm.refused]\nmodel = 'm'\nbase_url = '{refusing}'\nkey_env = 'TEST_KEY'\n",
        url = server.url,
        refusing = refusing.url,
    ));
    let mut doctor = place.command(&["doctor", "--json"]);
    let ended = end(doctor.env_remove("GATE_KEY").env("TEST_KEY", KEY));
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(!ended.out.contains("0123456789"), "{ended:?}");
    let checks = ended.json();
    assert_eq!(check(&checks, "good, the default: tiny at 127")["ok"], true);
    assert_eq!(check(&checks, "tagged")["ok"], true);
    for (about, found) in [
        ("other", "lists no such model"),
        ("away", "cannot be reached"),
        ("keyless", "GATE_KEY, which is not set"),
        ("refused", "the key is refused (401)"),
    ] {
        let check = check(&checks, about);
        assert_eq!(check["ok"], false, "{check}");
        assert!(check["found"].as_str().unwrap().contains(found), "{check}");
        assert!(check["advice"].as_str().is_some_and(|advice| !advice.is_empty()), "{check}");
    }
    for request in server.received().iter().chain(&refusing.received()) {
        assert!(request.starts_with("GET /v1/models "), "no prompt is sent: {request}");
    }
}

#[test]
fn the_doctor_without_profiles_says_where_they_stand() {
    let checks = Place::new().json(&["doctor", "--json"]);
    assert_eq!(check(&checks, "no profile is configured")["ok"], false);
}
