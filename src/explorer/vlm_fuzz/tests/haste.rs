//! What is done at once after a press that keeps the app busy.

use super::*;
use crate::domain::ActionPair;

/// The pairs that were tried in so many steps, as they are told; not those that lead somewhere again.
fn pairs(ride: &mut Ride, steps: usize) -> Vec<String> {
    let mut pairs = Vec::new();
    for _ in 0..steps {
        let Some(proposed) = ride.propose() else { break };
        assert_there(&ride.world.screen, &proposed);
        let on_the_way = ["On the way", "promises more for each step", "This screen is done"];
        let again = on_the_way.iter().any(|words| proposed.why.contains(words));
        if let (Action::AtOnce(_), false) = (&proposed.action, again) {
            pairs.push(proposed.key.as_str().to_owned());
        }
        ride.act(&proposed.action);
    }
    pairs
}

fn taps(action: &Action, label: &str) -> bool {
    let tap = |single: &Action| {
        matches!(single, Action::Tap { .. })
            && single.target().is_some_and(|target| target.label == label)
    };
    action.singles().any(tap)
}

/// The app of the other tests; of a pair each half does what it does alone.
fn patient(screen: &Screen, action: &Action) -> Screen {
    action.singles().fold(screen.clone(), |screen, single| app(&screen, single))
}

fn slow_ride(slow: fn(&Action) -> bool, without: &[&str]) -> Ride {
    let ride = Ride::of(menu("Start", &["Form", "Page", "Delete"]), patient, without);
    Ride { slow, ..ride }
}

#[test]
fn nothing_is_done_at_once_where_nothing_was_waited_for() {
    assert_eq!(pairs(&mut slow_ride(|_| false, &[]), 80), [""; 0]);
}

#[test]
fn what_kept_the_app_busy_gets_each_follower_once_the_likeliest_first() {
    let mut ride = slow_ride(|action| taps(action, "One"), &[]);
    let pairs = pairs(&mut ride, 120);
    let one = "tap Button \"One\"";
    let told = |then: &str| format!("{one}, at once {then}");
    assert_eq!(pairs.first(), Some(&told("key back")));
    for then in [one, "rotate to landscape", "key home"] {
        assert_eq!(pairs.iter().filter(|pair| **pair == told(then)).count(), 1, "{pairs:?}");
    }
    let mut once = pairs.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), pairs.len(), "{pairs:?}");
    assert!(pairs.iter().all(|pair| pair.starts_with(one)), "{pairs:?}");
}

#[test]
fn without_probes_there_are_none() {
    let mut ride = slow_ride(|action| taps(action, "One"), &["probes"]);
    assert_eq!(pairs(&mut ride, 80), [""; 0]);
}

#[test]
fn a_form_is_filled_in_again_before_it_is_sent_in_haste() {
    let mut ride = slow_ride(|action| taps(action, "Save"), &["gestures"]);
    let mut seen = false;
    for _ in 0..80 {
        let Some(proposed) = ride.propose() else { break };
        if taps(&proposed.action, "Save")
            && let Action::AtOnce(pair) = &proposed.action
        {
            seen = true;
            assert!(ActionPair::may_begin(pair.first().kind()));
            let held = ride.world.screen.widgets[0].content();
            assert!(!held.is_empty(), "an empty form is not sent at all: {}", proposed.why);
        }
        ride.act(&proposed.action);
    }
    assert!(seen);
}

#[test]
fn the_keyboard_is_closed_before_a_back_that_is_to_leave() {
    fn with_keyboard(screen: &Screen, action: &Action) -> Screen {
        let back = *action == Action::Key { key: DeviceKey::Back };
        if screen.keyboard && back {
            return Screen { keyboard: false, ..screen.clone() };
        }
        let after = patient(screen, action);
        Screen { keyboard: matches!(action, Action::Type { .. }), ..after }
    }
    let ride = Ride::of(form(), with_keyboard, &["gestures"]);
    let mut ride = Ride { slow: |action| taps(action, "Save"), ..ride };
    let mut left = false;
    for _ in 0..80 {
        let Some(proposed) = ride.propose() else { break };
        if proposed.action.kind() == ActionKind::AtOnce
            && *proposed.action.last() == (Action::Key { key: DeviceKey::Back })
        {
            left = true;
            assert!(!ride.world.screen.keyboard, "{}", proposed.action);
        }
        ride.act(&proposed.action);
    }
    assert!(left);
}

#[test]
fn a_condition_that_was_set_at_once_is_given_back_next() {
    let mut ride = slow_ride(|action| taps(action, "One"), &[]);
    let mut set = 0;
    for _ in 0..200 {
        let Some(proposed) = ride.propose() else { break };
        ride.act(&proposed.action);
        if let (Action::AtOnce(_), Action::Set { condition }) =
            (&proposed.action, proposed.action.last())
        {
            set += 1;
            let next = ride.propose().unwrap();
            assert_eq!(next.action, Action::Restore { condition: condition.kind() });
        }
    }
    assert_eq!(set, 3, "battery, airplane mode, time zone");
}
