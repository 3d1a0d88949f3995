//! What is done at once after a press that keeps the app busy.

use super::*;
use crate::domain::ActionPair;

/// The keys of the pairs that were tried in so many steps, without those that are steps of a path.
fn pairs(run: &mut TestRun, steps: usize) -> Vec<String> {
    let mut pairs = Vec::new();
    for _ in 0..steps {
        let Some(proposed) = run.propose() else { break };
        assert_there(&run.world.screen, &proposed);
        let on_the_way = ["On the path", "promises more for each step", "This screen is done"];
        let again = on_the_way.iter().any(|words| proposed.why.contains(words));
        if let (Action::AtOnce(_), false) = (&proposed.action, again) {
            pairs.push(proposed.key.as_str().to_owned());
        }
        run.act(&proposed.action);
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

fn slow_run(slow: fn(&Action) -> bool, without: &[&str]) -> TestRun {
    let run = TestRun::of(menu("Start", &["Form", "Page", "Delete"]), patient, without);
    TestRun { slow, ..run }
}

#[test]
fn nothing_is_done_at_once_if_nothing_was_waited_for() {
    assert_eq!(pairs(&mut slow_run(|_| false, &[]), 80), [""; 0]);
}

#[test]
fn what_kept_the_app_busy_gets_each_follower_once_the_likeliest_first() {
    let mut run = slow_run(|action| taps(action, "One"), &[]);
    let pairs = pairs(&mut run, 120);
    let one = "tap Button \"One\"";
    let key = |then: &str| format!("{one}, at once {then}");
    assert_eq!(pairs.first(), Some(&key("key back")));
    for then in [one, "rotate to landscape", "key home"] {
        assert_eq!(pairs.iter().filter(|pair| **pair == key(then)).count(), 1, "{pairs:?}");
    }
    let mut once = pairs.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), pairs.len(), "{pairs:?}");
    assert!(pairs.iter().all(|pair| pair.starts_with(one)), "{pairs:?}");
}

#[test]
fn without_probes_there_are_none() {
    let mut run = slow_run(|action| taps(action, "One"), &["probes"]);
    assert_eq!(pairs(&mut run, 80), [""; 0]);
}

#[test]
fn a_form_is_filled_in_again_before_its_sending_is_interrupted() {
    let mut run = slow_run(|action| taps(action, "Save"), &["gestures"]);
    let mut seen = false;
    for _ in 0..80 {
        let Some(proposed) = run.propose() else { break };
        if taps(&proposed.action, "Save")
            && let Action::AtOnce(pair) = &proposed.action
        {
            seen = true;
            assert!(ActionPair::may_begin(pair.first().kind()));
            let held = run.world.screen.widgets[0].content();
            assert!(!held.is_empty(), "an empty form is not sent at all: {}", proposed.why);
        }
        run.act(&proposed.action);
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
    let run = TestRun::of(form(), with_keyboard, &["gestures"]);
    let mut run = TestRun { slow: |action| taps(action, "Save"), ..run };
    let mut left = false;
    for _ in 0..80 {
        let Some(proposed) = run.propose() else { break };
        if proposed.action.kind() == ActionKind::AtOnce
            && *proposed.action.last() == (Action::Key { key: DeviceKey::Back })
        {
            left = true;
            assert!(!run.world.screen.keyboard, "{}", proposed.action);
        }
        run.act(&proposed.action);
    }
    assert!(left);
}

#[test]
fn a_condition_that_was_set_at_once_is_given_back_next() {
    let mut run = slow_run(|action| taps(action, "One"), &[]);
    let mut set = 0;
    for _ in 0..400 {
        let Some(proposed) = run.propose() else { break };
        run.act(&proposed.action);
        if let (Action::AtOnce(_), Action::Set { condition }) =
            (&proposed.action, proposed.action.last())
        {
            set += 1;
            let next = run.propose().unwrap();
            assert_eq!(next.action, Action::Restore { condition: condition.kind() });
        }
    }
    assert_eq!(set, 3, "battery, airplane mode, time zone");
}
