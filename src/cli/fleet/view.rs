//! The fleet in the terminal UI.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossterm::event::EventStream;
use tokio::sync::watch;

use super::join::WorkerLink;
use super::spec::FleetSpec;
use crate::cli::args::FleetArgs;
use crate::cli::ui::{self, UiSetup};
use crate::cli::{CliError, judged_findings, output};
use crate::config::UserFolders;
use crate::engine::EngineHandle;
use crate::engine::fleet::{FleetFinding, FleetKnowledge, FleetStop};
use crate::protocol::EventRecord;
use crate::tui::fleet::{self, FleetApp, FleetBoard, FleetExit, FleetWatch, WorkerReport};
use crate::tui::{self, App, JoinedWorker, RealTerminal};

/// True if `args` ask for the terminal UI, and there is a terminal for it.
pub fn is_wanted(args: &FleetArgs) -> bool {
    !args.headless && !args.quiet && !args.result.json && output::is_interactive()
}

/// Where workers report to, and the way to each of them.
pub struct FleetView {
    watch: Arc<FleetWatch>,
    /// By the workers' numbers, from 1.
    links: Vec<Arc<WorkerLink>>,
}

impl FleetView {
    /// The session of `worker` in `folder` runs behind `handle`.
    pub fn begins(&self, worker: usize, folder: &Path, handle: &EngineHandle) {
        self.watch.begins(worker, handle.blobs());
        if let Some(link) = self.link(worker) {
            link.begins(folder.to_owned(), handle);
        }
    }

    /// A record of the session of `worker`.
    pub fn record(&self, worker: usize, record: &Arc<EventRecord>) {
        self.watch.record(worker, record);
        if let Some(link) = self.link(worker) {
            link.record(record);
        }
    }

    /// What became of the findings on other devices.
    pub fn confirms(&self, findings: &[FleetFinding]) {
        self.watch.confirms(findings);
    }

    /// `worker` has died of `why` and is started again.
    pub fn dies(&self, worker: usize, why: String) {
        self.watch.dies(worker, why);
        if let Some(link) = self.link(worker) {
            link.ends(false);
        }
    }

    /// `worker` has ended, and why that was too early.
    pub fn ends(&self, worker: usize, died: Option<String>) {
        self.watch.ends(worker, died);
        if let Some(link) = self.link(worker) {
            link.ends(true);
        }
    }

    fn link(&self, worker: usize) -> Option<&Arc<WorkerLink>> {
        self.links.get(worker.checked_sub(1)?)
    }
}

/// A terminal that shows a fleet.
pub struct FleetWindow {
    terminal: RealTerminal,
    setup: UiSetup,
    view: Arc<FleetView>,
    /// The sessions with findings of which something was said.
    judged: BTreeSet<PathBuf>,
}

impl FleetWindow {
    /// Takes the terminal over, for the fleet of `spec`.
    ///
    /// # Errors
    /// If the user's theme or keymap cannot be used, or the terminal.
    pub fn open(
        args: &FleetArgs,
        spec: &FleetSpec,
        knowledge: &Arc<FleetKnowledge>,
    ) -> Result<Self, CliError> {
        let folders = UserFolders::of_user();
        let setup = UiSetup::read(args.theme.as_deref(), args.sessions.as_deref(), &folders)?;
        let workers = spec.workers.iter();
        let links = workers.clone().map(|_| Arc::default()).collect();
        let workers =
            workers.map(|it| WorkerReport::new(&it.target, &it.explorer, it.steps)).collect();
        let watch = FleetWatch::new(FleetBoard::new(&spec.name, workers), Arc::clone(knowledge));
        let terminal = RealTerminal::take().map_err(|error| ui::no_terminal(&error))?;
        let view = Arc::new(FleetView { watch, links });
        Ok(Self { terminal, setup, view, judged: BTreeSet::new() })
    }

    /// Where workers report to.
    pub fn view(&self) -> Arc<FleetView> {
        Arc::clone(&self.view)
    }

    /// Shows the fleet until it has ended or is to end at once, and gives the terminal back. Returns the joined
    /// sessions with findings of which something was said.
    ///
    /// # Errors
    /// If the terminal fails.
    pub async fn show(
        mut self,
        stop: watch::Sender<FleetStop>,
    ) -> Result<BTreeSet<PathBuf>, CliError> {
        let mut events = EventStream::new();
        let watch = Arc::clone(&self.view.watch);
        let mut app = FleetApp::new(self.setup.fleet_options(), watch.board(), stop);
        loop {
            let shown = fleet::show(&mut self.terminal, &mut app, &watch, &mut events).await;
            match shown.map_err(|error| ui::terminal_failed(&error))? {
                FleetExit::Left => return Ok(self.judged),
                FleetExit::Join(worker) => self.join(worker, &mut events).await?,
            }
        }
    }

    /// Shows the session of `worker` until the tester goes back to the fleet.
    async fn join(&mut self, worker: usize, events: &mut EventStream) -> Result<(), CliError> {
        let Some(joined) = self.view.link(worker).and_then(WorkerLink::join) else { return Ok(()) };
        let name = format!("worker {worker} of {}", self.view.links.len());
        let app = App::new(self.setup.options(), joined.handle.ops(), joined.handle.blobs());
        let mut app = app
            .with_used_keys(self.setup.used_keys())
            .joining(JoinedWorker { name, news: joined.news });
        let shown = tui::run(&mut self.terminal, &mut app, joined.handle, events).await;
        if judged_findings::any(&app.session().facts) {
            self.judged.insert(joined.session);
        }
        drop(app);
        // Before it can be joined again. It panics no more than any task.
        let _ = joined.given_back.await;
        shown.map_err(|error| ui::terminal_failed(&error))
    }
}
