use std::collections::HashSet;

use super::*;
use crate::model::testing::{app, discovered, fold, id, learned};
use proptest::prelude::*;

/// Rules whose every part can be set.
struct Rules {
    target: EdgeTarget,
    ties: PathTies,
    forbidden: Vec<&'static str>,
    back: ActionKey,
    back_to: Option<(StateId, StateId)>,
    link: ActionKey,
    link_to: Option<(StateId, StateId)>,
    jumps: Vec<PathJump>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            target: EdgeTarget::Likeliest,
            ties: PathTies::FirstFound,
            forbidden: Vec::new(),
            back: ActionKey::new("key back"),
            back_to: None,
            link: ActionKey::new("link"),
            link_to: None,
            jumps: Vec::new(),
        }
    }
}

impl PathRules for Rules {
    fn target(&self) -> EdgeTarget {
        self.target
    }

    fn ties(&self) -> PathTies {
        self.ties
    }

    fn allows(&self, _: &StateNode, key: &ActionKey) -> bool {
        !self.forbidden.contains(&key.as_str())
    }

    fn assumed(&self, from: &StateNode) -> Option<(&ActionKey, StateId)> {
        self.back_to.filter(|(state, _)| *state == from.id).map(|(_, to)| (&self.back, to))
    }

    fn linked<'a>(&'a self, from: &'a StateNode) -> impl Iterator<Item = (&'a ActionKey, StateId)> {
        let link = self.link_to.filter(|(state, _)| *state == from.id);
        link.map(|(_, to)| (&self.link, to)).into_iter()
    }

    fn jumps(&self) -> &[PathJump] {
        &self.jumps
    }
}

fn restart(to: u64, cost: u32) -> Vec<PathJump> {
    vec![PathJump { key: ActionKey::new("restart the app"), to: id(to), cost }]
}

/// The keys of the path found to state `to`.
fn keys(model: &BehaviourModel, from: u64, to: u64, rules: &Rules) -> Vec<String> {
    let mut search = PathSearch::new(model, id(from), rules).unwrap();
    let goal = model.position(id(to)).unwrap();
    search.find(|reached| reached.position == goal);
    search.path(goal).into_iter().map(|step| step.key.as_str().to_owned()).collect()
}

#[test]
fn states_come_nearest_first_and_once() {
    let model = app(4, &[(1, "a", 2), (1, "b", 3), (2, "c", 4), (3, "d", 4), (4, "e", 1)]);
    let search = PathSearch::new(&model, id(1), &KnownActions).unwrap();
    let reached: Vec<(usize, u32)> = search.map(|state| (state.position, state.cost)).collect();
    assert_eq!(reached, [(0, 0), (1, 1), (2, 1), (3, 2)]);
}

#[test]
fn no_path_deletes_what_the_app_has_stored() {
    let clear = crate::domain::Action::Clear.to_string();
    let model = app(3, &[(1, "a", 2), (2, &clear, 3), (2, "b", 1)]);
    let search = PathSearch::new(&model, id(1), &KnownActions).unwrap();
    let reached: Vec<usize> = search.map(|state| state.position).collect();
    assert_eq!(reached, [0, 1]);
}

