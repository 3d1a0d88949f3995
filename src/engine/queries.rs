//! The questions that explorers and oracles ask a model, by name.

use crate::explorer::EXPLORERS;
use crate::llm::ModelQuery;
use crate::oracle::registry;

/// The query called `name`, whoever asks it.
pub fn query(name: &str) -> Option<&'static dyn ModelQuery> {
    // Sessions recorded earlier have the question about a form under Elevate's name.
    let name = if name == "elevate/texts" { "forms/texts" } else { name };
    let of_explorers = EXPLORERS.iter().flat_map(|entry| entry.queries);
    let of_oracles = registry::ALL.iter().flat_map(|entry| entry.queries);
    of_explorers.chain(of_oracles).find(|query| query.name() == name).copied()
}
