//! Confirming what a worker has found on the device of another one: the steps are performed again after a restart.
//!
//! A worker that has done its own steps lends its device. So no exploration is held up, and no device is used by two.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::outcome::FleetOutcome;
use super::worker::{FleetGround, WorkerEvent, WorkerNews};
use crate::cli::fleet::spec::WorkerSpec;
use crate::cli::tape::LoadedRecording;
use crate::cli::triage::TrialDevices;
use crate::cli::{CliError, startup, tape, target};
use crate::config::UserFolders;
use crate::domain::{Finding, FindingConfirmation};
use crate::engine::triage::{RepeatedFinding, TriageLimits, TriageRequest};
use crate::store;

/// What a confirmation may take: long guesses come last, and what takes many tries is no help.
const LIMITS: TriageLimits = TriageLimits {
    times: 2,
    replays: 12,
    time: Duration::from_secs(180),
    hangs_after: Duration::from_secs(60),
};

/// How long a log may take to tell of a finding that was reported, in looks and between two of them.
const LOOKS: u32 = 50;
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// A finding that is to be confirmed.
#[derive(Clone, Debug)]
pub struct ConfirmTask {
    /// What was found.
    pub finding: Arc<Finding>,
    /// The session that found it.
    pub session: PathBuf,
}

/// Who lends a device, and who needs one.
pub struct ConfirmDesk {
    /// The way to each worker that may lend its device, by its number from 1.
    lenders: Vec<Option<mpsc::UnboundedSender<ConfirmTask>>>,
    /// Those that wait for a task.
    idle: BTreeSet<usize>,
    /// Those that explore.
    exploring: BTreeSet<usize>,
}

impl ConfirmDesk {
    /// A desk for so many workers, with the end of each that takes tasks.
    pub fn new(workers: usize) -> (Self, Vec<mpsc::UnboundedReceiver<ConfirmTask>>) {
        let (lenders, tasks) =
            (0..workers).map(|_| mpsc::unbounded_channel()).unzip::<_, _, Vec<_>, Vec<_>>();
        let lenders = lenders.into_iter().map(Some).collect();
        let desk = Self { lenders, idle: BTreeSet::new(), exploring: (1..=workers).collect() };
        (desk, tasks)
    }

    /// Takes in what happened to a worker.
    pub fn take(&mut self, news: &WorkerNews) {
        let worker = news.worker;
        match &news.what {
            WorkerEvent::Lends | WorkerEvent::Tried { .. } => {
                self.exploring.remove(&worker);
                self.idle.insert(worker);
            }
            WorkerEvent::Ended(_) => {
                self.exploring.remove(&worker);
                self.idle.remove(&worker);
                self.lend(worker, None);
            }
            _ => {}
        }
    }

    /// Gives tasks to those who wait; gives which finding is tried now, by its group. Once nobody explores and
    /// nothing is tried, all are sent home.
    pub fn assign(&mut self, outcome: &FleetOutcome) -> Vec<(String, FindingConfirmation)> {
        let mut tried = Vec::new();
        for (task, able) in outcome.to_confirm(&self.idle) {
            let Some(worker) = able.into_iter().find(|worker| self.idle.contains(worker)) else {
                continue;
            };
            self.idle.remove(&worker);
            let group = task.finding.group.clone();
            self.lend(worker, Some(task));
            tried.push((group, FindingConfirmation::Trying { worker }));
        }
        let lending = self.lenders.iter().flatten().count();
        if self.exploring.is_empty() && lending == self.idle.len() {
            self.lenders.clear();
        }
        tried
    }

    /// Sends `worker` a task, or home.
    fn lend(&mut self, worker: usize, task: Option<ConfirmTask>) {
        let Some(lender) = worker.checked_sub(1).and_then(|at| self.lenders.get_mut(at)) else {
            return;
        };
        match (task, &lender) {
            // A worker that is gone tells of its end.
            (Some(task), Some(way)) => drop(way.send(task)),
            _ => *lender = None,
        }
    }
}

/// Performs the steps of `task` again on the device of `worker`.
pub async fn confirm(
    ground: &FleetGround,
    worker: &WorkerSpec,
    task: &ConfirmTask,
) -> FindingConfirmation {
    let number = worker.number;
    match tokio::time::timeout(LIMITS.time, repeated(ground, worker, task)).await {
        Err(_elapsed) => {
            let how = format!("not within {} s", LIMITS.time.as_secs());
            FindingConfirmation::NotAgain { worker: number, how }
        }
        Ok(Err(error)) => {
            FindingConfirmation::Impossible { why: format!("worker {number}: {error}") }
        }
        Ok(Ok(RepeatedFinding { steps: Some(steps), .. })) => {
            let plural = if steps == 1 { "" } else { "s" };
            let how = format!("{steps} step{plural} after a restart");
            FindingConfirmation::Confirmed { worker: number, how }
        }
        Ok(Ok(RepeatedFinding { tries, held, .. })) => {
            let held = held.map(|rule| format!("; the guard {rule:?} held steps back"));
            let how = format!("tried {tries} times{}", held.unwrap_or_default());
            FindingConfirmation::NotAgain { worker: number, how }
        }
    }
}

