//! Pure transitions: no IO, no async.

mod device_trouble;
mod goals;
mod joining;
mod judging;
mod plans;
mod refusals;

use std::sync::Arc;

use super::*;
use crate::device::{AppInfo, DeviceError, ShellError};
use crate::domain::{
    Action, AppCrash, AvailableAction, BlobId, CrashKind, DeviceKey, DisplaySize, Screen, StateIds,
};
use crate::protocol::{ActionOutcome, AutoLimits, DecidedBy, Decision, NoteKind, Op, Verdict};

const AUTO: RunMode = RunMode::Auto {
    until: AutoLimits {
        steps: None,
        new_state: false,
        finding: false,
        minutes: None,
        cost_usd: None,
    },
};

fn setup(mode: RunMode, attended: bool) -> MachineSetup {
    MachineSetup {
        explorer: "test".into(),
        mode,
        budget: RunBudget::default(),
        guard: GuardRules::default(),
        attended,
    }
}

fn look(state: u64) -> Box<EngineObservation> {
    let key = ActionKey::new("tap #a");
    let offer = AvailableAction {
        action: Action::Key { key: DeviceKey::Enter },
        key: key.clone(),
        template: key,
    };
    Box::new(EngineObservation {
        screen: Arc::new(Screen::on_display("org.app", ".Main", DisplaySize::new(720, 1600))),
        state: StateIds { exact: StateId(state), structural: StateId(state) },
        label: format!("state {state}"),
        available: Arc::new([offer]),
        screen_blob: BlobId::of_digest([0; 32]),
        picture: None,
        hierarchy: None,
        repainted: false,
        notices: Vec::new(),
        crashes: Vec::new(),
        coverage: crate::domain::Coverage::new(),
        fault_effects: crate::domain::FaultEffects::new(),
        progress_ms: 0,
        took_ms: 1,
    })
}

fn crash(group: &str) -> AppCrash {
    let crash = AppCrash::new(CrashKind::Java, "org.app", "java.lang.Error");
    AppCrash { message: "boom".into(), group: group.into(), ..crash }
}

fn proposed() -> EngineInput {
    EngineInput::Proposed(Some(ExplorerProposal::of(
        Action::Key { key: DeviceKey::Back },
        ActionKey::new("key back"),
        "because",
    )))
}

fn acted() -> EngineInput {
    EngineInput::Performed { result: Ok(crate::device::ActionReport::default()), took_ms: 5 }
}

fn looked(state: u64) -> EngineInput {
    EngineInput::Observed(Ok(look(state)))
}

fn op(op: Op) -> EngineInput {
    EngineInput::Op(op)
}

fn decision(number: u64, verdict: Verdict) -> EngineInput {
    op(Op::Decide(Decision { proposal: ProposalId(number), by: DecidedBy::Tester, verdict }))
}

/// Opens the app and looks once; the machine then wants a proposal (or waits in step mode).
fn opened(setup: MachineSetup) -> StepMachine {
    let mut machine = StepMachine::new(setup);
    assert_eq!(machine.start(), [EngineEffect::Open]);
    let app = AppInfo { package: "org.app".into(), ..AppInfo::default() };
    machine.handle(EngineInput::Opened(Ok(app)), 0);
    machine.handle(looked(1), 0);
    machine
}

fn events(effects: &[EngineEffect]) -> Vec<&Event> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            EngineEffect::Emit(event) => Some(&**event),
            _ => None,
        })
        .collect()
}

#[test]
fn the_decision_is_logged_before_the_action() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    let effects = machine.handle(decision(1, Verdict::Approve), 0);
    assert!(matches!(&events(&effects)[..], [Event::Decided(decided)] if decided.step == Some(1)));
    assert!(matches!(effects.last(), Some(EngineEffect::Perform(_))));
}

#[test]
fn approve_mode_waits() {
    let mut machine = opened(setup(RunMode::Approve, true));
    let effects = machine.handle(proposed(), 0);
    assert!(matches!(&effects[..], [EngineEffect::Emit(_)]), "{effects:?}");
}

