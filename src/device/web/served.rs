//! The server of the app, if we start it ourselves.

use std::time::Duration;

use reqwest::Url;
use reqwest::redirect::Policy;

use super::error::WebError;
use crate::device::serving::{RunningServer, ServeCommand};

/// Between two attempts to reach it. No operating system reports that another process begins to
/// listen on a port, so there is nothing else to wait for.
const NEXT_ATTEMPT: Duration = Duration::from_millis(100);

/// How long one attempt may take.
const ATTEMPT_LIMIT: Duration = Duration::from_secs(10);

/// A command that serves the app, and the address that answers then.
#[derive(Clone, Debug, PartialEq)]
pub struct WebServing {
    /// The command.
    pub command: ServeCommand,
    /// The address that is waited for; the app's own without.
    pub address: Option<Url>,
}

impl WebServing {
    /// Starts the command and waits until the app at `url` is served.
    ///
    /// # Errors
    /// If something answers there already, or the command does not serve it.
    pub(super) async fn start(&self, url: &Url) -> Result<RunningServer, WebError> {
        let address = self.address.as_ref().unwrap_or(url);
        // Fails only if a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .timeout(ATTEMPT_LIMIT)
            .build()
            .map_err(|error| WebError::CannotOpen {
                url: address.to_string(),
                said: error.to_string(),
            })?;
        let answers = async || client.get(address.clone()).send().await.is_ok();
        if answers().await {
            return Err(self.command.taken(address.as_str()).into());
        }
        let mut server = RunningServer::start(&self.command).await?;
        let answered = async {
            while !answers().await {
                tokio::time::sleep(NEXT_ATTEMPT).await;
            }
        };
        server.ready(&self.command, answered).await?;
        Ok(server)
    }
}
