//! One attempt: the request goes out, the response comes in, within bounds of time and size.

use futures_util::{Stream, stream};
use reqwest::Response;
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::Value;
use tokio::time::timeout;

use super::features::ServerFeatures;
use super::refusal::{self, AttemptFailure, RetryAdvice, in_one_line};
use super::reply::{InvalidReply, ReplyAssembly};
use super::{ChatClient, body};
use crate::llm::chat::{ChatError, ChatProgress, ChatReply, ChatRequest};
use crate::protocol::ModelUsage;

/// The most bytes of a whole response; thoughts and events around each word take most of it.
const LARGEST: usize = 32 << 20;
/// The most bytes without a line end: what is read of an event is read again with each part.
const LONGEST_LINE: usize = 1 << 20;
/// So much is read of an error.
const LARGEST_ERROR: usize = 64 << 10;

/// The answer of `/embeddings`.
#[derive(Deserialize)]
struct VectorReply {
    data: Vec<TextVector>,
}

#[derive(Deserialize)]
struct TextVector {
    index: usize,
    embedding: Vec<f32>,
}

impl ChatClient {
    pub(super) async fn attempt(
        &self,
        features: &ServerFeatures,
        request: &ChatRequest,
        progress: &(dyn Fn(ChatProgress) + Send + Sync),
    ) -> Result<ChatReply, AttemptFailure> {
        let body = body::of(request, &self.profile, features);
        let post = self.http.post(self.profile.address("chat/completions")).json(&body);
        let response =
            self.send(post.header(ACCEPT, "text/event-stream, application/json")).await?;
        let response = self.accepted(response).await?;
        let mut assembly =
            ReplyAssembly::new(request.max_tokens.saturating_add(self.profile.thinking_tokens));
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let events = kind.is_some_and(|kind| kind.starts_with("text/event-stream"));
        let words = |words| progress(ChatProgress::Words(words));
        let chunks = self.chunks(response, if events { LONGEST_LINE } else { LARGEST });
        let read = if events {
            assembly.read_events(chunks, &self.mask, words).await
        } else {
            self.read_plain(chunks, &mut assembly, words).await
        };
        match read {
            Ok(()) => self.judge(&assembly, request),
            Err(odd) => {
                let used = self.priced(assembly.usage(request));
                Err(AttemptFailure { used: Some(used), ..self.odd(odd) })
            }
        }
    }

    /// The models that the server offers.
    pub(super) async fn list_models(&self) -> Result<Vec<String>, AttemptFailure> {
        let response = self.send(self.http.get(self.profile.address("models"))).await?;
        let mut response = self.accepted(response).await?;
        let body = self.text_of(&mut response, LARGEST).await?;
        let value: Value = serde_json::from_str(&body)
            .map_err(|_| AttemptFailure::broken("the server sent no list of models"))?;
        let list = value.get("data").or_else(|| value.get("models")).and_then(Value::as_array);
        let names = list.into_iter().flatten().filter_map(|model| {
            let name = model.get("id").or_else(|| model.get("name"))?.as_str()?;
            Some(in_one_line(&self.mask.hide(name)))
        });
        Ok(names.collect())
    }

    /// The vectors of `texts` by the profile's model for that.
    pub(super) async fn vectors(
        &self,
        model: &str,
        texts: &[String],
    ) -> Result<Vec<Vec<f32>>, AttemptFailure> {
        let body = serde_json::json!({ "model": model, "input": texts });
        let post = self.http.post(self.profile.address("embeddings")).json(&body);
        let mut response = self.accepted(self.send(post).await?).await?;
        let answer = self.text_of(&mut response, LARGEST).await?;
        let odd = || AttemptFailure::broken("the server sent no vectors");
        let answer: VectorReply = serde_json::from_str(&answer).map_err(|_| odd())?;
        let mut vectors = vec![Vec::new(); texts.len()];
        for TextVector { index, embedding } in answer.data {
            *vectors.get_mut(index).ok_or_else(odd)? = embedding;
        }
        // Vectors of different lengths cannot be compared.
        let long = vectors.first().map_or(0, Vec::len);
        let same = long > 0 && vectors.iter().all(|vector| vector.len() == long);
        if same { Ok(vectors) } else { Err(odd()) }
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Response, AttemptFailure> {
        let with_headers = self.profile.headers.iter().fold(request, |request, (name, value)| {
            request.header(name, secret(value.expose_secret()))
        });
        let own = |name: &str| {
            self.profile.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
        };
        let request = match &self.key {
            Some(key) if !own("authorization") => with_headers
                .header("authorization", secret(&format!("Bearer {}", key.expose_secret()))),
            _ => with_headers,
        };
        let patience = self.profile.connect_timeout + self.profile.idle_timeout;
        match timeout(patience, request.send()).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => Err(self.not_sent(&error)),
            Err(_) => Err(self.silent()),
        }
    }

    fn not_sent(&self, error: &reqwest::Error) -> AttemptFailure {
        let why = in_one_line(&self.mask.hide(&innermost(error)));
        if error.is_connect() {
            // Not tried again: the questions that follow have the rules until it is back.
            let timed_out = error.is_timeout();
            let limit = self.profile.connect_timeout.as_secs_f64();
            let why = if timed_out { format!("no connection within {limit} s") } else { why };
            return AttemptFailure::lasting(ChatError::Unreachable {
                url: self.told_address(),
                why,
            });
        }
        if error.is_builder() || error.is_redirect() {
            return AttemptFailure::lasting(ChatError::Refused { status: 0, said: why });
        }
        AttemptFailure { again: RetryAdvice::Anew, ..AttemptFailure::broken(why) }
    }

