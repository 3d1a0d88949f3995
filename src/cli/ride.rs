//! Starting a ride: what the terminal UI and the run without a screen share.

mod branched;
mod resumed;

use crate::domain::Pace;
use std::path::{Path, PathBuf};

use self::resumed::ResumedSession;
use super::CliError;
use super::args::{GuardChoice, SubjectArgs};
use super::model;
use super::target::{self, ConnectOptions, TestTarget};
use crate::config::UserFolders;
use crate::engine::{EngineDriver, EngineHandle, GuardRules, MachineSetup, RunBudget, guard};
use crate::explorer::{self, Explorer};
use crate::llm::{Asker, AskerEvents};
use crate::protocol::{Op, RunMode};
use crate::store::{RecordedSession, SessionWriter, StoreError};

/// A ride that has not begun.
pub struct PreparedSession {
    /// What carries it out.
    pub driver: EngineDriver,
    /// What its front end holds.
    pub handle: EngineHandle,
    /// The folder of its session.
    pub session: PathBuf,
}

/// What the two ways to ride differ in.
pub struct StartOptions {
    /// The mode at the start.
    pub mode: RunMode,
    /// When it ends by itself.
    pub budget: RunBudget,
    /// True if a tester sits there.
    pub attended: bool,
    /// Which time the embedded phone lives in.
    pub pace: Pace,
}

/// Connects to `target` and prepares a ride on it.
///
/// # Errors
/// If the target, explorer or guard rules are not there, or the session cannot be recorded.
pub async fn prepare(
    target: &str,
    subject: &SubjectArgs,
    manner: StartOptions,
) -> Result<PreparedSession, CliError> {
    let folders = UserFolders::of_user();
    let sessions = subject.sessions.clone().unwrap_or_else(|| folders.sessions.clone());
    let resumed = match &subject.resume {
        Some(named) => Some(resumed::open(named, &sessions, subject)?),
        None => None,
    };
    let mut origin = match &subject.branch {
        Some(named) => Some(branched::open(named, &sessions, subject)?),
        None => None,
    };
    let (resumed, target, subject) = match (resumed, &origin) {
        (Some(ResumedSession { session, target, subject }), _) => (Some(session), target, subject),
        (None, Some(origin)) => (None, origin.target.clone(), origin.subject.clone()),
        (None, None) => (None, target.to_owned(), subject.clone()),
    };
    let subject = &subject;
    let target = target::parse(&target, subject.app.as_deref())?;
    let name = match &subject.explorer {
        Some(name) => name,
        // A model that is named is there to be asked. Without one, what tries everything finds more.
        None if model::is_named(&subject.model, &folders)? => "elevate",
        None => "systematic",
    };
    let explorer = explorer::find(name).ok_or_else(|| unknown_explorer(name))?;
    let without = switched_off(explorer, &subject.without)?;
    let guard = guard_rules(subject.guard, &*target, &folders)?;
    let asking = model::for_explorer(explorer, subject, &folders, manner.pace)?;
    let mut made = (explorer.make)(&explorer::ExplorerSettings { seed: subject.seed, without });
    if let Some(origin) = origin.take() {
        made = origin.before(made);
    }
    begin(&*target, subject, manner, SessionSetup { explorer: made, asking, guard, resumed }).await
}

/// Who explores, whom it may ask, and what it must not do unasked.
pub struct SessionSetup {
    /// The explorer.
    pub explorer: Box<dyn Explorer>,
    /// Whom it asks.
    pub asking: (Asker, AskerEvents),
    /// The guard.
    pub guard: GuardRules,
    /// The session that is gone on with.
    pub resumed: Option<RecordedSession>,
}

/// Connects to `target` and prepares a ride of `who` on it.
///
/// # Errors
/// If the target cannot be reached, or the session cannot be recorded.
pub async fn begin(
    target: &dyn TestTarget,
    subject: &SubjectArgs,
    manner: StartOptions,
    who: SessionSetup,
) -> Result<PreparedSession, CliError> {
    let sessions = subject.sessions.clone().unwrap_or_else(|| UserFolders::of_user().sessions);
    let SessionSetup { explorer, asking, guard, resumed } = who;
    let options = ConnectOptions {
        app: subject.app.as_deref(),
        fresh: subject.fresh,
        seed: subject.seed,
        pace: manner.pace,
        pictures: true,
    };
    let device = target.connect(options).await?;
    let writer = match &resumed {
        Some(session) => SessionWriter::reopen(&session.folder)?,
        None => SessionWriter::create(&new_session(&sessions, explorer.name(), subject, target)?)?,
    };
    let session = writer.folder().to_owned();
    let setup = MachineSetup {
        explorer: explorer.name().into(),
        mode: manner.mode,
        budget: manner.budget,
        guard,
        attended: manner.attended,
    };
    let (seed, charter) = (subject.seed, subject.charter.clone());
    let (driver, handle) = match resumed {
        None => EngineDriver::new(device, explorer, asking, setup, seed, writer),
        Some(session) => {
            EngineDriver::resume(device, explorer, asking, setup, seed, writer, session.records)
        }
    };
    if let Some(text) = charter {
        handle.send(Op::Charter { text });
    }
    Ok(PreparedSession { driver, handle, session })
}

fn unknown_explorer(name: &str) -> CliError {
    let names: Vec<&str> = explorer::ALL.iter().map(|kind| kind.name).collect();
    CliError::new(format!("there is no explorer {name:?}"), 2)
        .hint(format!("explorers are {}", names.join(", ")))
}

/// The parts named by `--without`, where `explorer` has them.
fn switched_off(
    explorer: &explorer::ExplorerEntry,
    parts: &[String],
) -> Result<Vec<String>, CliError> {
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    for part in parts.clone() {
        if explorer.parts.contains(&part) {
            continue;
        }
        let what = format!("the explorer {} has no part {part:?} to switch off", explorer.name);
        let hint = if explorer.parts.is_empty() {
            "leave --without away, or take --explorer elevate".to_owned()
        } else {
            format!("its parts are {}", explorer.parts.join(", "))
        };
        return Err(CliError::new(what, 2).hint(hint));
    }
    Ok(parts.map(str::to_owned).collect())
}

/// The user's guard rules, else ours, if they apply.
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

/// A new folder for a session, named by time, target and explorer.
fn new_session(
    sessions: &Path,
    explorer: &str,
    subject: &SubjectArgs,
    target: &dyn TestTarget,
) -> Result<PathBuf, StoreError> {
    let name = target.short_name(subject.app.as_deref());
    new_folder(sessions, &name, explorer, subject.seed)
}

/// A new folder in `sessions`, named by the present time and what is given.
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
    let mut twin = 2;
    // Made, not looked for: another program may begin a session in the same second.
    while let Err(error) = std::fs::create_dir(&folder) {
        if error.kind() != std::io::ErrorKind::AlreadyExists {
            return Err(failed(&folder, error));
        }
        folder = sessions.join(format!("{name}-{twin}"));
        twin += 1;
    }
    Ok(folder)
}
