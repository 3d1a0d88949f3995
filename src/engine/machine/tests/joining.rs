//! A tester joins a session that was begun without one.

use super::*;

/// What leaving sends, and what such a session begins with.
fn auto() -> EngineInput {
    op(Op::SetMode { mode: AUTO })
}

fn decided_by(effects: &[EngineEffect]) -> Vec<(DecidedBy, Verdict)> {
    let decisions = events(effects).into_iter().filter_map(|event| match event {
        Event::Decided(decided) => Some((decided.decision.by, decided.decision.verdict.clone())),
        _ => None,
    });
    decisions.collect()
}

#[test]
fn whoever_joins_decides_until_the_worker_is_given_back() {
    let mut machine = opened(setup(AUTO, false));
    machine.handle(op(Op::Pause), 0);
    assert_eq!(machine.mode, RunMode::Approve);
    machine.handle(op(Op::Step), 0);
    let effects = machine.handle(proposed(), 0);
    assert!(decided_by(&effects).is_empty(), "it waits");
    let effects = machine.handle(auto(), 0);
    assert_eq!(decided_by(&effects), [(DecidedBy::Policy, Verdict::Approve)]);
    assert_eq!(machine.step(), 1);
}

#[test]
fn what_a_guard_holds_is_not_performed_because_the_tester_leaves() {
    let mut machine = guarded(false);
    machine.handle(op(Op::Pause), 0);
    machine.handle(op(Op::Step), 0);
    machine.handle(proposed(), 0);
    let effects = machine.handle(auto(), 0);
    let decided = decided_by(&effects);
    assert!(matches!(&decided[..], [(DecidedBy::Policy, Verdict::Reject { .. })]), "{decided:?}");
    assert_eq!((machine.step(), effects.last()), (0, Some(&EngineEffect::Propose)));
}

#[test]
fn nothing_left_to_propose_ends_no_session_that_has_a_tester() {
    let mut machine = opened(setup(AUTO, false));
    machine.handle(op(Op::Pause), 0);
    machine.handle(op(Op::Step), 0);
    machine.handle(EngineInput::Proposed(None), 0);
    assert_eq!(machine.phase, CyclePhase::Idle);
    machine.handle(auto(), 0);
    machine.handle(EngineInput::Proposed(None), 0);
    assert_eq!(machine.phase, CyclePhase::Ended, "without one it is over");
}
