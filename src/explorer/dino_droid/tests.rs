use super::candidates::{Candidate, MOST_WIDGET_ACTIONS};
use super::*;
use crate::domain::Screen;
use crate::explorer::Refusal;
use crate::explorer::testing::{World, button, field, menu, phone};

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
    let singles = valued.iter().filter_map(|valued| valued.candidate.single());
    let on_widgets = singles.filter(|available| available.action.target().is_some());
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
    let (key, features) = {
        let valued = explorer.valued(&world.situation());
        let best = valued.iter().find(|it| it.candidate.single().is_some()).unwrap();
        (best.candidate.key().unwrap(), best.features.clone())
    };
    let value = |explorer: &DinoDroid| explorer.learner.network.values(&[&features])[0];
    let before = value(&explorer);
    for _ in 0..30 {
        let chosen = ChosenFeatures::new(features.clone());
        let step = world.situation().step;
        explorer.proposed = Some(ProposedAction::valued(step, key.clone(), chosen, Vec::new()));
        world.refused = vec![Refusal { key: key.clone(), feedback: "no".into() }];
        let (next, _) = world.ask(&mut explorer);
        assert_ne!(next.unwrap().key, key, "it is refused here");
        world.refused.clear();
    }
    let after = value(&explorer);
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
    // Walks and bursts take several steps, and are one experience each.
    let mut explorer = explorer(1);
    // Else bursts are all that is left to choose.
    explorer.weights.considered = 0.0;
    let told = told(&mut explorer, 120);
    assert_eq!((told[0].experiences, told[0].distances.len()), (0, 0));
    let last = &told[119];
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

/// A list behind the start, and a page behind each of its rows.
fn catalogue(title: &str) -> Screen {
    match title {
        "List" => menu("List", &["Page", "Back"]),
        "Page" => menu("Page", &["Rate", "Share", "Print", "Order", "Back"]),
        _ => menu("Start", &["List", "Refresh"]),
    }
}

/// An explorer that was led to the page and back, and of it tried one action.
fn back_from_the_page() -> (DinoDroid, World) {
    let mut explorer = explorer(1);
    explorer.weights.random_share = 0.0;
    let mut world = World::new(None);
    world.show(catalogue("Start"));
    let path = [
        ("Refresh", "Start"),
        ("List", "List"),
        ("Page", "Page"),
        ("Rate", "Page"),
        ("Back", "List"),
        ("Back", "Start"),
    ];
    for (label, to) in path {
        let _ = world.ask(&mut explorer);
        world.act(&world.tapping(label), catalogue(to));
        world.teach(&mut explorer);
    }
    (explorer, world)
}

/// Begins the walk to the page, and gives the label of its first step.
fn begin_walk_to_page(explorer: &mut DinoDroid, world: &World) -> String {
    let situation = world.situation();
    explorer.breadth.see(&situation);
    let is_to_page = |walk: &Candidate| match walk {
        Candidate::Walk(goal) => goal.steps == 2,
        _ => false,
    };
    let walk = explorer.walks(&situation).into_iter().find(is_to_page).unwrap();
    let (first, _, goal) = explorer.begin(&situation, &walk).unwrap();
    assert!(goal.is_some());
    first.action.target().unwrap().label.clone()
}

#[test]
fn a_walk_leads_to_what_is_left_elsewhere_in_one_go() {
    let (mut explorer, mut world) = back_from_the_page();
    assert_eq!(begin_walk_to_page(&mut explorer, &world), "List");
    world.act(&world.tapping("List"), catalogue("List"));
    world.teach(&mut explorer);
    let (next, _) = world.ask(&mut explorer);
    let next = next.unwrap();
    assert_eq!(next.action.target().unwrap().label, "Page", "{}", next.why);
    assert!(next.goal.is_some() && next.why.contains("goes on"), "{}", next.why);
    world.act(&next.action, catalogue("Page"));
    world.teach(&mut explorer);
    let (next, _) = world.ask(&mut explorer);
    assert!(!next.unwrap().why.contains("goes on"), "it has ended");
}

#[test]
fn a_walk_ends_if_it_leads_elsewhere_or_the_tester_does_something_else() {
    for (label, to) in [("List", "Start"), ("Refresh", "Start")] {
        let (mut explorer, mut world) = back_from_the_page();
        begin_walk_to_page(&mut explorer, &world);
        world.act(&world.tapping(label), catalogue(to));
        world.teach(&mut explorer);
        assert!(explorer.walk.is_none(), "{label}");
    }
}

