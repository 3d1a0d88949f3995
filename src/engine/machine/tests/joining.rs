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

/// A worker whose guard held a proposal, on which the tester decided so.
fn answered(verdict: Verdict) -> StepMachine {
    let mut machine = guarded(false);
    machine.handle(op(Op::Pause), 0);
    machine.handle(op(Op::Step), 0);
    machine.handle(proposed(), 0);
    machine.handle(decision(1, verdict), 0);
    machine
}

fn rejected() -> Verdict {
    Verdict::Reject { feedback: "not that".into() }
}

#[test]
fn what_a_tester_approves_in_one_worker_is_held_in_the_others() {
    let mut one = answered(Verdict::Approve);
    assert!(one.take_held().is_empty(), "each has a device of its own");
    let refused = answered(rejected()).take_held();
    refused.iter().for_each(|held| one.hear_held(held));
    assert!(one.refused().is_empty(), "the tester said otherwise of this one");
}

#[test]
fn what_is_refused_in_one_worker_is_refused_in_the_others() {
    let refused = answered(rejected()).take_held();
    let mut other = guarded(false);
    refused.iter().for_each(|held| other.hear_held(held));
    assert_eq!(other.refused()[0].feedback, "not that");
    assert!(other.take_held().is_empty(), "what was heard is not told on");
}

#[test]
fn a_tester_who_refuses_what_was_approved_takes_that_back() {
    let mut machine = answered(Verdict::Approve);
    machine.handle(acted(), 0);
    machine.handle(looked(1), 0);
    machine.handle(op(Op::Step), 0);
    machine.handle(proposed(), 0);
    machine.handle(decision(2, rejected()), 0);
    machine.handle(EngineInput::Proposed(None), 0);
    machine.handle(auto(), 0);
    let effects = machine.handle(proposed(), 0);
    assert!(matches!(&decided_by(&effects)[..], [(_, Verdict::Reject { .. })]), "{effects:?}");
}
