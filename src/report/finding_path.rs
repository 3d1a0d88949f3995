//! The steps that lead to a finding.

use crate::domain::Action;
use crate::protocol::ActionOutcome;
use crate::session::{FindingGroup, Timeline};

/// Steps that lead to a finding.
#[derive(Clone, Debug)]
pub struct FindingPath {
    /// What is to be done before them.
    pub first: &'static str,
    /// The numbers of its steps.
    pub steps: Vec<u64>,
}

impl FindingPath {
    /// The steps to see the findings of `group` again: the shortest that were performed again and led to
    /// it, else those since the app was last started.
    pub fn of(timeline: &Timeline, group: &FindingGroup) -> Self {
        if let Some(triaged) = group.triaged.as_ref().filter(|triaged| triaged.confirmed > 0) {
            let steps: Vec<u64> = triaged.steps.iter().map(|step| step.recorded).collect();
            // If the log lost one of them, the sequence is not known.
            if steps.iter().all(|number| timeline.step(*number).is_some()) {
                let first =
                    "The shortest sequence that was found. Open the app with fresh data, then:";
                return Self { first, steps };
            }
        }
        since_start(timeline, group.first.step)
    }
}

/// The steps since the app was last started before step `to`.
fn since_start(timeline: &Timeline, to: u64) -> FindingPath {
    let mut steps: Vec<u64> = Vec::new();
    let mut first = "Open the app with fresh data, then:";
    for step in timeline.steps_up_to(to).rev().filter(|step| step.number > 0) {
        let crashed =
            step.learned().is_some_and(|learned| learned.outcome == ActionOutcome::Crashed);
        if crashed && step.number != to {
            first = "Start the app anew after it died (it keeps what was saved before), then:";
            break;
        }
        if matches!(step.action(), Some(Action::Clear)) && step.number != to {
            break;
        }
        if matches!(step.action(), Some(Action::Restart)) && step.number != to {
            first = "Start the app anew (it keeps what was saved before), then:";
            break;
        }
        if step.performed().is_some() {
            steps.push(step.number);
        }
    }
    steps.reverse();
    FindingPath { first, steps }
}
