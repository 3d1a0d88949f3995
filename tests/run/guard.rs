//! What a guard holds in a run that nobody watches.

use std::collections::HashMap;

use ridealong::protocol::Event;
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