#[test]
fn auto_mode_writes_the_same_decision() {
    let mut machine = opened(setup(AUTO, true));
    let effects = machine.handle(proposed(), 0);
    let by = events(&effects).into_iter().find_map(|event| match event {
        Event::Decided(decided) => Some(decided.decision.by),
        _ => None,
    });
    assert_eq!(by, Some(DecidedBy::Policy));
}

#[test]
fn a_stale_decision_is_refused() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    machine.handle(decision(1, Verdict::Skip), 0);
    machine.handle(proposed(), 0);
    let effects = machine.handle(decision(1, Verdict::Approve), 0);
    assert!(matches!(&events(&effects)[..], [Event::Warned(_)]));
    assert_eq!(machine.step(), 0);
}

#[test]
fn a_rejection_reaches_the_explorer() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    let verdict = Verdict::Reject { feedback: "boring".into() };
    let effects = machine.handle(decision(1, verdict), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Propose));
    assert_eq!(machine.refused()[0].feedback, "boring");
}

#[test]
fn an_override_is_performed_and_named() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    let action = Action::Key { key: DeviceKey::Home };
    let effects = machine.handle(decision(1, Verdict::Override { action: action.clone() }), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Perform(Box::new(action))));
    machine.handle(acted(), 0);
    let effects = machine.handle(looked(2), 0);
    let learned = events(&effects).into_iter().find_map(|event| match event {
        Event::Learned(learned) => Some((learned.key.to_string(), learned.outcome)),
        _ => None,
    });
    assert_eq!(learned, Some(("key home".into(), ActionOutcome::Moved)));
}

#[test]
fn step_mode_proposes_only_when_asked() {
    let mut machine = opened(setup(RunMode::Step, true));
    assert_eq!(machine.phase, CyclePhase::Idle);
    assert_eq!(machine.handle(op(Op::Step), 0), [EngineEffect::Propose]);
    assert_eq!(machine.handle(op(Op::Step), 0), [], "not twice");
}

#[test]
fn quit_is_accepted_in_every_phase() {
    let inputs: [fn() -> Vec<EngineInput>; 4] = [
        Vec::new,
        || vec![proposed()],
        || vec![proposed(), decision(1, Verdict::Approve)],
        || vec![proposed(), decision(1, Verdict::Approve), acted()],
    ];
    for before in inputs {
        let mut machine = opened(setup(RunMode::Approve, true));
        for input in before() {
            machine.handle(input, 0);
        }
        let effects = machine.handle(op(Op::Quit), 0);
        assert_eq!(effects.first(), Some(&EngineEffect::Cancel));
        assert_eq!(effects.last(), Some(&EngineEffect::Finish));
        assert_eq!(machine.handle(proposed(), 0), [], "nothing after the end");
    }
}

#[test]
fn pause_cancels_a_proposal_in_flight() {
    let mut machine = opened(setup(AUTO, true));
    let effects = machine.handle(op(Op::Pause), 0);
    assert!(effects.contains(&EngineEffect::Cancel));
    assert_eq!(machine.handle(proposed(), 0), [], "the late proposal changes nothing");
    assert_eq!(machine.handle(op(Op::Step), 0), [EngineEffect::Propose]);
}

fn guarded(attended: bool) -> StepMachine {
    let rule = "[[rule]]\nname='leave'\nwhy='It leaves.'\nactions=['key']";
    let mut setup = setup(AUTO, attended);
    setup.guard = GuardRules::read(rule).unwrap();
    opened(setup)
}

#[test]
fn a_guard_hands_back_to_the_tester() {
    let mut machine = guarded(true);
    let effects = machine.handle(proposed(), 0);
    let events = events(&effects);
    assert!(matches!(events[1], Event::GuardHeld(held) if held.rule == "leave"));
    assert!(matches!(events[2], Event::ModeSet(set) if set.mode == RunMode::Approve));
    assert_eq!(machine.step(), 0);
}

