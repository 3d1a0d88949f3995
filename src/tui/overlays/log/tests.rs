use super::*;
use crate::protocol::{Event, EventRecord, WarningRaised};
use crate::tui::pane::OverlayLayer;
use crate::tui::testing::stage::{TestStage, described};

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    let mut log = LogOverlay::new();
    insta::assert_snapshot!("typical", stage.render_layer(80, 14, &mut log));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut log));
    let empty = TestStage::empty();
    insta::assert_snapshot!("empty", empty.render_layer(40, 12, &mut LogOverlay::new()));
}

#[test]
fn it_opens_and_copies_all_of_a_message() {
    let stage = TestStage::typical();
    let mut log = LogOverlay::new();
    stage.type_in(&mut log, "crash");
    assert!(described(&stage.press(&mut log, KeyCode::Enter))[0].starts_with("push crash at"));
    let copy = KeyEvent::new(KeyCode::Char('y'), crossterm::event::KeyModifiers::CONTROL);
    assert!(
        described(&OverlayLayer::key(&mut log, copy, &stage.view()))[0].contains("Editor.kt:42")
    );
    let show = KeyEvent::new(KeyCode::Char('o'), crossterm::event::KeyModifiers::CONTROL);
    assert_eq!(
        described(&OverlayLayer::key(&mut log, show, &stage.view())),
        ["pop", "show Some(3)"]
    );
}

#[test]
fn messages_join_while_it_is_open() {
    let mut stage = TestStage::typical();
    let mut log = LogOverlay::new();
    let event = Event::Warned(WarningRaised { what: "It is hot.".into(), hint: None });
    stage.session.apply(&EventRecord { seq: 99, at_ms: 99_000, event });
    assert!(stage.render_layer(80, 14, &mut log).contains("01:39 ! warning It is hot."));
}
