//! One worker of a fleet: a session of its own, started again if it dies.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::spec::{FleetSpec, WorkerSpec};
use super::view::FleetView;
use crate::cli::CliError;
use crate::cli::startup::{self, PreparedSession, StartOptions};
use crate::domain::Finding;
use crate::engine::RunBudget;
use crate::engine::fleet::{FleetKnowledge, FleetStop};
use crate::engine::machine::minutes_to_ms;
use crate::protocol::{EndReason, Event, Op};
use crate::store;

/// A worker that died is started again after so long, and after twice the time, each time.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// Something that happened to a worker.
#[derive(Clone, Debug)]
pub struct WorkerNews {
    /// The number of the worker.
    pub worker: usize,
    /// What happened.
    pub what: WorkerEvent,
}

/// What happened to a worker.
#[derive(Clone, Debug)]
pub enum WorkerEvent {
    /// Its session is recorded in this folder.
    Began(PathBuf),
    /// It has performed so many actions in all.
    Stepped(u64),
    /// It found something that it had not found before.
    Found(Arc<Finding>),
    /// It died and is started again.
    Restarted(String),
    /// It has ended, and why that was too early.
    Ended(Option<String>),
}

/// What all workers of a fleet have in common.
#[derive(Clone)]
pub struct FleetGround {
    /// The fleet.
    pub spec: Arc<FleetSpec>,
    /// Its folder.
    pub folder: PathBuf,
    /// What the workers know together.
    pub knowledge: Arc<FleetKnowledge>,
    /// Where they report to.
    pub news: mpsc::Sender<WorkerNews>,
    /// Whether all are to end.
    pub stop: watch::Receiver<FleetStop>,
    /// The view that shows them, if there is one.
    pub view: Option<Arc<FleetView>>,
}

/// A worker at work.
pub struct FleetWorker {
    ground: FleetGround,
    worker: WorkerSpec,
    /// Its session, once there is one.
    session: Option<PathBuf>,
    /// Actions performed in all of its session's spans.
    done: u64,
}

impl FleetWorker {
    /// The worker `worker`, which continues `session` if that is given.
    pub fn new(ground: FleetGround, worker: WorkerSpec, session: Option<PathBuf>) -> Self {
        Self { ground, worker, session, done: 0 }
    }

    /// Works until the budget is used up, the fleet ends, or it has died too often.
    pub async fn work(mut self) {
        let mut pause = FIRST_PAUSE;
        let mut died = None;
        for restart in 0..=self.ground.spec.restarts {
            match self.span().await {
                Ok(()) => {
                    died = None;
                    break;
                }
                Err(why) => died = Some(why),
            }
            if restart == self.ground.spec.restarts || *self.ground.stop.borrow() != FleetStop::No {
                break;
            }
            let why = died.clone().unwrap_or_default();
            self.show(|view, worker| view.dies(worker, why.clone()));
            self.tell(WorkerEvent::Restarted(why)).await;
            let mut stop = self.ground.stop.clone();
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = stopped(&mut stop) => break,
            }
            pause *= 2;
        }
        self.show(|view, worker| view.ends(worker, died.clone()));
        self.tell(WorkerEvent::Ended(died)).await;
    }

    /// Tells the view, if there is one. It never waits for it.
    fn show(&self, tell: impl FnOnce(&FleetView, usize)) {
        if let Some(view) = &self.ground.view {
            tell(view, self.worker.number);
        }
    }

    async fn tell(&self, what: WorkerEvent) {
        // Without anybody who listens the fleet has ended.
        let _ = self.ground.news.send(WorkerNews { worker: self.worker.number, what }).await;
    }

    /// Runs the session until it ends; an error says why it died.
    async fn span(&mut self) -> Result<(), String> {
        let mut link = self.ground.knowledge.link(self.worker.number);
        if let Some(session) = &self.session {
            let recorded = store::open(session).map_err(|error| error.to_string())?;
            let performed = |event: &Event| matches!(event, Event::Performed(_));
            self.done = recorded.records.iter().filter(|it| performed(&it.event)).count() as u64;
            recorded.records.iter().for_each(|record| link.restore(&record.event));
        }
        let left = self.worker.steps.map(|steps| steps.saturating_sub(self.done));
        if left == Some(0) {
            return Ok(());
        }
        let PreparedSession { driver, mut handle, session } =
            self.prepare(left).await.map_err(|error| error.to_string())?;
        self.session = Some(session.clone());
        self.show(|view, worker| view.begins(worker, &session, &handle));
        self.tell(WorkerEvent::Began(session)).await;
        self.tell(WorkerEvent::Stepped(self.done)).await;
        let running = tokio::spawn(driver.with_fleet(link).run());
        let mut stop = self.ground.stop.clone();
        let mut stopping = false;
        let (mut performed, mut end) = (0, None);
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop), if !stopping => {
                    stopping = true;
                    handle.send(Op::Quit);
                }
                record = handle.next() => match record {
                    Some(record) => {
                        self.show(|view, worker| view.record(worker, &record));
                        self.record(&record.event, &mut performed, &mut end).await;
                    }
                    None => break,
                },
            }
        }
        match running.await {
            Err(error) => Err(format!("the engine ended early: {error}")),
            Ok(Err(error)) => Err(error.to_string()),
            Ok(Ok(_)) => died(end.as_ref()).map_or(Ok(()), Err),
        }
    }

    /// Takes in an event; `performed` counts the actions of the session so far.
    async fn record(&mut self, event: &Event, performed: &mut u64, end: &mut Option<EndReason>) {
        match event {
            Event::Performed(_) => {
                *performed += 1;
                // The history of a session that is continued comes first and is counted already.
                if *performed > self.done {
                    self.done = *performed;
                    self.tell(WorkerEvent::Stepped(self.done)).await;
                }
            }
            Event::Found(finding) if finding.first => {
                self.tell(WorkerEvent::Found(Arc::new(finding.clone()))).await;
            }
            Event::Ended(ended) => *end = Some(ended.reason.clone()),
            _ => {}
        }
    }

    async fn prepare(&self, left: Option<u64>) -> Result<PreparedSession, CliError> {
        let FleetGround { spec, folder, .. } = &self.ground;
        let budget = RunBudget { steps: left, ms: spec.minutes.map(minutes_to_ms) };
        let mut subject = spec.subject(&self.worker, folder);
        subject.resume = self.session.as_deref().map(Path::to_owned);
        let options = StartOptions {
            pictures: spec.pictures,
            pause: Duration::from_millis(spec.pause_ms),
            ..StartOptions::unattended(budget)
        };
        startup::prepare(&self.worker.target, &subject, options).await
    }
}

/// Waits until the fleet is to end.
async fn stopped(stop: &mut watch::Receiver<FleetStop>) {
    // Without its sender the fleet has ended.
    let _ = stop.wait_for(|stop| *stop != FleetStop::No).await;
}

/// Why a session that ended was not at its end.
fn died(end: Option<&EndReason>) -> Option<String> {
    match end? {
        EndReason::DeviceLost { what }
        | EndReason::CannotOpen { what, .. }
        | EndReason::Stuck { what, .. } => Some(what.clone()),
        EndReason::Steps | EndReason::Minutes | EndReason::Tester | EndReason::NothingLeft => None,
    }
}
