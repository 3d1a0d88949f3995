//! What the tester says about findings.

use serde::{Deserialize, Serialize};

/// What a finding is, in the tester's judgement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum FindingVerdict {
    /// A fault of the app.
    Confirmed,
    /// No fault. It does not make a run fail.
    Dismissed {
        /// Why not, in the tester's words.
        reason: String,
    },
    /// The same fault as another finding. It does not make a run fail by itself.
    Duplicate {
        /// The group of the other one.
        of: String,
    },
}

impl FindingVerdict {
    /// The word shown to the tester.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Dismissed { .. } => "dismissed",
            Self::Duplicate { .. } => "duplicate",
        }
    }

    /// The same with the reason, or the finding it is a duplicate of.
    pub fn words(&self) -> String {
        match self {
            Self::Confirmed => self.word().to_owned(),
            Self::Dismissed { reason } if reason.is_empty() => self.word().to_owned(),
            Self::Dismissed { reason } => format!("dismissed: {reason}"),
            Self::Duplicate { of } => format!("duplicate of {of}"),
        }
    }

    /// True if the finding counts as a fault of its own.
    pub const fn counts(&self) -> bool {
        matches!(self, Self::Confirmed)
    }
}

/// See [`super::Event::VerdictGiven`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictGiven {
    /// The group of the findings.
    pub group: String,
    /// What they are.
    pub verdict: FindingVerdict,
}
