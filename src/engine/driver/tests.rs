//! Oracles beside a whole run.

use std::path::Path;

use futures_util::future::{self, FutureExt as _};
use tokio::sync::Semaphore;

use super::*;
use crate::device::recorded::{SimulatedApp, folder};
use crate::device::{ActionReport, AppInfo, DeviceFuture, Observation};
use crate::domain::{Action, AppCrash, Coverage, DeviceCapabilities};
use crate::engine::{GuardRules, RunBudget};
use crate::explorer;
use crate::oracle::{Judging, Oracle, OracleSettings};
use crate::protocol::{AutoLimits, RunMode};

const STEPS: u64 = 12;

/// What every turn is reported as.
fn finding(turn: &JudgedTurn) -> Vec<Finding> {
    let group = format!("turn {}", turn.step % 5);
    vec![Finding { title: "odd".into(), group, step: turn.step, ..Finding::default() }]
}

/// Reports every turn at once.
struct Quick;

impl Oracle for Quick {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, _asker: &'a mut Asker) -> Judging<'a> {
        future::ready(finding(turn)).boxed()
    }
}

/// Reports every turn, each once it is allowed to.
struct Slow(&'static Semaphore);

impl Oracle for Slow {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, _asker: &'a mut Asker) -> Judging<'a> {
        async {
            self.0.acquire().await.unwrap().forget();
            finding(turn)
        }
        .boxed()
    }
}

static ALLOWED: Semaphore = Semaphore::const_new(0);
static NEVER: Semaphore = Semaphore::const_new(0);

static QUICK: OracleEntry = entry("quick", false, |_| Box::new(Quick));
static SLOW: OracleEntry = entry("slow", true, |_| Box::new(Slow(&ALLOWED)));
static STUCK: OracleEntry = entry("stuck", true, |_| Box::new(Slow(&NEVER)));

const fn entry(
    name: &'static str,
    needs_model: bool,
    make: fn(&OracleSettings) -> Box<dyn Oracle>,
) -> OracleEntry {
    OracleEntry {
        name,
        help: "every turn",
        needs_model,
        queries: &[],
        parts: &[],
        default: false,
        make,
    }
}

/// A run of some steps on recorded dialogues, judged by `oracle`.
fn session(
    oracle: &'static OracleEntry,
    steps: Option<u64>,
) -> (EngineDriver, EngineHandle, tempfile::TempDir) {
    session_on(Box::new(moon_guide()), oracle, steps)
}

fn moon_guide() -> SimulatedApp {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dialogues/moon-guide");
    SimulatedApp::new("recorded:moon-guide", &folder::read(&path, None).unwrap(), 1)
}

/// The same on `device`.
fn session_on(
    device: Box<dyn Device>,
    oracle: &'static OracleEntry,
    steps: Option<u64>,
) -> (EngineDriver, EngineHandle, tempfile::TempDir) {
    let setup = MachineSetup {
        explorer: "monkey".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps, ms: None },
        guard: GuardRules::default(),
        attended: false,
    };
    let settings = explorer::ExplorerSettings { seed: 1, ..Default::default() };
    let monkey = (explorer::find("monkey").unwrap().make)(&settings).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let asking = Asker::without_model();
    let (driver, handle) = EngineDriver::new(device, monkey, asking, setup, 1, writer);
    (driver.with_oracles(vec![oracle]), handle, folder)
}

/// The rest of the events.
async fn events(handle: &mut EngineHandle) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(record) = handle.next().await {
        events.push(record.event.clone());
    }
    events
}

fn found(events: &[Event]) -> Vec<&Finding> {
    let found = events.iter().filter_map(|event| match event {
        Event::Found(finding) => Some(finding),
        _ => None,
    });
    found.collect()
}

#[tokio::test]
async fn what_rules_find_stands_before_the_observation_of_its_step() {
    let (driver, mut handle, _folder) = session(&QUICK, Some(STEPS));
    driver.run().await.unwrap();
    let events = events(&mut handle).await;
    let mut last = None;
    let mut judged = 0;
    for event in &events {
        match event {
            Event::Found(finding) => last = Some(finding.step),
            Event::Observed(observed) => {
                assert_eq!(last.take(), Some(observed.step));
                judged += 1;
            }
            _ => {}
        }
    }
    assert_eq!(judged, STEPS + 1, "the opening and each step");
    let firsts = found(&events).iter().filter(|finding| finding.first).count();
    assert_eq!(firsts, 5, "one for each group");
    assert!(found(&events).iter().all(|finding| finding.oracle == "quick"));
}

#[tokio::test]
async fn a_slow_judge_does_not_hold_back_the_run_and_is_awaited_at_its_end() {
    let (driver, mut handle, _folder) = session(&SLOW, Some(STEPS));
    let task = tokio::spawn(driver.run());
    let mut before = Vec::new();
    while let Some(record) = handle.next().await {
        before.push(record.event.clone());
        if matches!(&record.event, Event::Performed(performed) if performed.step == STEPS) {
            break;
        }
    }
    assert!(found(&before).is_empty(), "nothing could be judged yet");
    ALLOWED.add_permits(STEPS as usize + 1);
    let after = events(&mut handle).await;
    let steps: Vec<u64> = found(&after).iter().map(|finding| finding.step).collect();
    assert_eq!(steps, (0..=STEPS).collect::<Vec<_>>(), "each names its step, in order");
    assert!(matches!(after.last(), Some(Event::Ended(_))), "{:?}", after.last());
    task.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_judge_that_never_answers_is_given_up_at_the_end() {
    let (driver, mut handle, _folder) = session(&STUCK, None);
    let task = tokio::spawn(driver.run());
    while let Some(record) = handle.next().await {
        if matches!(&record.event, Event::Performed(performed) if performed.step == 3) {
            break;
        }
    }
    handle.send(Op::Quit);
    let events = events(&mut handle).await;
    task.await.unwrap().unwrap();
    let end = &events[events.len() - 2..];
    assert!(matches!(end, [Event::Warned(_), Event::Ended(_)]), "{end:?}");
}

static UNHANGED: Semaphore = Semaphore::const_new(0);

/// A device that opens its app only once it is allowed to.
struct Hanging(SimulatedApp);

impl Device for Hanging {
    fn info(&self) -> &DeviceInfo {
        self.0.info()
    }

    fn capabilities(&self) -> DeviceCapabilities {
        self.0.capabilities()
    }

    fn identify(&mut self) -> DeviceFuture<'_, ()> {
        self.0.identify()
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        async {
            UNHANGED.acquire().await.unwrap().forget();
            self.0.open().await
        }
        .boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        self.0.observe()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        self.0.perform(action)
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        self.0.crashes()
    }

    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        self.0.coverage()
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        self.0.close()
    }

    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        self.0.reconnect()
    }
}

#[tokio::test]
async fn a_device_that_hangs_is_reported_while_it_hangs() {
    let (driver, mut handle, _folder) =
        session_on(Box::new(Hanging(moon_guide())), &QUICK, Some(1));
    let task = tokio::spawn(driver.with_slow(Duration::from_millis(5)).run());
    let mut warned = 0;
    while let Some(record) = handle.next().await {
        if let Event::Warned(warning) = &record.event {
            assert!(warning.what.contains("opening the app has taken"), "{}", warning.what);
            warned += 1;
        }
        if warned == 2 {
            break;
        }
    }
    UNHANGED.add_permits(1);
    let rest = events(&mut handle).await;
    assert!(matches!(rest.last(), Some(Event::Ended(_))), "{:?}", rest.last());
    task.await.unwrap().unwrap();
}
