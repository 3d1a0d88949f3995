//! `ridealong demo attack`: how many seeded input faults are found, as in tables 2 to 5 of
//! InputBlaster's paper.
//!
//! Each fault is a run of its own: the app with this fault alone, led to the form. It counts how often
//! the form was sent, and the phone's own minutes, until the app crashes.

mod minimal;
mod run;
mod table;

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use self::run::AttackRun;
use self::table::AttackFigures;
use crate::cli::args::{AttackArgs, FaultHalf};
use crate::cli::startup::NO_MODEL;
use crate::cli::{CliError, output};
use crate::demo::apps::{self, Entry};
use crate::demo::input_faults::{InputFault, is_set_aside};
use crate::explorer::input_blaster::InputBlaster;
use crate::explorer::weights::WeightValues;

/// Attempts within which a fault counts as found, as in the paper.
const ATTEMPTS: usize = 30;
/// Minutes of the phone's clock within which it does.
const MINUTES: f64 = 30.0;

/// Who is compared.
#[derive(Clone, Copy, Debug)]
struct AttackContender {
    name: &'static str,
    explorer: &'static str,
    disabled: &'static [&'static str],
    values: Option<&'static str>,
}

/// All of them, the first being what the others are compared with.
const CONTENDERS: &[AttackContender] = &[
    part("input-blaster", &[]),
    part("no-valid", &["valid"]),
    part("no-constraints", &["constraints"]),
    part("no-rules", &["rules"]),
    part("no-feedback", &["feedback"]),
    part("no-generator", &["generator"]),
    part("no-examples", &["examples"]),
    source("form-variants"),
    source("naughty"),
    source("boundary"),
    source("random"),
    AttackContender { name: "monkey", explorer: "monkey", disabled: &[], values: None },
];

const fn part(name: &'static str, disabled: &'static [&'static str]) -> AttackContender {
    AttackContender { name, explorer: InputBlaster::NAME, disabled, values: None }
}

const fn source(name: &'static str) -> AttackContender {
    AttackContender { name, explorer: InputBlaster::NAME, disabled: &[], values: Some(name) }
}

/// The names of all contenders.
pub fn names() -> Vec<&'static str> {
    CONTENDERS.iter().map(|contender| contender.name).collect()
}

/// Attacks the form of each seeded input fault that `args` name, and prints the shares found.
///
/// # Errors
/// If a contender does not exist, or runs cannot be recorded.
pub async fn attack(args: &AttackArgs) -> Result<(), CliError> {
    let contenders = chosen(&args.explorers)?;
    weights(&args.weight)?;
    let faults = faults(args);
    let mut rows = vec![table::heading(args.minutes)];
    let mut results = Vec::new();
    for contender in contenders {
        for (nth, llm) in args.llm.iter().enumerate() {
            // Only the whole one is compared with several models.
            if nth > 0 && contender.name != InputBlaster::NAME {
                continue;
            }
            let name = if llm == NO_MODEL {
                contender.name.to_owned()
            } else {
                format!("{}, {llm}", contender.name)
            };
            let figures = all(contender, llm, &faults, args).await?;
            if !args.json {
                output::tell(&table::missed(&name, &figures));
                if args.minimise {
                    output::tell(&table::minimised(&name, &figures));
                }
            }
            rows.push(table::row(&name, &figures, args.minutes));
            results.push(table::json(&name, &figures));
        }
    }
    if args.json {
        return output::say(&Value::Array(results).to_string());
    }
    output::say(&output::table(&rows))
}

/// A fault with the app that has it.
type SeededFault = (&'static Entry, &'static InputFault);

/// The faults that `args` name.
fn faults(args: &AttackArgs) -> Vec<SeededFault> {
    apps::entries()
        .iter()
        .filter(|entry| args.app.as_deref().is_none_or(|app| app == entry.about.name))
        .flat_map(|entry| entry.about.input_faults.iter().map(move |fault| (entry, fault)))
        .filter(|(_, fault)| match args.half {
            FaultHalf::All => true,
            FaultHalf::Tuned => !is_set_aside(fault.id),
            FaultHalf::SetAside => is_set_aside(fault.id),
        })
        .collect()
}