#[test]
fn at_the_goal_of_a_walk_something_is_done_that_is_left_there() {
    let (mut explorer, world) = back_from_the_page();
    let situation = world.situation();
    explorer.breadth.see(&situation);
    let is_walk = |it: &ValuedCandidate| matches!(it.candidate, Candidate::Walk(_));
    explorer.arrived = Some((situation.state.structural, None));
    // A guard may refuse what was proposed first.
    for _ in 0..2 {
        let valued = explorer.valued(&situation);
        assert!(valued.iter().any(is_walk) && valued[0].is_considered);
        for it in &valued {
            let is_left = it.candidate.single().is_some() && it.promised > 0.0;
            assert!(is_left || !it.is_considered, "{:?}", it.candidate);
        }
    }
    explorer.arrived = Some((situation.state.structural, Some(situation.step - 1)));
    let valued = explorer.valued(&situation);
    assert!(valued.iter().any(|it| is_walk(it) && it.is_considered), "not in the next step");
    assert!(explorer.arrived.is_none());
}

#[test]
fn what_was_done_and_leads_on_is_chosen_as_a_walk_only() {
    let (mut explorer, world) = back_from_the_page();
    let situation = world.situation();
    explorer.breadth.see(&situation);
    let valued = explorer.valued(&situation);
    let is_list = |it: &&ValuedCandidate| {
        let single = it.candidate.single();
        single.is_some_and(|it| it.action == world.tapping("List"))
    };
    let list = valued.iter().find(is_list).unwrap();
    assert!(list.traits.has_work_behind && list.traits.is_executed);
    assert!(!list.is_considered && list.promised <= 0.0, "{}", list.promised);
}

#[test]
fn what_was_typed_is_sent_by_the_button_that_sends_it() {
    let form = |text: &str| {
        let mut name = field(1, "name", "Name");
        name.text = text.into();
        phone(vec![name, button(2, "Settings"), button(3, "Save")])
    };
    let mut explorer = explorer(1);
    let mut world = World::new(None);
    world.show(form(""));
    let mut done = Vec::new();
    for shown in ["", "Ada", "Ada"] {
        let (proposed, _) = world.ask(&mut explorer);
        let proposed = proposed.unwrap();
        done.push(proposed.key.to_string());
        world.act(&proposed.action, form(shown));
        world.teach(&mut explorer);
    }
    assert!(done[2].contains("Save"), "{done:?}");
}

#[test]
fn a_form_is_sent_empty_once_and_then_filled_in() {
    let form = |text: &str| {
        let mut name = field(1, "name", "Name");
        name.text = text.into();
        phone(vec![name, button(2, "Save")])
    };
    let mut explorer = explorer(1);
    let mut world = World::new(None);
    world.show(form(""));
    let mut done = Vec::new();
    for shown in ["", "Ada"] {
        let (proposed, _) = world.ask(&mut explorer);
        let proposed = proposed.unwrap();
        done.push(proposed.action.kind().word());
        world.act(&proposed.action, form(shown));
        world.teach(&mut explorer);
    }
    assert_eq!(done, ["tap", "type"]);
}

/// A dialog for the name of a favourite was sent empty, closed with that, and never filled in.
#[test]
fn a_dialog_is_filled_in_before_it_is_sent() {
    let mut dialog = phone(vec![field(1, "name", "Name"), button(2, "Add"), button(3, "Cancel")]);
    dialog.dialog = true;
    let mut explorer = explorer(1);
    let mut world = World::new(None);
    world.show(dialog);
    assert_eq!(world.ask(&mut explorer).0.unwrap().action.kind().word(), "type");
}

#[test]
fn a_guided_run_is_that_of_systematic_exploration_and_is_learned_from() {
    let (recorder, recorded) = std::sync::mpsc::channel();
    let settings = ExplorerSettings { network: NetworkChoice::Untrained, ..Default::default() };
    let guided = DinoDroid::new(&settings).unwrap().guided(&settings).recorded_by(recorder);
    let mut guided = guided;
    guided.weights.guided_random = 0.0;
    let mut systematic = Systematic::new(&settings).unwrap();
    let mut world = World::new(None);
    world.show(catalogue("Start"));
    for _ in 0..20 {
        let expected = world.ask(&mut systematic).0.unwrap();
        let proposed = world.ask(&mut guided).0.unwrap();
        assert_eq!(proposed.key, expected.key);
        let label = proposed.action.target().map(|target| target.label.clone());
        let to = match label.as_deref() {
            Some("Back") if world.screen.title() == Some("Page") => "List".to_owned(),
            Some("Back") => "Start".to_owned(),
            Some(title @ ("List" | "Page")) => title.to_owned(),
            _ => world.screen.title().unwrap_or_default().to_owned(),
        };
        world.act(&proposed.action, catalogue(&to));
        world.teach(&mut systematic);
        world.teach(&mut guided);
    }
    assert!(recorded.try_iter().count() > 10);
}

