use super::*;
use crossterm::event::KeyModifiers;
use ratatui::layout::Position;

use crate::tui::testing::stage::{TestStage, described};

fn marking(number: usize) -> (TestStage, ExpectationForm) {
    let mut stage = TestStage::typical();
    stage.selected = Some(number);
    let form = ExpectationForm::mark(&stage.view()).unwrap();
    (stage, form)
}

/// The property that Enter keeps.
fn kept(stage: &TestStage, form: &mut ExpectationForm) -> String {
    let acts = stage.press(form, KeyCode::Enter);
    match &acts[..] {
        [UiAct::Pop, UiAct::Op(Op::ChangeExpectation(request))] => match request {
            ExpectationRequest::State(kept) | ExpectationRequest::Replace { by: kept, .. } => {
                kept.property.clone()
            }
            other => panic!("{other:?}"),
        },
        _ => panic!("{:?}: {:?}", described(&acts), form.problem),
    }
}

/// Puts the focus on `row` and what is typed there in place of what it holds.
fn fill(stage: &TestStage, form: &mut ExpectationForm, row: ExpectationRow, text: &str) {
    form.row = row;
    form.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL), &stage.view());
    stage.type_in(form, text);
}

#[test]
fn it_looks_right() {
    let (stage, mut form) = marking(7);
    insta::assert_snapshot!("text", stage.render_layer(80, 24, &mut form));
    insta::assert_snapshot!("text_narrow", stage.render_layer(40, 12, &mut form));
    insta::assert_snapshot!("text_large", stage.render_layer(120, 40, &mut form));
    fill(&stage, &mut form, ExpectationRow::Argument, "Bread");
    form.row = ExpectationRow::After;
    insta::assert_snapshot!("broken", stage.render_layer(80, 24, &mut form));
    fill(&stage, &mut form, ExpectationRow::After, "press it");
    stage.press(&mut form, KeyCode::Enter);
    insta::assert_snapshot!("wrong", stage.render_layer(80, 24, &mut form));
    let mut stage = TestStage::typical();
    stage.selected = None;
    let mut form = ExpectationForm::mark(&stage.view()).unwrap();
    insta::assert_snapshot!("screen", stage.render_layer(80, 24, &mut form));
}

#[test]
fn a_widget_is_expected_to_show_what_it_shows() {
    let written = |name: &str, demand: &str| {
        let when = "when = { app = \"org.notes\", screen = \"Notes\" }";
        format!("[[property]]\nname = \"Notes: {name}\"\n{when}\n{demand}\n")
    };
    let (stage, mut form) = marking(7);
    let milk = written("shows Milk", "must = [{ text = \"Milk\" }]");
    assert_eq!(kept(&stage, &mut form), milk);
    let (stage, mut button) = marking(10);
    stage.press(&mut button, KeyCode::BackTab);
    stage.press(&mut button, KeyCode::Right);
    stage.press(&mut button, KeyCode::BackTab);
    stage.press(&mut button, KeyCode::Right);
    let add = written("never has #add", "must_never = [{ widget = \"#add\" }]");
    assert_eq!(kept(&stage, &mut button), add);
    let (stage, mut row) = marking(7);
    row.row = ExpectationRow::Claim;
    for _ in 0..3 {
        stage.press(&mut row, KeyCode::Right);
    }
    let rows = "count(#row) = 3";
    let rows = written(rows, &format!("must = [{{ relation = \"{rows}\" }}]"));
    assert_eq!(kept(&stage, &mut row), rows);
}

#[test]
fn all_that_a_property_says_can_be_filled_in() {
    let (stage, mut form) = marking(7);
    fill(&stage, &mut form, ExpectationRow::Screen, "");
    fill(&stage, &mut form, ExpectationRow::Widget, "#row");
    fill(&stage, &mut form, ExpectationRow::Text, "M*");
    fill(&stage, &mut form, ExpectationRow::After, "tap #add; back");
    fill(&stage, &mut form, ExpectationRow::Within, "2.5");
    fill(&stage, &mut form, ExpectationRow::Name, "my own");
    form.row = ExpectationRow::Category;
    stage.press(&mut form, KeyCode::Left);
    form.row = ExpectationRow::Demand;
    stage.press(&mut form, KeyCode::Char(' '));
    let written = "[[property]]\nname = \"my own\"\ncategory = \"navigation\"\n\
        when = { app = \"org.notes\", text = \"M*\", widget = \"#row\" }\n\
        after = [\"tap #add\", \"back\"]\nmust_never = [{ text = \"Milk\" }]\nwithin = 2.5\n";
    assert_eq!(kept(&stage, &mut form), written);
}

