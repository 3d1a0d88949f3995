//! Apps behind WebDriver servers, by the whole program, with a server of our own that behaves as Appium does
//! with a phone: sessions, page sources, dialogs, and what goes wrong with them.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests, which clippy takes for the program's own functions"
)]

#[path = "webdriver/appium.rs"]
mod appium;
#[path = "webdriver/fleets.rs"]
mod fleets;
#[path = "webdriver/relay.rs"]
mod relay;
#[path = "webdriver/web_view.rs"]
mod web_view;

use std::path::Path;
use std::process::Output;

use appium::{AppiumFaults, FakeAppium};
use serde_json::Value;

async fn ridealong(args: Vec<String>) -> Output {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.args(args).env_remove("RIDEALONG_WEBDRIVER_AUTH").output().await.unwrap()
}

/// Explores the app on `server`; gives the summary and what was said on standard error.
async fn explore(server: &FakeAppium, steps: u32, sessions: &Path) -> (Value, String) {
    explore_at(&server.url(), steps, sessions).await
}

/// As [`explore`], on the server at `address`.
async fn explore_at(address: &str, steps: u32, sessions: &Path) -> (Value, String) {
    let steps = steps.to_string();
    let target = format!("webdriver:{}", address.trim_end_matches('/'));
    let sessions = sessions.to_str().unwrap();
    let args = [
        "run",
        &target,
        "--app",
        "org.example.tea",
        "--explorer",
        "systematic",
        "--steps",
        &steps,
        "--json",
        "--quiet",
        "--sessions",
        sessions,
    ];
    let output = ridealong(args.map(str::to_owned).to_vec()).await;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}");
    (serde_json::from_slice(&output.stdout).unwrap(), words)
}

#[tokio::test]
async fn an_android_app_is_explored_and_its_session_ended() {
    let (server, folder) =
        (FakeAppium::start(AppiumFaults::default()).await, tempfile::tempdir().unwrap());
    let (summary, _) = explore(&server, 25, folder.path()).await;
    assert_eq!(summary["steps"], 25, "{summary}");
    assert_eq!(
        summary["states"]["observed"].as_u64(),
        Some(3),
        "two screens and a dialog: {summary}"
    );
    let crashes = summary["findings"].as_array().unwrap();
    assert!(crashes.iter().any(|it| it["kind"] == "crash"), "{summary}");
    let seen = server.seen();
    assert_eq!((seen.opened, seen.ended), (1, 1));
    assert!(seen.restarts >= 1, "it was started by the commands of the driver");
}

#[tokio::test]
async fn a_lost_session_is_opened_anew_and_the_run_goes_on() {
    let faults = AppiumFaults { lose_after: Some(60), refuse_first: 0 };
    let (server, folder) = (FakeAppium::start(faults).await, tempfile::tempdir().unwrap());
    let (summary, _) = explore(&server, 20, folder.path()).await;
    assert_eq!(summary["steps"], 20, "{summary}");
    assert!(server.seen().opened >= 2, "{:?}", server.seen());
}

#[tokio::test]
async fn a_full_queue_is_stood_in_again() {
    let faults = AppiumFaults { lose_after: None, refuse_first: 2 };
    let (server, folder) = (FakeAppium::start(faults).await, tempfile::tempdir().unwrap());
    let (summary, _) = explore(&server, 3, folder.path()).await;
    assert_eq!((summary["steps"].as_u64(), server.seen().opened), (Some(3), 1));
}

#[tokio::test]
async fn without_a_server_there_is_one_clear_sentence() {
    let args = ["run", "webdriver:http://127.0.0.1:9", "--steps", "1"].map(str::to_owned);
    let output = ridealong(args.to_vec()).await;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{words}");
    assert!(words.contains("no WebDriver server answers") && words.contains("doctor"), "{words}");
}

#[tokio::test]
async fn doctor_says_what_the_server_offers() {
    let server = FakeAppium::start(AppiumFaults::default()).await;
    let target = format!("webdriver:{}", server.url());
    let output = ridealong(vec!["doctor".into(), target, "--json".into()]).await;
    let checks: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&checks[0]["ok"], checks.as_array().unwrap().len()), (&Value::Bool(true), 1));
    assert!(checks[0]["found"].as_str().unwrap().contains("3.8.0"), "{checks}");
}
