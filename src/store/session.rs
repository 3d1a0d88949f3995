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
    let mut session = RecordedSession {
        folder: folder.to_owned(),
        records: Vec::new(),
        repairs: Vec::new(),
        blobs: BlobFolder::of(folder),
    };
    let lines = SessionLines::open(folder)?;
    for (number, line) in lines.enumerate() {
        match line {
            SessionLine::Whole(text) => match stored::from_line(&text) {
                Ok(ParsedLine::Record(record)) => session.records.push(*record),
                Ok(ParsedLine::Unknown(name)) => {
                    session
                        .repairs
                        .push(format!("line {}: unknown event {name:?} skipped", number + 2));
                }
                Err(error) => {
                    session.repairs.push(format!("line {}: {error}; it is skipped", number + 2));
                }
            },
            SessionLine::Torn(bytes) => session.repairs.push(format!(
                "the last line was cut off after {bytes} bytes; the step in flight is lost"
            )),
            SessionLine::Unreadable(why) => session.repairs.push(why),
        }
    }
    Ok(session)
}

enum SessionLine {
    Whole(String),
    Torn(usize),
    Unreadable(String),
}

/// The lines of a log behind its header.
struct SessionLines {
    reader: BufReader<File>,
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
        let mut lines = Self { reader: BufReader::with_capacity(1 << 16, file), ended: false };
        let header = match lines.next() {
            Some(SessionLine::Whole(text)) => text,
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
        match limited.read_until(b'\n', &mut bytes) {
            Ok(0) => {
                self.ended = true;
                None
            }
            Ok(_) if bytes.last() == Some(&b'\n') => {
                bytes.pop();
                Some(match String::from_utf8(bytes) {
                    Ok(text) => SessionLine::Whole(text),
                    Err(_) => SessionLine::Unreadable("a line that is no UTF-8 was skipped".into()),
                })
            }
            Ok(LONGEST_LINE) => {
                let rest = self.reader.skip_until(b'\n');
                Some(SessionLine::Unreadable(match rest {
                    Ok(_) => "a line that is too long was skipped".into(),
                    Err(error) => self.stopped(&error),
                }))
            }
            Ok(length) => {
                self.ended = true;
                Some(SessionLine::Torn(length))
            }
            Err(error) => Some(SessionLine::Unreadable(self.stopped(&error))),
        }
    }
}
