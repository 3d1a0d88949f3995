//! Running by itself, looking back, writing down, leaving.

use crossterm::event::KeyCode;
use ridealong::protocol::{DecidedBy, EndReason, Event, EventRecord, NoteKind, RunMode};

use super::log;
use super::user::{Shot, explore};

const SIZE: (u16, u16) = (140, 40);

fn is_auto(shot: &Shot) -> bool {
    matches!(shot.mode, Some(RunMode::Auto { .. }))
}

#[tokio::test]
async fn an_auto_run_hands_back_at_a_finding() {
    let records = explore("books", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("A");
        user.sees("the conditions", |shot| shot.says("[x] at a finding")).await;
        // 500 steps: more than it takes to meet a crash.
        user.letters("0");
        user.key(KeyCode::Enter);
        let handed_back = |shot: &Shot| shot.mode == Some(RunMode::Approve) && shot.step() > 1;
        let shot = user.sees("the end of the auto run", handed_back).await;
        assert_eq!(shot.findings.len(), 1, "after {} steps", shot.step());
        user.waits_at(0).await;
        user.quits().await;
    })
    .await;
    let first = |is_it: fn(&Event) -> bool| records.iter().position(|record| is_it(&record.event));
    let found = first(|event| matches!(event, Event::Found(_))).unwrap();
    let acted_later = |record: &EventRecord| matches!(&record.event, Event::Decided(decided) if decided.action.is_some());
    assert!(!records[found..].iter().any(acted_later), "nothing is done after the finding");
    let by_policy = |record: &&EventRecord| matches!(&record.event, Event::Decided(decided) if decided.decision.by == DecidedBy::Policy);
    assert!(records.iter().filter(by_policy).count() > 3, "the policy's decisions are logged");
}

/// Starts an auto run without any condition that ends it soon.
async fn runs_long(user: &mut super::user::TerminalUser) {
    user.waits_at(0).await;
    user.letters("A");
    user.sees("the conditions", |shot| shot.says("[x] at a finding")).await;
    // 5000 steps: more than are made while a test looks on.
    user.letters("00");
    // Down to the finding, which must not end this run either.
    user.key(KeyCode::Down);
    user.key(KeyCode::Down);
    user.letters(" ");
    let is_long = |shot: &Shot| shot.says("[ ] at a finding") && shot.says("5000");
    user.sees("the conditions of a long run", is_long).await;
    user.key(KeyCode::Enter);
}

#[tokio::test]
async fn a_pause_stops_an_auto_run() {
    let records = explore("notes", SIZE, async |mut user| {
        runs_long(&mut user).await;
        user.sees("some steps", |shot| shot.step() >= 3).await;
        user.letters("p");
        user.sees("the pause", |shot| shot.mode == Some(RunMode::Approve)).await;
        user.sees("rest", |shot| {
            matches!(
                shot.phase,
                ridealong::session::EnginePhase::Waiting | ridealong::session::EnginePhase::Idle
            )
        })
        .await;
        user.quits().await;
    })
    .await;
    let paused = |record: &EventRecord| matches!(&record.event, Event::ModeSet(set) if set.mode == RunMode::Approve && set.why.is_none());
    let paused = records.iter().position(paused).unwrap();
    let decided = |record: &EventRecord| matches!(&record.event, Event::Decided(_));
    assert!(!records[paused..].iter().any(decided), "nothing is decided after the pause");
}

#[tokio::test]
async fn the_past_can_be_looked_at_while_the_run_goes_on() {
    explore("notes", SIZE, async |mut user| {
        runs_long(&mut user).await;
        user.sees("some steps", |shot| shot.step() >= 2).await;
        user.letters("{");
        let shot = user.sees("the first step", |shot| shot.says("PAST: step 0")).await;
        let then = shot.step();
        let shot = user.sees("more steps", |shot| shot.step() >= then + 2).await;
        assert!(shot.says("PAST: step 0") && is_auto(&shot), "the run does not disturb the past");
        user.letters("]");
        user.sees("a step further", |shot| shot.says("PAST: step 1")).await;
        user.letters("}p");
        user.sees("the present", |shot| !shot.says("PAST")).await;
        user.quits().await;
    })
    .await;
}

#[tokio::test]
async fn nothing_is_decided_from_the_past() {
    let records = explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("a");
        user.waits_at(1).await;
        user.letters("[");
        user.sees("the past", |shot| shot.says("PAST: step 0") && shot.lists_widgets()).await;
        user.letters("a");
        user.sees("why not", |shot| shot.says("an earlier step is shown")).await;
        user.letters("}");
        user.sees("the present", |shot| !shot.says("PAST") && shot.lists_widgets()).await;
        user.letters("a");
        user.waits_at(2).await;
        user.quits().await;
    })
    .await;
    let decided = records.iter().filter(|record| matches!(record.event, Event::Decided(_)));
    assert_eq!(decided.count(), 2);
}

#[tokio::test]
async fn notes_and_bugs_are_written_down_with_the_picture() {
    let records = explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("n");
        user.sees("the question", |shot| shot.says("What did you see?")).await;
        user.letters("quick brown");
        user.control('s');
        user.sees("the note's sign", |shot| shot.says("noted")).await;
        user.letters("b");
        user.sees("the question", |shot| shot.says("What is wrong")).await;
        user.letters("no undo");
        user.control('s');
        user.sees("the bug's sign", |shot| shot.says("bug marked")).await;
        user.quits().await;
    })
    .await;
    let notes: Vec<_> = records
        .iter()
        .filter_map(|record| match &record.event {
            Event::Noted(note) => Some((note.kind, note.text.as_str(), note.picture.is_some())),
            _ => None,
        })
        .collect();
    assert_eq!(notes, [(NoteKind::Note, "quick brown", true), (NoteKind::Bug, "no undo", true)]);
}

#[tokio::test]
async fn no_to_the_question_goes_on() {
    let records = explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("q");
        user.sees("the question", |shot| shot.says("End the session")).await;
        user.letters("n");
        user.sees("the panes", |shot| !shot.says("End the session")).await;
        user.letters("a");
        user.waits_at(1).await;
        user.quits().await;
    })
    .await;
    assert_eq!(*log::end(&records), EndReason::Tester);
}

#[tokio::test]
async fn being_ended_from_outside_ends_the_session_in_order() {
    let records = explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.terminate();
    })
    .await;
    assert_eq!(*log::end(&records), EndReason::Tester);
}

#[tokio::test]
async fn a_terminal_that_shrinks_and_grows_is_drawn_anew() {
    explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.resize(30, 8);
        user.sees("a polite sentence", |shot| shot.says("Please make the terminal")).await;
        user.resize(60, 20);
        user.sees("one pane", |shot| shot.says("1 Screen") && !shot.says("Please")).await;
        user.resize(140, 40);
        user.waits_at(0).await;
        user.quits().await;
    })
    .await;
}
