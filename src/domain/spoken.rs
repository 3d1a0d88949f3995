//! What a voice app says: its turn in a dialogue.

use serde::{Deserialize, Serialize};

/// One turn of a voice app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialogueTurn {
    /// What was said, as plain text.
    pub text: String,
    /// What is said again if the user stays silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reprompt: Option<String>,
    /// The card that was shown beside it, as plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The slot that is asked for by a dialog directive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elicits: Option<String>,
    /// True while the session goes on: the app waits for an answer.
    pub open: bool,
    /// True if a simulated app answers what the app itself was never recorded answering: nothing about
    /// the app follows from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guessed: bool,
    /// How what the user said was understood; `None` for an opening.
    #[serde(default, alias = "heard", skip_serializing_if = "Option::is_none")]
    pub recognition: Option<Recognition>,
}

/// How an utterance was understood.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recognition {
    /// The words.
    pub words: String,
    /// The intent they were taken for; empty if the target has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub intent: String,
    /// The slots, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<(String, String)>,
    /// The next best match, for the tester.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<String>,
}
