//! What came of performing recorded steps once more: in a replay, and in a triage.

use serde::{Deserialize, Serialize};

use crate::domain::Action;

/// How the screen that a repeated step led to compares with the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepMatch {
    /// The same structural state.
    Same,
    /// Most of what it is made of is the same.
    Near,
    /// Another screen.
    Different,
    /// The step was not needed: what it leads to was there already, or there was nothing to do it
    /// to.
    Skipped,
    /// The step could not be done.
    GivenUp,
}

impl StepMatch {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Near => "near",
            Self::Different => "different",
            Self::Skipped => "skipped",
            Self::GivenUp => "given up",
        }
    }
}

/// See [`super::Event::Compared`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepCompared {
    /// Actions performed so far.
    pub step: u64,
    /// The step of the recording.
    pub recorded: u64,
    /// How it went.
    pub sameness: StepMatch,
    /// How alike the two screens are, 0 to 1; what was left out has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likeness: Option<f64>,
    /// What differed or was done about it, for the tester; empty if there is nothing to tell.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
}

/// See [`super::Event::Triaged`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingTriaged {
    /// The group of the findings.
    pub group: String,
    /// The step that showed it first.
    pub step: u64,
    /// How often the steps below led to it, each time after a restart.
    pub confirmed: u32,
    /// Of so many times.
    pub runs: u32,
    /// The shortest sequence that was found to lead to it; what was recorded if none did.
    pub steps: Vec<MinimalStep>,
    /// True if they start a component of the app that other apps may not start.
    #[serde(default)]
    pub privileged: bool,
    /// Restarts that this took.
    pub replays: u32,
    /// What was found out, one sentence for the tester.
    pub why: String,
}

/// A step of a minimal sequence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MinimalStep {
    /// The step of the session that it is.
    pub recorded: u64,
    /// The action, as it was recorded.
    pub action: Action,
    /// The action for people.
    pub label: String,
}
