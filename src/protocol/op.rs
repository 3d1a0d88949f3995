//! What a front end asks of the engine.

use serde::{Deserialize, Serialize};

use super::attack::AttackRequest;
use super::decision::{Decision, RunMode};
use super::event::NoteKind;
use super::exchange::ExchangeId;
use super::expectation::ExpectationRequest;
use super::goal::GoalRequest;
use super::verdict::FindingVerdict;
use crate::domain::{Action, BlobId, StateId};

/// A wish of the tester or of a headless run. Never blocks; what comes of it is told by events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "op")]
pub enum Op {
    /// Decide on the proposal that waits.
    Decide(Decision),
    /// Perform this now instead of whatever is proposed or thought about.
    Do {
        /// The tester's own action.
        action: Action,
    },
    /// Change how far the engine goes by itself. Entering auto approves what waits; in a session that was
    /// begun without a tester, unless a guard holds it.
    SetMode {
        /// The new mode.
        mode: RunMode,
    },
    /// In step mode: propose now.
    Step,
    /// Back to approving by hand, at once: a reply that is awaited is given up.
    Pause,
    /// Look at the device again without acting.
    Look,
    /// Show the known path to a state ([`super::Event::PathPlanned`]).
    #[serde(alias = "plan_way")]
    PlanPath {
        /// The structural state to go to.
        to: StateId,
    },
    /// Follow a known path, every action of it proposed and decided like any other.
    Go {
        /// The structural state to go to.
        to: StateId,
    },
    /// Write something down, with the present screen attached.
    Note {
        /// A plain note or a bug.
        kind: NoteKind,
        /// The tester's words.
        text: String,
    },
    /// Set what this session is about.
    Charter {
        /// The tester's words.
        text: String,
    },
    /// Attack the form on the screen, or change how that goes on.
    Attack {
        /// What is wanted.
        request: AttackRequest,
    },
    /// Change the list of goals.
    ChangeGoal(GoalRequest),
    /// Change what is expected of the app.
    ChangeExpectation(ExpectationRequest),
    /// Say what a finding is. A later verdict replaces an earlier one.
    GiveVerdict {
        /// The group of the findings.
        group: String,
        /// What they are.
        verdict: FindingVerdict,
    },
    /// Ask the model again with another prompt, beside the run: the device is not touched.
    AskAgain(AskAgain),
    /// End the session. Always accepted at once.
    Quit,
}

/// See [`Op::AskAgain`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskAgain {
    /// The exchange it is compared with.
    pub exchange: ExchangeId,
    /// The step of that exchange.
    pub step: u64,
    /// The question's name.
    pub query: String,
    /// What the prompt is made from: the exchange's own context.
    pub context: BlobId,
    /// The text of the prompt's file, edited.
    pub prompt: String,
}
