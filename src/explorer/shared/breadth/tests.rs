use super::*;
use crate::explorer::testing::{World, menu};
use crate::explorer::{Explorer as _, Refusal};
use crate::model::abstraction::key_of;

fn act(world: &mut World, breadth: &mut BreadthMemory, label: &str, to: crate::domain::Screen) {
    world.act(&world.tapping(label), to);
    let situation = world.situation();
    breadth.learn(situation.last.as_ref().unwrap(), &situation);
    breadth.see(&situation);
}

#[test]
fn a_state_in_which_nothing_has_an_effect_promises_less_until_something_has() {
    let mut world = World::new(None);
    let mut breadth = BreadthMemory::default();
    let covered = || menu("Covered", &["A", "B", "C"]);
    world.show(covered());
    breadth.see(&world.situation());
    let state = world.situation().state.structural;
    for label in ["A", "B"] {
        act(&mut world, &mut breadth, label, covered());
        assert!((breadth.left_in(state) - 1.0).abs() < 1e-9);
    }
    act(&mut world, &mut breadth, "C", covered());
    act(&mut world, &mut breadth, "A", covered());
    assert!(breadth.left_in(state) < 0.5);
    act(&mut world, &mut breadth, "B", menu("Other", &["D"]));
    assert!((breadth.left_in(state) - 1.0).abs() < 1e-9);
}

#[test]
fn an_app_in_which_nothing_leads_on_any_more_is_restarted() {
    let mut world = World::new(None);
    let mut breadth = BreadthMemory::default();
    let main = || menu("Main", &["A", "B", "C", "D"]);
    world.show(main());
    breadth.see(&world.situation());
    for label in ["A", "B", "C"] {
        act(&mut world, &mut breadth, label, menu("Other", &["Up"]));
        act(&mut world, &mut breadth, "Up", main());
    }
    for label in ["D", "A", "B", "C"] {
        assert_eq!(breadth.return_to_app(&world.situation()), None);
        act(&mut world, &mut breadth, label, main());
    }
    let restart = breadth.return_to_app(&world.situation()).unwrap();
    assert_eq!(restart.action, Action::Restart);
    world.act(&restart.action, main());
    breadth.learn(world.situation().last.as_ref().unwrap(), &world.situation());
    assert_eq!(breadth.return_to_app(&world.situation()), None);
}

#[test]
fn an_app_that_does_not_answer_is_restarted() {
    let mut world = World::new(None);
    let mut breadth = BreadthMemory::default();
    let main = || menu("Main", &["A", "B"]);
    world.show(main());
    breadth.see(&world.situation());
    let taps = ["A", "B"].map(|label| world.tapping(label));
    let mut crash = |action: &Action| {
        world.act(action, main());
        let situation = world.situation();
        let done = situation.last.clone().unwrap();
        breadth.learn(&PerformedAction { outcome: ActionOutcome::Crashed, ..done }, &situation);
        breadth.return_to_app(&situation).map(|next| next.action)
    };
    assert_eq!(taps.each_ref().map(&mut crash), [None, Some(Action::Restart)]);
    assert_eq!(crash(&Action::Restart), None, "it crashes at its start");
}

#[test]
fn what_was_refused_promises_nothing_in_look_alikes() {
    let mut world = World::new(None);
    let mut breadth = BreadthMemory::default();
    world.show(menu("Main", &["Delete", "Open"]));
    let delete = world.tapping("Delete");
    let key = key_of(&world.screen, &delete).0;
    world.refused = vec![Refusal { key, feedback: String::new() }];
    breadth.see(&world.situation());
    let situation = world.situation();
    let expected: Vec<bool> = situation
        .available
        .iter()
        .map(|available| {
            let alike = breadth.index.known(&situation, available);
            breadth.index.is_refused(alike)
        })
        .collect();
    assert_eq!(expected, [true, false]);
}

#[test]
fn the_tester_is_told_that_nothing_new_came() {
    let mut world = World::new(None);
    let settings = crate::explorer::ExplorerSettings::default();
    let mut explorer = crate::explorer::Systematic::new(&settings).unwrap();
    let screen = || menu("Main", &["A"]);
    world.show(screen());
    let mut told = 0;
    for _ in 0..70 {
        let (proposed, events) = world.ask(&mut explorer);
        told += events.iter().filter(|e| matches!(e, crate::protocol::Event::Warned(_))).count();
        world.act(&proposed.unwrap().action, screen());
        world.teach(&mut explorer);
    }
    assert_eq!(explorer.name(), "systematic");
    assert_eq!(told, 2, "after 30 steps and after 60");
}

/// A dialog that shows progress for ever and that nothing closes got BACK and MENU thirty times, and the run ended.
#[test]
fn an_app_that_offers_nothing_is_restarted() {
    let mut world = World::new(None);
    let mut breadth = BreadthMemory::default();
    let progress = || menu("Copying records", &[]);
    world.show(menu("Main", &["Backup"]));
    breadth.see(&world.situation());
    act(&mut world, &mut breadth, "Backup", progress());
    let back = Action::Key { key: crate::domain::DeviceKey::Back };
    for _ in 0..3 {
        assert_eq!(breadth.return_to_app(&world.situation()), None);
        world.act(&back, progress());
        breadth.learn(world.situation().last.as_ref().unwrap(), &world.situation());
    }
    let restart = breadth.return_to_app(&world.situation()).unwrap();
    assert_eq!(restart.action, Action::Restart);
    world.act(&restart.action, progress());
    breadth.learn(world.situation().last.as_ref().unwrap(), &world.situation());
    assert_eq!(breadth.return_to_app(&world.situation()), None, "it is given time again");
}
