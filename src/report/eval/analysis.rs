//! From runs to curves and comparisons.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::FunctionalFaults;
use super::cell::{RunResult, StateSighting};
use crate::domain::{StateId, speech};
use crate::report::stats::{self, Wilcoxon};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EvalMeasure {
    /// States by meaning, of all that any explorer saw there with any seed. Sentences of a voice
    /// app that ask the same ([`speech::same_meaning`]) are one; elsewhere the structural states.
    Semantic,
    /// States as they were observed (a voice app's sentences; elsewhere structural states), of all
    /// that any explorer saw there with any seed.
    Observed,
    /// States of the target's own truth, if it knows it.
    Truth,
    /// Code that ran, if the target measures it.
    Code,
    /// Seeded crashes that happened, if the target has such.
    Crashes,
}

impl EvalMeasure {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Semantic, Self::Observed, Self::Truth, Self::Code, Self::Crashes];

    /// Its name in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Semantic => "semantic states",
            Self::Observed => "observed states",
            Self::Truth => "known states",
            Self::Code => "code",
            Self::Crashes => "seeded crashes",
        }
    }

    /// The kind of coverage that the target measures for it, if it is the target that does.
    const fn kind(self) -> Option<&'static str> {
        match self {
            Self::Semantic | Self::Observed => None,
            Self::Truth => Some("states"),
            Self::Code => Some("code"),
            Self::Crashes => Some("crashes"),
        }
    }
}

/// Mean coverage over targets after each round, in percent, and its spread over targets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeanCurve {
    /// The explorer.
    pub explorer: String,
    /// One value a round, from round 0 (the opening).
    pub mean: Vec<f64>,
    /// The standard deviation over targets, likewise.
    pub deviation: Vec<f64>,
}

/// How an explorer stands against the first one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairedComparison {
    /// Mean difference in percentage points; positive if this one is ahead.
    pub difference: f64,
    /// Targets on which this one is ahead.
    pub wins: usize,
    /// Targets on which both are alike (within half a point).
    pub ties: usize,
    /// Targets on which it is behind.
    pub losses: usize,
    /// Wilcoxon's signed-rank test over targets, two-sided.
    pub p: Option<f64>,
    /// Vargha and Delaney's A over targets: above 0.5 if this one tends to be ahead.
    pub superiority: Option<f64>,
}

/// An explorer's result after the last round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplorerResult {
    /// The explorer.
    pub explorer: String,
    /// Mean coverage over targets, in percent.
    pub mean: f64,
    /// Its standard deviation over targets.
    pub deviation: f64,
    /// The mean standard deviation over seeds on the same target.
    pub deviation_of_seeds: f64,
    /// Against the first explorer; `None` for that one.
    pub versus_first: Option<PairedComparison>,
}

/// One measure over all runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasureResult {
    /// Which.
    pub measure: EvalMeasure,
    /// Targets that count: those on which every explorer ran and this can be measured.
    pub targets: usize,
    /// The curves.
    pub lines: Vec<MeanCurve>,
    /// The last round.
    pub standings: Vec<ExplorerResult>,
}

/// What all runs amount to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvalAnalysis {
    /// Rounds compared.
    pub rounds: u64,
    /// Runs that count.
    pub runs: usize,
    /// Runs that could not be made, and why.
    pub failed: Vec<(String, String)>,
    /// Measures that say something.
    pub measures: Vec<MeasureResult>,
    /// Findings, tokens and cost of each explorer.
    pub totals: Vec<ExplorerTotals>,
}

/// What an explorer found and used in all its runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ExplorerTotals {
    /// The explorer.
    pub explorer: String,
    /// Runs.
    pub runs: usize,
    /// Mean findings a run.
    pub findings: f64,
    /// Seeded functional faults; `None` if no target knows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<MeanFaults>,
    /// Tokens sent and received.
    pub tokens: u64,
    /// What they cost, in US dollars.
    pub cost_usd: f64,
}

