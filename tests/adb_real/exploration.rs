//! Whole explorations: the demo phone, its device side, the real adb server, our client, the
//! engine.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ridealong::device::adb::AdbShell;
use ridealong::device::android::{AndroidDevice, AndroidOptions};
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::model::{BehaviourModel, export};
use ridealong::protocol::{AutoLimits, EndReason, Event, RunMode};
use ridealong::store::{self, RecordedSession, SessionWriter};
use serde_json::Value;
use tempfile::TempDir;

use super::{PrivateAdb, free_port};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ridealong");
const APP: &str = "org.ridealong.notes";
/// Nothing here waits nearly as long for something to be recorded.
const HANGS: Duration = Duration::from_secs(60);

/// `ridealong demo serve` as a process of its own, killed with the test.
struct Served {
    child: Child,
    address: SocketAddr,
}

impl Served {
    fn on(port: u16) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["demo", "serve", "--virtual-time", "--seed", "7", "--adb", &port.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().rsplit(' ').next().unwrap().parse().unwrap();
        Self { child, address }
    }

    fn plug_in(&self, adb: &PrivateAdb) {
        let said = adb.says(&["connect", &self.address.to_string()]);
        assert!(said.contains("connected to"), "{said}");
        assert!(adb.run(&["wait-for-device"]).status.success());
    }

