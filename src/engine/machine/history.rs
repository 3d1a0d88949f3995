//! Going on with a recorded session: what the machine must know of what happened before.

use std::sync::Arc;

use super::{MachineSetup, NOTES_FOR_EXPLORER, RunBudget, StepMachine, TesterProperties};
use crate::domain::{ActionKey, AvailableAction, BlobId, Screen, StateId};
use crate::explorer::{Refusal, RefusalMemory};
use crate::protocol::{
    DecisionMade, Event, EventRecord, GoalAuthor, GoalChange, GoalChanged, ProposalId,
    ScreenObserved, Verdict,
};

/// Reads a screen that was recorded; `None` if it cannot be read.
type ScreenSource<'a> = &'a dyn Fn(&BlobId) -> Option<Screen>;

impl StepMachine {
    /// A machine that goes on after `history`, whose screens `screens` reads. The setup's budget counts
    /// from there on.
    pub fn after(setup: MachineSetup, history: &[EventRecord], screens: ScreenSource<'_>) -> Self {
        let mut machine = Self::new(setup);
        let mut refused = RecordedRefusals::new(screens);
        for record in history {
            machine.remember(&record.event);
            refused.apply(&record.event);
        }
        let events = history.iter().map(|record| &record.event);
        machine.properties = TesterProperties::after(Arc::default(), events);
        machine.refusals = Arc::new(refused.memory);
        let RunBudget { steps, ms } = machine.setup.budget;
        let past_ms = history.last().map_or(0, |record| record.at_ms);
        machine.setup.budget = RunBudget {
            steps: steps.map(|steps| steps.saturating_add(machine.step)),
            ms: ms.map(|ms| ms.saturating_add(past_ms)),
        };
        machine
    }

    fn remember_actions(&mut self, state: StateId, actions: &[AvailableAction]) {
        let templates = actions.iter().map(|action| action.template.clone());
        self.offered.entry(state).or_default().extend(templates);
    }

    fn remember(&mut self, event: &Event) {
        match event {
            Event::Discovered(discovered) => {
                self.known.insert(discovered.state);
                self.remember_actions(discovered.state, &discovered.available);
            }
            Event::ActionsAdded(added) => self.remember_actions(added.state, &added.actions),
            Event::Found(finding) => {
                self.groups.insert(finding.group.clone());
            }
            Event::Proposed(proposal) => self.proposals = self.proposals.max(proposal.id.0),
            // The decision, not the performance: a step that was cut off has its number for good.
            Event::Decided(decided) => self.step = self.step.max(decided.step.unwrap_or(0)),
            Event::Answered(answered) => self.spent_usd += answered.usage.cost_usd,
            Event::CharterSet(set) => {
                self.charter = (!set.text.trim().is_empty()).then(|| set.text.clone());
            }
            Event::GoalChanged(GoalChanged { change: GoalChange::Added(goal), .. }) => {
                self.goals += u64::from(goal.author == GoalAuthor::Tester);
            }
            Event::Noted(note) => {
                self.notes.push_back(note.text.clone());
                if self.notes.len() > NOTES_FOR_EXPLORER {
                    self.notes.pop_front();
                }
            }
            Event::VerdictGiven(_) => self.verdicts.apply(event),
            Event::Covered(coverage) => self.coverage.clone_from(coverage),
            _ => {}
        }
    }
}

/// The refusals of a recorded session, as the machine remembered them while it ran. If a screen cannot
/// be read any more, what was refused on it is not known.
struct RecordedRefusals<'a> {
    memory: RefusalMemory,
    screens: ScreenSource<'a>,
    /// The latest observation: its structural state and its screen.
    here: Option<(StateId, BlobId)>,
    /// The latest proposal.
    proposed: Option<(ProposalId, ActionKey)>,
}

impl<'a> RecordedRefusals<'a> {
    fn new(screens: ScreenSource<'a>) -> Self {
        Self { memory: RefusalMemory::default(), screens, here: None, proposed: None }
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Observed(observed) => self.observed(observed),
            Event::Proposed(proposal) => {
                self.proposed = Some((proposal.id, proposal.key.clone()));
            }
            Event::Decided(decided) => self.decided(decided),
            _ => {}
        }
    }

    fn observed(&mut self, observed: &ScreenObserved) {
        let state = observed.state.structural;
        // Most states have no refusals, and their screens need not be read.
        if !self.memory.of(state).is_empty()
            && (self.screens)(&observed.screen)
                .is_none_or(|screen| self.memory.is_outdated(state, &screen))
        {
            self.memory.allow_all(state);
        }
        self.here = Some((state, observed.screen.clone()));
    }

    fn decided(&mut self, decided: &DecisionMade) {
        let Some((state, blob)) = &self.here else { return };
        if let Some(key) = &decided.key {
            self.memory.allow(*state, key);
        }
        let proposed = self.proposed.take().filter(|(id, _)| *id == decided.decision.proposal);
        if let (Verdict::Reject { feedback }, Some((_, key))) =
            (&decided.decision.verdict, proposed)
            && let Some(screen) = (self.screens)(blob)
        {
            let refusal = Refusal { key, feedback: feedback.clone() };
            self.memory.add(*state, &screen, refusal);
        }
    }
}
