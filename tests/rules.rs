//! Elevate's rules alone against the baselines, on every demo app.
//!
//! All of it follows from the seeds, so what is asserted either always holds or never does.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use ridealong::domain::Pace;
use std::sync::Arc;

use ridealong::demo::apps;
use ridealong::demo::phone::Options;
use ridealong::demo::{self};
use ridealong::device::android::{self, AndroidDevice};
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer::{self, ExplorerSettings};
use ridealong::llm::Asker;
use ridealong::protocol::{AutoLimits, Event, RunMode};
use ridealong::store::SessionWriter;
use rstest::rstest;

/// A run's end differs by up to six states from seed to seed.
const SEEDS: [u64; 6] = [1, 2, 3, 4, 5, 6];

/// Actions a run.
const STEPS: u64 = 50;

/// The app's own states that were reached after each step of one run.
async fn explore(app: &str, explorer: &str, seed: u64) -> Vec<u64> {
    let folder = tempfile::tempdir().unwrap();
    let shell = demo::shell(&Options { app: None, seed, pace: Pace::Virtual }).unwrap();
    let options = android::AndroidOptions {
        target: format!("demo:{app}"),
        app: apps::find(app).map(|about| about.package.to_owned()),
        pictures: false,
        coverage: Some(demo::coverage::SOURCE),
        ..android::AndroidOptions::default()
    };
    let device = Box::new(AndroidDevice::new(Arc::new(shell), options));
    let setup = MachineSetup {
        explorer: explorer.into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(STEPS), ..RunBudget::default() },
        guard: GuardRules::default(),
        attended: false,
    };
    let make = explorer::find(explorer).unwrap().make;
    let explorer = make(&ExplorerSettings { seed, ..ExplorerSettings::default() }).unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let asker = Asker::without_model();
    let (driver, mut handle) = EngineDriver::new(device, explorer, asker, setup, seed, writer);
    let running = tokio::spawn(driver.run());
    let mut curve = vec![0];
    while let Some(record) = handle.next().await {
        match &record.event {
            Event::Performed(_) => curve.push(*curve.last().unwrap()),
            Event::Covered(coverage) => {
                *curve.last_mut().unwrap() = coverage.get("states").unwrap().covered;
            }
            _ => {}
        }
    }
    running.await.unwrap().unwrap();
    curve
}

/// The area under the curves, and their ends, both as a mean over `seeds`.
async fn means(app: &str, explorer: &str, seeds: &[u64]) -> (f64, f64) {
    let (mut area, mut end) = (0, 0);
    for seed in seeds {
        let curve = explore(app, explorer, *seed).await;
        area += curve.iter().sum::<u64>();
        end += curve.last().unwrap();
    }
    let count = seeds.len() as f64;
    (area as f64 / count / STEPS as f64, end as f64 / count)
}

#[rstest]
#[case("notes")]
#[case("shop")]
#[case("books")]
#[case("alarm")]
#[case("health")]
#[case("settings")]
#[tokio::test]
async fn the_rules_alone_reach_more_states_per_step_than_the_baselines(#[case] app: &str) {
    let rules = means(app, "elevate", &SEEDS).await;
    // The first fifty steps of `systematic` do not depend on the seed.
    for (baseline, seeds) in [("systematic", &[1][..]), ("monkey", &SEEDS)] {
        let other = means(app, baseline, seeds).await;
        assert!(
            rules.0 > other.0 && rules.1 > other.1,
            "{app}: elevate {rules:?}, {baseline} {other:?} (mean states over {STEPS} steps, at the end)"
        );
    }
}
