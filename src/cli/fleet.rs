//! `ridealong fleet`: many sessions at once, as one exploration.

mod confirming;
mod join;
mod outcome;
mod spec;
mod stored;
mod view;
mod worker;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::args::FleetArgs;
use super::interrupt::interrupted;
use super::run::junit;
use super::{CliError, judged_findings, output, report, startup};
use crate::config::UserFolders;
use crate::engine::fleet::{FleetKnowledge, FleetStop};
use confirming::ConfirmDesk;
use outcome::FleetOutcome;
use spec::FleetSpec;
pub(super) use stored::StoredFleet;
use view::{FleetView, FleetWindow};
use worker::{FleetGround, FleetWorker, WorkerEvent, WorkerNews};

/// So much news waits to be read before workers wait for it.
const NEWS: usize = 1024;

/// Between two rewrites of the live line.
const LIVE: Duration = Duration::from_millis(200);
/// The time between two lines if standard error is no terminal.
const LINES: Duration = Duration::from_secs(5);

/// Explores as the specification says.
///
/// # Errors
/// If the specification cannot be used, or no worker could begin.
pub async fn fleet(args: FleetArgs) -> Result<ExitCode, CliError> {
    // Before hours are spent on what cannot be written.
    if let Some(out) = &args.report {
        report::keep_others(out, "name another file with --report")?;
    }
    let (folder, stored, spec) = if args.resume { go_on(&args.spec)? } else { begin(&args)? };
    let knowledge = FleetKnowledge::new(spec.share);
    let window = view::is_wanted(&args).then(|| FleetWindow::open(&args, &spec, &knowledge));
    let window = window.transpose()?;
    let quiet = args.quiet || window.is_some();
    let (stop, _) = watch::channel(FleetStop::No);
    let view = window.as_ref().map(FleetWindow::view);
    let progress = FleetProgress { folder, stored, quiet, told: Instant::now() };
    let run = FleetRun { spec: Arc::new(spec), knowledge, stop: stop.clone(), view };
    let began = Instant::now();
    let ended = match window {
        None => run.run(progress).await?,
        // Beside the view, so that a terminal that takes its time holds nothing up.
        Some(window) => {
            let running = tokio::spawn(run.run(progress));
            let shown = window.show(stop.clone()).await;
            // If the view has failed nobody could end it any more.
            stop.send_modify(|stop| *stop = (*stop).max(FleetStop::InOrder));
            let ended = running.await.map_err(|error| startup::engine_failed(&error))??;
            keep_judged(&shown?)?;
            ended
        }
    };
    match ended {
        Some((outcome, knowledge)) => finish(&args, &outcome, &knowledge, began.elapsed()),
        None => Ok(ExitCode::from(130)),
    }
}

/// Keeps what was said of findings in these sessions.
fn keep_judged(sessions: &BTreeSet<PathBuf>) -> Result<(), CliError> {
    let folders = UserFolders::of_user();
    sessions.iter().try_for_each(|session| judged_findings::keep(session, &folders).map(|_| ()))
}

/// A fleet that is about to run.
struct FleetRun {
    spec: Arc<FleetSpec>,
    knowledge: Arc<FleetKnowledge>,
    stop: watch::Sender<FleetStop>,
    view: Option<Arc<FleetView>>,
}

impl FleetRun {
    /// Runs all workers to their end, or until it is to end; `None` if that was at once.
    async fn run(
        self,
        mut progress: FleetProgress,
    ) -> Result<Option<(FleetOutcome, Arc<FleetKnowledge>)>, CliError> {
        let Self { spec, knowledge, stop, view } = self;
        let mut outcome = FleetOutcome::new(&spec, &progress.folder);
        let (news, mut told) = mpsc::channel(NEWS);
        let ground = FleetGround {
            spec,
            folder: progress.folder.clone(),
            knowledge: Arc::clone(&knowledge),
            news,
            stop: stop.subscribe(),
            view,
        };
        let began = Instant::now();
        let mut running = JoinSet::new();
        let (mut desk, tasks) = ConfirmDesk::new(ground.spec.workers.len());
        for (worker, tasks) in ground.spec.workers.iter().zip(tasks) {
            let session = progress.stored.sessions.get(&worker.number);
            let session = session.map(|session| progress.folder.join(session));
            let worker = FleetWorker::new(ground.clone(), worker.clone(), session, tasks);
            running.spawn(worker.work());
        }
        let view = ground.view.clone();
        drop(ground);
        let mut interrupt = Box::pin(interrupted());
        let mut stopped = stop.subscribe();
        loop {
            tokio::select! {
                // First, so that an interrupt never waits behind news.
                biased;
                () = &mut interrupt => {
                    // The second time nothing is waited for; what was reported is recorded.
                    stop.send_modify(|stop| *stop = match stop {
                        FleetStop::No => FleetStop::InOrder,
                        FleetStop::InOrder | FleetStop::AtOnce => FleetStop::AtOnce,
                    });
                    interrupt.set(interrupted());
                }
                _ = stopped.wait_for(|stop| *stop == FleetStop::AtOnce) => {
                    running.abort_all();
                    return Ok(None);
                }
                news = told.recv() => match news {
                    Some(news) => {
                        desk.take(&news);
                        progress.take(news, &mut outcome)?;
                        for (group, tried) in desk.assign(&outcome) {
                            outcome.confirm(&group, &tried);
                        }
                        if let Some(view) = &view {
                            view.confirms(outcome.findings());
                        }
                    }
                    None => break,
                },
            }
            progress.progress(|| outcome.progress(knowledge.counts(), began.elapsed()));
        }
        if !progress.quiet {
            output::end_status();
        }
        Ok(Some((outcome, knowledge)))
    }
}

