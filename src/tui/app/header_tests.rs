use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use super::chrome;
use crate::protocol::{Event, EventRecord, ExchangeId, FunctionTested, PartialReply};
use crate::tui::testing::notebook::{LIST, chat};
use crate::tui::testing::stage::TestStage;

/// The line at the top in several widths.
fn headers(stage: &TestStage) -> String {
    let widths = [40, 60, 80, 100, 120, 160];
    let lines = widths.map(|width| stage.render(width, 1, chrome::header));
    lines.join("\n")
}

#[test]
fn it_tells_what_asking_used_as_far_as_there_is_room() {
    insta::assert_snapshot!("model", headers(&TestStage::of(chat::session())));
    insta::assert_snapshot!("rules", headers(&TestStage::typical()));
    insta::assert_snapshot!("empty", headers(&TestStage::empty()));
}

#[test]
fn it_tells_how_large_the_session_is_where_there_is_room() {
    let mut stage = TestStage::typical();
    stage.recorded_bytes = 34_700_000;
    assert!(stage.render(160, 1, chrome::header).contains(" · 35 MB"));
    assert!(!stage.render(60, 1, chrome::header).contains("MB"));
    stage.recorded_bytes = 200_000;
    assert!(!stage.render(160, 1, chrome::header).contains("MB"));
}

#[test]
fn it_tells_which_question_is_asked_and_how_long_a_retry_waits() {
    let mut tape = chat::asking();
    tape.observe(LIST, "Notes").ask("elevate/states");
    tape.retried("too many requests for the server (slow down)", 12_000);
    let mut stage = TestStage::of(tape.session());
    insta::assert_snapshot!("retrying", headers(&stage));
    stage.streaming = PartialReply { exchange: Some(ExchangeId(1)), words: "x".into() };
    insta::assert_snapshot!("asking", headers(&stage));
}

#[test]
fn functions_are_pieces_of_the_timeline() {
    let mut stage = TestStage::typical();
    let mut tell = |name: &str, from, sound| {
        let tested = FunctionTested { name: name.into(), from, sound };
        let event = Event::FunctionTested(tested);
        stage.session.apply(&EventRecord { seq: 99, at_ms: 0, event });
    };
    tell("adding a note", 1, Some(false));
    tell("removing a note", 3, None);
    let area = Rect::new(0, 0, 100, 2);
    let mut terminal = Terminal::new(TestBackend::new(100, 2)).unwrap();
    terminal.draw(|frame| chrome::timeline(frame, area, &stage.view())).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let is_underlined =
        |place| buffer[(place, 0)].modifier.contains(ratatui::style::Modifier::UNDERLINED);
    let steps = (0..stage.session.moments.len()).map(|place| stage.session.moments.gist(place));
    for (column, gist) in (0..).zip(steps) {
        let step = gist.unwrap().step;
        assert_eq!(is_underlined(column), (1..3).contains(&step), "step {step}");
    }
    let reported = |stage: &TestStage| stage.render(100, 2, chrome::timeline);
    stage.shown.moment = 1;
    assert!(reported(&stage).contains("· adding a note: suspected"), "{}", reported(&stage));
    stage.shown.moment = 0;
    assert!(!reported(&stage).contains(" note:"), "{}", reported(&stage));
}

#[test]
fn the_heading_keeps_its_colours_where_only_a_word_stands_beside_it() {
    let stage = TestStage::typical();
    let view = stage.view();
    let area = Rect::new(0, 0, 60, 1);
    let mut terminal = Terminal::new(TestBackend::new(60, 1)).unwrap();
    terminal.draw(|frame| chrome::header(frame, area, &view)).unwrap();
    let name = terminal.backend().buffer()[(1, 0)].style();
    assert_eq!(name.fg, stage.theme.selection().fg);
}
