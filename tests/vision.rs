//! Plans of a vision model through the real engine and over HTTP, on the embedded phone. The model
//! is scripted: rules behind OpenAI's chat format, see `examples/scripted_vision`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../examples/scripted_vision/answer.rs"]
mod answer;
#[path = "vision/planner.rs"]
mod planner;
#[path = "../examples/scripted_vision/server.rs"]
mod server;

use ridealong::domain::Pace;
use std::net::TcpListener;
use std::sync::Arc;

use base64::Engine as _;
use ridealong::config::llm::{ModelProfile, ModelProfiles};
use ridealong::demo::phone;
use ridealong::demo::{self, apps};
use ridealong::device::android::{self, AndroidDevice};
use ridealong::domain::{ActionKind, BlobId};
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::llm::ask::AskSetup as Asking;
use ridealong::llm::{Asker, ChatClient, PromptLibrary, client};
use ridealong::protocol::{AutoLimits, EndReason, Event, RunMode};
use ridealong::store::{self, SessionWriter};
use rstest::rstest;
use serde_json::Value;
use wiremock::MockServer;

use self::planner::Planner;

fn profile(url: &str) -> ModelProfile {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let profile = ModelProfiles::default().find("llama.cpp:scripted").unwrap();
    ModelProfile { base_url: format!("{url}/v1").parse().unwrap(), pictures: true, ..profile }
}

/// Explores the demo app `app` for so many steps, the model at `url` planning; gives the log, and
/// the blobs that a request's messages must name.
async fn explore(app: &str, steps: u64, url: &str, pictures: bool) -> Vec<Event> {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let shell = demo::shell(&phone::Options { app: None, seed: 1, pace: Pace::Virtual }).unwrap();
    let options = android::AndroidOptions {
        target: format!("demo:{app}"),
        app: apps::find(app).map(|about| about.package.to_owned()),
        ..android::AndroidOptions::default()
    };
    let setup = MachineSetup {
        explorer: "planner".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(steps), ..RunBudget::default() },
        guard: GuardRules::default(),
        attended: false,
    };
    let profile = profile(url);
    let http = client::http(&profile).unwrap();
    let chat = ChatClient::new(profile, None, http, 1);
    let asker = Asker::new(Asking {
        chat: Some(Arc::new(chat)),
        prompts: PromptLibrary::default(),
        cost_cap: None,
        pictures,
    });
    let device = Box::new(AndroidDevice::new(Arc::new(shell), options));
    let writer = SessionWriter::create(&session).unwrap();
    let explorer = Box::new(Planner::new());
    let (driver, mut handle) = EngineDriver::new(device, explorer, asker, setup, 1, writer);
    let task = tokio::spawn(driver.run());
    while handle.next().await.is_some() {}
    task.await.unwrap().unwrap();
    let opened = store::open(&session).unwrap();
    assert_eq!(opened.repairs, Vec::<String>::new());
    let blobs = store::BlobFolder::of(&session);
    let events: Vec<Event> = opened.records.into_iter().map(|record| record.event).collect();
    for event in &events {
        if let Event::Asked(asked) = event {
            let messages: Value =
                serde_json::from_slice(&blobs.get(&asked.messages).unwrap()).unwrap();
            for picture in pictures_of(&messages) {
                assert!(blobs.get(&picture).is_ok(), "the picture that was sent is kept");
            }
        }
    }
    events
}

/// The pictures that stored messages name.
fn pictures_of(messages: &Value) -> Vec<BlobId> {
    let parts = messages
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|message| message["parts"].as_array().unwrap());
    let pictures = parts.filter_map(|part| part.get("picture"));
    pictures.map(|picture| serde_json::from_value(picture["blob"].clone()).unwrap()).collect()
}