    /// Gone at once, as a phone whose cable is pulled.
    fn pull(mut self) -> u16 {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.address.port()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A headless run with sessions of its own.
struct Run {
    child: Child,
    sessions: TempDir,
}

impl Run {
    fn start(adb: &PrivateAdb, arguments: &[&str]) -> Self {
        Self::by("systematic", adb, arguments)
    }

    fn by(explorer: &str, adb: &PrivateAdb, arguments: &[&str]) -> Self {
        let sessions = TempDir::new().unwrap();
        let child = Command::new(PROGRAM)
            .arg("run")
            .args(arguments)
            .args(["--explorer", explorer, "--seed", "7", "--guard", "never", "--quiet"])
            .env("RIDEALONG_SESSIONS", sessions.path())
            .env("RIDEALONG_CONFIG", sessions.path())
            .env("HOME", adb.home.path())
            .env("ANDROID_ADB_SERVER_PORT", adb.port.to_string())
            .env_remove("ADB_SERVER_SOCKET")
            .env_remove("ANDROID_SERIAL")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self { child, sessions }
    }

    /// Waits until the log says `what` so many times.
    fn wait_for(&mut self, what: &str, times: usize) {
        let limit = Instant::now() + HANGS;
        loop {
            let log = folder(self.sessions.path())
                .map(|folder| fs::read_to_string(folder.join("events.jsonl")));
            if log.is_some_and(|log| log.unwrap().matches(what).count() >= times) {
                return;
            }
            assert!(self.child.try_wait().unwrap().is_none(), "it ended before {what:?}");
            assert!(Instant::now() < limit, "never {what:?}");
            std::thread::yield_now();
        }
    }

    /// How it ended, what it said on standard error, and what it recorded, if anything.
    fn end(self) -> (ExitStatus, String, Option<RecordedSession>) {
        let Self { child, sessions } = self;
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let session = folder(sessions.path()).map(|folder| store::open(&folder).unwrap());
        (output.status, said, session)
    }
}

/// The only session, as soon as it has a log.
fn folder(sessions: &Path) -> Option<PathBuf> {
    let folder = fs::read_dir(sessions).ok()?.next()?.ok()?.path();
    folder.join("events.jsonl").exists().then_some(folder)
}

fn model(session: &RecordedSession) -> Value {
    let mut model = BehaviourModel::default();
    for record in &session.records {
        model.apply(&record.event);
    }
    export::json(&model)
}

fn reason(session: &RecordedSession) -> Option<&EndReason> {
    match &session.records.last()?.event {
        Event::Ended(ended) => Some(&ended.reason),
        _ => None,
    }
}

fn warnings(session: &RecordedSession) -> Vec<String> {
    let warned = |event: &Event| match event {
        Event::Warned(warned) => Some(warned.what.clone()),
        _ => None,
    };
    session.records.iter().filter_map(|record| warned(&record.event)).collect()
}

#[test]
#[ignore = "needs the adb program: .ci/run runs it"]
fn the_model_is_the_same_through_the_real_adb_server() {
    let (adb, served) = (PrivateAdb::start(), Served::on(0));
    served.plug_in(&adb);
    let target = format!("adb:{}", served.address);
    let through = Run::start(&adb, &[&target, "--app", APP, "--steps", "100"]);
    let (status, said, through) = through.end();
    assert!(status.success(), "{said}");
    let (status, said, direct) = Run::start(&adb, &["demo:notes", "--steps", "100"]).end();
    assert!(status.success(), "{said}");

    let (through, direct) = (through.unwrap(), direct.unwrap());
    assert_eq!(reason(&through), Some(&EndReason::Steps));
    let (through, direct) = (model(&through), model(&direct));
    assert_eq!(direct["steps"], 100);
    assert!(direct["states"].as_array().unwrap().len() > 10, "{direct}");
    // Pictures are compared with all else: by the names of their blobs.
    for (through, direct) in
        through["states"].as_array().unwrap().iter().zip(direct["states"].as_array().unwrap())
    {
        assert_eq!(through, direct);
    }
    assert_eq!(through, direct);
}

/// What went wrong with the app, by group, and after which step.
fn findings(session: &RecordedSession) -> Vec<(String, u64)> {
    let found = |event: &Event| match event {
        Event::Found(finding) => Some((finding.group.clone(), finding.step)),
        _ => None,
    };
    session.records.iter().filter_map(|record| found(&record.event)).collect()
}

#[test]
#[ignore = "needs the adb program: .ci/run runs it"]
fn vlm_fuzz_finds_the_same_through_the_real_adb_server() {
    const BUDGET: [&str; 3] = ["--steps", "300", "--no-confirm"];
    let (adb, served) = (PrivateAdb::start(), Served::on(0));
    served.plug_in(&adb);
    let target = format!("adb:{}", served.address);
    let arguments = [&[target.as_str(), "--app", "org.ridealong.books"][..], &BUDGET].concat();
    let (status, said, through) = Run::by("vlm-fuzz", &adb, &arguments).end();
    assert!(status.success(), "{said}");
    let direct = Run::by("vlm-fuzz", &adb, &[&["demo:books"][..], &BUDGET].concat());
    let (status, said, direct) = direct.end();
    assert!(status.success(), "{said}");
    let (through, direct) = (through.unwrap(), direct.unwrap());
    assert!(!findings(&direct).is_empty(), "it meets a crash");
    assert_eq!(findings(&through), findings(&direct));
    let (through, direct) = (model(&through), model(&direct));
    assert_eq!(through["states"], direct["states"]);
}

/// What the phone tells of all conditions that a run may change, and the note of what to give back.
fn surroundings(adb: &PrivateAdb) -> (String, String) {
    const ASK: &[&str] = &[
        "dumpsys battery",
        "cmd uimode night",
        "settings get system font_scale",
        "settings get global airplane_mode_on",
        "getprop persist.sys.timezone",
        "cmd locale get-app-locales org.ridealong.settings --user current",
    ];
    let reported: Vec<String> = ASK.iter().map(|ask| adb.says(&["shell", ask])).collect();
    let note = adb.says(&["shell", "cat /data/local/tmp/ridealong-restore 2>/dev/null"]);
    (reported.join("\n"), note)
}

#[test]
#[ignore = "needs the adb program: .ci/run runs it"]
fn what_a_killed_run_left_changed_is_given_back_by_the_next() {
    const APP: &str = "org.ridealong.settings";
    let (adb, served) = (PrivateAdb::start(), Served::on(0));
    served.plug_in(&adb);
    let target = format!("adb:{}", served.address);
    let (before, note) = surroundings(&adb);
    assert_eq!(note, "");
    let arguments = [&target, "--app", APP, "--steps", "100000", "--no-confirm"];
    let mut run = Run::by("vlm-fuzz", &adb, &arguments);
    // Between two looks at the phone the run may give a change back, so the kill is tried again.
    let limit = Instant::now() + HANGS;
    loop {
        let (now, note) = surroundings(&adb);
        if now != before && !note.is_empty() {
            run.child.kill().unwrap();
            run.child.wait().unwrap();
            let (left, note) = surroundings(&adb);
            if left != before && !note.is_empty() {
                break;
            }
            run = Run::by("vlm-fuzz", &adb, &arguments);
        }
        assert!(run.child.try_wait().unwrap().is_none(), "it ended by itself");
        assert!(Instant::now() < limit, "nothing is ever changed");
    }
    let next = Run::start(&adb, &[&target, "--app", APP, "--steps", "1"]);
    let (status, said, session) = next.end();
    assert!(status.success(), "{said}");
    let reported = warnings(&session.unwrap());
    assert!(reported.iter().any(|what| what.contains("it was restored")), "{reported:?}");
    assert_eq!(surroundings(&adb), (before, String::new()));
}

#[test]
#[ignore = "needs the adb program: .ci/run runs it"]
fn a_run_goes_on_when_the_phone_comes_back() {
    let (adb, served) = (PrivateAdb::start(), Served::on(0));
    served.plug_in(&adb);
    let target = format!("adb:{}", served.address);
    let mut run = Run::start(&adb, &[&target, "--app", APP, "--steps", "400"]);
    run.wait_for("\"performed\"", 20);
    let port = served.pull();
    run.wait_for("\"warned\"", 1);
    let _again = Served::on(port);
    let (status, said, session) = run.end();
    assert!(status.success(), "{said}");
    let session = session.unwrap();
    assert_eq!(reason(&session), Some(&EndReason::Steps));
    let warnings = warnings(&session);
    assert!(
        warnings.len() >= 2 && warnings.iter().any(|what| what == "The device is back."),
        "{warnings:?}"
    );
    let performed = |record: &&ridealong::protocol::EventRecord| matches!(&record.event, Event::Performed(performed) if performed.failed.is_none());
    let done = session.records.iter().filter(performed).count();
    // At most the action that was on its way when the cable was pulled.
    assert!(done >= 399, "{done} of 400 worked");
}

#[test]
#[ignore = "needs the adb program: .ci/run runs it"]
fn quit_is_taken_while_a_lost_phone_is_waited_for() {
    let (adb, served) = (PrivateAdb::start(), Served::on(0));
    served.plug_in(&adb);
    let target = format!("adb:{}", served.address);
    let mut run = Run::start(&adb, &[&target, "--app", APP, "--steps", "100000"]);
    run.wait_for("\"performed\"", 5);
    served.pull();
    run.wait_for("\"warned\"", 1);
    let begun = Instant::now();
    let id = run.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let (status, said, session) = run.end();
    assert!(status.success(), "{said}");
    assert_eq!(reason(&session.unwrap()), Some(&EndReason::Tester));
    assert!(begun.elapsed() < HANGS, "it waited for the phone all the same");
}

async fn lost_for_good(adb: &PrivateAdb, folder: &Path) -> EndReason {
    let served = Served::on(0);
    served.plug_in(adb);
    let shell = AdbShell::connect(adb.server(), None).await.unwrap();
    let shell = shell.with_return_limit(Duration::from_millis(700));
    let options = AndroidOptions {
        target: "adb".into(),
        app: Some(APP.to_owned()),
        ..AndroidOptions::default()
    };
    let device = AndroidDevice::new(Arc::new(shell), options);
    let setup = MachineSetup {
        explorer: "systematic".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget::default(),
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
    let running = tokio::spawn(driver.run());
    let mut served = Some(served);
    let mut last = None;
    while let Some(record) = handle.next().await {
        match &record.event {
            Event::Performed(performed) if performed.step == 5 => {
                drop(served.take());
            }
            Event::Ended(ended) => last = Some(ended.reason.clone()),
            _ => {}
        }
    }
    running.await.unwrap().unwrap();
    last.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn a_phone_that_does_not_come_back_ends_the_session_in_order() {
    let (adb, folder) = (PrivateAdb::start(), TempDir::new().unwrap());
    let folder = folder.path().join("session");
    let reason = lost_for_good(&adb, &folder).await;
    assert!(matches!(&reason, EndReason::DeviceLost { what } if !what.is_empty()), "{reason:?}");
    let session = store::open(&folder).unwrap();
    assert!(session.is_complete());
    assert_eq!(session.repairs, Vec::<String>::new());
}

#[test]
#[ignore = "needs the adb program: .ci/run runs it"]
fn a_device_that_is_not_there_is_named_with_those_that_are() {
    let adb = PrivateAdb::start();
    let (status, said, session) = Run::start(&adb, &["adb", "--steps", "1"]).end();
    assert_eq!(status.code(), Some(3), "{said}");
    assert!(said.starts_with("error: ") && said.contains("hint: "), "{said}");
    assert!(session.is_none());

    let served = Served::on(0);
    served.plug_in(&adb);
    let nobody = format!("adb:127.0.0.1:{}", free_port());
    let (status, said, _) = Run::start(&adb, &[&nobody, "--steps", "1"]).end();
    assert_eq!(status.code(), Some(3), "{said}");
    assert!(said.contains(&served.address.to_string()), "{said}");

    let (status, said, session) =
        Run::start(&adb, &["adb", "--app", "com.example.none", "--steps", "1"]).end();
    assert_eq!(status.code(), Some(3), "{said}");
    assert!(said.contains("com.example.none") && said.contains("hint: "), "{said}");
    assert!(matches!(reason(&session.unwrap()), Some(EndReason::CannotOpen { .. })));
}
