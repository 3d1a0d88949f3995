use crossterm::event::{KeyCode, KeyModifiers};
use insta::assert_snapshot;

use super::*;
use crate::domain::InputText;
use crate::protocol::{
    AttackChange, AttackPlan, ComingInput, DemandedField, Event, EventRecord, FormAttacked,
    GeneratorWritten, InputId, InputResult, RuleTally, TriedInput, TypedField,
};
use crate::tui::testing::render;
use crate::tui::testing::stage::TestStage;

fn plan() -> AttackPlan {
    let field = |name: &str, demands: &str, valid: Option<&str>| DemandedField {
        name: name.into(),
        demands: demands.into(),
        valid: valid.map(str::to_owned),
        corrected: false,
    };
    let coming = |id: u64, rule: &str, texts: &[(usize, &str)]| ComingInput {
        id: InputId(id),
        rule: rule.into(),
        texts: texts.iter().map(|(at, text)| (*at, Some((*text).to_owned()))).collect(),
    };
    AttackPlan {
        fields: vec![
            field("Fewest guests", "a whole number; between 1 and 40", Some("2")),
            field("Most guests", "a whole number", Some("6")),
            DemandedField { corrected: true, ..field("PIN", "digits; 4 characters", None) },
        ],
        relations: vec!["1 < 2".into()],
        coming: vec![
            coming(1, "equal", &[(0, "6"), (1, "6")]),
            coming(2, "above-maximum", &[(0, "41")]),
        ],
        rules: vec![RuleTally { rule: "valid".into(), record: "accepted 1".into() }],
    }
}

fn tried(attempt: usize, rule: &str, text: &str, result: InputResult) -> AttackChange {
    let typed = |name: &str, text: &str, changed: bool| TypedField {
        name: name.into(),
        id: String::new(),
        text: Some(text.into()),
        changed,
        held: None,
    };
    let says = if result == InputResult::Refused { vec!["At most 40".to_owned()] } else { vec![] };
    AttackChange::Tried(TriedInput {
        attempt,
        rule: rule.into(),
        shortening: false,
        fields: vec![typed("Fewest guests", text, true), typed("Most guests", "6", false)],
        result,
        says,
    })
}

/// A session in which a form is attacked.
fn stage(more: Vec<AttackChange>) -> TestStage {
    let mut stage = TestStage::typical();
    stage.focus = PaneId::Attack;
    let begun = AttackChange::Begun { demands: Vec::new() };
    let changes = [begun, AttackChange::Planned(plan())].into_iter().chain(more);
    for change in changes {
        let attacked = FormAttacked { step: 1, form: "Booking".into(), change };
        stage.session.apply(&EventRecord { seq: 0, at_ms: 0, event: Event::Attacked(attacked) });
    }
    stage
}

fn busy() -> TestStage {
    let written = GeneratorWritten {
        rule: "a party of no size".into(),
        source: "function generate(valid) {\n  return [{ 1: '-0' }];\n}".into(),
        inputs: 1,
        failure: None,
    };
    let failed = GeneratorWritten {
        rule: "names of countries".into(),
        inputs: 0,
        failure: Some("the program failed: countries is not defined".into()),
        ..written.clone()
    };
    stage(vec![
        AttackChange::GeneratorWritten(written),
        AttackChange::GeneratorWritten(failed),
        tried(1, "valid", "2", InputResult::Accepted),
        tried(2, "above-maximum in \"Fewest guests\"", "41", InputResult::Refused),
        tried(3, "zero in \"Fewest guests\"", "0", InputResult::Crashed),
        AttackChange::Minimised {
            rule: "zero in \"Fewest guests\"".into(),
            class: "\"Fewest guests\": \"0\"".into(),
        },
    ])
}

fn drawn(pane: &mut AttackPane, stage: &TestStage, width: u16, height: u16) -> String {
    render(width, height, &stage.view(), |frame, area, view| pane.draw(frame, area, view))
}

/// The pane with the row selected that is so many rows below the first one.
fn selecting(stage: &TestStage, row: usize) -> AttackPane {
    let mut pane = AttackPane::default();
    for _ in 0..=row {
        pane.update(UiCommand::Down, &stage.view());
    }
    pane
}

fn requested(acts: &[UiAct]) -> &AttackRequest {
    match acts {
        [UiAct::Op(Op::Attack { request })] => request,
        _ => panic!("{} acts, none of them asks for something", acts.len()),
    }
}

/// Types `text` over what the pane's line holds, and ENTER.
fn typing(pane: &mut AttackPane, stage: &TestStage, text: &str) -> Vec<UiAct> {
    assert!(pane.captures());
    pane.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL), &stage.view());
    for letter in text.chars() {
        pane.key(KeyEvent::from(KeyCode::Char(letter)), &stage.view());
    }
    let acts = pane.key(KeyEvent::from(KeyCode::Enter), &stage.view()).unwrap();
    assert!(!pane.captures());
    acts
}

#[test]
fn on_80_by_24() {
    assert_snapshot!(drawn(&mut AttackPane::default(), &busy(), 46, 20));
}

#[test]
fn wide() {
    assert_snapshot!(drawn(&mut AttackPane::default(), &busy(), 110, 30));
}

#[test]
fn narrow() {
    assert_snapshot!(drawn(&mut AttackPane::default(), &busy(), 24, 8));
}

