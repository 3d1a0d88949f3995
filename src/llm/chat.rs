//! What a chat endpoint is, whoever answers behind it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::domain::BlobId;
use crate::protocol::ModelUsage;

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    /// The frame of the conversation.
    System,
    /// We.
    User,
    /// The model.
    Assistant,
}

impl ChatRole {
    /// Its name in OpenAI's chat format.
    pub const fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// A part of a message. In its stored form a picture is the name of its blob.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessagePart {
    /// Words.
    Text(String),
    /// A picture, as PNG.
    Picture(MessagePicture),
}

/// A picture in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagePicture {
    /// The name of its content.
    pub blob: BlobId,
    /// Its content; empty if only its name was stored.
    #[serde(skip)]
    pub png: Arc<[u8]>,
}

impl MessagePicture {
    /// The picture `png`.
    pub fn new(png: Arc<[u8]>) -> Self {
        Self { blob: BlobId::of(&png), png }
    }
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Who says it.
    pub role: ChatRole,
    /// What is said.
    pub parts: Vec<MessagePart>,
}

impl ChatMessage {
    /// A message of words alone.
    pub fn text(role: ChatRole, text: impl Into<String>) -> Self {
        Self { role, parts: vec![MessagePart::Text(text.into())] }
    }

    /// Its words.
    pub fn words(&self) -> String {
        let words = self.parts.iter().filter_map(|part| match part {
            MessagePart::Text(text) => Some(text.as_str()),
            MessagePart::Picture(_) => None,
        });
        words.collect::<Vec<_>>().join("\n")
    }
}

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRequest {
    /// The conversation so far.
    pub messages: Vec<ChatMessage>,
    /// 0 for the likeliest words, higher for more variety.
    pub temperature: f32,
    /// The most tokens of the reply.
    pub max_tokens: u32,
    /// The JSON schema of the reply, for servers that can hold a model to one.
    pub schema: Option<Value>,
}

/// What came back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChatReply {
    /// The words.
    pub text: String,
    /// True if it was cut off at the limit of tokens.
    pub cut: bool,
    /// What it used.
    pub usage: ModelUsage,
}

/// What happens while a reply is awaited.
#[derive(Clone, Debug, PartialEq)]
pub enum ChatProgress {
    /// More words came.
    Words(String),
    /// An attempt failed; what was streamed of it is void and another is made after the wait.
    Retry {
        /// What went wrong.
        why: String,
        /// How long is waited.
        wait: Duration,
    },
    /// Something beside the reply went wrong.
    Warned {
        /// What.
        what: String,
        /// What the user can do about it.
        hint: &'static str,
    },
}

/// Why no reply came, after all attempts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChatError {
    /// Nobody answers at the address.
    #[error("{url} cannot be reached: {why}")]
    Unreachable {
        /// The address.
        url: String,
        /// What the network said.
        why: String,
    },
    /// The server took too long.
    #[error("no reply within {} s", .after.as_secs_f64())]
    Slow {
        /// The limit.
        after: Duration,
    },
    /// The server refuses the key.
    #[error("the key is refused ({status})")]
    Unauthorized {
        /// The HTTP status.
        status: u16,
    },
    /// The server does not know the model, or not the path.
    #[error("the server does not know this model or address ({status}): {said}")]
    Unknown {
        /// The HTTP status.
        status: u16,
        /// What it said.
        said: String,
    },
    /// The server wants fewer requests.
    #[error("too many requests for the server ({said})")]
    Limited {
        /// What it said.
        said: String,
        /// How long the server asks to wait, if it says so.
        after: Option<Duration>,
    },
    /// The server failed.
    #[error("the server failed ({status}): {said}")]
    Server {
        /// The HTTP status.
        status: u16,
        /// What it said.
        said: String,
    },
    /// The server does not take the request.
    #[error("the server refuses the request ({status}): {said}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What it said.
        said: String,
    },
    /// The reply ended in the middle, or was none.
    #[error("the reply broke off: {why}")]
    Broken {
        /// What was wrong.
        why: String,
    },
    /// The cassette holds no reply to this.
    #[error("the cassette holds no reply to this prompt")]
    NotRecorded,
}

impl ChatError {
    /// True if asking anything again in this session would end the same way.
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Unauthorized { .. } | Self::Unknown { .. })
    }

    /// True if the server as a whole seems to be away, so that it is left alone for a while.
    pub const fn is_away(&self) -> bool {
        // Servers that fail were given several attempts before this was told.
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::Slow { .. }
                | Self::Limited { .. }
                | Self::Server { .. }
        )
    }

    /// What the user can do about it, in one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Unreachable { .. } => "start the server, or correct base_url in the profile",
            Self::Slow { .. } => "raise timeout_s in the profile, or take a smaller model",
            Self::Unauthorized { .. } => "check the environment variable that key_env names",
            Self::Unknown { .. } => "check model and base_url in the profile",
            Self::Limited { .. } => "wait, or take a profile with a higher limit",
            Self::NotRecorded => "record a new cassette with --record",
            Self::Server { .. } | Self::Refused { .. } | Self::Broken { .. } => return None,
        };
        Some(hint.to_owned())
    }
}

/// What [`ChatModel::complete`] gives: a future of the whole reply.
pub type Replying<'a> = BoxFuture<'a, Result<ChatReply, ChatError>>;

/// What [`ChatModel::embed`] gives: a future of one vector for each text, in their order.
pub type Embedding<'a> = BoxFuture<'a, Result<Vec<Vec<f32>>, ChatError>>;

/// Is called with what happens while a reply comes.
pub type ProgressSink<'a> = &'a (dyn Fn(ChatProgress) + Send + Sync);

/// Whoever answers.
pub trait ChatModel: Send + Sync {
    /// The model's name, as it is shown.
    fn model(&self) -> &str;

    /// Sends `request` and gives the whole reply; `progress` is called with what happens meanwhile.
    /// Dropping the future gives the request up, on the wire too.
    fn complete<'a>(&'a self, request: &'a ChatRequest, progress: ProgressSink<'a>)
    -> Replying<'a>;

    /// A vector for each of `texts`, the nearer the more alike they are; `None` if it makes none.
    fn embed<'a>(&'a self, _texts: &'a [String]) -> Option<Embedding<'a>> {
        None
    }
}