#[test]
fn a_guard_refuses_where_nobody_sits() {
    let mut machine = guarded(false);
    let effects = machine.handle(proposed(), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Propose));
    for _ in 0..=REFUSALS_IN_A_ROW {
        machine.handle(proposed(), 0);
    }
    assert_eq!(machine.phase, CyclePhase::Ended, "it does not ask for ever");
}

/// A model asked for "Delete" on one screen after the other, which was listed like any other input.
#[test]
fn what_a_guard_would_refuse_is_known_before_it_is_proposed() {
    assert_eq!(*guarded(false).guarded(), [ActionKey::new("tap #a")]);
    assert_eq!(*guarded(true).guarded(), [], "the tester may agree");
    assert_eq!(*opened(setup(AUTO, false)).guarded(), [], "no rule holds it");
}

#[test]
fn a_screen_of_many_guarded_things_does_not_end_a_run() {
    let mut machine = guarded(false);
    let proposing = |number: usize| {
        let EngineInput::Proposed(Some(proposal)) = proposed() else { return proposed() };
        let key = ActionKey::new(format!("key back {number}"));
        EngineInput::Proposed(Some(ExplorerProposal { key, ..proposal }))
    };
    for number in 0..2 * REFUSALS_IN_A_ROW {
        let effects = machine.handle(proposing(number), 0);
        assert_eq!(effects.last(), Some(&EngineEffect::Propose), "{number} was not refused before");
    }
    for number in 0..=MOST_REFUSALS_IN_A_ROW {
        machine.handle(proposing(1000 + number), 0);
    }
    assert_eq!(machine.phase, CyclePhase::Ended, "it does not ask for ever");
}

#[test]
fn auto_stops_at_a_finding() {
    let until = AutoLimits { finding: true, ..AutoLimits::default() };
    let mut machine = opened(setup(RunMode::Auto { until }, true));
    machine.handle(proposed(), 0);
    machine.handle(acted(), 0);
    let mut look = look(2);
    look.crashes = vec![crash("g"), crash("g")];
    let effects = machine.handle(EngineInput::Observed(Ok(look)), 0);
    let firsts: Vec<bool> = events(&effects)
        .into_iter()
        .filter_map(|event| match event {
            Event::Found(finding) => Some(finding.first),
            _ => None,
        })
        .collect();
    assert_eq!(firsts, [true, false], "same group, told once as new");
    assert_eq!(machine.mode, RunMode::Approve);
}

#[test]
fn auto_stops_at_a_cost_while_the_explorer_thinks() {
    let until = AutoLimits { cost_usd: Some(0.5), ..AutoLimits::default() };
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(EngineInput::Spent { usd: 3.0 }, 0);
    machine.handle(op(Op::SetMode { mode: RunMode::Auto { until } }), 0);
    assert_eq!(
        machine.handle(EngineInput::Spent { usd: 0.4 }, 0),
        [],
        "counted from the start of auto"
    );
    let effects = machine.handle(EngineInput::Spent { usd: 0.1 }, 0);
    assert!(
        matches!(&events(&effects)[..], [Event::ModeSet(set)] if set.mode == RunMode::Approve && set.why.is_some())
    );
    let effects = machine.handle(proposed(), 0);
    assert!(matches!(&effects[..], [EngineEffect::Emit(_)]), "it waits: {effects:?}");
    assert_eq!(machine.handle(EngineInput::Spent { usd: 9.0 }, 0), [], "told once");
}

#[test]
fn budgets_end_the_run() {
    for budget in
        [RunBudget { steps: Some(1), ms: None }, RunBudget { steps: None, ms: Some(1000) }]
    {
        let mut setup = setup(AUTO, false);
        setup.budget = budget;
        let mut machine = opened(setup);
        machine.handle(proposed(), 0);
        machine.handle(acted(), 0);
        let effects = machine.handle(looked(1), 1000);
        assert_eq!(effects.last(), Some(&EngineEffect::Finish), "{budget:?}");
    }
}

