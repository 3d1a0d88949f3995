//! A server on a raw socket, which does exactly what it is told to: also what no HTTP library lets
//! a server do. And profiles and requests to ask it with.

use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use ridealong::config::llm::{ModelProfile, ModelProfiles};
use ridealong::llm::chat::{ChatMessage, ChatRequest, ChatRole};
use ridealong::llm::{ChatClient, ChatError, ChatModel as _, ChatProgress, ChatReply, client};
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The key of every test. It must turn up nowhere.
pub const KEY: &str = "sk-test-0123456789abcdef";

/// What is done with a request.
#[derive(Clone, Debug)]
pub enum Do {
    /// These bytes are sent, then the connection is closed.
    Say(String),
    /// These bytes are sent, then nothing more.
    Hang(String),
    /// This is sent over and over.
    Repeat(String, String),
}

/// A response with a body.
pub fn plain(status: u16, headers: &str, body: &str) -> Do {
    let length = body.len();
    Do::Say(format!(
        "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
    ))
}

/// A JSON response.
pub fn json_of(status: u16, body: &Value) -> Do {
    plain(status, "content-type: application/json\r\n", &body.to_string())
}

/// The head of a stream of events.
pub const STREAM: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

/// One event with a piece of a reply.
pub fn piece(text: &str) -> String {
    format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": {"content": text}}]}))
}

/// A whole streamed reply.
pub fn streamed(text: &str) -> Do {
    let half = text.len() / 2;
    let (one, other) = text.split_at(half);
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 10}});
    Do::Say(format!(
        "{STREAM}{}{}data: {end}\n\ndata: {usage}\n\ndata: [DONE]\n\n",
        piece(one),
        piece(other)
    ))
}

/// See the module.
pub struct Server {
    pub url: String,
    received: Arc<Mutex<Vec<String>>>,
    gone: Arc<Notify>,
}

impl Server {
    /// One that does `script` in order, the last of it for ever.
    pub async fn start(script: Vec<Do>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (received, gone) = (Arc::<Mutex<Vec<String>>>::default(), Arc::new(Notify::new()));
        let server = Self { url, received: received.clone(), gone: gone.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, script.clone(), received.clone(), gone.clone()));
            }
        });
        server
    }

    /// The requests so far, as they came.
    pub fn received(&self) -> Vec<String> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until a client has gone away from a connection that hangs.
    pub async fn left(&self) {
        tokio::time::timeout(Duration::from_secs(20), self.gone.notified()).await.unwrap();
    }
}

async fn serve(
    mut stream: TcpStream,
    script: Vec<Do>,
    received: Arc<Mutex<Vec<String>>>,
    gone: Arc<Notify>,
) {
    let Some(request) = request(&mut stream).await else { return };
    let number = {
        let mut received = received.lock().unwrap();
        received.push(request);
        received.len() - 1
    };
    match &script[number.min(script.len() - 1)] {
        Do::Say(text) => {
            let _ = stream.write_all(text.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
        Do::Hang(text) => {
            let _ = stream.write_all(text.as_bytes()).await;
            // Comes back when the other end is closed.
            let _ = stream.read(&mut [0]).await;
            gone.notify_one();
        }
        Do::Repeat(first, text) => {
            let _ = stream.write_all(first.as_bytes()).await;
            while stream.write_all(text.as_bytes()).await.is_ok() {}
            gone.notify_one();
        }
    }
}

async fn request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length")
                .then(|| value.trim().parse::<usize>().ok())?
        });
        if body.len() >= length.unwrap_or(0) {
            return Some(text);
        }
    }
}

/// A profile with short waits for a server at `url`.
pub fn profile(url: &str) -> ModelProfile {
    static TLS: Once = Once::new();
    TLS.call_once(|| {
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let profile = ModelProfiles::default().find("llama.cpp:tiny").unwrap();
    ModelProfile {
        base_url: url.parse().unwrap(),
        backoff: Duration::from_millis(1),
        connect_timeout: Duration::from_millis(500),
        idle_timeout: Duration::from_millis(300),
        input_usd_per_million: Some(1.0),
        output_usd_per_million: Some(10.0),
        ..profile
    }
}

/// A client for `profile`, with the key.
pub fn client_of(profile: ModelProfile) -> ChatClient {
    let http = client::http(&profile).unwrap();
    ChatClient::new(profile, Some(SecretString::from(KEY)), http, 1)
}

/// A question.
pub fn question() -> ChatRequest {
    ChatRequest {
        messages: vec![ChatMessage::text(ChatRole::User, "Which one?")],
        temperature: 0.1,
        max_tokens: 20,
        schema: None,
    }
}

/// What came of a question, and what was told meanwhile.
#[derive(Debug)]
pub struct Heard {
    pub result: Result<ChatReply, ChatError>,
    pub words: String,
    pub retries: Vec<(String, Duration)>,
}

/// Asks `client`.
pub async fn ask(client: &ChatClient, request: &ChatRequest) -> Heard {
    let reported = Mutex::new((String::new(), Vec::new()));
    let progress = |progress: ChatProgress| {
        let mut reported = reported.lock().unwrap();
        match progress {
            ChatProgress::Words(words) => reported.0.push_str(&words),
            ChatProgress::Retry { why, wait } => {
                reported.0.clear();
                reported.1.push((why, wait));
            }
            ChatProgress::Warned { what, .. } => panic!("{what}"),
        }
    };
    let result = client.complete(request, &progress).await;
    let (words, retries) = reported.into_inner().unwrap();
    Heard { result, words, retries }
}
