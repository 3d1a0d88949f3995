//! Kill -9 at many moments of a run: every session opens again, and nothing that was told is lost.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ridealong::protocol::{Event, EventRecord};
use ridealong::store::{self, RecordedSession};

/// How often a run is killed.
const KILLS: usize = 50;
/// A run that records nothing for so long hangs.
const HANGS: Duration = Duration::from_secs(60);

fn start(sessions: &Path, app: &str, seed: usize) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", &format!("demo:{app}"), "--steps", "1000000", "--quiet"])
        .args(["--seed", &seed.to_string(), "--sessions"])
        .arg(sessions)
        .env("RIDEALONG_CONFIG", sessions)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The only session's folder, as soon as it has a log.
fn session(sessions: &Path) -> Option<PathBuf> {
    let folder = std::fs::read_dir(sessions).ok()?.next()?.ok()?.path();
    folder.join("events.jsonl").exists().then_some(folder)
}

/// Reads the log as it grows, until it holds `bytes`.
fn wait_for(child: &mut Child, sessions: &Path, bytes: usize) -> PathBuf {
    let limit = Instant::now() + HANGS;
    let mut beat = || {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        assert!(Instant::now() < limit, "nothing more is recorded");
        std::thread::yield_now();
    };
    let folder = loop {
        match session(sessions) {
            Some(folder) => break folder,
            None => beat(),
        }
    };
    let mut log = File::open(folder.join("events.jsonl")).unwrap();
    let (mut seen, mut piece) = (0, vec![0; 1 << 16]);
    while seen < bytes {
        match log.read(&mut piece).unwrap() {
            0 => beat(),
            more => seen += more,
        }
    }
    folder
}

/// What is wrong with a session whose process was killed.
fn wrong(session: &RecordedSession) -> Option<String> {
    for (place, record) in session.records.iter().enumerate() {
        if record.seq != place as u64 {
            return Some(format!("record {} stands at place {place}", record.seq));
        }
    }
    if session.repairs.len() > 1 || session.repairs.iter().any(|it| !it.contains("cut off")) {
        return Some(format!("more than a torn last line: {:?}", session.repairs));
    }
    let step = |record: &EventRecord| match &record.event {
        Event::Decided(decided) => decided.step.filter(|_| decided.action.is_some()),
        _ => None,
    };
    let decided: Vec<u64> = session.records.iter().filter_map(step).collect();
    let performed: Vec<u64> = session
        .records
        .iter()
        .filter_map(|record| match &record.event {
            Event::Performed(performed) => Some(performed.step),
            _ => None,
        })
        .collect();
    let without_the_last = decided.len().saturating_sub(1);
    if performed != decided && performed != decided[..without_the_last] {
        return Some(format!("decided {decided:?}, performed {performed:?}"));
    }
    if !decided.iter().copied().eq(1..=decided.len() as u64) {
        return Some(format!("steps are missing: {decided:?}"));
    }
    blobs(session).err()
}

/// Every blob that a record names is there and whole: it is written before the record is.
fn blobs(session: &RecordedSession) -> Result<(), String> {
    for record in &session.records {
        let Event::Observed(observed) = &record.event else { continue };
        let named =
            [Some(&observed.screen), observed.picture.as_ref(), observed.hierarchy.as_ref()];
        for id in named.into_iter().flatten() {
            session.blobs.get(id).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

#[test]
fn a_killed_run_loses_at_most_the_step_in_flight() {
    let apps = ["notes", "shop", "books", "alarm", "health", "settings"];
    let (mut torn, mut steps) = (0, 0);
    for kill in 0..KILLS {
        let sessions = tempfile::tempdir().unwrap();
        let mut child = start(sessions.path(), apps[kill % apps.len()], kill);
        // Spread over the first sixty steps or so, and over the places within a step. A prime, so
        // that no two moments fall on the same place of a page.
        let folder = wait_for(&mut child, sessions.path(), 47 + kill * 2503);
        child.kill().unwrap();
        child.wait().unwrap();
        let session = store::open(&folder).unwrap();
        if let Some(wrong) = wrong(&session) {
            panic!("kill {kill}, {}: {wrong}", folder.display());
        }
        assert!(!session.is_complete());
        torn += session.repairs.len();
        steps +=
            session.records.iter().filter(|it| matches!(it.event, Event::Performed(_))).count();
    }
    assert!(steps > KILLS, "the kills came too early to say anything: {steps} steps");
    println!("{KILLS} kills, {steps} steps recorded, {torn} torn lines");
}
