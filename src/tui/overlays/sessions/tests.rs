use crossterm::event::KeyCode;

use super::*;
use crate::protocol::{EndReason, Event, EventRecord, SessionEnded};
use crate::tui::testing::stage::{TestStage, described};

fn listed(entries: &[(&str, &str)]) -> SessionsOverlay {
    let listed = Listed::default();
    let entry = |(name, what): &(&str, &str)| SessionEntry::new(*name, *what);
    listed.set(entries.iter().map(entry).collect()).unwrap();
    SessionsOverlay::new(listed)
}

fn typical() -> SessionsOverlay {
    listed(&[
        ("demo:shop", "a shop with a cart and seeded faults"),
        ("adb", "the phone that adb knows"),
        ("/home/ada/sessions/2026-01-15-notes", "demo:notes · systematic · 40 steps · 2 findings"),
    ])
}

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    insta::assert_snapshot!("typical", stage.render_layer(80, 14, &mut typical()));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut typical()));
    insta::assert_snapshot!("empty", stage.render_layer(40, 12, &mut listed(&[])));
    let mut unread = SessionsOverlay::new(Listed::default());
    insta::assert_snapshot!("unread", stage.render_layer(40, 12, &mut unread));
}

#[test]
fn opening_asks_while_the_session_runs() {
    let mut stage = TestStage::typical();
    let mut sessions = typical();
    stage.type_in(&mut sessions, "shop");
    let mut acts = stage.press(&mut sessions, KeyCode::Enter);
    assert_eq!(described(&acts), ["pop", "push Please confirm"]);
    let Some(UiAct::Push(mut confirm)) = acts.pop() else { panic!("no question") };
    insta::assert_snapshot!("question", stage.render_layer(60, 10, &mut *confirm));
    assert_eq!(
        described(&stage.press(&mut *confirm, KeyCode::Char('y'))),
        ["pop", "open demo:shop"]
    );
    let ended = SessionEnded { reason: EndReason::Tester, steps: 3 };
    stage.session.apply(&EventRecord { seq: 99, at_ms: 0, event: Event::Ended(ended) });
    assert_eq!(described(&stage.press(&mut sessions, KeyCode::Enter)), ["pop", "open demo:shop"]);
}

#[test]
fn what_is_missing_is_told_and_not_opened() {
    let stage = TestStage::typical();
    let listed = Listed::default();
    let phone = SessionEntry::new("adb:R58", "phone");
    let locked = phone.missing_because(Some("unlock it and accept its question".into()));
    listed.set(vec![locked]).unwrap();
    let mut sessions = SessionsOverlay::new(listed);
    assert!(stage.render_layer(80, 14, &mut sessions).contains("phone: unlock it and accept"));
    let acts = described(&stage.press(&mut sessions, KeyCode::Enter));
    assert_eq!(acts, ["toast unlock it and accept its question"]);
}

#[test]
fn before_the_first_step_nothing_is_asked() {
    let stage = TestStage::empty();
    let acts = described(&stage.press(&mut typical(), KeyCode::Enter));
    assert_eq!(acts, ["pop", "open demo:shop"]);
}

#[test]
fn the_list_may_come_late() {
    let stage = TestStage::typical();
    let late = Listed::default();
    let mut sessions = SessionsOverlay::new(late.clone());
    assert!(stage.press(&mut sessions, KeyCode::Enter).is_empty());
    late.set(vec![SessionEntry::new("demo", "")]).unwrap();
    assert!(stage.render_layer(40, 12, &mut sessions).contains("▸ demo"));
}
