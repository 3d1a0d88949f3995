//! Devices that are slow, or gone for a while.

use super::*;

fn timed_out() -> DeviceError {
    DeviceError::Shell(ShellError::TimedOut { command: "am start ...".into(), seconds: 60 })
}

fn no_server() -> DeviceError {
    let address = "127.0.0.1:5037".to_owned();
    DeviceError::Shell(ShellError::NoServer { address, source_text: "refused".into() })
}

fn warnings(effects: &[EngineEffect]) -> Vec<String> {
    let warned = events(effects).into_iter().filter_map(|event| match event {
        Event::Warned(warned) => Some(warned.what.clone()),
        _ => None,
    });
    warned.collect()
}

#[test]
fn an_app_that_opens_too_slowly_is_opened_again_a_few_times() {
    let mut machine = StepMachine::new(setup(AUTO, false));
    machine.start();
    for _ in 1..OPENINGS {
        let effects = machine.handle(EngineInput::Opened(Err(timed_out())), 0);
        assert!(warnings(&effects)[0].contains("once more"), "{effects:?}");
        assert_eq!(effects.last(), Some(&EngineEffect::Open));
    }
    let effects = machine.handle(EngineInput::Opened(Err(timed_out())), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Finish));
}

#[test]
fn a_server_that_goes_while_the_app_is_opened_is_awaited() {
    let mut machine = StepMachine::new(setup(AUTO, false));
    machine.start();
    let effects = machine.handle(EngineInput::Opened(Err(no_server())), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Reconnect));
    let effects = machine.handle(EngineInput::Reconnected(Ok(())), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Open));
    let app = AppInfo { package: "org.app".into(), ..AppInfo::default() };
    let effects = machine.handle(EngineInput::Opened(Ok(app)), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Observe));
}

#[test]
fn a_server_that_goes_between_two_commands_is_awaited_and_the_tester_hears_of_it() {
    let mut machine = opened(setup(AUTO, false));
    machine.handle(proposed(), 0);
    machine.handle(acted(), 0);
    let effects = machine.handle(EngineInput::Observed(Err(no_server())), 0);
    assert!(warnings(&effects)[0].contains("no adb server"), "{effects:?}");
    let hint = events(&effects).into_iter().find_map(|event| match event {
        Event::Warned(warned) => warned.hint.clone(),
        _ => None,
    });
    assert!(hint.unwrap().contains("started again"));
    assert_eq!(effects.last(), Some(&EngineEffect::Reconnect));
    let effects = machine.handle(EngineInput::Reconnected(Ok(())), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Observe));
}

#[test]
fn a_device_that_does_not_answer_in_time_is_observed_again_a_few_times() {
    let mut machine = opened(setup(AUTO, false));
    for _ in 0..2 {
        machine.handle(proposed(), 0);
        machine.handle(acted(), 0);
        for _ in 1..OBSERVATIONS {
            let effects = machine.handle(EngineInput::Observed(Err(timed_out())), 0);
            assert_eq!(effects.last(), Some(&EngineEffect::Observe));
        }
        machine.handle(looked(1), 0);
    }
    machine.handle(proposed(), 0);
    machine.handle(acted(), 0);
    for _ in 1..OBSERVATIONS {
        machine.handle(EngineInput::Observed(Err(timed_out())), 0);
    }
    let effects = machine.handle(EngineInput::Observed(Err(timed_out())), 0);
    assert_eq!(effects.last(), Some(&EngineEffect::Finish), "it does not wait for ever");
}

/// Restarts the app again and again; each restart ends outside of the app, with a crash if `crashes`.
/// What the run says at its end.
fn restarted_in_vain(crashes: bool) -> (String, Option<String>) {
    let mut machine = opened(setup(AUTO, false));
    for _ in 0..10 {
        machine.handle(
            EngineInput::Proposed(Some(ExplorerProposal::of(
                Action::Restart,
                ActionKey::restart(),
                "because",
            ))),
            0,
        );
        machine.handle(acted(), 0);
        let mut outside = look(2);
        let launcher = Screen { package: "org.launcher".into(), ..(*outside.screen).clone() };
        outside.screen = Arc::new(launcher);
        outside.crashes.extend(crashes.then(|| crash("at start")));
        let effects = machine.handle(EngineInput::Observed(Ok(outside)), 0);
        let ended = events(&effects).into_iter().find_map(|event| match event {
            Event::Ended(ended) => Some(ended.reason.clone()),
            _ => None,
        });
        if let Some(EndReason::Stuck { what, hint, .. }) = ended {
            return (what, hint);
        }
    }
    panic!("it does not end");
}

#[test]
fn an_app_that_crashes_at_each_start_is_told_from_one_that_does_not_stay() {
    let (what, hint) = restarted_in_vain(true);
    assert!(what.contains("crashed each time it was started"), "{what}");
    assert!(hint.is_some_and(|hint| hint.contains("--fresh")));
    let (what, _) = restarted_in_vain(false);
    assert!(what.contains("does not stay in front"), "{what}");
}
