//! The stored form of exchanges, decoupled from the types in use, and the content they are found by.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::domain::BlobId;
use crate::llm::chat::{ChatMessage, ChatReply, ChatRequest, ChatRole, MessagePart};
use crate::protocol::ModelUsage;

/// The first line.
#[derive(Serialize, Deserialize)]
pub(super) struct CassetteHeader {
    /// The format.
    pub cassette: u32,
    /// The version of the program that recorded it.
    #[serde(default)]
    pub program: String,
}

/// Any other line.
#[derive(Serialize, Deserialize)]
pub(super) struct CassetteLine {
    /// Who answered.
    pub model: String,
    /// What was asked.
    pub request: StoredRequest,
    /// What was answered.
    pub reply: StoredReply,
}

/// A request, by what matters of it.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRequest {
    messages: Vec<StoredMessage>,
    temperature: f32,
    max_tokens: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schema: Option<Value>,
}

#[derive(Serialize, Deserialize)]
struct StoredMessage {
    role: ChatRole,
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<BlobId>,
}

/// A reply.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredReply {
    text: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    #[serde(default)]
    usage: ModelUsage,
}

impl StoredRequest {
    /// The stored form of `request`.
    pub fn of(request: &ChatRequest) -> Self {
        Self {
            messages: request.messages.iter().map(StoredMessage::of).collect(),
            temperature: request.temperature,
            max_tokens: request.max_tokens,
            schema: request.schema.clone(),
        }
    }

    /// The hash of what it says. Line ends and blanks around a message's words do not matter, nor
    /// does the order of a schema's keys; a temperature counts to the thousandth.
    pub fn content(&self) -> BlobId {
        let messages: Vec<Value> = self.messages.iter().map(StoredMessage::content).collect();
        let schema = self.schema.as_ref().map(sorted);
        let thousandths = (f64::from(self.temperature) * 1000.0).round();
        let content = json!([messages, thousandths, self.max_tokens, schema]);
        BlobId::of(content.to_string().as_bytes())
    }
}

impl StoredMessage {
    fn of(message: &ChatMessage) -> Self {
        let pictures = message.parts.iter().filter_map(|part| match part {
            MessagePart::Picture(picture) => Some(picture.blob.clone()),
            MessagePart::Text(_) => None,
        });
        Self { role: message.role, text: message.words(), pictures: pictures.collect() }
    }

    fn content(&self) -> Value {
        json!([self.role, self.text.replace("\r\n", "\n").trim(), self.pictures])
    }
}

/// `value` with the keys of all its objects in order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(&String, &Value)> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            entries.into_iter().map(|(key, value)| (key.clone(), sorted(value))).collect()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

impl From<&ChatReply> for StoredReply {
    fn from(reply: &ChatReply) -> Self {
        Self { text: reply.text.clone(), cut: reply.cut, usage: reply.usage }
    }
}

impl From<StoredReply> for ChatReply {
    fn from(reply: StoredReply) -> Self {
        Self { text: reply.text, cut: reply.cut, usage: reply.usage }
    }
}