    fn silent(&self) -> AttemptFailure {
        AttemptFailure::lasting(ChatError::Slow { after: self.profile.idle_timeout })
    }

    /// The server's address without anything that may be secret.
    fn told_address(&self) -> String {
        let mut url = self.profile.base_url.clone();
        url.set_query(None);
        url.set_fragment(None);
        self.mask.hide(url.as_str())
    }

    /// `response`, if it begins well.
    async fn accepted(&self, mut response: Response) -> Result<Response, AttemptFailure> {
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        if status.is_redirection() {
            let to = header(LOCATION).unwrap_or("nowhere");
            let said = in_one_line(&self.mask.hide(&format!("it points to {to}")));
            let status = status.as_u16();
            return Err(AttemptFailure::lasting(ChatError::Unknown { status, said }));
        }
        let now = jiff::Timestamp::now();
        let asked = header(RETRY_AFTER).and_then(|text| super::wait::retry_after(text, now));
        // What cannot be read of an error is not missed.
        let body = self.text_of(&mut response, LARGEST_ERROR).await.unwrap_or_default();
        Err(refusal::of_status(status, &body, asked, &self.mask))
    }

    /// The first bytes of the body as text.
    async fn text_of(
        &self,
        response: &mut Response,
        most: usize,
    ) -> Result<String, AttemptFailure> {
        let mut bytes = Vec::new();
        while bytes.len() < most {
            match timeout(self.profile.idle_timeout, response.chunk()).await {
                Ok(Ok(Some(chunk))) => bytes.extend_from_slice(&chunk),
                Ok(Ok(None)) => break,
                Ok(Err(error)) => {
                    return Err(AttemptFailure::broken(self.mask.hide(&innermost(&error))));
                }
                Err(_) => return Err(self.silent()),
            }
        }
        bytes.truncate(most);
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A response that is not declared a stream: an object, or a stream with a wrong content type.
    async fn read_plain(
        &self,
        chunks: impl Stream<Item = Result<Vec<u8>, InvalidReply>>,
        assembly: &mut ReplyAssembly,
        words: impl Fn(String),
    ) -> Result<(), InvalidReply> {
        use futures_util::TryStreamExt as _;
        let body = chunks.try_concat().await?;
        let text = String::from_utf8_lossy(&body);
        let first = text.trim_start();
        if first.starts_with("data:") || first.starts_with("event:") || first.starts_with(':') {
            let all = stream::once(std::future::ready(Ok(body.as_slice())));
            return assembly.read_events(all, &self.mask, words).await;
        }
        assembly.read_whole(&text)
    }

    /// The body part by part, none waited for longer than allowed, and not more than is sensible.
    fn chunks(
        &self,
        response: Response,
        longest_line: usize,
    ) -> impl Stream<Item = Result<Vec<u8>, InvalidReply>> {
        let idle = self.profile.idle_timeout;
        let mask = &self.mask;
        stream::try_unfold((response, 0, 0), move |(mut response, all, line)| async move {
            let chunk = match timeout(idle, response.chunk()).await {
                Err(_) => return Err(InvalidReply::Silent),
                Ok(Err(error)) => return Err(InvalidReply::Broken(mask.hide(&innermost(&error)))),
                Ok(Ok(None)) => return Ok(None),
                Ok(Ok(Some(chunk))) => chunk,
            };
            let all = all + chunk.len();
            let last = chunk.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
            let line = last.map_or(line + chunk.len(), |last| chunk.len() - last);
            if all > LARGEST || line > longest_line {
                return Err(InvalidReply::Broken("it would not end".into()));
            }
            Ok(Some((chunk.to_vec(), (response, all, line))))
        })
    }

    fn judge(
        &self,
        assembly: &ReplyAssembly,
        request: &ChatRequest,
    ) -> Result<ChatReply, AttemptFailure> {
        match assembly.whole(request, &self.mask) {
            Ok(whole) => {
                Ok(ChatReply { text: whole.text, cut: whole.cut, usage: self.priced(whole.usage) })
            }
            Err(usage) => {
                let failure = if assembly.was_cut() && assembly.only_thought() {
                    let why = "the model only thought; raise thinking_tokens in the profile";
                    AttemptFailure::lasting(ChatError::Broken { why: why.into() })
                } else {
                    AttemptFailure::broken("it is empty")
                };
                Err(AttemptFailure { used: Some(self.priced(usage)), ..failure })
            }
        }
    }

    fn odd(&self, odd: InvalidReply) -> AttemptFailure {
        match odd {
            InvalidReply::Broken(why) => AttemptFailure::broken(in_one_line(&self.mask.hide(&why))),
            InvalidReply::Silent => self.silent(),
            InvalidReply::Error(error) => refusal::of_error(&error, &self.mask),
        }
    }

    /// `usage` with its price, if the server gave none itself.
    fn priced(&self, usage: ModelUsage) -> ModelUsage {
        if usage.cost_usd > 0.0 {
            return usage;
        }
        let price = |tokens: u64, price: Option<f64>| tokens as f64 * price.unwrap_or(0.0) / 1e6;
        let cost_usd = price(usage.input_tokens, self.profile.input_usd_per_million)
            + price(usage.output_tokens, self.profile.output_usd_per_million);
        ModelUsage { cost_usd, ..usage }
    }
}

/// A header's value that is not shown in traces. Keys and headers were checked when they were read.
fn secret(text: &str) -> reqwest::header::HeaderValue {
    let value = reqwest::header::HeaderValue::from_str(text);
    let mut value = value.unwrap_or_else(|_| reqwest::header::HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// The words of the innermost cause: those around it only say that a request failed.
fn innermost(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}
