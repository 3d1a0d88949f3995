//! Sessions that nobody uses any more: they keep their devices taken until the server ends them, which takes a
//! grid minutes.
//!
//! A session is left if its server could not be told of its end, or if the process that used it was killed. For the
//! latter its id is kept in a file while it is open.

use std::path::PathBuf;
use std::time::Duration;

use reqwest::{Method, Url};
use serde_json::Value;

use super::client::WebDriverClient;
use super::error::WebDriverError;

/// How long a server may take to end a session.
const LIMIT: Duration = Duration::from_secs(5);

/// A session may have this id.
const LONGEST_ID: usize = 256;

/// What is known of a session that may have to be ended later.
#[derive(Debug, Default)]
pub(super) struct LeftSession {
    id: Option<String>,
    /// Where the id of the open session is kept.
    file: Option<PathBuf>,
}

impl LeftSession {
    /// What an earlier process left, according to `file`.
    pub(super) fn of(file: Option<PathBuf>) -> Self {
        let text = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        let id = text.map(|text| text.trim().to_owned()).filter(|id| is_id(id));
        Self { id, file }
    }

    /// The session `id` is open.
    pub(super) fn opened(&mut self, id: &str) {
        self.id = None;
        if let Some(file) = &self.file {
            // Without it a killed process leaves the session, as it did before.
            let kept = std::fs::write(file, id);
            kept.unwrap_or_else(|error| tracing::debug!(%error, "the session is not remembered"));
        }
    }

    /// The session `id` is no longer used; `ended` is what its server said to that.
    pub(super) fn closed(&mut self, id: &str, ended: &Result<Value, WebDriverError>) {
        if ended.is_err() {
            self.id = Some(id.to_owned());
        } else if let Some(file) = &self.file {
            // What is left there would only be asked for without effect.
            let _ = std::fs::remove_file(file);
        }
    }

    /// Ends it, if the server can be reached. A hub that was restarted does not know the sessions of its nodes, but
    /// tells which node has it.
    pub(super) async fn end(&mut self, client: &WebDriverClient) {
        let Some(id) = &self.id else { return };
        let path = format!("/session/{id}");
        let ended = client.call(Method::DELETE, &path, None, LIMIT).await;
        let is_over = match &ended {
            Ok(_) => true,
            Err(WebDriverError::Refused { .. }) => {
                let status = client.call(Method::GET, "/status", None, LIMIT).await;
                match status.as_ref().map(|status| node_of(status, id)) {
                    Ok(Some(node)) if client.has_node(&node) => ended_at(&node, &path).await,
                    Ok(Some(node)) => {
                        tracing::debug!(%node, "that is no node of this grid");
                        true
                    }
                    // The nodes of a hub that was just started may still have to tell of theirs.
                    Ok(None) | Err(_) => false,
                }
            }
            Err(_) => false,
        };
        if is_over {
            tracing::debug!(id, "a session that was left is ended");
            self.id = None;
        }
    }
}

/// Ends the session at its node, which wants no user and key: it is asked by its hub otherwise.
async fn ended_at(node: &Url, path: &str) -> bool {
    let Ok(client) = WebDriverClient::new(node, None) else { return false };
    client.call(Method::DELETE, path, None, LIMIT).await.is_ok()
}

/// The address of the node that has the session `id`, as the hub's `status` tells.
fn node_of(status: &Value, id: &str) -> Option<Url> {
    let nodes = status["nodes"].as_array()?;
    let has = |node: &&Value| {
        let slots = node["slots"].as_array();
        slots.is_some_and(|slots| slots.iter().any(|slot| slot["session"]["sessionId"] == id))
    };
    nodes.iter().find(has)?["uri"].as_str()?.parse().ok()
}

/// True if `text` can stand in the path of a command.
fn is_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !text.is_empty() && text.len() <= LONGEST_ID && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn gone() -> Result<Value, WebDriverError> {
        Err(WebDriverError::SessionGone { said: "invalid session id".into() })
    }

    #[test]
    fn a_hub_tells_which_node_has_a_session() {
        let status = json!({"ready": true, "nodes": [
            {"uri": "http://10.0.0.1:5551", "slots": [{"session": null}]},
            {"uri": "http://10.0.0.2:5551", "slots": [{"session": {"sessionId": "abc"}}]},
        ]});
        assert_eq!(node_of(&status, "abc").unwrap().as_str(), "http://10.0.0.2:5551/");
        assert_eq!((node_of(&status, "x"), node_of(&json!({}), "abc")), (None, None));
    }

    #[test]
    fn the_next_process_knows_the_session_of_one_that_was_killed() {
        let folder = tempfile::tempdir().unwrap();
        let file = Some(folder.path().join("worker-1.webdriver"));
        let mut left = LeftSession::of(file.clone());
        assert_eq!(left.id, None);
        left.opened("abc");
        assert_eq!(LeftSession::of(file.clone()).id.as_deref(), Some("abc"));
        left.closed("abc", &Ok(Value::Null));
        assert_eq!(LeftSession::of(file).id, None);
    }

    #[test]
    fn a_session_is_left_if_its_server_was_not_told() {
        let mut left = LeftSession::default();
        left.opened("abc");
        left.closed("abc", &gone());
        assert_eq!(left.id.as_deref(), Some("abc"));
    }

    #[test]
    fn what_a_file_says_is_no_path() {
        assert!(is_id("e1685ceb8f5ce530ecb94fdf6ee1ba08") && is_id("a-b_c.1"));
        assert!(!is_id("") && !is_id("a/../b") && !is_id("a b") && !is_id("a?b"));
    }
}
