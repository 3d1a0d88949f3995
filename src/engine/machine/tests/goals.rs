//! The tester's goals.

use super::*;
use crate::protocol::{
    Event, EventRecord, ExplorationGoal, GoalAuthor, GoalChange, GoalChanged, GoalId, GoalRequest,
};

fn changed(machine: &mut StepMachine, request: GoalRequest) -> GoalChange {
    match &machine.handle(op(Op::ChangeGoal(request)), 0)[..] {
        [EngineEffect::Emit(event)] => match &**event {
            Event::GoalChanged(changed) => changed.change.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn added(machine: &mut StepMachine, text: &str) -> ExplorationGoal {
    match changed(machine, GoalRequest::Add { text: text.into() }) {
        GoalChange::Added(goal) => goal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_the_tester_asks_for_is_an_event() {
    let mut machine = StepMachine::new(setup(RunMode::Approve, true));
    let (one, other) = (added(&mut machine, "the trash"), added(&mut machine, "the search"));
    assert_eq!((one.text.as_str(), one.author), ("the trash", GoalAuthor::Tester));
    assert_ne!(one.id, other.id);
    let moved = changed(&mut machine, GoalRequest::Move { id: other.id, to: 0 });
    assert_eq!(moved, GoalChange::Moved { id: other.id, to: 0 });
    let dropped = changed(&mut machine, GoalRequest::Drop { id: one.id });
    assert_eq!(dropped, GoalChange::Dropped { id: one.id });
    let text = "the import".to_owned();
    let edited = changed(&mut machine, GoalRequest::Edit { id: other.id, text: text.clone() });
    assert_eq!(edited, GoalChange::Edited { id: other.id, text });
}

#[test]
fn a_resumed_session_gives_no_number_twice() {
    let mut machine = StepMachine::new(setup(RunMode::Approve, true));
    let mut history = Vec::new();
    let mut numbers: Vec<GoalId> = Vec::new();
    for text in ["the trash", "the search"] {
        let goal = added(&mut machine, text);
        numbers.push(goal.id);
        let change = GoalChange::Added(goal);
        let event = Event::GoalChanged(GoalChanged { step: 0, change });
        history.push(EventRecord { seq: history.len() as u64, at_ms: 0, event });
    }
    let setup = setup(RunMode::Approve, true);
    let mut resumed = StepMachine::after(setup, &history, &|_| None);
    assert!(!numbers.contains(&added(&mut resumed, "the import").id));
}
