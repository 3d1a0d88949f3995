//! Calls to the page in front, which end early if something holds back their replies.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use super::WebDevice;
use super::cdp::CdpConnection;
use super::error::WebError;

/// How long the browser itself may take to answer.
const BROWSER_LIMIT: Duration = Duration::from_secs(20);

/// Why a call to a page has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CallFailure {
    /// A native dialog or another page is in front now, or the page died.
    Interrupted,
    /// Anything else.
    Failed(WebError),
}

impl From<WebError> for CallFailure {
    fn from(error: WebError) -> Self {
        Self::Failed(error)
    }
}

/// What ends a call early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interruption {
    /// A native dialog, or the death of the page.
    Blocked,
    /// These, and a new page: the one in front is hidden then and answers no touch.
    Covered,
}

impl WebDevice {
    /// The connection.
    pub(super) fn cdp(&self) -> Result<Arc<CdpConnection>, WebError> {
        let link = self.link.as_ref();
        let link = link.ok_or_else(|| WebError::Gone { said: "it was not started".into() })?;
        match link.cdp.closed() {
            Some(said) => Err(WebError::Gone { said }),
            None => Ok(Arc::clone(&link.cdp)),
        }
    }

    /// Calls the browser itself.
    pub(super) async fn ask_browser(
        &mut self,
        method: &str,
        params: &Value,
    ) -> Result<Value, WebError> {
        let cdp = self.cdp()?;
        let reply = cdp.send(None, method, params);
        match tokio::time::timeout(BROWSER_LIMIT, reply).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(said))) => Err(WebError::Refused { method: method.to_owned(), said }),
            Ok(Err(_)) => Err(gone(&cdp)),
            Err(_) => Err(no_answer(method, BROWSER_LIMIT)),
        }
    }

    /// Calls the page in front.
    pub(super) async fn ask_page(
        &mut self,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value, CallFailure> {
        self.ask(method, params, limit, Interruption::Blocked).await
    }

    /// Sends input to the page in front. A page that opens over it ends the call.
    pub(super) async fn send_input(
        &mut self,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value, CallFailure> {
        self.ask(method, params, limit, Interruption::Covered).await
    }

    async fn ask(
        &mut self,
        method: &str,
        params: &Value,
        limit: Duration,
        interruption: Interruption,
    ) -> Result<Value, CallFailure> {
        let cdp = self.cdp()?;
        self.take_events();
        let session = self.session()?;
        if self.is_interrupted(interruption) {
            return Err(CallFailure::Interrupted);
        }
        let mut reply = cdp.send(Some(&session), method, params);
        let deadline = Instant::now() + limit;
        loop {
            tokio::select! {
                biased;
                answered = &mut reply => return match answered {
                    Ok(Ok(result)) => Ok(result),
                    Ok(Err(said)) => Err(WebError::Refused { method: method.to_owned(), said }.into()),
                    Err(_) => Err(gone(&cdp).into()),
                },
                () = cdp.event_arrived() => {
                    self.take_events();
                    if self.is_interrupted(interruption) || self.session().ok() != Some(session.clone()) {
                        return Err(CallFailure::Interrupted);
                    }
                }
                () = sleep_until(deadline) => return Err(no_answer(method, limit).into()),
            }
        }
    }

    /// Runs an expression in the page in front; gives its value.
    pub(super) async fn evaluate(
        &mut self,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, CallFailure> {
        let params = json!({"expression": expression, "returnByValue": true, "silent": true});
        let mut result = self.ask_page("Runtime.evaluate", &params, limit).await?;
        if let Some(thrown) = result.get("exceptionDetails") {
            let said = thrown["exception"]["description"].as_str().unwrap_or("it failed");
            let said = said.lines().next().unwrap_or_default().to_owned();
            return Err(WebError::Refused { method: "Runtime.evaluate".into(), said }.into());
        }
        Ok(result["result"]["value"].take())
    }

    /// Waits while events are taken; ends early if something is in front.
    pub(super) async fn listen(&mut self, time: Duration) -> Result<(), CallFailure> {
        let cdp = self.cdp()?;
        let deadline = Instant::now() + time;
        loop {
            self.take_events();
            if self.is_interrupted(Interruption::Covered) {
                return Err(CallFailure::Interrupted);
            }
            self.cdp()?;
            tokio::select! {
                () = cdp.event_arrived() => {}
                () = sleep_until(deadline) => return Ok(()),
            }
        }
    }

    /// The session of the page in front.
    fn session(&self) -> Result<String, CallFailure> {
        self.tabs.last().map(|tab| tab.session.clone()).ok_or(CallFailure::Interrupted)
    }

    fn is_interrupted(&self, interruption: Interruption) -> bool {
        let dead = self.tabs.last().is_none_or(|tab| tab.dead.is_some());
        let covered = interruption == Interruption::Covered && !self.arrivals.is_empty();
        self.dialog.is_some() || dead || covered
    }
}

fn gone(cdp: &CdpConnection) -> WebError {
    WebError::Gone { said: cdp.closed().unwrap_or_else(|| "it does not answer".into()) }
}

fn no_answer(method: &str, limit: Duration) -> WebError {
    WebError::NoAnswer { method: method.to_owned(), seconds: limit.as_secs() }
}
