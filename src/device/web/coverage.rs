//! Which functions of the app's scripts have run.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use crate::domain::{Coverage, CoverageCount};

/// The kind of coverage, as [`Coverage`] names it.
pub(super) const FUNCTIONS: &str = "functions";

/// Functions by script and place, and whether they ran. A function is known once its script was read
/// and the function around it ran, so the total grows.
#[derive(Clone, Debug, Default)]
pub(super) struct CoverageLedger {
    scripts: HashMap<String, HashMap<(u64, u64), bool>>,
}

#[derive(Debug, Deserialize)]
struct PreciseCoverage {
    result: Vec<ScriptCoverage>,
}

#[derive(Debug, Deserialize)]
struct ScriptCoverage {
    url: String,
    functions: Vec<FunctionCoverage>,
}

#[derive(Debug, Deserialize)]
struct FunctionCoverage {
    ranges: Vec<CoverageRange>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CoverageRange {
    start_offset: u64,
    end_offset: u64,
    count: u64,
}

impl CoverageLedger {
    /// Adds what `Profiler.takePreciseCoverage` gave. Scripts without an address are the browser's or
    /// ours.
    pub(super) fn add(&mut self, taken: &Value) {
        let Ok(taken) = PreciseCoverage::deserialize(taken) else { return };
        for script in taken.result {
            if !["http:", "https:", "file:"].iter().any(|scheme| script.url.starts_with(scheme)) {
                continue;
            }
            let known = self.scripts.entry(script.url).or_default();
            for function in script.functions {
                // The first range is the function itself.
                if let Some(range) = function.ranges.first() {
                    let ran = known.entry((range.start_offset, range.end_offset)).or_default();
                    *ran |= range.count > 0;
                }
            }
        }
    }

    /// How many functions ran, of all that are known.
    pub(super) fn coverage(&self) -> Coverage {
        let functions = self.scripts.values().flat_map(HashMap::values);
        let (mut covered, mut total) = (0, 0);
        for ran in functions {
            covered += u64::from(*ran);
            total += 1;
        }
        Coverage::from([(FUNCTIONS.to_owned(), CoverageCount { covered, total })])
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn taken(url: &str, counts: &[u64]) -> Value {
        let functions = counts.iter().enumerate().map(|(at, count)| {
            json!({"functionName": "", "isBlockCoverage": false,
                "ranges": [{"startOffset": at, "endOffset": 100, "count": count}]})
        });
        json!({"result": [{"scriptId": "1", "url": url, "functions": functions.collect::<Vec<_>>()}]})
    }

    #[test]
    fn what_ran_once_stays_covered_and_our_scripts_do_not_count() {
        let mut ledger = CoverageLedger::default();
        ledger.add(&taken("http://a/app.js", &[1, 0, 2]));
        ledger.add(&taken("http://a/app.js", &[0, 1]));
        ledger.add(&taken("", &[1, 1]));
        ledger.add(&json!({"result": 3}));
        let count = ledger.coverage()[FUNCTIONS];
        assert_eq!((count.covered, count.total), (3, 3));
    }
}
