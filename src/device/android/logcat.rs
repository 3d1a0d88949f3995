//! The crash and ANR oracle: reading logcat text.
//!
//! Copes with every format `logcat` prints and with text pasted from elsewhere; crashes of several
//! threads and processes that interleave are told apart by pid and tid. What counts:
//!
//! - `FATAL EXCEPTION` of the runtime, also if its head was cut off, and the words of the common
//!   crash reporters that take the runtime's place (ACRA, CustomActivityOnCrash);
//! - a bare stack trace in text that is no log at all;
//! - tombstones and fatal signals of native code;
//! - ANRs, told by the activity manager or, failing that, by the input dispatcher;
//! - uncaught errors of scripts in web views, which end no process and are kept apart by their kind.
//!
//! What does not count is kept apart as [`LogNoise`]: exceptions that were caught and printed, errors of
//! scripts (Flutter, React Native), and mere deaths of processes, which the system also kills for
//! memory. How crashes are grouped is told in `group.rs`.

mod anr;
mod group;
mod java;
mod line;
mod native;
mod script;
mod stream;
mod trace;

use std::collections::HashMap;

use crate::domain::{AppCrash, CrashKind};

use stream::ThreadStream;
use trace::ExceptionLink;

/// Lines of a crash's log that are kept.
const LOG_LINES: usize = 400;

/// The longest name that the kernel keeps for a process: all that some native crashes tell of it.
const SHORT_NAME: usize = 15;

/// What a log tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogContent {
    /// Crashes and ANRs of all processes, in the order of the log.
    pub crashes: Vec<AppCrash>,
    /// Lines read.
    pub lines: usize,
    /// What looks bad but is no crash.
    pub noise: Vec<LogNoise>,
}

/// Something in a log that looks bad but is no crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogNoise {
    /// What it is.
    pub kind: NoiseKind,
    /// The tag it was written under; empty outside of a log.
    pub tag: String,
    /// Its first line.
    pub text: String,
}

/// The kinds of [`LogNoise`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoiseKind {
    /// An exception that was caught and printed.
    Caught,
    /// An error in an app's script engine, which the app may well survive.
    Script,
    /// A process went away, for whatever reason.
    Death,
}

impl LogNoise {
    fn new(kind: NoiseKind, tag: &str, text: &str) -> Self {
        Self { kind, tag: tag.to_owned(), text: text.trim().to_owned() }
    }
}

/// Reads a log, whatever its format.
pub fn read(log: &str) -> LogContent {
    let (found, noise) = find(log);
    let crashes = found.into_iter().map(|found| found.crash);
    LogContent {
        crashes: crashes.filter(|crash| crash.kind.is_fatal()).collect(),
        lines: log.lines().count(),
        noise,
    }
}

/// True for text of which some line is written as logs write them.
pub fn is_log(text: &str) -> bool {
    text.lines().any(|raw| line::is_separator(raw) || line::parse(raw).level.is_some())
}

/// The crashes of the app `package`: of its processes `package` and `package:remote`.
pub fn of_app(crashes: Vec<AppCrash>, package: &str) -> Vec<AppCrash> {
    crashes.into_iter().filter(|crash| is_of_app(crash, package)).collect()
}

/// True for a crash of a process of the app `package`, and for a script error of a process whose
/// name is not known: web views in the background are stopped, so it is that of the app in front.
pub(super) fn is_of_app(crash: &AppCrash, package: &str) -> bool {
    let process = crash.process.as_str();
    let named = |name: &str| {
        name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    named(process)
        || (crash.kind == CrashKind::Script && process.is_empty())
        || (crash.kind == CrashKind::Native
            && process.len() == SHORT_NAME
            && package.ends_with(process))
}

/// How sure a crash is, and who told it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CrashSource {
    /// The system says so.
    Runtime,
    /// The app's own crash reporter says so; the runtime may say so too.
    Reporter,
    /// A trace without a head.
    Trace,
    /// A first word, usually followed by the full report.
    Hint,
}

/// A crash with the numbers of its lines in the log, from 0; never none.
#[derive(Clone, Debug)]
pub(super) struct LoggedCrash {
    /// The crash.
    pub(super) crash: AppCrash,
    source: CrashSource,
    /// Its lines.
    pub(super) lines: Vec<usize>,
    /// The exceptions of a Java crash, kept until the process is known.
    chain: Vec<ExceptionLink>,
}

impl LoggedCrash {
    /// True if the full report usually follows.
    pub(super) fn is_first_word(&self) -> bool {
        matches!(self.source, CrashSource::Hint | CrashSource::Reporter)
    }