#[test]
fn a_lost_device_is_waited_for_and_the_action_is_not_repeated() {
    let mut machine = opened(setup(AUTO, false));
    machine.handle(proposed(), 0);
    let lost = DeviceError::Shell(ShellError::Lost { device: "x".into(), what: "reset".into() });
    let effects = machine.handle(EngineInput::Performed { result: Err(lost), took_ms: 0 }, 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Reconnect));
    let effects = machine.handle(EngineInput::Reconnected(Ok(())), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Observe), "looks what became of it");
}

#[test]
fn nothing_changed_is_told() {
    let mut machine = opened(setup(AUTO, false));
    machine.handle(proposed(), 0);
    machine.handle(acted(), 0);
    let effects = machine.handle(looked(1), 0);
    let outcome = events(&effects).into_iter().find_map(|event| match event {
        Event::Learned(learned) => Some(learned.outcome),
        _ => None,
    });
    assert_eq!(outcome, Some(ActionOutcome::None));
}

#[test]
fn a_path_is_followed_by_decisions_like_any_other() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    let path = vec![PathStep { from: StateId(1), key: ActionKey::new("tap #a"), to: StateId(2) }];
    let input = EngineInput::PathFound { to: StateId(2), path: Some(path), go: true };
    let effects = machine.handle(input, 0);
    let kinds: Vec<&str> = events(&effects)
        .into_iter()
        .map(|event| match event {
            Event::PathPlanned(_) => "planned",
            Event::Decided(decided) => match decided.decision.verdict {
                Verdict::Skip => "skipped",
                _ => "decided",
            },
            Event::Proposed(_) => "proposed",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["planned", "skipped", "proposed", "decided"]);
    assert!(matches!(effects.last(), Some(EngineEffect::Perform(_))));
}

#[test]
fn a_path_that_drifts_is_given_up() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    let step =
        |from, to| PathStep { from: StateId(from), key: ActionKey::new("tap #a"), to: StateId(to) };
    let path = Some(vec![step(1, 2), step(2, 3)]);
    machine.handle(EngineInput::PathFound { to: StateId(3), path, go: true }, 0);
    machine.handle(acted(), 0);
    let effects = machine.handle(looked(9), 0);
    assert!(events(&effects).iter().any(|event| matches!(event, Event::Warned(_))));
    assert_eq!(effects.last(), Some(&EngineEffect::Propose));
}

#[test]
fn notes_are_taken_at_any_time() {
    let mut machine = opened(setup(RunMode::Approve, true));
    let effects = machine.handle(op(Op::Note { kind: NoteKind::Bug, text: "odd".into() }), 0);
    assert!(matches!(&events(&effects)[..], [Event::Noted(note)] if note.text == "odd"));
}

#[test]
fn the_testers_own_action_has_one_decision_in_every_phase() {
    let action = Action::Key { key: DeviceKey::Home };
    let own = || op(Op::Do { action: Action::Key { key: DeviceKey::Home } });
    let acts = |effects: &[EngineEffect]| {
        effects.last() == Some(&EngineEffect::Perform(Box::new(action.clone())))
            && events(effects).iter().filter(|event| matches!(event, Event::Decided(_))).count()
                == 1
    };
    let mut thinking = opened(setup(RunMode::Approve, true));
    assert!(acts(&thinking.handle(own(), 0)));
    let mut waiting = opened(setup(RunMode::Approve, true));
    waiting.handle(proposed(), 0);
    assert!(acts(&waiting.handle(own(), 0)));
    let mut idle = opened(setup(RunMode::Step, true));
    assert!(acts(&idle.handle(own(), 0)));
    let effects = idle.handle(own(), 0);
    assert!(matches!(&events(&effects)[..], [Event::Warned(_)]), "one is in flight");
}
