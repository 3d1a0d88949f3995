//! A whole exploration of the notes app, which asks a model at every step.

use ridealong::domain::Pace;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt as _;
use ridealong::config::llm::ModelProfile;
use ridealong::demo::phone::{self, DemoPhone};
use ridealong::demo::shell::DemoShell;
use ridealong::device::android::{self, AndroidDevice};
use ridealong::engine::{
    EngineDriver, EngineError, EngineHandle, GuardRules, MachineSetup, RunBudget,
};
use ridealong::explorer::{
    self, Explorer, ExplorerProposal, PerformedAction, Proposing, Situation,
};
use ridealong::llm::ask::AskSetup as Asking;
use ridealong::llm::{Asker, ModelQuery, PromptLibrary, QueryAnswer, ReplyJudgement};
use ridealong::protocol::{
    AutoLimits, CheckComplaint, EndReason, Event, ExplorerNote, FallbackReason, Op, RulesAnswered,
    RunMode,
};
use ridealong::store::SessionWriter;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::server::{Do, STREAM, Server, client_of, piece, plain, profile, streamed};
use super::trouble;

/// Asks for one of the offers; no reply but its number will do. Its prompt takes the place of one
/// that is built in.
struct Choose;

impl ModelQuery for Choose {
    fn name(&self) -> &'static str {
        "chatbot/reply"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        Some(json!({"type": "object", "properties": {"choice": {"type": "integer"}}}))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        let answer = serde_json::from_str::<Value>(reply).ok();
        let choice = answer.as_ref().and_then(|answer| answer["choice"].as_u64());
        let fits = choice.is_some_and(|choice| Some(choice) < context["count"].as_u64());
        let says = "Give the number of one of the inputs, as JSON.".to_owned();
        let complaint = (!fits).then(|| CheckComplaint { check: "NO INPUT".into(), says });
        ReplyJudgement { reported: reply.into(), answer, complaint, ..ReplyJudgement::default() }
    }
}

const PROMPT: &str = "+++\nmax_tokens = 20\nrounds = 1\n+++\n# long\nChoose below {{ count }}.\n";

/// Does what the model chooses, else what a random one would do.
struct Asks(Box<dyn Explorer>);

impl Explorer for Asks {
    fn name(&self) -> &'static str {
        "asks"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.0.learn(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        async move {
            let context = json!({"count": situation.available.len()});
            let answer = asker.ask(&Choose, situation.step, &context, None).await;
            let rules = self.0.propose(situation, asker).await?;
            match answer {
                QueryAnswer::Model(judgement) => {
                    let choice = judgement.answer?["choice"].as_u64()?;
                    let offer = &situation.available[usize::try_from(choice).ok()?];
                    let (action, key) = (offer.action.clone(), offer.key.clone());
                    let why = "The model's choice.";
                    Some(ExplorerProposal::of(action, key, why))
                }
                QueryAnswer::Rules { why, .. } => {
                    let (step, query) = (situation.step, "chatbot/reply".into());
                    let answer = rules.key.to_string();
                    asker.note(ExplorerNote::RulesAnswered(RulesAnswered {
                        step,
                        query,
                        why,
                        answer,
                    }));
                    Some(rules)
                }
            }
        }
        .boxed()
    }
}

/// A recorded exploration.
struct Explored {
    events: Vec<Event>,
    folder: TempDir,
}

impl Explored {
    fn count(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| is(event)).count()
    }

    fn ruled(&self) -> Vec<FallbackReason> {
        let why = |event: &Event| match event {
            Event::Ruled(ruled) => Some(ruled.why),
            _ => None,
        };
        self.events.iter().filter_map(why).collect()
    }

    fn warnings(&self) -> Vec<&str> {
        let warned = self.events.iter().filter_map(|event| match event {
            Event::Warned(warned) => Some(warned.what.as_str()),
            _ => None,
        });
        warned.collect()
    }

    /// All that was written, log and blobs.
    fn written(&self) -> String {
        fn read(folder: &Path, text: &mut String) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path: PathBuf = entry.unwrap().path();
                if path.is_dir() {
                    read(&path, text);
                } else {
                    text.push_str(&String::from_utf8_lossy(&std::fs::read(path).unwrap()));
                }
            }
        }
        let mut text = String::new();
        read(self.folder.path(), &mut text);
        text
    }
}

struct SessionSetup {
    profile: ModelProfile,
    steps: u64,
    mode: RunMode,
    cap: Option<f64>,
}

impl SessionSetup {
    fn new(profile: ModelProfile, steps: u64) -> Self {
        Self { profile, steps, mode: RunMode::Auto { until: AutoLimits::default() }, cap: None }
    }

    /// Explores to the end.
    async fn explore(self) -> Explored {
        self.explore_while(|_| None).await
    }

