use super::*;
use crate::protocol::{Event, Record};
use crate::tui::testing::stage::{Stage, told};

fn send(stage: &Stage, entry: &mut Entry) -> Vec<String> {
    let key = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL);
    told(&entry.key(key, &stage.view()))
}

#[test]
fn they_look_right() {
    let stage = Stage::typical();
    let mut reject = Entry::reject(&stage.view()).unwrap();
    stage
        .type_in(&mut reject, "It was opened before; look at the menu first, there is more of it.");
    insta::assert_snapshot!("reject", stage.render_layer(80, 16, &mut reject));
    insta::assert_snapshot!("reject_narrow", stage.render_layer(40, 12, &mut reject));
    insta::assert_snapshot!("bug_empty", stage.render_layer(80, 16, &mut Entry::bug()));
    let mut charter = Entry::charter(&stage.view());
    insta::assert_snapshot!("charter", stage.render_layer(80, 16, &mut charter));
}

#[test]
fn rejecting_needs_words_and_decides_what_waits() {
    let stage = Stage::typical();
    let mut reject = Entry::reject(&stage.view()).unwrap();
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
    let mut stage = Stage::typical();
    let mut reject = Entry::reject(&stage.view()).unwrap();
    stage.type_in(&mut reject, "no");
    let event = Event::Idled(crate::protocol::Idled {});
    stage.ride.apply(&Record { seq: 99, at_ms: 0, event });
    assert!(send(&stage, &mut reject)[0].contains("waits no more"));
    assert!(Entry::reject(&stage.view()).is_err());
}

#[test]
fn pasted_text_cannot_steer_the_terminal() {
    let stage = Stage::typical();
    let mut note = Entry::note();
    note.paste("one\r\ntwo\u{1b}[2J", &stage.view());
    let op = r#"{"op":"note","kind":"note","text":"one\ntwo [2J"}"#;
    assert_eq!(send(&stage, &mut note), ["pop", op]);
}

#[test]
fn the_charter_may_be_emptied_and_alt_enter_sends() {
    let stage = Stage::typical();
    let mut charter = Entry::charter(&stage.view());
    let key = KeyEvent::new(KeyCode::Enter, KeyModifiers::ALT);
    let op = r#"{"op":"charter","text":"Find out whether notes get lost."}"#;
    assert_eq!(told(&charter.key(key, &stage.view())), ["pop", op]);
    let mut empty = Entry::new(Purpose::Charter, "");
    assert_eq!(send(&stage, &mut empty), ["pop", r#"{"op":"charter","text":""}"#]);
    assert_eq!(told(&stage.press(&mut empty, KeyCode::Esc)), ["pop"]);
}
