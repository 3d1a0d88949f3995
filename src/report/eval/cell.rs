//! One run: an explorer on a target with a seed, and which states it saw when.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::FunctionalFaults;
use crate::domain::{Coverage, StateId};
use crate::protocol::{EndReason, ModelUsage};
use crate::session::{SessionMoment, Timeline};

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
    /// Seeded functional faults, if the target knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<FunctionalFaults>,
    /// What was used of a model.
    pub usage: ModelUsage,
    /// Why the run says nothing, if it could not be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

impl RunResult {
    /// A run without any result yet: of this explorer, as it is called in the comparison, on this
    /// target.
    pub fn new(explorer: &str, target: &str, seed: u64) -> Self {
        let (explorer, target) = (explorer.to_owned(), target.to_owned());
        Self { explorer, target, seed, ..Self::default() }
    }

    /// Fills in the result of the run that `timeline` holds.
    pub fn fill_in(&mut self, timeline: &Timeline) {
        let Timeline { facts, moments, .. } = timeline;
        let mut known = HashSet::new();
        for SessionMoment { observed, .. } in moments.iter() {
            let voice = observed.said.is_some();
            let state = if voice { observed.state.exact } else { observed.state.structural };
            // What a simulated app guesses is no state of the app.
            if !observed.guessed && known.insert(state) {
                let (step, said) = (observed.step, observed.said.clone());
                self.seen.push(StateSighting { step, state, said });
            }
        }
        self.steps = moments.last().map_or(0, |moment| moment.observed.step);
        for (step, coverage) in &facts.measured {
            for (kind, count) in &**coverage {
                let curve = self.measured.entry(kind.clone()).or_default();
                curve.push((*step, count.covered));
            }
        }
        self.coverage = facts.measured.last().map(|(_, last)| (**last).clone()).unwrap_or_default();
        let first = facts.findings.iter().filter(|finding| finding.first);
        self.findings = first.count() as u64;
        self.faults = FunctionalFaults::of(facts);
        self.usage = facts.asked.usage;
        self.failed = facts.ended.as_ref().and_then(|ended| match &ended.reason {
            EndReason::CannotOpen { what, .. } => Some(what.clone()),
            EndReason::DeviceLost { what } if ended.steps == 0 => Some(what.clone()),
            _ => None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Event, EventRecord};

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
    fn what_a_simulated_app_guesses_is_seen_only_once_the_app_says_it() {
        let (one, two) = ("1".repeat(16), "2".repeat(16));
        // A log of an older program knows no guesses.
        let records = [
            observed(0, &one, ""),
            observed(1, &two, r#""guessed":true,"#),
            observed(2, &two, r#""guessed":false,"#),
            observed(3, &one, r#""guessed":true,"#),
        ];
        let mut cell = RunResult::new("elevate", "t", 1);
        cell.fill_in(&Timeline::of(&records));
        let seen: Vec<u64> = cell.seen.iter().map(|seen| seen.step).collect();
        assert_eq!((seen, cell.steps), (vec![0, 2], 3));
    }
}