    /// Explores; what `on` makes of an event is sent to the engine.
    async fn explore_while(self, mut on: impl FnMut(&Event) -> Option<Op>) -> Explored {
        let Started { mut handle, task, folder } = self.start();
        let mut events = Vec::new();
        while let Some(record) = handle.next().await {
            if let Some(op) = on(&record.event) {
                handle.send(op);
            }
            events.push(record.event.clone());
        }
        task.await.unwrap().unwrap();
        Explored { events, folder }
    }

    fn start(self) -> Started {
        let folder = tempfile::tempdir().unwrap();
        let prompts = folder.path().join("prompts");
        std::fs::create_dir_all(prompts.join("chatbot")).unwrap();
        std::fs::write(prompts.join("chatbot/reply.md"), PROMPT).unwrap();
        let options = phone::Options { app: None, seed: 1, pace: Pace::Virtual };
        let shell = Arc::new(DemoShell::new(DemoPhone::new(&options).unwrap()));
        let package = ridealong::demo::apps::find("notes").unwrap().package;
        let options = android::AndroidOptions {
            target: "demo:notes".into(),
            app: Some(package.into()),
            ..android::AndroidOptions::default()
        };
        let device = Box::new(AndroidDevice::new(shell, options));
        let asking = Asker::new(Asking {
            chat: Some(client_of(self.profile).into()),
            prompts: PromptLibrary::new(Some(prompts)),
            cost_cap: self.cap,
            pictures: false,
        });
        let setup = MachineSetup {
            explorer: "asks".into(),
            mode: self.mode,
            budget: RunBudget { steps: Some(self.steps), ms: None },
            guard: GuardRules::default(),
            attended: false,
        };
        let settings = explorer::ExplorerSettings { seed: 1, ..Default::default() };
        let asks = Box::new(Asks((explorer::find("monkey").unwrap().make)(&settings).unwrap()));
        let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
        let (driver, handle) = EngineDriver::new(device, asks, asking, setup, 1, writer);
        Started { handle, task: tokio::spawn(driver.run()), folder }
    }
}

/// An exploration that goes on.
struct Started {
    handle: EngineHandle,
    task: tokio::task::JoinHandle<Result<ridealong::engine::SessionTotals, EngineError>>,
    folder: TempDir,
}

