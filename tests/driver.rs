//! The driver with a device that is told what to do.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use ridealong::device::{ActionReport, AppInfo, Device, DeviceFuture, DeviceInfo, Observation};
use ridealong::domain::{Action, DeviceCapabilities, DisplaySize};
use ridealong::engine::{EngineDriver, EngineHandle, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::protocol::{AutoLimits, EndReason, Event, Op, RunMode};
use ridealong::store::SessionWriter;

/// A device that never answers what it is told to be silent about.
struct Silent {
    info: DeviceInfo,
    identifies: bool,
    closed: Arc<Mutex<bool>>,
}

impl Device for Silent {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn capabilities(&self) -> DeviceCapabilities {
        DeviceCapabilities::PHONE
    }

    fn identify(&mut self) -> DeviceFuture<'_, ()> {
        if !self.identifies {
            return std::future::pending().boxed();
        }
        self.info.model = "Silent 1".into();
        async { Ok(()) }.boxed()
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        std::future::pending().boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        std::future::pending().boxed()
    }

    fn perform<'a>(&'a mut self, _action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        std::future::pending().boxed()
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        *self.closed.lock().unwrap() = true;
        async { Ok(()) }.boxed()
    }

    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        std::future::pending().boxed()
    }
}

struct RunningSession {
    handle: EngineHandle,
    closed: Arc<Mutex<bool>>,
    task: tokio::task::JoinHandle<()>,
    _folder: tempfile::TempDir,
}

fn start(identifies: bool) -> RunningSession {
    let folder = tempfile::tempdir().unwrap();
    let closed = Arc::new(Mutex::new(false));
    let info = DeviceInfo {
        target: "silent".into(),
        model: String::new(),
        system: String::new(),
        size: DisplaySize::new(720, 1600),
    };
    let device = Silent { info, identifies, closed: closed.clone() };
    let setup = MachineSetup {
        explorer: "monkey".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget::default(),
        guard: GuardRules::default(),
        attended: false,
    };
    let explorer = (explorer::find("monkey").unwrap().make)(&explorer::ExplorerSettings {
        seed: 1,
        ..Default::default()
    })
    .unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let (driver, handle) =
        EngineDriver::new(Box::new(device), explorer, Asker::without_model(), setup, 1, writer);
    let task = tokio::spawn(async move {
        driver.run().await.unwrap();
    });
    RunningSession { handle, closed, task, _folder: folder }
}

async fn events(handle: &mut EngineHandle) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(record) = handle.next().await {
        events.push(record.event.clone());
    }
    events
}

#[tokio::test]
async fn a_session_begins_with_who_the_device_is() {
    let mut running = start(true);
    running.handle.send(Op::Charter { text: "look around".into() });
    let first = running.handle.next().await.unwrap();
    assert!(
        matches!(&first.event, Event::SessionStarted(started) if started.device == "Silent 1"),
        "{first:?}"
    );
    running.handle.send(Op::Quit);
    let rest = events(&mut running.handle).await;
    assert!(matches!(&rest[..], [Event::CharterSet(_), Event::Ended(_)]), "{rest:?}");
}

#[tokio::test]
async fn quit_is_taken_while_the_device_does_not_tell_who_it_is() {
    let mut running = start(false);
    running.handle.send(Op::Quit);
    let events = events(&mut running.handle).await;
    assert!(
        matches!(&events[..], [Event::SessionStarted(_), Event::Ended(ended)] if ended.reason == EndReason::Tester),
        "{events:?}"
    );
    running.task.await.unwrap();
    assert!(*running.closed.lock().unwrap(), "the device is left as it was found");
}

#[tokio::test]
async fn quit_is_taken_while_the_app_does_not_open() {
    let mut running = start(true);
    let first = running.handle.next().await.unwrap();
    assert!(matches!(first.event, Event::SessionStarted(_)));
    running.handle.send(Op::Quit);
    let events = events(&mut running.handle).await;
    assert!(matches!(&events[..], [Event::Ended(_)]), "{events:?}");
    running.task.await.unwrap();
}
