//! Prompts as they are asked: the user's own in place of those built in, and cassettes in place of
//! a model.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use ridealong::llm::ask::AskSetup;
use ridealong::llm::{
    Asker, AskerEvents, Cassette, CassetteRecorder, ChatModel, ChatProgress, ChatReply,
    ChatRequest, ModelQuery, ProgressSink, PromptLibrary, QueryAnswer, ReplyJudgement, Replying,
};
use ridealong::oracle::registry;
use ridealong::protocol::{CheckComplaint, Event, FallbackReason, ModelUsage};
use ridealong::{engine, explorer};
use serde_json::{Value, json};

/// Takes replies that are even numbers.
struct Even;

impl ModelQuery for Even {
    fn name(&self) -> &'static str {
        "elevate/states"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        Some(json!({"type": "string"}))
    }

    fn judge(&self, _context: &Value, reply: &str) -> ReplyJudgement {
        let even = reply.parse::<u64>().is_ok_and(|number| number % 2 == 0);
        let says = format!("{reply} is odd");
        ReplyJudgement {
            answer: Some(reply.into()),
            reported: reply.to_owned(),
            complaint: (!even).then(|| CheckComplaint { check: "ODD ERROR".into(), says }),
            ..ReplyJudgement::default()
        }
    }
}

/// Counts, and keeps what it was asked.
#[derive(Default)]
struct Counter {
    count: AtomicU64,
    asked: Mutex<Vec<String>>,
}

impl ChatModel for Counter {
    fn model(&self) -> &str {
        "counter"
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        let words = request.messages.last().unwrap().words();
        self.asked.lock().unwrap().push(words);
        let text = (self.count.fetch_add(1, Ordering::Relaxed) + 1).to_string();
        async move {
            progress(ChatProgress::Words(text.clone()));
            let usage = ModelUsage { input_tokens: 9, output_tokens: 1, ..ModelUsage::default() };
            Ok(ChatReply { text, cut: false, usage })
        }
        .boxed()
    }
}

fn asker(chat: Arc<dyn ChatModel>, prompts: &Path) -> (Asker, AskerEvents) {
    let prompts = PromptLibrary::new(Some(prompts.to_owned()));
    Asker::new(AskSetup { chat: Some(chat), prompts, cost_cap: None, pictures: false })
}

/// A folder with `text` in place of the prompt `elevate/states`.
fn own(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("elevate")).unwrap();
    write(&folder, text);
    folder
}

fn write(folder: &tempfile::TempDir, text: &str) {
    fs::write(folder.path().join("elevate/states.md"), text).unwrap();
}

fn logged(asker_events: &mut AskerEvents) -> Vec<Event> {
    let mut events = Vec::new();
    while let Ok(reported) = asker_events.logged.try_recv() {
        events.push(reported.event);
    }
    events
}

fn warnings(events: &[Event]) -> Vec<String> {
    let warnings = events.iter().filter_map(|event| match event {
        Event::Warned(warned) => Some(warned.what.clone()),
        _ => None,
    });
    warnings.collect()
}

fn templates(events: &[Event]) -> Vec<String> {
    let templates = events.iter().filter_map(|event| match event {
        Event::Asked(asked) => Some(asked.template.clone()),
        _ => None,
    });
    templates.collect()
}

/// What the built-in prompt of the query needs, and more that no prompt of these tests minds.
fn context() -> Value {
    let sample = engine::query("elevate/states").unwrap().sample();
    if sample.is_null() { json!({"output": "Hello"}) } else { sample }
}

#[test]
fn every_question_has_a_prompt_and_every_prompt_a_question() {
    let mut asked: Vec<&str> = explorer::EXPLORERS
        .iter()
        .flat_map(|kind| kind.queries)
        .chain(registry::ALL.iter().flat_map(|entry| entry.queries))
        .map(|query| query.name())
        .collect();
    asked.sort_unstable();
    // Several explorers may ask the same.
    asked.dedup();
    let mut names = PromptLibrary::default().names();
    names.sort_unstable();
    assert_eq!(asked, names);
}

#[tokio::test]
async fn a_prompt_that_is_edited_is_asked_at_once() {
    let folder = own("# long\nOne?");
    let counter = Arc::new(Counter::default());
    let (mut asker, _ears) = asker(counter.clone(), folder.path());
    asker.ask(&Even, 1, &json!({}), None).await;
    write(&folder, "+++\nrounds = 0\n+++\n# long\nTwo?");
    asker.ask(&Even, 2, &json!({}), None).await;
    assert_eq!(*counter.asked.lock().unwrap(), ["One?", "1 is odd", "Two?"]);
}

