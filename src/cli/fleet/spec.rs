//! What a fleet does: a small TOML file.
//!
//! ```toml
//! workers = 8                       # sessions at the same time
//! steps = 2000                      # of all workers together
//! explorers = ["systematic", "vlm-fuzz"]
//! targets = ["demo:shop", { target = "webdriver:http://localhost:4444", app = "http://localhost:3000", caps = "chrome.json", workers = 2 }]
//! ```

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use serde::{Deserialize, Serialize};

use crate::cli::args::{GuardChoice, ModelArgs, SubjectArgs, WebArgs};
use crate::cli::{CliError, target};
use crate::explorer;

/// The most workers: each has a session with its files.
const MOST_WORKERS: usize = 1000;

/// A fleet.
#[derive(Clone, Debug, PartialEq)]
pub struct FleetSpec {
    /// What it is called.
    pub name: String,
    /// Its workers.
    pub workers: Vec<WorkerSpec>,
    /// When each worker ends, in minutes.
    pub minutes: Option<f64>,
    /// True if workers tell each other what they learn, and divide the work.
    pub share: bool,
    /// How often a worker that died is started again.
    pub restarts: u32,
    /// Take pictures.
    pub pictures: bool,
    /// How long each worker waits before each action, in milliseconds.
    pub pause_ms: u64,
    oracles: Vec<String>,
    llm: Option<String>,
    max_cost: Option<f64>,
    charter: Option<String>,
    /// When the guard rules apply.
    pub guard: GuardChoice,
}

/// One worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerSpec {
    /// From 1.
    pub number: usize,
    /// What it explores, as the command line names it.
    pub target: String,
    /// The app, as `--app` names it.
    pub app: Option<String>,
    /// The file of capabilities.
    pub caps: Option<PathBuf>,
    /// The strategy.
    pub explorer: String,
    /// The seed: the fleet's, and one more for each worker.
    pub seed: u64,
    /// How many actions it performs; `None` for no limit.
    pub steps: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecFile {
    name: Option<String>,
    workers: Option<usize>,
    targets: Vec<TargetChoice>,
    #[serde(default)]
    explorers: Vec<String>,
    #[serde(default)]
    oracles: Vec<String>,
    steps: Option<u64>,
    minutes: Option<f64>,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "yes")]
    share: bool,
    #[serde(default = "three")]
    restarts: u32,
    #[serde(default = "yes")]
    pictures: bool,
    #[serde(default)]
    pause_ms: u64,
    llm: Option<String>,
    max_cost: Option<f64>,
    charter: Option<String>,
    guard: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TargetChoice {
    Plain(String),
    Whole(TargetTable),
}

#[derive(Deserialize, Serialize, Clone, Default)]
#[serde(deny_unknown_fields)]
struct TargetTable {
    target: String,
    app: Option<String>,
    caps: Option<PathBuf>,
    workers: Option<usize>,
}

const fn one() -> u64 {
    1
}

const fn three() -> u32 {
    3
}

const fn yes() -> bool {
    true
}

impl FleetSpec {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// If it cannot be read or is not valid; the message gives the line.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| wrong(format!("{} cannot be read: {error}", path.display())))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Self::parse(&text, &stem, folder)
            .map_err(|what| wrong(format!("{}: {what}", path.display())))
    }

    /// The fleet that `text` describes; its files are seen from `folder`. An error is a sentence.
    pub(super) fn parse(text: &str, stem: &str, folder: &Path) -> Result<Self, String> {
        let file: SpecFile = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
            format!("line {line}: {}", error.message())
        })?;
        if file.steps.is_none() && file.minutes.is_none() {
            return Err("neither `steps` nor `minutes` says when it ends".into());
        }
        let explorers =
            if file.explorers.is_empty() { vec!["systematic".into()] } else { file.explorers };
        if let Some(unknown) = explorers.iter().find(|name| explorer::find(name).is_none()) {
            let known = explorer::names().join(", ");
            return Err(format!("there is no explorer {unknown:?}; explorers are {known}"));
        }
        let guard = file.guard.map_or(Ok(GuardChoice::Auto), |name| {
            GuardChoice::from_str(&name, false)
                .map_err(|_| format!("guard {name:?} is none of auto, always, never"))
        })?;
        let targets = per_worker(file.targets, file.workers, folder)?;
        let count = targets.len() as u64;
        let workers = targets.into_iter().zip(explorers.iter().cycle()).enumerate();
        let workers = workers.map(|(at, (TargetTable { target, app, caps, .. }, explorer))| {
            let at_64 = at as u64;
            // What does not divide evenly falls to the first ones.
            let share = |steps: u64| steps / count + u64::from(at_64 < steps % count);
            WorkerSpec {
                number: at + 1,
                target,
                app,
                caps,
                explorer: explorer.clone(),
                seed: file.seed.wrapping_add(at_64),
                steps: file.steps.map(share),
            }
        });
        Ok(Self {
            name: file.name.unwrap_or_else(|| stem.to_owned()),
            workers: workers.filter(|worker| worker.steps != Some(0)).collect(),
            minutes: file.minutes,
            share: file.share,
            restarts: file.restarts,
            pictures: file.pictures,
            pause_ms: file.pause_ms,
            oracles: file.oracles,
            llm: file.llm,
            max_cost: file.max_cost,
            charter: file.charter,
            guard,
        })
    }

    /// What `worker` explores and how, with its sessions in `folder`.
    pub fn subject(&self, worker: &WorkerSpec, folder: &Path) -> SubjectArgs {
        SubjectArgs {
            app: worker.app.clone(),
            explorer: Some(worker.explorer.clone()),
            oracle: self.oracles.clone(),
            seed: worker.seed,
            charter: self.charter.clone(),
            sessions: Some(folder.to_owned()),
            guard: self.guard,
            model: ModelArgs {
                llm: self.llm.clone().or_else(|| Some("none".into())),
                max_cost: self.max_cost,
                ..ModelArgs::default()
            },
            web: WebArgs { caps: worker.caps.clone(), ..WebArgs::default() },
            ..SubjectArgs::default()
        }
    }
}

