//! Playing a cassette.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::stored::{CassetteHeader, CassetteLine, StoredReply, StoredRequest};
use super::{CassetteError, FORMAT, LARGEST, MARK};
use crate::domain::BlobId;
use crate::llm::chat::{
    ChatError, ChatModel, ChatProgress, ChatReply, ChatRequest, ProgressSink, Replying,
};

/// Recorded exchanges, played back by what is asked.
#[derive(Debug)]
pub struct Cassette {
    model: String,
    replies: Mutex<HashMap<BlobId, VecDeque<StoredReply>>>,
    exchanges: usize,
    torn: bool,
    pace: Duration,
}

impl Cassette {
    /// Opens the cassette in `path`. A last line that was cut off is left out.
    ///
    /// # Errors
    /// If there is none, a newer program recorded it, or it is damaged or too large.
    pub fn open(path: &Path) -> Result<Self, CassetteError> {
        let read = |source| CassetteError::Read { path: path.to_owned(), source };
        let no_cassette = |why| CassetteError::NoCassette { path: path.to_owned(), why };
        let file = File::open(path).map_err(read)?;
        let bytes = file.metadata().map_err(read)?.len();
        if bytes > LARGEST {
            return Err(CassetteError::TooLarge { path: path.to_owned(), bytes });
        }
        let mut content = Vec::new();
        file.take(LARGEST).read_to_end(&mut content).map_err(read)?;
        let text = String::from_utf8_lossy(&content);
        let mut lines = text.split_inclusive('\n').enumerate();
        let header =
            lines.next().and_then(|(_, line)| serde_json::from_str::<CassetteHeader>(line).ok());
        let header = header.ok_or_else(|| no_cassette("its first line names no format"))?;
        if header.cassette > FORMAT {
            return Err(CassetteError::Newer { path: path.to_owned(), found: header.cassette });
        }
        let mut cassette = Self {
            model: String::new(),
            replies: Mutex::default(),
            exchanges: 0,
            torn: false,
            pace: Duration::ZERO,
        };
        for (number, line) in lines {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str::<CassetteLine>(line) {
                Ok(line) => cassette.insert(line),
                Err(_) if !line.ends_with('\n') => cassette.torn = true,
                Err(error) => {
                    let (path, why) = (path.to_owned(), error.to_string());
                    return Err(CassetteError::Damaged { path, line: number + 1, why });
                }
            }
        }
        Ok(cassette)
    }

    /// With a rest of `pace` before each word, for people to look at.
    #[must_use]
    pub fn paced(mut self, pace: Duration) -> Self {
        self.pace = pace;
        self
    }

    /// How many exchanges it holds.
    pub const fn exchanges(&self) -> usize {
        self.exchanges
    }

    /// True if its last line was cut off and is left out.
    pub const fn is_torn(&self) -> bool {
        self.torn
    }

    fn insert(&mut self, CassetteLine { model, request, reply }: CassetteLine) {
        if self.model.is_empty() {
            self.model = format!("{model}{MARK}");
        }
        let replies = self.replies.get_mut().unwrap_or_else(PoisonError::into_inner);
        replies.entry(request.content()).or_default().push_back(reply);
        self.exchanges += 1;
    }

    /// The next reply to `request`; the last one stays.
    fn next(&self, request: &ChatRequest) -> Option<ChatReply> {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        let replies = replies.get_mut(&StoredRequest::of(request).content())?;
        let reply = if replies.len() > 1 { replies.pop_front() } else { replies.front().cloned() };
        reply.map(ChatReply::from)
    }
}

impl ChatModel for Cassette {
    /// The model's name as it was recorded, marked.
    fn model(&self) -> &str {
        if self.model.is_empty() { "empty (cassette)" } else { &self.model }
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        Box::pin(async move {
            let reply = self.next(request).ok_or(ChatError::NotRecorded)?;
            for word in reply.text.split_inclusive(char::is_whitespace) {
                // Let go each time, so that a word can be seen before the next, and giving the
                // reply up is possible in its middle.
                if self.pace.is_zero() {
                    tokio::task::yield_now().await;
                } else {
                    tokio::time::sleep(self.pace).await;
                }
                progress(ChatProgress::Words(word.to_owned()));
            }
            Ok(reply)
        })
    }
}