/// The pictures of each request that the server got, as PNG.
async fn sent(server: &MockServer) -> Vec<Vec<u8>> {
    let requests = server.received_requests().await.unwrap();
    let bodies = requests.iter().map(|request| request.body_json::<Value>().unwrap());
    let messages = bodies.flat_map(|body| body["messages"].as_array().unwrap().clone());
    let parts =
        messages.flat_map(|message| message["content"].as_array().cloned().unwrap_or_default());
    let urls = parts.filter_map(|part| part["image_url"]["url"].as_str().map(str::to_owned));
    let base64 = base64::engine::general_purpose::STANDARD;
    urls.map(|url| base64.decode(url.split_once("base64,").unwrap().1).unwrap()).collect()
}

async fn scripted() -> MockServer {
    server::serve(TcpListener::bind("127.0.0.1:0").unwrap()).await
}

fn ended_with_its_steps(events: &[Event]) -> bool {
    matches!(events.last(), Some(Event::Ended(ended)) if ended.reason == EndReason::Steps)
}

#[rstest]
#[case("health")]
#[case("books")]
#[tokio::test]
async fn forms_are_filled_in_by_plan(#[case] app: &str) {
    let server = scripted().await;
    let events = explore(app, 60, &server.uri(), true).await;
    assert!(ended_with_its_steps(&events));
    let complaints: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Checked(checked) => checked.complaint.as_ref(),
            _ => None,
        })
        .collect();
    assert!(complaints.is_empty(), "what the script answers passes the checks: {complaints:?}");
    let planned: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Proposed(proposal) => {
                proposal.plan.as_ref().map(|plan| (plan, &proposal.action))
            }
            _ => None,
        })
        .collect();
    assert!(planned.iter().any(|(_, action)| action.kind() == ActionKind::Type));
    let whole = planned.iter().any(|(plan, _)| plan.at + 1 == plan.steps.len());
    assert!(whole, "a plan is done whole: {planned:?}");
    let pictures = sent(&server).await;
    assert!(!pictures.is_empty());
    for png in pictures {
        let picture = image::load_from_memory(&png).unwrap();
        assert!(picture.width().max(picture.height()) <= 1280 && png.len() <= 700 * 1024);
    }
}

#[tokio::test]
async fn a_model_without_eyes_plans_by_the_table() {
    let server = scripted().await;
    let events = explore("health", 30, &server.uri(), false).await;
    assert!(ended_with_its_steps(&events));
    assert!(sent(&server).await.is_empty());
    assert!(events.iter().any(|e| matches!(e, Event::Proposed(p) if p.plan.is_some())));
}

/// Replies without sense, a different one each time the prompt differs.
fn nonsense(_system: &str, question: &str) -> String {
    let kinds = [
        "",
        "{",
        "null",
        "tap(1)",
        r#"{"steps": [[], {}, 7, "tap(1)", {"do": "tap", "on": -1}]}"#,
        r#"{"steps": [{"do": "input", "on": 1, "text": "\u0000\u001b[2J"}], "summary": 3}"#,
        r#"{"steps": ["BACK"], "left_out": [{"field": 99999999999999999999, "why": ""}]}"#,
        r#"{"text": "\u0007", "steps": [{"do": "drag", "on": 1, "to": 18446744073709551615}]}"#,
    ];
    kinds[question.len() % kinds.len()].to_owned()
}

#[tokio::test]
async fn nonsense_is_survived_and_the_rules_explore() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = server::serve_with(listener, nonsense).await;
    let events = explore("shop", 60, &server.uri(), true).await;
    assert!(ended_with_its_steps(&events));
    assert!(events.iter().any(|event| matches!(event, Event::Ruled(_))));
}

/// With a real server of random weights, if one is named: `RIDEALONG_TEST_LLM=http://…`.
#[tokio::test]
async fn a_real_server_without_sense_is_survived() {
    let Ok(url) = std::env::var("RIDEALONG_TEST_LLM") else { return };
    let events = explore("health", 40, &url, true).await;
    assert!(ended_with_its_steps(&events));
    let answered = events.iter().filter(|event| matches!(event, Event::Answered(_))).count();
    assert!(answered > 0, "it answers");
}
