//! A log whose records stay on the disk: only where each one lies is kept in memory.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::session::{self, LinePosition, LogScan};
use super::stored::{self, ParsedLine};
use super::{BlobFolder, StoreError};
use crate::protocol::{Event, EventRecord};

/// Lines that lie no further apart are read at once, in bytes.
const READ_AT_ONCE: u64 = 1 << 20;

/// The log of a session as it was when it was opened. What is appended later is not part of it.
#[derive(Debug)]
pub struct IndexedLog {
    file: Mutex<File>,
    lines: Vec<IndexedLine>,
    /// What was found wrong and left out, one sentence each.
    pub repairs: Vec<String>,
    /// The session's blobs.
    pub blobs: BlobFolder,
}

/// Where a record lies.
#[derive(Clone, Copy, Debug)]
struct IndexedLine {
    position: LinePosition,
    /// See [`IndexedLog::read_without_proposals`].
    is_proposal: bool,
}

impl IndexedLog {
    /// Opens the log of the session in `folder`, giving each record to `take` once. What cannot be
    /// read is left out as [`session::open`] does.
    ///
    /// # Errors
    /// As [`session::open`].
    pub fn open(folder: &Path, mut take: impl FnMut(&EventRecord)) -> Result<Self, StoreError> {
        let mut lines = Vec::new();
        let LogScan { file, repairs } = session::scan(folder, |position, record| {
            let is_proposal = matches!(
                record.event,
                Event::Proposed(_) | Event::GuardHeld(_) | Event::Decided(_)
            );
            lines.push(IndexedLine { position, is_proposal });
            take(&record);
        })?;
        lines.shrink_to_fit();
        Ok(Self { file: Mutex::new(file), lines, repairs, blobs: BlobFolder::of(folder) })
    }

    /// How many records there are.
    pub const fn len(&self) -> usize {
        self.lines.len()
    }

    /// True if there are none.
    pub const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The record at this place; `None` if there is none, or it can no longer be read.
    pub fn record(&self, place: usize) -> Option<EventRecord> {
        let end = place.checked_add(1)?;
        self.read(place..end).pop().map(|(_, record)| record)
    }

    /// The records at these places, with their places. A record that can no longer be read, since
    /// another program has changed the file, is left out.
    pub fn read(&self, places: Range<usize>) -> Vec<(usize, EventRecord)> {
        self.read_if(places, |_| true)
    }

    /// The same without proposals, what guards said to them and their decisions, which are half of
    /// what a log holds and change neither the behaviour model nor the facts of a session.
    pub fn read_without_proposals(&self, places: Range<usize>) -> Vec<(usize, EventRecord)> {
        self.read_if(places, |line| !line.is_proposal)
    }

    fn read_if(
        &self,
        places: Range<usize>,
        wanted: impl Fn(&IndexedLine) -> bool,
    ) -> Vec<(usize, EventRecord)> {
        let last = places.end.min(self.lines.len());
        let mut records = Vec::new();
        let mut place = places.start;
        while place < last {
            let end = self.end_of_block(place, last);
            let lines = self.lines.get(place..end).unwrap_or_default();
            let Some(block) = self.block(lines) else {
                tracing::warn!(place, end, "records are no longer readable");
                break;
            };
            let start = lines.first().map_or(0, |line| line.position.start);
            for (place, line) in (place..end).zip(lines).filter(|(_, line)| wanted(line)) {
                match parsed(&block, start, line.position) {
                    Some(record) => records.push((place, record)),
                    None => tracing::warn!(place, "a record is no longer readable"),
                }
            }
            place = end;
        }
        records
    }

    /// Up to which line those from `first` on, and before `last`, are read at once.
    fn end_of_block(&self, first: usize, last: usize) -> usize {
        let lines = self.lines.get(first..last).unwrap_or_default();
        let start = lines.first().map_or(0, |line| line.position.start);
        let near = |line: &IndexedLine| line.position.end() - start <= READ_AT_ONCE;
        first + lines.partition_point(near).max(1)
    }

    /// The bytes of these lines and of what lies between them.
    fn block(&self, lines: &[IndexedLine]) -> Option<Vec<u8>> {
        let (first, last) = (lines.first()?.position, lines.last()?.position);
        let mut block = vec![0; usize::try_from(last.end() - first.start).ok()?];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(first.start)).ok()?;
        file.read_exact(&mut block).ok()?;
        Some(block)
    }
}

/// The record at this position of the log, of which `block` holds what lies from `start` on.
fn parsed(block: &[u8], start: u64, position: LinePosition) -> Option<EventRecord> {
    let from = usize::try_from(position.start - start).ok()?;
    let line = block.get(from..from + position.length as usize)?;
    match stored::from_line(std::str::from_utf8(line).ok()?) {
        Ok(ParsedLine::Record(record)) => Some(*record),
        _ => None,
    }
}
