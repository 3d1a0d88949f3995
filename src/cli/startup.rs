//! What `run`, `replay`, `triage`, `eval` and the terminal UI share at start-up: command-line
//! arguments become a session that is ready to run.

mod asker;
mod network;
mod oracles;
mod origin;

use std::path::{Path, PathBuf};
use std::time::Duration;

use self::origin::SessionOrigin;
use super::CliError;
use super::args::{GuardChoice, LearnChoice, SubjectArgs};
use super::examples;
use super::target::{self, ConnectOptions, TestTarget};
use crate::config::UserFolders;
use crate::config::recording::RecordingSettings;
use crate::device::paced::PacedDevice;
use crate::domain::{KeptPictures, Pace, Secret};
use crate::engine::{EngineDriver, EngineHandle, GuardRules, MachineSetup, RunBudget, guard};
use crate::explorer::input_blaster::generator::process::GeneratorProcess;
use crate::explorer::replay::ReplaySecrets;
use crate::explorer::{self, Explorer, InputBlaster, ProbingExplorer, PropertyGuide};

use crate::llm::{Asker, AskerEvents};
use crate::oracle::{OracleSettings, registry};
use crate::protocol::{AutoLimits, EndReason, Op, RunMode};
use crate::store::{self, RecordedSession, SessionWriter, StoreError};

pub use asker::{NO_MODEL, asker, connect, for_explorer};
pub use oracles::oracle_settings;

/// What the setting of the pictures may be.
const PICTURES_HINT: &str = "pictures are all, changes, small or none";

/// Environment variables that begin like this hold what is typed into password fields.
const SECRET_VARIABLE: &str = "RIDEALONG_SECRET";

/// A session that is ready to run.
pub struct PreparedSession {
    /// Runs it.
    pub driver: EngineDriver,
    /// The front end's connection to it.
    pub handle: EngineHandle,
    /// Its folder.
    pub session: PathBuf,
}

/// How a session runs: with a tester or without.
pub struct StartOptions {
    /// The mode at the start.
    pub mode: RunMode,
    /// When it ends without being asked to.
    pub budget: RunBudget,
    /// True if a tester watches it.
    pub attended: bool,
    /// Which clock the embedded phone uses.
    pub pace: Pace,
    /// False if no screen needs a picture.
    pub pictures: bool,
    /// How long the device waits before each action.
    pub pause: Duration,
}

impl StartOptions {
    /// With a tester, who ends it.
    pub fn attended(mode: RunMode) -> Self {
        let budget = RunBudget::default();
        Self { attended: true, pace: Pace::Real, ..Self::of(mode, budget) }
    }

    /// Without a tester, until `budget` is used up.
    pub fn unattended(budget: RunBudget) -> Self {
        Self::of(RunMode::Auto { until: AutoLimits::default() }, budget)
    }

    const fn of(mode: RunMode, budget: RunBudget) -> Self {
        let pause = Duration::ZERO;
        Self { mode, budget, attended: false, pace: Pace::Virtual, pictures: true, pause }
    }
}

/// What explores in a session, and what it may do.
pub struct SessionSetup {
    /// The explorer.
    pub explorer: Box<dyn Explorer>,
    /// What it asks a model with.
    pub asking: (Asker, AskerEvents),
    /// Which of its actions are held back.
    pub guard: GuardRules,
    /// What its oracles are made from.
    pub oracles: OracleSettings,
    /// The session that goes on.
    pub resumed: Option<RecordedSession>,
}