fn ended(explored: &Explored) -> (EndReason, u64) {
    match explored.events.last() {
        Some(Event::Ended(ended)) => (ended.reason.clone(), ended.steps),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn whatever_the_server_does_the_exploration_goes_on_and_the_log_tells() {
    for trouble in trouble::all() {
        let name = trouble.name;
        let server = Server::start(vec![trouble.does]).await;
        let explored = SessionSetup::new(profile(&server.url), 2).explore().await;
        assert_eq!(ended(&explored), (EndReason::Steps, 2), "{name}");
        let reported = explored.events.iter().any(|event| {
            matches!(event, Event::Unanswered(unanswered)
                if unanswered.why.contains(trouble.reported) && !unanswered.cancelled)
        });
        assert!(reported, "{name}: {:?}", explored.events);
        let asked = explored.count(|event| matches!(event, Event::Asked(_)));
        let retried = explored.count(|event| matches!(event, Event::Retried(_)));
        assert!(retried >= trouble.retries * asked, "{name}: {retried} of {asked}");
        assert!((1..=2).contains(&asked), "{name}");
        assert_eq!(explored.count(|event| matches!(event, Event::Answered(_))), 0, "{name}");
        assert_eq!(explored.ruled(), [FallbackReason::Unanswered; 2], "{name}");
        let written = explored.written();
        assert!(!written.contains("0123456789") && !written.contains("test-0123"), "{name}");
    }
}

#[tokio::test]
async fn a_server_that_recovers_is_followed() {
    for trouble in trouble::all().into_iter().filter(|trouble| trouble.retries > 0) {
        let name = trouble.name;
        let server = Server::start(vec![trouble.does, streamed("{\"choice\": 0}")]).await;
        let explored = SessionSetup::new(profile(&server.url), 3).explore().await;
        assert_eq!(ended(&explored), (EndReason::Steps, 3), "{name}");
        assert_eq!(explored.count(|event| matches!(event, Event::Retried(_))), 1, "{name}");
        assert_eq!(explored.count(|event| matches!(event, Event::Answered(_))), 3, "{name}");
        assert_eq!(explored.ruled(), [], "{name}");
    }
}

#[tokio::test]
async fn nonsense_is_fed_back_and_then_left_to_the_rules() {
    let script = vec![streamed("Tap the first one!"), streamed("{\"choice\": 4711}")];
    let server = Server::start(script).await;
    let explored = SessionSetup::new(profile(&server.url), 2).explore().await;
    assert_eq!(ended(&explored), (EndReason::Steps, 2));
    let complaints = explored
        .count(|event| matches!(event, Event::Checked(checked) if checked.complaint.is_some()));
    assert_eq!(complaints, 3, "a question and a feedback round, then the model is paused");
    assert_eq!(explored.ruled(), [FallbackReason::Rounds, FallbackReason::Paused]);
    assert!(explored.warnings()[0].starts_with("The model is paused"), "{:?}", explored.warnings());
}

#[tokio::test]
async fn an_endless_reply_becomes_a_feedback_round() {
    let server = Server::start(vec![
        Do::Repeat(STREAM.into(), piece("on and on ")),
        streamed("{\"choice\": 0}"),
    ])
    .await;
    let explored = SessionSetup::new(profile(&server.url), 1).explore().await;
    let cut = explored.count(|event| matches!(event, Event::Answered(answered) if answered.cut));
    assert_eq!((cut, explored.ruled().len()), (1, 0));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_at_once_and_left_alone() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let began = Instant::now();
    let setup = SessionSetup::new(profile(&format!("http://127.0.0.1:{port}/v1")), 30);
    let explored = setup.explore().await;
    assert_eq!(ended(&explored), (EndReason::Steps, 30));
    assert_eq!(explored.count(|event| matches!(event, Event::Asked(_))), 1, "then it rests");
    assert_eq!(explored.ruled(), [FallbackReason::Unanswered; 30]);
    let warnings = explored.warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("The rules answer for now: http://127.0.0.1:"), "{warnings:?}");
    assert!(began.elapsed().as_secs() < 15, "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_refused_key_and_an_unknown_model_are_given_up() {
    for status in [401, 404] {
        let server = Server::start(vec![plain(status, "", "")]).await;
        let explored = SessionSetup::new(profile(&server.url), 5).explore().await;
        assert_eq!(server.received().len(), 1);
        let warnings = explored.warnings();
        assert!(
            warnings[0].starts_with("The rules answer for the rest of the session"),
            "{warnings:?}"
        );
    }
}

#[rstest::rstest]
#[case(Op::Pause)]
#[case(Op::Quit)]
#[tokio::test]
async fn pausing_and_quitting_close_the_connection(#[case] op: Op) {
    // The first words have come when the tester has enough.
    let begun = Do::Hang(format!("{STREAM}{}", piece("Let me")));
    let server = Server::start(vec![begun]).await;
    let patience = std::time::Duration::from_secs(100);
    let patient = ModelProfile { idle_timeout: patience, ..profile(&server.url) };
    let pausing = op == Op::Pause;
    let running = SessionSetup::new(patient, 5).start();
    let Started { mut handle, task, .. } = running;
    let mut streaming = handle.streaming();
    streaming.wait_for(|streaming| streaming.words == "Let me").await.unwrap();
    handle.send(op);
    server.left().await;
    handle.send(Op::Quit);
    let mut cancelled = 0;
    let mut idled = false;
    while let Some(record) = handle.next().await {
        idled |= matches!(record.event, Event::Idled(_));
        let is = |event: &Event| matches!(event, Event::Unanswered(reported) if reported.cancelled);
        cancelled += usize::from(is(&record.event));
    }
    task.await.unwrap().unwrap();
    assert_eq!((cancelled, idled), (1, pausing));
    assert!(streaming.borrow().exchange.is_none(), "nothing is in flight");
}

#[tokio::test]
async fn auto_stops_at_a_cost() {
    let server = Server::start(vec![streamed("{\"choice\": 0}")]).await;
    // An answer costs 0.0002: 100 tokens at 1 dollar and 10 at 10 dollars a million.
    let until = AutoLimits { cost_usd: Some(0.0005), ..AutoLimits::default() };
    let mut setup = SessionSetup::new(profile(&server.url), 50);
    setup.mode = RunMode::Auto { until };
    let mut handed_back = false;
    let explored = setup
        .explore_while(|event| {
            handed_back |= matches!(event, Event::ModeSet(set) if set.why.is_some());
            // The third proposal, which waits for the tester.
            (handed_back && matches!(event, Event::Proposed(_))).then_some(Op::Quit)
        })
        .await;
    assert_eq!(ended(&explored), (EndReason::Tester, 2));
    assert_eq!(server.received().len(), 3);
}

#[tokio::test]
async fn the_cap_on_cost_leaves_the_rest_to_the_rules() {
    let server = Server::start(vec![streamed("{\"choice\": 0}")]).await;
    let mut setup = SessionSetup::new(profile(&server.url), 6);
    setup.cap = Some(0.0005);
    let explored = setup.explore().await;
    assert_eq!(ended(&explored), (EndReason::Steps, 6));
    assert_eq!(server.received().len(), 3);
    assert_eq!(explored.ruled(), [FallbackReason::Cap; 3]);
    assert_eq!(explored.warnings().len(), 1);
}
