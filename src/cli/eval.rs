//! `ridealong eval`: run explorers on targets with seeds, and compare the results.

mod runs;
mod spec;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::EvalArgs;
use super::{CliError, output};
use crate::report::eval::{self, EvalAnalysis, RunResult};
use crate::report::plot::{self, PlotCurve, PlotLabels};
use spec::EvalSpec;

/// Columns and rows of the terminal plot.
const PLOT: (usize, usize) = (64, 16);

/// Makes the missing runs of the comparison that `args` name, and prints the result of all runs.
///
/// # Errors
/// If the specification cannot be read or the results cannot be written.
pub async fn eval(args: &EvalArgs) -> Result<ExitCode, CliError> {
    let spec = EvalSpec::read(&args.spec)?;
    let out = args.out.clone().unwrap_or_else(|| args.spec.with_extension("eval"));
    let cells = runs::all(&spec, &out, args.quiet).await?;
    let analysis = EvalAnalysis::of(&cells.done, &spec.names(), spec.rounds);
    write(&out, &spec, &analysis)?;
    if args.json {
        output::say(&eval::json(&analysis).to_string())?;
    } else {
        output::say(&reported(&spec, &analysis))?;
        output::say(&format!("results: {}", out.display()))?;
    }
    if cells.left > 0 {
        output::tell(&format!(
            "{} runs are left; the same command continues with them",
            cells.left
        ));
        return Ok(ExitCode::from(130));
    }
    let all_failed =
        !cells.done.is_empty() && cells.done.iter().all(|cell: &RunResult| cell.failed.is_some());
    Ok(ExitCode::from(if all_failed { 3 } else { 0 }))
}

/// Table and plots for people.
fn reported(spec: &EvalSpec, analysis: &EvalAnalysis) -> String {
    let mut text = eval::table(analysis);
    for measured in &analysis.measures {
        let title = format!("{}: {}", spec.name, measured.measure.word());
        let labels = PlotLabels { title: &title, across: "rounds", up: "%" };
        text.push('\n');
        text.push_str(&plot::terminal(labels, &curves(measured), PLOT.0, PLOT.1));
    }
    output::plain(&text)
}

fn curves(measured: &eval::MeasureResult) -> Vec<PlotCurve<'_>> {
    measured
        .lines
        .iter()
        .map(|line| PlotCurve {
            name: &line.explorer,
            mean: &line.mean,
            deviation: &line.deviation,
        })
        .collect()
}

/// Writes the results beside the runs: text, CSV, JSON, and a picture a measure.
fn write(out: &Path, spec: &EvalSpec, analysis: &EvalAnalysis) -> Result<(), CliError> {
    let put = |name: &str, content: &str| {
        let path: PathBuf = out.join(name);
        std::fs::write(&path, content)
            .map_err(|error| CliError::new(format!("cannot write {}: {error}", path.display()), 2))
    };
    put("result.txt", &reported(spec, analysis))?;
    put("result.csv", &eval::csv(analysis))?;
    put("result.json", &eval::json(analysis).to_string())?;
    for measured in &analysis.measures {
        let word = measured.measure.word();
        let title = format!("{}: {word}, {} targets", spec.name, measured.targets);
        let labels = PlotLabels { title: &title, across: "interaction rounds", up: "coverage, %" };
        let name = format!("{}.svg", word.replace(' ', "-"));
        put(&name, &plot::svg(labels, &curves(measured)))?;
    }
    Ok(())
}
