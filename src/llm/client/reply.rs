//! From the bytes of a response to a reply.
//!
//! A streamed response is a row of server-sent events with a piece of the reply each ("Chat
//! completion chunk object" in OpenAI's reference), a plain one a single object. Both are read into
//! an [`ReplyAssembly`]. What a model thinks aloud before it answers is left out: fields of their own
//! (`reasoning_content`, `reasoning`), and `<think>…</think>` in the text.

mod thinking;

use std::time::Duration;

use eventsource_stream::{EventStreamError, Eventsource as _};
use futures_util::{Stream, StreamExt as _, stream};
use serde_json::Value;

use super::mask::{self, SecretMask};
use crate::llm::chat::{ChatRequest, MessagePart};
use crate::protocol::ModelUsage;

/// So many bytes a token may have at the most; real ones have about four.
const TOKEN: usize = 16;
/// So many bytes a reply may always have.
const SHORT: usize = 4096;
/// So long the end of a connection is waited for behind the end of a reply.
const FAREWELL: Duration = Duration::from_millis(50);
/// OpenAI's count for a picture of 1024 by 1024 in detail ("Images and vision").
const PICTURE_TOKENS: u64 = 765;

/// Why a response is no reply.
#[derive(Debug, PartialEq)]
pub enum InvalidReply {
    /// It broke off, or was not understood.
    Broken(String),
    /// Nothing more came in time.
    Silent,
    /// It holds an error of the server's.
    Error(Value),
}

/// A reply as far as it has come.
#[derive(Debug, Default)]
pub struct ReplyAssembly {
    /// The text, thoughts in it included.
    raw: String,
    /// What is said if the model refuses to answer.
    refusal: String,
    /// Bytes of thoughts in fields of their own.
    thought: usize,
    finish: Option<String>,
    usage: Option<Value>,
    done: bool,
    /// How much of the visible text was given out.
    given: usize,
    /// The most bytes of text.
    limit: usize,
    overflown: bool,
}

/// The whole of a reply.
#[derive(Debug, PartialEq)]
pub struct CompleteReply {
    pub text: String,
    pub cut: bool,
    pub usage: ModelUsage,
}

impl ReplyAssembly {
    /// An empty one, for a reply of at most `tokens`.
    pub fn new(tokens: u32) -> Self {
        let limit = SHORT + TOKEN.saturating_mul(tokens as usize);
        Self { limit, ..Self::default() }
    }

    /// Reads server-sent events to their end; `words` is given the text as it comes.
    pub async fn read_events<B: AsRef<[u8]>>(
        &mut self,
        chunks: impl Stream<Item = Result<B, InvalidReply>>,
        mask: &SecretMask,
        words: impl Fn(String),
    ) -> Result<(), InvalidReply> {
        // Some servers leave out the empty line behind the last event.
        let chunks = chunks.map(|chunk| chunk.map(|bytes| bytes.as_ref().to_vec()));
        let end = stream::once(std::future::ready(Ok(b"\n\n".to_vec())));
        let events = chunks.chain(end).eventsource();
        let mut events = std::pin::pin!(events);
        while let Some(event) = events.next().await {
            let result = match event {
                Ok(event) => self.take_event(&event.data),
                Err(EventStreamError::Transport(odd)) => Err(odd),
                Err(_) => Err(InvalidReply::Broken("it is no text".into())),
            };
            match result {
                // Whatever comes behind the end of a reply is not waited for.
                Err(InvalidReply::Broken(_) | InvalidReply::Silent) if self.finish.is_some() => {
                    break;
                }
                other => other?,
            }
            let fresh = self.fresh(mask);
            if !fresh.is_empty() {
                words(fresh);
            }
            if self.overflown {
                break;
            }
            if self.done {
                // Read to its end, a connection can be used again.
                let _ = tokio::time::timeout(FAREWELL, events.next()).await;
                break;
            }
        }
        if self.done || self.overflown || self.finish.is_some() {
            return Ok(());
        }
        Err(InvalidReply::Broken("the connection was closed before its end".into()))
    }

    fn take_event(&mut self, data: &str) -> Result<(), InvalidReply> {
        match data.trim() {
            "" => Ok(()),
            "[DONE]" => {
                self.done = true;
                Ok(())
            }
            data => match serde_json::from_str(data) {
                Ok(value) => self.take(&value),
                Err(error) => Err(InvalidReply::Broken(format!("an event holds no JSON: {error}"))),
            },
        }
    }

    /// Reads the object of a plain response.
    pub fn read_whole(&mut self, body: &str) -> Result<(), InvalidReply> {
        let value: Value = serde_json::from_str(body).map_err(|error| {
            let page = body.trim_start().starts_with('<');
            let what = if page { "a page of HTML".into() } else { format!("no JSON: {error}") };
            InvalidReply::Broken(format!("the server sent {what}"))
        })?;
        if value.get("error").is_none_or(Value::is_null) && value.pointer("/choices/0").is_none() {
            return Err(InvalidReply::Broken("the server sent JSON without a reply".into()));
        }
        self.take(&value)
    }