#[test]
fn without_a_widget_the_action_that_led_here_leads_here() {
    let stage = TestStage::typical();
    let mut form = ExpectationForm::mark(&stage.view()).unwrap();
    let property = kept(&stage, &mut form);
    assert!(property.contains("after = [\"back\"]"), "{property}");
    assert!(property.contains("screen = \"MainActivity\""), "{property}");
    assert!(property.contains("must = [{ screen = \"Notes\" }]"), "{property}");
}

#[test]
fn the_action_that_led_here_is_offered() {
    let (stage, mut form) = marking(7);
    form.led_here = Some(LedHere { action: "tap #add".into(), screen: None });
    form.row = ExpectationRow::After;
    stage.press(&mut form, KeyCode::Right);
    assert!(kept(&stage, &mut form).contains("after = [\"tap #add\"]"));
}

#[test]
fn what_is_changed_stays_what_it_was_but_for_what_is_changed() {
    let stage = TestStage::typical();
    let property = "[[property]]\nname = \"rows\"\ncategory = \"calculation\"\n\
        when = { app = \"org.notes\", screen = \"Notes\", without_text = \"Empty\", widget = \"#row\" }\n\
        after = [\"tap #add\", \"back\"]\n\
        must = [{ relation = \"count(#row) = 3\" }, { text = \"Milk\" }]\n\
        must_never = [{ screen = \"Error\" }]\nwithin = 2\n";
    let stated = Expectation { name: "rows".into(), property: property.into() };
    let mut form = ExpectationForm::change(&stated, &stage.view()).unwrap();
    assert_eq!(kept(&stage, &mut form), property);
    fill(&stage, &mut form, ExpectationRow::Argument, "count(#row) > 1");
    assert_eq!(kept(&stage, &mut form), property.replace("(#row) = 3", "(#row) > 1"));
}

#[test]
fn what_is_wrong_is_told_in_its_row() {
    let (stage, mut form) = marking(7);
    for (row, text, says) in [
        (ExpectationRow::Argument, "", "Which words?"),
        (ExpectationRow::Widget, "#", "names no widget"),
        (ExpectationRow::After, "press it", "is no action"),
        (ExpectationRow::Within, "soon", "How many seconds?"),
    ] {
        let (_, mut form) = marking(7);
        if row == ExpectationRow::Within {
            fill(&stage, &mut form, ExpectationRow::After, "back");
        }
        fill(&stage, &mut form, row, text);
        form.row = ExpectationRow::Demand;
        assert!(stage.press(&mut form, KeyCode::Enter).is_empty(), "{row:?}");
        assert_eq!(form.row, row);
        assert!(form.problem.as_ref().is_some_and(|it| it.contains(says)), "{:?}", form.problem);
    }
    fill(&stage, &mut form, ExpectationRow::Name, "");
    assert!(kept(&stage, &mut form).contains("Notes: shows Milk"), "without a name it has its own");
    form.row = ExpectationRow::Argument;
    form.paste("one\nline", &stage.view());
    assert!(kept(&stage, &mut form).contains("Milkone line"));
}

#[test]
fn clicks_choose_rows_and_change_them() {
    let (stage, mut form) = marking(7);
    let area = Rect::new(0, 0, 70, 20);
    let mut click = |y| {
        let button = crossterm::event::MouseButton::Left;
        let at = Position::new(20, y);
        form.mouse(MouseInput::Click { button, at, double: false }, area, &stage.view());
        form.draft.choice(form.row)
    };
    assert_eq!(click(0), Some("must"));
    assert_eq!(click(0), Some("must never"));
    assert_eq!(click(2), None);
}
