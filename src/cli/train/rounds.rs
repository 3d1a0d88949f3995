//! One round of training: runs on all targets, several at a time, then what the network learns from
//! them.

use std::sync::Arc;
use std::sync::mpsc::channel;

use futures_util::{StreamExt as _, stream};

use super::spec::TrainSpec;
use crate::cli::CliError;
use crate::cli::args::{ModelArgs, SubjectArgs};
use crate::cli::startup::{self, NO_MODEL, PreparedSession, SessionSetup, StartOptions};
use crate::cli::target;
use crate::config::UserFolders;
use crate::domain::KeptPictures;
use crate::engine::RunBudget;
use crate::explorer::dino_droid::{
    DinoDroid, EXPECTATIONS, Experience, NetworkCard, NetworkChoice, TrainedNetwork, TrainingMemory,
};
use crate::explorer::{self, ExplorerSettings};
use crate::oracle::OracleSettings;
use crate::report::eval::RunResult;
use crate::session::Timeline;

/// What a round brought.
pub struct RoundResult {
    /// The network after it.
    pub network: TrainedNetwork,
    /// How many choices its runs made.
    pub experiences: usize,
    /// The mean distance between values and their targets.
    pub distance: f32,
    /// For each of [`EXPECTATIONS`], how often it was met, and on how many screens it could be.
    pub met: [(u32, u32); EXPECTATIONS.len()],
}

/// One run: what it experienced, and the share of the code that it covered, in percent; of the states,
/// if the target does not measure code.
struct TrainingRun {
    experiences: Vec<Experience>,
    covered: f64,
}

/// Makes the next round of `spec` with `network`, which learns from it and from what `memory` holds of
/// earlier rounds.
///
/// # Errors
/// If a target cannot be reached.
pub async fn one(
    spec: &TrainSpec,
    network: &TrainedNetwork,
    memory: &mut TrainingMemory,
) -> Result<RoundResult, CliError> {
    let round = network.card.rounds;
    let sessions = tempfile::tempdir()
        .map_err(|error| CliError::new(format!("no temporary folder can be made: {error}"), 2))?;
    let shared = Arc::new(network.clone());
    let plans = (0..spec.runs).flat_map(|run| spec.targets.iter().map(move |target| (run, target)));
    let runs = plans.map(|(run, target)| {
        let seed = spec.seed * 1_000_000 + round * 1000 + run;
        let (spec, network) = (spec.clone(), shared.clone());
        let (target, sessions) = (target.clone(), sessions.path().to_owned());
        let running = async move { one_run(&spec, &target, network, seed, &sessions).await };
        async move {
            let ended = tokio::spawn(running).await;
            ended.unwrap_or_else(|error| Err(startup::engine_failed(&error)))
        }
    });
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let parallel = spec.parallel.unwrap_or(cores).max(1);
    // In the order of the specification, whichever ends first.
    let runs: Vec<Result<TrainingRun, CliError>> =
        stream::iter(runs).buffered(parallel).collect().await;
    let runs = runs.into_iter().collect::<Result<Vec<_>, _>>()?;
    let covered = runs.iter().map(|run| run.covered).sum::<f64>() / runs.len().max(1) as f64;
    let round_experiences: Vec<Experience> =
        runs.into_iter().flat_map(|run| run.experiences).collect();
    let met = met(&round_experiences);
    let experiences = round_experiences.len();
    memory.add(round, round_experiences);
    let (learned, distance) = network
        .after_round(memory, &spec.weights, spec.seed + round)
        .map_err(|error| CliError::new(error.to_string(), 2))?;
    let mut curve = network.card.curve.clone();
    curve.push((covered * 10.0).round() / 10.0);
    let card = NetworkCard { rounds: round + 1, curve, ..network.card.clone() };
    let network = TrainedNetwork::with_card(learned, card);
    Ok(RoundResult { network, experiences, distance, met })
}

fn met(experiences: &[Experience]) -> [(u32, u32); EXPECTATIONS.len()] {
    let mut counts = [(0, 0); EXPECTATIONS.len()];
    for experience in experiences {
        for ((met, of), expected) in counts.iter_mut().zip(experience.expectations.0) {
            *met += u32::from(expected == Some(true));
            *of += u32::from(expected.is_some());
        }
    }
    counts
}

async fn one_run(
    spec: &TrainSpec,
    named: &str,
    network: Arc<TrainedNetwork>,
    seed: u64,
    sessions: &std::path::Path,
) -> Result<TrainingRun, CliError> {
    let round = network.card.rounds;
    let subject = SubjectArgs {
        seed,
        sessions: Some(sessions.to_owned()),
        model: ModelArgs { llm: Some(NO_MODEL.to_owned()), ..ModelArgs::default() },
        // No picture is looked at, and drawing them takes most of the time.
        pictures: Some(KeptPictures::None),
        ..SubjectArgs::default()
    };
    let settings = ExplorerSettings {
        seed,
        disabled: spec.disable.clone(),
        weights: spec.weights_in(round),
        network: NetworkChoice::Trained(network),
        frozen: true,
        ..ExplorerSettings::default()
    };
    let (recorder, recorded) = channel();
    let explorer =
        DinoDroid::new(&settings).map_err(|error| CliError::new(error.to_string(), 2))?;
    let guided = if round < spec.guided_rounds { explorer.guided(&settings) } else { explorer };
    let explorer = Box::new(guided.recorded_by(recorder));
    let options = StartOptions::unattended(RunBudget { steps: Some(spec.steps), ms: None });
    let folders = UserFolders::of_user();
    let target = target::parse(named, None)?;
    let guard = startup::guard_rules(subject.guard, &*target, &folders)?;
    let entry = explorer::find("dino-droid")
        .ok_or_else(|| CliError::new("there is no explorer dino-droid", 2))?;
    let asking = startup::for_explorer(entry, &subject, &folders, options.pace)?;
    let setup =
        SessionSetup { explorer, asking, guard, oracles: OracleSettings::default(), resumed: None };
    let PreparedSession { driver, mut handle, session } =
        startup::begin(&*target, &subject, options, setup).await?;
    let mut timeline = Timeline::default();
    let folding = async {
        while let Some(record) = handle.next().await {
            timeline.apply(&record);
        }
    };
    let (ended, ()) = tokio::join!(driver.run(), folding);
    ended.map_err(|error| CliError::new(format!("{named}: {error}"), 3))?;
    let _ = std::fs::remove_dir_all(&session);
    let mut result = RunResult::new("dino-droid", named, seed);
    result.fill_in(&timeline);
    let count = result.coverage.get("code").or_else(|| result.coverage.get("states"));
    let covered =
        count.map_or(0.0, |count| 100.0 * count.covered as f64 / count.total.max(1) as f64);
    Ok(TrainingRun { experiences: recorded.try_iter().collect(), covered })
}
