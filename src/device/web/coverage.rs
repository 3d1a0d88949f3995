//! What of the app's scripts has run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::domain::coverage::FUNCTIONS;
use crate::domain::{Coverage, CoverageCount, CoveredParts};

/// What ran of each script, by its address. A function is known once its script was read and the
/// function around it ran, so the total grows.
#[derive(Clone, Debug, Default)]
pub(super) struct CoverageLedger {
    /// Which parts ran is kept, not only which functions.
    keeps_parts: bool,
    scripts: HashMap<String, ScriptRecord>,
}

/// What ran of one script. Offsets are in UTF-16 units.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptRecord {
    /// Its functions by start and end.
    pub(super) functions: BTreeMap<(usize, usize), FunctionRecord>,
    /// The parts that ran: end by start. They do not overlap.
    ran: BTreeMap<usize, usize>,
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FunctionRecord {
    /// Its name, if it has one.
    pub(super) name: String,
    /// It ran.
    pub(super) ran: bool,
    /// That was told.
    is_told: bool,
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
#[serde(rename_all = "camelCase")]
struct FunctionCoverage {
    #[serde(default)]
    function_name: String,
    ranges: Vec<CoverageRange>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CoverageRange {
    start_offset: usize,
    end_offset: usize,
    count: u64,
}

impl CoverageLedger {
    /// An empty one; if `keeps_parts`, it can tell what ran within functions.
    pub(super) fn new(keeps_parts: bool) -> Self {
        Self { keeps_parts, ..Self::default() }
    }

    /// Adds what `Profiler.takePreciseCoverage` gave. A script that the page evaluates from text counts
    /// if the text names it (`sourceURL`), as module loaders and development servers do. Scripts
    /// without a name are mostly ours, so none of them counts.
    pub(super) fn add(&mut self, taken: &Value) {
        let Ok(taken) = PreciseCoverage::deserialize(taken) else { return };
        for script in taken.result {
            if !script.url.is_empty() && !is_of_browser(&script.url) {
                let record = self.scripts.entry(script.url).or_default();
                if self.keeps_parts {
                    record.add_parts(&script.functions);
                }
                record.add_functions(script.functions);
            }
        }
    }

    /// How many functions ran, of all that are known.
    pub(super) fn coverage(&self) -> Coverage {
        let functions = self.scripts.values().flat_map(|script| script.functions.values());
        let (mut covered, mut total) = (0, 0);
        for function in functions {
            covered += u64::from(function.ran);
            total += 1;
        }
        Coverage::from([(FUNCTIONS.to_owned(), CoverageCount { covered, total })])
    }

    /// The functions that ran and were not told before. A name says where in which script the function is.
    pub(super) fn newly_covered(&mut self) -> CoveredParts {
        let mut names = BTreeSet::new();
        for (url, script) in &mut self.scripts {
            for ((start, end), function) in &mut script.functions {
                if function.ran && !std::mem::replace(&mut function.is_told, true) {
                    names.insert(part_name(url, *start, *end));
                }
            }
        }
        if names.is_empty() {
            return CoveredParts::new();
        }
        CoveredParts::from([(FUNCTIONS.to_owned(), names)])
    }

    /// The script at `url`.
    pub(super) fn script(&self, url: &str) -> Option<&ScriptRecord> {
        self.scripts.get(url)
    }

    /// All scripts, by their addresses.
    pub(super) fn scripts(&self) -> impl Iterator<Item = (&str, &ScriptRecord)> {
        self.scripts.iter().map(|(url, record)| (url.as_str(), record))
    }
}

/// What a function is called on every device: by the path of its script, since each may have the app from a server
/// of its own.
fn part_name(url: &str, start: usize, end: usize) -> String {
    let path = url.split_once("://").map_or(url, |(_, rest)| {
        rest.find('/').and_then(|slash| rest.get(slash..)).unwrap_or_default()
    });
    format!("{:016x}", xxh3_64(format!("{path} {start} {end}").as_bytes()))
}

/// True if the browser has a file of its own at `url`, so that a script there can be read again.
pub(super) fn is_loaded(url: &str) -> bool {
    ["http:", "https:", "file:"].iter().any(|scheme| url.starts_with(scheme))
}

/// True if the script at `url` belongs to the browser or to one of its extensions.
fn is_of_browser(url: &str) -> bool {
    let schemes = ["chrome:", "chrome-extension:", "chrome-error:", "devtools:", "extensions:"];
    schemes.iter().any(|scheme| url.starts_with(scheme))
}

impl ScriptRecord {
    fn add_functions(&mut self, functions: Vec<FunctionCoverage>) {
        for function in functions {
            // The first range is the function itself.
            if let Some(range) = function.ranges.first() {
                let place = (range.start_offset, range.end_offset);
                let known = self.functions.entry(place).or_default();
                known.ran |= range.count > 0;
                known.name = function.function_name;
            }
        }
    }

    fn add_parts(&mut self, functions: &[FunctionCoverage]) {
        // Inner ranges come after those around them and say more about their part.
        let mut painted: BTreeMap<usize, (usize, bool)> = BTreeMap::new();
        for range in functions.iter().flat_map(|function| &function.ranges) {
            paint(&mut painted, range.start_offset, range.end_offset, range.count > 0);
        }
        for (start, (end, ran)) in painted {
            if ran {
                self.add_part(start, end);
            }
        }
    }

    /// Adds a part that ran.
    fn add_part(&mut self, mut start: usize, mut end: usize) {
        while let Some((other, other_end)) = self
            .ran
            .range(..=end)
            .next_back()
            .map(|(other, other_end)| (*other, *other_end))
            .filter(|(_, other_end)| *other_end >= start)
        {
            start = start.min(other);
            end = end.max(other_end);
            self.ran.remove(&other);
        }
        if start < end {
            self.ran.insert(start, end);
        }
    }

    /// True if what is at `offset` ran.
    pub(super) fn ran_at(&self, offset: usize) -> bool {
        self.ran.range(..=offset).next_back().is_some_and(|(_, end)| offset < *end)
    }
}

/// Marks the part from `start` to `end`, over what was marked before.
fn paint(painted: &mut BTreeMap<usize, (usize, bool)>, start: usize, end: usize, ran: bool) {
    if start >= end {
        return;
    }
    let before = painted.range(..start).next_back().map(|(from, part)| (*from, *part));
    if let Some((from, (to, other))) = before.filter(|(_, (to, _))| *to > start) {
        painted.insert(from, (start, other));
        if to > end {
            painted.insert(end, (to, other));
        }
    }
    let inside: Vec<usize> = painted.range(start..end).map(|(from, _)| *from).collect();
    for from in inside {
        if let Some((to, other)) = painted.remove(&from)
            && to > end
        {
            painted.insert(end, (to, other));
        }
    }
    painted.insert(start, (end, ran));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
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
    fn what_ran_once_stays_covered_and_scripts_without_a_name_do_not_count() {
        let mut ledger = CoverageLedger::default();
        ledger.add(&taken("http://a/app.js", &[1, 0, 2]));
        ledger.add(&taken("http://a/app.js", &[0, 1]));
        ledger.add(&taken("", &[1, 1]));
        ledger.add(&taken("chrome-extension://abc/inject.js", &[1]));
        ledger.add(&json!({"result": 3}));
        let count = ledger.coverage()[FUNCTIONS];
        assert_eq!((count.covered, count.total), (3, 3));
        ledger.add(&taken("webpack-internal:///./src/app.js", &[1, 0]));
        ledger.add(&taken("$:/boot/boot.js", &[1]));
        let count = ledger.coverage()[FUNCTIONS];
        assert_eq!((count.covered, count.total), (5, 6));
    }

    #[test]
    fn a_function_has_one_name_whatever_server_the_app_comes_from() {
        let told = |url: &str| {
            let mut ledger = CoverageLedger::default();
            ledger.add(&taken(url, &[1, 0]));
            let told = ledger.newly_covered();
            assert!(ledger.newly_covered().is_empty(), "each is told once");
            ledger.add(&taken(url, &[1, 1]));
            assert_eq!(ledger.newly_covered()[FUNCTIONS].len(), 1, "the second one ran later");
            told
        };
        let one = told("http://127.0.0.1:4000/app.js");
        assert_eq!(one[FUNCTIONS].len(), 1);
        assert_eq!(one, told("https://app.example/app.js"));
        assert_ne!(one, told("http://127.0.0.1:4000/other.js"));
    }

    proptest! {
        /// Against an array with one entry for each character.
        #[test]
        fn parts_are_those_of_the_innermost_ranges(
            takes in prop::collection::vec(prop::collection::vec((0_usize..30, 0_usize..12, any::<bool>()), 1..6), 1..4),
        ) {
            let mut record = ScriptRecord::default();
            let mut ran = [false; 50];
            for ranges in takes {
                let mut painted = [false; 50];
                for (start, length, did) in &ranges {
                    painted[*start..start + length].fill(*did);
                }
                for (all, now) in ran.iter_mut().zip(painted) {
                    *all |= now;
                }
                let range = |(start, length, did): &(usize, usize, bool)| CoverageRange {
                    start_offset: *start, end_offset: start + length, count: u64::from(*did),
                };
                let ranges = ranges.iter().map(range).collect();
                record.add_parts(&[FunctionCoverage { function_name: String::new(), ranges }]);
            }
            for (at, ran) in ran.iter().enumerate() {
                prop_assert_eq!(record.ran_at(at), *ran, "at {}", at);
            }
        }
    }
}