/// Means a run of [`FunctionalFaults`], over the runs on targets that know their faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MeanFaults {
    /// Those runs.
    pub runs: usize,
    /// Faults that were enabled.
    pub seeded: f64,
    /// Faults whose wrong result was seen.
    pub reached: f64,
    /// Faults that a finding is about.
    pub found: f64,
    /// Findings about no fault.
    pub false_alarms: f64,
}

impl MeanFaults {
    /// The means over `runs`; `None` if there are none.
    fn of(runs: &[FunctionalFaults]) -> Option<Self> {
        let mean = |count: fn(&FunctionalFaults) -> u64| {
            stats::mean(&runs.iter().map(|run| count(run) as f64).collect::<Vec<_>>())
        };
        (!runs.is_empty()).then(|| Self {
            runs: runs.len(),
            seeded: mean(|run| run.seeded),
            reached: mean(|run| run.reached),
            found: mean(|run| run.found),
            false_alarms: mean(|run| run.false_alarms),
        })
    }
}

/// Coverage in percent after each round.
type Curve = Vec<f64>;

impl EvalAnalysis {
    /// Compares `explorers`, in this order, over `rounds` by their `cells`.
    pub fn of(cells: &[RunResult], explorers: &[String], rounds: u64) -> Self {
        let failed = cells
            .iter()
            .filter_map(|cell| {
                let why = cell.failed.clone()?;
                Some((format!("{} on {}, seed {}", cell.explorer, cell.target, cell.seed), why))
            })
            .collect();
        let sound: Vec<&RunResult> = cells.iter().filter(|cell| cell.failed.is_none()).collect();
        let mut by_target: BTreeMap<&str, Vec<&RunResult>> = BTreeMap::new();
        for cell in &sound {
            by_target.entry(&cell.target).or_default().push(cell);
        }
        by_target.retain(|_, cells| {
            explorers.iter().all(|name| cells.iter().any(|cell| cell.explorer == *name))
        });
        let mut measures: Vec<MeasureResult> = EvalMeasure::ALL
            .into_iter()
            .filter_map(|measure| measured(measure, &by_target, explorers, rounds))
            .collect();
        // Where no voice app is among the targets both say the same.
        let semantic = measures.first().map(|semantic| semantic.lines.clone());
        measures.retain(|one| {
            one.measure != EvalMeasure::Observed || Some(&one.lines) != semantic.as_ref()
        });
        let totals = explorers.iter().map(|explorer| totals(explorer, &sound)).collect();
        Self { rounds, runs: sound.len(), failed, measures, totals }
    }
}

fn totals(explorer: &str, cells: &[&RunResult]) -> ExplorerTotals {
    let own: Vec<&&RunResult> = cells.iter().filter(|cell| cell.explorer == explorer).collect();
    let findings: Vec<f64> = own.iter().map(|cell| cell.findings as f64).collect();
    let faults: Vec<FunctionalFaults> = own.iter().filter_map(|cell| cell.faults).collect();
    ExplorerTotals {
        explorer: explorer.to_owned(),
        runs: own.len(),
        findings: stats::mean(&findings),
        faults: MeanFaults::of(&faults),
        tokens: own.iter().map(|cell| cell.usage.input_tokens + cell.usage.output_tokens).sum(),
        cost_usd: own.iter().map(|cell| cell.usage.cost_usd).sum(),
    }
}

