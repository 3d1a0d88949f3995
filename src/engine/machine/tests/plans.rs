//! Plans that are approved as a whole.

use super::*;
use crate::protocol::ActionPlan;

/// The step `at` of plan 1, which has three.
fn planned(at: usize) -> EngineInput {
    plan_step(1, at, Action::Key { key: DeviceKey::Back })
}

fn plan_step(id: u64, at: usize, action: Action) -> EngineInput {
    let steps = vec!["one".to_owned(), "two".to_owned(), "three".to_owned()];
    let proposed = ExplorerProposal::of(action, ActionKey::new("key back"), "because");
    EngineInput::Proposed(Some(proposed.with_plan(ActionPlan { id, at, steps })))
}

/// The first step of a plan is approved with all of it, done and looked at.
fn in_a_plan(mode: &RunMode) -> StepMachine {
    let mut machine = opened(setup(mode.clone(), true));
    if *mode == RunMode::Step {
        machine.handle(op(Op::Step), 0);
    }
    machine.handle(planned(0), 0);
    machine.handle(decision(1, Verdict::ApprovePlan), 0);
    machine.handle(acted(), 0);
    let effects = machine.handle(looked(2), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Propose));
    machine
}

/// Who decided, if anybody did.
fn decided_by(effects: &[EngineEffect]) -> Option<DecidedBy> {
    events(effects).into_iter().find_map(|event| match event {
        Event::Decided(decided) => Some(decided.decision.by),
        _ => None,
    })
}

#[rstest::rstest]
#[case::approve(RunMode::Approve)]
#[case::step(RunMode::Step)]
fn the_further_steps_of_an_approved_plan_are_decided_by_policy(#[case] mode: RunMode) {
    let mut machine = in_a_plan(&mode);
    for at in 1..3 {
        let effects = machine.handle(planned(at), 0);
        assert_eq!(decided_by(&effects), Some(DecidedBy::Policy), "step {at}");
        assert!(matches!(effects.last(), Some(EngineEffect::Perform(_))));
        machine.handle(acted(), 0);
        let effects = machine.handle(looked(2), 0);
        let rests = effects
            .iter()
            .any(|e| matches!(e, EngineEffect::Emit(e) if matches!(**e, Event::Idled(_))));
        assert_eq!(rests, mode == RunMode::Step && at == 2, "only behind the last step");
    }
    if mode == RunMode::Step {
        machine.handle(op(Op::Step), 0);
    }
    let effects = machine.handle(plan_step(1, 2, Action::Restart), 0);
    assert_eq!(decided_by(&effects), None, "it ended with its last step");
}

#[test]
fn approving_a_step_approves_no_plan() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(planned(0), 0);
    machine.handle(decision(1, Verdict::Approve), 0);
    machine.handle(acted(), 0);
    machine.handle(looked(2), 0);
    assert_eq!(decided_by(&machine.handle(planned(1), 0)), None);
}

#[test]
fn a_plan_is_approved_only_where_there_is_one() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    let effects = machine.handle(decision(1, Verdict::ApprovePlan), 0);
    assert!(matches!(effects.last(), Some(EngineEffect::Perform(_))), "its step is done");
    machine.handle(acted(), 0);
    machine.handle(looked(2), 0);
    assert_eq!(decided_by(&machine.handle(proposed(), 0)), None);
}

#[rstest::rstest]
#[case::another_plan(Vec::new(), plan_step(2, 1, Action::Restart))]
#[case::no_plan(Vec::new(), proposed())]
#[case::pause(vec![op(Op::Pause), op(Op::Step)], planned(1))]
#[case::another_mode(vec![op(Op::SetMode { mode: RunMode::Step }), op(Op::SetMode { mode: RunMode::Approve })], planned(1))]
#[case::own_action(vec![op(Op::Do { action: Action::Restart }), acted(), looked(2)], planned(1))]
#[case::refusal(vec![planned(1), acted(), looked(2), proposed(), decision(3, Verdict::Skip)], planned(2))]
fn what_ends_an_approved_plan(#[case] inputs: Vec<EngineInput>, #[case] next: EngineInput) {
    let mut machine = in_a_plan(&RunMode::Approve);
    for input in inputs {
        machine.handle(input, 0);
    }
    assert_eq!(decided_by(&machine.handle(next, 0)), None);
    // And it does not come back by itself.
    let waits = machine.proposals;
    machine.handle(decision(waits, Verdict::Approve), 0);
    machine.handle(acted(), 0);
    machine.handle(looked(2), 0);
    assert_eq!(decided_by(&machine.handle(planned(2), 0)), None);
}

#[test]
fn a_guard_holds_a_step_of_an_approved_plan() {
    let mut machine = guarded(true);
    machine.handle(op(Op::SetMode { mode: RunMode::Approve }), 0);
    machine.handle(plan_step(1, 0, Action::Restart), 0);
    machine.handle(decision(1, Verdict::ApprovePlan), 0);
    machine.handle(acted(), 0);
    machine.handle(looked(2), 0);
    let effects = machine.handle(planned(1), 0);
    assert_eq!(decided_by(&effects), None);
    assert!(events(&effects).iter().any(|event| matches!(event, Event::GuardHeld(_))));
    machine.handle(decision(2, Verdict::Approve), 0);
    machine.handle(acted(), 0);
    machine.handle(looked(2), 0);
    let effects = machine.handle(plan_step(1, 2, Action::Restart), 0);
    assert_eq!(decided_by(&effects), None, "the rest is asked for again");
}

#[test]
fn what_a_field_took_is_there_for_the_next_proposal() {
    let mut machine = opened(setup(RunMode::Approve, true));
    assert_eq!(machine.last(), None);
    machine.handle(proposed(), 0);
    machine.handle(decision(1, Verdict::Approve), 0);
    let accepted = Some("12".to_owned());
    let done = crate::device::ActionReport { accepted: accepted.clone(), warnings: Vec::new() };
    machine.handle(EngineInput::Performed { result: Ok(done), took_ms: 5 }, 0);
    machine.handle(looked(2), 0);
    let last = machine.last().unwrap();
    assert_eq!((last.step, last.from, &last.accepted), (1, StateId(1), &accepted));
}
