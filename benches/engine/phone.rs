//! Whole steps on the embedded phone: device, engine, explorer and log.

use ridealong::domain::Pace;
use std::path::Path;
use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use ridealong::demo;
use ridealong::device::android::{AndroidDevice, AndroidOptions};
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::protocol::{AutoLimits, RunMode};
use ridealong::store::SessionWriter;
use tokio::runtime::Runtime;

const STEPS: usize = 100;

/// Explores notes for so many steps, recorded in `folder`.
pub fn explore(runtime: &Runtime, folder: &Path, steps: usize, pictures: bool) {
    let options = demo::Options { app: None, seed: 7, pace: Pace::Virtual };
    let shell = demo::shell(&options).unwrap();
    let options = AndroidOptions {
        target: "demo:notes".into(),
        app: Some("org.ridealong.notes".into()),
        pictures,
        ..AndroidOptions::default()
    };
    let device = AndroidDevice::new(Arc::new(shell), options);
    let setup = MachineSetup {
        explorer: "systematic".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(steps as u64), ms: None },
        guard: GuardRules::default(),
        attended: false,
    };
    let explorer = (explorer::find("systematic").unwrap().make)(&explorer::ExplorerSettings {
        seed: 7,
        ..Default::default()
    })
    .unwrap();
    let writer = SessionWriter::create(folder).unwrap();
    let (driver, mut handle) =
        EngineDriver::new(Box::new(device), explorer, Asker::without_model(), setup, 7, writer);
    runtime.block_on(async {
        let running = tokio::spawn(driver.run());
        while handle.next().await.is_some() {}
        running.await.unwrap().unwrap();
    });
}

#[divan::bench(args = [true, false], sample_count = 20, sample_size = 1)]
fn steps_on_the_demo_phone(bencher: Bencher, pictures: bool) {
    let runtime = Runtime::new().unwrap();
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| tempfile::tempdir().unwrap())
        .bench_local_values(|folder| {
            explore(&runtime, &folder.path().join("session"), STEPS, pictures);
            folder
        });
}