    /// True if this is the system's own report of what `announced` was the first word of.
    pub(super) fn tells_more_of(&self, announced: &AppCrash) -> bool {
        self.source == CrashSource::Runtime && is_same(&self.crash, announced)
    }
}

/// True for two reports that are about the same death or freeze of a process.
fn is_same(report: &AppCrash, word: &AppCrash) -> bool {
    let same_process = if report.kind == CrashKind::Anr || word.pid.is_none() {
        word.process == report.process
    } else {
        word.pid == report.pid
    };
    let same_fault = report.kind != CrashKind::Java || word.exception == report.exception;
    word.kind == report.kind && same_process && same_fault
}

/// The crashes of a log in its order, and its noise.
pub(super) fn find(log: &str) -> (Vec<LoggedCrash>, Vec<LogNoise>) {
    let (mut found, mut noise) = (Vec::new(), Vec::new());
    let mut names = ProcessNames::default();
    for stream in stream::split(log) {
        java::find(&stream, &mut found, &mut noise);
        native::find(&stream, &mut found);
        script::find(&stream, &mut found, &mut noise);
        anr::find(&stream, &mut found);
        names.learn(&stream, &mut noise);
    }
    for one in &mut found {
        names.complete(one);
    }
    let mut kept = without_repeats(found);
    kept.sort_by_key(|found| found.lines.first().copied());
    quote(log, &mut kept);
    (kept, noise)
}

/// Drops first words and reporters if the system itself tells of the same crash.
fn without_repeats(found: Vec<LoggedCrash>) -> Vec<LoggedCrash> {
    let reported: Vec<_> = found.iter().map(|found| (found.source, found.crash.clone())).collect();
    let is_repeat = |one: &LoggedCrash| {
        reported.iter().any(|(source, report)| *source < one.source && is_same(report, &one.crash))
    };
    found.into_iter().filter(|one| !one.is_first_word() || !is_repeat(one)).collect()
}

/// Gives each crash its lines of the log.
fn quote(log: &str, found: &mut [LoggedCrash]) {
    let raw: Vec<&str> = if found.is_empty() { Vec::new() } else { log.lines().collect() };
    for one in found {
        let lines = one.lines.iter().take(LOG_LINES).filter_map(|at| raw.get(*at).copied());
        one.crash.log = lines.collect::<Vec<_>>().join("\n");
    }
}

/// Names of processes, for crashes that tell only a pid.
#[derive(Default)]
struct ProcessNames(HashMap<u32, String>);

impl ProcessNames {
    /// Learns from the activity manager's words about starts and deaths, and sorts out noise.
    fn learn(&mut self, stream: &ThreadStream<'_>, noise: &mut Vec<LogNoise>) {
        for (_, text) in &stream.entries {
            let line = text.trim();
            if let Some((pid, name)) = started(line) {
                self.0.insert(pid, name.to_owned());
            } else if let Some((pid, name)) = died(line) {
                self.0.insert(pid, name.to_owned());
                noise.push(LogNoise::new(NoiseKind::Death, stream.head.tag, line));
            } else if is_script_error(stream, line) {
                noise.push(LogNoise::new(NoiseKind::Script, stream.head.tag, line));
            }
        }
    }

    fn complete(&self, found: &mut LoggedCrash) {
        let crash = &mut found.crash;
        let known = crash.pid.and_then(|pid| self.0.get(&pid));
        if let Some(name) = known.filter(|_| crash.process.is_empty()) {
            crash.process.clone_from(name);
            if !found.chain.is_empty() {
                crash.group = group::of_java(name, &found.chain);
            }
        }
    }
}

/// Pid and name of `Start proc 7:org.app/u0a61 for ...`.
fn started(line: &str) -> Option<(u32, &str)> {
    let (pid, rest) = line.strip_prefix("Start proc ")?.split_once(':')?;
    Some((pid.parse().ok()?, rest.split(['/', ' ']).next()?))
}

/// Pid and name of `Process org.app (pid 7) has died`.
fn died(line: &str) -> Option<(u32, &str)> {
    let (name, rest) = line.strip_prefix("Process ")?.split_once(" (pid ")?;
    let (pid, rest) = rest.split_once(')')?;
    (rest.trim_start().starts_with("has died")).then_some((pid.parse().ok()?, name))
}

fn is_script_error(stream: &ThreadStream<'_>, line: &str) -> bool {
    let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
    match stream.head.tag {
        "flutter" => line.contains("Unhandled Exception") || line.contains("EXCEPTION CAUGHT BY"),
        "ReactNativeJS" => matches!(stream.head.level, Some('E' | 'F')),
        _ => {
            begins(&["TypeError: ", "ReferenceError: ", "Uncaught TypeError", "Unhandled promise"])
        }
    }
}

#[cfg(test)]
mod tests;
