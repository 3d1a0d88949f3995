//! Uncaught Java and Kotlin exceptions.

use crate::domain::{AppCrash, CrashKind};

use super::stream::{Entry, ThreadStream};
use super::{CrashSource, LogNoise, LoggedCrash, NoiseKind, group, trace};

/// The runtime's own tag.
const RUNTIME: &str = "AndroidRuntime";

/// Adds what `stream` tells to `found`, and exceptions that were caught and only printed to `noise`.
pub(super) fn find(
    stream: &ThreadStream<'_>,
    found: &mut Vec<LoggedCrash>,
    noise: &mut Vec<LogNoise>,
) {
    let mut at = 0;
    while let Some((_, text)) = stream.entries.get(at) {
        let start = at;
        at = match begin(stream, start, text) {
            Some(JavaCrashStart::Crash { process, pid, thread, source, exception }) => {
                let seen = JavaCrashLines { process, pid, thread, source };
                let (one, end) = crash(stream, start, exception, seen);
                found.push(one);
                end
            }
            Some(JavaCrashStart::Printed) => {
                let (_, used) = trace::read(&stream.entries[start..], stream.is_plain());
                noise.push(LogNoise::new(NoiseKind::Caught, stream.head.tag, text));
                start + used
            }
            None => start + 1,
        };
    }
}

/// What a line begins.
enum JavaCrashStart {
    Crash {
        process: String,
        pid: Option<u32>,
        thread: String,
        source: CrashSource,
        /// Which entry holds the exception.
        exception: usize,
    },
    Printed,
}

struct JavaCrashLines {
    process: String,
    pid: Option<u32>,
    thread: String,
    source: CrashSource,
}

fn begin(stream: &ThreadStream<'_>, at: usize, text: &str) -> Option<JavaCrashStart> {
    let line = text.trim();
    let runtime = stream.head.tag == RUNTIME || stream.is_plain();
    if let Some(thread) = fatal_thread(line).filter(|_| runtime) {
        let (process, pid, used) = process_of(&stream.entries[at + 1..]);
        let thread = thread.to_owned();
        let exception = at + 1 + used;
        return Some(JavaCrashStart::Crash {
            process,
            pid,
            thread,
            source: CrashSource::Runtime,
            exception,
        });
    }
    if line.starts_with("Process: ") && runtime {
        let (process, pid, used) = process_of(&stream.entries[at..]);
        let (thread, source) = (String::new(), CrashSource::Runtime);
        return (used > 0).then_some(JavaCrashStart::Crash {
            process,
            pid,
            thread,
            source,
            exception: at + used,
        });
    }
    if let Some(process) = reported(stream, line) {
        let (thread, source) = (String::new(), CrashSource::Reporter);
        return Some(JavaCrashStart::Crash {
            process,
            pid: None,
            thread,
            source,
            exception: at + 1,
        });
    }
    let frames_follow =
        || stream.entries.get(at + 1).is_some_and(|(_, next)| trace::frame(next).is_some());
    if !trace::is_header(line) || !frames_follow() {
        return None;
    }
    // The log may have been cut off above, or be nothing but a trace.
    let cut = stream.head.tag == RUNTIME && at == 0 && stream.head.level != Some('D');
    Some(if cut || stream.is_plain() {
        let (process, thread, source) = (String::new(), String::new(), CrashSource::Trace);
        JavaCrashStart::Crash { process, pid: None, thread, source, exception: at }
    } else {
        JavaCrashStart::Printed
    })
}

/// The thread of `FATAL EXCEPTION: main` or `*** FATAL EXCEPTION IN SYSTEM PROCESS: main`.
fn fatal_thread(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['*', ' ']);
    let rest = line.strip_prefix("FATAL EXCEPTION")?;
    rest.strip_prefix(" IN SYSTEM PROCESS").unwrap_or(rest).strip_prefix(':').map(str::trim)
}

/// The app whose own handler of uncaught exceptions says that it has met one.
fn reported(stream: &ThreadStream<'_>, line: &str) -> Option<String> {
    if let Some(rest) = line.strip_prefix("ACRA caught a ") {
        return Some(rest.rsplit_once(" for ").map_or("", |(_, app)| app).trim().to_owned());
    }
    let custom = stream.head.tag == "CustomActivityOnCrash" && line.starts_with("App has crashed");
    custom.then(String::new)
}

/// Reads `Process: x, PID: n` or `PID: n`, whichever of them stands first; how many lines they are.
fn process_of(entries: &[Entry<'_>]) -> (String, Option<u32>, usize) {
    let line = entries.first().map_or("", |(_, text)| text.trim());
    if let Some(rest) = line.strip_prefix("Process: ") {
        let (process, pid) = rest.split_once(", PID: ").unwrap_or((rest, ""));
        return (process.trim().to_owned(), pid.trim().parse().ok(), 1);
    }
    match line.strip_prefix("PID: ").map(|pid| pid.trim().parse()) {
        Some(Ok(pid)) => (String::new(), Some(pid), 1),
        _ => (String::new(), None, 0),
    }
}

fn crash(
    stream: &ThreadStream<'_>,
    start: usize,
    exception: usize,
    seen: JavaCrashLines,
) -> (LoggedCrash, usize) {
    let rest = stream.entries.get(exception..).unwrap_or_default();
    // A head without its exception still is a crash; the next head is not its exception.
    let alone = rest.first().is_none_or(|(_, text)| fatal_thread(text.trim()).is_some());
    let rest = if alone { &[] } else { rest };
    let (mut trace, used) = trace::read(rest, stream.is_plain());
    let used = used.min(rest.len());
    let JavaCrashLines { mut process, pid, thread, source } = seen;
    if process.is_empty() {
        process = stream.head.process.unwrap_or_default().to_owned();
    }
    let outer = &mut trace.chain[0];
    if outer.class.is_empty() {
        outer.class = "FATAL EXCEPTION".into();
        if outer.message.is_empty() {
            outer.message = thread;
        }
    }
    let outer = trace.outermost();
    let crash = AppCrash {
        kind: CrashKind::Java,
        pid: pid.or(stream.head.pid),
        exception: outer.class.clone(),
        message: outer.message.clone(),
        frames: outer.frames.clone(),
        cause: trace.cause(),
        group: group::of_java(&process, &trace.chain),
        process,
        log: String::new(),
    };
    let end = (exception + used).max(start + 1);
    let lines = stream.entries[start..end.min(stream.entries.len())].iter().map(|(at, _)| *at);
    (LoggedCrash { crash, source, lines: lines.collect(), chain: trace.chain }, end)
}
