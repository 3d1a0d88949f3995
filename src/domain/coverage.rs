//! How much of a target was reached, by kind of coverage.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// How many things of one kind were reached, and how many exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageCount {
    /// Seen so far.
    pub covered: u64,
    /// All there are.
    pub total: u64,
}

impl CoverageCount {
    /// The covered share of all, in whole percent.
    pub fn percent(self) -> u64 {
        (self.covered * 100).checked_div(self.total).unwrap_or(0)
    }

    /// In words, as the coverage of `kind`.
    pub fn words(self, kind: &str) -> String {
        format!("coverage of {kind}: {} of {} ({} %)", self.covered, self.total, self.percent())
    }
}

/// How often the wrong result of each seeded functional fault was seen, by the fault's id. Only a test
/// bed knows it.
pub type FaultEffects = BTreeMap<String, u64>;

/// The kind that counts the functions of an app's scripts that ran. Unlike the kinds that only a test
/// bed knows, it is measured on any app while it runs, so explorers may go by it.
pub const FUNCTIONS: &str = "functions";

/// Coverage by kind, such as `states` and `code`; only the kinds that the target can measure.
pub type Coverage = BTreeMap<String, CoverageCount>;

/// Names of the parts that were covered, by kind of coverage. On every device with the same app a name means
/// the same, so that what several devices have covered can be added together.
pub type CoveredParts = BTreeMap<String, BTreeSet<String>>;

/// What became known of the functions of an app's code by their names, since it was told last. A name stands for all
/// functions of that name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionNames {
    /// Functions that became known and did not run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_run: Vec<String>,
    /// Functions told in `not_run` before that have run since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ran: Vec<String>,
}

impl FunctionNames {
    /// True if it tells nothing.
    pub const fn is_empty(&self) -> bool {
        self.not_run.is_empty() && self.ran.is_empty()
    }
}

/// What several devices have covered together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JointCoverage {
    parts: CoveredParts,
    totals: BTreeMap<String, u64>,
}

impl JointCoverage {
    /// Adds parts that one of them has covered.
    pub fn add(&mut self, parts: &CoveredParts) {
        for (kind, names) in parts {
            self.parts.entry(kind.clone()).or_default().extend(names.iter().cloned());
        }
    }

    /// Adds what one of them has counted: it says how many parts there are.
    pub fn count(&mut self, counted: &Coverage) {
        for (kind, count) in counted {
            let total = self.totals.entry(kind.clone()).or_insert(0);
            *total = (*total).max(count.total);
        }
    }

    /// What is covered of each kind whose parts are known by their names.
    pub fn coverage(&self) -> Coverage {
        let counts = self.parts.iter().map(|(kind, names)| {
            let covered = names.len() as u64;
            let known = self.totals.get(kind).copied().unwrap_or(0);
            (kind.clone(), CoverageCount { covered, total: known.max(covered) })
        });
        counts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_devices_have_covered_counts_once() {
        let parts = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            CoveredParts::from([("code".to_owned(), names)])
        };
        let counted = |covered, total| {
            let code = ("code".to_owned(), CoverageCount { covered, total });
            Coverage::from([code, ("intents".to_owned(), CoverageCount { covered, total })])
        };
        let mut joint = JointCoverage::default();
        joint.add(&parts(&["a", "b"]));
        joint.count(&counted(2, 9));
        joint.add(&parts(&["b", "c"]));
        joint.count(&counted(2, 10));
        let together = joint.coverage();
        assert_eq!(together["code"], CoverageCount { covered: 3, total: 10 });
        assert_eq!(together.len(), 1, "parts without names cannot be added together");
    }
}
