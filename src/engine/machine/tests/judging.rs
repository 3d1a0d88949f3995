//! What oracles find, and what the tester says about it.

use super::*;
use crate::domain::{Finding, FindingKind};
use crate::protocol::{EventRecord, FindingVerdict, VerdictGiven};

fn judged(group: &str) -> EngineInput {
    let (kind, group) = (FindingKind::Bug, group.to_owned());
    EngineInput::Judged { findings: vec![Finding { kind, group, ..Finding::default() }] }
}

#[test]
fn the_opening_and_each_action_are_judged_and_observing_once_more_is_not() {
    let turns = |effects: Vec<EngineEffect>| -> Vec<(u64, bool)> {
        let turns = effects.into_iter().filter_map(|effect| match effect {
            EngineEffect::Judge(turn) => Some((turn.step, turn.before.is_some())),
            _ => None,
        });
        turns.collect()
    };
    let mut machine = StepMachine::new(setup(RunMode::Approve, true));
    machine.start();
    machine.handle(EngineInput::Opened(Ok(AppInfo::default())), 0);
    assert_eq!(turns(machine.handle(looked(1), 0)), [(0, false)]);
    machine.handle(op(Op::Look), 0);
    assert_eq!(turns(machine.handle(looked(1), 0)), []);
    machine.handle(proposed(), 0);
    machine.handle(decision(1, Verdict::Approve), 0);
    machine.handle(acted(), 0);
    assert_eq!(turns(machine.handle(looked(2), 0)), [(1, true)]);
}

#[test]
fn a_new_finding_stops_an_auto_run_that_is_to_stop_at_one() {
    let until = AutoLimits { finding: true, ..AutoLimits::default() };
    let mut machine = opened(setup(RunMode::Auto { until }, true));
    machine.handle(judged("g"), 0);
    assert_eq!(machine.mode, RunMode::Approve);
    let effects = machine.handle(judged("g"), 0);
    assert!(matches!(&events(&effects)[..], [Event::Found(finding)] if !finding.first));
}

#[test]
fn a_finding_is_recorded_after_the_end_and_changes_nothing_else() {
    let mut machine = opened(setup(AUTO, true));
    machine.handle(op(Op::Quit), 0);
    let effects = machine.handle(judged("g"), 0);
    assert!(
        matches!(&effects[..], [EngineEffect::Emit(event)] if matches!(**event, Event::Found(_)))
    );
}

#[test]
fn what_was_dismissed_in_an_earlier_session_is_dismissed_at_once() {
    let until = AutoLimits { finding: true, ..AutoLimits::default() };
    let mut machine = opened(setup(RunMode::Auto { until }, true));
    let known = |app: &str, group: &str| DismissedFinding {
        app: app.into(),
        group: group.into(),
        reason: "as designed".into(),
    };
    let app = machine.package.clone();
    machine.use_dismissed(vec![known(&app, "g"), known("org.other", "h")]);
    let effects = machine.handle(judged("g"), 0);
    let verdict = FindingVerdict::Dismissed { reason: "as designed".into() };
    let given = VerdictGiven { group: "g".into(), verdict };
    let reported = events(&effects);
    assert!(
        matches!(&reported[..], [Event::Found(_), Event::VerdictGiven(reported)] if *reported == given)
    );
    assert!(matches!(machine.mode, RunMode::Auto { .. }), "it is nothing new");
    let again = machine.handle(judged("g"), 0);
    assert!(matches!(&events(&again)[..], [Event::Found(finding)] if !finding.first));
    machine.handle(judged("h"), 0);
    assert_eq!(machine.mode, RunMode::Approve, "that of another app is another one");
}

fn verdict(
    machine: &mut StepMachine,
    group: &str,
    verdict: FindingVerdict,
) -> Option<VerdictGiven> {
    let effects = machine.handle(op(Op::GiveVerdict { group: group.into(), verdict }), 0);
    events(&effects).into_iter().find_map(|event| match event {
        Event::VerdictGiven(given) => Some(given.clone()),
        _ => None,
    })
}

#[test]
fn a_verdict_is_taken_on_what_was_found() {
    let mut machine = opened(setup(RunMode::Approve, true));
    assert_eq!(verdict(&mut machine, "g", FindingVerdict::Confirmed), None, "nothing is found");
    machine.handle(judged("g"), 0);
    let dismissed = FindingVerdict::Dismissed { reason: "as designed".into() };
    let given = verdict(&mut machine, "g", dismissed.clone());
    assert_eq!(given, Some(VerdictGiven { group: "g".into(), verdict: dismissed }));
    for of in ["g", "elsewhere"] {
        let duplicate = FindingVerdict::Duplicate { of: of.into() };
        assert_eq!(verdict(&mut machine, "g", duplicate), None, "{of}");
    }
}

#[test]
fn findings_are_not_duplicates_of_each_other() {
    let duplicate = |of: &str| FindingVerdict::Duplicate { of: of.into() };
    let mut machine = opened(setup(RunMode::Approve, true));
    for group in ["a", "b", "c"] {
        machine.handle(judged(group), 0);
    }
    assert!(verdict(&mut machine, "a", duplicate("b")).is_some());
    assert!(verdict(&mut machine, "b", duplicate("c")).is_some());
    for group in ["a", "b"] {
        assert_eq!(verdict(&mut machine, "c", duplicate(group)), None, "{group} leads to c");
    }
    assert!(verdict(&mut machine, "b", FindingVerdict::Confirmed).is_some());
    assert!(verdict(&mut machine, "c", duplicate("b")).is_some(), "b leads nowhere any more");
}

#[test]
fn verdicts_hold_after_a_session_goes_on() {
    let found = |group: &str| Event::Found(Finding { group: group.into(), ..Finding::default() });
    let verdict_of_a = FindingVerdict::Duplicate { of: "b".into() };
    let given = Event::VerdictGiven(VerdictGiven { group: "a".into(), verdict: verdict_of_a });
    let events = [found("a"), found("b"), given];
    let history: Vec<EventRecord> =
        (0..).zip(events).map(|(seq, event)| EventRecord { seq, at_ms: seq, event }).collect();
    let mut machine = StepMachine::after(setup(RunMode::Approve, true), &history, &|_| None);
    let back = FindingVerdict::Duplicate { of: "a".into() };
    assert_eq!(verdict(&mut machine, "b", back), None);
}

#[test]
fn seeded_faults_are_reported_each_time_their_results_are_seen() {
    let mut machine = opened(setup(AUTO, false));
    let mut shown = Vec::new();
    for counts in [&[][..], &[("a", 1)], &[("a", 1)], &[("a", 2), ("b", 1)], &[]] {
        machine.handle(proposed(), 0);
        machine.handle(acted(), 0);
        let mut look = look(1);
        look.fault_effects =
            counts.iter().map(|(fault, times)| ((*fault).to_owned(), *times)).collect();
        let effects = machine.handle(EngineInput::Observed(Ok(look)), 0);
        shown.extend(events(&effects).into_iter().filter_map(|event| match event {
            Event::FaultsShown(shown) => Some((shown.step, shown.faults.join(","))),
            _ => None,
        }));
    }
    assert_eq!(shown, [(2, "a".to_owned()), (4, "a,b".to_owned())]);
}