fn chosen(named: &[String]) -> Result<Vec<AttackContender>, CliError> {
    if named.is_empty() {
        return Ok(CONTENDERS.to_vec());
    }
    let find = |name: &String| {
        let found = CONTENDERS.iter().find(|contender| contender.name == name).copied();
        found.ok_or_else(|| {
            CliError::new(format!("there is nobody called {name:?} to compare"), 2)
                .hint(format!("there are {}", names().join(", ")))
        })
    };
    named.iter().map(find).collect()
}

/// The weights that `named` set.
fn weights(named: &[String]) -> Result<WeightValues, CliError> {
    let read = |set: &String| {
        let (name, value) = set.split_once('=')?;
        Some((name.to_owned(), serde_json::from_str::<serde_json::Number>(value).ok()?.into()))
    };
    let each = named.iter().map(|set| {
        let wrong = || CliError::new(format!("{set:?} sets no weight"), 2);
        read(set).ok_or_else(|| wrong().hint("write NAME=NUMBER, such as example=0"))
    });
    each.collect()
}

/// Runs `contender` on all `faults` with all seeds, as many at a time as there are cores.
async fn all(
    contender: AttackContender,
    llm: &str,
    faults: &[SeededFault],
    args: &AttackArgs,
) -> Result<Vec<AttackFigures>, CliError> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let slots = Arc::new(Semaphore::new(cores));
    let mut running = JoinSet::new();
    let seeds = args.seed..args.seed + args.seeds;
    let runs = seeds.flat_map(|seed| faults.iter().map(move |fault| (seed, *fault)));
    for (place, (seed, fault)) in runs.enumerate() {
        let slots = slots.clone();
        let (llm, keep) = (llm.to_owned(), args.keep.clone());
        let (minutes, minimise) = (args.minutes, args.minimise);
        let weights = weights(&args.weight)?;
        let run = AttackRun { contender, llm, seed, minutes, minimise, weights, keep };
        running.spawn(async move {
            // Never closed, so this only waits.
            let _slot = slots.acquire().await;
            (place, run.of(fault).await)
        });
    }
    let mut figures = Vec::new();
    while let Some(joined) = running.join_next().await {
        let (place, result) =
            joined.map_err(|error| CliError::new(format!("a run ended early: {error}"), 3))?;
        figures.push((place, result?));
    }
    figures.sort_by_key(|(place, _)| *place);
    Ok(figures.into_iter().map(|(_, figures)| figures).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_a_name_and_a_number() {
        let set = weights(&["example=0".to_owned(), "refused=0.5".to_owned()]).unwrap();
        assert_eq!(set["example"], serde_json::json!(0));
        assert_eq!(set["refused"], serde_json::json!(0.5));
        for wrong in ["example", "example=", "=x", "example=much"] {
            assert!(weights(&[wrong.to_owned()]).is_err(), "{wrong}");
        }
    }

    /// The goal of the explorer: six of ten faults of the half on which nothing was tuned.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "it measures, for minutes: cargo test --lib cli::demo::attack -- --ignored --nocapture"]
    async fn six_of_ten_faults_that_were_set_aside_are_found() {
        let args = AttackArgs { seed: 1, seeds: 1, ..AttackArgs::default() };
        let figures = all(CONTENDERS[0], NO_MODEL, &faults(&args), &args).await.unwrap();
        println!("{}", table::row(CONTENDERS[0].name, &figures, false).join(" | "));
        println!("{}", table::missed(CONTENDERS[0].name, &figures));
        let aside: Vec<_> = figures.iter().filter(|it| is_set_aside(it.fault)).collect();
        let found = aside.iter().filter(|it| it.in_attempts()).count();
        assert!(found * 10 >= aside.len() * 6, "{found} of {}", aside.len());
    }
}
