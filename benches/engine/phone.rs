//! Whole steps on the embedded phone: device, engine, explorer and log.

use std::path::Path;
use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use ridealong::demo::{self, Pace};
use ridealong::device::android::{AndroidDevice, Options};
use ridealong::engine::{Budget, Driver, Guard, Setup};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::protocol::{Mode, Until};
use ridealong::store::Writer;
use tokio::runtime::Runtime;

const STEPS: usize = 100;

/// Explores notes for so many steps, recorded in `folder`.
pub fn ride(runtime: &Runtime, folder: &Path, steps: usize, pictures: bool) {
    let options = demo::Options { app: None, seed: 7, pace: Pace::Virtual };
    let shell = demo::shell(&options).unwrap();
    let options = Options {
        target: "demo:notes".into(),
        app: Some("org.ridealong.notes".into()),
        pictures,
        ..Options::default()
    };
    let device = AndroidDevice::new(Arc::new(shell), options);
    let setup = Setup {
        explorer: "systematic".into(),
        mode: Mode::Auto { until: Until::default() },
        budget: Budget { steps: Some(steps as u64), ms: None },
        guard: Guard::default(),
        attended: false,
    };
    let explorer = (explorer::find("systematic").unwrap().make)(&explorer::Settings {
        seed: 7,
        ..Default::default()
    });
    let writer = Writer::create(folder).unwrap();
    let (driver, mut handle) =
        Driver::new(Box::new(device), explorer, Asker::without_model(), setup, 7, writer);
    runtime.block_on(async {
        let riding = tokio::spawn(driver.run());
        while handle.next().await.is_some() {}
        riding.await.unwrap().unwrap();
    });
}

#[divan::bench(args = [true, false], sample_count = 20, sample_size = 1)]
fn steps_on_the_demo_phone(bencher: Bencher, pictures: bool) {
    let runtime = Runtime::new().unwrap();
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| tempfile::tempdir().unwrap())
        .bench_local_values(|folder| {
            ride(&runtime, &folder.path().join("session"), STEPS, pictures);
            folder
        });
}
