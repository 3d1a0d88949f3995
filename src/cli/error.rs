//! How an error reaches the user: one sentence, a hint, an exit code.

use std::process::ExitCode;

use super::output;
use crate::device::{DeviceError, ShellError};
use crate::engine::EngineError;
use crate::llm::CassetteError;
use crate::store::StoreError;

/// Something that ends the program early.
#[derive(Debug)]
pub struct CliError {
    what: String,
    hint: Option<String>,
    code: u8,
}

impl CliError {
    /// An error with the message `what`, which ends the program with exit code `code`.
    pub fn new(what: impl Into<String>, code: u8) -> Self {
        Self { what: what.into(), hint: None, code }
    }

    /// Adds what the user can do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// [`CliError::hint`], if there is one.
    #[must_use]
    pub fn maybe_hint(self, hint: Option<impl Into<String>>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// The message and the hint.
    pub(super) fn into_parts(self) -> (String, Option<String>) {
        (self.what, self.hint)
    }

    /// Prints it on standard error and returns the exit code.
    pub(super) fn report(&self) -> ExitCode {
        output::tell(&format!("error: {}", self.what));
        if let Some(hint) = &self.hint {
            output::tell(&format!("hint: {hint}"));
        }
        ExitCode::from(self.code)
    }
}

impl std::fmt::Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl From<DeviceError> for CliError {
    fn from(error: DeviceError) -> Self {
        Self { what: error.to_string(), hint: error.hint(), code: 3 }
    }
}

impl From<ShellError> for CliError {
    fn from(error: ShellError) -> Self {
        Self { what: error.to_string(), hint: error.hint(), code: 3 }
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        Self { what: error.to_string(), hint: error.hint().map(str::to_owned), code: 2 }
    }
}

impl From<EngineError> for CliError {
    fn from(error: EngineError) -> Self {
        let EngineError::Store(store) = &error;
        Self { what: error.to_string(), hint: store.hint().map(str::to_owned), code: 2 }
    }
}

impl From<CassetteError> for CliError {
    fn from(error: CassetteError) -> Self {
        Self { what: error.to_string(), hint: Some(error.hint().to_owned()), code: 2 }
    }
}
