//! Fatal signals in native code: tombstones, and the C library's own line about them.

use crate::domain::{AppCrash, CrashKind};

use super::stream::ThreadStream;
use super::{CrashSource, LoggedCrash, group};

/// Lines between a tombstone's parts that are kept while its backtrace has not begun (registers,
/// build, memory around).
const PATIENCE: usize = 120;

/// Adds what `stream` tells to `found`.
pub(super) fn find(stream: &ThreadStream<'_>, found: &mut Vec<LoggedCrash>) {
    let mut open: Option<Tombstone> = None;
    for (at, text) in &stream.entries {
        let line = text.trim();
        if line.starts_with("*** *** ***") {
            finish(&mut open, found);
            open = Some(Tombstone::default());
        } else if let Some((process, pid)) =
            named(line).filter(|_| open.as_ref().is_none_or(|tombstone| tombstone.pid.is_some()))
        {
            // The stars were cut off, or another process's tombstone follows without them.
            finish(&mut open, found);
            open = Some(Tombstone { process: process.into(), pid, ..Tombstone::default() });
        } else if let Some(signal) = line.strip_prefix("Fatal signal ") {
            found.push(announced(*at, signal, stream.head.pid));
            continue;
        }
        if let Some(tombstone) = &mut open {
            tombstone.lines.push(*at);
            if !tombstone.take(line) {
                tombstone.lines.pop();
                finish(&mut open, found);
            }
        }
    }
    finish(&mut open, found);
}

#[derive(Default)]
struct Tombstone {
    process: String,
    pid: Option<u32>,
    signal: String,
    detail: String,
    abort: Option<String>,
    frames: Vec<String>,
    lines: Vec<usize>,
}

impl Tombstone {
    /// Takes one more line; false if the tombstone ended before it.
    fn take(&mut self, line: &str) -> bool {
        if let Some((process, pid)) = named(line) {
            self.process = process.into();
            self.pid = pid;
        } else if let Some(rest) = line.strip_prefix("signal ") {
            let (signal, detail) = signal_of(rest);
            (self.signal, self.detail) = (signal, detail.to_owned());
        } else if let Some(message) = line.strip_prefix("Abort message: ") {
            self.abort = Some(message.trim_matches(['\'', '"']).to_owned());
        } else if is_frame(line) {
            self.frames.push(line.to_owned());
        } else if !self.frames.is_empty() {
            return false;
        }
        self.lines.len() < PATIENCE + self.frames.len()
    }
}

fn finish(open: &mut Option<Tombstone>, found: &mut Vec<LoggedCrash>) {
    let Some(tombstone) = open.take().filter(|it| it.pid.is_some() || !it.signal.is_empty()) else {
        return;
    };
    let signal = if tombstone.signal.is_empty() { "SIGNAL".into() } else { tombstone.signal };
    let crash = AppCrash {
        kind: CrashKind::Native,
        process: tombstone.process,
        pid: tombstone.pid,
        message: tombstone.abort.unwrap_or(tombstone.detail),
        group: group::of_native(&signal, &tombstone.frames),
        exception: signal,
        frames: tombstone.frames,
        cause: None,
        log: String::new(),
    };
    found.push(LoggedCrash {
        crash,
        source: CrashSource::Runtime,
        lines: tombstone.lines,
        chain: Vec::new(),
    });
}

/// The C library's line, written before the tombstone:
/// `11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 7 (name), pid 7 (process)`.
fn announced(at: usize, text: &str, writer: Option<u32>) -> LoggedCrash {
    let (signal, detail) = signal_of(text);
    let (pid, process) = detail
        .rsplit_once("pid ")
        .map(|(_, rest)| rest.split_once(' ').unwrap_or((rest, "")))
        .map_or((None, ""), |(pid, name)| (pid.parse().ok(), name.trim_matches(['(', ')'])));
    let message = detail.split(" in tid ").next().unwrap_or(detail);
    let crash = AppCrash {
        kind: CrashKind::Native,
        process: process.to_owned(),
        pid: pid.or(writer),
        message: message.to_owned(),
        group: group::of_native(&signal, &[]),
        exception: signal,
        frames: Vec::new(),
        cause: None,
        log: String::new(),
    };
    LoggedCrash { crash, source: CrashSource::Hint, lines: vec![at], chain: Vec::new() }
}

/// Process and pid of `pid: 7, tid: 9, name: Thread  >>> org.app <<<`.
fn named(line: &str) -> Option<(&str, Option<u32>)> {
    let rest = line.strip_prefix("pid: ")?;
    let (_, process) = rest.split_once(">>> ")?;
    let pid = rest.split(',').next()?.trim().parse().ok()?;
    Some((process.split(" <<<").next().unwrap_or(process).trim(), Some(pid)))
}

/// Name and details of `11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0`.
fn signal_of(text: &str) -> (String, &str) {
    let (head, detail) = text.split_once(')').unwrap_or((text, ""));
    let name = head.split_once('(').map_or_else(
        || format!("signal {}", text.split([',', ' ']).next().unwrap_or_default()),
        |(_, name)| name.to_owned(),
    );
    (name, detail.trim_start_matches([',', ' ']))
}

/// `#00 pc 0001f2  /path/lib.so (function+12)`
fn is_frame(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| {
        rest.split_once(" pc ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
    })
}