/// A new folder for the fleet that the specification describes.
fn begin(args: &FleetArgs) -> Result<(PathBuf, StoredFleet, FleetSpec), CliError> {
    let spec = FleetSpec::read(&args.spec)?;
    let sessions = startup::sessions_folder(args.sessions.as_deref());
    let seed = spec.workers.first().map_or(0, |worker| worker.seed);
    let folder = startup::new_folder(&sessions, &spec.name, "fleet", seed)?;
    let path = args.spec.canonicalize().unwrap_or_else(|_| args.spec.clone());
    let stored = StoredFleet::new(&spec.name, path);
    stored.write(&folder)?;
    Ok((folder, stored, spec))
}

/// The fleet of a folder.
fn go_on(folder: &Path) -> Result<(PathBuf, StoredFleet, FleetSpec), CliError> {
    let stored = StoredFleet::read(folder)?;
    let spec = FleetSpec::read(&stored.spec)?;
    Ok((folder.to_owned(), stored, spec))
}

/// What is told and stored while a fleet works.
struct FleetProgress {
    folder: PathBuf,
    stored: StoredFleet,
    quiet: bool,
    told: Instant,
}

impl FleetProgress {
    /// Takes news in, and remembers the session of a worker that begins.
    fn take(&mut self, news: WorkerNews, outcome: &mut FleetOutcome) -> Result<(), CliError> {
        let found = match &news.what {
            WorkerEvent::Found(finding) => Some(finding.group.clone()),
            WorkerEvent::Tried { group, confirmation } => {
                self.stored.confirmations.insert(group.clone(), confirmation.clone());
                self.stored.write(&self.folder)?;
                None
            }
            _ => None,
        };
        if let WorkerEvent::Began(session) = &news.what {
            let within = session.strip_prefix(&self.folder).unwrap_or(session).to_owned();
            let before = self.stored.sessions.insert(news.worker, within.clone());
            if before.as_ref() != Some(&within) {
                self.stored.write(&self.folder)?;
            }
        }
        if let Some(line) = outcome.apply(news).filter(|_| !self.quiet) {
            output::end_status();
            output::tell(&line);
        }
        // What was tried before the program ended is not tried again.
        if let Some((group, known)) =
            found.and_then(|group| self.stored.confirmations.get_key_value(&group))
        {
            outcome.confirm(group, known);
        }
        Ok(())
    }

    fn progress(&mut self, text: impl FnOnce() -> String) {
        let every = if output::is_live() { LIVE } else { LINES };
        if self.quiet || self.told.elapsed() < every {
            return;
        }
        self.told = Instant::now();
        if output::is_live() {
            output::status(&text());
        } else {
            output::tell(&text());
        }
    }
}

/// Prints the result and chooses the exit code.
fn finish(
    args: &FleetArgs,
    outcome: &FleetOutcome,
    knowledge: &FleetKnowledge,
    wall: Duration,
) -> Result<ExitCode, CliError> {
    let (counts, coverage) = (knowledge.counts(), knowledge.coverage());
    if let Some(path) = &args.result.junit {
        junit::write_file(path, &outcome.junit(wall))?;
    }
    if let Some(path) = &args.report {
        report::write_of_fleet(outcome.folder(), path)?;
    }
    let json = || outcome.json(counts, &coverage, wall).to_string();
    let text = if args.result.json { json() } else { outcome.text(counts, &coverage, wall) };
    output::say(&text)?;
    if let Some(why) = outcome.never_worked() {
        return Err(CliError::new(format!("no worker could begin: {why}"), 3));
    }
    Ok(if outcome.fails(&args.result.fail_on) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
