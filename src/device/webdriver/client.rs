//! The commands of W3C WebDriver over HTTP: <https://www.w3.org/TR/webdriver2/#endpoints>.
//!
//! A command is a request with a JSON body; its reply is `{"value": ...}`, and that of one that failed
//! `{"value": {"error": CODE, "message": ...}}`.

use std::error::Error as _;
use std::net::IpAddr;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, Url};
use serde_json::{Value, json};

use super::error::WebDriverError;
use crate::domain::{Secret, one_line};

/// How long a server may take to accept a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// The largest reply that is read, in bytes: pictures are the largest ones.
const LARGEST_REPLY: usize = 64 << 20;

/// Selenium Grid refuses bodies that do not name their encoding.
const JSON: &str = "application/json; charset=utf-8";

/// What the paths of a session's commands begin with.
const SESSION: &str = "/session/";

/// The HTTP status of a path that takes no such request.
const NO_SUCH_METHOD: u16 = 405;

/// Characters of an error's message that are shown.
const MESSAGE: usize = 300;

/// A server.
#[derive(Clone, Debug)]
pub(super) struct WebDriverClient {
    http: Client,
    server: String,
    /// User and key, as `user:key`.
    login: Option<Secret>,
}

impl WebDriverClient {
    /// The server at `server`, which wants `login` if that is given.
    pub(super) fn new(server: &Url, login: Option<Secret>) -> Result<Self, WebDriverError> {
        // Fails only if a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .redirect(Policy::none())
            .connect_timeout(CONNECT_LIMIT)
            .user_agent(concat!("ridealong/", env!("CARGO_PKG_VERSION")));
        if is_local(server) {
            builder = builder.no_proxy();
        }
        let name = server.as_str().trim_end_matches('/').to_owned();
        let http = builder.build().map_err(|error| WebDriverError::NoServer {
            server: name.clone(),
            said: error.to_string(),
        })?;
        Ok(Self { http, server: name, login })
    }

    /// True if `node`, as this server names it, may be one of its nodes.
    pub(super) fn has_node(&self, node: &Url) -> bool {
        Url::parse(&self.server).is_ok_and(|server| is_node_of(&server, node))
    }

    /// Sends a command, and gives the value of its reply.
    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        limit: Duration,
    ) -> Result<Value, WebDriverError> {
        let posts = method == Method::POST;
        let mut request = self.http.request(method, format!("{}{path}", self.server));
        if posts {
            request = request.header(CONTENT_TYPE, JSON).json(body.unwrap_or(&json!({})));
        }
        if let Some((user, key)) =
            self.login.as_ref().and_then(Secret::reveal).and_then(|it| it.split_once(':'))
        {
            request = request.basic_auth(user, Some(key));
        }
        let reply = tokio::time::timeout(limit, self.reply(request)).await;
        let (status, reply) = reply.map_err(|_elapsed| WebDriverError::NoAnswer {
            command: command(path).to_owned(),
            seconds: limit.as_secs(),
        })??;
        value(status, &reply, path).ok_or_else(|| {
            self.unreachable(format!(
                "it answered {path} with status {status} and no WebDriver reply"
            ))
        })?
    }

    async fn reply(
        &self,
        request: reqwest::RequestBuilder,
    ) -> Result<(u16, Vec<u8>), WebDriverError> {
        let failed = |error: reqwest::Error| self.unreachable(chain(&error));
        let mut response = request.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > LARGEST_REPLY {
                return Err(self.unreachable("its reply is larger than 64 MB".into()));
            }
            body.extend_from_slice(&chunk);
        }
        Ok((status, body))
    }

    fn unreachable(&self, said: String) -> WebDriverError {
        WebDriverError::NoServer { server: self.server.clone(), said }
    }
}

/// The value of a reply, or why the command failed; `None` if that is no reply of WebDriver.
fn value(status: u16, reply: &[u8], path: &str) -> Option<Result<Value, WebDriverError>> {
    let value = serde_json::from_slice(reply).ok().and_then(|mut reply: Value| {
        let value = reply.get_mut("value")?;
        Some(value.take())
    });
    let Some(value) = value else {
        // Geckodriver says no more than that of a session's command that it does not know.
        let is_unknown = status == NO_SUCH_METHOD && path.starts_with(SESSION);
        return is_unknown.then(|| {
            Err(WebDriverError::Refused {
                command: command(path).to_owned(),
                code: "unknown command".into(),
                said: format!("status {status}"),
            })
        });
    };
    if (200..300).contains(&status) {
        return Some(Ok(value));
    }
    let text = |name: &str| one_line(value[name].as_str().unwrap_or_default(), MESSAGE);
    Some(Err(WebDriverError::Refused {
        command: command(path).to_owned(),
        code: text("error"),
        said: text("message"),
    }))
}

