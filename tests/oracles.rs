//! What the oracle by rules finds of the seeded functional faults, and what it reports of sound apps.
//!
//! ```sh
//! cargo test --test oracles -- --ignored --nocapture          # the table of docs/oracles.md
//! ORACLE_SEES=50 cargo test --test oracles -- --ignored --nocapture the_table_of_all
//! ORACLE_PROBE=0 ORACLE_SEEDS=1,2 ORACLE_STEPS=200 cargo test --test oracles -- --ignored --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "oracles/again.rs"]
mod again;
#[path = "oracles/detector.rs"]
mod detector;
#[path = "oracles/runs.rs"]
mod runs;
#[path = "oracles/table.rs"]
mod table;

use ridealong::demo::apps;
use ridealong::demo::variants::{self, VariantKind};
use std::sync::Arc;

use ridealong::oracle::{PropertySet, registry};
use runs::{JudgedRun, Judges, SeededFaults, run};

/// Numbers separated by commas in the variable `name`, or else `usual`.
fn numbers(name: &str, usual: &[u64]) -> Vec<u64> {
    let Ok(text) = std::env::var(name) else { return usual.to_vec() };
    text.split(',').map(|number| number.trim().parse().unwrap()).collect()
}

/// All runs of a table: each app with each explorer and seed, sound and with its faults.
fn all_runs(steps: u64, seeds: &[u64], probe: bool, judges: &Judges) -> Vec<JudgedRun> {
    let mut runs = Vec::new();
    for about in apps::all() {
        for explorer in ["systematic", "monkey"] {
            for &seed in seeds {
                for faults in [SeededFaults::None, SeededFaults::Functional] {
                    runs.push(run(about, explorer, seed, steps, faults, probe, judges));
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
    let runs = all_runs(steps, &numbers("ORACLE_SEEDS", &[1, 2, 3]), probe, &Judges::rules());
    println!("{}", table::of(&runs));
}

/// Rules, the properties of `oracles/properties.toml` and the Detector, with a scripted model that sees
/// `ORACLE_SEES` of 100 faults, other ones with each seed, and tells a bug of `ORACLE_INVENTS` of 100 other functions.
/// `ORACLE_DISABLE` names parts of the Detector.
#[test]
#[ignore = "takes minutes; prints the table of docs/oracles.md"]
fn the_table_of_all_oracles() {
    let steps = numbers("ORACLE_STEPS", &[400])[0];
    let percent = |name, usual| u8::try_from(numbers(name, &[usual])[0]).unwrap();
    let properties = PropertySet::read(include_str!("oracles/properties.toml")).unwrap();
    let names = ["rules", "properties", "vision-droid"];
    let disabled = std::env::var("ORACLE_DISABLE").unwrap_or_default();
    let judges = Judges {
        oracles: names.map(|name| registry::find(name).unwrap()).to_vec(),
        properties: Arc::new(properties),
        model: Some((percent("ORACLE_SEES", 50), percent("ORACLE_INVENTS", 1))),
        disabled: disabled.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect(),
    };
    let runs = all_runs(steps, &numbers("ORACLE_SEEDS", &[1]), true, &judges);
    for oracles in [&names[..1], &names[..2], &names[2..], &names[..]] {
        let judged: Vec<JudgedRun> = runs.iter().map(|run| run.by(oracles)).collect();
        println!("== {}\n{}", oracles.join(" + "), table::of(&judged));
        println!("{}\n", table::ceiling(&judged));
        if oracles.contains(&"vision-droid") {
            let judged: Vec<JudgedRun> = judged.iter().map(JudgedRun::standing).collect();
            println!("== {}, performed again\n{}", oracles.join(" + "), table::of(&judged));
        }
    }
    println!("tuned faults that were not there again though a finding was right:");
    for told in runs.iter().flat_map(JudgedRun::refuted_wrongly) {
        println!("  {told}");
    }
}

/// Apps in which one button does nothing (`ORACLE_HARM=dead`) or one number is wrong (`ORACLE_HARM=wrong`), which no
/// table of faults lists: one in `ORACLE_EVERY` of them all, beside `systematic`.
#[test]
#[ignore = "takes minutes; prints a table of docs/oracles.md"]
fn the_table_of_variants() {
    let steps = numbers("ORACLE_STEPS", &[400])[0];
    let every = usize::try_from(numbers("ORACLE_EVERY", &[1])[0]).unwrap();
    let is_wrong = std::env::var("ORACLE_HARM").is_ok_and(|harm| harm == "wrong");
    let kind = if is_wrong { VariantKind::WrongNumber } else { VariantKind::DeadButton };
    let mut runs = Vec::new();
    for seed in numbers("ORACLE_SEEDS", &[1]) {
        let all = apps::all().iter().flat_map(|about| {
            let entry = apps::entry(about.name).unwrap();
            variants::of(entry, kind).into_iter().map(move |variant| (about, variant))
        });
        for (about, variant) in all.step_by(every) {
            let faults = SeededFaults::Variant(variant);
            let judged = run(about, "systematic", seed, steps, faults, true, &Judges::rules());
            println!("{}", table::line(&judged));
            runs.push(judged);
        }
    }
    println!("{}", table::of(&runs));
}

#[test]
fn a_sound_app_is_left_alone_and_a_faulty_one_is_not() {
    let rules = Judges::rules();
    let shop = apps::find("shop").unwrap();
    let sound = run(shop, "systematic", 1, 150, SeededFaults::None, true, &rules);
    assert_eq!(sound.alarms(), Vec::<String>::new());
    assert_eq!(sound.shown(), Vec::<&str>::new());
    let faulty = run(shop, "systematic", 1, 150, SeededFaults::Functional, true, &rules);
    assert!(!faulty.found().is_empty(), "of {:?}", faulty.shown());
}
