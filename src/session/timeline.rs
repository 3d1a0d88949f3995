//! The one fold of a session's log, moment by moment and step by step.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::question::ThoughtKind;
use super::step::{ProposalPosition, StepRecord};
use super::{
    EnginePhase, MomentGist, MomentList, ReviewedProposal, SessionExchanges, SessionFacts,
    SessionMoment, StepDecision, TimelineStep,
};
use crate::domain::{AvailableAction, StateId};
use crate::model::BehaviourModel;
use crate::protocol::{
    ActionPerformed, DecisionMade, Event, EventRecord, GuardHeld, PathPlanned, Proposal,
    ProposalId, ScreenObserved, TransitionLearned,
};

/// How many moments back a proposal is looked for: it waits until it is decided, but the tester may
/// observe the device meanwhile.
const PROPOSAL_MOMENTS: usize = 3;

/// A session, folded up to some record.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// What is true of the session as a whole.
    pub facts: SessionFacts,
    /// The behaviour model so far: a fold of its own, kept beside.
    pub model: BehaviourModel,
    /// One moment for each observation of the device, in order.
    pub moments: MomentList,
    /// What a model was asked.
    pub exchanges: SessionExchanges,
    /// What the engine does now.
    pub phase: EnginePhase,
    /// The path the tester asked about last.
    pub planned_path: Option<PathPlanned>,
    /// The actions that explorers added to states, in order.
    pub added_actions: HashMap<StateId, Vec<AvailableAction>>,
    pub(super) steps: BTreeMap<u64, StepRecord>,
    /// A state was discovered and the observation that shows it is still to come.
    discovered: bool,
}

