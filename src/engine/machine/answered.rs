//! What a recorded session says of proposals that were refused, or held by a guard and approved.

use crate::domain::{Action, ActionKey, BlobId, Screen, StateId};
use crate::engine::guard::{ApprovalMemory, HeldRefusal};
use crate::explorer::{Refusal, RefusalMemory};
use crate::protocol::{
    DecidedBy, DecisionMade, Event, Proposal, ProposalId, ScreenObserved, Verdict,
};

/// Reads a screen that was recorded; `None` if it cannot be read.
pub type ScreenSource<'a> = &'a dyn Fn(&BlobId) -> Option<Screen>;

/// The answers of a recorded session, as the machine remembered them while it ran. If a screen cannot be read any
/// more, what was said on it is not known.
pub struct RecordedAnswers<'a> {
    /// What is refused.
    pub refusals: RefusalMemory,
    /// What a guard holds and the tester approved.
    pub approvals: ApprovalMemory,
    /// What a guard held and nobody approved, for the other workers of a fleet.
    pub held: Vec<HeldRefusal>,
    screens: ScreenSource<'a>,
    /// The latest observation: its structural state and its screen.
    here: Option<(StateId, BlobId)>,
    proposed: Option<RecordedProposal>,
}

/// The latest proposal.
struct RecordedProposal {
    id: ProposalId,
    key: ActionKey,
    action: Action,
    /// A guard held it.
    is_held: bool,
}

impl<'a> RecordedAnswers<'a> {
    /// Nothing was said yet.
    pub fn new(screens: ScreenSource<'a>) -> Self {
        Self {
            refusals: RefusalMemory::default(),
            approvals: ApprovalMemory::default(),
            held: Vec::new(),
            screens,
            here: None,
            proposed: None,
        }
    }

    /// Takes in what happened next.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Observed(observed) => self.observed(observed),
            Event::Proposed(Proposal { id, key, action, .. }) => {
                let (key, action) = (key.clone(), action.clone());
                self.proposed = Some(RecordedProposal { id: *id, key, action, is_held: false });
            }
            Event::GuardHeld(held) => {
                let proposed = self.proposed.as_mut().filter(|it| it.id == held.proposal);
                if let Some(proposed) = proposed {
                    proposed.is_held = true;
                }
            }
            Event::Decided(decided) => self.decided(decided),
            _ => {}
        }
    }

    fn observed(&mut self, observed: &ScreenObserved) {
        let state = observed.state.structural;
        // Most states have no refusals, and their screens need not be read.
        if !self.refusals.of(state).is_empty()
            && (self.screens)(&observed.screen)
                .is_none_or(|screen| self.refusals.is_outdated(state, &screen))
        {
            self.refusals.allow_all(state);
        }
        self.here = Some((state, observed.screen.clone()));
    }

    fn decided(&mut self, decided: &DecisionMade) {
        if let Some(action) = &decided.action {
            self.approvals.perform(action);
        }
        let Some((state, blob)) = &self.here else { return };
        let (state, blob) = (*state, blob.clone());
        if let Some(key) = &decided.key {
            self.refusals.allow(state, key);
        }
        let decision = &decided.decision;
        let proposed = self.proposed.take().filter(|it| it.id == decision.proposal);
        let Some(proposed) = proposed else { return };
        let by_tester = decision.by == DecidedBy::Tester;
        match &decision.verdict {
            Verdict::Approve | Verdict::ApprovePlan if by_tester && proposed.is_held => {
                if let Some(screen) = (self.screens)(&blob) {
                    self.approvals.add(state, &screen, &proposed.key, &proposed.action);
                }
            }
            Verdict::Reject { feedback } => {
                if let Some(screen) = (self.screens)(&blob) {
                    self.rejected((state, &screen), proposed, feedback, by_tester);
                }
            }
            _ => {}
        }
    }

    fn rejected(
        &mut self,
        (state, screen): (StateId, &Screen),
        proposed: RecordedProposal,
        feedback: &str,
        by_tester: bool,
    ) {
        let RecordedProposal { key, action, is_held, .. } = proposed;
        // A guard does not say again that it holds what was approved once.
        if is_held || self.approvals.has(state, screen, &key, &action) {
            self.held.push(HeldRefusal::new((state, screen), (&key, &action), feedback));
        }
        if by_tester {
            self.approvals.withdraw(state, &key, &action);
        }
        self.refusals.add(state, screen, Refusal { key, feedback: feedback.to_owned() });
    }
}
