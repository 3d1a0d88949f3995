//! Goals: where in the app an explorer goes next and what it does there. A model or the tester
//! chooses them; the rules walk there and act.

use serde::{Deserialize, Serialize};

use crate::domain::StateId;

/// The number of a goal, unique within a session.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct GoalId(pub u64);

/// Who set a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalAuthor {
    /// The model.
    Model,
    /// The tester.
    Tester,
}

impl GoalAuthor {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Tester => "tester",
        }
    }
}

/// A text that a goal puts into a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalText {
    /// What people call the field.
    pub field: String,
    /// What is typed.
    pub text: String,
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplorationGoal {
    /// Its number.
    pub id: GoalId,
    /// Who set it.
    pub author: GoalAuthor,
    /// What it is, in one line.
    pub text: String,
    /// Why it was chosen; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The state where it begins; `None` if its text decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateId>,
    /// The inputs that are performed first, in this order. The first ones are left out if the screen does
    /// not have them; if a later one is missing, it and all after it are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begin: Vec<String>,
    /// The texts that are typed as soon as a screen has their fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<GoalText>,
}

/// How the pursuit of a goal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalOutcome {
    /// It was carried out, and states were seen that were not known before.
    NewStates(u64),
    /// It was carried out, and something was found to be wrong, but no state was new.
    Finding,
    /// It was carried out, and nothing new was seen.
    NothingNew,
    /// No known path leads there.
    Unreachable,
    /// The rules had more to show for long, so it was not begun, or not carried on.
    PutOff,
}

impl GoalOutcome {
    /// What came of it, in a few words.
    pub fn words(self) -> String {
        match self {
            Self::NewStates(1) => "1 new state".into(),
            Self::NewStates(count) => format!("{count} new states"),
            Self::Finding => "a finding".into(),
            Self::NothingNew => "nothing new".into(),
            Self::Unreachable => "no path led there".into(),
            Self::PutOff => "put off, since the rules showed more".into(),
        }
    }
}

/// A change of the list of goals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "change")]
pub enum GoalChange {
    /// A goal was added: the tester's before the model's, otherwise at the end.
    Added(ExplorationGoal),
    /// The tester gave a goal other words: from then on these decide where it begins.
    Edited {
        /// The goal.
        id: GoalId,
        /// The new words.
        text: String,
    },
    /// The tester took a goal from the list.
    Dropped {
        /// The goal.
        id: GoalId,
    },
    /// The tester moved a goal within the list.
    Moved {
        /// The goal.
        id: GoalId,
        /// Its new place, from 0.
        to: usize,
    },
    /// A goal is over.
    Ended {
        /// The goal.
        id: GoalId,
        /// What came of it.
        outcome: GoalOutcome,
    },
}

/// See [`super::Event::GoalChanged`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalChanged {
    /// Actions performed so far.
    pub step: u64,
    /// What changed.
    #[serde(flatten)]
    pub change: GoalChange,
}

impl GoalChanged {
    /// The change in one line; `text` gives the words of a goal that was in the list before it.
    pub fn words(&self, text: impl Fn(GoalId) -> String) -> String {
        match &self.change {
            GoalChange::Added(goal) if goal.why.is_empty() => {
                format!("Goal of the {}: {}", goal.author.word(), goal.text)
            }
            GoalChange::Added(goal) => {
                format!("Goal of the {}: {} ({})", goal.author.word(), goal.text, goal.why)
            }
            GoalChange::Edited { text, .. } => format!("Goal edited: {text}"),
            GoalChange::Dropped { id } => format!("Goal dropped: {}", text(*id)),
            GoalChange::Moved { id, to } => {
                format!("Goal moved to place {}: {}", to + 1, text(*id))
            }
            GoalChange::Ended { id, outcome } => {
                format!("Goal over, {}: {}", outcome.words(), text(*id))
            }
        }
    }
}

/// What the tester asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "request")]
pub enum GoalRequest {
    /// Set a goal, to be pursued before those of the model.
    Add {
        /// What it is.
        text: String,
    },
    /// Give a goal other words.
    Edit {
        /// The goal.
        id: GoalId,
        /// The new words.
        text: String,
    },
    /// Take a goal from the list.
    Drop {
        /// The goal.
        id: GoalId,
    },
    /// Move a goal within the list.
    Move {
        /// The goal.
        id: GoalId,
        /// Its new place, from 0.
        to: usize,
    },
}
