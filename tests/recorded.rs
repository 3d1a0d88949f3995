//! Explorers on recorded dialogues, through the real driver.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use ridealong::device::recorded::{SimulatedApp, folder};
use ridealong::domain::CoverageCount;
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::ask::{self, AskerEvents};
use ridealong::llm::{
    Asker, ChatError, ChatModel, ChatReply, ChatRequest, ProgressSink, PromptLibrary, Replying,
};
use ridealong::protocol::{AutoLimits, EndReason, Event, RunMode};
use ridealong::store::SessionWriter;

/// Says one thing after the other, whatever is asked.
struct Script(Mutex<VecDeque<&'static str>>);

impl ChatModel for Script {
    fn model(&self) -> &str {
        "script"
    }

    fn complete<'a>(
        &'a self,
        _request: &'a ChatRequest,
        _progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        let words = self.0.lock().unwrap().pop_front().ok_or(ChatError::NotRecorded);
        let reply = words.map(|words| ChatReply {
            text: serde_json::json!({ "say": words }).to_string(),
            ..ChatReply::default()
        });
        async move { reply }.boxed()
    }
}

fn scripted(words: &[&'static str]) -> (Asker, AskerEvents) {
    let script = Script(Mutex::new(words.iter().copied().collect()));
    let chat: Option<Arc<dyn ChatModel>> = Some(Arc::new(script));
    Asker::new(ask::AskSetup {
        chat,
        prompts: PromptLibrary::default(),
        cost_cap: None,
        pictures: false,
    })
}

/// The events of `steps` steps on the fixture.
async fn explore(explorer: &str, asker: (Asker, AskerEvents), seed: u64, steps: u64) -> Vec<Event> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dialogues/moon-guide");
    let dialogues = folder::read(&path, None).unwrap();
    let device = SimulatedApp::new("recorded:moon-guide", &dialogues, seed);
    let setup = MachineSetup {
        explorer: explorer.into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(steps), ms: None },
        guard: GuardRules::default(),
        attended: false,
    };
    let settings = explorer::ExplorerSettings { seed, ..Default::default() };
    let explorer = (explorer::find(explorer).unwrap().make)(&settings).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let (driver, mut handle) =
        EngineDriver::new(Box::new(device), explorer, asker, setup, seed, writer);
    driver.run().await.unwrap();
    let mut events = Vec::new();
    while let Some(record) = handle.next().await {
        events.push(record.event.clone());
    }
    events
}

fn keys(events: &[Event]) -> Vec<String> {
    let learned = events.iter().filter_map(|event| match event {
        Event::Learned(learned) => Some(learned.key.to_string()),
        _ => None,
    });
    learned.collect()
}

fn said(events: &[Event]) -> Vec<String> {
    let observed = events.iter().filter_map(|event| match event {
        Event::Observed(observed) => observed.said.clone(),
        _ => None,
    });
    observed.collect()
}

/// The last coverage of `kind` that was told.
fn covered(events: &[Event], kind: &str) -> CoverageCount {
    let coverage = events.iter().rev().find_map(|event| match event {
        Event::Covered(coverage) => Some(coverage),
        _ => None,
    });
    coverage.unwrap()[kind]
}

/// Turns of which it was told that they were not recorded in their state.
fn unobserved(events: &[Event]) -> u64 {
    let warnings = events.iter().filter_map(|event| match event {
        Event::Performed(performed) => Some(performed.warnings.len() as u64),
        _ => None,
    });
    warnings.sum()
}

#[tokio::test]
async fn who_says_what_was_recorded_sees_all_of_it() {
    let words = [
        "help",
        "the phase",
        "no",
        "eclipse",
        "yes",
        "the day before",
        "stop",
        "phase",
        "yes",
        "no",
        "stop",
        "phase",
        "yes",
        "stop",
    ];
    let mut best = 0;
    for seed in 0..4 {
        let events = explore("chatbot", scripted(&words), seed, 20).await;
        let states = covered(&events, "states");
        assert_eq!(states.total, 9, "the ends are one, and the two phases differ by a number");
        best = best.max(states.covered);
        let turns = covered(&events, "turns answered from the record");
        assert_eq!(turns.total - turns.covered, unobserved(&events));
    }
    assert_eq!(best, 9);
}

#[tokio::test]
async fn the_same_seed_gives_the_same_conversation() {
    for explorer in ["vitas", "systematic", "monkey", "elevate"] {
        let one = explore(explorer, Asker::without_model(), 3, 20).await;
        let other = explore(explorer, Asker::without_model(), 3, 20).await;
        assert_eq!(keys(&one).len(), 20, "{explorer}");
        assert_eq!(keys(&one), keys(&other), "{explorer}");
        assert_eq!(said(&one), said(&other), "{explorer}");
        let turns = covered(&one, "turns answered from the record");
        assert_eq!(turns.total - turns.covered, unobserved(&one), "{explorer}");
    }
}

#[tokio::test]
async fn vitas_begins_with_help_and_goes_on_with_what_it_named() {
    let events = explore("vitas", Asker::without_model(), 1, 4).await;
    assert_eq!(keys(&events)[0], "say \"help\"");
    let said = said(&events);
    assert!(said[1].starts_with("I can tell you the phase"), "{said:?}");
}

#[tokio::test]
async fn a_chatbot_without_a_model_ends_with_a_sentence() {
    let events = explore("chatbot", Asker::without_model(), 1, 5).await;
    assert!(keys(&events).is_empty());
    let warned = events.iter().any(|event| {
        matches!(event, Event::Warned(warned) if warned.what.contains("no model is configured"))
    });
    assert!(warned);
    assert!(
        matches!(events.last(), Some(Event::Ended(ended)) if ended.reason == EndReason::NothingLeft)
    );
}
