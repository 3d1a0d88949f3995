//! A model is asked: what the tester sees of it, and what can be done with it.

use std::time::Duration;

use crossterm::event::KeyCode;
use ridealong::engine::EngineHandle;
use ridealong::llm::ChatError;
use ridealong::protocol::{Event, EventRecord, ExchangeId};
use ridealong::store::{self, SessionWriter};

use super::model::{Line, Lines, PROMPT, means};
use super::rider::{Rider, Shot, options, play, ride_with};

const SIZE: (u16, u16) = (160, 50);

fn says(lines: &Lines, words: &'static str) {
    lines.send(Line::Words(words)).unwrap();
}

fn ends(lines: &Lines) {
    lines.send(Line::End).unwrap();
}

async fn sees(rider: &mut Rider, text: &str) -> Shot {
    let what = text.to_owned();
    rider.sees(text, move |shot| shot.says(&what)).await
}

#[tokio::test]
async fn the_reply_streams_and_its_checks_are_shown() {
    let (means, lines, _prompts) = means();
    ride_with(means, "notes", SIZE, async |mut rider| {
        let shot = sees(&mut rider, "asking: What next?").await;
        assert!(shot.says("scripted-1 · 0 tokens"), "{}", shot.rows().join("\n"));
        sees(&mut rider, "waits for the first word").await;
        says(&lines, "thi");
        sees(&mut rider, "┊ thi▌").await;
        says(&lines, "rd");
        sees(&mut rider, "┊ third▌").await;
        ends(&lines);
        sees(&mut rider, "✗ NO INPUT ERROR: There is no input third.").await;
        sees(&mut rider, "the model is told what was wrong").await;
        lines.send(Line::Retry("the server failed (503): busy", Duration::from_secs(3))).unwrap();
        sees(&mut rider, "waits 3 s to ask again: What next?").await;
        sees(&mut rider, "! the server failed (503): busy; asked again after 3 s").await;
        says(&lines, "second");
        ends(&lines);
        let shot = rider.waits_at(0).await;
        assert!(shot.says("✓ accepted: second"), "{}", shot.rows().join("\n"));
        assert!(shot.says("plan: press what is new"));
        assert!(shot.says("2 100 tokens · $0.50"));
        rider.quits().await;
    })
    .await;
}

#[tokio::test]
async fn a_pause_gives_the_question_up() {
    let (means, lines, _prompts) = means();
    ride_with(means, "notes", SIZE, async |mut rider| {
        says(&lines, "fir");
        sees(&mut rider, "┊ fir▌").await;
        rider.letters("p");
        sees(&mut rider, "given up by you before the reply was there").await;
        rider.rests().await;
        rider.quits().await;
    })
    .await;
}

#[tokio::test]
async fn an_unreachable_model_leaves_it_to_the_rules() {
    let (means, lines, _prompts) = means();
    ride_with(means, "notes", SIZE, async |mut rider| {
        let (url, why) = ("http://localhost:1".into(), "connection refused".into());
        lines.send(Line::Fail(ChatError::Unreachable { url, why })).unwrap();
        let shot = rider.waits_at(0).await;
        assert!(shot.says("! no reply: http://localhost:1"), "{}", shot.rows().join("\n"));
        assert!(shot.says("⌂ The rules answered: the first action"));
        rider.quits().await;
    })
    .await;
}

/// The first proposal, after one refused and one accepted reply.
async fn first_proposal(rider: &mut Rider, lines: &Lines) {
    says(lines, "third");
    ends(lines);
    says(lines, "second");
    ends(lines);
    rider.waits_at(0).await;
}

