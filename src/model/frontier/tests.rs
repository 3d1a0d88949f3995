use crate::domain::{Action, AvailableAction, DeviceKey, StateId};
use crate::model::BehaviourModel;
use crate::model::testing::{discovered_with, fold, id, learned, opened};
use crate::protocol::{ActionsAdded, Event};

fn positions(model: &BehaviourModel) -> Vec<usize> {
    model.frontier().positions().collect()
}

#[test]
fn a_state_leaves_the_frontier_once_all_is_tried() {
    let mut model = fold(&[opened(), discovered_with(1, &["a", "b"]), discovered_with(2, &["a"])]);
    assert_eq!(positions(&model), [0, 1]);
    model.apply(&learned(1, "a", 2));
    assert_eq!(positions(&model), [0, 1]);
    model.apply(&learned(1, "b", 1));
    assert_eq!(positions(&model), [1]);
    model.apply(&learned(2, "a", 1));
    assert!(model.frontier().is_empty());
}

#[test]
fn an_action_that_was_added_brings_a_state_back() {
    let mut model = fold(&[opened(), discovered_with(1, &["a"]), learned(1, "a", 1)]);
    assert!(model.frontier().is_empty());
    let action = AvailableAction {
        action: Action::Key { key: DeviceKey::Back },
        key: crate::domain::ActionKey::new("b"),
        template: crate::domain::ActionKey::new("b"),
    };
    let actions = vec![action];
    model.apply(&Event::ActionsAdded(ActionsAdded { step: 2, state: id(1), actions }));
    assert_eq!(positions(&model), [0]);
}

#[test]
fn rows_that_led_to_the_same_state_stand_for_the_others() {
    let rows = ["row 1", "row 2", "row 3", "row 4", "row 5"];
    let model = |to: [StateId; 3]| {
        let mut events = vec![opened(), discovered_with(1, &rows)];
        events.extend(rows.iter().zip(to).map(|(row, to)| learned(1, row, to.0)));
        fold(&events)
    };
    assert!(model([id(7); 3]).frontier().is_empty());
    assert_eq!(positions(&model([id(7), id(7), id(8)])), [0]);
    let mut two = fold(&[opened(), discovered_with(1, &rows), learned(1, "row 1", 7)]);
    two.apply(&learned(1, "row 2", 7));
    assert_eq!(positions(&two), [0], "two rows are too few to tell");
}

#[test]
fn states_of_other_apps_and_turned_ones_do_not_count() {
    let foreign = fold(&[discovered_with(1, &["a"]), opened()]);
    assert_eq!(positions(&foreign), [0], "known before the app was");
    let mut other = foreign.clone();
    let Event::AppOpened(mut app) = opened() else { panic!("an app") };
    app.package = "org.other".into();
    other.apply(&Event::AppOpened(app));
    assert!(other.frontier().is_empty());
    let Event::Discovered(mut turned) = discovered_with(1, &["a"]) else { panic!("a state") };
    turned.size = crate::domain::DisplaySize::new(2, 1);
    assert!(fold(&[opened(), Event::Discovered(turned)]).frontier().is_empty());
}
