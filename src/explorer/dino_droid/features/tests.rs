use super::super::event_flow::EventFlowGraph;
use super::*;
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::forms::FormMemory;
use crate::explorer::shared::weights::DisplayWeights;
use crate::explorer::shared::work_paths::{WorkPathWeights, WorkPaths};
use crate::explorer::testing::{World, button, menu, phone};

/// The features of each widget's action on the present screen.
fn features(
    world: &World,
    breadth: &mut BreadthMemory,
    graph: &EventFlowGraph,
) -> Vec<ActionFeatures> {
    let situation = world.situation();
    let forms = FormMemory::default();
    breadth.see(&situation);
    let candidates = situation.available.iter().cloned().map(Candidate::Single);
    let candidates: Vec<Candidate> = candidates.chain([Candidate::Burst]).collect();
    let (work, display) = (WorkPathWeights::default(), DisplayWeights::default());
    let paths = WorkPaths::new(work, display);
    let mut known = PageKnowledge::new(&situation, breadth, graph, &forms, &paths);
    candidates.iter().map(|candidate| ActionFeatures::of(&mut known, candidate)).collect()
}

#[test]
fn all_actions_have_the_same_number_of_features() {
    let mut world = World::new(None);
    world.show(menu("Main", &["Save", "Cancel"]));
    let graph = EventFlowGraph::default();
    let rows = features(&world, &mut BreadthMemory::default(), &graph);
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!(row.values.len(), FEATURE_COUNT);
        assert!(row.values.iter().all(|value| value.is_finite()), "{row:?}");
    }
}

#[test]
fn traits_tell_what_was_executed_and_what_labels_mean() {
    let mut world = World::new(None);
    let screen = || menu("Main", &["Save", "Cancel", "Milk"]);
    world.show(screen());
    let graph = EventFlowGraph::default();
    let mut breadth = BreadthMemory::default();
    breadth.see(&world.situation());
    world.act(&world.tapping("Milk"), screen());
    let [save, cancel, milk, burst] = &features(&world, &mut breadth, &graph)[..] else {
        panic!("four candidates")
    };
    let [save, cancel, milk, burst] = [save, cancel, milk, burst].map(ActionFeatures::expected);
    assert!(save.is_fresh && save.means_progress && !save.means_leaving);
    assert!(cancel.is_fresh && cancel.means_leaving && !cancel.means_progress);
    assert!(milk.is_executed && !milk.is_fresh && !milk.means_progress);
    assert!(!burst.is_executed && !burst.is_fresh);
}

#[test]
fn what_leads_to_actions_that_nobody_performed_is_told() {
    let mut world = World::new(None);
    let start = || menu("Start", &["Go", "Stay"]);
    world.show(start());
    let mut breadth = BreadthMemory::default();
    let mut graph = EventFlowGraph::default();
    breadth.see(&world.situation());
    let screens = [phone(vec![button(1, "One"), button(2, "Two"), button(3, "Three")]), start()];
    for (label, to) in ["Go", "Stay"].into_iter().zip(screens) {
        world.show(start());
        world.act(&world.tapping(label), to);
        let situation = world.situation();
        let done = situation.last.as_ref().unwrap();
        let alike = breadth.index.alike((&done.before, done.from), &done.key, &done.action);
        breadth.learn(done, &situation);
        let page = breadth.index.screen_of(situation.state.structural);
        let classes: Vec<usize> = situation
            .available
            .iter()
            .map(|available| breadth.index.known(&situation, available).class)
            .collect();
        graph.see(page, &classes);
        graph.execute(alike.screen, alike.class, page, true);
    }
    world.show(start());
    let rows = features(&world, &mut breadth, &graph);
    let [go, stay] = [&rows[0], &rows[1]].map(ActionFeatures::expected);
    assert!(go.leads && go.leads_to_unexplored);
    assert!(stay.leads && stay.leads_to_unexplored, "the page that it stays on leads there");
    for label in ["One", "Two", "Three"] {
        world.show(phone(vec![button(1, "One"), button(2, "Two"), button(3, "Three")]));
        world.act(&world.tapping(label), start());
        let situation = world.situation();
        let done = situation.last.as_ref().unwrap();
        let alike = breadth.index.alike((&done.before, done.from), &done.key, &done.action);
        breadth.learn(done, &situation);
        let page = breadth.index.screen_of(situation.state.structural);
        graph.execute(alike.screen, alike.class, page, true);
    }
    let rows = features(&world, &mut breadth, &graph);
    let spent = rows[..2].iter().map(ActionFeatures::expected);
    for spent in spent {
        assert!(spent.leads && !spent.leads_to_unexplored, "{spent:?}");
    }
}

#[test]
fn a_group_that_is_disabled_tells_nothing() {
    let mut world = World::new(None);
    world.show(menu("Main", &["Save"]));
    let graph = EventFlowGraph::default();
    let all = features(&world, &mut BreadthMemory::default(), &graph).remove(0);
    assert!(!all.grams.is_empty());
    let none = FeatureGroup::ALL.into_iter().fold(all.clone(), ActionFeatures::without);
    assert!(none.grams.is_empty());
    assert!(none.values[ALWAYS..].iter().all(|value| *value == 0.0));
    assert_eq!(none.values[..ALWAYS], all.values[..ALWAYS], "what is always told stays");
    let names = FeatureGroup::ALL.map(FeatureGroup::word);
    assert_eq!(names, GROUP_NAMES);
}

#[test]
fn backing_up_is_no_leaving_and_a_switch_sends_nothing() {
    let mut world = World::new(None);
    let role = Some(WidgetRole::Toggle);
    let switch = Widget { role, checked: Some(false), ..button(2, "Set time by network") };
    world.show(phone(vec![
        button(1, "Back up now"),
        switch,
        button(3, "Set time"),
        button(4, "Back"),
    ]));
    let graph = EventFlowGraph::default();
    let rows = features(&world, &mut BreadthMemory::default(), &graph);
    let meant = rows.iter().map(ActionFeatures::expected);
    let meant: Vec<(bool, bool)> = meant.map(|it| (it.means_progress, it.means_leaving)).collect();
    assert_eq!(meant[..4], [(false, false), (false, false), (true, false), (false, true)]);
}
