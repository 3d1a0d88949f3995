use super::*;
use crate::domain::ActionKey;
use crate::protocol::{Event, EventRecord, PathPlanned};
use crate::tui::testing::notebook;
use crate::tui::testing::stage::{TestStage, described};

fn planned(stage: &mut TestStage, path: Option<&[&str]>) {
    let path = path.map(|path| path.iter().map(ActionKey::new).collect());
    let event = Event::PathPlanned(PathPlanned { to: notebook::EDITOR, path });
    stage.session.apply(&EventRecord { seq: 99, at_ms: 0, event });
}

#[test]
fn it_looks_right() {
    let mut stage = TestStage::typical();
    let mut layer = GoToOverlay::new(&stage.view()).unwrap();
    insta::assert_snapshot!("here", stage.render_layer(80, 14, &mut layer));
    stage.press(&mut layer, KeyCode::Down);
    stage.press(&mut layer, KeyCode::Enter);
    planned(&mut stage, Some(&["tap #add", "tap #row \"Milk\""]));
    insta::assert_snapshot!("path", stage.render_layer(80, 14, &mut layer));
    insta::assert_snapshot!("path_narrow", stage.render_layer(40, 12, &mut layer));
    planned(&mut stage, None);
    insta::assert_snapshot!("no_path", stage.render_layer(80, 14, &mut layer));
}

#[test]
fn the_path_is_shown_before_it_is_followed() {
    let mut stage = TestStage::typical();
    let mut layer = GoToOverlay::new(&stage.view()).unwrap();
    stage.type_in(&mut layer, "edit");
    let plan = r#"{"op":"plan_path","to":"b2b2b2b2b2b2b2b2"}"#;
    assert_eq!(described(&stage.press(&mut layer, KeyCode::Enter)), [plan]);
    assert!(described(&stage.press(&mut layer, KeyCode::Enter)).is_empty(), "still awaited");
    planned(&mut stage, Some(&["tap #add"]));
    let go = r#"{"op":"go","to":"b2b2b2b2b2b2b2b2"}"#;
    assert_eq!(described(&stage.press(&mut layer, KeyCode::Enter)), ["pop", "show None", go]);
}

#[test]
fn another_choice_asks_anew() {
    let mut stage = TestStage::typical();
    let mut layer = GoToOverlay::new(&stage.view()).unwrap();
    assert_eq!(
        described(&stage.press(&mut layer, KeyCode::Enter)),
        ["toast the app is there already"]
    );
    stage.press(&mut layer, KeyCode::Down);
    stage.press(&mut layer, KeyCode::Enter);
    planned(&mut stage, None);
    assert!(described(&stage.press(&mut layer, KeyCode::Enter))[0].contains("no path"));
    stage.press(&mut layer, KeyCode::Up);
    stage.press(&mut layer, KeyCode::Down);
    assert!(described(&stage.press(&mut layer, KeyCode::Enter))[0].contains("plan_path"));
}

#[test]
fn without_states_there_is_nowhere_to_go() {
    assert!(GoToOverlay::new(&TestStage::empty().view()).is_err());
}

#[test]
fn the_past_is_what_one_goes_back_to() {
    let mut stage = TestStage::typical();
    stage.live = false;
    stage.shown.moment = 1;
    let layer = GoToOverlay::new(&stage.view()).unwrap();
    assert_eq!(layer.chosen(&stage.view()), Some(notebook::EDITOR));
}
