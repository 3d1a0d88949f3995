//! Playing a recorded session: so many of its records are folded, so that everything on screen is as
//! it was then.

use std::time::{Duration, Instant};

use crate::protocol::EventRecord;
use crate::session::{SessionRecording, Timeline};

/// So many records are rather folded one by one than gone to.
const NEAR: usize = 200;

/// No wait of the recording is kept longer, in milliseconds at single speed.
const LONGEST_WAIT: u64 = 2_000;

/// The speeds, as multiples of the recorded one.
const SPEEDS: [f64; 8] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// The place of single speed among them.
const SINGLE: usize = 2;

/// A recorded session and how far it is played.
pub struct ReplayPlayer {
    recording: SessionRecording,
    /// Records that are folded.
    at: usize,
    speed: usize,
    /// When the next record is due, while it plays.
    due: Option<Instant>,
}

impl ReplayPlayer {
    /// The recording at its beginning.
    pub const fn new(recording: SessionRecording) -> Self {
        Self { recording, at: 0, speed: SINGLE, due: None }
    }

    /// The session as it was at its end.
    pub const fn whole(&self) -> &Timeline {
        self.recording.whole()
    }

    /// True while it plays by itself.
    pub const fn plays(&self) -> bool {
        self.due.is_some()
    }

    /// True if nothing follows.
    pub fn is_over(&self) -> bool {
        self.at >= self.recording.len()
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

    /// The records that are due by `now`, in order; whoever folds them calls
    /// [`ReplayPlayer::played`] then.
    pub fn take_due(&mut self, now: Instant) -> Vec<EventRecord> {
        let mut taken = Vec::new();
        let Some(due) = self.due.filter(|due| *due <= now) else { return taken };
        let mut due = Some(due);
        let mut next = self.recording.record(self.at);
        while let (Some(at), Some(record)) = (due.filter(|due| *due <= now), next.take()) {
            self.at += 1;
            next = self.recording.record(self.at);
            due = next.as_ref().map(|next| at + self.wait(&record, next));
            taken.push(record);
        }
        self.due = due.filter(|_| !self.is_over());
        taken
    }

    /// Called after `session` took in what was due: lets go of what can be read again.
    pub fn played(&self, session: &mut Timeline) {
        self.recording.played(session, self.at);
    }

    fn wait(&self, before: &EventRecord, next: &EventRecord) -> Duration {
        let ms = next.at_ms.saturating_sub(before.at_ms).min(LONGEST_WAIT);
        let speed = SPEEDS.get(self.speed).copied().unwrap_or(1.0);
        Duration::from_millis(ms).div_f64(speed)
    }

    /// Goes to the end of this moment, or of the last one there is; `session` becomes what was known
    /// then.
    pub fn seek(&mut self, moment: usize, session: &mut Timeline) {
        let target = self.recording.end_of(moment);
        if (self.at..self.at.saturating_add(NEAR)).contains(&target) {
            self.recording.play(session, self.at..target);
        } else {
            *session = self.recording.at(target);
        }
        self.at = target;
        self.recording.forget_looked_at();
        // A pause of the recording before the new place is not waited for.
        self.due = self.due.map(|_| Instant::now()).filter(|_| !self.is_over());
    }
}

#[cfg(test)]
mod tests;
