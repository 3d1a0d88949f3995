//! The phone's clock: virtual time moves only by commands, real time by itself.

use crate::domain::Pace;
use std::time::Instant;

use jiff::SignedDuration;
use jiff::civil::{DateTime, date};

/// The phone's clock.
#[derive(Debug)]
pub struct Clock {
    base: DateTime,
    started: Option<Instant>,
    now_ms: u64,
}

impl Clock {
    /// A clock that starts now.
    pub fn new(pace: Pace) -> Self {
        match pace {
            Pace::Virtual => {
                Self { base: date(2026, 1, 5).at(9, 0, 0, 0), started: None, now_ms: 0 }
            }
            Pace::Real => Self {
                base: jiff::Zoned::now().datetime(),
                started: Some(Instant::now()),
                now_ms: 0,
            },
        }
    }

    /// True if time moves only by commands.
    pub fn is_virtual(&self) -> bool {
        self.started.is_none()
    }

    /// Milliseconds since the phone was started.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Where the clock stands after `ms` more milliseconds of commands: real time does not wait for
    /// them.
    pub fn after(&self, ms: u64) -> u64 {
        match self.started {
            None => self.now_ms.saturating_add(ms),
            Some(started) => {
                u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX).max(self.now_ms)
            }
        }
    }

    /// Moves on to `ms`; never back.
    pub fn set(&mut self, ms: u64) {
        self.now_ms = self.now_ms.max(ms);
    }

    /// The date and time at `ms` after the start.
    pub fn date(&self, ms: u64) -> DateTime {
        let since = SignedDuration::from_millis(i64::try_from(ms).unwrap_or(i64::MAX));
        self.base.saturating_add(since)
    }
}
