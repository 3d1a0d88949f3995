//! The screens of a recorded session, each read once.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::CliError;
use crate::device::recorded::RecordedError;
use crate::domain::{BlobId, Screen};
use crate::store::{BlobFolder, RecordedSession};

/// No honest session has more to show, in bytes of screens.
const LARGEST: usize = 512 * 1024 * 1024;

/// The screens of a session.
pub struct RecordedScreens<'a> {
    folder: &'a Path,
    blobs: &'a BlobFolder,
    known: HashMap<BlobId, Option<Arc<Screen>>>,
    bytes: usize,
    /// What could not be read, one sentence each.
    pub notices: Vec<String>,
}

impl<'a> RecordedScreens<'a> {
    /// Those of `session`.
    pub fn of(session: &'a RecordedSession) -> Self {
        Self {
            folder: &session.folder,
            blobs: &session.blobs,
            known: HashMap::new(),
            bytes: 0,
            notices: Vec::new(),
        }
    }

    /// The screen stored as `id`; `None`, with a notice, if it cannot be read.
    ///
    /// # Errors
    /// If there is more to read than any honest session has.
    pub fn get(&mut self, id: &BlobId) -> Result<Option<Arc<Screen>>, CliError> {
        if let Some(known) = self.known.get(id) {
            return Ok(known.clone());
        }
        let read = self.blobs.get(id).map_err(|error| error.to_string());
        self.bytes += read.as_ref().map_or(0, Vec::len);
        if self.bytes > LARGEST {
            let what = format!("more than {} MB of screens", LARGEST >> 20);
            return Err(RecordedError::TooLarge { path: self.folder.to_owned(), what }.into());
        }
        let screen = read.and_then(|json| {
            serde_json::from_slice(&json).map(Arc::new).map_err(|error| error.to_string())
        });
        let screen = screen
            .map_err(|why| self.notices.push(format!("a recorded screen is left out: {why}")))
            .ok();
        self.known.insert(id.clone(), screen.clone());
        Ok(screen)
    }
}
