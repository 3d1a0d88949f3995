//! What became of a finding of one worker of a fleet on the devices of the others.

use serde::{Deserialize, Serialize};

/// Whether a finding happens again elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum FindingConfirmation {
    /// No other worker had a device for it yet.
    #[default]
    Waiting,
    /// A worker performs its steps again.
    Trying {
        /// Its number.
        worker: usize,
    },
    /// It happened on the device of another worker.
    Confirmed {
        /// Its number.
        worker: usize,
        /// How, in a few words.
        how: String,
    },
    /// It did not happen there again.
    NotAgain {
        /// The worker that tried.
        worker: usize,
        /// What was tried, in a few words.
        how: String,
    },
    /// Performing the steps again cannot show it.
    Impossible {
        /// Why, in a few words.
        why: String,
    },
}

impl FindingConfirmation {
    /// True if it happened on another device.
    pub const fn is_confirmed(&self) -> bool {
        matches!(self, Self::Confirmed { .. })
    }

    /// One word for lists.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Trying { .. } => "trying",
            Self::Confirmed { .. } => "confirmed",
            Self::NotAgain { .. } => "not again",
            Self::Impossible { .. } => "once",
        }
    }

    /// A few words for people.
    pub fn words(&self) -> String {
        match self {
            Self::Waiting => "not tried on another device".into(),
            Self::Trying { worker } => format!("worker {worker} tries it again"),
            Self::Confirmed { worker, how } => format!("confirmed by worker {worker}: {how}"),
            Self::NotAgain { worker, how } => {
                format!("did not happen again with worker {worker}: {how}")
            }
            Self::Impossible { why } => format!("not tried again: {why}"),
        }
    }
}
