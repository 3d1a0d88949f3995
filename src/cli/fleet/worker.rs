//! One worker of a fleet: a session of its own, started again if it dies.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::confirming::{ConfirmTask, confirm};
use super::spec::{FleetSpec, WorkerSpec};
use super::view::FleetView;
use crate::cli::CliError;
use crate::cli::startup::{self, PreparedSession, StartOptions};
use crate::domain::{BlobId, Finding, FindingConfirmation};
use crate::engine::fleet::{FleetKnowledge, FleetLink, FleetStop};
use crate::engine::machine::minutes_to_ms;
use crate::engine::{EngineHandle, RunBudget};
use crate::protocol::{EndReason, Event, Op};
use crate::store::{self, BlobFolder};

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
    /// It has opened this app.
    Opened(String),
    /// It has performed so many actions in all.
    Stepped(u64),
    /// It found something that it had not found before.
    Found(Arc<Finding>),
    /// It died and is started again.
    Restarted(String),
    /// It has explored what it was to explore, and lends its device.
    Lends,
    /// It has performed the steps to what another worker found.
    Tried {
        /// Which finding that is.
        group: String,
        /// What became of it.
        confirmation: FindingConfirmation,
    },
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
    /// What it is to confirm once it has explored.
    tasks: mpsc::UnboundedReceiver<ConfirmTask>,
}

impl FleetWorker {
    /// The worker `worker`, which continues `session` if that is given.
    pub fn new(
        ground: FleetGround,
        worker: WorkerSpec,
        session: Option<PathBuf>,
        tasks: mpsc::UnboundedReceiver<ConfirmTask>,
    ) -> Self {
        Self { ground, worker, session, done: 0, tasks }
    }

    /// Works until the budget is used up, the fleet ends, or it has died too often.
    pub async fn work(mut self) {
        let died = self.explore().await;
        self.show(|view, worker| view.ends(worker, died.clone()));
        if died.is_none() {
            self.lend().await;
        }
        self.tell(WorkerEvent::Ended(died)).await;
    }

    /// Explores, from anew each time that it dies; gives why it died for good.
    async fn explore(&mut self) -> Option<String> {
        let mut stop = self.ground.stop.clone();
        let mut pause = FIRST_PAUSE;
        for restart in 0..=self.ground.spec.restarts {
            let Err(why) = self.span().await else { return None };
            if restart == self.ground.spec.restarts || *stop.borrow() != FleetStop::No {
                return Some(why);
            }
            self.show(|view, worker| view.dies(worker, why.clone()));
            self.tell(WorkerEvent::Restarted(why.clone())).await;
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = stopped(&mut stop) => return Some(why),
            }
            pause *= 2;
        }
        None
    }

    /// Confirms what others have found, until nobody needs it any more.
    async fn lend(&mut self) {
        self.tell(WorkerEvent::Lends).await;
        let mut stop = self.ground.stop.clone();
        while let Some(task) = tokio::select! {
            biased;
            () = stopped(&mut stop) => None,
            task = self.tasks.recv() => task,
        } {
            let confirmation = tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                tried = confirm(&self.ground, &self.worker, &task) => tried,
            };
            let group = task.finding.group.clone();
            self.tell(WorkerEvent::Tried { group, confirmation }).await;
        }
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
        let recorded = self.recorded(&mut link)?;
        let left = self.worker.steps.map(|steps| steps.saturating_sub(self.done));
        if let (Some(0), Some(session)) = (left, self.session.clone()) {
            // Nothing is left to do but to tell what was found.
            self.tell(WorkerEvent::Began(session)).await;
            self.tell(WorkerEvent::Stepped(self.done)).await;
            for event in &recorded {
                self.tell_of(event).await;
            }
            return Ok(());
        }
        let PreparedSession { driver, handle, session } =
            self.prepare(left).await.map_err(|error| error.to_string())?;
        self.session = Some(session.clone());
        self.show(|view, worker| view.begins(worker, &session, &handle));
        self.tell(WorkerEvent::Began(session)).await;
        self.tell(WorkerEvent::Stepped(self.done)).await;
        let running = tokio::spawn(driver.with_fleet(link).run());
        let end = self.follow(handle).await;
        match running.await {
            Err(error) => Err(format!("the engine ended early: {error}")),
            Ok(Err(error)) => Err(error.to_string()),
            Ok(Ok(_)) => died(end.as_ref()).map_or(Ok(()), Err),
        }
    }

    /// What earlier spans of the session recorded; the others know it then.
    fn recorded(&mut self, link: &mut FleetLink) -> Result<Vec<Event>, String> {
        let Some(session) = &self.session else { return Ok(Vec::new()) };
        let recorded = store::open(session).map_err(|error| error.to_string())?;
        let events: Vec<Event> = recorded.records.into_iter().map(|record| record.event).collect();
        events.iter().for_each(|event| link.restore(event));
        let blobs = BlobFolder::of(session);
        let screens = |id: &BlobId| serde_json::from_slice(&blobs.get(id).ok()?).ok();
        link.restore_held(&events, &screens);
        self.done = events.iter().filter(|it| matches!(it, Event::Performed(_))).count() as u64;
        Ok(events)
    }

    /// Takes in what the session reports until it ends, and ends it if the fleet is to end; gives why it ended.
    async fn follow(&mut self, mut handle: EngineHandle) -> Option<EndReason> {
        let mut stop = self.ground.stop.clone();
        let mut stopping = false;
        let (mut performed, mut end) = (0, None);
        loop {
            let record = tokio::select! {
                biased;
                () = stopped(&mut stop), if !stopping => {
                    stopping = true;
                    handle.send(Op::Quit);
                    continue;
                }
                record = handle.next() => record,
            };
            let Some(record) = record else { return end };
            self.show(|view, worker| view.record(worker, &record));
            self.tell_of(&record.event).await;
            match &record.event {
                Event::Performed(_) => performed += 1,
                Event::Ended(ended) => end = Some(ended.reason.clone()),
                _ => {}
            }
            // The history of a session that is continued comes first and is counted already.
            if performed > self.done {
                self.done = performed;
                self.tell(WorkerEvent::Stepped(performed)).await;
            }
        }
    }

    /// Tells what of `event` the fleet wants to know.
    async fn tell_of(&self, event: &Event) {
        match event {
            Event::AppOpened(opened) => {
                self.tell(WorkerEvent::Opened(opened.package.clone())).await;
            }
            Event::Found(finding) if finding.first => {
                self.tell(WorkerEvent::Found(Arc::new(finding.clone()))).await;
            }
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
