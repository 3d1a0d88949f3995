//! A session: opening it, its commands, and how its loss is noticed.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::client::WebDriverClient;
use super::error::WebDriverError;
use super::leftover::LeftSession;

/// How long a new session may take: servers queue requests while all their devices are taken, and a phone
/// has to start.
const NEW_SESSION_LIMIT: Duration = Duration::from_secs(300);

/// How long any other command may take.
const COMMAND_LIMIT: Duration = Duration::from_secs(60);

/// After a command without an answer: how long one that all drivers answer at once may take. Some drivers do one
/// command after the other.
const ALIVE_LIMIT: Duration = Duration::from_secs(20);

/// How long ending a session may take.
const END_LIMIT: Duration = Duration::from_secs(5);

/// A refused session is asked for again after so long, and after twice the time, up to 8 s.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// Words of drivers that have lost their browser or device, under codes that say nothing.
const GONE: [&str; 6] = [
    "disconnected",
    "session deleted",
    "not reachable",
    "not connected to DevTools",
    "socket hang up",
    "instrumentation process is not running",
];

/// A session.
#[derive(Clone, Debug)]
pub(super) struct WebDriverSession {
    client: WebDriverClient,
    pub(super) id: String,
    /// What the server says the session is.
    pub(super) capabilities: Value,
    /// See [`ALIVE_LIMIT`].
    alive_limit: Duration,
}

impl WebDriverSession {
    /// Opens a session with `wanted`, which [`wanted`] has made. Waits as long as the server queues it.
    pub(super) async fn open(
        client: &WebDriverClient,
        wanted: &Value,
    ) -> Result<Self, WebDriverError> {
        let opened = client.call(Method::POST, "/session", Some(wanted), NEW_SESSION_LIMIT).await;
        let mut opened = opened.map_err(|error| match error {
            WebDriverError::Refused { code, said, .. } => {
                WebDriverError::NoSession { said: format!("{code}: {said}") }
            }
            other => other,
        })?;
        let Some(id) = opened["sessionId"].as_str().map(str::to_owned) else {
            let said = "its reply has no session id".to_owned();
            return Err(WebDriverError::NoSession { said });
        };
        let capabilities = opened["capabilities"].take();
        Ok(Self { client: client.clone(), id, capabilities, alive_limit: ALIVE_LIMIT })
    }

