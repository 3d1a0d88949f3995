//! How much of a target was reached, by kind of coverage.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How many things of one kind were reached, and how many exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageCount {
    /// Seen so far.
    pub covered: u64,
    /// All there are.
    pub total: u64,
}

/// How often the wrong result of each seeded functional fault was seen, by the fault's id. Only a test
/// bed knows it.
pub type FaultEffects = BTreeMap<String, u64>;

/// The kind that counts the functions of an app's scripts that ran. Unlike the kinds that only a test
/// bed knows, it is measured on any app while it runs, so explorers may go by it.
pub const FUNCTIONS: &str = "functions";

/// Coverage by kind, such as `states` and `code`; only the kinds that the target can measure.
pub type Coverage = BTreeMap<String, CoverageCount>;
