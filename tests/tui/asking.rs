//! A model is asked: what the tester sees of it, and what can be done with it.

use std::time::Duration;

use crossterm::event::KeyCode;
use ridealong::engine::EngineHandle;
use ridealong::llm::ChatError;
use ridealong::protocol::{Event, EventRecord, ExchangeId};
use ridealong::store::{self, SessionWriter};

use super::model::{Line, Lines, PROMPT, means};
use super::user::{Shot, TerminalUser, explore_with, options, play};

const SIZE: (u16, u16) = (160, 50);

fn says(lines: &Lines, words: &'static str) {
    lines.send(Line::Words(words)).unwrap();
}

fn ends(lines: &Lines) {
    lines.send(Line::End).unwrap();
}

async fn sees(user: &mut TerminalUser, text: &str) -> Shot {
    let what = text.to_owned();
    user.sees(text, move |shot| shot.says(&what)).await
}

#[tokio::test]
async fn the_reply_streams_and_its_checks_are_shown() {
    let (means, lines, _prompts) = means();
    explore_with(means, "notes", SIZE, async |mut user| {
        let shot = sees(&mut user, "asking: What next?").await;
        assert!(shot.says("scripted-1 · 0 tokens"), "{}", shot.rows().join("\n"));
        sees(&mut user, "waiting for the first word").await;
        says(&lines, "thi");
        sees(&mut user, "┊ thi▌").await;
        says(&lines, "rd");
        sees(&mut user, "┊ third▌").await;
        ends(&lines);
        sees(&mut user, "✗ NO INPUT ERROR: There is no input third.").await;
        sees(&mut user, "the complaint goes back to the model").await;
        lines.send(Line::Retry("the server failed (503): busy", Duration::from_secs(3))).unwrap();
        sees(&mut user, "retries in 3 s: What next?").await;
        sees(&mut user, "! the server failed (503): busy; asked again after 3 s").await;
        says(&lines, "second");
        ends(&lines);
        let shot = user.waits_at(0).await;
        assert!(shot.says("✓ accepted: second"), "{}", shot.rows().join("\n"));
        assert!(shot.says("plan: press what is new"));
        assert!(shot.says("2 100 tokens · $0.50"));
        user.quits().await;
    })
    .await;
}

#[tokio::test]
async fn a_pause_gives_the_question_up() {
    let (means, lines, _prompts) = means();
    explore_with(means, "notes", SIZE, async |mut user| {
        says(&lines, "fir");
        sees(&mut user, "┊ fir▌").await;
        user.letters("p");
        sees(&mut user, "cancelled by you before the reply came").await;
        user.rests().await;
        user.quits().await;
    })
    .await;
}

#[tokio::test]
async fn an_unreachable_model_leaves_it_to_the_rules() {
    let (means, lines, _prompts) = means();
    explore_with(means, "notes", SIZE, async |mut user| {
        let (url, why) = ("http://localhost:1".into(), "connection refused".into());
        lines.send(Line::Fail(ChatError::Unreachable { url, why })).unwrap();
        let shot = user.waits_at(0).await;
        assert!(shot.says("! no reply: http://localhost:1"), "{}", shot.rows().join("\n"));
        assert!(shot.says("⌂ The rules answered: the first action"));
        user.quits().await;
    })
    .await;
}

/// The first proposal, after one refused and one accepted reply.
async fn first_proposal(user: &mut TerminalUser, lines: &Lines) {
    says(lines, "third");
    ends(lines);
    says(lines, "second");
    ends(lines);
    user.waits_at(0).await;
}

#[tokio::test]
async fn any_exchange_is_opened_whole() {
    let (means, lines, _prompts) = means();
    explore_with(means, "notes", SIZE, async |mut user| {
        first_proposal(&mut user, &lines).await;
        user.letters("x");
        sees(&mut user, "2 of 2 in step 1 · What next? · feedback round 1").await;
        user.letters("[1");
        sees(&mut user, "The goal: find what is lost").await;
        user.letters("4");
        sees(&mut user, "- second").await;
        user.letters("5");
        sees(&mut user, "# feedback NO INPUT ERROR").await;
        user.key(KeyCode::Esc);
        // By way of the pane.
        user.letters("4");
        user.key(KeyCode::Right);
        user.key(KeyCode::Enter);
        let shot = sees(&mut user, "1 of 2 in step 1").await;
        assert!(shot.says("Exchange #1"));
        user.letters("2");
        sees(&mut user, "║third").await;
        user.key(KeyCode::Esc);
        user.quits().await;
    })
    .await;
}