async fn repeated(
    ground: &FleetGround,
    worker: &WorkerSpec,
    task: &ConfirmTask,
) -> Result<RepeatedFinding, CliError> {
    let recorded = recording(task).await?;
    let folders = UserFolders::of_user();
    let app = worker.app.clone();
    let app = app.or_else(|| target::recorded_app(&worker.target, &recorded.tape.package));
    let target = target::parse(&worker.target, app.as_deref())?;
    let guard = startup::guard_rules(ground.spec.guard, &*target, &folders)?;
    let oracles = startup::oracle_settings(None, &folders)?;
    let web = ground.spec.subject(worker, &ground.folder).web;
    let mut bench =
        TrialDevices { target, app, fresh: false, seed: worker.seed, web, asking: None };
    let request = TriageRequest {
        tape: &recorded.tape,
        manifest: recorded.app.manifest.as_ref(),
        guard: &guard,
        secrets: &startup::secrets(),
        oracles: &oracles,
        limits: LIMITS,
    };
    Ok(request.happens_again(&task.finding, &mut bench).await?)
}

/// What the finder did. Its session may still run, and its log be a little behind.
async fn recording(task: &ConfirmTask) -> Result<LoadedRecording, CliError> {
    for _ in 0..LOOKS {
        let session = task.session.clone();
        let read = tokio::task::spawn_blocking(move || tape::read(&store::open(&session)?));
        let recorded = read.await.map_err(|error| startup::engine_failed(&error))??;
        if recorded.tape.findings.iter().any(|found| found.group == task.finding.group) {
            return Ok(recorded);
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Err(CliError::new("its session does not tell of it", 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::FindingKind;

    fn news(worker: usize, what: WorkerEvent) -> WorkerNews {
        WorkerNews { worker, what }
    }

    /// A fleet of which worker 1 has found a crash.
    fn found(
        targets: &str,
    ) -> (FleetOutcome, ConfirmDesk, Vec<mpsc::UnboundedReceiver<ConfirmTask>>) {
        let spec = crate::cli::fleet::spec::FleetSpec::parse(
            &format!("steps = 30\ntargets = [{targets}]"),
            "nightly",
            std::path::Path::new("/fleets"),
        );
        let spec = spec.unwrap();
        let mut outcome = FleetOutcome::new(&spec, std::path::Path::new("/sessions"));
        let (mut desk, tasks) = ConfirmDesk::new(spec.workers.len());
        let finding = Finding {
            kind: FindingKind::Crash,
            group: "E at x".into(),
            step: 4,
            first: true,
            ..Finding::default()
        };
        for worker in 1..=spec.workers.len() {
            for what in [
                WorkerEvent::Began(format!("/sessions/{worker}").into()),
                WorkerEvent::Opened("org.example.tea".into()),
            ] {
                let news = news(worker, what);
                desk.take(&news);
                outcome.apply(news);
            }
        }
        outcome.apply(news(1, WorkerEvent::Found(Arc::new(finding))));
        (outcome, desk, tasks)
    }

    #[test]
    fn a_worker_that_is_done_tries_what_another_has_found() {
        let (outcome, mut desk, mut tasks) = found("\"demo:shop\", \"demo:shop\"");
        desk.take(&news(1, WorkerEvent::Lends));
        assert_eq!(desk.assign(&outcome), [], "its finder does not");
        desk.take(&news(2, WorkerEvent::Lends));
        let tried = desk.assign(&outcome);
        assert_eq!(tried, [("E at x".to_owned(), FindingConfirmation::Trying { worker: 2 })]);
        let task = tasks[1].try_recv().unwrap();
        assert_eq!((task.finding.step, task.session), (4, "/sessions/1".into()));
    }

    #[test]
    fn a_device_of_another_kind_is_asked_first() {
        let (outcome, mut desk, _tasks) = found("\"demo:shop\", \"demo:shop\", \"demo:notes\"");
        desk.take(&news(2, WorkerEvent::Lends));
        desk.take(&news(3, WorkerEvent::Lends));
        let trying = FindingConfirmation::Trying { worker: 3 };
        assert_eq!(desk.assign(&outcome)[0].1, trying);
    }

    #[test]
    fn all_are_sent_home_once_nobody_explores_and_nothing_is_tried() {
        let (mut outcome, mut desk, mut tasks) = found("\"demo:shop\", \"demo:shop\"");
        desk.take(&news(1, WorkerEvent::Lends));
        desk.take(&news(2, WorkerEvent::Lends));
        for (group, confirmation) in desk.assign(&outcome) {
            outcome.confirm(&group, &confirmation);
        }
        desk.assign(&outcome);
        assert_eq!(tasks[0].try_recv().unwrap_err(), mpsc::error::TryRecvError::Empty);
        let confirmation = FindingConfirmation::Confirmed { worker: 2, how: String::new() };
        let tried = news(2, WorkerEvent::Tried { group: "E at x".into(), confirmation });
        desk.take(&tried);
        outcome.apply(tried);
        assert_eq!(desk.assign(&outcome), []);
        assert_eq!(tasks[0].try_recv().unwrap_err(), mpsc::error::TryRecvError::Disconnected);
    }
}
