//! How fast a fleet worked. Between two processes it rests, perhaps for days: such pauses are left out.

use crate::report::fleet::MergedFleet;

/// Longer pauses without any step are left out, in milliseconds.
const LONGEST_PAUSE: i64 = 600_000;
/// So many values has the curve of speed at most.
const MOST: u64 = 60;
/// Below this, times are told in seconds.
const MINUTES_FROM_MS: u64 = 300_000;

/// The time of a fleet, without its pauses.
pub struct FleetPace {
    /// When each action was performed, in milliseconds of work; in order.
    steps: Vec<u64>,
    /// For each stretch of work its first millisecond of the calendar, and how much work was done before it.
    stretches: Vec<(i64, u64)>,
    /// How many pauses are left out.
    pub pauses: usize,
}

impl FleetPace {
    /// The pace of `fleet`.
    pub fn of(fleet: &MergedFleet) -> Self {
        let seen = fleet.apps.values().flat_map(|app| app.seen.values()).map(|it| it.at_ms);
        let mut times: Vec<i64> = seen.chain(fleet.performed.iter().copied()).collect();
        times.sort_unstable();
        let mut stretches: Vec<(i64, u64)> = Vec::new();
        let mut last: Option<i64> = None;
        for time in times {
            match (stretches.last(), last) {
                (Some((from, before)), Some(last)) if time - last > LONGEST_PAUSE => {
                    stretches.push((time, before + last.abs_diff(*from)));
                }
                (None, _) => stretches.push((time, 0)),
                _ => {}
            }
            last = Some(time);
        }
        let pauses = stretches.len().saturating_sub(1);
        let mut pace = Self { steps: Vec::new(), stretches, pauses };
        pace.steps = fleet.performed.iter().map(|time| pace.at(*time)).collect();
        pace.steps.sort_unstable();
        pace
    }

    /// How much work was done before the millisecond `time` of the calendar, in milliseconds.
    pub fn at(&self, time: i64) -> u64 {
        let stretch = self.stretches.iter().rev().find(|(from, _)| *from <= time);
        stretch.map_or(0, |(from, before)| before + time.abs_diff(*from))
    }

    /// From the first thing that was seen to the last step, in milliseconds.
    pub fn worked_ms(&self) -> u64 {
        self.steps.last().copied().unwrap_or(0)
    }

    /// Of all workers, on the mean.
    pub fn steps_a_second(&self) -> f64 {
        self.steps.len() as f64 * 1000.0 / self.worked_ms().max(1) as f64
    }

    /// The unit of time that suits, with how many milliseconds it has.
    pub fn unit(&self) -> (&'static str, f64) {
        if self.worked_ms() < MINUTES_FROM_MS { ("seconds", 1e3) } else { ("minutes", 6e4) }
    }

    /// Steps a second over time, which ends at `right`; a unit of time has `per` milliseconds.
    pub fn speeds(&self, right: f64, per: f64) -> Vec<(f64, f64)> {
        let each = (self.worked_ms().div_ceil(MOST)).max(1000);
        let last = self.worked_ms().saturating_sub(1) / each;
        let mut counts = vec![0_u64; usize::try_from(last).unwrap_or(0) + 1];
        for step in &self.steps {
            // A step at the very end belongs to what it ends.
            let place = usize::try_from((step / each).min(last)).unwrap_or(0);
            if let Some(count) = counts.get_mut(place) {
                *count += 1;
            }
        }
        let speed = |(place, count): (usize, &u64)| {
            let from = place as u64 * each;
            let took = each.min(self.worked_ms().saturating_sub(from)).max(1);
            (from as f64 / per, *count as f64 * 1000.0 / took as f64)
        };
        let mut points: Vec<(f64, f64)> = counts.iter().enumerate().map(speed).collect();
        if let Some((_, speed)) = points.last().copied() {
            points.push((right, speed));
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(performed: &[i64]) -> FleetPace {
        FleetPace::of(&MergedFleet { performed: performed.to_vec(), ..MergedFleet::default() })
    }

    #[test]
    fn a_fleet_that_did_nothing_has_a_pace_of_nothing() {
        let pace = pace(&[]);
        assert_eq!((pace.worked_ms(), pace.pauses, pace.at(5)), (0, 0, 0));
        assert!(pace.steps_a_second() < f64::EPSILON);
    }

    #[test]
    fn a_night_between_two_processes_is_no_work() {
        let night = 8 * 3_600_000;
        let pace = pace(&[1_000, 3_000, night, night + 2_000]);
        assert_eq!((pace.worked_ms(), pace.pauses), (4_000, 1));
        assert_eq!(pace.at(night + 500), 2_500);
        assert!((pace.steps_a_second() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn speeds_add_up_to_all_steps() {
        let times: Vec<i64> = (0..=100).map(|step| step * 90).collect();
        let pace = pace(&times);
        let speeds = pace.speeds(9.0, 1e3);
        let steps: f64 = speeds.windows(2).map(|two| (two[1].0 - two[0].0) * two[0].1).sum();
        assert!((steps - 101.0).abs() < 1e-6, "{steps} {speeds:?}");
    }
}
