//! A chat endpoint of the OpenAI kind, over HTTP.
//!
//! One [`ChatClient`] speaks to any server that answers `POST BASE/chat/completions` in OpenAI's form.
//! Servers differ in what they take. What one refuses is left out or said otherwise for the rest of
//! the session (`features`); what fails in passing is tried again after a wait (`wait`); what
//! comes back is bounded, and held to be a reply only if it is one (`reply`).

mod attempt;
mod body;
mod features;
mod mask;
mod refusal;
mod reply;
mod wait;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use secrecy::SecretString;
use tokio::time::Instant;

use self::features::ServerFeatures;
use self::mask::SecretMask;
use self::refusal::{AttemptFailure, RetryAdvice};
use super::chat::{
    ChatError, ChatModel, ChatProgress, ChatReply, ChatRequest, Embedding, ProgressSink, Replying,
};
use crate::config::llm::ModelProfile;
use crate::protocol::ModelUsage;

/// The most redirects that are followed within one server.
const REDIRECTS: usize = 3;

/// A chat endpoint. See the module.
pub struct ChatClient {
    profile: ModelProfile,
    http: reqwest::Client,
    key: Option<SecretString>,
    mask: SecretMask,
    features: Mutex<ServerFeatures>,
    random: Mutex<StdRng>,
}

/// What HTTP requests to `profile`'s server are made with. Redirects to other servers are not
/// followed: the key must not travel. A TLS provider must be installed before.
///
/// # Errors
/// If TLS cannot be set up, such as without any trusted certificates.
pub fn http(profile: &ModelProfile) -> Result<reqwest::Client, reqwest::Error> {
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

impl ChatClient {
    /// One for `profile`, with its key, over `http`. `seed` is that of the waits between attempts.
    pub fn new(
        profile: ModelProfile,
        key: Option<SecretString>,
        http: reqwest::Client,
        seed: u64,
    ) -> Self {
        let secrets = key.iter().chain(profile.headers.iter().map(|(_, value)| value));
        Self {
            mask: SecretMask::new(secrets.cloned().collect()),
            features: Mutex::new(ServerFeatures::first(&profile)),
            random: Mutex::new(StdRng::seed_from_u64(seed)),
            profile,
            http,
            key,
        }
    }

    /// The names of the models that the server offers.
    ///
    /// # Errors
    /// If it does not tell, or takes too long.
    pub async fn models(&self) -> Result<Vec<String>, ChatError> {
        self.list_models().await.map_err(|failure| failure.error)
    }

    async fn attempts(
        &self,
        request: &ChatRequest,
        progress: &(dyn Fn(ChatProgress) + Send + Sync),
        deadline: Instant,
    ) -> Result<ChatReply, ChatError> {
        let mut features = self.features().clone();
        let mut failed = 0;
        let mut wasted = ModelUsage::default();
        loop {
            let failure = match self.attempt(&features, request, progress).await {
                Ok(mut reply) => {
                    features.proved(request);
                    *self.features() = features;
                    reply.usage += wasted;
                    return Ok(reply);
                }
                Err(failure) => failure,
            };
            if let Some(used) = failure.used {
                wasted += used;
            }
            if let Some(why) = features.adapt(&failure, request) {
                progress(ChatProgress::Retry { why, wait: Duration::ZERO });
                continue;
            }
            let wait = match failure.again {
                RetryAdvice::Never => return Err(self.last(failure)),
                RetryAdvice::Anew if failed == 0 => Duration::ZERO,
                RetryAdvice::Anew => self.wait(failed, None),
                RetryAdvice::After(asked) => self.wait(failed, asked),
            };
            let in_time = Instant::now() + wait < deadline;
            if failed >= self.profile.retries || wait > self.profile.longest_wait || !in_time {
                return Err(failure.error);
            }
            progress(ChatProgress::Retry { why: failure.error.to_string(), wait });
            tokio::time::sleep(wait).await;
            failed += 1;
            if failed == self.profile.retries {
                features.last_resort(&failure, request);
            }
        }
    }

    /// The error that ends it. Where the server refused and nothing helped, that is remembered, so
    /// that the next question does not go through all of it again.
    fn last(&self, failure: AttemptFailure) -> ChatError {
        if failure.is_refusal() {
            self.features().probed = true;
        }
        failure.error
    }

    fn wait(&self, failed: u32, asked: Option<Duration>) -> Duration {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        let own = wait::before_attempt(failed, self.profile.backoff, &mut random);
        asked.map_or(own.min(self.profile.longest_wait), |asked| asked.max(own))
    }

    fn features(&self) -> std::sync::MutexGuard<'_, ServerFeatures> {
        self.features.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChatModel for ChatClient {
    fn model(&self) -> &str {
        &self.profile.model
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        async move {
            let after = self.profile.timeout;
            let deadline = Instant::now() + after;
            let attempts = self.attempts(request, progress, deadline);
            let result = tokio::time::timeout_at(deadline, attempts).await;
            result.unwrap_or(Err(ChatError::Slow { after }))
        }
        .boxed()
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> Option<Embedding<'a>> {
        let model = self.profile.embeddings.as_deref()?;
        let after = self.profile.timeout;
        let vectors = async move {
            let vectors = tokio::time::timeout(after, self.vectors(model, texts)).await;
            let vectors = vectors.map(|made| made.map_err(|failure| failure.error));
            vectors.unwrap_or(Err(ChatError::Slow { after }))
        };
        Some(vectors.boxed())
    }
}

/// So that a client can be shared.
impl From<ChatClient> for Arc<dyn ChatModel> {
    fn from(client: ChatClient) -> Self {
        Self::from(Box::new(client) as Box<dyn ChatModel>)
    }
}
