use super::*;
use crate::domain::{Action, DeviceKey};
use crate::model::testing::{discovered_with, fold, id, learned, opened};

fn proposal(key: &str, goal: Option<u64>) -> ExplorerProposal {
    let back = Action::Key { key: DeviceKey::Back };
    let proposed = ExplorerProposal::of(back, ActionKey::new(key), "");
    ExplorerProposal { goal: goal.map(id), ..proposed }
}

/// Two workers, of which the first has opened the app and found a state with three actions.
fn pair(shares: bool) -> (Arc<FleetKnowledge>, FleetLink, FleetLink) {
    let knowledge = FleetKnowledge::new(shares);
    let (mut one, mut two) = (knowledge.link(1), knowledge.link(2));
    for link in [&mut one, &mut two] {
        link.publish(&opened());
        link.publish(&discovered_with(1, &["a", "b", "c"]));
    }
    (knowledge, one, two)
}

fn own_model() -> BehaviourModel {
    fold(&[opened(), discovered_with(1, &["a", "b", "c"])])
}

fn untried(model: &BehaviourModel, key: &str) -> bool {
    let node = model.state(id(1)).unwrap();
    frontier::is_untried(node, &ActionKey::new(key), &ActionKey::new(key))
}

#[test]
fn what_one_finds_out_the_other_knows_before_its_next_proposal() {
    let (knowledge, mut one, mut two) = pair(true);
    one.publish(&learned(1, "a", 2));
    one.publish(&discovered_with(2, &["d"]));
    let mut model = own_model();
    two.take_into(&mut model);
    assert!(!untried(&model, "a") && untried(&model, "b"));
    assert!(model.state(id(2)).is_some());
    let steps = model.transitions();
    two.take_into(&mut model);
    assert_eq!(model.transitions(), steps, "nothing is taken over twice");
    assert_eq!((knowledge.counts().states, knowledge.counts().transitions), (2, 1));
}

#[test]
fn a_claim_counts_as_tried_for_the_others_until_its_worker_claims_something_else() {
    let (_knowledge, one, mut two) = pair(true);
    let mut model = own_model();
    one.claim(&proposal("a", None), id(1), &model);
    two.take_into(&mut model);
    assert!(!untried(&model, "a") && untried(&model, "b"));
    one.claim(&proposal("b", None), id(1), &model);
    two.take_into(&mut model);
    assert!(untried(&model, "a") && !untried(&model, "b"));
}

#[test]
fn a_worker_on_its_way_claims_one_action_of_its_goal() {
    let (_knowledge, one, mut two) = pair(true);
    let mut model = own_model();
    one.claim(&proposal("somewhere", Some(1)), id(9), &model);
    two.take_into(&mut model);
    let left = ["a", "b", "c"].into_iter().filter(|key| untried(&model, key)).count();
    assert_eq!(left, 2, "work for two others is left there");
}

#[test]
fn what_was_tried_before_is_walked_again_by_anybody() {
    let (_knowledge, mut one, mut two) = pair(true);
    one.publish(&learned(1, "a", 2));
    one.publish(&discovered_with(2, &["d"]));
    let mut model = own_model();
    two.take_into(&mut model);
    two.claim(&proposal("a", None), id(1), &model);
    one.take_into(&mut model);
    assert!(!model.state(id(1)).unwrap().claimed.contains(&ActionKey::new("a")));
    let there = &model.state(id(2)).unwrap().claimed;
    assert!(there.contains(&ActionKey::new("d")), "it leads there, so that is the goal");
}

#[test]
fn claims_are_overlooked_if_nothing_else_is_left() {
    let (_knowledge, one, mut two) = pair(true);
    let mut model = own_model();
    one.claim(&proposal("a", None), id(1), &model);
    two.take_into(&mut model);
    assert!(two.overlook(id(1), &mut model) && untried(&model, "a"));
    assert!(!two.overlook(id(1), &mut model));
}

#[test]
fn claims_of_a_dead_worker_return() {
    let (_knowledge, one, mut two) = pair(true);
    let mut model = own_model();
    one.claim(&proposal("a", None), id(1), &model);
    two.take_into(&mut model);
    assert!(!untried(&model, "a"));
    drop(one);
    two.take_into(&mut model);
    assert!(untried(&model, "a"));
}

#[test]
fn claims_of_a_worker_that_hangs_return_when_their_lease_is_over() {
    let knowledge = FleetKnowledge::with_lease(true, Duration::ZERO);
    let (mut one, mut two) = (knowledge.link(1), knowledge.link(2));
    one.publish(&opened());
    two.publish(&opened());
    let mut model = own_model();
    one.claim(&proposal("a", None), id(1), &model);
    two.take_into(&mut model);
    assert!(untried(&model, "a"));
}

fn news(number: u32) -> FleetNews {
    FleetNews { news: vec![ExplorerNews::new(number)], held: Vec::new() }
}

fn heard(link: &mut FleetLink) -> Vec<u32> {
    link.hear().news.iter().filter_map(|news| news.of::<u32>().copied()).collect()
}

#[test]
fn news_of_explorers_is_heard_once_by_all_others() {
    let (_knowledge, mut one, mut two) = pair(true);
    one.tell(news(7));
    assert_eq!((heard(&mut one), heard(&mut two)), (Vec::<u32>::new(), vec![7_u32]));
    assert!(heard(&mut two).is_empty());
    let (_knowledge, one, mut two) = pair(false);
    one.tell(news(7));
    assert!(heard(&mut two).is_empty(), "these share nothing");
}

#[test]
fn a_worker_that_is_started_again_hears_what_it_told_before() {
    let (knowledge, one, _two) = pair(true);
    one.tell(news(7));
    drop(one);
    let mut again = knowledge.link(1);
    again.restore(&opened());
    assert_eq!(heard(&mut again), [7]);
}

fn held(key: &str) -> HeldRefusal {
    let (key, feedback) = (ActionKey::new(key), "Guard".into());
    HeldRefusal { state: id(1), content: None, key, labels: Vec::new(), feedback }
}

#[test]
fn what_a_guard_held_is_heard_by_all_others() {
    let (_knowledge, mut one, mut two) = pair(true);
    let refused = held("tap Delete");
    one.tell(FleetNews { news: Vec::new(), held: vec![refused.clone()] });
    assert_eq!(two.hear().held, [refused]);
    assert!(two.hear().held.is_empty() && one.hear().held.is_empty());
}

#[test]
fn workers_that_share_nothing_are_still_counted() {
    let (knowledge, mut one, mut two) = pair(false);
    one.publish(&learned(1, "a", 1));
    two.publish(&learned(1, "a", 1));
    let mut model = own_model();
    two.take_into(&mut model);
    assert!(untried(&model, "a"));
    let counts = knowledge.counts();
    assert_eq!((counts.performed, counts.repeated), (2, 1));
}

#[test]
fn what_workers_cover_is_added_together() {
    let (knowledge, mut one, mut two) = pair(true);
    let covered = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Event::PartsCovered([("code".to_owned(), names)].into())
    };
    let counted = crate::domain::CoverageCount { covered: 2, total: 8 };
    one.publish(&covered(&["a", "b"]));
    one.publish(&Event::Covered([("code".to_owned(), counted)].into()));
    two.restore(&covered(&["b", "c"]));
    let together = knowledge.coverage()["code"];
    assert_eq!((together.covered, together.total), (3, 8));
}
