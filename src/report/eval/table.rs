//! A comparison as text: for people, for spreadsheets, for programs.

use std::fmt::Write as _;

use serde_json::Value;

use super::analysis::{EvalAnalysis, ExplorerResult, MeanFaults, MeasureResult, PairedComparison};

/// The comparison for people.
pub fn table(analysis: &EvalAnalysis) -> String {
    let mut text = format!("{} runs of {} rounds\n", analysis.runs, analysis.rounds);
    for measured in &analysis.measures {
        measure(&mut text, measured);
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n{:<24} {:>6} {:>10} {:>12} {:>9}",
        "in all", "runs", "findings", "tokens", "cost"
    );
    for totals in &analysis.totals {
        let _ = writeln!(
            text,
            "{:<24} {:>6} {:>10.2} {:>12} {:>8.4}$",
            totals.explorer, totals.runs, totals.findings, totals.tokens, totals.cost_usd
        );
    }
    faults(&mut text, analysis);
    if !analysis.failed.is_empty() {
        let _ = writeln!(text, "\n{} runs could not be made:", analysis.failed.len());
        for (run, why) in analysis.failed.iter().take(10) {
            let _ = writeln!(text, "  {run}: {why}");
        }
    }
    text
}

/// Seeded functional faults as means a run, if any target knows them.
fn faults(text: &mut String, analysis: &EvalAnalysis) {
    let known = analysis.totals.iter().filter_map(|totals| Some((totals, totals.faults?)));
    for (place, (totals, faults)) in known.enumerate() {
        if place == 0 {
            let _ = writeln!(
                text,
                "\n{:<24} {:>6} {:>10} {:>12} {:>9} {:>13}",
                "functional faults", "runs", "seeded", "reached", "found", "false alarms"
            );
        }
        let MeanFaults { runs, seeded, reached, found, false_alarms } = faults;
        let _ = writeln!(
            text,
            "{:<24} {runs:>6} {seeded:>10.2} {reached:>12.2} {found:>9.2} {false_alarms:>13.2}",
            totals.explorer
        );
    }
}

/// Rounds whose coverage the table shows beside the last.
const SHOWN: [usize; 3] = [3, 5, 10];

fn measure(text: &mut String, measured: &MeasureResult) {
    let rounds = measured.lines.first().map_or(0, |line| line.mean.len());
    let shown: Vec<usize> = SHOWN.into_iter().filter(|round| round + 1 < rounds).collect();
    let _ = write!(text, "\n{} of {} targets, %", measured.measure.word(), measured.targets);
    let _ = write!(text, "\n{:<24}", "explorer");
    for round in &shown {
        let _ = write!(text, " {:>6}", format!("@{round}"));
    }
    let _ = writeln!(
        text,
        " {:>6} {:>6} {:>6}  {:>8} {:>12} {:>8} {:>5}",
        "end", "±", "seeds", "against", "win/tie/loss", "p", "A"
    );
    for (standing, line) in measured.standings.iter().zip(&measured.lines) {
        let ExplorerResult { explorer, mean, deviation, deviation_of_seeds, versus_first } =
            standing;
        let _ = write!(text, "{explorer:<24}");
        for round in &shown {
            let _ = write!(text, " {:>6.1}", line.mean[*round]);
        }
        let _ = write!(text, " {mean:>6.1} {deviation:>6.1} {deviation_of_seeds:>6.1}");
        if let Some(PairedComparison { difference, wins, ties, losses, p, superiority }) =
            versus_first
        {
            let games = format!("{wins}/{ties}/{losses}");
            let p = p.map_or("same".to_owned(), |p| {
                if p < 0.0001 { "<0.0001".into() } else { format!("{p:.4}") }
            });
            let a = superiority.unwrap_or(0.5);
            let _ = write!(text, "  {difference:>+8.1} {games:>12} {p:>8} {a:>5.2}");
        }
        text.push('\n');
    }
}

/// The curves as comma-separated values: measure, explorer, round, mean, deviation.
pub fn csv(analysis: &EvalAnalysis) -> String {
    let mut text = String::from("measure,explorer,round,mean_percent,deviation\n");
    for measured in &analysis.measures {
        for line in &measured.lines {
            let name = quoted(&line.explorer);
            for (round, (mean, deviation)) in line.mean.iter().zip(&line.deviation).enumerate() {
                let measure = measured.measure.word();
                let _ = writeln!(text, "{measure},{name},{round},{mean:.4},{deviation:.4}");
            }
        }
    }
    text
}

/// A field of comma-separated values (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// All of it as one JSON object.
pub fn json(analysis: &EvalAnalysis) -> Value {
    // Plain data always has a JSON form.
    serde_json::to_value(analysis).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::FunctionalFaults;
    use super::super::cell::{RunResult, StateSighting};
    use super::*;
    use crate::domain::StateId;

    fn analysis() -> EvalAnalysis {
        let cell = |explorer: &str, target: &str, states: &[u64]| RunResult {
            explorer: explorer.into(),
            target: target.into(),
            seen: (0..)
                .zip(states)
                .map(|(step, state)| StateSighting { step, state: StateId(*state), said: None })
                .collect(),
            ..RunResult::default()
        };
        let cells = [
            cell("elevate", "demo:a", &[1, 2, 3, 4]),
            cell("elevate", "demo:b", &[1, 2, 3]),
            cell("with, comma", "demo:a", &[1, 2]),
            cell("with, comma", "demo:b", &[1, 5]),
        ];
        EvalAnalysis::of(&cells, &["elevate".to_owned(), "with, comma".to_owned()], 12)
    }

    #[test]
    fn the_table_for_people() {
        insta::assert_snapshot!(table(&analysis()));
    }

    #[test]
    fn seeded_faults_are_means_of_the_runs_that_know_them() {
        let run = |explorer: &str, target: &str, faults| RunResult {
            explorer: explorer.into(),
            target: target.into(),
            seen: vec![StateSighting { step: 0, state: StateId(1), said: None }],
            faults,
            ..RunResult::default()
        };
        let faults = |[seeded, reached, found, false_alarms]: [u64; 4]| {
            Some(FunctionalFaults { seeded, reached, found, false_alarms })
        };
        let cells = [
            run("elevate", "demo:a", faults([4, 3, 2, 0])),
            run("elevate", "demo:b", faults([5, 1, 0, 1])),
            run("elevate", "voice:c", None),
            run("monkey", "demo:a", faults([4, 0, 0, 3])),
        ];
        let analysis = EvalAnalysis::of(&cells, &["elevate".to_owned(), "monkey".to_owned()], 1);
        insta::assert_snapshot!(table(&analysis));
        assert_eq!(json(&analysis)["totals"][0]["faults"]["seeded"], 4.5);
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        let text = csv(&analysis());
        assert!(text.contains("semantic states,\"with, comma\",0,"), "{text}");
        assert_eq!(text.lines().count(), 1 + 2 * 13);
    }
}
