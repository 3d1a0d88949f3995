//! A recorded session that is played: any of its records can be gone to at once, and only what is
//! looked at lies in memory.
//!
//! The log stays on the disk. Opening folds it once and keeps copies of the fold, a *keyframe* every
//! few thousand records. Going to a record continues the fold from the keyframe before it: proposals
//! are left out up to the last few moments, which are folded as they were. Earlier moments are read
//! again if somebody looks at them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::moments::{MomentGist, PAGE, UNSETTLED};
use super::question::ThoughtKind;
use super::{SessionMoment, Timeline};
use crate::protocol::{Event, EventRecord};
use crate::store::{BlobFolder, IndexedLog, StoreError};

/// Records between two keyframes, at the least. Folding so many takes about a millisecond.
const KEYFRAME_EVERY: usize = 1_500;

/// Keyframes at the most: they may hold large behaviour models.
const KEYFRAMES: usize = 96;

/// A recorded session, opened to be played.
#[derive(Debug)]
pub struct SessionRecording {
    moments: Arc<RecordedMoments>,
    /// The fold of so many records each, in order.
    keyframes: Vec<(usize, Timeline)>,
    whole: Timeline,
}

/// The moments of a recording, to be read one by one.
#[derive(Debug)]
pub(super) struct RecordedMoments {
    log: IndexedLog,
    /// For each moment the place of its first record.
    starts: Vec<usize>,
    gists: Vec<MomentGist>,
    unusual: UnusualRecords,
}

/// Records that the fold of a few moments alone would not understand.
#[derive(Debug, Default)]
struct UnusualRecords {
    /// What changes a moment long before: the moment, and the place of the record.
    late: Vec<(usize, usize)>,
    /// What repeats the number of an exchange and is not followed.
    repeated: HashSet<usize>,
    /// What the changes of goals say in words, by the places of their records.
    goals: HashMap<usize, String>,
}

impl SessionRecording {
    /// Opens the session in `folder`; see [`crate::store::open`].
    ///
    /// # Errors
    /// If there is none, or a newer program wrote it.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::with_keyframes(folder, KEYFRAME_EVERY)
    }

    pub(super) fn with_keyframes(folder: &Path, every: usize) -> Result<Self, StoreError> {
        let mut reading = RecordingReader { every, ..RecordingReader::default() };
        let log = IndexedLog::open(folder, |record| reading.take(record))?;
        Ok(reading.finish(log))
    }

    /// A recording of these records.
    #[cfg(test)]
    pub fn of_records(records: &[EventRecord]) -> Self {
        let folder = Self::written(records);
        Self::open(folder.path()).unwrap()
    }

    /// A folder with a session of these records.
    #[cfg(test)]
    fn written(records: &[EventRecord]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let writer = crate::store::SessionWriter::create(folder.path()).unwrap();
        records.iter().for_each(|record| writer.append(record.clone()).unwrap());
        drop(writer);
        folder
    }

    /// The session as it was at its end.
    pub const fn whole(&self) -> &Timeline {
        &self.whole
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.moments.log.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.moments.log.is_empty()
    }

    /// The session's blobs.
    pub fn blobs(&self) -> BlobFolder {
        self.moments.log.blobs.clone()
    }

    /// The record at this place.
    pub fn record(&self, place: usize) -> Option<EventRecord> {
        self.moments.log.record(place)
    }

    /// How many records there are up to the end of this moment, or of the last one there is.
    pub fn end_of(&self, moment: usize) -> usize {
        let next = self.moments.starts.get(moment.saturating_add(1));
        next.copied().unwrap_or_else(|| self.len())
    }

    /// What was known after the first `place` records.
    pub fn at(&self, place: usize) -> Timeline {
        let place = place.min(self.len());
        let settled = self.moments.start_of_unsettled(place);
        let keyframe = self.keyframes.partition_point(|(after, _)| *after <= settled);
        let keyframe = keyframe.checked_sub(1).and_then(|at| self.keyframes.get(at));
        let (from, mut timeline) = keyframe.cloned().unwrap_or_default();
        for (_, record) in self.moments.log.read_without_proposals(from..settled) {
            timeline.apply(&record);
        }
        timeline.let_go();
        for (_, record) in self.moments.log.read(settled..place) {
            timeline.apply(&record);
        }
        timeline.moments.read_from(&self.moments, place);
        timeline
    }

    /// Takes these records into `timeline`, which knows all before them.
    pub fn play(&self, timeline: &mut Timeline, places: Range<usize>) {
        let until = places.end;
        for (_, record) in self.moments.log.read(places) {
            timeline.apply(&record);
        }
        self.played(timeline, until);
    }

    /// Called after `timeline` took in all of the first `until` records: lets go of what can be read
    /// again.
    pub fn played(&self, timeline: &mut Timeline, until: usize) {
        timeline.settle();
        timeline.moments.read_from(&self.moments, until);
    }

    /// Forgets moments that were read to be looked at.
    pub fn forget_looked_at(&mut self) {
        let all = self.len();
        self.whole.moments.read_from(&self.moments, all);
    }
}

