//! Makes the runs of a comparison, several at a time, and continues what an earlier call left.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::spec::{Contender, EvalSpec};
use crate::cli::args::{LearnChoice, ModelArgs, NetworkArgs, SubjectArgs};
use crate::cli::startup::{self, NO_MODEL, PreparedSession, StartOptions};
use crate::cli::{CliError, output};
use crate::engine::RunBudget;
use crate::report::eval::RunResult;
use crate::session::Timeline;

/// The file of results, one run a line.
const RUNS: &str = "runs.jsonl";

/// What there is of a comparison.
pub struct RunSet {
    /// Runs that were made, now or earlier.
    pub done: Vec<RunResult>,
    /// Runs that are left because somebody stopped it.
    pub left: usize,
}

/// One run to make.
#[derive(Clone)]
struct PlannedRun {
    contender: Contender,
    target: String,
    seed: u64,
}

/// Makes all runs of `spec` that `out` does not hold yet. Ctrl-C stops after the runs in flight.
///
/// # Errors
/// If results cannot be read or written.
pub async fn all(spec: &EvalSpec, out: &Path, quiet: bool) -> Result<RunSet, CliError> {
    let sessions = out.join("sessions");
    let failed = |what: &Path, error: &dyn std::fmt::Display| {
        CliError::new(format!("cannot write {}: {error}", what.display()), 2)
    };
    std::fs::create_dir_all(&sessions).map_err(|error| failed(&sessions, &error))?;
    let path = out.join(RUNS);
    let plans = plans(spec);
    let wanted: HashSet<_> = plans.iter().map(key).collect();
    let mut done = earlier(&path, spec.rounds)?;
    done.retain(|cell| wanted.contains(&(cell.explorer.clone(), cell.target.clone(), cell.seed)));
    let known: HashSet<_> =
        done.iter().map(|cell| (cell.explorer.clone(), cell.target.clone(), cell.seed)).collect();
    let todo: Vec<PlannedRun> =
        plans.into_iter().filter(|plan| !known.contains(&key(plan))).collect();
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|error| failed(&path, &error))?;
    if std::fs::read(&path).is_ok_and(|text| !text.is_empty() && !text.ends_with(b"\n")) {
        // A killed call left half a line; the next one must not be glued to it.
        writeln!(file).map_err(|error| failed(&path, &error))?;
    }
    let mut progress = EvalProgress { total: todo.len(), done: 0, started: Instant::now(), quiet };
    let mut running = start(spec, &todo, &sessions);
    let mut stop = std::pin::pin!(tokio::signal::ctrl_c());
    while progress.done < progress.total {
        let joined = tokio::select! {
            biased;
            _ = &mut stop => {
                running.shutdown().await;
                break;
            }
            joined = running.join_next() => joined,
        };
        let Some(Ok(cell)) = joined else { break };
        progress.tell(&cell);
        // A cell is plain data; it always has a JSON form.
        let line = serde_json::json!({"rounds": spec.rounds, "run": cell});
        writeln!(file, "{line}").map_err(|error| failed(&path, &error))?;
        done.push(cell);
    }
    progress.end();
    if !spec.keep {
        // Only folders of ours: emptied one by one as the runs ended.
        let _ = std::fs::remove_dir(&sessions);
    }
    order(&mut done, spec);
    Ok(RunSet { done, left: progress.total - progress.done })
}

/// The order of the specification, whatever order the runs ended in.
fn order(cells: &mut [RunResult], spec: &EvalSpec) {
    let place = |cell: &RunResult| {
        let explorer = spec.explorers.iter().position(|one| one.name == cell.explorer);
        let target = spec.targets.iter().position(|target| *target == cell.target);
        (target, cell.seed, explorer)
    };
    cells.sort_by_key(place);
}

fn key(plan: &PlannedRun) -> (String, String, u64) {
    (plan.contender.name.clone(), plan.target.clone(), plan.seed)
}

fn plans(spec: &EvalSpec) -> Vec<PlannedRun> {
    let mut plans = Vec::new();
    for target in &spec.targets {
        for seed in &spec.seeds {
            for contender in &spec.explorers {
                let (contender, target, seed) = (contender.clone(), target.clone(), *seed);
                plans.push(PlannedRun { contender, target, seed });
            }
        }
    }
    plans
}

