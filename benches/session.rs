//! What a long session costs: bytes on the disk, its report, and playing it.
//!
//! `cargo bench --bench session` prints, in about three minutes,
//!
//! - the bytes a step of 1 000 steps of notes with pictures, and of them those of pictures;
//! - the time on processors that its report takes, the first time and again, and its size;
//! - how long it takes to go to moments all over a session of 100 000 events, and what the program
//!   holds in memory by then.
//!
//! Each part runs in a process of its own, so that none inherits the memory of another. Times are
//! those on processors, of all threads, so that other work on the machine does not count.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "engine/phone.rs"]
mod phone;
#[path = "engine/processor_time.rs"]
mod processor_time;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use processor_time::ProcessorTimer;
use ridealong::report::html;
use ridealong::session::{SessionRecording, Timeline};
use ridealong::store;
use ridealong::tui::replay::ReplayPlayer;
use tokio::runtime::Runtime;

/// Steps of the session that is reported.
const STEPS: usize = 1_000;
/// Events of the session that is played: those of 1 000 steps, over and over.
const EVENTS: usize = 100_000;
/// Moments that are gone to.
const SEEKS: usize = 400;

/// A part of the measurement, in the folder of all of them.
type BenchPart = fn(&Path);

/// The parts, by their names on the command line of a process of their own.
const PARTS: [(&str, BenchPart); 5] = [
    ("disk", disk),
    ("report", report),
    ("report-again", report),
    ("lengthen", lengthen),
    ("play", play),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, name, folder] = &*arguments
        && flag == "--part"
    {
        let (_, part) = PARTS.iter().find(|(known, _)| known == name).unwrap();
        return part(Path::new(folder));
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, _) in PARTS {
        let part = Command::new(&arguments[0]).args(["--part", name]).arg(folder.path()).status();
        assert!(part.unwrap().success(), "{name}");
    }
}

fn explored(folder: &Path) -> PathBuf {
    folder.join("explored")
}

/// Explores, and tells what that left on the disk.
fn disk(folder: &Path) {
    let session = explored(folder);
    phone::explore(&Runtime::new().unwrap(), &session, STEPS, true);
    let kilobytes = store::folder::size(&session) as f64 / 1e3 / STEPS as f64;
    println!("{STEPS} steps with pictures: {kilobytes:.1} KB a step");
}

/// Makes the report of what was explored.
fn report(folder: &Path) {
    let session = store::open(&explored(folder)).unwrap();
    let before = processors();
    let page = html::page(&session, &|_, _| {});
    let took = (processors() - before).as_secs_f64();
    let megabytes = page.len() as f64 / 1e6;
    println!("report of {STEPS} steps: {took:.2} s on processors, {megabytes:.1} MB");
}

/// Goes to moments all over a long session.
fn play(folder: &Path) {
    let long = folder.join("long");
    let timer = ProcessorTimer::new();
    let mut replay = ReplayPlayer::new(SessionRecording::open(&long).unwrap());
    let opened = timer.now();
    let moments = replay.whole().moments.len();
    let (mut session, mut place) = (Timeline::default(), 0_usize);
    let mut took = Vec::with_capacity(SEEKS);
    for _ in 0..SEEKS {
        // Visits every part in turn, and never the next moment.
        place = (place + moments * 7 / 19 + 1) % moments;
        let before = timer.now();
        replay.seek(place, &mut session);
        took.push(timer.now() - before);
        assert_eq!(session.moments.len(), place + 1);
    }
    took.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("opening {EVENTS} events: {:.0} ms", ms(opened));
    println!(
        "going to one of {moments} moments: median {:.1} ms, at worst {:.1} ms",
        ms(took[SEEKS / 2]),
        ms(took[SEEKS - 1])
    );
    println!("in memory then: {} MB, at most {} MB", memory("VmRSS"), memory("VmHWM"));
}

/// Makes a session of [`EVENTS`] events of what was explored.
fn lengthen(folder: &Path) {
    let long = folder.join("long");
    fs::create_dir_all(&long).unwrap();
    let log = fs::read_to_string(explored(folder).join(store::writer::LOG)).unwrap();
    let (header, events) = log.split_once('\n').unwrap();
    let events = events.lines().filter(|line| !line.contains("\"type\":\"ended\""));
    let events: Vec<&str> = events.collect();
    let mut lines = vec![header.to_owned()];
    for (place, line) in events.iter().cycle().take(EVENTS).enumerate() {
        lines.push(later(line, place / events.len() * STEPS));
    }
    fs::write(long.join(store::writer::LOG), lines.join("\n") + "\n").unwrap();
}

/// The event in `line`, so many `steps` later.
fn later(line: &str, steps: usize) -> String {
    const STEP: &str = "\"step\":";
    let mut parts = line.split(STEP);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let step: usize = part.strip_suffix(rest).unwrap().parse().unwrap();
        written += &format!("{STEP}{}{rest}", step + steps);
    }
    written
}

/// The time that all threads were on a processor so far, as Linux reports it.
fn processors() -> Duration {
    let statistics = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = statistics.rsplit(')').next().unwrap_or_default();
    // In hundredths of a second: those in the program, then those in the system.
    let ticks =
        fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}

/// A line of what Linux reports of this process' memory, in MB.
fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0)
        / 1024
}
