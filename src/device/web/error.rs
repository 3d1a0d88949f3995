//! Why a web app cannot be explored.

use std::path::PathBuf;

use thiserror::Error;

use crate::device::serving::ServeError;

/// Why a web app cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WebError {
    /// No browser is installed where it is looked for.
    #[error("no browser was found that can be driven (Chromium, Chrome or Edge)")]
    NoBrowser,
    /// The browser does not start.
    #[error("the browser {program} could not be started: {said}")]
    CannotStart {
        /// The program.
        program: String,
        /// What went wrong.
        said: String,
    },
    /// No browser answers on the port.
    #[error("no browser answers on port {port}: {said}")]
    CannotAttach {
        /// The port.
        port: u16,
        /// What went wrong.
        said: String,
    },
    /// The page does not load.
    #[error("{url} cannot be opened: {said}")]
    CannotOpen {
        /// Its address.
        url: String,
        /// What the browser said.
        said: String,
    },
    /// The app's server, which we were to start, does not serve it.
    #[error(transparent)]
    NotServed(#[from] ServeError),
    /// A saved login cannot be read.
    #[error("no login in {}: {said}", .path.display())]
    NoLogin {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        said: String,
    },
    /// A login cannot be saved.
    #[error("no login can be saved in {}: {said}", .path.display())]
    LoginNotSaved {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        said: String,
    },
    /// There are no files for uploads.
    #[error("no files for uploads in {}: {said}", .folder.display())]
    NoUploads {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with it.
        said: String,
    },
    /// What the user wrote is no address of a page.
    #[error("{text:?} is no web address: {why}")]
    NoAddress {
        /// What was written.
        text: String,
        /// Why it is none.
        why: String,
    },
    /// The browser was there and is gone.
    #[error("the browser is gone: {said}")]
    Gone {
        /// How that was noticed.
        said: String,
    },
    /// The page does not answer.
    #[error("the page did not answer {method} within {seconds} s")]
    NoAnswer {
        /// The method of the protocol.
        method: String,
        /// The limit.
        seconds: u64,
    },
    /// The browser refused.
    #[error("the browser refused {method}: {said}")]
    Refused {
        /// The method of the protocol.
        method: String,
        /// What the browser said.
        said: String,
    },
}

impl WebError {
    /// True if the browser is gone and can be started anew.
    pub const fn is_lost(&self) -> bool {
        matches!(self, Self::Gone { .. })
    }

    /// What the user can do about it, in one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoBrowser => {
                "install Chromium or Chrome (Debian: apt-get install chromium-headless-shell), or name the program in RIDEALONG_BROWSER"
            }
            Self::CannotStart { said, .. } if said.contains("DISPLAY") => {
                "leave out --headed; a login can be saved on another computer and brought here"
            }
            Self::CannotStart { .. } => {
                "run it by hand with --headless and read what it says; RIDEALONG_BROWSER names another program"
            }
            Self::CannotAttach { .. } => {
                "start the browser with --remote-debugging-port=PORT and a --user-data-dir of its own"
            }
            Self::CannotOpen { said, .. } if said.contains("ERR_CERT_") => {
                "the browser does not trust the server's certificate: add the authority that signed it to those that the browser trusts"
            }
            Self::CannotOpen { .. } => {
                "start the app's server first and check the address; a browser must be able to open it"
            }
            Self::NotServed(ServeError::CannotServe { .. }) => {
                "run it by hand in this folder and read what it says; --wait names the address that it serves"
            }
            Self::NotServed(ServeError::Taken { .. }) => {
                "stop what runs there, or leave out --serve to explore that"
            }
            Self::NoLogin { .. } => "`ridealong login URL FILE` saves one",
            Self::LoginNotSaved { .. } => "name a file in a folder that you may write to",
            Self::NoUploads { .. } => "put the files that pages may be given into that folder",
            Self::NoAddress { .. } => "web:http://localhost:3000 or web:demo",
            Self::Gone { .. } => "the browser is started anew",
            Self::NoAnswer { .. } | Self::Refused { .. } => return None,
        };
        Some(hint.into())
    }
}