/// The runs that an earlier call made, with as many rounds. A last line that is cut off is left.
fn earlier(path: &Path, rounds: u64) -> Result<Vec<RunResult>, CliError> {
    #[derive(serde::Deserialize)]
    struct StoredRun {
        rounds: u64,
        run: RunResult,
    }
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(CliError::new(format!("cannot read {}: {error}", path.display()), 2));
        }
    };
    let lines = BufReader::new(file).lines().map_while(Result::ok);
    let read = lines.filter_map(|line| serde_json::from_str::<StoredRun>(&line).ok());
    Ok(read.filter(|line| line.rounds == rounds).map(|line| line.run).collect())
}

fn start(spec: &EvalSpec, todo: &[PlannedRun], sessions: &Path) -> JoinSet<RunResult> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let slots = Arc::new(Semaphore::new(spec.parallel.unwrap_or(cores).max(1)));
    let mut running = JoinSet::new();
    for plan in todo {
        let (slots, spec, sessions) = (slots.clone(), spec.clone(), sessions.to_owned());
        let plan = plan.clone();
        running.spawn(async move {
            // Never closed, so this only waits.
            let _slot = slots.acquire().await;
            one(&spec, &plan, sessions).await
        });
    }
    running
}

/// One run. That it cannot be made is a result too.
async fn one(spec: &EvalSpec, plan: &PlannedRun, sessions: PathBuf) -> RunResult {
    let mut result = RunResult::new(&plan.contender.name, &plan.target, plan.seed);
    let asked = spec.llm.clone().filter(|_| plan.contender.asks);
    let subject = SubjectArgs {
        explorer: Some(plan.contender.explorer.clone()),
        seed: plan.seed,
        sessions: Some(sessions),
        disable: plan.contender.disable.clone(),
        weights: plan.contender.weights.clone(),
        network: NetworkArgs {
            file: plan.contender.network.clone(),
            learn: if plan.contender.learns { LearnChoice::On } else { LearnChoice::Off },
        },
        oracle: spec.oracles.clone(),
        pictures: spec.pictures,
        // The user's default model has no part in a comparison that names none.
        model: ModelArgs {
            llm: Some(asked.unwrap_or_else(|| NO_MODEL.to_owned())),
            max_cost: spec.max_cost,
            ..ModelArgs::default()
        },
        ..SubjectArgs::default()
    };
    let options = StartOptions::unattended(RunBudget { steps: Some(spec.rounds), ms: None });
    let PreparedSession { driver, mut handle, session } =
        match startup::prepare(&plan.target, &subject, options).await {
            Ok(prepared) => prepared,
            Err(error) => {
                result.failed = Some(error.to_string());
                return result;
            }
        };
    let mut timeline = Timeline::default();
    let folding = async {
        while let Some(record) = handle.next().await {
            timeline.apply(&record);
        }
    };
    let (ended, ()) = tokio::join!(driver.run(), folding);
    result.fill_in(&timeline);
    if let Err(error) = ended {
        result.failed = Some(error.to_string());
    }
    if !spec.keep {
        let _ = std::fs::remove_dir_all(&session);
    }
    result
}

struct EvalProgress {
    total: usize,
    done: usize,
    started: Instant,
    quiet: bool,
}

impl EvalProgress {
    fn tell(&mut self, cell: &RunResult) {
        self.done += 1;
        if self.quiet {
            return;
        }
        let elapsed = self.started.elapsed().as_secs_f64();
        let left = elapsed / self.done as f64 * (self.total - self.done) as f64;
        let text = format!(
            "{}/{} runs · {} on {}, seed {} · about {left:.0} s left",
            self.done, self.total, cell.explorer, cell.target, cell.seed
        );
        if output::is_live() {
            output::status(&text);
        } else if self.done.is_multiple_of(100) || self.done == self.total {
            output::tell(&text);
        }
    }

    fn end(&self) {
        if !self.quiet {
            output::end_status();
        }
    }
}
