use super::*;
use crate::protocol::{Event, EventRecord};
use crate::tui::testing::stage::{TestStage, described};

fn send(stage: &TestStage, entry: &mut TextEntry) -> Vec<String> {
    let key = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL);
    described(&entry.key(key, &stage.view()))
}

#[test]
fn they_look_right() {
    let stage = TestStage::typical();
    let mut reject = TextEntry::reject(&stage.view()).unwrap();
    stage
        .type_in(&mut reject, "It was opened before; look at the menu first, there is more of it.");
    insta::assert_snapshot!("reject", stage.render_layer(80, 16, &mut reject));
    insta::assert_snapshot!("reject_narrow", stage.render_layer(40, 12, &mut reject));
    insta::assert_snapshot!("bug_empty", stage.render_layer(80, 16, &mut TextEntry::bug()));
    let mut charter = TextEntry::charter(&stage.view());
    insta::assert_snapshot!("charter", stage.render_layer(80, 16, &mut charter));
}

#[test]
fn rejecting_needs_words_and_decides_what_waits() {
    let stage = TestStage::typical();
    let mut reject = TextEntry::reject(&stage.view()).unwrap();
    assert!(send(&stage, &mut reject).is_empty());
    assert!(stage.render_layer(80, 16, &mut reject).contains("! Say why"));
    stage.type_in(&mut reject, "no");
    stage.press(&mut reject, KeyCode::Enter);
    stage.type_in(&mut reject, "never");
    let op = r#"{"op":"decide","proposal":6,"by":"tester","verdict":{"is":"reject","feedback":"no\nnever"}}"#;
    assert_eq!(send(&stage, &mut reject), ["pop", op]);
}

#[test]
fn words_for_a_proposal_that_is_gone_are_kept() {
    let mut stage = TestStage::typical();
    let mut reject = TextEntry::reject(&stage.view()).unwrap();
    stage.type_in(&mut reject, "no");
    let event = Event::Idled(crate::protocol::EngineIdled {});
    stage.session.apply(&EventRecord { seq: 99, at_ms: 0, event });
    assert!(send(&stage, &mut reject)[0].contains("no longer waits"));
    assert!(TextEntry::reject(&stage.view()).is_err());
}

#[test]
fn pasted_text_cannot_steer_the_terminal() {
    let stage = TestStage::typical();
    let mut note = TextEntry::note();
    note.paste("one\r\ntwo\u{1b}[2J", &stage.view());
    let op = r#"{"op":"note","kind":"note","text":"one\ntwo [2J"}"#;
    assert_eq!(send(&stage, &mut note), ["pop", op]);
}

#[test]
fn the_charter_may_be_emptied_and_alt_enter_sends() {
    let stage = TestStage::typical();
    let mut charter = TextEntry::charter(&stage.view());
    let key = KeyEvent::new(KeyCode::Enter, KeyModifiers::ALT);
    let op = r#"{"op":"charter","text":"Find out whether notes get lost."}"#;
    assert_eq!(described(&charter.key(key, &stage.view())), ["pop", op]);
    let mut empty = TextEntry::new(EntryPurpose::Charter, "");
    assert_eq!(send(&stage, &mut empty), ["pop", r#"{"op":"charter","text":""}"#]);
    assert_eq!(described(&stage.press(&mut empty, KeyCode::Esc)), ["pop"]);
}