#[tokio::test]
async fn any_exchange_is_opened_whole() {
    let (means, lines, _prompts) = means();
    ride_with(means, "notes", SIZE, async |mut rider| {
        first_proposal(&mut rider, &lines).await;
        rider.letters("x");
        sees(&mut rider, "2 of 2 in step 1 · What next? · feedback round 1").await;
        rider.letters("[1");
        sees(&mut rider, "The goal: find what is lost").await;
        rider.letters("4");
        sees(&mut rider, "- second").await;
        rider.letters("5");
        sees(&mut rider, "# feedback NO INPUT ERROR").await;
        rider.key(KeyCode::Esc);
        // By way of the pane.
        rider.letters("4");
        rider.key(KeyCode::Right);
        rider.key(KeyCode::Enter);
        let shot = sees(&mut rider, "1 of 2 in step 1").await;
        assert!(shot.says("Exchange #1"));
        rider.letters("2");
        sees(&mut rider, "║third").await;
        rider.key(KeyCode::Esc);
        rider.quits().await;
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
    let records = ride_with(means, "notes", SIZE, async |mut rider| {
        first_proposal(&mut rider, &lines).await;
        rider.letters("x");
        sees(&mut rider, "Exchange #2").await;
        rider.letters("5");
        sees(&mut rider, "# feedback NO INPUT ERROR").await;
        rider.letters("e");
        sees(&mut rider, "Ctrl-S asks").await;
        // No round of feedback this time.
        rider.key(KeyCode::Down);
        rider.key(KeyCode::End);
        rider.key(KeyCode::Backspace);
        rider.letters("0");
        rider.control('s');
        sees(&mut rider, "Attempt 1 of 1 #3").await;
        says(&lines, "rather ");
        sees(&mut rider, "│ rather ▌").await;
        says(&lines, "the fifth");
        ends(&lines);
        let ended =
            |shot: &Shot| shot.says("│ rather the fifth") && !shot.says("the reply is awaited");
        let shot = rider.sees("the end of the attempt", ended).await;
        assert!(shot.says("≠ rounds  2 rounds") && shot.says("≠ rounds  1 round"));
        rider.letters("s");
        sees(&mut rider, "Keep this as your own prompt elevate/exploration?").await;
        rider.letters("y");
        sees(&mut rider, "✓ kept as").await;
        rider.key(KeyCode::Esc);
        rider.key(KeyCode::Esc);
        rider.waits_at(0).await;
        rider.quits().await;
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
    let records = ride_with(means, "notes", SIZE, async |mut rider| {
        first_proposal(&mut rider, &lines).await;
        rider.letters("x");
        sees(&mut rider, "Exchange #2").await;
        rider.letters("5");
        sees(&mut rider, "# feedback NO INPUT ERROR").await;
        rider.letters("e");
        sees(&mut rider, "Ctrl-S asks").await;
        rider.letters("nonsense");
        rider.control('s');
        sees(&mut rider, "It could not be asked. The edited prompt cannot be used").await;
        rider.letters("e");
        sees(&mut rider, "Ctrl-S asks").await;
        (0..8).for_each(|_| rider.key(KeyCode::Backspace));
        rider.control('s');
        sees(&mut rider, "Attempt 1 of 1 #3").await;
        ends(&lines);
        ends(&lines);
        rider.sees("the end", |shot| !shot.says("the reply is awaited")).await;
        rider.key(KeyCode::Esc);
        rider.key(KeyCode::Esc);
        rider.waits_at(0).await;
        rider.quits().await;
    })
    .await;
    assert_eq!(asked_again(&records)[0].0, ExchangeId(1));
}

#[tokio::test]
async fn a_recorded_session_says_that_nobody_can_be_asked() {
    let (means, lines, _prompts) = means();
    let records = ride_with(means, "notes", SIZE, async |mut rider| {
        first_proposal(&mut rider, &lines).await;
        rider.quits().await;
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
    play(EngineHandle::of_recording(blobs), records, options(), SIZE, async |mut rider| {
        sees(&mut rider, "✓ accepted: second").await;
        rider.letters("x");
        sees(&mut rider, "missing or damaged").await;
        rider.letters("e");
        sees(&mut rider, "this session is over, so nobody can be asked again").await;
        rider.key(KeyCode::Esc);
        rider.letters("q");
    })
    .await;
}
