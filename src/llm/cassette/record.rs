//! Recording a cassette.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::stored::{CassetteHeader, CassetteLine, StoredReply, StoredRequest};
use super::{Cassette, CassetteError, FORMAT, MARK};
use crate::llm::chat::{ChatModel, ChatProgress, ChatReply, ChatRequest, ProgressSink, Replying};

/// Asks another and records each exchange that brought a reply.
pub struct CassetteRecorder {
    inner: Arc<dyn ChatModel>,
    path: PathBuf,
    /// `None` once it could not be written, so that what follows is not recorded with a gap.
    pub(super) file: Mutex<Option<File>>,
}

impl CassetteRecorder {
    /// Records what `inner` is asked to the end of the cassette in `path`, which is made if
    /// there is none. What was cut off of its last line is taken away.
    ///
    /// # Errors
    /// If it cannot be written, or something else lies there.
    pub fn new(inner: Arc<dyn ChatModel>, path: &Path) -> Result<Self, CassetteError> {
        let write = |source| CassetteError::Write { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(write)?;
        if file.metadata().map_err(write)?.len() == 0 {
            let program = env!("CARGO_PKG_VERSION").to_owned();
            append(&mut file, &CassetteHeader { cassette: FORMAT, program }).map_err(write)?;
        } else if Cassette::open(path)?.is_torn() {
            let whole = whole_lines(&mut file).map_err(write)?;
            file.set_len(whole).map_err(write)?;
        } else if !ends_line(&mut file).map_err(write)? {
            file.write_all(b"\n").map_err(write)?;
        }
        Ok(Self { inner, path: path.to_owned(), file: Mutex::new(Some(file)) })
    }

    /// Records one exchange; what went wrong is given once, and nothing is recorded any more.
    fn record(&self, request: &ChatRequest, reply: &ChatReply) -> Result<(), CassetteError> {
        let model = self.inner.model();
        // Of a cassette that is copied the mark is not recorded.
        let model = model.strip_suffix(MARK).unwrap_or(model).to_owned();
        let line = CassetteLine {
            model,
            request: StoredRequest::of(request),
            reply: StoredReply::from(reply),
        };
        let mut slot = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = slot.as_mut() else { return Ok(()) };
        append(file, &line).map_err(|source| {
            *slot = None;
            CassetteError::Write { path: self.path.clone(), source }
        })
    }
}

/// Appends `line` in one write, so that a killed process leaves whole lines but for the last.
fn append(file: &mut File, line: &impl serde::Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// The length of `file` up to its last line end, in bytes.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let mut content = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut content)?;
    let whole = content.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    Ok(u64::try_from(whole).unwrap_or(0))
}

fn ends_line(file: &mut File) -> io::Result<bool> {
    let length = file.metadata()?.len();
    Ok(whole_lines(file)? == length)
}

impl ChatModel for CassetteRecorder {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        Box::pin(async move {
            let reply = self.inner.complete(request, progress).await?;
            if let Err(error) = self.record(request, &reply) {
                // The reply is as good without; who recorded must hear of it.
                progress(ChatProgress::Warned { what: error.to_string(), hint: error.hint() });
            }
            Ok(reply)
        })
    }
}
