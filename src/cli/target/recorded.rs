//! `recorded:PATH`: a recorded session, or recorded dialogues of voice apps as text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{ConnectOptions, Connecting, TargetEntry, TestTarget, files, no_checks};
use crate::cli::CliError;
use crate::cli::screens::RecordedScreens;
use crate::device::recorded::{
    RecordedAction, RecordedDevice, RecordedError, RecordedObservation, RecordedRun, SimulatedApp,
    folder,
};
use crate::device::{AppInfo, Device, DeviceInfo};
use crate::domain::{
    ActionKey, AppCrash, BlobId, CrashKind, DisplaySize, Finding, FindingKind, StateId,
};
use crate::model::abstraction;
use crate::protocol::{ActionPerformed, AppOpened, Event, EventRecord, SessionStarted};
use crate::store::{self, RecordedSession};

/// The row of the table.
pub const ENTRY: TargetEntry = TargetEntry {
    scheme: "recorded",
    usage: "recorded:PATH",
    help: "a recorded session, or recorded dialogues of a voice app",
    app_is_package: false,
    // The start picker lists recorded sessions to be opened, not to be explored.
    catalogue: Vec::new,
    checks: no_checks,
    parse: |rest, app| match rest {
        Some(rest) => Ok(Box::new(RecordedTarget::read(rest, app))),
        None => Err(CliError::new("recorded: needs the path of a recording", 2)
            .hint("recorded:SESSION (`ridealong sessions` lists them) or recorded:DIALOGUES")),
    },
    expand: Some(expand),
};

/// The most notices about one session; more say nothing new.
const MOST_NOTICES: usize = 8;

impl From<RecordedError> for CliError {
    fn from(error: RecordedError) -> Self {
        Self::new(error.to_string(), 2).maybe_hint(error.hint())
    }
}

/// A recording.
#[derive(Debug)]
struct RecordedTarget {
    /// Its folder or file.
    path: PathBuf,
    /// Which of several voice apps whose dialogues lie there.
    app: Option<String>,
}

impl RecordedTarget {
    /// A path, with the name of one of several apps after a `#` that is not part of the path.
    fn read(rest: &str, app: Option<&str>) -> Self {
        let (path, app) = match rest.rsplit_once('#') {
            Some((path, app)) if !Path::new(rest).exists() => (path, Some(app)),
            _ => (rest, app),
        };
        Self { path: path.into(), app: app.map(str::to_owned) }
    }

    fn device(&self, seed: u64) -> Result<Box<dyn Device>, CliError> {
        if !self.path.join(store::writer::LOG).exists() {
            let dialogues = folder::read(&self.path, self.app.as_deref())?;
            return Ok(Box::new(SimulatedApp::new(&self.name(), &dialogues, seed)));
        }
        let recording = read(&store::open(&self.path)?, self.name())?;
        let replay = RecordedDevice::new(recording, seed);
        let replay = replay.ok_or_else(|| RecordedError::NoLook { path: self.path.clone() })?;
        Ok(Box::new(replay))
    }
}

impl TestTarget for RecordedTarget {
    fn name(&self) -> String {
        let app = self.app.as_ref().map(|app| format!("#{app}")).unwrap_or_default();
        format!("recorded:{}{app}", self.path.display())
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        self.app.clone().unwrap_or_else(|| {
            self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
        })
    }

    fn is_harmless(&self) -> bool {
        true
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move { self.device(options.seed) })
    }
}

/// `FOLDER/*` stands for everything in the folder, `FOLDER#*` for every app whose dialogues lie in it.
fn expand(rest: &str, from: &Path) -> Result<Vec<String>, String> {
    if let Some(path) = rest.strip_suffix("#*") {
        let path = from.join(path);
        let apps = folder::apps(&path).map_err(|error| error.to_string())?;
        return Ok(apps.iter().map(|app| format!("{}#{app}", path.display())).collect());
    }
    if let Some((path, app)) = rest.rsplit_once('#')
        && !rest.ends_with("/*")
        && !from.join(rest).exists()
        && from.join(path).exists()
    {
        return Ok(vec![format!("{}#{app}", from.join(path).display())]);
    }
    files::paths(rest, from, |_| true)
}

