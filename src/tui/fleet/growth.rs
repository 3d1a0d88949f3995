//! How what a fleet knows grows, in a number of samples that does not grow with it.

use crate::engine::fleet::FleetCounts;

/// The most samples that are kept.
const MOST: usize = 256;

/// The time between two samples at the beginning, in milliseconds.
const EVERY: u64 = 1_000;

/// Speed is measured over so long, in milliseconds.
const WINDOW: u64 = 10_000;

/// What was known at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GrowthSample {
    at_ms: u64,
    counts: FleetCounts,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct FleetGrowth {
    samples: Vec<GrowthSample>,
    /// The time between two samples doubled so often.
    doubled: u32,
}

impl FleetGrowth {
    /// True if it is time for another sample.
    pub fn is_due(&self, now_ms: u64) -> bool {
        let every = EVERY << self.doubled;
        self.samples.last().is_none_or(|last| now_ms >= last.at_ms + every)
    }

    /// What is known now.
    pub fn add(&mut self, at_ms: u64, counts: FleetCounts) {
        self.samples.push(GrowthSample { at_ms, counts });
        if self.samples.len() > MOST {
            let mut place = 0;
            self.samples.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.doubled += 1;
        }
    }

    /// Actions a second, lately; `now` is what is known now.
    pub fn speed(&self, now_ms: u64, now: FleetCounts) -> f64 {
        let old = self.samples.iter().rev().find(|sample| sample.at_ms + WINDOW <= now_ms);
        let Some(since) = old.or_else(|| self.samples.first()) else { return 0.0 };
        let ms = now_ms.saturating_sub(since.at_ms).max(1);
        let performed = now.performed.saturating_sub(since.counts.performed);
        performed as f64 * 1000.0 / ms as f64
    }

    /// What `read` reads of each sample, with its time; the last one is what is known `now`.
    pub fn curve(
        &self,
        now_ms: u64,
        now: FleetCounts,
        read: impl Fn(&FleetCounts) -> usize,
    ) -> Vec<(u64, usize)> {
        let samples = self.samples.iter().map(|sample| (sample.at_ms, read(&sample.counts)));
        samples.chain([(now_ms, read(&now))]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn performed(performed: u64) -> FleetCounts {
        FleetCounts { performed, ..FleetCounts::default() }
    }

    /// A fleet that performs two actions a second for so many seconds.
    fn grown(seconds: u64) -> FleetGrowth {
        let mut growth = FleetGrowth::default();
        for second in 0..seconds {
            if growth.is_due(second * 1000) {
                growth.add(second * 1000, performed(2 * second));
            }
        }
        growth
    }

    #[test]
    fn a_long_run_takes_no_more_samples() {
        let growth = grown(100_000);
        assert!((MOST / 2..=MOST).contains(&growth.samples.len()));
        let curve = growth.curve(100_000_000, performed(200_000), |it| it.performed as usize);
        assert!(curve.is_sorted(), "{curve:?}");
        assert_eq!((curve[0], curve[curve.len() - 1]), ((0, 0), (100_000_000, 200_000)));
    }

    #[test]
    fn the_speed_is_that_of_the_last_seconds() {
        let growth = grown(60);
        let now = |ms| growth.speed(ms, performed(120));
        assert!((now(60_000) - 2.0).abs() < 0.1, "{}", now(60_000));
        assert!(now(75_000) < 0.2, "{}", now(75_000));
        assert!(FleetGrowth::default().speed(5, performed(0)).abs() < f64::EPSILON);
    }
}