/// Connects to `target` and prepares the session that `subject` describes.
///
/// # Errors
/// If the target or explorer does not exist, the guard rules cannot be read, or the session cannot
/// be recorded.
pub async fn prepare(
    target: &str,
    subject: &SubjectArgs,
    options: StartOptions,
) -> Result<PreparedSession, CliError> {
    let folders = UserFolders::of_user();
    let sessions = sessions_folder(subject.sessions.as_deref());
    let mut origin = SessionOrigin::of(target, subject, &sessions)?;
    let subject = origin.subject.clone();
    let target = target::parse(&origin.target, subject.app.as_deref())?;
    let name = match &subject.explorer {
        Some(name) => name,
        None if asker::is_configured(&subject.model, &folders)? => "elevate",
        None => "systematic",
    };
    let entry = explorer::find(name).ok_or_else(|| unknown_explorer(name))?;
    let disabled = disabled_parts(entry, &subject.oracle, &subject.disable)?;
    let guard = guard_rules(subject.guard, &*target, &folders)?;
    let asking = asker::for_explorer(entry, &subject, &folders, options.pace)?;
    let oracles = oracle_settings(subject.properties.as_deref(), &folders)?;
    let oracles = OracleSettings { disabled: disabled.clone(), ..oracles };
    let settings = explorer::ExplorerSettings {
        seed: subject.seed,
        disabled,
        weights: subject.weights.clone(),
        network: network::of_explorer(entry.name, subject.network.file.as_deref())?,
        frozen: subject.network.learn == LearnChoice::Off,
        board: oracles.board.clone(),
        generators: GeneratorProcess::of_this_program(),
        examples: examples::all(&folders)?,
        attended: options.attended,
    };
    let made = (entry.make)(&settings)
        .map_err(|error| CliError::new(format!("{}: {error}", entry.name), 2))?;
    let made = if subject.probe { ProbingExplorer::around(made) } else { made };
    let made = PropertyGuide::around(made);
    let made = if options.attended && entry.name != InputBlaster::NAME {
        Box::new(InputBlaster::beside(made, &settings))
    } else {
        made
    };
    let explorer = origin.explorer(made);
    let setup = SessionSetup { explorer, asking, guard, oracles, resumed: origin.resumed };
    begin(&*target, &subject, options, setup).await
}

/// Connects to `target` and prepares a session with `setup`.
///
/// # Errors
/// If the target cannot be reached, or the session cannot be recorded.
pub async fn begin(
    target: &dyn TestTarget,
    subject: &SubjectArgs,
    options: StartOptions,
    setup: SessionSetup,
) -> Result<PreparedSession, CliError> {
    let sessions = sessions_folder(subject.sessions.as_deref());
    let SessionSetup { explorer, mut asking, guard, oracles: settings, resumed } = setup;
    let (oracles, settings) = oracles::chosen(&subject.oracle, settings)?;
    let kept = match subject.pictures {
        Some(kept) => kept,
        None => RecordingSettings::load(&UserFolders::of_user().settings())
            .map_err(|error| CliError::new(error.to_string(), 2).hint(PICTURES_HINT))?
            .pictures
            .unwrap_or_default(),
    };
    let connect = ConnectOptions {
        app: subject.app.as_deref(),
        fresh: subject.fresh,
        seed: subject.seed,
        pace: options.pace,
        pictures: options.pictures && kept != KeptPictures::None,
        web: &subject.web,
    };
    let mut device = target.connect(connect).await?;
    if !options.pause.is_zero() {
        device = Box::new(PacedDevice::new(device, options.pause));
    }
    asking.0.limit_questions(asker::questions_per_step(
        &subject.model,
        &UserFolders::of_user(),
        explorer.name(),
        &device.capabilities(),
    )?);
    let guard = if device.capabilities().may_clear { guard.with_clearing() } else { guard };
    let writer = match &resumed {
        Some(session) => SessionWriter::reopen(&session.folder)?,
        None => SessionWriter::create(&new_session(&sessions, explorer.name(), subject, target)?)?,
    };
    writer.keep(kept)?;
    let session = writer.folder().to_owned();
    device.remember_at(&session.join(store::folder::LEFT_OPEN));
    let setup = MachineSetup {
        explorer: explorer.name().into(),
        mode: options.mode,
        budget: options.budget,
        guard,
        attended: options.attended,
    };
    let (seed, charter) = (subject.seed, subject.charter.clone());
    let (driver, handle) = match resumed {
        None => EngineDriver::new(device, explorer, asking, setup, seed, writer),
        Some(session) => {
            EngineDriver::resume(device, explorer, asking, setup, seed, writer, session.records)
        }
    };
    let mut driver = driver
        .with_oracles(oracles)
        .with_oracle_settings(settings)
        .with_app(subject.app.clone())
        .with_browser(subject.web.choices());
    let file = oracles::property_file(subject.properties.as_deref(), &UserFolders::of_user());
    if let Some(file) = file {
        driver = driver.with_property_file(file);
    }
    if let Some(text) = charter {
        handle.send(Op::Charter { text });
    }
    Ok(PreparedSession { driver, handle, session })
}

/// The folder that sessions are kept in: the one given by `--sessions`, else the user's.
pub fn sessions_folder(named: Option<&Path>) -> PathBuf {
    named.map_or_else(|| UserFolders::of_user().sessions, Path::to_owned)
}

