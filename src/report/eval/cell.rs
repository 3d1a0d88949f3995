//! One run: an explorer on a target with a seed, and which states it saw when.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::domain::{Coverage, StateId};
use crate::protocol::{EndReason, Event, Record, Usage};

/// A state's first sighting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
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
pub struct Cell {
    /// The explorer's name in this comparison.
    pub explorer: String,
    /// The target.
    pub target: String,
    /// The seed.
    pub seed: u64,
    /// Actions performed.
    pub steps: u64,
    /// The states it saw, in order.
    pub seen: Vec<Seen>,
    /// What the target measured of itself at the end.
    pub coverage: Coverage,
    /// What was covered of each kind that the target measures, after each step at which anything
    /// changed.
    #[serde(default)]
    pub measured: BTreeMap<String, Vec<(u64, u64)>>,
    /// Findings, one for each group.
    pub findings: u64,
    /// What was used of a model.
    pub usage: Usage,
    /// Why the run says nothing, where it could not be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Builds a cell from a run's records.
#[derive(Debug)]
pub struct Fold {
    cell: Cell,
    known: HashSet<StateId>,
}

impl Fold {
    /// The cell of this explorer on this target.
    pub fn new(explorer: &str, target: &str, seed: u64) -> Self {
        let (explorer, target) = (explorer.to_owned(), target.to_owned());
        Self { cell: Cell { explorer, target, seed, ..Cell::default() }, known: HashSet::new() }
    }

    /// Takes one record in.
    pub fn apply(&mut self, record: &Record) {
        let cell = &mut self.cell;
        match &record.event {
            Event::Observed(observed) => {
                let voice = observed.said.is_some();
                let state = if voice { observed.state.exact } else { observed.state.structural };
                if self.known.insert(state) {
                    let (step, said) = (observed.step, observed.said.clone());
                    cell.seen.push(Seen { step, state, said });
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
    pub fn cell(self) -> Cell {
        self.cell
    }
}
