//! Phones in trouble: every run goes on or ends with a reason in plain words, and soon.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use ridealong::domain::Pace;
use std::sync::Arc;
use std::time::Duration;

use ridealong::demo::phone::Trouble;
use ridealong::demo::{self, DemoShell};
use ridealong::device::android::{AndroidDevice, AndroidOptions};
use ridealong::device::{Device, DeviceError};
use ridealong::domain::Action;
use ridealong::engine::{EngineDriver, EngineHandle, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::protocol::{AutoLimits, EndReason, Event, Obstacle, Op, RunMode};
use ridealong::store::SessionWriter;
use tokio::time::timeout;

/// Steps a run may take.
const STEPS: u64 = 80;
/// How long a test waits for the end of a run that should take a second or two.
const PATIENCE: Duration = Duration::from_secs(300);

const EXPLORERS: [&str; 4] = ["systematic", "monkey", "elevate", "vlm-fuzz"];

/// A phone that `trouble` befalls after so many touches and keys.
fn phone(after: u32, trouble: Trouble) -> DemoShell {
    let options = demo::Options { app: None, seed: 7, pace: Pace::Virtual };
    let shell = demo::shell(&options).unwrap();
    shell.phone().befall(after, trouble);
    shell
}

fn device(shell: &DemoShell) -> AndroidDevice {
    let options = AndroidOptions {
        target: "demo:notes".into(),
        app: Some("org.ridealong.notes".into()),
        pictures: false,
        ..AndroidOptions::default()
    };
    AndroidDevice::new(Arc::new(shell.clone()), options)
}

struct RunningSession {
    handle: EngineHandle,
    task: tokio::task::JoinHandle<()>,
    _folder: tempfile::TempDir,
}

fn start(shell: &DemoShell, name: &str, attended: bool) -> RunningSession {
    let folder = tempfile::tempdir().unwrap();
    let setup = MachineSetup {
        explorer: name.into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(STEPS), ms: None },
        guard: GuardRules::default(),
        attended,
    };
    let settings = explorer::ExplorerSettings { seed: 7, ..Default::default() };
    let explorer = (explorer::find(name).unwrap().make)(&settings).unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let asker = Asker::without_model();
    let (driver, handle) =
        EngineDriver::new(Box::new(device(shell)), explorer, asker, setup, 7, writer);
    let task = tokio::spawn(async move {
        driver.run().await.unwrap();
    });
    RunningSession { handle, task, _folder: folder }
}

/// Runs to the end: its reason, the actions of its decisions, and the events.
async fn run(shell: &DemoShell, name: &str) -> (EndReason, Vec<Action>, Vec<Event>) {
    let mut running = start(shell, name, false);
    let all = async {
        let mut events = Vec::new();
        while let Some(record) = running.handle.next().await {
            events.push(record.event.clone());
        }
        running.task.await.unwrap();
        events
    };
    let events = timeout(PATIENCE, all).await.unwrap();
    let Some(Event::Ended(ended)) = events.last() else { panic!("{:?}", events.last()) };
    let actions = events.iter().filter_map(|event| match event {
        Event::Decided(decided) => decided.action.clone(),
        _ => None,
    });
    (ended.reason.clone(), actions.collect(), events.clone())
}

fn starts(actions: &[Action]) -> usize {
    actions.iter().filter(|action| **action == Action::Restart).count()
}

