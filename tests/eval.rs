//! `ridealong eval` as a whole program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use assert_cmd::Command;
use futures_util::FutureExt as _;
use futures_util::future;
use ridealong::demo::enabled::EnabledFaults;
use ridealong::demo::{DemoPhone, DemoShell, Options, apps, coverage};
use ridealong::device::android::{AndroidDevice, AndroidOptions};
use ridealong::domain::{Finding, FindingKind, Pace};
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer::{self, ExplorerSettings};
use ridealong::llm::Asker;
use ridealong::oracle::{JudgedTurn, Judging, Oracle, OracleEntry};
use ridealong::protocol::{AutoLimits, RunMode};
use ridealong::report::eval::{FunctionalFaults, RunResult};
use ridealong::session::Timeline;
use ridealong::store::SessionWriter;
use serde_json::Value;

const SPEC: &str = "rounds = 6\nseeds = 2\nexplorers = [\"systematic\", \"monkey\"]\n\
                    targets = [\"demo:notes\", \"demo:alarm\"]\n";

fn eval(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("ridealong").unwrap();
    command.current_dir(folder).arg("eval").arg("spec.toml").args(args);
    command.env("RIDEALONG_CONFIG", folder.join("config"));
    command
}

#[test]
fn a_comparison_is_made_written_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("spec.toml"), SPEC).unwrap();
    let output = eval(folder.path(), &["--json", "--quiet"]).assert().success();
    let first: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(first["runs"], 8);
    assert_eq!(first["measures"][0]["targets"], 2);
    let out = folder.path().join("spec.eval");
    for file in ["result.txt", "result.csv", "result.json", "semantic-states.svg", "runs.jsonl"] {
        assert!(fs::metadata(out.join(file)).unwrap().len() > 0, "{file}");
    }
    assert!(!out.join("sessions").exists(), "sessions are not kept unasked");

    // Three runs and half of a fourth are what a killed call leaves; the rest is made again and
    // all of it amounts to the same.
    let runs = fs::read_to_string(out.join("runs.jsonl")).unwrap();
    let lines: Vec<&str> = runs.lines().collect();
    let torn = format!("{}\n{}", lines[..3].join("\n"), &lines[3].get(..20).unwrap());
    fs::write(out.join("runs.jsonl"), torn).unwrap();
    let output = eval(folder.path(), &["--json", "--quiet"]).assert().success();
    let again: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(first, again);
}

#[test]
fn what_cannot_run_is_told_and_does_not_stop_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let spec = SPEC.replace("demo:alarm", "demo:nothing");
    fs::write(folder.path().join("spec.toml"), spec).unwrap();
    let output = eval(folder.path(), &["--quiet"]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("4 runs could not be made"), "{text}");
    assert!(text.contains("of 1 targets"), "{text}");
}

#[test]
fn a_specification_that_makes_no_sense_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("spec.toml"), "rounds = \"many\"\n").unwrap();
    let output = eval(folder.path(), &[]).assert().code(2);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(
        text.contains("spec.toml") && text.contains("rounds") && text.contains("hint:"),
        "{text}"
    );
}

/// Reports each turn as a finding of its own.
struct Suspicious;

impl Oracle for Suspicious {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, _asker: &'a mut Asker) -> Judging<'a> {
        let kind = FindingKind::Bug;
        let group = format!("suspicious/{}", turn.step);
        future::ready(vec![Finding { kind, group, step: turn.step, ..Finding::default() }]).boxed()
    }
}

static SUSPICIOUS: OracleEntry = OracleEntry {
    name: "suspicious",
    help: "every turn",
    needs_model: false,
    queries: &[],
    parts: &[],
    default: false,
    make: |_| Box::new(Suspicious),
};

/// Actions of a run with the suspicious oracle.
const JUDGED_STEPS: u64 = 80;

/// What a run on the app `shop` with these faults did with its functional faults.
async fn judged(faults: EnabledFaults, oracles: Vec<&'static OracleEntry>) -> FunctionalFaults {
    let folder = tempfile::tempdir().unwrap();
    let phone = DemoPhone::new(&Options { app: None, seed: 1, pace: Pace::Virtual }).unwrap();
    let options = AndroidOptions {
        target: "demo:shop".into(),
        app: apps::find("shop").map(|about| about.package.to_owned()),
        pictures: false,
        coverage: Some(coverage::SOURCE),
        ..AndroidOptions::default()
    };
    let shell = DemoShell::new(phone.with_faults(faults));
    let device = Box::new(AndroidDevice::new(Arc::new(shell), options));
    let setup = MachineSetup {
        explorer: "systematic".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(JUDGED_STEPS), ..RunBudget::default() },
        guard: GuardRules::default(),
        attended: false,
    };
    let make = explorer::find("systematic").unwrap().make;
    let explorer = make(&ExplorerSettings { seed: 1, ..ExplorerSettings::default() }).unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let asker = Asker::without_model();
    let (driver, mut handle) = EngineDriver::new(device, explorer, asker, setup, 1, writer);
    driver.with_oracles(oracles).run().await.unwrap();
    let mut timeline = Timeline::default();
    while let Some(record) = handle.next().await {
        timeline.apply(&record);
    }
    let mut result = RunResult::new("systematic", "demo:shop", 1);
    result.fill_in(&timeline);
    result.faults.unwrap()
}

#[tokio::test]
async fn an_oracle_that_reports_each_step_finds_all_that_was_reached_with_false_alarms() {
    let about = apps::find("shop").unwrap();
    let crash = |kind: &str| kind.contains("crash") || kind == "anr";
    let functional = about.faults.iter().filter(|fault| !crash(fault.kind.word())).count() as u64;
    let faulty = judged(EnabledFaults::All, vec![&SUSPICIOUS]).await;
    assert_eq!(faulty.seeded, functional);
    assert!(faulty.reached > 0, "{faulty:?}");
    assert!((1..=faulty.reached).contains(&faulty.found), "{faulty:?}");
    assert!((1..JUDGED_STEPS).contains(&faulty.false_alarms), "{faulty:?}");

    let silent = judged(EnabledFaults::All, Vec::new()).await;
    let FunctionalFaults { seeded, reached, .. } = faulty;
    assert_eq!(silent, FunctionalFaults { seeded, reached, found: 0, false_alarms: 0 });

    let sound = judged(EnabledFaults::Only(Vec::new()), vec![&SUSPICIOUS]).await;
    let false_alarms = JUDGED_STEPS + 1;
    assert_eq!(sound, FunctionalFaults { seeded: 0, reached: 0, found: 0, false_alarms });
}
