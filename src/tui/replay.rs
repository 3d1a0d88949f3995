//! Playing a recorded session: its records are folded up to a place, so that everything on screen
//! is as it was then.
//!
//! Going forward folds what lies between. Going back begins at the nearest mark, a copy of the fold
//! made when the session was opened, so that seeking costs no more than an eighth of a session.

use std::time::{Duration, Instant};

use crate::protocol::{Event, EventRecord};
use crate::session::Timeline;

/// Copies of the fold at the most.
const MARKS: usize = 8;

/// Shorter sessions are folded anew from their beginning: that takes a few milliseconds.
const WORTH_A_MARK: usize = 4_000;

/// No wait of the recording is kept longer, in milliseconds at single speed.
const LONGEST_WAIT: u64 = 2_000;

/// The speeds, as multiples of the recorded one.
const SPEEDS: [f64; 8] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// The place of single speed among them.
const SINGLE: usize = 2;

/// A recorded session and how far it is played.
pub struct ReplayPlayer {
    records: Vec<EventRecord>,
    /// Records that are folded.
    at: usize,
    /// The fold of all of them.
    whole: Timeline,
    /// The fold up to these many records.
    marks: Vec<(usize, Timeline)>,
    /// For each moment the number of records up to its end.
    ends: Vec<usize>,
    speed: usize,
    /// When the next record is due, while it plays.
    due: Option<Instant>,
}

impl ReplayPlayer {
    /// The session of these records, at its beginning.
    pub fn new(records: Vec<EventRecord>) -> Self {
        let every = (records.len() / MARKS).max(WORTH_A_MARK);
        let mut whole = Timeline::default();
        let mut marks = Vec::new();
        for (place, record) in records.iter().enumerate() {
            if place > 0 && place.is_multiple_of(every) {
                marks.push((place, whole.clone()));
            }
            whole.apply(record);
        }
        let ends = ends(&records);
        Self { records, at: 0, whole, marks, ends, speed: SINGLE, due: None }
    }

    /// The session as it was at its end.
    pub const fn whole(&self) -> &Timeline {
        &self.whole
    }

    /// True while it plays by itself.
    pub const fn plays(&self) -> bool {
        self.due.is_some()
    }

    /// True if nothing follows.
    pub fn is_over(&self) -> bool {
        self.at >= self.records.len()
    }

    /// How fast it plays: `2×`.
    pub fn speed(&self) -> String {
        format!("{}×", SPEEDS.get(self.speed).copied().unwrap_or(1.0))
    }

    /// When something changes by itself next.
    pub const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Plays on from `now`, or stops. At the end nothing follows that could be played.
    pub fn toggle(&mut self, now: Instant) {
        self.due = if self.plays() || self.is_over() { None } else { Some(now) };
    }

    /// Stops where it is.
    pub fn stop(&mut self) {
        self.due = None;
    }

    /// Plays faster, or slower.
    pub fn change_speed(&mut self, faster: bool) {
        let speed = if faster { self.speed + 1 } else { self.speed.saturating_sub(1) };
        self.speed = speed.min(SPEEDS.len() - 1);
    }

    /// The records that are due by `now`, in order.
    pub fn take_due(&mut self, now: Instant) -> Vec<EventRecord> {
        let mut taken = Vec::new();
        while let Some(due) = self.due.filter(|due| *due <= now) {
            let Some(record) = self.records.get(self.at) else {
                self.due = None;
                break;
            };
            taken.push(record.clone());
            self.at += 1;
            self.due = self.records.get(self.at).map(|next| due + self.wait(record, next));
        }
        taken
    }

    fn wait(&self, before: &EventRecord, next: &EventRecord) -> Duration {
        let ms = next.at_ms.saturating_sub(before.at_ms).min(LONGEST_WAIT);
        let speed = SPEEDS.get(self.speed).copied().unwrap_or(1.0);
        Duration::from_millis(ms).div_f64(speed)
    }

    /// Goes to the end of this moment, or of the last one there is; `ride` becomes what was known
    /// then.
    pub fn seek(&mut self, moment: usize, ride: &mut Timeline) {
        let last = self.ends.len().saturating_sub(1);
        let target = if moment >= last {
            self.records.len()
        } else {
            self.ends.get(moment).copied().unwrap_or(0)
        };
        let mark = self.marks.iter().rev().find(|(place, _)| *place <= target);
        let from_mark = mark.map_or(0, |(place, _)| *place);
        if target < self.at || from_mark > self.at {
            *ride = mark.map(|(_, ride)| ride.clone()).unwrap_or_default();
            self.at = from_mark;
        }
        for record in self.records.get(self.at..target).unwrap_or_default() {
            ride.apply(record);
        }
        self.at = target;
        // A pause of the recording before the new place is not waited for.
        self.due = self.due.map(|_| Instant::now()).filter(|_| !self.is_over());
    }
}

/// For each moment the number of records up to its end: where the look begins that opens the next.
fn ends(records: &[EventRecord]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut open = false;
    for (place, record) in records.iter().enumerate() {
        if !matches!(record.event, Event::Observed(_)) {
            continue;
        }
        // A state is discovered right before the look that shows it.
        let before = place.checked_sub(1).and_then(|before| records.get(before));
        let discovered = before.is_some_and(|record| matches!(record.event, Event::Discovered(_)));
        if open {
            ends.push(place - usize::from(discovered));
        }
        open = true;
    }
    if open {
        ends.push(records.len());
    }
    ends
}

#[cfg(test)]
mod tests;
