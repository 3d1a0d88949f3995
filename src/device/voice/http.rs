//! A voice app behind HTTP or HTTPS.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde_json::Value;
use tokio::net::TcpStream;

use super::endpoint::{EndpointError, EndpointReply, VoiceEndpoint};
use super::ssml;
use crate::domain::CoverageCount;

/// The largest response that is read, in bytes; the platform takes 120 kB.
const LARGEST_RESPONSE: usize = 1 << 20;
/// Characters of a body that an error shows.
const EXCERPT: usize = 160;
/// The header in which an app under test may tell how many of its states were seen: `3/20`.
pub const STATES_HEADER: &str = "x-ridealong-states";
/// How long a lost endpoint is waited for.
const BACK_WITHIN: Duration = Duration::from_secs(20);
/// Between two attempts to reach it. No operating system reports that another process begins to
/// listen on a port, so there is nothing else to wait for.
const NEXT_ATTEMPT: Duration = Duration::from_millis(100);

/// A voice app behind a URL.
#[derive(Debug)]
pub struct HttpEndpoint {
    client: Client,
    url: Url,
    timeout: Duration,
}

impl HttpEndpoint {
    /// The app at `url`, whose turns may take up to `timeout`.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new(url: Url, timeout: Duration) -> Result<Self, String> {
        // Fails only if a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .redirect(Policy::none())
            .timeout(timeout)
            .user_agent(concat!("ridealong/", env!("CARGO_PKG_VERSION")));
        if is_loopback(&url) {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|error| chain(&error))?;
        Ok(Self { client, url, timeout })
    }

    async fn post(&self, request: &Value) -> Result<EndpointReply, EndpointError> {
        let sent = self.client.post(self.url.clone()).json(request).send().await;
        let mut response = sent.map_err(|error| self.failure(&error))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(EndpointError::Redirected {
                to: header(response.headers(), LOCATION.as_str()),
            });
        }
        let states = states(&header(response.headers(), STATES_HEADER));
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.failure(&error))? {
            if body.len() + chunk.len() > LARGEST_RESPONSE {
                return Err(EndpointError::TooLarge { limit: LARGEST_RESPONSE });
            }
            body.extend_from_slice(&chunk);
        }
        if !status.is_success() {
            return Err(EndpointError::Status { code: status.as_u16(), said: excerpt(&body) });
        }
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(EndpointReply { body: Value::Null, states });
        }
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body);
        match serde_json::from_slice(body) {
            Ok(body) => Ok(EndpointReply { body, states }),
            Err(_) => {
                let kind = header(response.headers(), CONTENT_TYPE.as_str());
                let said = format!("{} {}", kind, excerpt(body)).trim().to_owned();
                Err(EndpointError::NotJson { said })
            }
        }
    }

    /// Asks with GET, whatever the answer is.
    ///
    /// # Errors
    /// If nothing answers.
    pub async fn get(&self) -> Result<(), EndpointError> {
        let sent = self.client.get(self.url.clone()).send().await;
        sent.map(drop).map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &reqwest::Error) -> EndpointError {
        if error.is_connect() {
            // Without the URL, which the reader of the message sees anyway.
            EndpointError::Refused { what: refusal(error) }
        } else if error.is_timeout() {
            EndpointError::TimedOut { seconds: self.timeout.as_secs_f64() }
        } else {
            EndpointError::Broken { what: chain(error) }
        }
    }

    async fn connects(&self) -> Result<(), EndpointError> {
        let host = self.url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let port = self.url.port_or_known_default().unwrap_or(80);
        match TcpStream::connect((host, port)).await {
            Ok(_) => Ok(()),
            Err(error) => Err(EndpointError::Refused { what: error.to_string() }),
        }
    }

    /// Waits until it takes connections, for at most `limit`.
    ///
    /// # Errors
    /// What the last attempt said.
    pub async fn awaited(&self, limit: Duration) -> Result<(), EndpointError> {
        let mut last = Err(EndpointError::TimedOut { seconds: limit.as_secs_f64() });
        let connected = async {
            loop {
                last = self.connects().await;
                if last.is_ok() {
                    return;
                }
                tokio::time::sleep(NEXT_ATTEMPT).await;
            }
        };
        // Whether it ended or ran out of time, the last attempt tells.
        let _ = tokio::time::timeout(limit, connected).await;
        last
    }

    /// Waits until it answers, whatever it says.
    pub async fn answers(&self) {
        while self.get().await.is_err() {
            tokio::time::sleep(NEXT_ATTEMPT).await;
        }
    }

    /// True if something takes connections there now.
    pub async fn is_taken(&self) -> bool {
        self.connects().await.is_ok()
    }
}

impl VoiceEndpoint for HttpEndpoint {
    fn turn<'a>(
        &'a self,
        request: &'a Value,
    ) -> BoxFuture<'a, Result<EndpointReply, EndpointError>> {
        self.post(request).boxed()
    }

    fn reachable(&self) -> BoxFuture<'_, Result<(), EndpointError>> {
        self.awaited(BACK_WITHIN).boxed()
    }

    fn place(&self) -> String {
        self.url.to_string()
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost"
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn header(headers: &HeaderMap, name: &str) -> String {
    let value = headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
    ssml::tidy(&value.unwrap_or_default()).text.chars().take(EXCERPT).collect()
}

fn states(text: &str) -> Option<CoverageCount> {
    let (covered, total) = text.split_once('/')?;
    Some(CoverageCount { covered: covered.trim().parse().ok()?, total: total.trim().parse().ok()? })
}

fn excerpt(body: &[u8]) -> String {
    let start = body.get(..body.len().min(EXCERPT * 8)).unwrap_or_default();
    ssml::tidy(&String::from_utf8_lossy(start)).text.chars().take(EXCERPT).collect()
}

/// What the operating system said, if it did; else the innermost cause.
fn refusal(error: &reqwest::Error) -> String {
    let mut cause = error.source();
    let mut innermost = None;
    while let Some(inner) = cause {
        if let Some(io) = inner.downcast_ref::<io::Error>()
            && io.kind() == io::ErrorKind::ConnectionRefused
        {
            return "the connection is refused".into();
        }
        innermost = Some(inner.to_string());
        cause = inner.source();
    }
    innermost.unwrap_or_else(|| error.to_string())
}

fn chain(error: &reqwest::Error) -> String {
    let mut reported = Vec::new();
    let mut cause = error.source();
    while let Some(inner) = cause {
        reported.push(inner.to_string());
        cause = inner.source();
    }
    // The innermost says most; the outer ones repeat it.
    reported.pop().unwrap_or_else(|| error.to_string())
}
