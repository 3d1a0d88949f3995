//! One run: an explorer on a target with a seed, and which states it saw when.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::domain::{Coverage, StateId};
use crate::protocol::{EndReason, Event, EventRecord, ModelUsage};

/// A state's first sighting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateSighting {
    /// Actions performed before.
    pub step: u64,
    /// The state: for voice apps the sentence as it was said, else the structural state.
    pub state: StateId,
    /// What a voice app said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// One run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// The explorer's name in this comparison.
    pub explorer: String,
    /// The target.
    pub target: String,
    /// The seed.
    pub seed: u64,
    /// Actions performed.
    pub steps: u64,
    /// The states it saw, in order.
    pub seen: Vec<StateSighting>,
    /// What the target measured of itself at the end.
    pub coverage: Coverage,
    /// What was covered of each kind that the target measures, after each step at which anything
    /// changed.
    #[serde(default)]
    pub measured: BTreeMap<String, Vec<(u64, u64)>>,
    /// Findings, one for each group.
    pub findings: u64,
    /// What was used of a model.
    pub usage: ModelUsage,
    /// Why the run says nothing, if it could not be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Builds a cell from a run's records.
#[derive(Debug)]
pub struct RunFold {
    cell: RunResult,
    known: HashSet<StateId>,
}

impl RunFold {
    /// The cell of this explorer on this target.
    pub fn new(explorer: &str, target: &str, seed: u64) -> Self {
        let (explorer, target) = (explorer.to_owned(), target.to_owned());
        Self {
            cell: RunResult { explorer, target, seed, ..RunResult::default() },
            known: HashSet::new(),
        }
    }

    /// Takes one record in.
    pub fn apply(&mut self, record: &EventRecord) {
        let cell = &mut self.cell;
        match &record.event {
            Event::Observed(observed) => {
                let voice = observed.said.is_some();
                let state = if voice { observed.state.exact } else { observed.state.structural };
                // What a stand-in guesses is no state of the app.
                if !observed.guessed && self.known.insert(state) {
                    let (step, said) = (observed.step, observed.said.clone());
                    cell.seen.push(StateSighting { step, state, said });
                }
                cell.steps = observed.step;
            }
            Event::Covered(coverage) => {
                for (kind, count) in coverage {
                    let curve = cell.measured.entry(kind.clone()).or_default();
                    curve.push((cell.steps, count.covered));
                }
                cell.coverage.clone_from(coverage);
            }
            Event::Found(finding) => cell.findings += u64::from(finding.first),
            Event::Answered(answered) => cell.usage += answered.usage,
            Event::Ended(ended) => match &ended.reason {
                EndReason::CannotOpen { what, .. } => cell.failed = Some(what.clone()),
                EndReason::DeviceLost { what } if ended.steps == 0 => {
                    cell.failed = Some(what.clone());
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// The cell.
    pub fn cell(self) -> RunResult {
        self.cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A look at the state `exact` as it lies in a log.
    fn observed(step: u64, exact: &str, guessed: &str) -> EventRecord {
        let (zeros, blob) = ("0".repeat(16), "0".repeat(64));
        let json = format!(
            r#"{{"step":{step},"state":{{"exact":"{exact}","structural":"{zeros}"}},"package":"a",
                "activity":"","size":[0,0],"reading":{{"is":"full"}},"screen":"{blob}",
                "said":"Hello.",{guessed}"took_ms":0}}"#
        );
        let event = Event::Observed(serde_json::from_str(&json).unwrap());
        EventRecord { seq: step, at_ms: 0, event }
    }

    #[test]
    fn what_a_stand_in_guesses_is_seen_only_once_the_app_says_it() {
        let (one, two) = ("1".repeat(16), "2".repeat(16));
        let mut fold = RunFold::new("elevate", "t", 1);
        // A log from before this was written knows no guesses.
        fold.apply(&observed(0, &one, ""));
        fold.apply(&observed(1, &two, r#""guessed":true,"#));
        fold.apply(&observed(2, &two, r#""guessed":false,"#));
        fold.apply(&observed(3, &one, r#""guessed":true,"#));
        let cell = fold.cell();
        let seen: Vec<u64> = cell.seen.iter().map(|seen| seen.step).collect();
        assert_eq!((seen, cell.steps), (vec![0, 2], 3));
    }
}
