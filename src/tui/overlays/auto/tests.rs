use super::*;
use crate::protocol::{Event, EventRecord, ModeChanged};
use crate::tui::testing::notebook;
use crate::tui::testing::stage::{TestStage, described};

fn press_all(stage: &TestStage, auto: &mut AutoOverlay, keys: &[KeyCode]) -> Vec<String> {
    keys.iter().flat_map(|key| described(&stage.press(auto, *key))).collect()
}

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    let mut auto = AutoOverlay::new(&stage.view());
    insta::assert_snapshot!("typical", stage.render_layer(60, 14, &mut auto));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut auto));
}

#[test]
fn enter_runs_until_what_is_chosen() {
    let stage = TestStage::typical();
    let mut auto = AutoOverlay::new(&stage.view());
    let at_once = press_all(&stage, &mut auto, &[KeyCode::Enter]);
    let until = r#"{"op":"set_mode","mode":{"is":"auto","until":{"steps":50,"new_state":false,"finding":true}}}"#;
    assert_eq!(at_once, ["pop", "show None", until]);
    let keys = [
        KeyCode::Backspace,
        KeyCode::Backspace,
        KeyCode::Char('7'),
        KeyCode::Down,
        KeyCode::Char(' '),
        KeyCode::Down,
        KeyCode::Char(' '),
        KeyCode::Enter,
    ];
    let until = r#"{"op":"set_mode","mode":{"is":"auto","until":{"steps":7,"new_state":true,"finding":false}}}"#;
    assert_eq!(press_all(&stage, &mut auto, &keys), ["pop", "show None", until]);
}

#[test]
fn nonsense_is_told_and_does_not_run() {
    let stage = TestStage::typical();
    let mut auto = AutoOverlay::new(&stage.view());
    let keys = [KeyCode::Backspace, KeyCode::Backspace, KeyCode::Char('x'), KeyCode::Char(' ')];
    assert!(press_all(&stage, &mut auto, &keys).is_empty());
    assert!(press_all(&stage, &mut auto, &[KeyCode::Enter]).is_empty());
    assert!(stage.render_layer(60, 14, &mut auto).contains("! How many steps?"));
}

#[test]
fn typing_a_number_chooses_it() {
    let stage = TestStage::of(notebook::chat::session());
    let mut auto = AutoOverlay::new(&stage.view());
    let keys = [KeyCode::Up, KeyCode::Char('5'), KeyCode::Enter];
    assert!(press_all(&stage, &mut auto, &keys)[2].contains(r#""cost_usd":0.505"#));
}

#[test]
fn without_a_model_nothing_costs() {
    let stage = TestStage::typical();
    let mut auto = AutoOverlay::new(&stage.view());
    for key in [KeyCode::Char('5'), KeyCode::Char(' ')] {
        assert!(press_all(&stage, &mut auto, &[KeyCode::Up]).is_empty());
        assert!(press_all(&stage, &mut auto, &[key]).is_empty());
        assert_eq!(auto.until().unwrap().cost_usd, None);
        insta::assert_snapshot!("free", stage.render_layer(60, 14, &mut auto));
        assert!(press_all(&stage, &mut auto, &[KeyCode::Down]).is_empty());
    }
}

#[test]
fn the_last_run_is_remembered() {
    let mut stage = TestStage::typical();
    let until = AutoLimits { minutes: Some(2.5), ..AutoLimits::default() };
    let mode = RunMode::Auto { until: until.clone() };
    for mode in [mode, RunMode::Approve] {
        let event = Event::ModeSet(ModeChanged { mode, why: None });
        stage.session.apply(&EventRecord { seq: 0, at_ms: 0, event });
    }
    assert_eq!(AutoOverlay::new(&stage.view()).until(), Ok(until));
}
