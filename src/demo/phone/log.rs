//! The phone's log, as logcat tells it.

use jiff::SignedDuration;
use jiff::civil::DateTime;

/// Which of the log's buffers a line is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// What apps write.
    Main,
    /// What the system writes.
    System,
    /// Crashes.
    Crash,
}

impl Buffer {
    /// Its name, as `logcat -b` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::System => "system",
            Self::Crash => "crash",
        }
    }
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When, in Greenwich.
    pub at: DateTime,
    /// By which process.
    pub pid: u32,
    /// By which thread.
    pub tid: u32,
    /// `V`, `D`, `I`, `W`, `E` or `F`.
    pub level: char,
    /// By which part of it.
    pub tag: String,
    /// What.
    pub text: String,
    /// Where it was written to.
    pub buffer: Buffer,
}

impl Line {
    /// In the format of `logcat -v threadtime`, so many minutes east of Greenwich.
    pub fn threadtime(&self, offset: i32) -> String {
        let at = self.at.saturating_add(SignedDuration::from_mins(offset.into()));
        format!(
            "{}.{:03} {:>5} {:>5} {} {:<8}: {}",
            at.strftime("%m-%d %H:%M:%S"),
            at.millisecond(),
            self.pid,
            self.tid,
            self.level,
            self.tag,
            self.text
        )
    }
}

/// The system server's process id.
pub const SYSTEM: u32 = 1211;

/// How many lines the log keeps; older ones are forgotten.
const KEPT: usize = 20_000;

/// The log.
#[derive(Debug, Default)]
pub struct Log {
    lines: Vec<Line>,
}

impl Log {
    /// All lines that are kept, oldest first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Adds `line`.
    pub fn push(&mut self, line: Line) {
        if self.lines.len() >= KEPT {
            self.lines.drain(..KEPT / 2);
        }
        self.lines.push(line);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.clear();
    }
}
