//! A chat endpoint of the OpenAI kind, over HTTP.
//!
//! One [`Client`] speaks to any server that answers `POST BASE/chat/completions` in OpenAI's form.
//! Servers differ in what they take. What one refuses is left out or said otherwise for the rest of
//! the session (`manners`); what fails in passing is tried again after a wait (`wait`); what
//! comes back is bounded, and held to be a reply only where it is one (`reply`).

mod attempt;
mod body;
mod manners;
mod refusal;
mod reply;
mod veil;
mod wait;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use secrecy::SecretString;
use tokio::time::Instant;

use self::manners::Manners;
use self::refusal::{Again, Failure};
use self::veil::Veil;
use super::chat::{Chat, ChatError, ChatReply, ChatRequest, Progress};
use crate::config::llm::Profile;
use crate::protocol::Usage;

/// The most redirects that are followed within one server.
const REDIRECTS: usize = 3;

/// A chat endpoint. See the module.
pub struct Client {
    profile: Profile,
    http: reqwest::Client,
    key: Option<SecretString>,
    veil: Veil,
    manners: Mutex<Manners>,
    random: Mutex<StdRng>,
}

/// What HTTP requests to `profile`'s server are made with. Redirects to other servers are not
/// followed: the key must not travel. A TLS provider must be installed before.
///
/// # Errors
/// Where TLS cannot be set up, such as without any trusted certificates.
pub fn http(profile: &Profile) -> Result<reqwest::Client, reqwest::Error> {
    let within = reqwest::redirect::Policy::custom(|attempt| {
        let origin = attempt.previous().first().map(reqwest::Url::origin);
        let same = origin == Some(attempt.url().origin());
        if same && attempt.previous().len() <= REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    });
    let builder = reqwest::Client::builder()
        .connect_timeout(profile.connect_timeout)
        .redirect(within)
        .user_agent(concat!("ridealong/", env!("CARGO_PKG_VERSION")));
    let host = profile.base_url.host_str().unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    let here = host == "localhost" || address.is_ok_and(|address| address.is_loopback());
    // What runs on this computer is not looked for behind a proxy.
    if here { builder.no_proxy() } else { builder }.build()
}

impl Client {
    /// One for `profile`, with its key, over `http`. `seed` is that of the waits between attempts.
    pub fn new(
        profile: Profile,
        key: Option<SecretString>,
        http: reqwest::Client,
        seed: u64,
    ) -> Self {
        let secrets = key.iter().chain(profile.headers.iter().map(|(_, value)| value));
        Self {
            veil: Veil::new(secrets.cloned().collect()),
            manners: Mutex::new(Manners::first(&profile)),
            random: Mutex::new(StdRng::seed_from_u64(seed)),
            profile,
            http,
            key,
        }
    }

    /// The names of the models that the server offers.
    ///
    /// # Errors
    /// Where it does not tell, or takes too long.
    pub async fn models(&self) -> Result<Vec<String>, ChatError> {
        self.list_models().await.map_err(|failure| failure.error)
    }

    async fn attempts(
        &self,
        request: &ChatRequest,
        progress: &(dyn Fn(Progress) + Send + Sync),
        deadline: Instant,
    ) -> Result<ChatReply, ChatError> {
        let mut manners = self.manners().clone();
        let mut failed = 0;
        let mut wasted = Usage::default();
        loop {
            let failure = match self.attempt(&manners, request, progress).await {
                Ok(mut reply) => {
                    manners.proved(request);
                    *self.manners() = manners;
                    reply.usage += wasted;
                    return Ok(reply);
                }
                Err(failure) => failure,
            };
            if let Some(used) = failure.used {
                wasted += used;
            }
            if let Some(why) = manners.adapt(&failure, request) {
                progress(Progress::Retry { why, wait: Duration::ZERO });
                continue;
            }
            let wait = match failure.again {
                Again::Never => return Err(self.last(failure)),
                Again::Anew if failed == 0 => Duration::ZERO,
                Again::Anew => self.wait(failed, None),
                Again::After(asked) => self.wait(failed, asked),
            };
            let in_time = Instant::now() + wait < deadline;
            if failed >= self.profile.retries || wait > self.profile.longest_wait || !in_time {
                return Err(failure.error);
            }
            progress(Progress::Retry { why: failure.error.to_string(), wait });
            tokio::time::sleep(wait).await;
            failed += 1;
            if failed == self.profile.retries {
                manners.last_resort(&failure, request);
            }
        }
    }

    /// The error that ends it. Where the server refused and nothing helped, that is remembered, so
    /// that the next question does not go through all of it again.
    fn last(&self, failure: Failure) -> ChatError {
        if failure.is_refusal() {
            self.manners().probed = true;
        }
        failure.error
    }

    fn wait(&self, failed: u32, asked: Option<Duration>) -> Duration {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        let own = wait::before_attempt(failed, self.profile.backoff, &mut random);
        asked.map_or(own.min(self.profile.longest_wait), |asked| asked.max(own))
    }

    fn manners(&self) -> std::sync::MutexGuard<'_, Manners> {
        self.manners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Chat for Client {
    fn model(&self) -> &str {
        &self.profile.model
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        progress: &'a (dyn Fn(Progress) + Send + Sync),
    ) -> BoxFuture<'a, Result<ChatReply, ChatError>> {
        async move {
            let after = self.profile.timeout;
            let deadline = Instant::now() + after;
            let attempts = self.attempts(request, progress, deadline);
            let result = tokio::time::timeout_at(deadline, attempts).await;
            result.unwrap_or(Err(ChatError::Slow { after }))
        }
        .boxed()
    }
}

/// So that a client can be shared.
impl From<Client> for Arc<dyn Chat> {
    fn from(client: Client) -> Self {
        Self::from(Box::new(client) as Box<dyn Chat>)
    }
}
