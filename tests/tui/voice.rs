//! Exploring a voice app: the simulated app that recorded dialogues make, spoken to through the real
//! engine.

use std::path::Path;

use crossterm::event::KeyCode;
use ridealong::device::recorded::{SimulatedApp, folder};
use ridealong::domain::Action;
use ridealong::engine::{EngineDriver, EngineHandle, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::protocol::{DecidedBy, DecisionMade, Event, EventRecord, RunMode, Verdict};
use ridealong::store::{self, SessionWriter};

use super::log;
use super::user::{Shot, TerminalUser, look, options};

/// Lets `tester` explore the tea shop until the terminal UI is left; gives the log, which is checked.
async fn explore<F: Future<Output = ()>>(
    size: (u16, u16),
    tester: impl FnOnce(TerminalUser) -> F,
) -> Vec<EventRecord> {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let (driver, handle) = engine(SessionWriter::create(&session).unwrap());
    let engine = tokio::spawn(driver.run());
    look(handle, options(), size, tester).await;
    engine.await.unwrap().unwrap();
    let session = store::open(&session).unwrap();
    log::check(&session.records);
    session.records
}

fn engine(writer: SessionWriter) -> (EngineDriver, EngineHandle) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dialogues/tea_shop.txt");
    let dialogues = folder::read(&path, None).unwrap();
    let setup = MachineSetup {
        explorer: "systematic".into(),
        mode: RunMode::Approve,
        budget: RunBudget::default(),
        guard: GuardRules::default(),
        attended: true,
    };
    let settings = explorer::ExplorerSettings { seed: 1, ..Default::default() };
    let explorer = (explorer::find("systematic").unwrap().make)(&settings).unwrap();
    let app = SimulatedApp::new("recorded:tea_shop.txt", &dialogues, 1);
    EngineDriver::new(Box::new(app), explorer, Asker::without_model(), setup, 1, writer)
}

fn say(words: &str) -> Action {
    Action::Say { words: words.into() }
}

/// What was done, by whom and by which verdict.
fn done(records: &[EventRecord]) -> Vec<(&Action, &Verdict, DecidedBy)> {
    let of = |event| match event {
        &Event::Decided(DecisionMade { ref decision, action: Some(ref action), .. }) => {
            Some((action, &decision.verdict, decision.by))
        }
        _ => None,
    };
    records.iter().filter_map(|record| of(&record.event)).collect()
}

#[tokio::test]
async fn the_panes_are_a_conversation_and_its_inputs() {
    explore((120, 40), async |mut user| {
        let shot = user.waits_at(0).await;
        assert!(shot.says("1 Conversation tea shop"), "{}", shot.rows().join("\n"));
        assert!(shot.says("2 Inputs") && !shot.says("2 Widgets") && !shot.says("1 Screen"));
        assert!(shot.says("Welcome to the tea shop."));
        assert!(shot.says("systematic would say:"), "{}", shot.rows().join("\n"));
        user.letters("v");
        user.sees("why there is no picture", |shot| shot.says("has no picture")).await;
        user.letters("?");
        user.sees("the new command in help", |shot| shot.says("Now in Conversation")).await;
        user.key(KeyCode::Esc);
        user.letters("z");
        user.sees("the conversation alone", |shot| !shot.says("2 Inputs")).await;
        user.quits().await;
    })
    .await;
}

#[tokio::test]
async fn what_is_approved_is_said() {
    let records = explore((80, 24), async |mut user| {
        user.letters("2");
        let proposed = user.waits_at(0).await.waiting().unwrap().action.clone();
        assert_eq!(proposed, say("green tea"));
        user.letters("a");
        let shot = user.waits_at(1).await;
        assert!(shot.says("◇ green tea"), "{}", shot.rows().join("\n"));
        assert!(shot.says("▸ Green tea it is."), "{}", shot.rows().join("\n"));
        user.letters("[");
        let is_past = |shot: &Shot| shot.says("▸ Welcome to the tea shop") && shot.says("PAST");
        let shot = user.sees("the turn before", is_past).await;
        assert!(!shot.says("Green tea it is. Would"), "{}", shot.rows().join("\n"));
        user.quits().await;
    })
    .await;
    assert_eq!(done(&records), [(&say("green tea"), &Verdict::Approve, DecidedBy::Tester)]);
}

#[tokio::test]
async fn what_is_typed_is_said_and_completed_from_the_inputs() {
    let records = explore((120, 40), async |mut user| {
        user.waits_at(0).await;
        user.letters("i");
        user.sees("the line", |shot| shot.says("Say something")).await;
        user.letters("i want a pony");
        user.sees("the words", |shot| shot.says("i want a pony")).await;
        user.key(KeyCode::Enter);
        let shot = user.waits_at(1).await;
        assert!(shot.says("you, instead of “green tea”"), "{}", shot.rows().join("\n"));
        assert!(shot.says("was never said"), "the simulated app says so");
        user.letters("i");
        user.letters("black");
        user.key(KeyCode::Tab);
        user.sees("the completed line", |shot| shot.says("◇ black tea")).await;
        user.key(KeyCode::Enter);
        let shot = user.waits_at(2).await;
        assert!(shot.says("▸ Black tea is sold out today."), "{}", shot.rows().join("\n"));
        user.quits().await;
    })
    .await;
    let [(first, verdict, DecidedBy::Tester), (second, ..)] = done(&records)[..] else {
        panic!("two actions: {records:?}")
    };
    assert_eq!((first, second), (&say("i want a pony"), &say("black tea")));
    assert_eq!(*verdict, Verdict::Override { action: say("i want a pony") });
}

#[tokio::test]
async fn another_input_of_the_list_is_said_instead() {
    let records = explore((120, 40), async |mut user| {
        user.waits_at(0).await;
        user.letters("2");
        user.key(KeyCode::Down);
        user.sees("the selection", |shot| shot.says("› ") && shot.says("black tea")).await;
        user.key(KeyCode::Enter);
        let shot = user.waits_at(1).await;
        assert!(shot.says("▸ Black tea is sold out today."), "{}", shot.rows().join("\n"));
        user.quits().await;
    })
    .await;
    let action = say("black tea");
    let verdict = Verdict::Override { action: action.clone() };
    assert_eq!(done(&records), [(&action, &verdict, DecidedBy::Tester)]);
}

#[tokio::test]
async fn an_ended_session_is_opened_again() {
    let records = explore((120, 40), async |mut user| {
        user.waits_at(0).await;
        user.letters("i");
        user.letters("stop");
        user.key(KeyCode::Enter);
        let shot = user.waits_at(1).await;
        assert!(shot.says("the session has ended: restart"), "{}", shot.rows().join("\n"));
        assert_eq!(shot.waiting().unwrap().action, Action::Restart);
        user.letters("2");
        user.key(KeyCode::End);
        user.sees("the selection", |shot| shot.says("(open again)")).await;
        user.key(KeyCode::Enter);
        let shot = user.waits_at(2).await;
        assert!(shot.says("2 opened again"), "{}", shot.rows().join("\n"));
        assert!(shot.says("▸ Welcome to the tea shop"), "{}", shot.rows().join("\n"));
        user.quits().await;
    })
    .await;
    assert_eq!(*done(&records)[1].0, Action::Restart);
}