/// The target of each worker: those with a number of their own as often as they say, the others in turn until
/// there are `workers`.
fn per_worker(
    targets: Vec<TargetChoice>,
    workers: Option<usize>,
    folder: &Path,
) -> Result<Vec<TargetTable>, String> {
    let mut tables = Vec::new();
    for choice in targets {
        let table = match choice {
            TargetChoice::Plain(target) => TargetTable { target, ..TargetTable::default() },
            TargetChoice::Whole(table) => table,
        };
        let caps = table.caps.as_ref().map(|caps| folder.join(caps));
        let names = target::expand(&table.target, folder)?;
        for target in names {
            if let Err(error) = target::parse(&target, table.app.as_deref()) {
                return Err(error.to_string());
            }
            tables.push(TargetTable { target, caps: caps.clone(), ..table.clone() });
        }
    }
    let (own, others): (Vec<_>, Vec<_>) = tables.into_iter().partition(|it| it.workers.is_some());
    let mut each: Vec<TargetTable> = own
        .into_iter()
        .flat_map(|table| std::iter::repeat_n(table.clone(), table.workers.unwrap_or(1)))
        .collect();
    let left = match workers {
        Some(workers) => workers.saturating_sub(each.len()),
        None => others.len(),
    };
    each.extend(others.iter().cycle().take(left).cloned());
    match each.len() {
        0 => Err("there is no target".into()),
        1..=MOST_WORKERS => Ok(each),
        _ => Err(format!("there are more than {MOST_WORKERS} workers")),
    }
}

fn wrong(what: String) -> CliError {
    CliError::new(what, 2).hint("docs/fleet.md describes the specification")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<FleetSpec, String> {
        FleetSpec::parse(text, "nightly", Path::new("/fleets"))
    }

    #[test]
    fn steps_explorers_and_seeds_are_divided_among_the_workers() {
        let spec = read(
            "workers = 3\nsteps = 10\nseed = 7\nexplorers = [\"systematic\", \"monkey\"]\ntargets = [\"demo:shop\", \"demo:notes\"]",
        );
        let spec = spec.unwrap();
        assert_eq!((spec.name.as_str(), spec.restarts, spec.share), ("nightly", 3, true));
        let workers: Vec<_> = spec
            .workers
            .iter()
            .map(|it| (it.target.as_str(), it.explorer.as_str(), it.seed, it.steps))
            .collect();
        let expected = [
            ("demo:shop", "systematic", 7, Some(4)),
            ("demo:notes", "monkey", 8, Some(3)),
            ("demo:shop", "systematic", 9, Some(3)),
        ];
        assert_eq!(workers, expected);
    }

    #[test]
    fn a_target_may_say_how_many_workers_it_has() {
        let spec = read(
            "workers = 4\nminutes = 5\ntargets = [\"demo:shop\", { target = \"webdriver:http://h:1\", app = \"http://a\", caps = \"c.json\", workers = 3 }]",
        );
        let spec = spec.unwrap();
        let targets: Vec<&str> = spec.workers.iter().map(|it| it.target.as_str()).collect();
        let grid = "webdriver:http://h:1";
        assert_eq!(targets, [grid, grid, grid, "demo:shop"]);
        assert_eq!(spec.workers[0].caps.as_deref(), Some(Path::new("/fleets/c.json")));
        assert_eq!(
            spec.subject(&spec.workers[0], Path::new("/s")).app.as_deref(),
            Some("http://a")
        );
    }

    #[test]
    fn what_is_wrong_is_said_in_one_sentence() {
        for (text, said) in [
            ("targets = [\"demo:shop\"]", "neither `steps` nor `minutes`"),
            ("steps = 5\ntargets = []", "no target"),
            ("steps = 5\ntargets = [\"demo:none\"]", "has no app"),
            ("steps = 5\nexplorers = [\"x\"]\ntargets = [\"demo\"]", "no explorer \"x\""),
            ("steps = 5\nworkers = 5000\ntargets = [\"demo\"]", "more than 1000"),
            ("steps = 5\nguard = \"no\"\ntargets = [\"demo\"]", "none of auto, always, never"),
            ("steps = 5\nspeed = 5\ntargets = [\"demo\"]", "line 2"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
