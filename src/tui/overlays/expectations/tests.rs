use super::*;

use crate::domain::{Finding, FindingKind};
use crate::protocol::SessionEnded;
use crate::protocol::{EndReason, Event, EventRecord, ExpectationChange, ExpectationChanged};
use crate::tui::testing::stage::{TestStage, described};

fn tell(stage: &mut TestStage, event: Event) {
    stage.session.apply(&EventRecord { seq: 99, at_ms: 0, event });
}

fn state(stage: &mut TestStage, name: &str, property: &str) {
    let property = format!("[[property]]\nname = {name:?}\n{property}\n");
    let stated = Expectation { name: name.into(), property };
    let change = ExpectationChange::Stated(stated);
    let changed = ExpectationChanged { step: 2, change, undoes: false };
    tell(stage, Event::ExpectationChanged(changed));
}

/// Two expectations, the second of which is contradicted.
fn typical() -> TestStage {
    let mut stage = TestStage::typical();
    state(
        &mut stage,
        "Notes: shows Milk",
        "when = { screen = \"Notes\" }\nmust = [{ text = \"Milk\" }]",
    );
    state(&mut stage, "three rows", "must = [{ relation = \"count(#row) = 3\" }]");
    tell(
        &mut stage,
        Event::Found(Finding {
            kind: FindingKind::Bug,
            group: format!("{}0", groups_of("three rows")),
            title: "three rows".into(),
            actual: "The values are 2 and 3.".into(),
            step: 4,
            first: true,
            ..Finding::default()
        }),
    );
    stage
}

#[test]
fn it_looks_right() {
    let stage = typical();
    let mut list = ExpectationsOverlay::new(&stage.view());
    stage.press(&mut list, KeyCode::Down);
    insta::assert_snapshot!("list", stage.render_layer(80, 24, &mut list));
    insta::assert_snapshot!("list_narrow", stage.render_layer(40, 12, &mut list));
    let stage = TestStage::typical();
    let mut empty = ExpectationsOverlay::new(&stage.view());
    insta::assert_snapshot!("empty", stage.render_layer(80, 16, &mut empty));
}

#[test]
fn keys_change_the_list() {
    let stage = typical();
    let mut list = ExpectationsOverlay::new(&stage.view());
    let mut press = |key| described(&stage.press(&mut list, key));
    assert_eq!(press(KeyCode::Char('a')), ["push Mark as expectation"]);
    assert_eq!(press(KeyCode::Char('e')), ["push Change the expectation"]);
    assert_eq!(
        press(KeyCode::Char('d')),
        [r#"{"op":"change_expectation","expectation":"withdraw","name":"Notes: shows Milk"}"#]
    );
    assert_eq!(press(KeyCode::Char('u')), [r#"{"op":"change_expectation","expectation":"undo"}"#]);
    assert_eq!(press(KeyCode::Esc), ["pop"]);
}

#[test]
fn nothing_is_undone_or_changed_that_is_not_there() {
    let mut stage = TestStage::typical();
    let mut list = ExpectationsOverlay::new(&stage.view());
    assert_eq!(
        described(&stage.press(&mut list, KeyCode::Char('u'))),
        ["toast nothing is left to be undone"]
    );
    assert!(stage.press(&mut list, KeyCode::Char('d')).is_empty());
    tell(&mut stage, Event::Ended(SessionEnded { reason: EndReason::Tester, steps: 4 }));
    let said = described(&stage.press(&mut list, KeyCode::Char('a')));
    assert!(said[0].contains("the session has ended"), "{said:?}");
}