fn measured(
    measure: EvalMeasure,
    by_target: &BTreeMap<&str, Vec<&RunResult>>,
    explorers: &[String],
    rounds: u64,
) -> Option<MeasureResult> {
    // Curves by explorer, then target, then seed.
    let mut curves: Vec<Vec<Vec<Curve>>> = vec![Vec::new(); explorers.len()];
    for cells in by_target.values() {
        let Some(of_target) = curves_of(measure, cells, rounds) else { continue };
        for (place, explorer) in explorers.iter().enumerate() {
            let own = cells.iter().zip(&of_target).filter(|(cell, _)| cell.explorer == *explorer);
            curves[place].push(own.map(|(_, curve)| curve.clone()).collect());
        }
    }
    let targets = curves.first().map_or(0, Vec::len);
    if targets == 0 {
        return None;
    }
    let means: Vec<Vec<Curve>> = curves
        .iter()
        .map(|targets| targets.iter().map(|seeds| mean_curve(seeds)).collect())
        .collect();
    let lines = explorers.iter().zip(&means).map(|(name, means)| line(name, means)).collect();
    let last = |curve: &Curve| curve.last().copied().unwrap_or(0.0);
    let ends: Vec<Vec<f64>> = means.iter().map(|means| means.iter().map(last).collect()).collect();
    let standings = explorers
        .iter()
        .enumerate()
        .map(|(place, explorer)| {
            let seeds: Vec<f64> = curves[place]
                .iter()
                .map(|seeds| stats::deviation(&seeds.iter().map(last).collect::<Vec<_>>()))
                .collect();
            ExplorerResult {
                explorer: explorer.clone(),
                mean: stats::mean(&ends[place]),
                deviation: stats::deviation(&ends[place]),
                deviation_of_seeds: stats::mean(&seeds),
                versus_first: (place > 0).then(|| versus(&ends[place], &ends[0])),
            }
        })
        .collect();
    Some(MeasureResult { measure, targets, lines, standings })
}

fn versus(own: &[f64], first: &[f64]) -> PairedComparison {
    let differences: Vec<f64> = own.iter().zip(first).map(|(a, b)| a - b).collect();
    let count = |is: fn(f64) -> bool| differences.iter().filter(|value| is(**value)).count();
    PairedComparison {
        difference: stats::mean(&differences),
        wins: count(|value| value > 0.5),
        ties: count(|value| value.abs() <= 0.5),
        losses: count(|value| value < -0.5),
        p: stats::wilcoxon(&differences).map(|Wilcoxon { p, .. }| p),
        superiority: stats::superiority(own, first),
    }
}

fn line(explorer: &str, means: &[Curve]) -> MeanCurve {
    let rounds = means.first().map_or(0, Vec::len);
    let at = |round: usize| means.iter().map(|curve| curve[round]).collect::<Vec<f64>>();
    MeanCurve {
        explorer: explorer.to_owned(),
        mean: (0..rounds).map(|round| stats::mean(&at(round))).collect(),
        deviation: (0..rounds).map(|round| stats::deviation(&at(round))).collect(),
    }
}

fn mean_curve(seeds: &[Curve]) -> Curve {
    let rounds = seeds.first().map_or(0, Vec::len);
    let at = |round: usize| seeds.iter().map(|curve| curve[round]).collect::<Vec<f64>>();
    (0..rounds).map(|round| stats::mean(&at(round))).collect()
}

