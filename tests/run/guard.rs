//! What a guard holds in a run that nobody watches.

use std::collections::{HashMap, HashSet};

use ridealong::domain::{Action, DeviceKey, InputText};
use ridealong::protocol::{AttackChange, Event, EventRecord, FormAttacked};
use ridealong::store;

use super::place::Place;

/// How often a guard held each action in each state during 150 steps of `explorer` on `target`.
fn holds(target: &str, explorer: &str) -> HashMap<(String, String), usize> {
    let place = Place::new();
    let arguments = ["run", target, "--explorer", explorer, "--steps", "150", "--guard", "always"];
    let ended = place.run(&[&arguments[..], &["--no-confirm", "--quiet"]].concat());
    assert_eq!(ended.code, 0, "{ended:?}");
    let session = store::open(&place.session()).unwrap();
    let (mut state, mut proposed) = (String::new(), HashMap::new());
    let mut holds = HashMap::new();
    for record in session.records {
        match record.event {
            Event::Observed(observed) => state = observed.state.structural.to_string(),
            Event::Proposed(proposal) => {
                proposed.insert(proposal.id, (state.clone(), proposal.key.to_string()));
            }
            Event::GuardHeld(held) => {
                *holds.entry(proposed[&held.proposal].clone()).or_insert(0) += 1;
            }
            _ => {}
        }
    }
    holds
}

#[rstest::rstest]
#[case::systematic("demo:settings", "systematic")]
#[case::elevate("demo:settings", "elevate")]
#[case::vlm_fuzz("demo:shop", "vlm-fuzz")]
fn an_action_is_held_once_in_a_state(#[case] target: &str, #[case] explorer: &str) {
    let holds = holds(target, explorer);
    assert!(!holds.is_empty(), "no rule held anything");
    assert!(holds.values().all(|times| *times == 1), "{holds:?}");
}

/// Holds the button that signs in to the shop.
const SIGN_IN: &str =
    "[[rule]]\nname = 'sign in'\nwhy = 'An account may be made.'\nids = ['submit']\n";

/// The records of 140 steps in which the shop's forms are attacked, under these rules.
fn attacked(guard: &str) -> Vec<EventRecord> {
    let place = Place::new();
    let config = place.path().join("config");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("guard.toml"), SIGN_IN).unwrap();
    let what = ["run", "demo:shop?faults=input", "--explorer", "input-blaster", "--steps", "140"];
    let ended = place.run(&[&what[..], &["--guard", guard, "--no-confirm", "--quiet"]].concat());
    assert_eq!(ended.code, 0, "{ended:?}");
    store::open(&place.session()).unwrap().records
}

/// What was done on the form that signs in: how many passwords were typed, and how often it was sent by
/// its button or by ENTER. Passwords are secret wherever they are told.
fn signing_in(records: &[EventRecord]) -> (usize, usize) {
    let is_of = |action: &Action, id: &str| {
        action.target().is_some_and(|target| target.resource_id.ends_with(id))
    };
    let (mut state, mut forms) = (String::new(), HashSet::new());
    let (mut passwords, mut sent) = (0, 0);
    for record in records {
        match &record.event {
            Event::Observed(observed) => state = observed.state.structural.to_string(),
            Event::Decided(decided) => match &decided.action {
                Some(Action::Type { target, text }) if target.resource_id.ends_with("password") => {
                    assert!(matches!(text, InputText::Secret(_)), "{record:?}");
                    assert_eq!(text.reveal(), None, "{record:?}");
                    forms.insert(state.clone());
                    passwords += 1;
                }
                Some(action @ Action::Tap { .. }) if is_of(action, "submit") => sent += 1,
                Some(Action::Key { key: DeviceKey::Enter }) if forms.contains(&state) => sent += 1,
                _ => {}
            },
            Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => {
                let mut secret = tried.fields.iter().filter(|field| field.id.ends_with("password"));
                assert!(secret.all(|field| field.text.is_none()), "{tried:?}");
            }
            _ => {}
        }
    }
    (passwords, sent)
}

#[test]
fn an_attack_does_not_send_what_a_guard_holds_and_keeps_passwords_secret() {
    let (passwords, sent) = signing_in(&attacked("never"));
    assert!(passwords >= 3 && sent >= 3, "{passwords} passwords, sent {sent} times");
    let records = attacked("always");
    let (passwords, sent) = signing_in(&records);
    assert!(passwords >= 1, "the form was met");
    assert_eq!(sent, 0);
    let held = records.iter().filter(|record| matches!(record.event, Event::GuardHeld(_)));
    assert!(held.count() >= 1, "no rule held anything");
}
