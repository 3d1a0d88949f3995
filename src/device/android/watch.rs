//! Watching a device's log for crashes of one app, each counted once.
//!
//! The log is read again and again since a mark: the time of the last line seen. Lines written in
//! that very moment (or, if the device takes the mark less exactly, shortly before it) come twice
//! and are dropped. The last lines are kept for that, and so that a report that was still being
//! written when it was read can be understood with its head.

use std::collections::HashMap;

use crate::domain::{AppCrash, CrashKind};

use super::logcat::{self, LoggedCrash};

/// Lines that are kept: more than the longest report in one piece.
const KEPT: usize = 600;

/// Watches the log of one device for one app.
#[derive(Debug, Default)]
pub(super) struct LogWatch {
    package: String,
    mark: String,
    lines: Vec<String>,
    /// The first of `lines` whose crashes have not been told yet.
    untold: usize,
    /// Crashes told by a first word only; the full report that may follow is the same crash.
    announced: Vec<AppCrash>,
}

impl LogWatch {
    /// Watches for crashes of `package` after `mark`, a moment of the device's clock as
    /// `MM-DD HH:MM:SS.mmm`.
    pub(super) fn new(package: &str, mark: &str) -> Self {
        Self { package: package.to_owned(), mark: mark.trim().to_owned(), ..Self::default() }
    }

    /// Since when the log is wanted.
    pub(super) fn mark(&self) -> &str {
        &self.mark
    }

    /// Wants the log since this moment, in seconds since 1970, from now on.
    pub(super) fn since(&mut self, seconds: u64) {
        self.mark = format!("{seconds}.000");
    }

    /// Takes what the log says since the mark. True if that is but the first word of a crash,
    /// whose full report is about to follow.
    pub(super) fn take(&mut self, log: &str) -> bool {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for line in &self.lines {
            *seen.entry(timeless(line)).or_default() += 1;
        }
        let mut fresh = Vec::new();
        for line in log.lines().filter(|line| !line.starts_with("--------- ")) {
            match seen.get_mut(timeless(line)) {
                Some(left) if *left > 0 => *left -= 1,
                _ => fresh.push(line.to_owned()),
            }
        }
        // Lines that were kept may tell the time of another zone, hours ahead of this one.
        if let Some(last) = fresh.iter().rev().find_map(|line| stamp(line)) {
            self.mark = last.to_owned();
        }
        self.lines.append(&mut fresh);
        let unfinished = |found: &LoggedCrash| {
            found.is_first_word()
                || (found.crash.kind == CrashKind::Java && found.crash.frames.is_empty())
        };
        self.untold_crashes().iter().any(unfinished)
    }

    /// Lets all that was taken so far count as told.
    pub(super) fn forget(&mut self) {
        self.untold = self.lines.len();
        self.trim();
    }

    /// The crashes that have not been told yet.
    pub(super) fn tell(&mut self) -> Vec<AppCrash> {
        let found = self.untold_crashes();
        self.forget();
        let mut reported = Vec::new();
        for one in found {
            let announced = self.announced.iter().position(|crash| one.tells_more_of(crash));
            if let Some(at) = announced {
                self.announced.swap_remove(at);
                continue;
            }
            if one.is_first_word() {
                self.announced.push(one.crash.clone());
            }
            reported.push(one.crash);
        }
        reported
    }

    fn untold_crashes(&self) -> Vec<LoggedCrash> {
        if self.untold == self.lines.len() {
            return Vec::new();
        }
        let (found, _) = logcat::find(&self.lines.join("\n"));
        let is_new =
            |one: &LoggedCrash| one.lines.first().is_some_and(|first| *first >= self.untold);
        found
            .into_iter()
            .filter(|one| is_new(one) && logcat::is_of_app(&one.crash, &self.package))
            .collect()
    }

    fn trim(&mut self) {
        let excess = self.lines.len().saturating_sub(KEPT);
        self.lines.drain(..excess);
        self.untold = self.lines.len();
    }
}

/// A line without what another time zone makes of its date and time: zones differ by whole
/// minutes, so the seconds stay.
fn timeless(line: &str) -> &str {
    stamp(line).and_then(|_| line.get(12..)).unwrap_or(line)
}