#[test]
fn a_path_goes_on_from_what_was_reached() {
    let edges = [(1, "a", 2), (2, "b", 3), (3, "c", 4), (4, "d", 5), (9, "up", 2), (9, "x", 8)];
    let model = app(9, &edges);
    let mut search = PathSearch::new(&model, id(9), &KnownActions).unwrap();
    let steps = |joined, search: &PathSearch<'_, KnownActions>| {
        let steps = search.joined_path(joined).into_iter();
        steps.map(|step| step.key.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(search.joined(4), None, "nothing on the path was reached yet");
    assert_eq!(search.by_ref().take(2).count(), 2);
    let joined = search.joined(4).unwrap();
    assert_eq!((joined.joint, joined.cost), (1, 4));
    assert_eq!(steps(joined, &search), ["up", "b", "c", "d"]);
    assert_eq!(
        search.first_joined_step(joined).map(|(key, to)| (key.as_str(), to)),
        Some(("up", 1))
    );
    let search = PathSearch::new(&model, id(2), &KnownActions).unwrap();
    let joined = search.joined(4).unwrap();
    assert_eq!(
        search.first_joined_step(joined).map(|(key, to)| (key.as_str(), to)),
        Some(("b", 2))
    );
    assert_eq!(search.joined(7), None, "no path leads to that from the first state");
}

#[test]
fn a_path_tells_its_first_step() {
    let model = app(4, &[(1, "a", 2), (2, "b", 3), (3, "c", 4)]);
    let mut search = PathSearch::new(&model, id(1), &KnownActions).unwrap();
    assert_eq!(search.by_ref().count(), 4);
    let (key, to) = search.first_step(3).unwrap();
    assert_eq!((key.as_str(), to), ("a", 1));
    assert_eq!(search.first_step(0), None);
    assert_eq!(search.cost(3), Some(3));
}

#[test]
fn what_is_not_allowed_is_gone_around() {
    let model = app(3, &[(1, "a", 3), (1, "b", 2), (2, "c", 3)]);
    let rules = Rules { forbidden: vec!["a"], ..Rules::default() };
    assert_eq!(keys(&model, 1, 3, &rules), ["b", "c"]);
}

#[test]
fn an_assumed_action_leads_where_no_known_one_does() {
    let model = app(2, &[(1, "a", 2)]);
    let rules = Rules { back_to: Some((id(2), id(1))), ..Rules::default() };
    assert_eq!(keys(&model, 2, 1, &rules), ["key back"]);
}

#[test]
fn a_link_that_was_never_pressed_shortens_a_path_but_comes_after_known_actions() {
    let model = app(4, &[(1, "a", 2), (2, "b", 3), (3, "c", 4)]);
    let rules = Rules { link_to: Some((id(1), id(3))), ..Rules::default() };
    assert_eq!(keys(&model, 1, 4, &rules), ["link", "c"]);
    let rules = Rules { link_to: Some((id(1), id(2))), ..Rules::default() };
    assert_eq!(keys(&model, 1, 4, &rules), ["a", "b", "c"]);
}

#[test]
fn a_jump_is_taken_if_it_is_shorter() {
    let long = app(4, &[(2, "a", 3), (3, "b", 4), (4, "c", 1)]);
    for ties in [PathTies::FirstFound, PathTies::EarliestState] {
        let rules = Rules { jumps: restart(1, 2), ties, ..Rules::default() };
        assert_eq!(keys(&long, 2, 1, &rules), ["restart the app"]);
        let rules = Rules { jumps: restart(1, 4), ties, ..Rules::default() };
        assert_eq!(keys(&long, 2, 1, &rules), ["a", "b", "c"]);
    }
}

#[test]
fn ties_between_a_jump_and_a_path_are_as_asked_for() {
    let model = app(3, &[(2, "a", 3), (3, "b", 1)]);
    let rules = Rules { jumps: restart(1, 2), ..Rules::default() };
    assert_eq!(keys(&model, 2, 1, &rules), ["a", "b"]);
    let rules = Rules { ties: PathTies::EarliestState, ..rules };
    assert_eq!(keys(&model, 2, 1, &rules), ["restart the app"]);
}

#[test]
fn an_action_leads_where_it_did_most_often_or_last() {
    let model = app(3, &[(1, "a", 2), (1, "a", 2), (1, "a", 3)]);
    assert_eq!(keys(&model, 1, 2, &Rules::default()), ["a"]);
    assert!(keys(&model, 1, 3, &Rules::default()).is_empty());
    let latest = Rules { target: EdgeTarget::Latest, ..Rules::default() };
    assert_eq!(keys(&model, 1, 3, &latest), ["a"]);
}

#[test]
fn an_edge_counts_once_its_state_is_discovered() {
    let mut model = fold(&[discovered(1), learned(1, "a", 2)]);
    assert!(shortest_path(&model, id(1), |state| state.id == id(2)).is_none());
    model.apply(&discovered(2));
    let path = shortest_path(&model, id(1), |state| state.id == id(2)).unwrap();
    assert_eq!(path, [PathStep { from: id(1), key: ActionKey::new("a"), to: id(2) }]);
}

/// The cost of each state by plain relaxation of all edges until nothing changes.
fn relaxed(model: &BehaviourModel, from: usize, jump: Option<(usize, u32)>) -> Vec<Option<u32>> {
    let mut costs = vec![None; model.states().len()];
    if let Some((to, cost)) = jump {
        costs[to] = Some(cost);
    }
    costs[from] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for (position, node) in model.states().iter().enumerate() {
            let Some(cost) = costs[position] else { continue };
            for to in node.edges.values().filter_map(super::super::behaviour::ActionEdge::likeliest)
            {
                let Some(to) = model.position(to) else { continue };
                if costs[to].is_none_or(|known| known > cost + 1) {
                    costs[to] = Some(cost + 1);
                    changed = true;
                }
            }
        }
    }
    costs
}

proptest! {
    #[test]
    fn costs_are_those_of_the_shortest_paths(
        edges in prop::collection::vec((1_u64..30, 0_usize..4, 1_u64..30), 0..90),
        from in 1_u64..30,
        jump in (1_u64..30, 1_u32..6),
        earliest in any::<bool>(),
    ) {
        let mut events: Vec<_> = (1..30).map(discovered).collect();
        let names = ["a", "b", "c", "d"];
        events.extend(edges.iter().map(|(from, name, to)| learned(*from, names[*name], *to)));
        let model = fold(&events);
        let ties = if earliest { PathTies::EarliestState } else { PathTies::FirstFound };
        let rules = Rules { jumps: restart(jump.0, jump.1), ties, ..Rules::default() };
        let mut search = PathSearch::new(&model, id(from), &rules).unwrap();
        let given: Vec<ReachedState> = search.by_ref().collect();
        prop_assert!(given.is_sorted_by_key(|state| state.cost));
        let once: HashSet<usize> = given.iter().map(|state| state.position).collect();
        prop_assert_eq!(once.len(), given.len());
        let start = model.position(id(from)).unwrap();
        let other = model.position(id(jump.0)).unwrap();
        let costs = relaxed(&model, start, Some((other, jump.1)));
        for (position, cost) in costs.into_iter().enumerate() {
            prop_assert_eq!(search.cost(position), cost);
            let path = search.path(position);
            let length: u32 = path
                .iter()
                .map(|step| if step.key.as_str() == "restart the app" { jump.1 } else { 1 })
                .sum();
            prop_assert_eq!(length, cost.unwrap_or(0));
        }
    }
}