#[test]
fn before_any_form_was_attacked() {
    assert_snapshot!(drawn(&mut AttackPane::default(), &TestStage::typical(), 46, 6));
    assert_eq!(AttackPane::default().subtitle(&TestStage::typical().view()), "");
}

#[test]
fn while_a_demand_is_edited() {
    let stage = busy();
    let mut pane = selecting(&stage, 0);
    pane.update(UiCommand::Open, &stage.view());
    assert_snapshot!(drawn(&mut pane, &stage, 60, 8));
    let acts = typing(&mut pane, &stage, "a whole number; at most 40");
    let demands = "a whole number; at most 40".into();
    assert_eq!(*requested(&acts), AttackRequest::Demand { field: 0, demands });
}

#[test]
fn relations_are_added_corrected_and_forbidden() {
    let stage = busy();
    let mut pane = selecting(&stage, 3);
    pane.update(UiCommand::AddInput, &stage.view());
    let relations = vec!["1 < 2".to_owned(), "1 = 3".to_owned()];
    let acts = typing(&mut pane, &stage, "1 = 3");
    assert_eq!(*requested(&acts), AttackRequest::Relate { relations });
    pane.update(UiCommand::Open, &stage.view());
    let acts = typing(&mut pane, &stage, "2 < 1");
    assert_eq!(*requested(&acts), AttackRequest::Relate { relations: vec!["2 < 1".into()] });
    let acts = pane.update(UiCommand::Strike, &stage.view()).unwrap();
    assert_eq!(*requested(&acts), AttackRequest::Relate { relations: Vec::new() });
}

#[test]
fn a_relation_can_be_added_where_none_is_known() {
    let unrelated = AttackPlan { relations: Vec::new(), ..plan() };
    let stage = stage(vec![AttackChange::Planned(unrelated)]);
    let mut pane = selecting(&stage, 3);
    pane.update(UiCommand::Open, &stage.view());
    let acts = typing(&mut pane, &stage, "1 < 2");
    assert_eq!(*requested(&acts), AttackRequest::Relate { relations: vec!["1 < 2".into()] });
}

#[test]
fn coming_inputs_are_sent_next_edited_and_skipped() {
    let stage = busy();
    let mut pane = selecting(&stage, 5);
    let input = InputId(2);
    let acts = pane.update(UiCommand::SendNext, &stage.view()).unwrap();
    assert_eq!(*requested(&acts), AttackRequest::SendNext { input });
    pane.update(UiCommand::Open, &stage.view());
    let acts = typing(&mut pane, &stage, "42");
    let text = InputText::Plain("42".into());
    assert_eq!(*requested(&acts), AttackRequest::Type { field: 0, text, with: Some(input) });
    let acts = pane.update(UiCommand::Strike, &stage.view()).unwrap();
    assert_eq!(*requested(&acts), AttackRequest::Skip { input });
    let acts = pane.update(UiCommand::Strike, &stage.view()).unwrap();
    assert_eq!(*requested(&acts), AttackRequest::Skip { input: InputId(1) }, "the row before");
}

#[test]
fn each_text_of_a_coming_input_can_be_edited_and_none_that_is_shown_cut() {
    let stage = busy();
    let mut pane = selecting(&stage, 4);
    pane.update(UiCommand::Open, &stage.view());
    pane.key(KeyEvent::from(KeyCode::Tab), &stage.view());
    let acts = typing(&mut pane, &stage, "7");
    let (text, with) = (InputText::Plain("7".into()), Some(InputId(1)));
    assert_eq!(*requested(&acts), AttackRequest::Type { field: 1, text, with });
    let mut long = plan();
    long.coming[0].texts[0].1 = Some("aaaa…".into());
    let stage = self::stage(vec![AttackChange::Planned(long)]);
    let mut pane = selecting(&stage, 4);
    let acts = pane.update(UiCommand::Open, &stage.view()).unwrap();
    assert!(!pane.captures());
    assert!(matches!(&acts[..], [UiAct::Toast(..), UiAct::Push(_)]), "{} acts", acts.len());
}

#[test]
fn a_text_for_a_password_field_is_a_secret() {
    let stage = busy();
    let mut pane = selecting(&stage, 2);
    pane.update(UiCommand::AddInput, &stage.view());
    let acts = typing(&mut pane, &stage, "0000");
    let AttackRequest::Type { text, .. } = requested(&acts) else { panic!("no text") };
    assert!(matches!(text, InputText::Secret(_)), "{text:?}");
}

#[test]
fn what_a_model_wrote_can_be_read() {
    let stage = busy();
    let mut pane = selecting(&stage, 6);
    let acts = pane.update(UiCommand::Open, &stage.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Push(_)]), "{} acts", acts.len());
}

#[test]
fn an_ended_attack_cannot_be_changed() {
    let stage = stage(vec![AttackChange::Ended {
        why: "No input is left.".into(),
        attempts: 3,
        goes_on: false,
    }]);
    assert_snapshot!(drawn(&mut AttackPane::default(), &stage, 46, 8));
    let mut pane = selecting(&stage, 0);
    let acts = pane.update(UiCommand::AddInput, &stage.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Toast(..)]), "{} acts", acts.len());
    let commands = pane.commands(&stage.view());
    assert!(!commands.contains(&UiCommand::EndAttack), "{commands:?}");
}