fn stuck(reason: &EndReason) -> (Obstacle, &str) {
    match reason {
        EndReason::Stuck { obstacle, what, hint } => {
            assert!(hint.is_some(), "{reason:?}");
            (*obstacle, what)
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_phone_that_is_gone_ends_the_run() {
    let (reason, ..) = run(&phone(9, Trouble::Gone), "systematic").await;
    assert!(
        matches!(&reason, EndReason::DeviceLost { what } if what.contains("is gone")),
        "{reason:?}"
    );
}

#[tokio::test]
async fn an_app_that_never_starts_is_told_when_it_is_opened() {
    let (reason, actions, _) = run(&phone(0, Trouble::CannotStart), "systematic").await;
    let EndReason::CannotOpen { what, hint } = reason else { panic!("{reason:?}") };
    assert!(what.contains("Permission Denial") && hint.is_some(), "{what}");
    assert!(actions.is_empty());
}

#[tokio::test]
async fn an_app_that_starts_no_more_ends_the_run_after_a_few_tries() {
    for name in EXPLORERS {
        let (reason, actions, _) = run(&phone(9, Trouble::CannotStart), name).await;
        let (obstacle, what) = stuck(&reason);
        assert_eq!(obstacle, Obstacle::NotInFront, "{name}");
        assert!(what.contains("org.ridealong.notes does not stay in front"), "{what}");
        assert!(what.contains("com.android.launcher3"), "{what}");
        assert!(starts(&actions) <= 7, "{name}: {actions:?}");
    }
}

#[tokio::test]
async fn an_app_that_closes_at_once_ends_the_run_after_a_few_tries() {
    for name in EXPLORERS {
        for after in [0, 9] {
            let (reason, actions, _) = run(&phone(after, Trouble::ClosesAtOnce), name).await;
            assert_eq!(stuck(&reason).0, Obstacle::NotInFront, "{name}");
            assert!(starts(&actions) <= 7, "{name}: {actions:?}");
        }
    }
}

#[tokio::test]
async fn a_plain_lock_screen_is_taken_away() {
    for after in [0, 9] {
        let (reason, actions, _) =
            run(&phone(after, Trouble::Locked { secret: false }), "systematic").await;
        assert_eq!(reason, EndReason::Steps);
        assert!(starts(&actions) < 10, "{actions:?}");
    }
    let shell = phone(0, Trouble::Locked { secret: false });
    let mut device = device(&shell);
    device.identify().await.unwrap();
    shell.phone().open("org.ridealong.notes");
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.package, "org.ridealong.notes");
    assert!(seen.notices.iter().any(|what| what.contains("lock screen")), "{:?}", seen.notices);
}

#[tokio::test]
async fn a_lock_screen_with_a_secret_is_named() {
    let locked = Trouble::Locked { secret: true };
    let (reason, ..) = run(&phone(0, locked), "systematic").await;
    let EndReason::CannotOpen { what, hint } = reason else { panic!("{reason:?}") };
    assert!(what.contains("locked with a PIN") && hint.unwrap().contains("unlock it"), "{what}");
    for name in EXPLORERS {
        let (reason, actions, _) = run(&phone(9, locked), name).await;
        let (obstacle, what) = stuck(&reason);
        assert_eq!(obstacle, Obstacle::Locked, "{name}");
        assert!(what.contains("locked with a PIN"), "{what}");
        assert!(starts(&actions) <= 2, "{name}: {actions:?}");
    }
    let error = device(&phone(0, locked)).open().await.unwrap_err();
    assert!(matches!(error, DeviceError::Locked { secret: true }), "{error}");
}

#[tokio::test]
async fn an_endless_spinner_ends_the_run() {
    for name in EXPLORERS {
        let shell = phone(9, Trouble::Spinner);
        let (reason, actions, events) = run(&shell, name).await;
        let (obstacle, what) = stuck(&reason);
        assert_eq!(obstacle, Obstacle::NothingToDo, "{name}: {what}");
        assert!(what.contains("nothing to act on"), "{what}");
        assert!(starts(&actions) <= 10, "{name}: {actions:?}");
        let busy = |event: &&Event| matches!(event, Event::Observed(seen) if seen.busy);
        assert!(events.iter().filter(busy).count() >= 1, "{name}: it was waited for");
        // Two minutes for the spinner, once, and not a minute for each look.
        assert!(shell.phone().now_ms() < 600_000, "{name}: {}", shell.phone().now_ms());
    }
}

#[tokio::test]
async fn a_screen_that_never_comes_back_ends_the_run() {
    for said in [
        "ERROR: null root node returned by UiTestAutomationBridge.",
        "ERROR: could not get idle state.",
    ] {
        for name in EXPLORERS {
            for after in [0, 9] {
                let (reason, actions, _) =
                    run(&phone(after, Trouble::Unreadable(said)), name).await;
                let (obstacle, what) = stuck(&reason);
                assert_eq!(obstacle, Obstacle::Unreadable, "{name}: {what}");
                assert!(what.contains(said), "{what}");
                assert!(starts(&actions) <= 15, "{name}: {actions:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_tester_takes_over_instead() {
    for trouble in [Trouble::ClosesAtOnce, Trouble::Locked { secret: true }] {
        let shell = phone(9, trouble);
        let mut running = start(&shell, "systematic", true);
        let mut warned = None;
        let resting = async {
            while let Some(record) = running.handle.next().await {
                match &record.event {
                    Event::Warned(warning) => warned = Some(warning.clone()),
                    Event::Idled(_) => return true,
                    _ => {}
                }
            }
            false
        };
        assert!(timeout(PATIENCE, resting).await.unwrap(), "{trouble:?}");
        let warned = warned.unwrap();
        assert!(warned.hint.is_some(), "{warned:?}");
        running.handle.send(Op::Quit);
        while running.handle.next().await.is_some() {}
        running.task.await.unwrap();
    }
}
