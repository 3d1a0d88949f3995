use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use super::chrome;
use crate::protocol::{ExchangeId, PartialReply};
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
fn the_heading_keeps_its_colours_where_only_a_word_stands_beside_it() {
    let stage = TestStage::typical();
    let view = stage.view();
    let area = Rect::new(0, 0, 60, 1);
    let mut terminal = Terminal::new(TestBackend::new(60, 1)).unwrap();
    terminal.draw(|frame| chrome::header(frame, area, &view)).unwrap();
    let name = terminal.backend().buffer()[(1, 0)].style();
    assert_eq!(name.fg, stage.theme.selection().fg);
}