/// The command of a path: what follows the session's id.
fn command(path: &str) -> &str {
    let rest = path.strip_prefix(SESSION).and_then(|rest| rest.split_once('/'));
    rest.map_or(path, |(_, command)| command)
}

/// True for a server of this computer, which no proxy leads to.
fn is_local(server: &Url) -> bool {
    server.host_str() == Some("localhost") || number(server).is_some_and(|it| it.is_loopback())
}

/// The host of an address, if it is a number.
fn number(server: &Url) -> Option<IpAddr> {
    let host = server.host_str().unwrap_or_default();
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

/// True if `node`, as a grid names it, may be one of its nodes: at the same host, or in a private network. Whoever
/// speaks for a grid could name any address.
fn is_node_of(server: &Url, node: &Url) -> bool {
    let is_http = matches!(node.scheme(), "http" | "https") && node.username().is_empty();
    let is_private = number(node).is_some_and(|address| match address {
        IpAddr::V4(address) => address.is_private(),
        IpAddr::V6(address) => address.is_unique_local(),
    });
    is_http
        && (node.host_str() == server.host_str()
            || is_private
            || (is_local(server) && is_local(node)))
}

/// An error with all its causes, in one line.
fn chain(error: &reqwest::Error) -> String {
    let mut said = Vec::new();
    let mut cause = error.source();
    while let Some(error) = cause {
        said.push(error.to_string());
        cause = error.source();
    }
    said.pop().unwrap_or_else(|| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_a_value_or_an_error_with_a_code() {
        let read = |status, text: &str| value(status, text.as_bytes(), "/session/7/element/active");
        assert_eq!(read(200, r#"{"value": 3}"#), Some(Ok(json!(3))));
        assert_eq!(read(200, r#"{"value": null}"#), Some(Ok(Value::Null)));
        assert_eq!(read(502, "<html>Bad gateway</html>"), None);
        assert_eq!(read(200, "{}"), None);
        let failed = read(404, r#"{"value": {"error": "no such window", "message": "a\nb"}}"#);
        let Some(Err(error)) = failed else { panic!("{failed:?}") };
        assert!(error.has_code(&["no such window"]) && !error.is_lost());
        assert_eq!(error.to_string(), "the server refused element/active: no such window: a b");
    }

    #[test]
    fn a_command_that_the_driver_has_no_path_for_is_unknown() {
        let read = |status, path| value(status, b"HTTP method not allowed", path);
        let Some(Err(error)) = read(405, "/session/7/goog/cdp/execute") else { panic!() };
        assert!(error.is_unknown_command() && !error.is_lost());
        assert_eq!(read(405, "/session"), None, "such a server has no sessions at all");
        assert_eq!(read(404, "/session/7/url"), None, "what stands before a server says that, too");
    }

    #[test]
    fn a_node_is_at_the_host_of_its_grid_or_in_a_private_network() {
        let may =
            |grid: &str, node: &str| is_node_of(&grid.parse().unwrap(), &node.parse().unwrap());
        assert!(may("http://127.0.0.1:4444", "http://127.0.0.1:5551"));
        assert!(may("http://localhost:4444", "http://127.0.0.1:5551"));
        assert!(may("https://grid.example.org", "http://grid.example.org:5551"));
        assert!(may("https://grid.example.org", "http://10.0.0.7:5551"));
        assert!(may("https://grid.example.org", "http://[fd00::7]:5551"));
        assert!(!may("https://grid.example.org", "http://127.0.0.1:5551"));
        assert!(!may("https://grid.example.org", "http://93.184.215.14:5551"));
        assert!(!may("https://grid.example.org", "http://elsewhere.example.org"));
        assert!(!may("https://grid.example.org", "ftp://10.0.0.7/"));
    }

    #[test]
    fn a_command_is_named_without_its_session() {
        assert_eq!(command("/session/abc/execute/sync"), "execute/sync");
        assert_eq!((command("/session"), command("/status")), ("/session", "/status"));
    }
}
