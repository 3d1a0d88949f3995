//! The scripted model behind OpenAI's chat format.

use std::net::TcpListener;

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use super::answer;

/// Answers with `0` of the words of the first and the last message.
struct Scripted(fn(&str, &str) -> String);

impl Respond for Scripted {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let body: Value = request.body_json().unwrap_or_default();
        let messages = body["messages"].as_array().cloned().unwrap_or_default();
        let words = |message: Option<&Value>| message.map(words).unwrap_or_default();
        let text = (self.0)(&words(messages.first()), &words(messages.last()));
        let prompt: usize = messages.iter().map(|message| self::words(message).len() / 4).sum();
        ResponseTemplate::new(200).set_body_json(json!({
            "choices": [{ "message": { "content": text } }],
            "usage": { "prompt_tokens": prompt, "completion_tokens": text.len() / 4 },
        }))
    }
}

/// The words of a message, pictures left out.
fn words(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// Serves the scripted model at `listener`, until what this gives is dropped.
pub async fn serve(listener: TcpListener) -> MockServer {
    serve_with(listener, answer::reply).await
}

/// The same with other replies.
pub async fn serve_with(listener: TcpListener, reply: fn(&str, &str) -> String) -> MockServer {
    let server = MockServer::builder().listener(listener).start().await;
    let completions = Mock::given(method("POST")).and(path("/v1/chat/completions"));
    completions.respond_with(Scripted(reply)).mount(&server).await;
    server
}