/// A curve for each cell of one target; `None` if this cannot be measured there.
fn curves_of(measure: EvalMeasure, cells: &[&RunResult], rounds: u64) -> Option<Vec<Curve>> {
    if let Some(kind) = measure.kind() {
        let total = cells.iter().find_map(|cell| cell.coverage.get(kind))?.total;
        let curve = |cell: &&RunResult| {
            let at = |round: u64| {
                let measured = cell.measured.get(kind).map_or(&[][..], Vec::as_slice);
                let known = measured.iter().take_while(|(step, _)| *step <= round).last();
                known.map_or(0.0, |(_, covered)| percent(*covered as usize, total as usize))
            };
            (0..=rounds).map(at).collect()
        };
        return (total > 0).then(|| cells.iter().map(curve).collect());
    }
    let classes = classes(measure, cells);
    let all: BTreeSet<usize> = classes.values().copied().collect();
    let curve = |cell: &&RunResult| {
        let mut known = BTreeSet::new();
        let mut seen = cell.seen.iter().peekable();
        let mut curve = Vec::new();
        for round in 0..=rounds {
            while let Some(sight) = seen.next_if(|sight| sight.step <= round) {
                known.insert(classes[&sight.state]);
            }
            curve.push(percent(known.len(), all.len()));
        }
        curve
    };
    Some(cells.iter().map(curve).collect())
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// The class of each state that was seen on one target.
fn classes(measure: EvalMeasure, cells: &[&RunResult]) -> HashMap<StateId, usize> {
    let mut states: BTreeMap<StateId, Option<&str>> = BTreeMap::new();
    for StateSighting { state, said, .. } in cells.iter().flat_map(|cell| &cell.seen) {
        states.insert(*state, said.as_deref());
    }
    let mut classes = HashMap::new();
    let mut meanings: Vec<(usize, &str)> = Vec::new();
    for (next, (state, said)) in states.into_iter().enumerate() {
        let same = said
            .filter(|_| measure == EvalMeasure::Semantic)
            .and_then(|said| meanings.iter().find(|(_, known)| speech::same_meaning(known, said)));
        let class = same.map_or(next, |(class, _)| *class);
        if let (true, Some(said)) = (class == next, said) {
            meanings.push((class, said));
        }
        classes.insert(state, class);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(explorer: &str, target: &str, seed: u64, seen: &[(u64, u64)]) -> RunResult {
        let seen = seen
            .iter()
            .map(|(step, state)| StateSighting { step: *step, state: StateId(*state), said: None })
            .collect();
        let (explorer, target) = (explorer.to_owned(), target.to_owned());
        RunResult { explorer, target, seed, steps: 2, seen, ..RunResult::default() }
    }

    fn names() -> Vec<String> {
        vec!["one".to_owned(), "other".to_owned()]
    }

    #[test]
    fn coverage_is_of_all_that_anybody_saw() {
        let cells = [
            cell("one", "t", 1, &[(0, 1), (1, 2), (2, 3)]),
            cell("other", "t", 1, &[(0, 1), (2, 4)]),
        ];
        let analysis = EvalAnalysis::of(&cells, &names(), 2);
        let semantic = &analysis.measures[0];
        assert_eq!(semantic.lines[0].mean, [25.0, 50.0, 75.0]);
        assert_eq!(semantic.lines[1].mean, [25.0, 25.0, 50.0]);
        let versus = semantic.standings[1].versus_first.as_ref().unwrap();
        assert_eq!((versus.difference, versus.losses), (-25.0, 1));
        assert!(analysis.measures.iter().all(|one| one.measure != EvalMeasure::Truth));
    }

    #[test]
    fn targets_that_one_of_them_lacks_do_not_count() {
        let mut failed = cell("other", "u", 1, &[]);
        failed.failed = Some("no such app".into());
        let cells = [
            cell("one", "t", 1, &[(0, 1)]),
            cell("other", "t", 1, &[(0, 1)]),
            cell("one", "u", 1, &[(0, 1)]),
            failed,
        ];
        let analysis = EvalAnalysis::of(&cells, &names(), 2);
        assert_eq!(analysis.measures[0].targets, 1);
        assert_eq!(analysis.failed.len(), 1);
        assert_eq!(analysis.runs, 3);
    }

    #[test]
    fn sentences_that_ask_the_same_are_one_semantic_state() {
        let mut one = cell("one", "t", 1, &[]);
        let say = |step, state, said: &str| StateSighting {
            step,
            state: StateId(state),
            said: Some(said.to_owned()),
        };
        one.seen = vec![say(0, 1, "Question 1. Yes or no?"), say(1, 2, "Question 2. Yes or no?")];
        let analysis = EvalAnalysis::of(&[one], &["one".to_owned()], 1);
        assert_eq!(analysis.measures[0].lines[0].mean, [100.0, 100.0]);
        assert_eq!(analysis.measures[1].lines[0].mean, [50.0, 100.0]);
    }

    #[test]
    fn seeds_are_averaged_before_targets() {
        let cells = [
            cell("one", "t", 1, &[(0, 1), (1, 2)]),
            cell("one", "t", 2, &[(0, 1)]),
            cell("one", "u", 1, &[(0, 9)]),
        ];
        let analysis = EvalAnalysis::of(&cells, &["one".to_owned()], 1);
        assert_eq!(analysis.measures[0].lines[0].mean, [75.0, 87.5]);
    }
}
