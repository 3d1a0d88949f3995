//! What an attempt failed of, read from the status and from what the server said.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;

use super::mask::SecretMask;
use crate::llm::chat::ChatError;
use crate::protocol::ModelUsage;

/// The most characters that are shown of what a server said.
const TOLD: usize = 300;

/// Whether the same may be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAdvice {
    /// It would end the same way.
    Never,
    /// The first time at once, then as we think: the server closed a connection that was kept
    /// open, as it may at any time, in the moment it was used again.
    Anew,
    /// After a wait: as long as the server asked for, or as we think.
    After(Option<Duration>),
}

/// An attempt that failed.
#[derive(Clone, Debug)]
pub struct AttemptFailure {
    pub error: ChatError,
    pub again: RetryAdvice,
    /// What it used nevertheless, as an estimate.
    pub used: Option<ModelUsage>,
}

impl AttemptFailure {
    /// One that makes no sense to repeat.
    pub const fn lasting(error: ChatError) -> Self {
        Self { error, again: RetryAdvice::Never, used: None }
    }

    /// One that may go away.
    pub const fn passing(error: ChatError) -> Self {
        Self { error, again: RetryAdvice::After(None), used: None }
    }

    /// A reply that is none.
    pub fn broken(why: impl Into<String>) -> Self {
        Self::passing(ChatError::Broken { why: why.into() })
    }

    /// What the server said.
    pub fn said(&self) -> Option<&str> {
        match &self.error {
            ChatError::Unknown { said, .. }
            | ChatError::Server { said, .. }
            | ChatError::Refused { said, .. } => Some(said),
            _ => None,
        }
    }

    /// The HTTP status.
    pub const fn status(&self) -> Option<u16> {
        match &self.error {
            ChatError::Unknown { status, .. }
            | ChatError::Server { status, .. }
            | ChatError::Refused { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// True if the server does not take the request as it is.
    pub const fn is_refusal(&self) -> bool {
        matches!(self.error, ChatError::Refused { status: 400 | 422, .. })
    }

    /// True if what the server said may name the part of the request that it does not take.
    /// llama-cpp-python answers such a request with 500, OpenRouter with 404.
    pub fn may_name(&self) -> bool {
        matches!(self.status(), Some(400 | 404 | 422 | 500 | 501))
    }

    /// True if the conversation is too long for the model, which no other form of it mends.
    pub fn is_too_long(&self) -> bool {
        let said = self.said().unwrap_or_default().to_lowercase();
        said.contains("context") || said.contains("too long") || said.contains("too large")
    }
}

/// What a response of `status` with `body` means. `asked` is the wait that it asks for.
pub fn of_status(
    status: StatusCode,
    body: &str,
    asked: Option<Duration>,
    mask: &SecretMask,
) -> AttemptFailure {
    let code = status.as_u16();
    let reported = ServerMessage::read(body, mask);
    let said = reported.said.clone();
    match code {
        401 | 403 => AttemptFailure::lasting(ChatError::Unauthorized { status: code }),
        404 | 405 | 410 => AttemptFailure::lasting(ChatError::Unknown { status: code, said }),
        429 if reported.is("insufficient_quota") => {
            AttemptFailure::lasting(ChatError::Limited { said, after: asked })
        }
        429 => AttemptFailure {
            again: RetryAdvice::After(asked),
            ..AttemptFailure::passing(ChatError::Limited { said, after: asked })
        },
        400 | 422 if reported.names_the_model() => {
            AttemptFailure::lasting(ChatError::Unknown { status: code, said })
        }
        408 | 425 | 500 | 502..=504 | 506.. => AttemptFailure {
            again: RetryAdvice::After(asked),
            ..AttemptFailure::passing(ChatError::Server { status: code, said })
        },
        501 | 505 => AttemptFailure::lasting(ChatError::Server { status: code, said }),
        _ => AttemptFailure::lasting(ChatError::Refused { status: code, said }),
    }
}

/// What an error inside of a response that began well means (`{"error": …}`).
pub fn of_error(error: &Value, mask: &SecretMask) -> AttemptFailure {
    let code = error.get("code").or_else(|| error.get("status"));
    let code = code.and_then(|code| code.as_u64().or_else(|| code.as_str()?.parse().ok()));
    let status = code.and_then(|code| StatusCode::from_u16(u16::try_from(code).ok()?).ok());
    let status = status.filter(|status| status.as_u16() >= 400);
    let body = serde_json::json!({ "error": error }).to_string();
    of_status(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), &body, None, mask)
}

/// What a server said about an error.
struct ServerMessage {
    said: String,
    code: String,
}

impl ServerMessage {
    fn read(body: &str, mask: &SecretMask) -> Self {
        let json = serde_json::from_str::<Value>(body).ok();
        let error = json.as_ref().map(|json| json.get("error").unwrap_or(json));
        let field = |name: &str| error?.get(name).filter(|value| !value.is_null()).map(text);
        let message = error
            .and_then(Value::as_str)
            .map(str::to_owned)
            .or_else(|| field("message"))
            .or_else(|| field("detail"));
        let said = match (message, field("param")) {
            (Some(message), Some(param)) if !message.contains(&param) => {
                format!("{param}: {message}")
            }
            (Some(message), _) => message,
            (None, _) => without_tags(body),
        };
        let code = field("code").or_else(|| field("type")).unwrap_or_default();
        Self { said: in_one_line(&mask.hide(&said)), code }
    }

    fn is(&self, code: &str) -> bool {
        self.code == code || self.said.contains(code)
    }

    fn names_the_model(&self) -> bool {
        let said = self.said.to_lowercase();
        let gone = ["not found", "does not exist", "not exist", "unknown model", "invalid model"];
        self.code == "model_not_found"
            || (said.contains("model") && gone.iter().any(|words| said.contains(words)))
    }
}

/// A JSON value as words.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A page without its tags: its title and first words.
fn without_tags(body: &str) -> String {
    if !body.trim_start().starts_with('<') {
        return body.to_owned();
    }
    let mut pieces = body.split('<');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let skipped = ["script", "style", "!--"].iter().any(|tag| piece.starts_with(tag));
        let words = piece.split_once('>').map_or("", |(_, words)| words);
        if skipped { text } else { format!("{text} {words}") }
    })
}

/// `text` in one line of bounded length, without control characters.
pub fn in_one_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(TOLD) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None if text.is_empty() => "nothing".into(),
        None => text,
    }
}

#[cfg(test)]
mod tests;
