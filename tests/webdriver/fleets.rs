//! Fleets and runs on servers that fail in the middle of a run, and programs that are killed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

use super::appium::{AppiumFaults, FakeAppium};
use super::relay::{Relay, RelayState};

/// The longest that anything here may take, on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// Phones behind relays, and a fleet with one worker for each of them.
struct PhoneFleet {
    phones: Vec<FakeAppium>,
    relays: Vec<Relay>,
    folder: tempfile::TempDir,
    running: Child,
}

impl PhoneFleet {
    async fn start(phones: usize, steps: u64) -> Self {
        let mut fleet = Vec::new();
        for _ in 0..phones {
            let phone = FakeAppium::start(AppiumFaults::default()).await;
            let relay = Relay::to(&phone.url()).await;
            fleet.push((phone, relay));
        }
        let (phones, relays): (Vec<_>, Vec<Relay>) = fleet.into_iter().unzip();
        let target = |relay: &Relay| {
            format!("{{ target = \"webdriver:{}\", app = \"org.example.tea\" }}", relay.url())
        };
        let targets: Vec<String> = relays.iter().map(target).collect();
        let spec = format!(
            "steps = {steps}\npictures = false\npause_ms = 50\ntargets = [{}]\n",
            targets.join(", ")
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("phones.toml");
        std::fs::write(&path, spec).unwrap();
        let sessions = folder.path().join("sessions");
        let running = program(&[path.as_os_str(), "--sessions".as_ref(), sessions.as_os_str()]);
        Self { phones, relays, folder, running }
    }

    /// Kills the program and starts it again to continue.
    async fn kill_and_resume(&mut self) {
        self.running.kill().await.unwrap();
        let fleet = folders(&self.folder.path().join("sessions")).remove(0);
        self.running = program(&["--resume".as_ref(), fleet.as_os_str()]);
    }

    /// Actions that the worker on phone number `phone` has performed, as its log tells.
    fn performed(&self, phone: usize) -> usize {
        let fleets = folders(&self.folder.path().join("sessions"));
        let sessions = fleets.iter().flat_map(|fleet| folders(fleet));
        let logs = sessions.filter_map(|it| std::fs::read_to_string(it.join("events.jsonl")).ok());
        let target = self.relays[phone].url();
        let log = logs.into_iter().find(|log| log.contains(&target)).unwrap_or_default();
        log.matches("\"performed\"").count()
    }

    async fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> Duration {
        let began = Instant::now();
        while !is_so(self) {
            assert!(self.running.try_wait().unwrap().is_none(), "it ended before {what}");
            assert!(began.elapsed() < LIMIT, "never: {what}");
            sleep(Duration::from_millis(20)).await;
        }
        began.elapsed()
    }

    async fn summary(self) -> Value {
        let output = timeout(LIMIT, self.running.wait_with_output()).await.unwrap().unwrap();
        assert!(output.status.success());
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

/// `ridealong fleet` with `args`.
fn program(args: &[&OsStr]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    let command = command.arg("fleet").args(args).args(["--json", "--quiet"]);
    let command = command.env_remove("RIDEALONG_WEBDRIVER_AUTH").stdout(Stdio::piped());
    command.kill_on_drop(true).spawn().unwrap()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

#[tokio::test]
async fn a_fleet_outlives_the_restart_of_its_hub() {
    let mut fleet = PhoneFleet::start(3, 120).await;
    let all = |fleet: &PhoneFleet, least: usize| (0..3).all(|it| fleet.performed(it) >= least);
    fleet.until("all work", |fleet| all(fleet, 5)).await;
    for (relay, phone) in fleet.relays.iter().zip(&fleet.phones) {
        relay.set(RelayState::Down);
        phone.forget_sessions();
    }
    sleep(Duration::from_secs(2)).await;
    let before: Vec<usize> = (0..3).map(|it| fleet.performed(it)).collect();
    fleet.relays.iter().for_each(|relay| relay.set(RelayState::Open));
    let again = fleet
        .until("all work again", |fleet| (0..3).all(|it| fleet.performed(it) > before[it]))
        .await;
    eprintln!("all worked again {again:?} after the hub was back");
    let opened = fleet.phones.iter().map(|phone| phone.seen().opened);
    assert!(opened.into_iter().all(|opened| opened == 2), "one session more for each");
    let summary = fleet.summary().await;
    assert_eq!(summary["steps"], 120, "{summary}");
    let workers = summary["workers"].as_array().unwrap();
    assert!(workers.iter().all(|it| it["restarts"] == 0 && it["died"].is_null()), "{summary}");
}

#[tokio::test]
async fn devices_that_hang_hold_no_other_worker_up() {
    let mut fleet = PhoneFleet::start(4, 4_000).await;
    fleet.until("all work", |fleet| (0..4).all(|it| fleet.performed(it) >= 3)).await;
    fleet.relays[2..].iter().for_each(|relay| relay.set(RelayState::Hanging));
    // What was in flight is done.
    sleep(Duration::from_millis(500)).await;
    let hung = [2, 3].map(|it| fleet.performed(it));
    let from = [0, 1].map(|it| fleet.performed(it));
    fleet
        .until("the others go on", |fleet| {
            [0, 1].iter().all(|it| fleet.performed(*it) >= from[*it] + 20)
        })
        .await;
    assert_eq!([2, 3].map(|it| fleet.performed(it)), hung, "these hang");
    fleet.running.kill().await.unwrap();
}

#[tokio::test]
async fn sessions_of_a_killed_program_are_ended_when_it_continues() {
    let mut fleet = PhoneFleet::start(2, 60).await;
    fleet.until("all work", |fleet| (0..2).all(|it| fleet.performed(it) >= 5)).await;
    fleet.kill_and_resume().await;
    let phones: Vec<_> = std::mem::take(&mut fleet.phones);
    let summary = fleet.summary().await;
    assert_eq!(summary["steps"], 60, "{summary}");
    for phone in &phones {
        let seen = phone.seen();
        assert_eq!((seen.opened, seen.ended), (2, 2), "the first session is ended, too");
    }
}

#[tokio::test]
async fn the_session_of_a_killed_run_is_ended_when_it_continues() {
    let phone = FakeAppium::start(AppiumFaults::default()).await;
    let sessions = tempfile::tempdir().unwrap();
    let target = format!("webdriver:{}", phone.url());
    let mut first = run(&[&target, "--app", "org.example.tea", "--steps", "1000000"], &sessions);
    let began = Instant::now();
    let session = loop {
        assert!(first.try_wait().unwrap().is_none() && began.elapsed() < LIMIT, "it never works");
        let found = folders(sessions.path()).pop();
        let log = found.as_ref().map(|it| std::fs::read_to_string(it.join("events.jsonl")));
        if log.is_some_and(|log| log.unwrap_or_default().contains("\"performed\"")) {
            break found.unwrap();
        }
        sleep(Duration::from_millis(20)).await;
    };
    first.kill().await.unwrap();
    assert_eq!((phone.seen().opened, phone.seen().ended), (1, 0));
    let session = session.to_str().unwrap();
    let second = run(&["--resume", session, "--steps", "3"], &sessions);
    let output = timeout(LIMIT, second.wait_with_output()).await.unwrap().unwrap();
    assert!(output.status.success());
    assert_eq!((phone.seen().opened, phone.seen().ended), (2, 2), "the first one is ended, too");
    let files = std::fs::read_dir(session).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(files.into_iter().all(|name| name != "open.webdriver"), "nothing is left open");
}

/// `ridealong run` with `args`.
fn run(args: &[&str], sessions: &tempfile::TempDir) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    let command = command.arg("run").args(args).args(["--json", "--quiet", "--sessions"]);
    let command = command.arg(sessions.path()).env_remove("RIDEALONG_WEBDRIVER_AUTH");
    command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap()
}
