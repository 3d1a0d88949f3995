//! One observation and all that followed from it.

use std::sync::Arc;

use super::question::{ExplorerThought, ModelQuestion, ThoughtKind};
use crate::domain::{Action, Finding};
use crate::protocol::{
    ActionPerformed, DecidedBy, DecisionMade, GuardHeld, Proposal, ScreenObserved, TesterNote,
    TransitionLearned, Verdict,
};

/// One observation of the device and all that followed from it until the next one.
#[derive(Clone, Debug)]
pub struct SessionMoment {
    /// When it was seen, in milliseconds since the session started.
    pub at_ms: u64,
    /// What was seen.
    pub observed: ScreenObserved,
    /// True if this observation discovered a structural state.
    pub new_state: bool,
    /// What the explorer asked and found out then, in order.
    pub thoughts: Vec<ExplorerThought>,
    /// What was proposed then, in order; the last one may still wait.
    pub proposals: Vec<ReviewedProposal>,
    /// What was performed.
    pub performed: Option<Arc<ActionPerformed>>,
    /// What it led to.
    pub learned: Option<Arc<TransitionLearned>>,
    /// What the action brought to light.
    pub findings: Vec<Arc<Finding>>,
    /// What the tester wrote down then.
    pub notes: Vec<Arc<TesterNote>>,
}

impl SessionMoment {
    /// The moment that begins with `observed`.
    pub(super) fn new(at_ms: u64, observed: ScreenObserved, new_state: bool) -> Self {
        Self {
            at_ms,
            observed,
            new_state,
            thoughts: Vec::new(),
            proposals: Vec::new(),
            performed: None,
            learned: None,
            findings: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a thought; gives its place.
    pub(super) fn think(&mut self, what: ThoughtKind) -> usize {
        self.thoughts.push(ExplorerThought { before: self.proposals.len(), what });
        self.thoughts.len() - 1
    }

    /// The place of the latest question for which `is_it` holds.
    pub(super) fn latest_question(&self, is_it: impl Fn(&ModelQuestion) -> bool) -> Option<usize> {
        self.thoughts.iter().rposition(|thought| thought.question().is_some_and(&is_it))
    }

    /// The question at this place among the thoughts.
    pub(super) fn question(&self, thought: usize) -> Option<&ModelQuestion> {
        self.thoughts.get(thought)?.question()
    }

    /// The same, to be changed.
    pub(super) fn question_mut(&mut self, thought: usize) -> Option<&mut ModelQuestion> {
        match &mut self.thoughts.get_mut(thought)?.what {
            ThoughtKind::Question(question) => Some(question),
            _ => None,
        }
    }

    /// The questions of this moment, in order.
    pub fn questions(&self) -> impl DoubleEndedIterator<Item = &ModelQuestion> {
        self.thoughts.iter().filter_map(ExplorerThought::question)
    }
}

/// A proposal and what became of it.
#[derive(Clone, Debug)]
pub struct ReviewedProposal {
    /// The proposal.
    pub proposal: Proposal,
    /// The guards that held it, in order.
    pub guards: Vec<GuardHeld>,
    /// The decision, once there is one.
    pub decided: Option<Arc<DecisionMade>>,
}

impl ReviewedProposal {
    /// A proposal that waits.
    pub(super) const fn new(proposal: Proposal) -> Self {
        Self { proposal, guards: Vec::new(), decided: None }
    }

    /// What was performed because of it.
    pub fn action(&self) -> Option<&Action> {
        self.decided.as_ref()?.action.as_ref()
    }

    /// What became of it, in a word or two.
    pub fn word(&self) -> &'static str {
        let Some(decided) = &self.decided else { return "waits" };
        match (&decided.decision.verdict, decided.decision.by) {
            (Verdict::Approve, DecidedBy::Policy) => "auto",
            (Verdict::Approve, DecidedBy::Tester) => "approved",
            (Verdict::ApprovePlan, _) => "plan approved",
            (Verdict::Override { .. }, _) => "overridden",
            (Verdict::Reject { .. }, _) => "rejected",
            (Verdict::Skip, _) => "skipped",
            (Verdict::Stop, _) => "stopped",
        }
    }
}
