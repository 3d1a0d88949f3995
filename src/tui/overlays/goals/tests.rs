use super::*;
use crate::protocol::{
    Event, EventRecord, ExplorationGoal, GoalAuthor, GoalChange, GoalChanged, GoalOutcome,
};
use crate::tui::testing::stage::{TestStage, described};

fn change(stage: &mut TestStage, change: GoalChange) {
    let event = Event::GoalChanged(GoalChanged { step: 3, change });
    stage.session.apply(&EventRecord { seq: 99, at_ms: 99_000, event });
}

fn goal(id: u64, author: GoalAuthor, text: &str, why: &str) -> GoalChange {
    GoalChange::Added(ExplorationGoal {
        id: GoalId(id),
        author,
        text: text.into(),
        why: why.into(),
        state: None,
        begin: Vec::new(),
        texts: Vec::new(),
    })
}

/// Two goals of the model and one of the tester.
fn stage() -> TestStage {
    let mut stage = TestStage::typical();
    let model = GoalAuthor::Model;
    let why = "Nobody has opened the import yet.";
    change(&mut stage, goal(2, model, "tap \"Import\", in \"Main: Notes\"", why));
    change(&mut stage, goal(4, model, "what is untried, in \"Settings\"", ""));
    change(&mut stage, goal(3, GoalAuthor::Tester, "the trash", ""));
    stage
}

fn press(stage: &TestStage, goals: &mut GoalsOverlay, code: KeyCode) -> Vec<String> {
    described(&stage.press(goals, code))
}

fn op(rest: &str) -> String {
    format!(r#"{{"op":"change_goal",{rest}}}"#)
}

#[test]
fn it_looks_right() {
    let stage = stage();
    let mut goals = GoalsOverlay::new(&stage.view());
    stage.press(&mut goals, KeyCode::Down);
    insta::assert_snapshot!("goals", stage.render_layer(80, 20, &mut goals));
    stage.press(&mut goals, KeyCode::Char('a'));
    stage.type_in(&mut goals, "the search");
    insta::assert_snapshot!("adding", stage.render_layer(80, 20, &mut goals));
    let mut empty = TestStage::typical();
    change(&mut empty, goal(2, GoalAuthor::Model, "tap \"Import\", in \"Main: Notes\"", ""));
    let outcome = GoalOutcome::NewStates(2);
    change(&mut empty, GoalChange::Ended { id: GoalId(2), outcome });
    let mut goals = GoalsOverlay::new(&empty.view());
    insta::assert_snapshot!("empty", empty.render_layer(60, 14, &mut goals));
}

#[test]
fn goals_are_moved_and_dropped() {
    let stage = stage();
    let mut goals = GoalsOverlay::new(&stage.view());
    assert!(press(&stage, &mut goals, KeyCode::Char('u')).is_empty(), "it is the first");
    let sent = press(&stage, &mut goals, KeyCode::Char('n'));
    assert_eq!(sent, [op(r#""request":"move","id":3,"to":1"#)]);
    // The list is as it was: the engine has not answered. The selection has moved along.
    let sent = press(&stage, &mut goals, KeyCode::Char('d'));
    assert_eq!(sent, [op(r#""request":"drop","id":2"#)]);
}

#[test]
fn a_goal_is_added_and_edited() {
    let stage = stage();
    let mut goals = GoalsOverlay::new(&stage.view());
    press(&stage, &mut goals, KeyCode::Char('a'));
    stage.type_in(&mut goals, "the search");
    let sent = press(&stage, &mut goals, KeyCode::Enter);
    assert_eq!(sent, [op(r#""request":"add","text":"the search""#)]);
    press(&stage, &mut goals, KeyCode::Char('e'));
    stage.type_in(&mut goals, " again");
    let sent = press(&stage, &mut goals, KeyCode::Enter);
    assert_eq!(sent, [op(r#""request":"edit","id":3,"text":"the trash again""#)]);
    press(&stage, &mut goals, KeyCode::Char('a'));
    assert!(press(&stage, &mut goals, KeyCode::Enter).is_empty(), "nothing was typed");
}

#[test]
fn an_ended_session_keeps_its_goals() {
    let mut stage = stage();
    stage.running = false;
    let mut goals = GoalsOverlay::new(&stage.view());
    let acts = press(&stage, &mut goals, KeyCode::Char('d'));
    assert!(acts.len() == 1 && acts[0].contains("the session has ended"), "{acts:?}");
}
