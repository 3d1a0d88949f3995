//! Going on with a recorded session: what the machine must know of what happened before.

use std::sync::Arc;

use super::answered::{RecordedAnswers, ScreenSource};
use super::{MachineSetup, NOTES_FOR_EXPLORER, RunBudget, StepMachine, TesterProperties};
use crate::domain::{AvailableAction, StateId};
use crate::protocol::{Event, EventRecord, GoalAuthor, GoalChange, GoalChanged};

impl StepMachine {
    /// A machine that goes on after `history`, whose screens `screens` reads. The setup's budget counts
    /// from there on.
    pub fn after(setup: MachineSetup, history: &[EventRecord], screens: ScreenSource<'_>) -> Self {
        let mut machine = Self::new(setup);
        let mut answers = RecordedAnswers::new(screens);
        for record in history {
            machine.remember(&record.event);
            answers.apply(&record.event);
        }
        let events = history.iter().map(|record| &record.event);
        machine.properties = TesterProperties::after(Arc::default(), events);
        machine.refusals = Arc::new(answers.refusals);
        machine.approvals = answers.approvals;
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
