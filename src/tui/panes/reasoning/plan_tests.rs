//! Plans: shown as a whole while a step of them waits.

use super::tests::drawn;
use super::*;
use crate::domain::{Action, InputText};
use crate::protocol::{DecidedBy, Verdict};
use crate::tui::testing::notebook::{self, EDITOR, NotebookTape};
use crate::tui::testing::stage::TestStage;

fn steps() -> Vec<Action> {
    let text = InputText::Plain("Plan the week, and what is to be done on Monday".into());
    vec![
        Action::Type { target: notebook::target(4), text },
        Action::Tap { target: notebook::target(10) },
        Action::Tap { target: notebook::target(2) },
    ]
}

/// The first step was approved with the whole plan and done; the guard holds the second one.
fn held() -> TestStage {
    let mut tape = NotebookTape::default();
    tape.start()
        .observe(EDITOR, "EditActivity · New note")
        .propose_of_plan(0, &steps())
        .decide(DecidedBy::Tester, Verdict::ApprovePlan)
        .performed(|performed| performed.accepted = Some("Plan the week".into()))
        .observe(EDITOR, "EditActivity · New note")
        .learned(EDITOR, EDITOR, crate::protocol::ActionOutcome::Content)
        .propose_of_plan(1, &steps())
        .held("add", "Adding is forbidden.");
    TestStage::of(tape.session())
}

fn begun() -> TestStage {
    let mut tape = NotebookTape::default();
    tape.start().observe(EDITOR, "EditActivity · New note").propose_of_plan(0, &steps());
    TestStage::of(tape.session())
}

#[test]
fn a_plan_is_a_numbered_list_with_its_present_step_marked() {
    let mut pane = ReasoningPane::default();
    insta::assert_snapshot!("plan_begun_38", drawn(&begun(), &mut pane, 38, 12));
    insta::assert_snapshot!("plan_held_38", drawn(&held(), &mut pane, 38, 24));
    insta::assert_snapshot!("plan_held_58", drawn(&held(), &mut pane, 58, 20));
    insta::assert_snapshot!("plan_held_98", drawn(&held(), &mut pane, 98, 20));
    pane.update(UiCommand::Fold, &held().view());
    insta::assert_snapshot!("plan_folded", drawn(&held(), &mut pane, 58, 10));
}

#[test]
fn a_plan_is_copied_with_its_step() {
    let stage = held();
    let acts = ReasoningPane::default().update(UiCommand::Copy, &stage.view()).unwrap();
    let copied = crate::tui::testing::stage::described(&acts).remove(0);
    assert!(copied.contains("step 2 of 3 of a plan:\n    1. type"), "{copied}");
    assert!(copied.contains("\n  → 2. tap [10] \"Add\"\n"), "{copied}");
}

#[test]
fn the_hints_offer_the_whole_plan_only_where_more_of_it_is_left() {
    use crate::tui::app::now;
    assert!(now(&begun().view()).contains(&UiCommand::ApprovePlan));
    assert!(!now(&TestStage::typical().view()).contains(&UiCommand::ApprovePlan));
    let mut tape = NotebookTape::default();
    tape.start().observe(EDITOR, "Edit").propose_of_plan(2, &steps());
    assert!(!now(&TestStage::of(tape.session()).view()).contains(&UiCommand::ApprovePlan));
}