    /// As [`WebDriverSession::open`], again and again until `limit` is over: a node that died is replaced,
    /// and a queue that was full has room again. The session `left` is ended before, since it may keep the only
    /// device taken.
    pub(super) async fn reopen(
        client: &WebDriverClient,
        wanted: &Value,
        limit: Duration,
        left: &mut LeftSession,
    ) -> Result<Self, WebDriverError> {
        let (until, most) = (Instant::now() + limit, Instant::now() + NEW_SESSION_LIMIT.max(limit));
        let mut pause = FIRST_PAUSE;
        loop {
            left.end(client).await;
            match Self::open(client, wanted).await {
                Ok(session) => return Ok(session),
                // A queue that ended its wait is stood in again.
                Err(error) if Instant::now() + pause > until && !is_queued(&error) => {
                    return Err(error);
                }
                Err(error) if Instant::now() > most => return Err(error),
                Err(error) => tracing::debug!(%error, "no session yet"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Sends a command of the session.
    pub(super) async fn post(&self, path: &str, body: &Value) -> Result<Value, WebDriverError> {
        self.call(Method::POST, path, Some(body), COMMAND_LIMIT).await
    }

    /// As [`WebDriverSession::post`], with a limit of its own.
    pub(super) async fn post_within(
        &self,
        path: &str,
        body: &Value,
        limit: Duration,
    ) -> Result<Value, WebDriverError> {
        self.call(Method::POST, path, Some(body), limit).await
    }

    /// Asks for something.
    pub(super) async fn get(&self, path: &str) -> Result<Value, WebDriverError> {
        self.call(Method::GET, path, None, COMMAND_LIMIT).await
    }

    /// Ends something; an empty path is the session itself.
    pub(super) async fn delete(&self, path: &str) -> Result<Value, WebDriverError> {
        self.call(Method::DELETE, path, None, END_LIMIT).await
    }

    /// Runs the body of a function in the page; gives what it returns.
    pub(super) async fn execute(
        &self,
        body: &str,
        arguments: &Value,
        limit: Duration,
    ) -> Result<Value, WebDriverError> {
        let script = json!({"script": body, "args": arguments});
        self.post_within("execute/sync", &script, limit).await
    }

    /// Performs an extension command of Appium.
    pub(super) async fn mobile(
        &self,
        name: &str,
        argument: &Value,
    ) -> Result<Value, WebDriverError> {
        let script = json!({"script": format!("mobile: {name}"), "args": [argument]});
        self.post("execute/sync", &script).await
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        limit: Duration,
    ) -> Result<Value, WebDriverError> {
        let whole = self.path(path);
        match self.client.call(method, &whole, body, limit).await {
            Err(error) if is_gone(&error) => Err(gone(&error)),
            // A server that has lost its node says no more than that.
            Err(error) if error.has_code(&["unknown error"]) && !self.is_alive().await => {
                Err(gone(&error))
            }
            // A page that hangs does not keep its driver from answering; a device that hangs does.
            Err(WebDriverError::NoAnswer { command, seconds }) if !self.is_alive().await => {
                let said =
                    format!("it did not answer {command} within {seconds} s, nor anything else");
                Err(WebDriverError::SessionGone { said })
            }
            other => other,
        }
    }

    /// True unless a command that all servers know fails.
    async fn is_alive(&self) -> bool {
        let path = self.path("timeouts");
        match self.client.call(Method::GET, &path, None, self.alive_limit).await {
            Ok(_) => true,
            Err(error) => error.is_unknown_command(),
        }
    }

    fn path(&self, path: &str) -> String {
        let slash = if path.is_empty() { "" } else { "/" };
        format!("/session/{}{slash}{path}", self.id)
    }

    /// A capability of the session, with or without the prefix of Appium.
    pub(super) fn capability(&self, name: &str) -> Option<&str> {
        capability(&self.capabilities, name)
    }
}

/// True if all devices were taken for as long as the server lets requests wait.
fn is_queued(error: &WebDriverError) -> bool {
    const WORDS: [&str; 3] = ["timed out", "queue", "Maximum number of sessions"];
    matches!(error, WebDriverError::NoSession { said } if WORDS.iter().any(|it| said.contains(it)))
}

fn is_gone(error: &WebDriverError) -> bool {
    match error {
        WebDriverError::Refused { code, said, .. } => {
            code == "invalid session id" || GONE.iter().any(|words| said.contains(words))
        }
        _ => false,
    }
}

fn gone(error: &WebDriverError) -> WebDriverError {
    match error {
        WebDriverError::Refused { code, said, .. } => {
            WebDriverError::SessionGone { said: format!("{code}: {said}") }
        }
        other => other.clone(),
    }
}

/// A text among capabilities, with or without the prefix of Appium.
pub(super) fn capability<'a>(capabilities: &'a Value, name: &str) -> Option<&'a str> {
    let value = capabilities.get(name).or_else(|| capabilities.get(format!("appium:{name}")))?;
    value.as_str().filter(|text| !text.is_empty())
}

/// What is asked for a new session: `given` as the user's file holds it, which may be the capabilities alone,
/// `alwaysMatch` with `firstMatch`, or the whole request. Dialogs of a browser wait for an answer, unless the
/// file says otherwise.
pub(super) fn wanted(given: &Value) -> Value {
    let inner = given.get("capabilities").unwrap_or(given);
    let mut request = if inner.get("alwaysMatch").is_some() || inner.get("firstMatch").is_some() {
        inner.clone()
    } else {
        json!({"alwaysMatch": inner})
    };
    let always = request.get("alwaysMatch").cloned().unwrap_or_else(|| json!({}));
    if let Value::Object(mut always) = always {
        if is_browser(&always) {
            let key = "unhandledPromptBehavior".to_owned();
            always.entry(key).or_insert_with(|| json!("ignore"));
        }
        request["alwaysMatch"] = Value::Object(always);
    }
    json!({"capabilities": request})
}

/// True unless the capabilities are those of a native app.
fn is_browser(wanted: &Map<String, Value>) -> bool {
    let native = ["app", "appPackage", "bundleId"];
    let has =
        |name: &str| wanted.contains_key(name) || wanted.contains_key(&format!("appium:{name}"));
    wanted.contains_key("browserName") || !native.into_iter().any(has)
}

#[cfg(test)]
mod tests {
    use wiremock::matchers::{method, path};
    use wiremock::{Mock, MockServer, ResponseTemplate};

    use super::*;

    /// A session at a server that never answers a script, and asks for its limits only if it `answers`.
    async fn hanging(answers: bool) -> Result<Value, WebDriverError> {
        let server = MockServer::start().await;
        let never = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
        let limits = match answers {
            true => ResponseTemplate::new(200).set_body_json(json!({"value": {}})),
            false => never.clone(),
        };
        let (post, get) = (Mock::given(method("POST")), Mock::given(method("GET")));
        post.respond_with(never).mount(&server).await;
        get.and(path("/session/7/timeouts")).respond_with(limits).mount(&server).await;
        let client = WebDriverClient::new(&server.uri().parse().unwrap(), None).unwrap();
        let alive_limit = Duration::from_secs(if answers { 20 } else { 0 });
        let session =
            WebDriverSession { client, id: "7".into(), capabilities: json!({}), alive_limit };
        session.execute("for (;;) {}", &json!([]), Duration::from_millis(100)).await
    }

    #[tokio::test]
    async fn a_driver_that_answers_nothing_is_gone_and_one_with_a_page_that_hangs_is_not() {
        let page = hanging(true).await.unwrap_err();
        assert!(matches!(page, WebDriverError::NoAnswer { .. }), "{page}");
        let device = hanging(false).await.unwrap_err();
        assert!(device.is_lost() && device.to_string().contains("nor anything else"), "{device}");
    }

    #[test]
    fn capabilities_may_be_written_in_three_forms() {
        let chrome = json!({"browserName": "chrome"});
        let whole = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "unhandledPromptBehavior": "ignore",
        }}});
        assert_eq!(wanted(&chrome), whole);
        assert_eq!(wanted(&json!({"alwaysMatch": chrome})), whole);
        assert_eq!(wanted(&json!({"capabilities": {"alwaysMatch": chrome}})), whole);
        let first = wanted(&json!({"firstMatch": [{"browserName": "firefox"}]}));
        assert_eq!(first["capabilities"]["firstMatch"][0]["browserName"], "firefox");
    }

    #[test]
    fn dialogs_wait_unless_the_user_or_a_native_app_says_otherwise() {
        let behavior = |given: &Value| {
            wanted(given)["capabilities"]["alwaysMatch"]["unhandledPromptBehavior"].clone()
        };
        assert_eq!(behavior(&json!({})), "ignore");
        assert_eq!(behavior(&json!({"unhandledPromptBehavior": "accept"})), "accept");
        assert!(behavior(&json!({"appium:app": "/a.apk"})).is_null());
    }

    #[test]
    fn a_lost_session_is_known_by_code_or_words() {
        let refused = |code: &str, said: &str| WebDriverError::Refused {
            command: "url".into(),
            code: code.into(),
            said: said.into(),
        };
        assert!(is_gone(&refused("invalid session id", "")));
        assert!(is_gone(&refused("unknown error", "chrome not reachable")));
        assert!(!is_gone(&refused("no such window", "target window already closed")));
    }
}
