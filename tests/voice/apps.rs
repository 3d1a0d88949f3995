//! Apps for tests: ours behind HTTP, and faulty ones.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ridealong::demo::voice::{self as demo, InProcess};
use ridealong::device::voice::app_file::VoiceAppFile;
use ridealong::device::voice::endpoint::{EndpointError, EndpointReply, VoiceEndpoint};
use ridealong::device::voice::interaction::InteractionModel;
use ridealong::device::voice::{STATES_HEADER, VoiceApp, VoiceDevice};
use ridealong::device::{Device, DeviceError};
use ridealong::domain::{Action, Screen};
use serde_json::{Value, json};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// One of our apps, ready to be talked to.
pub fn demo(name: &str, seed: u64) -> VoiceDevice {
    VoiceDevice::new(demo::app(demo::find(name).unwrap()).unwrap(), seed)
}

/// One of our apps behind HTTP.
struct OverHttp(InProcess);

impl Respond for OverHttp {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let answer = self.0.answer(&request.body_json().unwrap());
        let states = answer.states.unwrap();
        ResponseTemplate::new(200)
            .insert_header(STATES_HEADER, format!("{}/{}", states.covered, states.total))
            .set_body_json(answer.body)
    }
}

/// Serves `responder` and gives a device for it, with a short limit for turns.
pub async fn served(responder: impl Respond + 'static) -> (MockServer, VoiceDevice) {
    let server = MockServer::start().await;
    Mock::given(method("POST")).respond_with(responder).mount(&server).await;
    let device = device_at(&format!("{}/quiz", server.uri()));
    (server, device)
}

/// A device for the quiz's model at `endpoint`.
pub fn device_at(endpoint: &str) -> VoiceDevice {
    device_with(&format!("endpoint = {endpoint:?}\ntimeout_s = 0.5\n"))
}

/// A device for a file with the quiz's model and `fields`.
pub fn device_with(fields: &str) -> VoiceDevice {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quiz.toml");
    std::fs::write(folder.path().join("en-US.json"), demo::find("quiz").unwrap().model).unwrap();
    std::fs::write(&path, format!("model = \"en-US.json\"\n{fields}")).unwrap();
    VoiceDevice::of_file(VoiceAppFile::read(&path).unwrap(), 1).unwrap()
}

pub fn quiz_over_http() -> impl Respond {
    OverHttp(InProcess::new(demo::find("quiz").unwrap()))
}

/// Answers every request alike.
pub fn always(text: &str, ends: bool) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(said(text, ends))
}

pub fn said(text: &str, ends: bool) -> Value {
    json!({"version": "1.0", "response": {
        "outputSpeech": {"type": "PlainText", "text": text},
        "reprompt": {"outputSpeech": {"type": "PlainText", "text": text}},
        "shouldEndSession": ends,
    }})
}

/// An app that is a function of the request, and remembers what it was asked.
#[derive(Clone)]
pub struct Scripted {
    asked: Arc<Mutex<Vec<Value>>>,
    turns: Arc<AtomicU64>,
    script: fn(u64, &Value) -> Value,
}

impl Scripted {
    pub fn new(script: fn(u64, &Value) -> Value) -> Self {
        Self { asked: Arc::default(), turns: Arc::default(), script }
    }

    /// The requests so far.
    pub fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }

    /// A device that talks to it by `model`.
    pub fn device(&self, model: &str) -> VoiceDevice {
        let model = InteractionModel::read(model.as_bytes()).unwrap();
        let app = VoiceApp {
            target: "voice:scripted".into(),
            name: "Scripted".into(),
            invocation: model.invocation.clone(),
            locale: "en-US".into(),
            model,
            endpoint: Box::new(self.clone()),
        };
        VoiceDevice::new(app, 1)
    }

    /// The same by the quiz's model.
    pub fn quiz(&self) -> VoiceDevice {
        self.device(demo::find("quiz").unwrap().model)
    }
}

impl VoiceEndpoint for Scripted {
    fn turn<'a>(
        &'a self,
        request: &'a Value,
    ) -> BoxFuture<'a, Result<EndpointReply, EndpointError>> {
        async {
            self.asked.lock().unwrap().push(request.clone());
            let turn = self.turns.fetch_add(1, Ordering::Relaxed);
            Ok(EndpointReply { body: (self.script)(turn, request), states: None })
        }
        .boxed()
    }

    fn reachable(&self) -> BoxFuture<'_, Result<(), EndpointError>> {
        async { Ok(()) }.boxed()
    }

    fn place(&self) -> String {
        "scripted".into()
    }
}

/// Says `words` and gives the screen that follows.
pub async fn say(device: &mut VoiceDevice, words: &str) -> Screen {
    try_say(device, words).await.unwrap()
}

pub async fn try_say(device: &mut VoiceDevice, words: &str) -> Result<Screen, DeviceError> {
    device.perform(&Action::Say { words: words.into() }).await?;
    Ok(device.observe().await?.screen)
}

/// What was said last.
pub fn text(screen: &Screen) -> &str {
    &screen.dialogue().unwrap().text
}
