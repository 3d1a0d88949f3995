//! The table: means over seeds of states and faults, for each target, explorer, length and model.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::runs::{Answerer, PlannedRun, RunFigures, run};

const ANSWERERS: [Answerer; 4] =
    [Answerer::Rules, Answerer::Weak, Answerer::Busy, Answerer::Oracle];
const TARGETS: &str = "demo:notes,demo:shop,demo:books,demo:alarm,demo:health,demo:settings,\
                       voice:quiz,voice:pizza,voice:adventure";

/// What the environment variable `name` lists, or else `otherwise`.
fn listed(name: &str, otherwise: &str) -> Vec<String> {
    let list = std::env::var(name).unwrap_or_else(|_| otherwise.to_owned());
    list.split(',').map(|part| part.trim().to_owned()).collect()
}

fn numbers(name: &str, otherwise: &str) -> Vec<u64> {
    listed(name, otherwise).iter().map(|number| number.parse().unwrap()).collect()
}

/// The runs of the table.
pub fn plans() -> Vec<PlannedRun> {
    let explorers = listed("SCRIPTED_EXPLORERS", "elevate,vlm-fuzz");
    let seeds = numbers("SCRIPTED_SEEDS", "1,2,3,4,5");
    let answerers = listed("SCRIPTED_MODELS", "rules,weak,busy,oracle");
    let mut plans = Vec::new();
    for target in listed("SCRIPTED_TARGETS", TARGETS) {
        for explorer in ["elevate", "vlm-fuzz"] {
            // What vlm-fuzz asks is about displays.
            let suits = explorer == "elevate" || target.starts_with("demo:");
            if !suits || !explorers.iter().any(|name| name == explorer) {
                continue;
            }
            for steps in numbers("SCRIPTED_STEPS", "30,60,120") {
                for answerer in
                    ANSWERERS.into_iter().filter(|a| answerers.contains(&a.word().into()))
                {
                    let target = || target.clone();
                    let plan = |seed: &u64| PlannedRun {
                        target: target(),
                        explorer,
                        answerer,
                        seed: *seed,
                        steps,
                    };
                    plans.extend(seeds.iter().map(plan));
                }
            }
        }
    }
    plans
}

/// Makes all runs, two at a time.
pub async fn all(plans: Vec<PlannedRun>) -> Vec<(PlannedRun, RunFigures)> {
    let slots = Arc::new(Semaphore::new(2));
    let mut running = JoinSet::new();
    for (place, plan) in plans.into_iter().enumerate() {
        let slots = slots.clone();
        running.spawn(async move {
            let _slot = slots.acquire().await.unwrap();
            let figures = run(&plan).await;
            (place, plan, figures)
        });
    }
    let mut done = running.join_all().await;
    done.sort_by_key(|(place, ..)| *place);
    done.into_iter().map(|(_, plan, figures)| (plan, figures)).collect()
}

type Cell = (String, &'static str, u64);

/// The results as text: a line for each target, explorer and length, then the sums.
pub fn reported(results: &[(PlannedRun, RunFigures)]) -> String {
    let mut cells: BTreeMap<Cell, BTreeMap<Answerer, Vec<&RunFigures>>> = BTreeMap::new();
    for (plan, figures) in results {
        let surface = if plan.target.starts_with("voice:") { "all voice" } else { "all displays" };
        for target in [plan.target.clone(), surface.to_owned()] {
            let cell = cells.entry((target, plan.explorer, plan.steps)).or_default();
            cell.entry(plan.answerer).or_default().push(figures);
        }
    }
    let mut text = format!(
        "{:14} {:9} {:>5}  {:^31}  {:^31}  {:^20}  {:^20}\n{:14} {:9} {:>5}  {}  {}  {}  {}\n",
        "",
        "",
        "",
        "states",
        "faults",
        "questions/step",
        "tokens/step",
        "target",
        "explorer",
        "steps",
        "  rules    weak    busy  oracle",
        "  rules    weak    busy  oracle",
        "  weak   busy oracle",
        "  weak   busy oracle",
    );
    for ((target, explorer, steps), cell) in &cells {
        let _ = write!(text, "{target:14} {explorer:9} {steps:>5} ");
        let figure = |answerer: Answerer, count: fn(&RunFigures) -> u64| {
            let runs = cell.get(&answerer).filter(|runs| !runs.is_empty())?;
            let sum: u64 = runs.iter().map(|run| count(run)).sum();
            Some(sum as f64 / runs.len() as f64)
        };
        for count in [(|run| run.states) as fn(&RunFigures) -> u64, |run| run.faults] {
            for answerer in ANSWERERS {
                let _ = match figure(answerer, count) {
                    Some(mean) => write!(text, " {mean:7.1}"),
                    None => write!(text, " {:>7}", "-"),
                };
            }
            text.push(' ');
        }
        for count in [(|run| run.questions) as fn(&RunFigures) -> u64, |run| run.tokens] {
            for answerer in [Answerer::Weak, Answerer::Busy, Answerer::Oracle] {
                let mean = figure(answerer, count).unwrap_or(0.0) / *steps as f64;
                let _ = write!(text, " {mean:6.*}", if mean < 10.0 { 2 } else { 0 });
            }
            text.push(' ');
        }
        text.push('\n');
    }
    text
}
