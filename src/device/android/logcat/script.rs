//! Errors of a web page's scripts, as a web view writes them to the log.

use crate::domain::{AppCrash, CrashKind};

use super::stream::ThreadStream;
use super::{CrashSource, LogNoise, LoggedCrash, NoiseKind};

/// The longest message that tells errors apart, in characters.
const MESSAGE: usize = 160;

/// Adds the uncaught errors that `stream` tells to `found`, and to the noise: the app lives on.
///
/// Chromium (`content/renderer/render_frame_impl.cc`) writes
/// `[INFO:CONSOLE(12)] "Uncaught TypeError: x is null", source: https://host/app.js (12)`.
pub(super) fn find(
    stream: &ThreadStream<'_>,
    found: &mut Vec<LoggedCrash>,
    noise: &mut Vec<LogNoise>,
) {
    if stream.head.tag != "chromium" {
        return;
    }
    for (at, text) in &stream.entries {
        let Some(crash) = uncaught(text.trim(), stream.head.pid) else { continue };
        noise.push(LogNoise::new(NoiseKind::Script, stream.head.tag, text));
        let (source, lines) = (CrashSource::Runtime, vec![*at]);
        found.push(LoggedCrash { crash, source, lines, chain: Vec::new() });
    }
}

fn uncaught(line: &str, pid: Option<u32>) -> Option<AppCrash> {
    let (_, rest) = line.strip_prefix('[')?.split_once("CONSOLE")?;
    let (_, rest) = rest.split_once("] \"")?;
    let said = rest.strip_prefix("Uncaught ")?;
    let (said, source) = match said.rsplit_once("\", source: ") {
        Some((said, source)) => (said, source.trim()),
        None => (said.trim_end_matches('"'), ""),
    };
    let said = said.strip_prefix("(in promise) ").unwrap_or(said);
    let (exception, message) = match said.split_once(": ") {
        Some((name, message)) if !name.contains(' ') => (name, message),
        _ => ("Error", said),
    };
    let file = source.rsplit_once(" (").map_or(source, |(file, _)| file);
    let file = file.split(['?', '#']).next().unwrap_or_default();
    Some(AppCrash {
        kind: CrashKind::Script,
        process: String::new(),
        pid,
        exception: exception.to_owned(),
        message: message.to_owned(),
        frames: if source.is_empty() { Vec::new() } else { vec![source.to_owned()] },
        cause: None,
        group: format!("script/{exception}: {}@{file}", folded(message)),
        log: String::new(),
    })
}

/// The first line of `message` with its numbers left out: they vary from time to time.
fn folded(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    let mut folded = String::new();
    for sign in first.chars().take(MESSAGE) {
        if !sign.is_ascii_digit() {
            folded.push(sign);
        } else if !folded.ends_with('#') {
            folded.push('#');
        }
    }
    folded
}
