use super::candidates::MOST_WIDGET_ACTIONS;
use super::*;
use crate::domain::Screen;
use crate::explorer::Refusal;
use crate::explorer::testing::{World, button, menu, phone};

fn explorer(seed: u64) -> DinoDroid {
    let network = NetworkChoice::Untrained;
    DinoDroid::new(&ExplorerSettings { seed, network, ..ExplorerSettings::default() }).unwrap()
}

/// A shop of three screens, by their titles.
fn shop(title: &str) -> Screen {
    match title {
        "Cart" => menu("Cart", &["Pay", "Back", "Empty"]),
        "Help" => menu("Help", &["Terms", "Privacy", "Contact", "Back"]),
        _ => menu("Start", &["Cart", "Help", "Refresh"]),
    }
}

/// The labels that `explorer` acts on in so many steps in the shop.
fn walk(explorer: &mut DinoDroid, steps: usize) -> Vec<String> {
    let mut world = World::new(None);
    world.show(shop("Start"));
    let mut walked = Vec::new();
    for _ in 0..steps {
        let (proposed, _) = world.ask(explorer);
        let proposed = proposed.unwrap();
        let label = proposed.action.target().map(|target| target.label.clone());
        let now = world.screen.title().unwrap_or_default().to_owned();
        let next = match label.as_deref() {
            Some("Back") => "Start".to_owned(),
            Some(title @ ("Cart" | "Help")) => title.to_owned(),
            _ => now,
        };
        walked.push(proposed.key.to_string());
        world.act(&proposed.action, shop(&next));
        world.teach(explorer);
    }
    walked
}

#[test]
fn the_same_seed_and_network_give_the_same_run() {
    assert_eq!(walk(&mut explorer(3), 40), walk(&mut explorer(3), 40));
    assert_ne!(walk(&mut explorer(3), 40), walk(&mut explorer(4), 40));
}

#[test]
fn an_app_with_one_state_is_explored_without_end() {
    let mut explorer = explorer(1);
    let mut world = World::new(None);
    let screen = || phone(vec![button(1, "Only")]);
    world.show(screen());
    for _ in 0..150 {
        let (proposed, _) = world.ask(&mut explorer);
        world.act(&proposed.unwrap().action, screen());
        world.teach(&mut explorer);
    }
    let values = explorer.valued(&world.situation());
    assert!(values.iter().all(|valued| valued.value.is_finite()));
}

#[test]
fn of_very_many_actions_on_a_screen_some_are_left_out() {
    let mut world = World::new(None);
    let widgets = (1..=MOST_WIDGET_ACTIONS + 50).map(|number| button(number, "Word"));
    world.show(phone(widgets.collect()));
    let situation = world.situation();
    assert!(situation.available.len() > MOST_WIDGET_ACTIONS);
    let mut explorer = explorer(1);
    explorer.breadth.see(&situation);
    let valued = explorer.valued(&situation);
    let on_widgets = valued.iter().filter(|valued| match &valued.candidate {
        Candidate::Single(available) => available.action.target().is_some(),
        Candidate::Burst => false,
    });
    assert_eq!(on_widgets.count(), MOST_WIDGET_ACTIONS);
}

#[test]
fn a_frozen_network_stays_as_it_is_and_another_one_learns() {
    for frozen in [true, false] {
        let settings = ExplorerSettings {
            network: NetworkChoice::Untrained,
            frozen,
            ..ExplorerSettings::default()
        };
        let mut explorer = DinoDroid::new(&settings).unwrap();
        let before = explorer.learner.network.clone();
        walk(&mut explorer, 10);
        assert_eq!(explorer.learner.network == before, frozen);
    }
}

