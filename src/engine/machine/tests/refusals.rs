//! What was refused is remembered until the form or the structure changes.

use super::*;
use crate::domain::{ActionKind, Widget};
use crate::protocol::EventRecord;

const BACK: &str = "key back";

/// A look at `state` with one field that holds `text`, which names the blob of the screen.
fn form(state: u64, text: &str) -> EngineInput {
    let mut look = look(state);
    Arc::make_mut(&mut look.screen).widgets = vec![field(text)];
    look.screen_blob = BlobId::of(text.as_bytes());
    EngineInput::Observed(Ok(look))
}

fn field(text: &str) -> Widget {
    Widget {
        number: 1,
        class: "android.widget.EditText".into(),
        text: text.into(),
        actions: vec![ActionKind::Type],
        ..Widget::default()
    }
}

/// True if BACK is refused in the present state.
fn is_refused(machine: &StepMachine) -> bool {
    machine.refused().iter().any(|refusal| refusal.key.as_str() == BACK)
}

/// Proposal number `number` is overridden, which leads to `seen`.
fn go_on(machine: &mut StepMachine, number: u64, action: Action, seen: EngineInput) {
    machine.handle(proposed(), 0);
    machine.handle(decision(number, Verdict::Override { action }), 0);
    machine.handle(acted(), 0);
    machine.handle(seen, 0);
}

fn rejected() -> StepMachine {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    machine.handle(decision(1, Verdict::Reject { feedback: "not that".into() }), 0);
    machine
}

const HOME: Action = Action::Key { key: DeviceKey::Home };

#[test]
fn a_refusal_is_remembered_at_the_next_visit() {
    let mut machine = rejected();
    assert!(is_refused(&machine));
    go_on(&mut machine, 2, HOME, looked(2));
    assert!(!is_refused(&machine), "another state");
    assert!(machine.refusals().is_refused(StateId(1), &ActionKey::new(BACK)));
    go_on(&mut machine, 3, HOME, looked(1));
    assert!(is_refused(&machine), "back again");
    assert_eq!(machine.refused()[0].feedback, "not that");
}

#[test]
fn a_guards_hold_is_remembered_if_nobody_decides() {
    let rule = "[[rule]]\nname='leave'\nwhy='It leaves.'\nactions=['key']";
    let mut setup = setup(AUTO, false);
    setup.guard = GuardRules::read(rule).unwrap();
    let mut machine = opened(setup);
    machine.handle(proposed(), 0);
    let wait = ExplorerProposal::of(Action::Wait { ms: 100 }, ActionKey::new("wait"), "because");
    machine.handle(EngineInput::Proposed(Some(wait)), 0);
    machine.handle(acted(), 0);
    machine.handle(looked(1), 0);
    assert!(is_refused(&machine));
}

#[test]
fn a_skip_lasts_until_the_next_action() {
    let mut machine = opened(setup(RunMode::Approve, true));
    machine.handle(proposed(), 0);
    machine.handle(decision(1, Verdict::Skip), 0);
    assert!(is_refused(&machine));
    go_on(&mut machine, 2, HOME, looked(1));
    assert!(!is_refused(&machine));
}

#[test]
fn another_content_of_the_form_is_judged_anew() {
    let mut machine = rejected();
    go_on(&mut machine, 2, HOME, form(2, ""));
    machine.handle(proposed(), 0);
    machine.handle(decision(3, Verdict::Reject { feedback: String::new() }), 0);
    assert!(is_refused(&machine));
    go_on(&mut machine, 4, HOME, form(2, ""));
    assert!(is_refused(&machine), "nothing was typed");
    go_on(&mut machine, 5, HOME, form(2, "milk"));
    assert!(!is_refused(&machine));
}

#[test]
fn what_the_tester_does_after_all_is_refused_no_longer() {
    let mut machine = rejected();
    go_on(&mut machine, 2, Action::Key { key: DeviceKey::Back }, looked(1));
    assert!(!is_refused(&machine));
}

#[test]
fn an_explorer_without_anything_left_may_begin_anew_if_a_tester_sits_there() {
    let mut machine = rejected();
    machine.handle(EngineInput::Proposed(None), 0);
    assert!(!is_refused(&machine));
}

/// A machine in auto mode whose guard holds every key.
fn guarded() -> StepMachine {
    let rule = "[[rule]]\nname='leave'\nwhy='It leaves.'\nactions=['key']";
    let mut setup = setup(AUTO, true);
    setup.guard = GuardRules::read(rule).unwrap();
    opened(setup)
}

fn auto() -> EngineInput {
    op(Op::SetMode { mode: AUTO })
}

#[test]
fn what_the_tester_approved_is_not_held_again_in_its_state() {
    let mut machine = guarded();
    machine.handle(proposed(), 0);
    machine.handle(decision(1, Verdict::Approve), 0);
    machine.handle(acted(), 0);
    machine.handle(looked(1), 0);
    machine.handle(auto(), 0);
    let effects = machine.handle(proposed(), 0);
    assert!(matches!(effects.last(), Some(EngineEffect::Perform(_))), "{effects:?}");
    machine.handle(acted(), 0);
    machine.handle(looked(2), 0);
    let effects = machine.handle(proposed(), 0);
    let held = events(&effects).into_iter().any(|event| matches!(event, Event::GuardHeld(_)));
    assert!(held, "another state");
}

