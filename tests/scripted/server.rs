//! A scripted model behind OpenAI's chat format.

use std::sync::Mutex;

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use super::question::Question;

/// What replies to questions.
pub trait ScriptedModel: Send {
    /// The reply.
    fn reply(&mut self, question: &Question) -> String;
}

struct Scripted(Mutex<Box<dyn ScriptedModel>>);

impl Respond for Scripted {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let body: Value = request.body_json().unwrap_or_default();
        let question = Question::read(&body);
        let text = self.0.lock().unwrap().reply(&question);
        let sent = body["messages"].to_string().len() / 4;
        ResponseTemplate::new(200).set_body_json(json!({
            "choices": [{ "message": { "content": text } }],
            "usage": { "prompt_tokens": sent, "completion_tokens": text.len() / 4 },
        }))
    }
}

/// Serves `model` on this computer, until what this gives is dropped.
pub async fn serve(model: Box<dyn ScriptedModel>) -> MockServer {
    let server = MockServer::start().await;
    let completions = Mock::given(method("POST")).and(path("/v1/chat/completions"));
    completions.respond_with(Scripted(Mutex::new(model))).mount(&server).await;
    server
}
