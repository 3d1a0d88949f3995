use super::*;
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::domain::InputText;
use crate::protocol::{EngineIdled, Event, EventRecord};
use crate::tui::pane::{MouseInput, OverlayLayer};
use crate::tui::testing::notebook;
use crate::tui::testing::stage::{TestStage, described};

fn performed(acts: Vec<UiAct>) -> Action {
    let mut acts = acts.into_iter();
    assert!(matches!(acts.next(), Some(UiAct::Pop)));
    match acts.next() {
        Some(UiAct::Perform(action)) => action,
        _ => panic!("nothing is performed"),
    }
}

fn press_all(stage: &TestStage, form: &mut ActionForm, keys: &[KeyCode]) {
    for key in keys {
        assert!(stage.press(form, *key).is_empty());
    }
}

#[test]
fn they_look_right() {
    let mut stage = TestStage::typical();
    let mut edit = ActionForm::edit(&stage.view()).unwrap();
    insta::assert_snapshot!("edit", stage.render_layer(80, 22, &mut edit));
    insta::assert_snapshot!("edit_narrow", stage.render_layer(40, 12, &mut edit));
    let mut other = ActionForm::do_else(&stage.view()).unwrap();
    insta::assert_snapshot!("do_else", stage.render_layer(80, 22, &mut other));
    stage.selected = Some(5);
    let mut secret = ActionForm::do_else(&stage.view()).unwrap();
    press_all(&stage, &mut secret, &[KeyCode::BackTab]);
    stage.type_in(&mut secret, "2468");
    insta::assert_snapshot!("password", stage.render_layer(80, 22, &mut secret));
    stage.shown.screen = None;
    insta::assert_snapshot!("unread", stage.render_layer(60, 12, &mut secret));
}

#[test]
fn editing_begins_with_the_proposal_and_aims_by_number() {
    let stage = TestStage::typical();
    let mut form = ActionForm::edit(&stage.view()).unwrap();
    let same = performed(stage.press(&mut form, KeyCode::Enter));
    assert_eq!(same, Action::Tap { target: notebook::target(7) });
    stage.type_in(&mut form, "10");
    let other = performed(stage.press(&mut form, KeyCode::Enter));
    assert_eq!(other, Action::Tap { target: notebook::target(10) });
    press_all(&stage, &mut form, &[KeyCode::Down]);
    let listed = form.draft.target.as_ref().map(|target| target.number);
    assert_ne!(listed, Some(10), "moving in the list leaves the number");
}

#[test]
fn a_widget_is_found_by_its_name() {
    let stage = TestStage::typical();
    let mut form = ActionForm::edit(&stage.view()).unwrap();
    stage.type_in(&mut form, "more");
    press_all(&stage, &mut form, &[KeyCode::BackTab, KeyCode::Right]);
    let action = performed(stage.press(&mut form, KeyCode::Enter));
    assert_eq!(action, Action::LongTap { target: notebook::target(3) });
}

#[test]
fn quick_actions_need_one_key() {
    let stage = TestStage::typical();
    let mut form = ActionForm::do_else(&stage.view()).unwrap();
    assert_eq!(described(&stage.press(&mut form, KeyCode::Enter)), ["pop", "perform press back"]);
    press_all(&stage, &mut form, &[KeyCode::Left, KeyCode::Left]);
    assert_eq!(
        described(&stage.press(&mut form, KeyCode::Enter)),
        ["pop", "perform restart the app"]
    );
}

#[test]
fn the_kind_follows_the_widget_until_it_is_chosen() {
    let mut stage = TestStage::typical();
    stage.selected = Some(4);
    let mut form = ActionForm::do_else(&stage.view()).unwrap();
    press_all(&stage, &mut form, &[KeyCode::BackTab]);
    form.paste("two\nlines", &stage.view());
    let action = performed(stage.press(&mut form, KeyCode::Enter));
    let text = InputText::Plain("two\nlines".into());
    assert_eq!(action, Action::Type { target: notebook::target(4), text });
}

#[test]
fn something_may_be_done_at_once_after_it() {
    let stage = TestStage::typical();
    let mut form = ActionForm::edit(&stage.view()).unwrap();
    press_all(&stage, &mut form, &[KeyCode::Tab, KeyCode::Right, KeyCode::Right]);
    let drawn = stage.render_layer(80, 22, &mut form);
    assert!(drawn.contains("At once   ◂ press back ▸"), "{drawn}");
    let action = performed(stage.press(&mut form, KeyCode::Enter));
    assert_eq!(action.to_string(), "tap [7] \"Milk\", and at once press back");
}

#[test]
fn a_password_is_a_secret_and_is_never_drawn() {
    let mut stage = TestStage::typical();
    stage.selected = Some(5);
    let mut form = ActionForm::do_else(&stage.view()).unwrap();
    press_all(&stage, &mut form, &[KeyCode::BackTab, KeyCode::BackTab]);
    stage.type_in(&mut form, "hush7");
    assert!(!stage.render_layer(80, 22, &mut form).contains("hush7"));
    let action = performed(stage.press(&mut form, KeyCode::Enter));
    let Action::Type { text: InputText::Secret(secret), .. } = action else { panic!("not secret") };
    assert_eq!(secret.reveal(), Some("hush7"));
}

#[test]
fn what_is_missing_or_odd_is_told() {
    let stage = TestStage::typical();
    let mut form = ActionForm::do_else(&stage.view()).unwrap();
    press_all(&stage, &mut form, &[KeyCode::Tab, KeyCode::Enter]);
    assert!(stage.render_layer(80, 22, &mut form).contains("! Choose a widget"));
    press_all(&stage, &mut form, &[KeyCode::Tab]);
    stage.type_in(&mut form, "11");
    let drawn = stage.render_layer(80, 22, &mut form);
    assert!(drawn.contains("! [11] is disabled."), "{drawn}");
}

#[test]
fn another_screen_needs_another_choice() {
    let mut stage = TestStage::typical();
    let mut form = ActionForm::edit(&stage.view()).unwrap();
    stage.shown.moment = 2;
    assert!(stage.press(&mut form, KeyCode::Enter).is_empty());
    assert!(stage.render_layer(80, 22, &mut form).contains("! The screen has changed"));
    assert!(form.draft.target.is_none());
}

#[test]
fn clicks_choose_and_do() {
    let stage = TestStage::typical();
    let mut form = ActionForm::edit(&stage.view()).unwrap();
    let area = Rect::new(0, 0, 70, 20);
    stage.render(70, 20, |frame, area, view| form.draw(frame, area, view));
    let list = form.places(area).list;
    let mut click = |double| {
        let at = Position::new(3, list.y + 1);
        let button = crossterm::event::MouseButton::Left;
        form.mouse(MouseInput::Click { button, at, double }, area, &stage.view())
    };
    assert!(click(false).is_empty());
    assert_eq!(performed(click(true)), Action::Tap { target: notebook::target(3) });
}

#[test]
fn the_past_and_nothing_cannot_be_edited() {
    let mut stage = TestStage::typical();
    stage.live = false;
    assert!(ActionForm::edit(&stage.view()).is_err_and(|why| why.contains("earlier step")));
    assert!(ActionForm::do_else(&stage.view()).is_err());
    stage.live = true;
    stage.session.apply(&EventRecord { seq: 99, at_ms: 0, event: Event::Idled(EngineIdled {}) });
    assert!(ActionForm::edit(&stage.view()).is_err());
}