/// What the environment provides for password fields: `RIDEALONG_SECRET_<ID>` for the field with
/// that id, `RIDEALONG_SECRET` for any other.
pub fn secrets() -> ReplaySecrets {
    let known = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.to_str()?.strip_prefix(SECRET_VARIABLE)?;
        let name = if name.is_empty() { name } else { name.strip_prefix('_')? };
        Some((name.to_owned(), Secret::new(value.to_str()?)))
    });
    ReplaySecrets(known.collect())
}

/// The error of a session whose target could not be opened or was lost.
pub fn lost_target(end: Option<&EndReason>) -> Option<CliError> {
    match end? {
        EndReason::CannotOpen { what, hint } => {
            Some(CliError::new(what.clone(), 3).maybe_hint(hint.clone()))
        }
        EndReason::DeviceLost { what } => {
            Some(CliError::new(format!("the device was lost: {what}"), 3))
        }
        _ => None,
    }
}

/// The error of an engine whose task ended before the session did.
pub fn engine_failed(error: &tokio::task::JoinError) -> CliError {
    CliError::new(format!("the engine ended early: {error}"), 3)
}

fn unknown_explorer(name: &str) -> CliError {
    CliError::new(format!("there is no explorer {name:?}"), 2)
        .hint(format!("explorers are {}", explorer::names().join(", ")))
}

/// The parts named by `--disable`, each of which `explorer` or one of the oracles has.
fn disabled_parts(
    explorer: &explorer::ExplorerEntry,
    oracles: &[String],
    parts: &[String],
) -> Result<Vec<String>, CliError> {
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    let oracles = oracles::named(oracles)?;
    for part in parts.clone() {
        if explorer.parts.contains(&part) || registry::has_part(&oracles, part) {
            continue;
        }
        let what = format!("the explorer {} has no part {part:?}", explorer.name);
        if let Some(owner) = registry::ALL.iter().find(|entry| entry.parts.contains(&part)) {
            let hint = format!("the oracle {0} has one: choose it with --oracle {0}", owner.name);
            return Err(CliError::new(what, 2).hint(hint));
        }
        let hint = if explorer.parts.is_empty() {
            "omit --disable, or use --explorer elevate".to_owned()
        } else {
            format!("its parts are {}", explorer.parts.join(", "))
        };
        return Err(CliError::new(what, 2).hint(hint));
    }
    Ok(parts.map(str::to_owned).collect())
}

/// The user's guard rules, else the built-in ones; none if `choice` or `target` needs none.
///
/// # Errors
/// If they cannot be read.
pub fn guard_rules(
    choice: GuardChoice,
    target: &dyn TestTarget,
    folders: &UserFolders,
) -> Result<GuardRules, CliError> {
    let applies = match choice {
        GuardChoice::Auto => !target.is_harmless(),
        GuardChoice::Always => true,
        GuardChoice::Never => false,
    };
    if !applies {
        return Ok(GuardRules::default());
    }
    let path = folders.guard();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| guard::DEFAULT_RULES.to_owned());
    GuardRules::read(&text)
        .map_err(|error| CliError::new(format!("{}: {error}", path.display()), 2))
}

/// Makes the folder of a session, named by time, target, explorer and seed.
fn new_session(
    sessions: &Path,
    explorer: &str,
    subject: &SubjectArgs,
    target: &dyn TestTarget,
) -> Result<PathBuf, StoreError> {
    let name = target.short_name(subject.app.as_deref());
    new_folder(sessions, &name, explorer, subject.seed)
}

/// Makes a folder in `sessions`, named by the present time and the arguments.
///
/// # Errors
/// If it cannot be made.
pub fn new_folder(
    sessions: &Path,
    name: &str,
    explorer: &str,
    seed: u64,
) -> Result<PathBuf, StoreError> {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '-' };
    let name: String = name.chars().map(safe).take(60).collect();
    let time = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S");
    let name = format!("{time}-{name}-{explorer}-{seed}");
    let failed = |path: &Path, source| StoreError::Write { path: path.to_owned(), source };
    std::fs::create_dir_all(sessions).map_err(|error| failed(sessions, error))?;
    let mut folder = sessions.join(&name);
    let mut number = 2;
    // Created rather than checked for: another process may start a session in the same second.
    while let Err(error) = std::fs::create_dir(&folder) {
        if error.kind() != std::io::ErrorKind::AlreadyExists {
            return Err(failed(&folder, error));
        }
        folder = sessions.join(format!("{name}-{number}"));
        number += 1;
    }
    Ok(folder)
}
