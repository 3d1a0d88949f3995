//! Redaction: a copy of a session that can be shown to others.
//!
//! Every text of the log and its blobs (screens, hierarchies, prompts, replies) and every picture
//! passes through the same [`RedactionRules`]. Password fields are covered always. A copy is written; the
//! session itself stays as it is.

mod boxes;
mod hidden;
mod picture;
pub mod rules;
mod text;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use self::boxes::{CoveredPart, CoveredParts};
use self::text::TextRedactor;
use crate::domain::{BlobId, Screen};
use crate::protocol::{Event, EventRecord, WarningRaised};
use crate::store::stored::{self, ParsedLine};
use crate::store::{RecordedSession, SessionWriter, StoreError, tags};

pub use rules::{RedactionRules, RulesError};

/// What a redaction changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RedactionResult {
    /// Pieces of text that were replaced.
    pub texts: usize,
    /// Pictures of which something was covered.
    pub pictures: usize,
    /// Pictures that belong to no known screen, or could not be read, and were left out.
    pub left_out: usize,
}

/// Why a session could not be redacted.
#[derive(Debug, Error)]
pub enum RedactError {
    /// The copy could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record has no form any more after its texts were replaced.
    #[error("the record {seq} could not be redacted: {why}")]
    Record {
        /// Its number.
        seq: u64,
        /// Why.
        why: String,
    },
}

/// Writes a redacted copy of `session` into the folder `out`, which must not hold one yet.
///
/// # Errors
/// If the copy cannot be written, or a record cannot be redacted: then nothing is handed out
/// half covered.
pub fn redact(
    session: &RecordedSession,
    rules: &RedactionRules,
    out: &Path,
) -> Result<RedactionResult, RedactError> {
    let mut copy = RedactedCopy {
        session,
        redactor: TextRedactor::new(rules, &hidden::words(session, rules)),
        writer: SessionWriter::create(out)?,
        boxes: CoveredParts::of(session, rules),
        names: HashMap::new(),
        reported: RedactionResult::default(),
    };
    let known = tags::of(&session.folder);
    let tags = known.iter().filter_map(|tag| tags::tag(&copy.redactor.text(tag))).collect();
    tags::write(out, &tags)?;
    let mut seq = 0;
    for record in &session.records {
        copy.record(record, &mut seq)?;
        if matches!(record.event, Event::SessionStarted(_)) {
            let what = format!("This is a copy, redacted for sharing: {rules}.");
            let warned = Event::Warned(WarningRaised { what, hint: None });
            copy.writer.append(EventRecord { seq, at_ms: record.at_ms, event: warned })?;
            seq += 1;
        }
    }
    copy.reported.texts = copy.redactor.replaced();
    Ok(copy.reported)
}

struct RedactedCopy<'a> {
    session: &'a RecordedSession,
    redactor: TextRedactor<'a>,
    writer: SessionWriter,
    boxes: CoveredParts,
    /// The names in the copy of the blobs that were copied; `None` for those left out.
    names: HashMap<BlobId, Option<BlobId>>,
    reported: RedactionResult,
}

impl RedactedCopy<'_> {
    fn record(&mut self, record: &EventRecord, seq: &mut u64) -> Result<(), RedactError> {
        let failed = |why: String| RedactError::Record { seq: record.seq, why };
        let line = stored::to_line(record).map_err(|error| failed(error.to_string()))?;
        let mut value: Value =
            serde_json::from_str(&line).map_err(|error| failed(error.to_string()))?;
        for id in blob_names(&value) {
            self.blob(&id)?;
        }
        if let Some(data) = value.get_mut("data") {
            self.redactor.value(data, &self.names);
        }
        let read = stored::from_line(&value.to_string());
        let read = read.map_err(|error| failed(error.to_string()))?;
        let ParsedLine::Record(mut redacted) = read else {
            return Err(failed("it has no known type".into()));
        };
        redacted.seq = *seq;
        *seq += 1;
        Ok(self.writer.append(*redacted)?)
    }

    /// Copies the blob `id`, redacted, unless it was copied before.
    fn blob(&mut self, id: &BlobId) -> Result<(), StoreError> {
        if self.names.contains_key(id) {
            return Ok(());
        }
        let content = self.session.blobs.get(id).ok();
        let redacted = match content {
            Some(content) => self.content(id, content)?,
            // Missing or damaged: it cannot be shown anyway.
            None => None,
        };
        let name = match redacted {
            Some(content) => Some(self.writer.blob(Arc::from(content))?),
            None => None,
        };
        self.names.insert(id.clone(), name);
        Ok(())
    }

    fn content(&mut self, id: &BlobId, content: Vec<u8>) -> Result<Option<Vec<u8>>, StoreError> {
        if image::guess_format(&content).is_ok() {
            let covered = self.boxes.of_picture(id).and_then(|parts| cover(&content, parts));
            match &covered {
                None => self.reported.left_out += 1,
                Some(covered) if *covered != content => self.reported.pictures += 1,
                Some(_) => {}
            }
            return Ok(covered);
        }
        let Ok(text) = String::from_utf8(content) else {
            self.reported.left_out += 1;
            return Ok(None);
        };
        let redacted = match serde_json::from_str::<Value>(&text) {
            Ok(mut value) if value.is_object() || value.is_array() => {
                for id in blob_names(&value) {
                    self.blob(&id)?;
                }
                self.redactor.value(&mut value, &self.names);
                value.to_string()
            }
            _ if text.trim_start().starts_with('<') => self.redactor.hierarchy(&text),
            _ => self.redactor.text(&text),
        };
        Ok(Some(redacted.into_bytes()))
    }
}

/// `picture` with `parts` covered; unchanged if there are none. `None` if it cannot be read.
fn cover(picture: &[u8], parts: &[CoveredPart]) -> Option<Vec<u8>> {
    if parts.is_empty() { Some(picture.to_vec()) } else { picture::cover(picture, parts) }
}

/// The names of blobs in `value`: every text that has the form of one.
fn blob_names(value: &Value) -> HashSet<BlobId> {
    let mut names = HashSet::new();
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => names.extend(BlobId::try_from(text.clone()).ok()),
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => left.extend(fields.values()),
            _ => {}
        }
    }
    names
}

/// The screen in the blob `id`.
fn screen(session: &RecordedSession, id: &BlobId) -> Option<Screen> {
    serde_json::from_slice(&session.blobs.get(id).ok()?).ok()
}