    /// A chunk, or the whole object: they differ in one name.
    fn take(&mut self, value: &Value) -> Result<(), InvalidReply> {
        if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
            return Err(InvalidReply::Error(error.clone()));
        }
        if let Some(usage) = value.get("usage").filter(|usage| usage.is_object()) {
            self.usage = Some(usage.clone());
        }
        let choices = value.get("choices").and_then(Value::as_array);
        let is_first = |choice: &&Value| choice.get("index").is_none_or(|index| index == 0);
        let Some(choice) = choices.and_then(|choices| choices.iter().find(is_first)) else {
            return Ok(());
        };
        if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(finish.to_owned());
        }
        let Some(said) = choice.get("delta").or_else(|| choice.get("message")) else {
            return Ok(());
        };
        for name in ["reasoning_content", "reasoning"] {
            self.thought += said.get(name).and_then(Value::as_str).map_or(0, str::len);
        }
        if let Some(refusal) = said.get("refusal").and_then(Value::as_str) {
            push(&mut self.refusal, refusal, self.limit);
        }
        match said.get("content") {
            Some(Value::String(text)) => self.overflown |= push(&mut self.raw, text, self.limit),
            Some(Value::Array(parts)) => {
                for text in parts.iter().filter_map(|part| part.get("text")?.as_str()) {
                    self.overflown |= push(&mut self.raw, text, self.limit);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What has become visible since it was asked last. What may yet turn out to be a tag or a
    /// secret waits.
    fn fresh(&mut self, mask: &SecretMask) -> String {
        let visible = mask.hide_whole(&thinking::left_out(&self.raw));
        let tags = thinking::TAGS.iter().map(|tag| mask::begun(&visible, tag));
        let uncertain = tags.max().unwrap_or(0).max(mask.begun(&visible));
        let certain = visible.len() - uncertain;
        let fresh = visible.get(self.given..certain).unwrap_or_default().to_owned();
        self.given = self.given.max(certain);
        fresh
    }

    /// The reply; only what was used if there is no text in it.
    pub fn whole(
        &self,
        request: &ChatRequest,
        mask: &SecretMask,
    ) -> Result<CompleteReply, ModelUsage> {
        let usage = self.usage(request);
        let text = mask.hide_whole(thinking::left_out(&self.raw).trim());
        let text = if text.is_empty() { mask.hide_whole(self.refusal.trim()) } else { text };
        let cut = self.was_cut();
        if text.is_empty() { Err(usage) } else { Ok(CompleteReply { text, cut, usage }) }
    }

    /// True if the limit of tokens ended it.
    pub fn was_cut(&self) -> bool {
        self.overflown || self.finish.as_deref() == Some("length")
    }

    /// True if the model thought without coming to an answer.
    pub fn only_thought(&self) -> bool {
        self.thought > 0 || !self.raw.trim().is_empty()
    }

    /// The server's counts, else a quarter of the characters. `cost_usd` is set only if the
    /// server tells it, as OpenRouter does.
    pub fn usage(&self, request: &ChatRequest) -> ModelUsage {
        let count = |names: [&str; 2]| {
            let usage = self.usage.as_ref()?;
            names.iter().find_map(|name| usage.get(name)?.as_u64())
        };
        let input = count(["prompt_tokens", "input_tokens"]);
        let output = count(["completion_tokens", "output_tokens"]);
        let cost = self.usage.as_ref().and_then(|usage| usage.get("cost")?.as_f64());
        let written = self.raw.chars().count() + self.refusal.chars().count() + self.thought;
        ModelUsage {
            input_tokens: input.unwrap_or_else(|| sent(request)),
            output_tokens: output.unwrap_or((written as u64).div_ceil(4)),
            cost_usd: cost.filter(|cost| cost.is_finite() && *cost >= 0.0).unwrap_or(0.0),
            estimated: input.is_none() || output.is_none(),
        }
    }
}

/// The tokens of what is sent, as an estimate.
fn sent(request: &ChatRequest) -> u64 {
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    let tokens = parts.map(|part| match part {
        MessagePart::Text(text) => (text.chars().count() as u64).div_ceil(4),
        MessagePart::Picture(_) => PICTURE_TOKENS,
    });
    tokens.sum()
}

/// Appends `more` as far as `limit` allows; true if it did not all fit.
fn push(text: &mut String, more: &str, limit: usize) -> bool {
    let room = limit.saturating_sub(text.len());
    let end = (0..=room.min(more.len())).rev().find(|end| more.is_char_boundary(*end));
    text.push_str(more.get(..end.unwrap_or(0)).unwrap_or_default());
    more.len() > room
}

#[cfg(test)]
mod tests;
