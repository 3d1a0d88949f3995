use super::*;
use crate::domain::{Action, AvailableAction, BlobId, DeviceKey, DisplaySize, Screen, StateIds};
use crate::model::path;

fn id(number: u64) -> StateId {
    StateId(number)
}

fn screen() -> Screen {
    Screen::on_display("org.app", ".Main", DisplaySize::new(1, 1))
}

fn discovered(state: u64, step: u64) -> Event {
    let available = AvailableAction {
        action: Action::Key { key: DeviceKey::Back },
        key: ActionKey::new("tap #a"),
        template: ActionKey::new("tap #a"),
    };
    let label = format!("state {state}");
    Event::Discovered(StateDiscovered::of(step, id(state), label, &screen(), vec![available]))
}

fn observed(state: u64, step: u64) -> Event {
    let state = StateIds { exact: id(state + 100), structural: id(state) };
    Event::Observed(ScreenObserved::of(step, state, &screen(), BlobId::of(b"screen")))
}

fn learned(from: u64, key: &str, to: u64) -> Event {
    let outcome = if from == to { ActionOutcome::None } else { ActionOutcome::Moved };
    Event::Learned(TransitionLearned {
        step: 1,
        from: id(from),
        key: ActionKey::new(key),
        template: ActionKey::new(key),
        to: id(to),
        outcome,
    })
}

fn fold(events: &[Event]) -> BehaviourModel {
    let mut model = BehaviourModel::default();
    for event in events {
        model.apply(event);
    }
    model
}

#[test]
fn nondeterminism_is_kept() {
    let model = fold(&[
        discovered(1, 0),
        discovered(2, 0),
        discovered(3, 0),
        learned(1, "tap #a", 2),
        learned(1, "tap #a", 3),
        learned(1, "tap #a", 2),
    ]);
    let edge = &model.states()[0].edges[&ActionKey::new("tap #a")];
    assert_eq!(edge.to, vec![(id(3), 1), (id(2), 2)]);
    assert_eq!(edge.likeliest(), Some(id(2)));
    assert_eq!(edge.tries.count, 3);
    assert_eq!(model.transitions(), 2);
}

#[test]
fn a_state_is_discovered_once() {
    let model = fold(&[discovered(1, 0), observed(1, 0), discovered(1, 5), observed(1, 5)]);
    assert_eq!(model.states().len(), 1);
    assert_eq!(model.states()[0].visits, 2);
    assert_eq!(model.curve(), [(0, 1)]);
    assert_eq!(model.steps(), 5);
}

#[test]
fn the_nearest_goal_is_found_over_known_actions() {
    let model = fold(&[
        discovered(1, 0),
        discovered(2, 0),
        discovered(3, 0),
        discovered(4, 0),
        learned(1, "tap #a", 2),
        learned(2, "tap #b", 3),
        learned(1, "tap #c", 4),
        learned(4, "tap #d", 3),
    ]);
    let path = path::shortest_path(&model, id(1), |state| state.id == id(3)).unwrap();
    let keys: Vec<_> = path.iter().map(|step| step.key.as_str()).collect();
    assert_eq!(keys, ["tap #a", "tap #b"]);
    assert_eq!(path::shortest_path(&model, id(3), |state| state.id == id(1)), None);
    assert_eq!(path::shortest_path(&model, id(1), |state| state.id == id(1)), Some(Vec::new()));
}

#[test]
fn actions_without_effect_are_counted() {
    let model = fold(&[discovered(1, 0), learned(1, "tap #a", 1), learned(1, "tap #a", 1)]);
    let edge = &model.states()[0].edges[&ActionKey::new("tap #a")];
    assert_eq!(edge.tries, TryCounts { count: 2, no_effect: 2, moved: 0 });
}

#[test]
fn offers_that_were_never_tried_are_counted() {
    let untried = |events: &[Event]| fold(events).states()[0].untried;
    assert_eq!(untried(&[discovered(1, 0)]), 1);
    // What is no offer, such as a key of the device, does not count.
    assert_eq!(untried(&[discovered(1, 0), learned(1, "key back", 1)]), 1);
    let tried = [discovered(1, 0), learned(1, "tap #a", 1), learned(1, "tap #a", 1)];
    assert_eq!(untried(&tried), 0, "counted once");
}

#[test]
fn a_goal_that_nothing_leads_to_has_no_way() {
    let model = fold(&[discovered(1, 0), discovered(2, 0), learned(2, "tap #a", 1)]);
    assert_eq!(path::shortest_path(&model, id(1), |state| state.id == id(2)), None);
    assert_eq!(path::shortest_path(&model, id(1), |_| false), None);
}

#[test]
fn states_that_became_one_share_what_is_known() {
    let opened = Event::AppOpened(crate::protocol::AppOpened {
        package: "org.app".into(),
        ..Default::default()
    });
    let merged = Event::AbstractionChanged(AbstractionChanged {
        step: 3,
        what: "They are one.".into(),
        merged: vec![id(3)],
        into: Some(id(2)),
    });
    let model = fold(&[
        opened,
        discovered(1, 0),
        discovered(2, 1),
        discovered(3, 2),
        discovered(4, 3),
        learned(1, "tap #a", 3),
        learned(3, "tap #a", 4),
        merged,
    ]);
    assert_eq!(model.state(id(3)).map(|state| state.id), Some(id(2)));
    assert_eq!(model.semantic_states(), 3);
    assert_eq!(model.absorbed(), [id(3)]);
    let kept = model.state(id(2)).unwrap();
    assert_eq!(kept.untried, 0, "it was tried in the state that was merged into this one");
    let frontier: Vec<usize> = model.frontier().positions().collect();
    assert_eq!(frontier, [3], "neither has anything left to try");
    let path = path::shortest_path(&model, id(1), |state| state.id == id(4)).unwrap();
    let through: Vec<StateId> = path.iter().map(|step| step.to).collect();
    assert_eq!(through, [id(2), id(4)]);
    assert_eq!(model.depth(id(2)), Some(1));
}