impl Timeline {
    /// The timeline of all `records`.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a EventRecord>) -> Self {
        let mut timeline = Self::default();
        records.into_iter().for_each(|record| timeline.apply(record));
        timeline
    }

    /// Takes one record in.
    pub fn apply(&mut self, record: &EventRecord) {
        // In the words of the list before the change: afterwards a goal may be gone.
        if let Event::GoalChanged(changed) = &record.event {
            let words = changed.words(|id| self.model.goals().text(id));
            self.think(ThoughtKind::Goal(words));
        }
        self.model.apply(&record.event);
        self.facts.apply(record);
        if let Some(phase) = EnginePhase::begun_by(&record.event) {
            self.phase = phase;
        }
        match &record.event {
            Event::Discovered(_) => self.discovered = true,
            Event::Observed(observed) => self.observed(record.at_ms, observed),
            Event::Proposed(proposal) => self.proposed(proposal),
            Event::GuardHeld(held) => self.guard_held(held),
            Event::Decided(decided) => self.decided(record.at_ms, decided),
            Event::Performed(performed) => self.performed(record.at_ms, performed),
            Event::Learned(learned) => self.learned(learned),
            Event::Found(_) => self.found(),
            Event::Noted(_) => self.noted(),
            Event::ModeSet(mode) => self.step_mut(self.facts.step).modes.push(mode.clone()),
            Event::Warned(warning) => {
                self.step_mut(self.facts.step).warnings.push(warning.clone());
            }
            Event::PathPlanned(path) => self.planned_path = Some(path.clone()),
            Event::StatesMerged(merged) => {
                self.think(ThoughtKind::Merged(merged.clone()));
            }
            Event::AbstractionChanged(changed) => {
                self.think(ThoughtKind::Abstraction(changed.clone()));
            }
            Event::ActionsAdded(added) => {
                let known = self.added_actions.entry(added.state).or_default();
                known.extend(added.actions.iter().cloned());
                self.think(ThoughtKind::Added(added.clone()));
            }
            other => self.asking(record.at_ms, other),
        }
    }

    fn observed(&mut self, at_ms: u64, observed: &ScreenObserved) {
        let new_state = std::mem::take(&mut self.discovered);
        self.step_mut(observed.step).latest = Some(self.moments.len());
        self.moments.push(SessionMoment::new(at_ms, observed.clone(), new_state));
    }

    fn proposed(&mut self, proposal: &Proposal) {
        let step = self.steps.entry(proposal.step).or_default();
        let Some(moment) = self.moments.len().checked_sub(1) else { return };
        let Some(here) = self.moments.get_mut(moment) else { return };
        step.proposals.push(ProposalPosition { moment, place: here.proposals.len() });
        here.proposals.push(ReviewedProposal::new(proposal.clone()));
    }

    fn guard_held(&mut self, held: &GuardHeld) {
        if let Some(at) = self.position_of(held.proposal)
            && let Some(reviewed) = self.proposal_at_mut(at)
        {
            reviewed.guards.push(held.clone());
        }
    }

    fn decided(&mut self, at_ms: u64, decided: &DecisionMade) {
        let decided = Arc::new(decided.clone());
        let proposal = self.position_of(decided.decision.proposal);
        if let Some(reviewed) = proposal.and_then(|at| self.proposal_at_mut(at)) {
            reviewed.decided = Some(decided.clone());
        }
        let (Some(_), Some(number)) = (&decided.action, decided.step) else { return };
        let before = self.moments.len().checked_sub(1);
        // Each step has one decision; a log that tells a second one is damaged.
        let step = self.step_mut(number);
        step.decided.get_or_insert(StepDecision { at_ms, before, decided, proposal });
    }

    fn performed(&mut self, at_ms: u64, performed: &ActionPerformed) {
        let performed = Arc::new(performed.clone());
        let step = self.step_mut(performed.step);
        step.performed_ms = at_ms;
        step.performed = Some(performed.clone());
        self.with_moment(|moment| moment.performed = Some(performed));
    }

    fn learned(&mut self, learned: &TransitionLearned) {
        let learned = Arc::new(learned.clone());
        let after = self.moments.len().checked_sub(1);
        let step = self.step_mut(learned.step);
        step.learned = Some(learned.clone());
        step.after = after;
        // It is told after the observation that shows what the action led to.
        let before = after.and_then(|after| after.checked_sub(1));
        if let Some(moment) = before.and_then(|before| self.moments.get_mut(before)) {
            moment.learned = Some(learned);
        }
    }

    fn found(&mut self) {
        let Some(finding) = self.facts.findings.last().cloned() else { return };
        self.step_mut(finding.step).findings.push(finding.clone());
        self.with_moment(|moment| moment.findings.push(finding));
    }

    fn noted(&mut self) {
        let Some(note) = self.facts.notes.last().cloned() else { return };
        self.step_mut(note.step).notes.push(note.clone());
        self.with_moment(|moment| moment.notes.push(note));
    }

    pub(super) fn think(&mut self, what: ThoughtKind) {
        self.with_moment(|moment| moment.think(what));
    }

    /// Lets go of all moments and steps: they are read again from a recording.
    pub(super) fn let_go(&mut self) {
        self.moments.let_go();
        self.steps.clear();
    }

    /// The same but for the latest moments, which may still change; gives the gists of those that are
    /// let go of.
    pub(super) fn settle(&mut self) -> Vec<MomentGist> {
        self.steps.clear();
        self.moments.settle()
    }

    fn with_moment<T>(&mut self, change: impl FnOnce(&mut SessionMoment) -> T) {
        if let Some(moment) = self.moments.last_mut() {
            change(moment);
        }
    }

    pub(super) fn step_mut(&mut self, number: u64) -> &mut StepRecord {
        self.steps.entry(number).or_default()
    }

    /// The place of the proposal with this number.
    fn position_of(&self, id: ProposalId) -> Option<ProposalPosition> {
        let all = self.moments.len();
        (all.saturating_sub(PROPOSAL_MOMENTS)..all).rev().find_map(|moment| {
            let known = self.moments.get(moment)?;
            let place = known.proposals.iter().rposition(|one| one.proposal.id == id)?;
            Some(ProposalPosition { moment, place })
        })
    }

    pub(super) fn proposal_at(&self, at: ProposalPosition) -> Option<&ReviewedProposal> {
        self.moments.get(at.moment)?.proposals.get(at.place)
    }

    fn proposal_at_mut(&mut self, at: ProposalPosition) -> Option<&mut ReviewedProposal> {
        self.moments.get_mut(at.moment)?.proposals.get_mut(at.place)
    }

    /// The steps in order of their numbers, which may have gaps if the log is damaged.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = TimelineStep<'_>> {
        self.steps_up_to(u64::MAX)
    }

    /// The steps up to the one with this number, which is included.
    pub fn steps_up_to(&self, last: u64) -> impl DoubleEndedIterator<Item = TimelineStep<'_>> {
        let steps = self.steps.range(..=last);
        steps.map(|(number, record)| TimelineStep { number: *number, timeline: self, record })
    }

    /// The step with this number.
    pub fn step(&self, number: u64) -> Option<TimelineStep<'_>> {
        self.steps.get(&number).map(|record| TimelineStep { number, timeline: self, record })
    }

    /// The proposal that waits for a decision.
    pub fn waiting(&self) -> Option<&ReviewedProposal> {
        if self.phase != EnginePhase::Waiting {
            return None;
        }
        self.moments.last()?.proposals.last().filter(|reviewed| reviewed.decided.is_none())
    }

    /// The latest moment.
    pub fn latest(&self) -> Option<&SessionMoment> {
        self.moments.last()
    }

    /// The model that is asked in this session; `None` if the rules decide alone.
    pub fn chat_model(&self) -> Option<&str> {
        self.facts.started.as_ref()?.model.as_deref()
    }
}

#[cfg(test)]
mod tests;
