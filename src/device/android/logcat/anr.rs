//! Apps that do not respond.

use crate::domain::{AppCrash, CrashKind};

use super::stream::ThreadStream;
use super::{CrashSource, LoggedCrash, group};

/// Lines of an ANR's report that may stand between its head and its reason.
const REPORT_LINES: usize = 12;

/// Adds what `stream` tells to `found`.
pub(super) fn find(stream: &ThreadStream<'_>, found: &mut Vec<LoggedCrash>) {
    for (place, (at, text)) in stream.entries.iter().enumerate() {
        let line = text.trim();
        if let Some(rest) = line.strip_prefix("ANR in ") {
            found.push(reported(stream, place, rest));
        } else if let Some(process) = frozen(line) {
            let reason = line.split_once(". ").map_or(line, |(_, reason)| reason).trim();
            let what = AnrReport { process, component: process, reason, pid: None };
            found.push(what.found(vec![*at], CrashSource::Hint));
        }
    }
}

struct AnrReport<'a> {
    process: &'a str,
    /// The activity that hung, else the process.
    component: &'a str,
    reason: &'a str,
    pid: Option<u32>,
}

impl AnrReport<'_> {
    fn found(self, lines: Vec<usize>, source: CrashSource) -> LoggedCrash {
        let crash = AppCrash {
            kind: CrashKind::Anr,
            process: self.process.to_owned(),
            pid: self.pid,
            exception: "ANR".into(),
            message: self.reason.to_owned(),
            frames: Vec::new(),
            cause: None,
            group: group::of_anr(self.component, self.reason),
            log: String::new(),
        };
        LoggedCrash { crash, source, lines, chain: Vec::new() }
    }
}

/// The activity manager's report: `ANR in org.app (org.app/.Main)`, `PID: 7`, `Reason: ...`.
fn reported(stream: &ThreadStream<'_>, place: usize, head: &str) -> LoggedCrash {
    let (process, component) = head.split_once(" (").unwrap_or((head, ""));
    let component = component.trim_end_matches(')').trim();
    let process = process.trim().trim_end_matches(',');
    let component = if component.is_empty() { process } else { component };
    let mut what = AnrReport { process, component, reason: "", pid: None };
    let mut lines = vec![stream.entries[place].0];
    for (at, text) in stream.entries.iter().skip(place + 1).take(REPORT_LINES) {
        let line = text.trim();
        if line.starts_with("ANR in ") || line.starts_with("CPU usage") {
            break;
        }
        let Some((name, value)) = line.split_once(':') else { break };
        match name {
            "PID" => what.pid = value.trim().parse().ok(),
            "Reason" => what.reason = value.trim(),
            "Parent" | "Load" | "ErrorId" | "Frozen" | "DropBox" | "Subject" | "Flags"
            | "Package" | "Annotation" | "Process-Runtime" => {}
            _ => break,
        }
        lines.push(*at);
    }
    what.found(lines, CrashSource::Runtime)
}

/// The process of the input dispatcher's `Application is not responding: Window{1f u0 org.app/.A}`.
fn frozen(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("Application is not responding: ")?;
    let component = rest.split([' ', '{', '}']).find(|word| word.contains('/'))?;
    component.split('/').next().filter(|name| name.contains('.'))
}
