//! Why an app cannot be explored over WebDriver.

use thiserror::Error;

/// Why an app cannot be explored over WebDriver.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WebDriverError {
    /// What the user wrote is no address of a server.
    #[error("{text:?} is no address of a WebDriver server: {why}")]
    NoAddress {
        /// What was written.
        text: String,
        /// Why it is none.
        why: String,
    },
    /// The file of capabilities cannot be used.
    #[error("no capabilities in {path}: {said}")]
    NoCapabilities {
        /// The file.
        path: String,
        /// What is wrong with it.
        said: String,
    },
    /// Nothing that speaks WebDriver answers.
    #[error("no WebDriver server answers at {server}: {said}")]
    NoServer {
        /// Its address.
        server: String,
        /// What went wrong.
        said: String,
    },
    /// The server gives no session.
    #[error("the server gave no session: {said}")]
    NoSession {
        /// What it said.
        said: String,
    },
    /// There is no address or app to explore.
    #[error("the session is one of a browser, and no page was named")]
    NoPage,
    /// What a page gave is not what its reader gives.
    #[error("the page could not be read: {said}")]
    NoPageRead {
        /// Why.
        said: String,
    },
    /// The session was there and is gone.
    #[error("the session is gone: {said}")]
    SessionGone {
        /// How that was noticed.
        said: String,
    },
    /// The server takes too long.
    #[error("the server did not answer {command} within {seconds} s")]
    NoAnswer {
        /// The command, by its path.
        command: String,
        /// The limit.
        seconds: u64,
    },
    /// The server refused a command.
    #[error("the server refused {command}: {code}: {said}")]
    Refused {
        /// The command, by its path.
        command: String,
        /// The error code of the specification, such as `no such window`.
        code: String,
        /// What it said, in one line.
        said: String,
    },
}

impl WebDriverError {
    /// True if a new session may help.
    pub const fn is_lost(&self) -> bool {
        matches!(self, Self::SessionGone { .. } | Self::NoServer { .. })
    }

    /// True for a refusal with one of these error codes.
    pub(super) fn has_code(&self, codes: &[&str]) -> bool {
        matches!(self, Self::Refused { code, .. } if codes.contains(&code.as_str()))
    }

    /// True if the server does not know the command or the app's driver does not have it.
    pub(super) fn is_unknown_command(&self) -> bool {
        const CODES: [&str; 4] =
            ["unknown command", "unknown method", "unsupported operation", "invalid argument"];
        self.has_code(&CODES)
    }

    /// What the user can do about it, in one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoAddress { .. } => {
                "webdriver:http://127.0.0.1:4723; user and key belong in RIDEALONG_WEBDRIVER_AUTH=user:key"
            }
            Self::NoCapabilities { .. } => {
                "a file of capabilities is a JSON object, such as {\"browserName\": \"chrome\"}"
            }
            Self::NoServer { .. } => {
                "start chromedriver, Appium or the grid first; `ridealong doctor webdriver:URL` says what it offers"
            }
            Self::NoSession { .. } => {
                "compare the capabilities of --caps with what `ridealong doctor webdriver:URL` says the server offers"
            }
            Self::NoPage => "name it with --app http://localhost:3000",
            Self::SessionGone { .. } => "a new session is opened",
            Self::NoAnswer { .. } | Self::Refused { .. } | Self::NoPageRead { .. } => return None,
        };
        Some(hint.into())
    }
}