#[tokio::test]
async fn a_broken_prompt_is_told_once_and_the_built_in_one_is_asked() {
    let folder = own("# lang\nOne?");
    let (mut asker, mut asker_events) = asker(Arc::new(Counter::default()), folder.path());
    for step in 1..=3 {
        asker.ask(&Even, step, &context(), None).await;
    }
    let events = logged(&mut asker_events);
    let reported = warnings(&events);
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].contains("states.md), line 1: unknown part \"lang\""), "{reported:?}");
    assert!(templates(&events).iter().all(|template| template == "built in"), "{events:?}");
    assert!(!templates(&events).is_empty());
}

#[tokio::test]
async fn so_is_one_that_cannot_be_filled_in() {
    let folder = own("# long\n{{ nothing_of_the_kind }}");
    let (mut asker, mut asker_events) = asker(Arc::new(Counter::default()), folder.path());
    for step in 1..=3 {
        asker.ask(&Even, step, &context(), None).await;
    }
    let events = logged(&mut asker_events);
    let reported = warnings(&events);
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].contains("line 2: there is no \"nothing_of_the_kind\""), "{reported:?}");
    assert!(templates(&events).iter().all(|template| template == "built in"), "{events:?}");
    assert!(!templates(&events).is_empty());
    write(&folder, "# long\nOne?");
    asker.ask(&Even, 4, &context(), None).await;
    let events = logged(&mut asker_events);
    assert!(templates(&events)[0].ends_with("states.md") && warnings(&events).is_empty());
}

#[tokio::test]
async fn feedback_comes_from_the_prompt_where_it_has_some() {
    let folder = own("# long\nOne?\n# feedback ODD ERROR\nNo: {{ complaint }}. {{ hint }}!");
    let counter = Arc::new(Counter::default());
    let (mut asker, _ears) = asker(counter.clone(), folder.path());
    asker.ask(&Even, 1, &json!({"hint": "{{ complaint }}"}), None).await;
    assert_eq!(*counter.asked.lock().unwrap(), ["One?", "No: 1 is odd. {{ complaint }}!"]);
}

const CHANGING: &str = "+++\ntemperature = 0.3\n+++\n# system\nCount.\n# long\n{{ what }}?\n# short\n\
                        Again, {{ what }}?\n";

/// Asks three questions and gives all that was told but for times.
async fn three(chat: Arc<dyn ChatModel>, prompts: &Path) -> (Vec<QueryAnswer>, Vec<Event>) {
    let (mut asker, mut asker_events) = asker(chat, prompts);
    let mut answers = Vec::new();
    for (step, what) in [(1, "one"), (2, "two"), (3, "two")] {
        answers.push(asker.ask(&Even, step, &json!({"what": what}), None).await);
    }
    let mut events = logged(&mut asker_events);
    for event in &mut events {
        if let Event::Answered(answered) = event {
            answered.took_ms = 0;
        }
    }
    (answers, events)
}

#[tokio::test]
async fn a_cassette_plays_what_was_recorded_each_time_the_same() {
    let folder = own(CHANGING);
    let path = folder.path().join("three.cassette");
    let recorder = CassetteRecorder::new(Arc::new(Counter::default()), &path).unwrap();
    let (live, recorded) = three(Arc::new(recorder), folder.path()).await;
    assert!(live.iter().any(|answer| matches!(answer, QueryAnswer::Model(_))), "{live:?}");
    let mut played = Vec::new();
    for _ in 0..2 {
        let cassette = Cassette::open(&path).unwrap();
        played.push(three(Arc::new(cassette), folder.path()).await);
    }
    assert_eq!(played[0], played[1]);
    assert_eq!(played[0].0, live);
    let without_model = |events: &[Event]| {
        let mut events = events.to_vec();
        for event in &mut events {
            if let Event::Asked(asked) = event {
                asked.model.clear();
            }
        }
        events
    };
    assert_eq!(without_model(&played[0].1), without_model(&recorded));
    let named = played[0]
        .1
        .iter()
        .any(|event| matches!(event, Event::Asked(asked) if asked.model == "counter (cassette)"));
    assert!(named);
}

#[tokio::test]
async fn what_was_not_recorded_is_left_to_the_rules() {
    let folder = own(CHANGING);
    let path = folder.path().join("three.cassette");
    three(
        Arc::new(CassetteRecorder::new(Arc::new(Counter::default()), &path).unwrap()),
        folder.path(),
    )
    .await;
    write(&folder, &CHANGING.replace("Count.", "Count up."));
    let (answers, events) = three(Arc::new(Cassette::open(&path).unwrap()), folder.path()).await;
    let rules = QueryAnswer::Rules { why: FallbackReason::Unanswered, otherwise: None };
    assert_eq!(answers, [rules.clone(), rules.clone(), rules]);
    let reported = events.iter().find_map(|event| match event {
        Event::Unanswered(unanswered) => Some(unanswered.why.clone()),
        _ => None,
    });
    assert_eq!(reported.unwrap(), "the cassette holds no reply to this prompt");
}
