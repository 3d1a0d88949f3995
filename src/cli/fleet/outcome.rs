//! What came of a fleet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::confirming::ConfirmTask;
use super::spec::FleetSpec;
use super::worker::{WorkerEvent, WorkerNews};
use crate::cli::args::FailingKind;
use crate::cli::output;
use crate::cli::run::junit::{JunitCase, JunitSuite};
use crate::domain::{Coverage, Finding, FindingConfirmation};
use crate::engine::fleet::{FleetCounts, FleetFinding, FleetFindings};

/// What came of a fleet so far.
#[derive(Debug)]
pub struct FleetOutcome {
    name: String,
    folder: PathBuf,
    workers: Vec<WorkerOutcome>,
    findings: FleetFindings,
}

/// What came of one worker.
#[derive(Clone, Debug)]
struct WorkerOutcome {
    target: String,
    explorer: String,
    seed: u64,
    session: Option<PathBuf>,
    steps: u64,
    /// Steps of spans before this process.
    before: Option<u64>,
    restarts: u32,
    works: bool,
    /// The app that it has opened.
    package: Option<String>,
    /// Why it ended too early.
    died: Option<String>,
}

impl FleetOutcome {
    /// Nothing has come of it yet.
    pub fn new(spec: &FleetSpec, folder: &Path) -> Self {
        let workers = spec.workers.iter().map(|worker| WorkerOutcome {
            target: worker.target.clone(),
            explorer: worker.explorer.clone(),
            seed: worker.seed,
            session: None,
            steps: 0,
            before: None,
            restarts: 0,
            works: false,
            package: None,
            died: None,
        });
        let (workers, findings) = (workers.collect(), FleetFindings::default());
        Self { name: spec.name.clone(), folder: folder.to_owned(), workers, findings }
    }

    /// Takes in what happened; gives what is worth a line of its own.
    pub fn apply(&mut self, news: WorkerNews) -> Option<String> {
        let number = news.worker;
        let worker = self.workers.get_mut(number.checked_sub(1)?)?;
        match news.what {
            WorkerEvent::Began(session) => {
                (worker.session, worker.works) = (Some(session), true);
                None
            }
            WorkerEvent::Opened(package) => {
                worker.package = Some(package);
                None
            }
            WorkerEvent::Lends => {
                worker.works = false;
                None
            }
            WorkerEvent::Tried { group, confirmation } => self.tried(&group, &confirmation),
            WorkerEvent::Stepped(steps) => {
                worker.before.get_or_insert(steps);
                worker.steps = steps;
                None
            }
            WorkerEvent::Restarted(why) => {
                worker.restarts += 1;
                worker.works = false;
                Some(format!("worker {number} died and is started again: {why}"))
            }
            WorkerEvent::Ended(died) => {
                worker.works = false;
                worker.died.clone_from(&died);
                died.map(|why| format!("worker {number} ended early: {why}"))
            }
            WorkerEvent::Found(finding) => self.found(number, &finding),
        }
    }

    fn found(&mut self, worker: usize, finding: &Arc<Finding>) -> Option<String> {
        let line = || format!("{} of worker {worker}: {}", finding.kind.word(), finding.title);
        self.findings.add(worker, finding).then(line)
    }

    /// Takes in what became of a finding on another device.
    pub fn confirm(&mut self, group: &str, confirmation: &FindingConfirmation) {
        self.findings.confirm(group, confirmation);
    }

    fn tried(&mut self, group: &str, confirmation: &FindingConfirmation) -> Option<String> {
        self.confirm(group, confirmation);
        let known = self.findings.all().iter().find(|it| it.finding.group == group)?;
        Some(format!("{}: {}", known.finding.title, confirmation.words()))
    }

    /// What all have found.
    pub fn findings(&self) -> &[FleetFinding] {
        self.findings.all()
    }

    /// What no other device has shown yet, each with those of `idle` that have the app: other targets than the
    /// finder's first.
    pub fn to_confirm(&self, idle: &BTreeSet<usize>) -> Vec<(ConfirmTask, Vec<usize>)> {
        let waiting = self.findings.all().iter();
        let waiting = waiting.filter(|it| it.confirmation == FindingConfirmation::Waiting);
        let task = |found: &FleetFinding| {
            let (finder, _) = *found.workers.first()?;
            let its = self.worker(finder)?;
            let session = its.session.clone()?;
            let has_it = |number: &usize| {
                let found_it = found.workers.iter().any(|(worker, _)| worker == number);
                !found_it && self.worker(*number).is_some_and(|it| it.package == its.package)
            };
            let mut able: Vec<usize> = idle.iter().copied().filter(has_it).collect();
            able.sort_by_key(|number| {
                self.worker(*number).is_none_or(|it| it.target == its.target)
            });
            Some((ConfirmTask { finding: Arc::clone(&found.finding), session }, able))
        };
        waiting.filter_map(task).collect()
    }