/// The time of a line in threadtime form.
fn stamp(line: &str) -> Option<&str> {
    let stamp = line.get(..18)?;
    let is_time = stamp
        .bytes()
        .zip(*b"00-00 00:00:00.000")
        .all(|(byte, form)| if form == b'0' { byte.is_ascii_digit() } else { byte == form });
    is_time.then_some(stamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ms: u32, text: &str) -> String {
        format!("06-01 10:00:00.{ms:03}   7   7 E AndroidRuntime: {text}\n")
    }

    fn crash(ms: u32, exception: &str) -> String {
        line(ms, "FATAL EXCEPTION: main")
            + &line(ms, "Process: org.app, PID: 7")
            + &line(ms, exception)
            + &line(ms, "\tat org.app.Main.run(Main.kt:1)")
    }

    fn reported(watch: &mut LogWatch, log: &str) -> Vec<String> {
        watch.take(log);
        watch.tell().into_iter().map(|crash| crash.exception).collect()
    }

    #[test]
    fn a_crash_that_comes_again_with_the_marks_moment_counts_once() {
        let mut watch = LogWatch::new("org.app", "06-01 10:00:00.000");
        let first = crash(5, "a.First");
        assert_eq!(reported(&mut watch, &first), ["a.First"]);
        assert_eq!(watch.mark(), "06-01 10:00:00.005");
        assert_eq!(reported(&mut watch, &first), [""; 0]);
        let second = format!("--------- beginning of crash\n{first}{}", crash(5, "a.Second"));
        assert_eq!(reported(&mut watch, &second), ["a.Second"], "in the same millisecond");
        assert_eq!(reported(&mut watch, &crash(9, "a.First")), ["a.First"], "the same fault again");
    }

    #[test]
    fn what_was_there_at_the_start_and_other_apps_do_not_count() {
        let mut watch = LogWatch::new("org.app", "06-01 10:00:00.000\n");
        watch.take(&crash(0, "a.Before"));
        watch.forget();
        assert_eq!(reported(&mut watch, &crash(0, "a.Before")), [""; 0]);
        let other = crash(1, "a.Other").replace("org.app,", "org.app.other,");
        assert_eq!(reported(&mut watch, &other), [""; 0]);
        let remote = crash(2, "a.Remote").replace("org.app,", "org.app:remote,");
        assert_eq!(reported(&mut watch, &remote), ["a.Remote"]);
    }

    #[test]
    fn what_was_read_in_a_zone_ahead_does_not_move_the_mark() {
        let mut watch = LogWatch::new("org.app", "06-01 10:00:00.000");
        watch.take(&line(5, "in a zone hours ahead"));
        watch.since(1_780_000_000);
        watch.take("");
        assert_eq!(watch.mark(), "1780000000.000", "nothing was written since");
        assert_eq!(reported(&mut watch, &crash(6, "a.First")), ["a.First"]);
        assert_eq!(watch.mark(), "06-01 10:00:00.006");
    }

    #[test]
    fn a_report_read_in_two_pieces_is_one_crash() {
        let mut watch = LogWatch::new("org.app", "06-01 10:00:00.000");
        let (head, tail) = (line(5, "FATAL EXCEPTION: main"), crash(5, "a.First"));
        assert!(
            watch.take(&format!("{head}{}", line(5, "Process: org.app, PID: 7"))),
            "unfinished"
        );
        assert!(!watch.take(&tail));
        assert_eq!(watch.tell().len(), 1);
        assert_eq!(reported(&mut watch, &tail), [""; 0]);
    }

    #[test]
    fn a_crash_announced_in_one_reading_and_reported_in_the_next_counts_once() {
        let mut watch = LogWatch::new("org.app", "06-01 10:00:00.000");
        let word = "06-01 10:00:01.000   5   6 I InputDispatcher: Application is not responding: Window{1 u0 org.app/org.app.Main}.  Waited 5000ms\n";
        let report =
            "06-01 10:00:04.000   5   9 E ActivityManager: ANR in org.app (org.app/.Main)\n";
        assert!(watch.take(word));
        assert_eq!(watch.tell().len(), 1);
        assert_eq!(reported(&mut watch, report), [""; 0]);
        let again = report.replace(":04", ":40");
        assert_eq!(reported(&mut watch, &again), ["ANR"]);
    }

    #[test]
    fn old_lines_are_let_go() {
        let mut watch = LogWatch::new("org.app", "06-01 10:00:00.000");
        for ms in 0..900 {
            watch.take(&line(ms, "x"));
            watch.forget();
        }
        assert_eq!(watch.lines.len(), KEPT);
        assert_eq!(reported(&mut watch, &crash(901, "a.Late")), ["a.Late"]);
    }
}
