//! What a piece of work takes of a processor's time, so that other work on the machine does not count.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

/// Measures the time that this thread spends on a processor, as Linux reports it; elsewhere the time
/// that passes.
pub struct ProcessorTimer {
    /// Its first number is the nanoseconds that the thread was on a processor.
    statistics: Option<File>,
    began: Instant,
}

impl ProcessorTimer {
    /// A timer for the present thread.
    pub fn new() -> Self {
        Self { statistics: File::open("/proc/thread-self/schedstat").ok(), began: Instant::now() }
    }

    /// The time so far.
    pub fn now(&self) -> Duration {
        self.on_processor().unwrap_or_else(|| self.began.elapsed())
    }

    fn on_processor(&self) -> Option<Duration> {
        // The system brings its count up to date when the thread offers the processor to others.
        std::thread::yield_now();
        let mut text = [0; 64];
        let length = self.statistics.as_ref()?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}