#[test]
fn an_approval_holds_for_the_content_that_the_fields_had() {
    let mut machine = guarded();
    machine.handle(proposed(), 0);
    go_on_approved(&mut machine, 1, form(2, ""));
    machine.handle(proposed(), 0);
    go_on_approved(&mut machine, 2, form(2, "milk"));
    machine.handle(auto(), 0);
    let effects = machine.handle(proposed(), 0);
    let held = events(&effects).into_iter().any(|event| matches!(event, Event::GuardHeld(_)));
    assert!(held, "another content");
}

/// Proposal number `number`, which a guard held, is approved and leads to `seen`.
fn go_on_approved(machine: &mut StepMachine, number: u64, seen: EngineInput) {
    machine.handle(decision(number, Verdict::Approve), 0);
    machine.handle(acted(), 0);
    machine.handle(seen, 0);
}

/// The screen that [`form`] stores as `id`.
fn stored_form(id: &BlobId) -> Option<Screen> {
    let text = ["", "milk"].into_iter().find(|text| BlobId::of(text.as_bytes()) == *id)?;
    Some(Screen { widgets: vec![field(text)], ..Screen::clone(&look(1).screen) })
}

fn override_by(number: u64, key: DeviceKey) -> EngineInput {
    decision(number, Verdict::Override { action: Action::Key { key } })
}

#[test]
fn a_session_that_goes_on_remembers_what_was_refused() {
    let reject = |number| decision(number, Verdict::Reject { feedback: "not that".into() });
    let inputs = [
        EngineInput::Opened(Ok(AppInfo { package: "org.app".into(), ..AppInfo::default() })),
        form(1, ""),
        proposed(),
        reject(1),
        proposed(),
        override_by(2, DeviceKey::Home),
        acted(),
        form(2, ""),
        proposed(),
        reject(3),
        proposed(),
        // What was refused is done after all.
        override_by(4, DeviceKey::Back),
        acted(),
        form(1, ""),
        proposed(),
        override_by(5, DeviceKey::Home),
        acted(),
        // Another content of the fields.
        form(1, "milk"),
    ];
    let states = [StateId(1), StateId(2)];
    let mut live = StepMachine::new(setup(RunMode::Approve, true));
    live.start();
    let mut history: Vec<EventRecord> = Vec::new();
    let mut refused = Vec::new();
    for input in inputs {
        for event in events(&live.handle(input, 0)) {
            let seq = history.len() as u64;
            history.push(EventRecord { seq, at_ms: 0, event: event.clone() });
        }
        let resumed = StepMachine::after(setup(RunMode::Approve, true), &history, &stored_form);
        for state in states {
            assert_eq!(resumed.refusals().of(state), live.refusals().of(state), "{history:?}");
        }
        refused.push(states.map(|state| resumed.refusals().of(state).len()));
    }
    refused.dedup();
    assert_eq!(refused, [[0, 0], [1, 0], [1, 1], [1, 0], [0, 0]]);
    let unreadable = StepMachine::after(setup(RunMode::Approve, true), &history, &|_| None);
    assert!(states.iter().all(|state| unreadable.refusals().of(*state).is_empty()));
}

/// The answers that a recorded session holds: what a tester approved stays approved, what was refused is told to a fleet.
#[test]
fn a_session_that_goes_on_remembers_what_the_tester_approved() {
    let mut live = guarded();
    let mut history: Vec<EventRecord> = Vec::new();
    // Recorded as the first observation; the guarded machine has made it already.
    let inputs = [
        form(1, ""),
        proposed(),
        decision(1, Verdict::Reject { feedback: "not that".into() }),
        proposed(),
        decision(2, Verdict::Approve),
        acted(),
        form(1, ""),
    ];
    live.phase = CyclePhase::Observing;
    for input in inputs {
        for event in events(&live.handle(input, 0)) {
            let seq = history.len() as u64;
            history.push(EventRecord { seq, at_ms: 0, event: event.clone() });
        }
    }
    let told = live.take_held();
    assert_eq!(told.len(), 1);
    let mut recorded = super::super::answered::RecordedAnswers::new(&stored_form);
    history.iter().for_each(|record| recorded.apply(&record.event));
    assert_eq!(recorded.held, told, "a fleet is told the same after it was continued");

    let mut resumed = StepMachine::after(guarded().setup, &history, &stored_form);
    resumed.phase = CyclePhase::Observing;
    resumed.handle(form(1, ""), 0);
    let is_performed =
        |effects: &[EngineEffect]| matches!(effects.last(), Some(EngineEffect::Perform(_)));
    assert!(is_performed(&resumed.handle(proposed(), 0)));
    resumed.handle(acted(), 0);
    resumed.handle(form(1, "milk"), 0);
    assert!(!is_performed(&resumed.handle(proposed(), 0)), "the form holds something else");
}
