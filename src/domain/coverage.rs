//! What of a target has been seen, by kind of coverage.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How many things of one kind were seen, of how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageCount {
    /// Seen so far.
    pub covered: u64,
    /// All there are.
    pub total: u64,
}

/// Coverage by kind, such as `states` and `code`; only the kinds that the target can measure.
pub type Coverage = BTreeMap<String, CoverageCount>;
