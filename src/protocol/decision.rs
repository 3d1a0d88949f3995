//! Proposals and what becomes of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::NetworkInsight;
use crate::domain::{Action, ActionKey};

/// The number of a proposal in its session, from 1. A decision names it, so that a late click
/// cannot decide something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProposalId(pub u64);

impl fmt::Display for ProposalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What an explorer wants to do next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// Its number.
    pub id: ProposalId,
    /// The step it would be: one more than the actions performed so far.
    pub step: u64,
    /// The action.
    pub action: Action,
    /// The action's name within the present state.
    pub key: ActionKey,
    /// Who proposes: an explorer's name, or `tester` for a way the tester asked to go.
    pub explorer: String,
    /// Why, in one or two sentences for the tester.
    pub why: String,
    /// What else was considered, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative>,
    /// The plan it is a step of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<ActionPlan>,
    /// What the network tells that chose it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insight: Option<Box<NetworkInsight>>,
}

/// Several actions that an explorer wants to do one after the other, shown as a whole. Each is
/// still proposed and decided by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionPlan {
    /// Tells the plans of one session apart.
    pub id: u64,
    /// Which of the steps the proposal is, from 0.
    pub at: usize,
    /// All its steps, for people.
    pub steps: Vec<String>,
}

/// An action that was considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// The action.
    pub action: Action,
    /// Its name within the present state.
    pub key: ActionKey,
    /// The explorer's own measure; higher is better, comparable within one proposal only.
    pub score: f64,
    /// Why it scored so.
    pub why: String,
}

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// A person.
    Tester,
    /// The mode, a guard or a budget.
    Policy,
}

/// What becomes of a proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Verdict {
    /// It is performed.
    Approve,
    /// It is performed, and so are the further steps of its plan without being asked about, until
    /// a guard holds one or the tester says otherwise.
    ApprovePlan,
    /// Something else is performed instead.
    Override {
        /// What.
        action: Action,
    },
    /// Nothing is performed; the explorer proposes again and sees the feedback.
    Reject {
        /// Why not, in the tester's words.
        feedback: String,
    },
    /// Nothing is performed; the explorer proposes something else, no reason given.
    Skip,
    /// Nothing is performed and the session ends.
    Stop,
}

/// The one decision on a proposal. Logged before anything is performed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The proposal it decides; refused if that is not the one that waits.
    pub proposal: ProposalId,
    /// Who decided.
    pub by: DecidedBy,
    /// What becomes of it.
    pub verdict: Verdict,
}

/// How far the engine goes by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum RunMode {
    /// It proposes only when asked ([`super::Op::Step`]), and the proposal waits.
    Step,
    /// It proposes at once, and every proposal waits.
    Approve,
    /// A policy approves, until something stops it.
    Auto {
        /// What stops it.
        until: AutoLimits,
    },
}

impl RunMode {
    /// The word shown to the tester.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Approve => "approve",
            Self::Auto { .. } => "auto",
        }
    }
}

/// What ends an auto run and hands back to the tester. Guards always do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AutoLimits {
    /// So many more steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// A state that was never seen before.
    #[serde(default)]
    pub new_state: bool,
    /// A finding.
    #[serde(default)]
    pub finding: bool,
    /// So many more minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// So much more money for model requests, in US dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}
