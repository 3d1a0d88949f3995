//! Text that must never be stored or shown.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is shown and stored in place of a secret.
const PLACEHOLDER: &str = "<secret>";

/// Text typed into a password field: usable by the device, invisible to the log, the screen and traces.
///
/// Its serialised, displayed and debug forms are all the same placeholder, so no writer can leak it
/// by accident. Reading the placeholder back gives a secret whose text is gone ([`Secret::is_lost`]).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Secret(Option<String>);

impl Secret {
    /// Hides `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(Some(text.into()))
    }

    /// The hidden text, for the device alone; `None` if it was lost on the way through a log.
    pub fn reveal(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// True for a secret that was read back from a log.
    pub fn is_lost(&self) -> bool {
        self.0.is_none()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACEHOLDER)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACEHOLDER)
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(PLACEHOLDER)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(if text == PLACEHOLDER { Self(None) } else { Self(Some(text)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_written_form_shows_the_text() {
        let secret = Secret::new("hunter2");
        let json = serde_json::to_string(&secret).unwrap();
        for written in [json, format!("{secret}"), format!("{secret:?}")] {
            assert!(!written.contains("hunter2"), "{written}");
        }
        assert_eq!(secret.reveal(), Some("hunter2"));
    }

    #[test]
    fn a_secret_read_back_is_lost() {
        let json = serde_json::to_string(&Secret::new("hunter2")).unwrap();
        assert!(serde_json::from_str::<Secret>(&json).unwrap().is_lost());
    }
}
