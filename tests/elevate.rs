//! Elevate through the real engine, on the embedded phone, with a model that plays by the prompts.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use ridealong::demo::phone;
use ridealong::demo::{self, apps};
use ridealong::device::android::{self, AndroidDevice};
use ridealong::domain::Pace;
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::{
    Asker, ChatMessage, ChatModel, ChatReply, ChatRequest, ProgressSink, PromptLibrary, Replying,
    ask::AskSetup as Asking,
};
use ridealong::protocol::{AutoLimits, Event, PromptForm, RunMode};
use ridealong::session::Timeline;
use ridealong::store::SessionWriter;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// Answers what the prompt asks from what the prompt says, and nothing else: states are new, the
/// first field gets a text, and the least invoked input of the first listed kind is chosen.
struct Player;

impl ChatModel for Player {
    fn model(&self) -> &str {
        "player"
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        _progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        let text = answer(request);
        Box::pin(async move { Ok(ChatReply { text, ..ChatReply::default() }) })
    }
}

fn answer(request: &ChatRequest) -> String {
    let system = request.messages[0].words();
    let question = request.messages.last().unwrap().words();
    if system.contains("known state of an app") {
        return json!({ "thought": "It looks different.", "state": "new" }).to_string();
    }
    if system.contains("Texts for a form") {
        let fields = question.split("Fields:\n").nth(1).unwrap();
        let number: usize = fields.split(':').next().unwrap().trim().parse().unwrap();
        let texts = [json!({ "field": number, "text": "Zoë's list" })];
        return json!({ "texts": texts }).to_string();
    }
    let times = |line: &str| {
        let reported = line.split("invoked ").nth(1).unwrap_or_default();
        let stays = line.contains("stays") || line.contains("error") || line.contains("nothing");
        let count = match reported.split(' ').next().unwrap_or_default() {
            _ if line.contains("never invoked") => 0,
            "once)" | "once," | "once" => 1,
            count => count.parse::<u64>().unwrap_or(9),
        };
        (stays, line.contains("(system"), count)
    };
    let inputs = question.lines().filter_map(|line| {
        let (number, rest) = line.split_once(". ")?;
        Some((times(rest), number.parse::<usize>().ok()?))
    });
    let chosen = inputs.min().map_or(1, |(_, number)| number);
    json!({ "why": "It is the least tried.", "reason": "untried", "input": chosen }).to_string()
}

/// Explores the demo app `app` for so many steps and gives the log.
async fn explore(app: &str, steps: u64) -> Vec<Event> {
    let folder = tempfile::tempdir().unwrap();
    ride_into(folder.path(), app, steps).await
}

/// The same, recorded in `folder`/session.
async fn ride_into(folder: &Path, app: &str, steps: u64) -> Vec<Event> {
    let shell = demo::shell(&phone::Options { app: None, seed: 1, pace: Pace::Virtual }).unwrap();
    let options = android::AndroidOptions {
        target: format!("demo:{app}"),
        app: apps::find(app).map(|about| about.package.to_owned()),
        ..android::AndroidOptions::default()
    };
    let setup = MachineSetup {
        explorer: "elevate".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(steps), ..RunBudget::default() },
        guard: GuardRules::default(),
        attended: false,
    };
    // Goals replace the choice of each input on a display.
    let disabled = vec!["goals".to_owned()];
    let settings =
        explorer::ExplorerSettings { seed: 1, disabled, ..explorer::ExplorerSettings::default() };
    let explorer = (explorer::find("elevate").unwrap().make)(&settings).unwrap();
    let asker = Asker::new(Asking {
        chat: Some(Arc::new(Player)),
        prompts: PromptLibrary::default(),
        cost_cap: None,
        pictures: false,
    });
    let writer = SessionWriter::create(&folder.join("session")).unwrap();
    let device = Box::new(AndroidDevice::new(Arc::new(shell), options));
    let (driver, mut handle) = EngineDriver::new(device, explorer, asker, setup, 1, writer);
    let task = tokio::spawn(driver.run());
    let mut events = Vec::new();
    while let Some(record) = handle.next().await {
        events.push(record.event.clone());
    }
    task.await.unwrap().unwrap();
    events
}

/// The queries asked before each proposal, feedback left out.
fn phases(events: &[Event]) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for event in events {
        match event {
            Event::Asked(asked) if asked.round == 0 => {
                all.last_mut().unwrap().push(asked.query.clone());
            }
            Event::Proposed(_) => all.push(Vec::new()),
            _ => {}
        }
    }
    all.pop();
    all
}

#[tokio::test]
async fn the_phases_come_in_their_order_in_a_real_run() {
    let events = explore("notes", 60).await;
    let phases = phases(&events);
    assert_eq!(phases.len(), 60, "a proposal a step");
    let order = ["elevate/states", "forms/texts", "elevate/exploration"];
    for asked in &phases {
        let places: Vec<usize> = asked
            .iter()
            .map(|query| order.iter().position(|name| name == query).unwrap())
            .collect();
        assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{asked:?}");
    }
    let count = |query: &str| phases.iter().flatten().filter(|asked| *asked == query).count();
    assert!(count("elevate/exploration") >= 50, "{phases:?}");
    assert!(count("elevate/states") < 10, "asked only where a merge can hold: {phases:?}");
    assert!((1..20).contains(&count("forms/texts")), "asked once a screen: {phases:?}");
    let complaints: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Checked(checked) => checked.complaint.as_ref(),
            _ => None,
        })
        .collect();
    assert!(complaints.is_empty(), "who plays by the prompts passes the checks: {complaints:?}");
    let typed = events.iter().any(|event| {
        matches!(event, Event::Performed(performed) if performed.accepted.as_deref() == Some("Zoë's list"))
    });
    assert!(typed, "a text that the model thought of was typed");
}

/// Prompts were a sixth live text: the rest was the same in each of a hundred questions.
#[tokio::test]
async fn half_of_what_is_sent_is_live_text() {
    let folder = tempfile::tempdir().unwrap();
    ride_into(folder.path(), "shop", 40).await;
    let session = ridealong::store::open(&folder.path().join("session")).unwrap();
    let (mut all, mut live) = (0, 0);
    for question in Timeline::of(&session.records).questions() {
        let Some(first) = question.rounds.first() else { continue };
        let asked = &first.asked;
        let blob = |id| session.blobs.get(id).unwrap();
        let messages: Vec<ChatMessage> = serde_json::from_slice(&blob(&asked.messages)).unwrap();
        let context = serde_json::from_slice(&blob(&asked.context)).unwrap();
        let template = PromptLibrary::built_in(&asked.query);
        let is_short = asked.form == PromptForm::Short;
        let part = if is_short { &template.short } else { &template.long };
        assert_eq!(template.fill(part, &context).unwrap(), messages.last().unwrap().words());
        all += messages.iter().map(|message| message.words().chars().count()).sum::<usize>();
        live += template.live_characters(part, &context).unwrap();
    }
    assert!(live * 2 >= all, "{live} of {all} characters");
}