#[test]
fn what_the_tester_rejects_is_valued_less() {
    let mut explorer = explorer(2);
    let mut world = World::new(None);
    world.show(shop("Start"));
    let first = |explorer: &mut DinoDroid, world: &World| {
        let valued = explorer.valued(&world.situation());
        (valued[0].candidate.key().unwrap(), valued[0].features.clone(), valued[0].value)
    };
    let (key, features, before) = first(&mut explorer, &world);
    for _ in 0..30 {
        let chosen = (features.clone(), MetExpectations::default());
        let step = world.situation().step;
        explorer.proposed = Some(ProposedAction::valued(step, key.clone(), chosen, Vec::new()));
        world.refused = vec![Refusal { key: key.clone(), feedback: "no".into() }];
        let (next, _) = world.ask(&mut explorer);
        assert_ne!(next.unwrap().key, key, "it is refused here");
        world.refused.clear();
    }
    let (same, _, after) = first(&mut explorer, &world);
    assert_eq!(same, key);
    assert!(after < before - 0.5, "{before} {after}");
}

#[test]
fn what_the_tester_does_instead_is_experienced() {
    let (recorder, recorded) = std::sync::mpsc::channel();
    let mut explorer = explorer(2).recorded_by(recorder);
    let mut world = World::new(None);
    world.show(shop("Start"));
    for label in ["Help", "Terms"] {
        let _ = world.ask(&mut explorer);
        world.act(&world.tapping(label), shop("Help"));
        world.teach(&mut explorer);
    }
    let _ = world.ask(&mut explorer);
    let weights: Vec<f32> = recorded.try_iter().map(|experience| experience.weight).collect();
    // Unless the explorer happened to propose the same.
    assert!(weights.iter().any(|weight| *weight > 1.0), "{weights:?}");
}

/// What the network tells at each of so many steps in the shop.
fn told(explorer: &mut DinoDroid, steps: usize) -> Vec<NetworkInsight> {
    let mut world = World::new(None);
    world.show(shop("Start"));
    let mut told = Vec::new();
    for _ in 0..steps {
        let (proposed, _) = world.ask(explorer);
        let proposed = proposed.unwrap();
        told.push(*proposed.insight.unwrap());
        world.act(&proposed.action, shop("Start"));
        world.teach(explorer);
    }
    told
}

#[test]
fn it_is_told_what_each_widget_is_worth_and_what_each_group_of_features_contributes() {
    let mut explorer = explorer(1);
    explorer.weights.random_share = 0.0;
    let mut world = World::new(None);
    world.show(shop("Start"));
    let proposed = world.ask(&mut explorer).0.unwrap();
    let insight = proposed.insight.unwrap();
    let groups: Vec<&str> = insight.contributions.iter().map(|(group, _)| group.as_str()).collect();
    assert_eq!(groups, features::GROUP_NAMES);
    let numbers = world.screen.widgets.iter().filter(|widget| widget.acts()).count();
    assert_eq!(insight.values.len(), numbers);
    assert!(insight.values.is_sorted_by(|one, next| one.1 >= next.1), "{insight:?}");
    assert_eq!(insight.random_share, 0.0);
}

#[test]
fn it_is_told_how_well_the_network_foresees_and_what_labels_contribute() {
    let told = told(&mut explorer(1), 30);
    assert_eq!((told[0].experiences, told[0].distances.len()), (0, 0));
    let last = &told[29];
    assert!(last.experiences > 20 && last.distances.len() > 20, "{last:?}");
    assert!(last.labels.iter().any(|(label, _)| label == "Help"), "{last:?}");
    assert!(last.labels.is_sorted_by(|one, next| one.1 >= next.1), "{last:?}");
    assert_ne!(told[5].labels, last.labels, "what is learned changes what labels contribute");
}

#[test]
fn without_words_labels_contribute_nothing() {
    let disabled = vec!["txc".to_owned()];
    let network = NetworkChoice::Untrained;
    let settings = ExplorerSettings { seed: 1, network, disabled, ..ExplorerSettings::default() };
    let told = told(&mut DinoDroid::new(&settings).unwrap(), 5);
    assert!(told.iter().all(|told| told.labels.is_empty()));
    let groups: Vec<_> = told.iter().flat_map(|told| &told.contributions).collect();
    let mut words = groups.iter().filter(|(group, _)| group == "txc").peekable();
    assert!(words.peek().is_some() && words.all(|(_, gained)| *gained == 0.0), "{groups:?}");
}
