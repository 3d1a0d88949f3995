//! A session by the numbers of its steps.

use std::sync::Arc;

use super::{ModelExchange, ReviewedProposal, Timeline};
use crate::domain::{Action, Finding};
use crate::protocol::{
    ActionPerformed, DecisionMade, ExchangeId, ModeChanged, RulesAnswered, ScreenObserved,
    TesterNote, TransitionLearned, WarningRaised,
};

/// The place of a proposal: its moment, and its place among that moment's proposals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProposalPosition {
    pub(super) moment: usize,
    pub(super) place: usize,
}

/// The place of something that was asked for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThoughtPosition {
    Exchange(ExchangeId),
    Ruled { moment: usize, thought: usize },
}

/// What the timeline keeps of a step. What a moment holds already is kept as its place there.
#[derive(Clone, Debug, Default)]
pub(super) struct StepRecord {
    pub(super) proposals: Vec<ProposalPosition>,
    pub(super) thoughts: Vec<ThoughtPosition>,
    pub(super) decided: Option<StepDecision>,
    pub(super) performed_ms: u64,
    pub(super) performed: Option<Arc<ActionPerformed>>,
    pub(super) learned: Option<Arc<TransitionLearned>>,
    pub(super) after: Option<usize>,
    pub(super) latest: Option<usize>,
    pub(super) findings: Vec<Arc<Finding>>,
    pub(super) notes: Vec<Arc<TesterNote>>,
    pub(super) warnings: Vec<WarningRaised>,
    pub(super) modes: Vec<ModeChanged>,
}

/// The decision that made a step.
#[derive(Clone, Debug)]
pub struct StepDecision {
    /// When it was made, in milliseconds since the session started.
    pub at_ms: u64,
    /// The moment at which it was made; `None` if the log tells no observation before.
    pub before: Option<usize>,
    /// The decision.
    pub decided: Arc<DecisionMade>,
    pub(super) proposal: Option<ProposalPosition>,
}

/// One step: an action with its number, what led to it and what it led to. Step 0 is the opening of
/// the app. A step may have proposals only, if nothing was performed.
#[derive(Clone, Copy, Debug)]
pub struct TimelineStep<'a> {
    /// Its number.
    pub number: u64,
    pub(super) timeline: &'a Timeline,
    pub(super) record: &'a StepRecord,
}

/// Something that was asked for a step.
#[derive(Clone, Copy, Debug)]
pub enum StepThought<'a> {
    /// A model was asked.
    Exchange(&'a ModelExchange),
    /// The rules answered.
    Ruled(&'a RulesAnswered),
}

impl<'a> TimelineStep<'a> {
    /// What was proposed, in order.
    pub fn proposals(self) -> impl DoubleEndedIterator<Item = &'a ReviewedProposal> {
        self.record.proposals.iter().filter_map(move |at| self.timeline.proposal_at(*at))
    }

    /// What was asked for it, in order; a question and its feedback rounds one by one.
    pub fn thoughts(self) -> impl Iterator<Item = StepThought<'a>> {
        self.record.thoughts.iter().filter_map(move |thought| match *thought {
            ThoughtPosition::Exchange(id) => self.timeline.exchange(id).map(StepThought::Exchange),
            ThoughtPosition::Ruled { moment, thought } => {
                let question = self.timeline.moments.get(moment)?.question(thought)?;
                question.ruled.as_ref().map(StepThought::Ruled)
            }
        })
    }

    /// The decision that made it.
    pub const fn decided(self) -> Option<&'a StepDecision> {
        self.record.decided.as_ref()
    }

    /// The proposal that the decision was about; `None` if the log does not tell it.
    pub fn decided_proposal(self) -> Option<&'a ReviewedProposal> {
        self.timeline.proposal_at(self.decided()?.proposal?)
    }

    /// The latest proposal that led to an action: it was performed, or replaced by what was.
    pub fn chosen(self) -> Option<&'a ReviewedProposal> {
        self.proposals().rev().find(|reviewed| reviewed.action().is_some())
    }

    /// What was done.
    pub fn action(self) -> Option<&'a Action> {
        self.chosen()?.action()
    }

    /// When it was performed, in milliseconds since the session started; 0 if it was not.
    pub const fn performed_ms(self) -> u64 {
        self.record.performed_ms
    }

    /// How performing went.
    pub fn performed(self) -> Option<&'a ActionPerformed> {
        self.record.performed.as_deref()
    }

    /// What it led to.
    pub fn learned(self) -> Option<&'a TransitionLearned> {
        self.record.learned.as_deref()
    }

    /// The moment whose observation shows what it led to.
    pub const fn after(self) -> Option<usize> {
        self.record.after
    }

    /// The latest observation after it.
    pub fn observed(self) -> Option<&'a ScreenObserved> {
        Some(&self.timeline.moments.get(self.record.latest?)?.observed)
    }

    /// What was found after it.
    pub fn findings(self) -> impl ExactSizeIterator<Item = &'a Finding> {
        self.record.findings.iter().map(|finding| &**finding)
    }

    /// What the tester wrote down after it.
    pub fn notes(self) -> impl ExactSizeIterator<Item = &'a TesterNote> {
        self.record.notes.iter().map(|note| &**note)
    }

    /// The warnings after it.
    pub fn warnings(self) -> &'a [WarningRaised] {
        &self.record.warnings
    }

    /// How the mode changed after it.
    pub fn modes(self) -> &'a [ModeChanged] {
        &self.record.modes
    }
}