impl RecordedMoments {
    pub(super) fn gist(&self, moment: usize) -> Option<&MomentGist> {
        self.gists.get(moment)
    }

    /// Where the last moments begin that records before `place` may still have changed.
    fn start_of_unsettled(&self, place: usize) -> usize {
        let begun = self.starts.partition_point(|start| *start < place);
        begun.checked_sub(UNSETTLED).and_then(|moment| self.starts.get(moment)).map_or(0, |at| *at)
    }

    /// Reads these moments as they were after the first `until` records.
    pub(super) fn read(&self, moments: Range<usize>, until: usize) -> Vec<SessionMoment> {
        let Some(first) = self.starts.get(moments.start).copied() else { return Vec::new() };
        let settled = self.starts.get(moments.end + UNSETTLED).copied().unwrap_or(usize::MAX);
        let mut timeline = Timeline::default();
        for (place, record) in self.log.read(first..settled.min(until)) {
            if self.unusual.repeated.contains(&place) {
                continue;
            }
            if let Some(words) = self.unusual.goals.get(&place) {
                timeline.think(ThoughtKind::Goal(words.clone()));
            } else {
                timeline.apply(&record);
            }
        }
        let late = self.unusual.late.iter().filter(|(moment, place)| {
            moments.contains(moment) && *place >= settled && *place < until
        });
        late.filter_map(|(_, place)| self.log.record(*place))
            .for_each(|record| timeline.apply(&record));
        timeline.moments.into_latest(moments.len())
    }
}

/// Folds a log while it is read for the first time.
#[derive(Default)]
struct RecordingReader {
    every: usize,
    read: usize,
    timeline: Timeline,
    keyframes: Vec<(usize, Timeline)>,
    starts: Vec<usize>,
    gists: Vec<MomentGist>,
    unusual: UnusualRecords,
    /// True right after a state was discovered.
    discovered: bool,
}

impl RecordingReader {
    fn take(&mut self, record: &EventRecord) {
        let place = self.read;
        let last = self.keyframes.last().map_or(0, |(after, _)| *after);
        if place - last >= self.every {
            self.add_keyframe();
        }
        if matches!(record.event, Event::Observed(_)) {
            // A state is discovered right before the observation that shows it.
            self.starts.push(place - usize::from(self.discovered));
        }
        self.discovered = matches!(record.event, Event::Discovered(_));
        self.note_unusual(place, &record.event);
        self.timeline.apply(record);
        if self.timeline.moments.in_memory() > PAGE {
            self.gists.extend(self.timeline.settle());
        }
        self.read += 1;
    }

    /// If there are too many, every second one is given up.
    fn add_keyframe(&mut self) {
        self.gists.extend(self.timeline.settle());
        self.keyframes.push((self.read, self.timeline.clone()));
        if self.keyframes.len() > KEYFRAMES {
            let mut place = 0;
            self.keyframes.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.every *= 2;
        }
    }

    fn note_unusual(&mut self, place: usize, event: &Event) {
        if let Event::GoalChanged(changed) = event {
            let goals = self.timeline.model.goals();
            self.unusual.goals.insert(place, changed.words(|id| goals.text(id)));
        }
        if let Event::Asked(asked) = event
            && self.timeline.knows_exchange(asked.exchange)
        {
            self.unusual.repeated.insert(place);
        }
        if let Some(moment) = self.timeline.moment_changed_by(event)
            && moment + UNSETTLED < self.timeline.moments.len()
        {
            self.unusual.late.push((moment, place));
        }
    }

    fn finish(mut self, log: IndexedLog) -> SessionRecording {
        self.gists.extend(self.timeline.settle());
        self.gists.extend(self.timeline.moments.unsettled());
        let Self { timeline: mut whole, keyframes, starts, gists, unusual, .. } = self;
        let moments = Arc::new(RecordedMoments { log, starts, gists, unusual });
        whole.moments.read_from(&moments, moments.log.len());
        SessionRecording { moments, keyframes, whole }
    }
}

#[cfg(test)]
mod tests;
