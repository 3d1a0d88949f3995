use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use super::*;
use crate::explorer::elevate::rules::seen_input::SeenInput;
use crate::model::path::EXPANDED;
use crate::model::testing::{discovered_with, exhausted, fold, id, learned, opened};

const KEYS: [&str; 5] = ["a", "b", "c", "d", "key back"];

/// A model with these transitions, and a memory that holds its yields.
fn explored(edges: &[(u64, usize, u64)], seed: u64) -> (BehaviourModel, RulesMemory) {
    let mut events = vec![opened()];
    events.extend((1..25).map(|state| discovered_with(state, &KEYS[..4])));
    events.extend(edges.iter().map(|(from, key, to)| learned(*from, KEYS[*key], *to)));
    let model = fold(&events);
    let mut random = StdRng::seed_from_u64(seed);
    let mut memory = RulesMemory::default();
    memory.rehearse(&model, |seen: &mut SeenInput| {
        seen.own.chance = random.random_range(0.0..0.8);
        seen.judged = random.random_range(0.0..1.0);
    });
    (model, memory)
}

/// The places in `firsts` of those with the best score, as the rules choose.
fn leaders(firsts: &[FirstInput<'_>], paths: &HashMap<ActionKey, RankedPath>) -> Vec<usize> {
    let back = paths.get(&ActionKey::new("key back")).map(|path| path.expected);
    let score = |first: &FirstInput<'_>| {
        let path = paths.get(first.key).map(|path| path.expected);
        let leaving = first.own + back.filter(|_| first.leaves).unwrap_or(0.0);
        path.unwrap_or(0.0).max(leaving) * first.fresh
    };
    let scores: Vec<f64> = firsts.iter().map(score).collect();
    let best = scores.iter().copied().fold(0.0, f64::max);
    (0..scores.len()).filter(|place| scores[*place] >= best - SAME_SCORE).collect()
}

/// The best path of an app in which everything but what its last state has is tried, and how many
/// states the search went on from.
fn far(states: u64) -> (RankedPath, usize) {
    let model = exhausted(states);
    let mut memory = RulesMemory::default();
    memory.rehearse(&model, |seen: &mut SeenInput| seen.own.chance = 0.8);
    let keys = [ActionKey::new("open 2"), ActionKey::new("open 3")];
    let firsts = keys.each_ref().map(|key| FirstInput { key, own: 0.0, fresh: 1.0, leaves: false });
    EXPANDED.set(0);
    let paths = best_paths((&model, &memory, &RefusalMemory::default()), id(1), &firsts);
    let best = paths.into_values().max_by(|one, other| one.expected.total_cmp(&other.expected));
    (best.unwrap(), EXPANDED.get())
}

#[test]
fn a_search_does_not_grow_with_the_states() {
    let most = RulesMemory::default().weights.searched_states;
    let [(_, few), (path, many)] = [1_000, 5_000].map(far);
    assert_eq!(few, many);
    assert!(few <= most, "{few}");
    assert_eq!(
        (path.goal, path.steps),
        (id(5_000), 12),
        "what promises most is found all the same"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn a_search_that_ends_early_chooses_as_one_that_sees_all(
        edges in prop::collection::vec((1_u64..25, 0_usize..5, 1_u64..25), 0..80),
        own in prop::collection::vec(
            (prop_oneof![Just(0.0), Just(0.01), Just(0.06), Just(0.3), 0.0..0.6], 0_i32..4, any::<bool>()), 6),
        seed in any::<u64>(),
        here in 1_u64..25,
    ) {
        let (model, memory) = explored(&edges, seed);
        let mut keys: Vec<ActionKey> = KEYS.iter().map(ActionKey::new).collect();
        keys.push(ActionKey::new("restart the app"));
        let firsts: Vec<FirstInput<'_>> = keys
            .iter()
            .zip(&own)
            .map(|(key, (own, times, leaves))| FirstInput {
                key,
                own: *own,
                fresh: 0.7_f64.powi(*times),
                leaves: *leaves,
            })
            .collect();
        let none = RefusalMemory::default();
        let early = best_paths((&model, &memory, &none), id(here), &firsts);
        let all = paths_below(f64::INFINITY, (&model, &memory, &none), id(here), &firsts);
        let chosen = leaders(&firsts, &early);
        prop_assert_eq!(&chosen, &leaders(&firsts, &all));
        for place in chosen {
            let key = firsts[place].key;
            let goal = |paths: &HashMap<ActionKey, RankedPath>| {
                let back = paths.get(&ActionKey::new("key back")).map_or(0.0, |path| path.expected);
                let back = if firsts[place].leaves { back } else { 0.0 };
                let own = firsts[place].own;
                let path = paths.get(key);
                path.filter(|path| path.expected > own && path.expected >= own + back).cloned()
            };
            prop_assert_eq!(goal(&early), goal(&all));
        }
    }
}