fn asked_again(records: &[EventRecord]) -> Vec<(ExchangeId, String)> {
    let again = |record: &EventRecord| match &record.event {
        Event::Asked(asked) => Some((asked.again?, asked.template.clone())),
        _ => None,
    };
    records.iter().filter_map(again).collect()
}

#[tokio::test]
async fn a_question_is_asked_again_beside_the_run() {
    let (means, lines, prompts) = means();
    let records = explore_with(means, "notes", SIZE, async |mut user| {
        first_proposal(&mut user, &lines).await;
        user.letters("x");
        sees(&mut user, "Exchange #2").await;
        user.letters("5");
        sees(&mut user, "# feedback NO INPUT ERROR").await;
        user.letters("e");
        sees(&mut user, "Ctrl-S asks").await;
        // No round of feedback this time.
        user.key(KeyCode::Down);
        user.key(KeyCode::End);
        user.key(KeyCode::Backspace);
        user.letters("0");
        user.control('s');
        sees(&mut user, "Attempt 1 of 1 #3").await;
        says(&lines, "rather ");
        sees(&mut user, "│ rather ▌").await;
        says(&lines, "the fifth");
        ends(&lines);
        let ended =
            |shot: &Shot| shot.says("│ rather the fifth") && !shot.says("the reply is awaited");
        let shot = user.sees("the end of the attempt", ended).await;
        assert!(shot.says("≠ rounds  2 rounds") && shot.says("≠ rounds  1 round"));
        user.letters("s");
        sees(&mut user, "Keep this as your own prompt elevate/exploration?").await;
        user.letters("y");
        sees(&mut user, "✓ saved as").await;
        user.key(KeyCode::Esc);
        user.key(KeyCode::Esc);
        user.waits_at(0).await;
        user.quits().await;
    })
    .await;
    assert_eq!(asked_again(&records), [(ExchangeId(1), "edited".to_owned())]);
    let done = |record: &EventRecord| matches!(record.event, Event::Performed(_));
    assert!(!records.iter().any(done), "the device is not touched");
    let kept = std::fs::read_to_string(prompts.path().join("elevate/exploration.md")).unwrap();
    assert_eq!(kept, PROMPT.replace("rounds = 1", "rounds = 0"));
}

#[tokio::test]
async fn a_prompt_that_cannot_be_used_is_told_and_can_be_mended() {
    let (means, lines, _prompts) = means();
    let records = explore_with(means, "notes", SIZE, async |mut user| {
        first_proposal(&mut user, &lines).await;
        user.letters("x");
        sees(&mut user, "Exchange #2").await;
        user.letters("5");
        sees(&mut user, "# feedback NO INPUT ERROR").await;
        user.letters("e");
        sees(&mut user, "Ctrl-S asks").await;
        user.letters("nonsense");
        user.control('s');
        sees(&mut user, "It could not be asked. The edited prompt cannot be used").await;
        user.letters("e");
        sees(&mut user, "Ctrl-S asks").await;
        (0..8).for_each(|_| user.key(KeyCode::Backspace));
        user.control('s');
        sees(&mut user, "Attempt 1 of 1 #3").await;
        ends(&lines);
        ends(&lines);
        user.sees("the end", |shot| !shot.says("the reply is awaited")).await;
        user.key(KeyCode::Esc);
        user.key(KeyCode::Esc);
        user.waits_at(0).await;
        user.quits().await;
    })
    .await;
    assert_eq!(asked_again(&records)[0].0, ExchangeId(1));
}

#[tokio::test]
async fn a_recorded_session_says_that_nobody_can_be_asked() {
    let (means, lines, _prompts) = means();
    let records = explore_with(means, "notes", SIZE, async |mut user| {
        first_proposal(&mut user, &lines).await;
        user.quits().await;
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let recorded = folder.path().join("recorded");
    let writer = SessionWriter::create(&recorded).unwrap();
    for record in records {
        writer.append(record).unwrap();
    }
    writer.sync().unwrap().await.unwrap();
    let store::RecordedSession { records, blobs, .. } = store::open(&recorded).unwrap();
    play(EngineHandle::of_recording(blobs), records, options(), SIZE, async |mut user| {
        sees(&mut user, "✓ accepted: second").await;
        user.letters("x");
        sees(&mut user, "missing or damaged").await;
        user.letters("e");
        sees(&mut user, "this session has ended, so no model can be asked").await;
        user.key(KeyCode::Esc);
        user.letters("q");
    })
    .await;
}