    fn worker(&self, number: usize) -> Option<&WorkerOutcome> {
        self.workers.get(number.checked_sub(1)?)
    }

    /// The folder of the fleet.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn steps(&self) -> u64 {
        self.workers.iter().map(|worker| worker.steps).sum()
    }

    /// Actions performed by this process a second.
    fn speed(&self, wall: Duration) -> f64 {
        let before: u64 = self.workers.iter().filter_map(|worker| worker.before).sum();
        self.steps().saturating_sub(before) as f64 / wall.as_secs_f64().max(0.001)
    }

    /// One line of progress.
    pub fn progress(&self, counts: FleetCounts, wall: Duration) -> String {
        let working = self.workers.iter().filter(|worker| worker.works).count();
        format!(
            "{} steps · {working} of {} workers · {} states · {} transitions · {} findings · {:.1} steps/s",
            self.steps(),
            self.workers.len(),
            counts.states,
            counts.transitions,
            self.findings.all().len(),
            self.speed(wall),
        )
    }

    /// True if something was found that makes the run fail.
    pub fn fails(&self, kinds: &[FailingKind]) -> bool {
        self.findings.all().iter().any(|it| kinds.iter().any(|kind| kind.names(it.finding.kind)))
    }

    /// Why no worker did anything, if none did.
    pub fn never_worked(&self) -> Option<&str> {
        if self.steps() > 0 {
            return None;
        }
        self.workers.iter().find_map(|worker| worker.died.as_deref())
    }

    /// One JSON object of the form that `docs/fleet.md` describes.
    pub fn json(&self, counts: FleetCounts, coverage: &Coverage, wall: Duration) -> Value {
        let workers = self.workers.iter().enumerate().map(|(at, worker)| {
            json!({
                "worker": at + 1, "target": worker.target, "explorer": worker.explorer,
                "seed": worker.seed, "session": worker.session, "steps": worker.steps,
                "restarts": worker.restarts, "died": worker.died,
            })
        });
        let findings = self.findings.all().iter().map(|found| {
            let FleetFinding { finding, workers, confirmation } = found;
            let found =
                workers.iter().map(|(worker, step)| json!({"worker": worker, "step": step}));
            json!({
                "kind": finding.kind, "title": finding.title, "group": finding.group,
                "found": found.collect::<Vec<_>>(), "confirmation": confirmation,
            })
        });
        json!({
            "fleet": self.folder,
            "name": self.name,
            "workers": workers.collect::<Vec<_>>(),
            "steps": self.steps(),
            "states": counts.states,
            "transitions": counts.transitions,
            "coverage": coverage,
            "performed": counts.performed,
            "repeated": counts.repeated,
            "findings": findings.collect::<Vec<_>>(),
            "wall_ms": wall.as_millis(),
            "steps_per_second": self.speed(wall),
            "peak_memory_kb": peak_memory_kb(),
        })
    }

    /// The result for people.
    pub fn text(&self, counts: FleetCounts, coverage: &Coverage, wall: Duration) -> String {
        let mut lines = vec![self.progress(counts, wall)];
        lines.extend(coverage.iter().map(|(kind, count)| count.words(kind)));
        for FleetFinding { finding, workers, confirmation } in self.findings.all() {
            let (first, step) = workers.first().copied().unwrap_or_default();
            let others = match workers.len() {
                0 | 1 => String::new(),
                count => format!(", seen by {count} workers"),
            };
            lines.push(format!(
                "{} at step {step} of worker {first}{others}: {}",
                finding.kind.word(),
                finding.title
            ));
            lines.push(format!("  {}", confirmation.words()));
        }
        for (at, worker) in self.workers.iter().enumerate() {
            if let Some(why) = &worker.died {
                lines.push(format!("warning: worker {} ended early: {why}", at + 1));
            }
        }
        lines.push(format!("fleet: {}", self.folder.display()));
        output::plain(&lines.join("\n"))
    }

    /// The findings as a suite of JUnit.
    pub fn junit(&self, wall: Duration) -> JunitSuite {
        let case = |FleetFinding { finding, workers, confirmation }: &FleetFinding| {
            let confirmed = confirmation.words();
            let seen =
                workers.iter().map(|(worker, step)| format!("worker {worker} at step {step}\n"));
            JunitCase::Failed {
                name: finding.title.clone(),
                kind: finding.kind.word(),
                message: format!("seen by {} workers; {confirmed}", workers.len()),
                evidence: format!("{}{confirmed}\n\n{}", seen.collect::<String>(), finding.detail),
            }
        };
        let cases = self.findings.all().iter().map(case).collect();
        JunitSuite { class: self.name.clone(), seconds: wall.as_secs_f64(), cases }
    }
}

/// The most memory that this process has had, in kilobytes, if the system tells.
fn peak_memory_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