#[test]
fn a_guided_run_strays_now_and_then_to_learn_what_the_guide_would_never_do() {
    let (recorder, recorded) = std::sync::mpsc::channel();
    let settings = ExplorerSettings { network: NetworkChoice::Untrained, ..Default::default() };
    let guided = DinoDroid::new(&settings).unwrap().guided(&settings).recorded_by(recorder);
    let mut guided = guided;
    guided.weights.guided_random = 1.0;
    let mut world = World::new(None);
    world.show(catalogue("Start"));
    for _ in 0..40 {
        let proposed = world.ask(&mut guided).0.unwrap();
        world.act(&proposed.action, catalogue("Start"));
        world.teach(&mut guided);
    }
    let again = recorded.try_iter().filter(|it| it.chosen.expected().is_executed).count();
    assert!(again > 5, "{again}");
}

#[test]
fn the_steps_of_a_walk_are_learned_from_as_single_actions() {
    let (mut explorer, mut world) = back_from_the_page();
    let (recorder, recorded) = std::sync::mpsc::channel();
    explorer = explorer.recorded_by(recorder);
    assert_eq!(begin_walk_to_page(&mut explorer, &world), "List");
    for (label, to) in [("List", "List"), ("Page", "Page")] {
        world.act(&world.tapping(label), catalogue(to));
        world.teach(&mut explorer);
        let _ = world.ask(&mut explorer);
    }
    let passed: Vec<Experience> =
        recorded.try_iter().filter(|it| it.chosen.expected().is_executed).collect();
    let [passed] = &passed[..] else { panic!("{} of them", passed.len()) };
    assert!(passed.chosen.expected().leads && !passed.next.is_empty());
    assert!((f64::from(passed.discount) - explorer.weights.discount).abs() < 1e-6);
}

#[test]
fn what_comes_next_includes_what_the_rules_promise() {
    let mut explorer = explorer(1);
    explorer.weights.considered = 0.0;
    let mut world = World::new(None);
    let labels: Vec<String> = (0..40).map(|number| format!("Word{number}x")).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    world.show(menu("Many", &labels));
    let situation = world.situation();
    explorer.breadth.see(&situation);
    let mut valued = explorer.valued(&situation);
    // An untrained network may well value worst what promises most.
    valued.sort_by(|one, other| one.features.promised().total_cmp(&other.features.promised()));
    let most = valued.last().unwrap().features.promised();
    assert!(valued[0].features.promised() < most);
    let next = next_of(&valued);
    assert_eq!(next.len(), 2 * NEXT_CANDIDATES);
    assert_eq!(next[0], valued[0].features);
    assert!((next[NEXT_CANDIDATES].promised() - most).abs() < 1e-6);
}

#[test]
fn what_promises_little_beside_the_best_is_not_chosen() {
    let mut explorer = explorer(1);
    let mut world = World::new(None);
    let screen = || phone(vec![button(1, "Only"), button(2, "Other")]);
    world.show(screen());
    world.act(&world.tapping("Only"), screen());
    world.teach(&mut explorer);
    let situation = world.situation();
    explorer.breadth.see(&situation);
    let mut considered = |share: f64, disabled: &[FeatureGroup]| {
        explorer.weights.considered = share;
        explorer.disabled = disabled.to_vec();
        let valued = explorer.valued(&situation);
        let first: Vec<bool> = valued.iter().map(|it| it.is_considered).collect();
        assert!(first.is_sorted_by(|one, other| one >= other), "{first:?}");
        let names = valued.iter().filter(|it| it.is_considered);
        let names = names.filter_map(|it| it.candidate.single()?.action.target());
        names.map(|target| target.label.clone()).collect::<Vec<_>>()
    };
    assert!(considered(0.0, &[]).contains(&"Only".to_owned()));
    // The network may not be told of it.
    for disabled in [&[][..], &[FeatureGroup::Rules], &[FeatureGroup::Rules, FeatureGroup::Fcd]] {
        let left = considered(0.5, disabled);
        let is_left = |label: &str| left.contains(&label.to_owned());
        assert!(is_left("Other") && !is_left("Only"), "{left:?}");
    }
}
