//! `ridealong train`: train the network of dino-droid on several targets.

mod rounds;
mod spec;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::rounds::RoundResult;
use self::spec::TrainSpec;
use super::args::TrainArgs;
use super::{CliError, output};
use crate::explorer::dino_droid::{
    EXPECTATIONS, NetworkCard, TrainedNetwork, TrainingMemory, WeightsFileError,
};
use crate::report::plot::{self, PlotCurve, PlotLabels};

/// Columns and rows of the terminal plot.
const PLOT: (usize, usize) = (64, 12);

/// Trains the network that `args` specify, or continues to. Ctrl-C stops it; whole rounds are kept.
///
/// # Errors
/// If the specification cannot be read, a target cannot be reached, or the network cannot be written.
pub async fn train(args: &TrainArgs) -> Result<ExitCode, CliError> {
    let spec = TrainSpec::read(&args.spec)?;
    let out = args.out.clone().unwrap_or_else(|| args.spec.with_extension("safetensors"));
    let mut network = begun(&spec, &out)?;
    let memory_file = out.with_extension("memory");
    let mut memory = remembered(&memory_file, network.card.rounds, spec.rounds)?;
    let mut latest = None;
    while network.card.rounds < spec.rounds {
        let round = tokio::select! {
            biased;
            _ = tokio::signal::ctrl_c() => {
                let (done, all) = (network.card.rounds, spec.rounds);
                output::tell(&format!(
                    "stopped after {done} of {all} rounds; the same command continues with them"
                ));
                return Ok(ExitCode::from(130));
            }
            round = rounds::one(&spec, &network, &mut memory) => round?,
        };
        network = round.network.clone();
        // First, so that each network has all rounds that it learned from beside it.
        write(&memory_file, memory.write())?;
        write(&out, network.write())?;
        if !args.quiet {
            output::tell(&told_round(&spec, &round));
        }
        latest = Some(round);
    }
    let _ = std::fs::remove_file(&memory_file);
    output::say(&output::plain(&reported(&spec, &network, latest.as_ref())))?;
    output::say(&format!("weights: {}", out.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The network in `out` if a training with `spec` wrote it, else an untrained one.
fn begun(spec: &TrainSpec, out: &Path) -> Result<TrainedNetwork, CliError> {
    let fresh = TrainedNetwork::untrained(spec.seed, spec.card());
    let content = match std::fs::read(out) {
        Ok(content) => content,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(fresh),
        Err(error) => return Err(CliError::new(format!("{}: {error}", out.display()), 2)),
    };
    let other = |what: &str| {
        CliError::new(format!("{}: {what}", out.display()), 2)
            .hint("delete it to train from the beginning, or name another file with --out")
    };
    let known = TrainedNetwork::read(&content).map_err(|error| other(&error.to_string()))?;
    let card = NetworkCard { rounds: 0, curve: Vec::new(), ..known.card.clone() };
    if card != fresh.card {
        return Err(other("this network was trained with another specification"));
    }
    Ok(known)
}

/// What the runs of the first `rounds` rounds experienced, of `all` rounds of a training.
fn remembered(path: &Path, rounds: u64, all: u64) -> Result<TrainingMemory, CliError> {
    if rounds == 0 || rounds >= all {
        return Ok(TrainingMemory::default());
    }
    let lost = |what: &str| {
        let hint = "it is needed to continue; delete the network to train from the beginning";
        CliError::new(format!("{}: {what}", path.display()), 2).hint(hint)
    };
    let content = std::fs::read(path).map_err(|error| lost(&error.to_string()))?;
    let memory = TrainingMemory::read(&content).map_err(|error| lost(&error.to_string()))?;
    let memory = memory.before(rounds);
    if memory.rounds() < rounds {
        return Err(lost("it does not hold all rounds that the network learned from"));
    }
    Ok(memory)
}

/// Writes `content` so that a kill leaves the former file or this one.
fn write(out: &Path, content: Result<Vec<u8>, WeightsFileError>) -> Result<(), CliError> {
    let failed = |error: &dyn std::fmt::Display| {
        CliError::new(format!("cannot write {}: {error}", out.display()), 2)
    };
    let content = content.map_err(|error| failed(&error))?;
    let part: PathBuf = out.with_extension("part");
    std::fs::write(&part, content).map_err(|error| failed(&error))?;
    std::fs::rename(&part, out).map_err(|error| failed(&error))
}

fn told_round(spec: &TrainSpec, round: &RoundResult) -> String {
    let card = &round.network.card;
    let covered = card.curve.last().copied().unwrap_or_default();
    format!(
        "round {}/{}: {covered:.1} % on average; {} choices, {:.2} from their targets",
        card.rounds, spec.rounds, round.experiences, round.distance
    )
}

/// The curve, and in how many cases the latest round chose as expected.
fn reported(spec: &TrainSpec, network: &TrainedNetwork, latest: Option<&RoundResult>) -> String {
    let curve = &network.card.curve;
    let deviation = vec![0.0; curve.len()];
    let curves = [PlotCurve { name: "dino-droid", mean: curve, deviation: &deviation }];
    let labels = PlotLabels { title: &spec.name, across: "rounds", up: "%" };
    let mut text = plot::terminal(labels, &curves, PLOT.0, PLOT.1);
    for ((expected, paper), (met, of)) in
        EXPECTATIONS.iter().zip(latest.map_or([(0, 0); EXPECTATIONS.len()], |it| it.met))
    {
        if of > 0 {
            let share = 100.0 * f64::from(met) / f64::from(of);
            text.push_str(&format!(
                "{expected}: {share:.0} % of {of} screens (paper: {paper} %)\n"
            ));
        }
    }
    text
}
