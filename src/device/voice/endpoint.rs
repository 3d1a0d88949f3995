//! The way to a voice app: a request in, a response out.

use futures_util::future::BoxFuture;
use serde_json::Value;
use thiserror::Error;

use crate::domain::CoverageCount;

/// What an app answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EndpointReply {
    /// The response, `Null` if there was none.
    pub body: Value,
    /// How many of its states have been seen, if it tells its truth.
    pub states: Option<CoverageCount>,
}

/// Why there is no response.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EndpointError {
    /// Nobody takes the connection; nothing was sent.
    #[error("{what}")]
    Refused {
        /// What the connection said.
        what: String,
    },
    /// No answer in time.
    #[error("it did not answer within {seconds} s")]
    TimedOut {
        /// The limit.
        seconds: f64,
    },
    /// A status other than success.
    #[error("it answered with status {code}{}", shown(.said))]
    Status {
        /// The HTTP status.
        code: u16,
        /// The beginning of the body.
        said: String,
    },
    /// A redirect, which the platform does not follow.
    #[error("it redirects to {to:?}")]
    Redirected {
        /// Where to.
        to: String,
    },
    /// More bytes than any response has.
    #[error("its response is larger than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// Something that is no JSON.
    #[error("its response is no JSON{}", shown(.said))]
    NotJson {
        /// The beginning of it.
        said: String,
    },
    /// JSON that is no response.
    #[error("{what}")]
    Malformed {
        /// What is wrong with it.
        what: String,
    },
    /// The connection broke.
    #[error("the connection broke: {what}")]
    Broken {
        /// What broke.
        what: String,
    },
}

fn shown(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}

impl EndpointError {
    /// True if the endpoint itself is wrong rather than the app behind it, so that an app cannot
    /// even be opened there.
    pub const fn is_misplaced(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Redirected { .. })
            || matches!(self, Self::Status { code, .. } if *code >= 400 && *code < 500)
    }

    /// The platform's name for it, as it is told to the app in a `SessionEndedRequest`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::TimedOut { .. } => "ENDPOINT_TIMEOUT",
            Self::Refused { .. } | Self::Broken { .. } => "DEVICE_COMMUNICATION_ERROR",
            _ => "INVALID_RESPONSE",
        }
    }
}

/// Takes requests for one voice app.
pub trait VoiceEndpoint: Send + Sync {
    /// Sends `request` and waits for the response. Dropping the future gives it up.
    ///
    /// # Errors
    /// If there is no response.
    fn turn<'a>(
        &'a self,
        request: &'a Value,
    ) -> BoxFuture<'a, Result<EndpointReply, EndpointError>>;

    /// Waits until it takes connections, up to a limit it chooses.
    ///
    /// # Errors
    /// If it does not.
    fn reachable(&self) -> BoxFuture<'_, Result<(), EndpointError>>;

    /// Where it is, for people.
    fn place(&self) -> String;
}