/// What `session` shows and does.
fn read(session: &RecordedSession, target: String) -> Result<RecordedRun, CliError> {
    let mut reading = SessionReading::new(session, target);
    for record in &session.records {
        reading.take(record)?;
    }
    let blobs = session.blobs.clone();
    let mut notices = session.repairs.clone();
    notices.append(&mut reading.screens.notices);
    let more = notices.len().saturating_sub(MOST_NOTICES);
    if more > 0 {
        notices.truncate(MOST_NOTICES);
        notices.push(format!("{more} more things could not be read"));
    }
    Ok(RecordedRun {
        info: reading.info,
        app: reading.app,
        looks: reading.looks,
        moves: reading.moves,
        name: |screen, action| abstraction::key_of(screen, action).0,
        // Missing or damaged ones are no reason to stop.
        fetch: Arc::new(move |id: &BlobId| blobs.get(id).ok().map(Arc::from)),
        notices,
    })
}

/// A session while it is read.
struct SessionReading<'a> {
    screens: RecordedScreens<'a>,
    info: DeviceInfo,
    app: AppInfo,
    looks: Vec<RecordedObservation>,
    moves: Vec<RecordedAction>,
    /// The latest look; `None` if it could not be read.
    at: Option<usize>,
    /// The exact state of the look before it.
    before: Option<StateId>,
    performed: Option<ActionPerformed>,
    crashes: Vec<AppCrash>,
}

impl<'a> SessionReading<'a> {
    fn new(session: &'a RecordedSession, target: String) -> Self {
        let (model, system) = (String::new(), String::new());
        Self {
            screens: RecordedScreens::of(session),
            info: DeviceInfo { target, model, system, size: DisplaySize::default() },
            app: AppInfo::default(),
            looks: Vec::new(),
            moves: Vec::new(),
            at: None,
            before: None,
            performed: None,
            crashes: Vec::new(),
        }
    }

    fn take(&mut self, record: &EventRecord) -> Result<(), CliError> {
        match &record.event {
            Event::SessionStarted(SessionStarted { device, system, size, target, .. }) => {
                self.info.model = format!("{device} (recorded on {target})");
                self.info.system.clone_from(system);
                self.info.size = *size;
            }
            Event::AppOpened(AppOpened { package, version, activities, manifest, texts }) => {
                self.app = AppInfo {
                    package: package.clone(),
                    version: version.clone(),
                    activities: activities.clone(),
                    manifest: manifest.clone(),
                    texts: texts.clone(),
                };
            }
            Event::Performed(performed) => self.performed = Some(performed.clone()),
            Event::Found(finding) => self.crashes.extend(crash(finding, &self.app.package)),
            Event::Observed(observed) => {
                let screen = self.screens.get(&observed.screen)?;
                let before = self.at.and_then(|at| self.looks.get(at));
                self.before = before.map(|look| look.state.exact);
                self.at = screen.map(|screen| {
                    self.looks.push(RecordedObservation {
                        screen,
                        state: observed.state,
                        picture: observed.picture.clone(),
                        hierarchy: observed.hierarchy.clone(),
                        progress_ms: observed.progress_ms,
                    });
                    self.looks.len() - 1
                });
            }
            Event::Learned(learned) => {
                let performed = self.performed.take();
                let crashes = std::mem::take(&mut self.crashes);
                if let Some(to) = self.at {
                    let performed = performed.filter(|performed| performed.step == learned.step);
                    let (accepted, failed) = performed
                        .map_or((None, None), |reported| (reported.accepted, reported.failed));
                    let key: ActionKey = learned.key.clone();
                    let (from, exact) = (learned.from, self.before);
                    self.moves.push(RecordedAction {
                        from,
                        exact,
                        key,
                        to,
                        accepted,
                        failed,
                        crashes,
                    });
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The crash that a finding tells of, as far as the log keeps it. Bugs are judgements of testers and
/// oracles, which the device did not tell.
fn crash(finding: &Finding, package: &str) -> Option<AppCrash> {
    let kind = match finding.kind {
        FindingKind::Crash => CrashKind::Java,
        FindingKind::Anr => CrashKind::Anr,
        FindingKind::Script => CrashKind::Script,
        FindingKind::Bug => return None,
    };
    let (exception, message) = finding.title.split_once(": ").unwrap_or((&finding.title, ""));
    Some(AppCrash {
        message: message.to_owned(),
        group: finding.group.clone(),
        log: finding.detail.clone(),
        ..AppCrash::new(kind, package, exception)
    })
}
