//! What an exploration found wrong.

use serde::{Deserialize, Serialize};

use super::{Action, Bounds, StateId};

/// The kind of a [`Finding`]; also what `--fail-on` names.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// A process of the app died (Java, Kotlin or native).
    Crash,
    /// The app did not respond in time.
    Anr,
    /// A script of a web page in the app has thrown an error that it did not catch. The app goes on.
    Script,
    /// Nothing crashed, but the result is wrong: reported by an oracle or marked by the tester.
    #[default]
    Bug,
}

impl FindingKind {
    /// The words shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Anr => "anr",
            Self::Script => "script",
            Self::Bug => "bug",
        }
    }

    /// What such a finding is called in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Anr => "ANR",
            Self::Script => "script error",
            Self::Bug => "bug",
        }
    }

    /// True for a crash or an ANR, which the device reports and no oracle judges.
    pub const fn is_crash(self) -> bool {
        matches!(self, Self::Crash | Self::Anr)
    }
}

/// One fault of the app under test, with the step that showed it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind of fault it is.
    pub kind: FindingKind,
    /// One line that tells it apart: for a crash its exception and message.
    pub title: String,
    /// Same group, same fault: for a crash the exception and its first frames in the app.
    pub group: String,
    /// The step after whose action it was seen.
    pub step: u64,
    /// True for the first finding of its group in the session.
    pub first: bool,
    /// The whole evidence as text: the stack trace, the dialogue, or the tester's note.
    pub detail: String,
    /// Who reports it: an oracle, or an explorer whose model suspects it; empty for crashes, and in logs of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub oracle: String,
    /// What class of fault it is, in the oracle's words; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub category: String,
    /// What should have happened, in one sentence; empty if nobody says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    /// What happened instead, in one sentence; empty if nobody says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub actual: String,
    /// How sure the oracle is, in percent; `None` if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
    /// What shows it, the most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<FindingEvidence>,
    /// The steps it is about, if these are more than the one that showed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<FindingSteps>,
    /// The structural state in which the action was performed that showed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateId>,
    /// What code can see of what a model claims; `None` if no model reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Box<FindingClaim>>,
}

/// What a model claims of a screen, as far as code can see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingClaim {
    /// The action after which it was seen.
    pub action: Action,
    /// What the page is called on which it was seen.
    pub page: String,
    /// The function of the app that was judged.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// Words that are there though they should not be; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shows: String,
    /// Words that are not there though they should be; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lacks: String,
}

impl FindingClaim {
    /// True if it names words that are there or are not, so that code can check it.
    pub fn has_words(&self) -> bool {
        !(self.shows.trim().is_empty() && self.lacks.trim().is_empty())
    }
}

/// What shows a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingEvidence {
    /// The step after whose action it can be seen.
    pub step: u64,
    /// What can be seen, in one sentence.
    pub what: String,
    /// Where on that screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
}

/// The steps that a finding is about, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingSteps {
    /// The first.
    pub from: u64,
    /// The last.
    pub to: u64,
}

impl Finding {
    /// The steps it is about.
    pub fn steps(&self) -> FindingSteps {
        self.steps.unwrap_or(FindingSteps { from: self.step, to: self.step })
    }

    /// The name of the oracle, or of the explorer, that reports it, if one does. Earlier versions recorded it only as the
    /// beginning of the group.
    pub fn oracle_name(&self) -> Option<&str> {
        if !self.oracle.is_empty() {
            return Some(&self.oracle);
        }
        self.group.starts_with("voice/").then_some("voice")
    }
}
