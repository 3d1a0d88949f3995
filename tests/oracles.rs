//! What the oracle by rules finds of the seeded functional faults, and what it reports of sound apps.
//!
//! ```sh
//! cargo test --test oracles -- --ignored --nocapture          # the table of docs/oracles.md
//! ORACLE_PROBE=0 ORACLE_SEEDS=1,2 ORACLE_STEPS=200 cargo test --test oracles -- --ignored --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "oracles/runs.rs"]
mod runs;
#[path = "oracles/table.rs"]
mod table;

use ridealong::demo::apps;
use ridealong::oracle::registry;
use runs::{JudgedRun, SeededFaults, run};

/// Numbers separated by commas in the variable `name`, or else `usual`.
fn numbers(name: &str, usual: &[u64]) -> Vec<u64> {
    let Ok(text) = std::env::var(name) else { return usual.to_vec() };
    text.split(',').map(|number| number.trim().parse().unwrap()).collect()
}

/// All runs of a table: each app with each explorer and seed, sound and with its faults.
fn all_runs(steps: u64, seeds: &[u64], probe: bool) -> Vec<JudgedRun> {
    let oracles = vec![registry::find("rules").unwrap()];
    let mut runs = Vec::new();
    for about in apps::all() {
        for explorer in ["systematic", "monkey"] {
            for &seed in seeds {
                for faults in [SeededFaults::None, SeededFaults::Functional] {
                    runs.push(run(about, explorer, seed, steps, faults, probe, &oracles));
                }
            }
        }
    }
    runs
}

#[test]
#[ignore = "takes minutes; prints the table of docs/oracles.md"]
fn the_table_of_what_rules_find() {
    let steps = numbers("ORACLE_STEPS", &[400])[0];
    let probe = numbers("ORACLE_PROBE", &[1])[0] == 1;
    let runs = all_runs(steps, &numbers("ORACLE_SEEDS", &[1, 2, 3]), probe);
    println!("{}", table::of(&runs));
}

#[test]
fn a_sound_app_is_left_alone_and_a_faulty_one_is_not() {
    let oracles = vec![registry::find("rules").unwrap()];
    let shop = apps::find("shop").unwrap();
    let sound = run(shop, "systematic", 1, 150, SeededFaults::None, true, &oracles);
    assert_eq!(sound.alarms(), Vec::<String>::new());
    assert_eq!(sound.shown(), Vec::<&str>::new());
    let faulty = run(shop, "systematic", 1, 150, SeededFaults::Functional, true, &oracles);
    assert!(!faulty.found().is_empty(), "of {:?}", faulty.shown());
}
