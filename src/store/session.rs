//! Opening a recorded session.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::stored::{self, ParsedLine};
use super::writer::LOG;
use super::{BlobFolder, FORMAT, StoreError};
use crate::protocol::{Event, EventRecord};

/// No honest line is longer.
const LONGEST_LINE: usize = 16 * 1024 * 1024;

#[derive(Deserialize)]
struct LogHeader {
    ridealong: u32,
}

/// A recorded session, read whole.
#[derive(Debug)]
pub struct RecordedSession {
    /// Its folder.
    pub folder: PathBuf,
    /// Its records in order.
    pub records: Vec<EventRecord>,
    /// What was found wrong and left out, one sentence each.
    pub repairs: Vec<String>,
    /// Its blobs.
    pub blobs: BlobFolder,
}

impl RecordedSession {
    /// True if it ended in order.
    pub fn is_complete(&self) -> bool {
        // Its findings may have been triaged since.
        let triaged = |record: &&EventRecord| matches!(record.event, Event::Triaged(_));
        let last = self.records.iter().rev().find(|record| !triaged(record));
        matches!(last, Some(EventRecord { event: Event::Ended(_), .. }))
    }
}

/// Opens the session in `folder`. A torn tail is left out and reported, as is every record of a type
/// that this program does not know.
///
/// # Errors
/// If there is none, or a newer program wrote it.
pub fn open(folder: &Path) -> Result<RecordedSession, StoreError> {
    let mut records = Vec::new();
    let LogScan { repairs, .. } = scan(folder, |_line, record| records.push(record))?;
    Ok(RecordedSession {
        folder: folder.to_owned(),
        records,
        repairs,
        blobs: BlobFolder::of(folder),
    })
}

/// Where a line lies in its log, in bytes; without its newline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinePosition {
    pub(super) start: u64,
    pub(super) length: u32,
}

impl LinePosition {
    pub(super) fn end(self) -> u64 {
        self.start + u64::from(self.length)
    }
}

/// A log that was read from its beginning to its end.
pub(super) struct LogScan {
    /// The file, at the end of what was read.
    pub(super) file: File,
    /// What was found wrong and left out, one sentence each.
    pub(super) repairs: Vec<String>,
}

/// Reads the log of the session in `folder` once; `take` is given each record with where it lies.
pub(super) fn scan(
    folder: &Path,
    mut take: impl FnMut(LinePosition, EventRecord),
) -> Result<LogScan, StoreError> {
    let mut lines = SessionLines::open(folder)?;
    let mut repairs = Vec::new();
    let mut number = 1;
    for line in &mut lines {
        number += 1;
        match line {
            SessionLine::Whole(position, text) => match stored::from_line(&text) {
                Ok(ParsedLine::Record(record)) => take(position, *record),
                Ok(ParsedLine::Unknown(name)) => {
                    repairs.push(format!("line {number}: unknown event {name:?} skipped"));
                }
                Err(error) => repairs.push(format!("line {number}: {error}; it is skipped")),
            },
            SessionLine::Torn(bytes) => repairs.push(format!(
                "the last line was cut off after {bytes} bytes; the step in flight is lost"
            )),
            SessionLine::Unreadable(why) => repairs.push(why),
        }
    }
    Ok(LogScan { file: lines.reader.into_inner(), repairs })
}

enum SessionLine {
    Whole(LinePosition, String),
    Torn(usize),
    Unreadable(String),
}

/// The lines of a log behind its header.
struct SessionLines {
    reader: BufReader<File>,
    /// Bytes read so far.
    read: u64,
    /// Set at the end, which is never read past: of a session that is still being written more may
    /// be there by then, and the rest of a torn line is no line.
    ended: bool,
}

impl SessionLines {
    fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(LOG);
        let no_session = |why: String| StoreError::NoSession { path: folder.to_owned(), why };
        // Opening a pipe that somebody laid there would wait for ever.
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            return Err(no_session(format!("its {LOG} is no file")));
        }
        let file = File::open(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => no_session(format!("it has no {LOG}")),
            _ => StoreError::Read { path: path.clone(), source: error },
        })?;
        let reader = BufReader::with_capacity(1 << 16, file);
        let mut lines = Self { reader, read: 0, ended: false };
        let header = match lines.next() {
            Some(SessionLine::Whole(_, text)) => text,
            Some(SessionLine::Torn(_)) | None => {
                return Err(no_session(format!("its {LOG} is empty")));
            }
            Some(SessionLine::Unreadable(why)) => return Err(no_session(why)),
        };
        let header: LogHeader = serde_json::from_str(&header)
            .map_err(|_not_ours| no_session(format!("its {LOG} does not begin with a header")))?;
        if header.ridealong > FORMAT {
            return Err(StoreError::Newer { path, found: header.ridealong });
        }
        Ok(lines)
    }
}

impl SessionLines {
    /// Ends the reading, since an error that stays would be met for ever.
    fn stopped(&mut self, error: &std::io::Error) -> String {
        self.ended = true;
        format!("reading stopped early: {error}")
    }
}

impl Iterator for SessionLines {
    type Item = SessionLine;

    fn next(&mut self) -> Option<SessionLine> {
        if self.ended {
            return None;
        }
        let mut bytes = Vec::new();
        // Limited, so that a hostile file without newlines cannot fill the memory.
        let mut limited = std::io::Read::take(&mut self.reader, LONGEST_LINE as u64);
        let length = match limited.read_until(b'\n', &mut bytes) {
            Ok(length) => length,
            Err(error) => return Some(SessionLine::Unreadable(self.stopped(&error))),
        };
        let start = self.read;
        self.read += length as u64;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            let position = LinePosition { start, length: bytes.len() as u32 };
            return Some(match String::from_utf8(bytes) {
                Ok(text) => SessionLine::Whole(position, text),
                Err(_) => SessionLine::Unreadable("a line that is no UTF-8 was skipped".into()),
            });
        }
        if length == LONGEST_LINE {
            return Some(SessionLine::Unreadable(match self.reader.skip_until(b'\n') {
                Ok(skipped) => {
                    self.read += skipped as u64;
                    "a line that is too long was skipped".into()
                }
                Err(error) => self.stopped(&error),
            }));
        }
        self.ended = true;
        (length > 0).then_some(SessionLine::Torn(length))
    }
}
