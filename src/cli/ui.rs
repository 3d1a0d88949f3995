//! `ridealong [TARGET]`: the terminal UI, on a target or on a recorded session.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use super::args::{ModeChoice, UiArgs};
use super::startup::{self, PreparedSession, StartOptions};
use super::{CliError, judged_findings, output, target};
use crate::config::UserFolders;
use crate::engine::EngineHandle;
use crate::llm::{PromptLibrary, Template};
use crate::protocol::{AutoLimits, RunMode};
use crate::session::{self, SessionRecording};
use crate::store;
use crate::tui::app::Wish;
use crate::tui::exchange_texts::{ReadPrompt, SavePrompt};
use crate::tui::fleet::FleetOptions;
use crate::tui::image::PictureSetting;
use crate::tui::keymap::Keymap;
use crate::tui::overlays::sessions::{Catalogue, SessionEntry};
use crate::tui::theme::{ColourDepth, ThemeColours};
use crate::tui::used_keys::UsedKeys;
use crate::tui::{self, App, Options, RealTerminal, TerminalError};

/// Opens the terminal UI, and then whatever the tester chooses to open in it.
///
/// # Errors
/// If there is no terminal, or the session cannot start.
pub async fn ui(args: &UiArgs) -> Result<ExitCode, CliError> {
    let named = args.target.as_deref().unwrap_or(target::DEFAULT);
    if !is_recorded(named) {
        target::parse(named, args.subject.app.as_deref())?;
    }
    let folders = UserFolders::of_user();
    let setting = UiSetup::of(args, &folders)?;
    let mut terminal = RealTerminal::take().map_err(|error| no_terminal(&error))?;
    // Who has recorded nothing and names nothing is shown what there is.
    let mut chooses = args.target.is_none()
        && session::list(&setting.sessions).is_ok_and(|(sessions, _)| sessions.is_empty());
    let mut what = named.to_owned();
    let summary = loop {
        let (summary, next) = open(&mut terminal, &what, args, &setting, chooses).await?;
        chooses = false;
        match next {
            Some(next) => what = next,
            None => break summary,
        }
    };
    // Restores the terminal first, so that the summary stays on the shell's screen.
    drop(terminal);
    output::tell(&summary);
    Ok(ExitCode::SUCCESS)
}

/// Runs a prepared session in the terminal UI.
///
/// # Errors
/// If there is no terminal, or the session can no longer be recorded.
pub async fn supervise(args: &UiArgs, prepared: PreparedSession) -> Result<ExitCode, CliError> {
    let setting = UiSetup::of(args, &UserFolders::of_user())?;
    let mut terminal = RealTerminal::take().map_err(|error| no_terminal(&error))?;
    let (summary, _next) = explore(&mut terminal, &setting, prepared, false).await?;
    drop(terminal);
    output::tell(&summary);
    Ok(ExitCode::SUCCESS)
}

/// True if `what` is the folder of a session.
fn is_recorded(what: &str) -> bool {
    Path::new(what).join(store::writer::LOG).exists()
}

/// What is the same for everything that is opened.
pub struct UiSetup {
    theme: ThemeColours,
    themes: PathBuf,
    keymap: Keymap,
    pictures: PictureSetting,
    sessions: PathBuf,
    /// The folder of the user's own prompts; it need not exist.
    prompts: PathBuf,
    /// The file that names the keys which were used once; it need not exist.
    used_keys: PathBuf,
}

impl UiSetup {
    fn of(args: &UiArgs, folders: &UserFolders) -> Result<Self, CliError> {
        Self::read(args.theme.as_deref(), args.subject.sessions.as_deref(), folders)
    }

    /// What the user has set up, with the theme called `theme` and the sessions in `sessions` if they are given.
    ///
    /// # Errors
    /// If the theme or the keymap cannot be used.
    pub fn read(
        theme: Option<&str>,
        sessions: Option<&Path>,
        folders: &UserFolders,
    ) -> Result<Self, CliError> {
        let usage = |error: &dyn std::fmt::Display| CliError::new(error.to_string(), 2);
        let name = theme.unwrap_or("dark");
        let themes = folders.config.join("themes");
        let theme = ThemeColours::load(name, &themes, ColourDepth::from_env())
            .map_err(|error| usage(&error))?;
        let pictures = PictureSetting::of_terminal(theme.depth).map_err(|error| usage(&error))?;
        let path = folders.config.join("keymap.toml");
        let keys = std::fs::read_to_string(&path).unwrap_or_default();
        let keymap = Keymap::read(&keys)
            .map_err(|error| CliError::new(format!("{}: {error}", path.display()), 2))?;
        let sessions = startup::sessions_folder(sessions);
        let prompts = folders.prompts();
        let used_keys = folders.config.join("used-keys");
        Ok(Self { theme, themes, keymap, pictures, sessions, prompts, used_keys })
    }

    /// The keys that were used once.
    pub fn used_keys(&self) -> UsedKeys {
        used_keys(&self.used_keys)
    }

    /// The setting of the fleet view.
    pub fn fleet_options(&self) -> FleetOptions {
        FleetOptions {
            theme: self.theme.clone(),
            themes: self.themes.clone(),
            keymap: self.keymap.clone(),
            pictures: self.pictures,
        }
    }

    /// The setting of the terminal UI of a session.
    pub fn options(&self) -> Options {
        Options {
            theme: self.theme.clone(),
            themes: self.themes.clone(),
            keymap: self.keymap.clone(),
            catalogue: catalogue(self.sessions.clone()),
            pictures: self.pictures,
            prompts: read_prompt(self.prompts.clone()),
            save_prompt: save_prompt(self.prompts.clone()),
        }
    }
}

/// Shows `what` until the tester leaves it. Returns what to print afterwards, and what to open next.
async fn open(
    terminal: &mut RealTerminal,
    what: &str,
    args: &UiArgs,
    setting: &UiSetup,
    chooses: bool,
) -> Result<(String, Option<String>), CliError> {
    if is_recorded(what) {
        let recording = SessionRecording::open(Path::new(what))?;
        let next = play(terminal, setting, recording).await?;
        return Ok((format!("session: {what}"), next));
    }
    let mode = match args.mode {
        ModeChoice::Step => RunMode::Step,
        ModeChoice::Approve => RunMode::Approve,
        ModeChoice::Auto => RunMode::Auto { until: AutoLimits::default() },
    };
    let prepared = startup::prepare(what, &args.subject, StartOptions::attended(mode)).await?;
    explore(terminal, setting, prepared, chooses).await
}

/// Runs a session and shows it until the tester leaves it. Returns what to print afterwards, and
/// what to open next.
async fn explore(
    terminal: &mut RealTerminal,
    setting: &UiSetup,
    prepared: PreparedSession,
    chooses: bool,
) -> Result<(String, Option<String>), CliError> {
    let PreparedSession { driver, handle, session } = prepared;
    let running = tokio::spawn(driver.run());
    let left = show(terminal, setting, handle, chooses).await?;
    running.await.map_err(|error| startup::engine_failed(&error))??;
    if left.has_judged_findings {
        judged_findings::keep(&session, &UserFolders::of_user())?;
    }
    Ok((format!("{}. session: {}", left.counts, session.display()), left.next))
}

/// Plays a recorded session until the tester leaves it. Returns what to open next.
async fn play(
    terminal: &mut RealTerminal,
    setting: &UiSetup,
    recording: SessionRecording,
) -> Result<Option<String>, CliError> {
    let handle = EngineHandle::of_recording(recording.blobs());
    let mut app = App::of_recording(setting.options(), recording, handle.blobs());
    run(terminal, &mut app, handle).await?;
    Ok(chosen(&mut app))
}

/// What was chosen to be opened next.
fn chosen(app: &mut App) -> Option<String> {
    match app.last_wish() {
        Some(Wish::Open(name)) => Some(name),
        _ => None,
    }
}

async fn run(
    terminal: &mut RealTerminal,
    app: &mut App,
    handle: EngineHandle,
) -> Result<(), CliError> {
    let events = crossterm::event::EventStream::new();
    tui::run(terminal, app, handle, events).await.map_err(|error| terminal_failed(&error))
}

/// The error of a terminal that cannot be written or read any more.
pub fn terminal_failed(error: &std::io::Error) -> CliError {
    CliError::new(format!("the terminal failed: {error}"), 2)
}

/// A session that the tester has left.
struct LeftSession {
    /// What was done in it, in words.
    counts: String,
    /// What to open next.
    next: Option<String>,
    /// It has findings to keep for later sessions.
    has_judged_findings: bool,
}

/// Runs the terminal UI over `handle`; it begins with the list of what can be opened if the tester
/// `chooses`.
async fn show(
    terminal: &mut RealTerminal,
    setting: &UiSetup,
    handle: EngineHandle,
    chooses: bool,
) -> Result<LeftSession, CliError> {
    let app = App::new(setting.options(), handle.ops(), handle.blobs());
    let mut app = app.with_used_keys(setting.used_keys());
    if chooses {
        app.open_sessions();
    }
    run(terminal, &mut app, handle).await?;
    let model = &app.session().model;
    let counts = format!("{} steps, {} states", model.steps(), model.states().len());
    let has_judged_findings = judged_findings::any(&app.session().facts);
    Ok(LeftSession { counts, next: chosen(&mut app), has_judged_findings })
}

/// The present text of a prompt: the user's own, even if it has errors, so that it can be corrected.
fn read_prompt(folder: PathBuf) -> ReadPrompt {
    let prompts = PromptLibrary::new(Some(folder));
    Arc::new(move |name| prompts.source(name).ok().map(|(_, text)| text))
}

/// Writes a prompt into the user's folder if it has no errors.
fn save_prompt(folder: PathBuf) -> SavePrompt {
    Arc::new(move |name, text| {
        // Only built-in prompts can be replaced, so a name cannot be used as a path.
        if !PromptLibrary::default().names().contains(&name) {
            return Err(format!("there is no prompt {name:?}"));
        }
        let path = folder.join(format!("{name}.md"));
        Template::read(name, "edited", text)
            .map_err(|error| format!("the edited prompt cannot be used: {error}"))?;
        let failed = |error| format!("{} cannot be written: {error}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(&folder)).map_err(failed)?;
        std::fs::write(&path, text).map_err(failed)?;
        Ok(path)
    })
}

/// The keys that were used once, kept in the file at `path`, a name a line.
fn used_keys(path: &Path) -> UsedKeys {
    let used = std::fs::read_to_string(path).unwrap_or_default();
    let used = used.lines().map(str::to_owned).collect();
    let path = path.to_owned();
    UsedKeys::new(
        used,
        Arc::new(move |name: &str| {
            let keep = || {
                std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
                let mut file = std::fs::OpenOptions::new().append(true).create(true).open(&path)?;
                writeln!(file, "{name}")
            };
            if let Err(error) = keep() {
                // It explains itself again next time.
                tracing::warn!(%error, "cannot keep that a key was used");
            }
        }),
    )
}

/// What can be opened: targets and recorded sessions.
fn catalogue(sessions: PathBuf) -> Catalogue {
    Arc::new(move || {
        // If the folder cannot be read nothing is listed; `ridealong sessions` reports why.
        let recorded = session::list(&sessions).map(|(summaries, _)| summaries).unwrap_or_default();
        // The one that runs has recorded nothing yet when it begins with this list.
        let recorded = recorded.into_iter().filter(|summary| !summary.started.is_empty());
        let recorded = recorded.map(|summary| {
            let name = summary.folder.display().to_string();
            // Its name tells when it began.
            let what = format!(
                "recorded: {}, {}, {} steps, {} states, {} findings",
                summary.target, summary.explorer, summary.steps, summary.states, summary.findings,
            );
            SessionEntry::new(name, what)
        });
        target::catalogue().into_iter().chain(recorded).collect()
    })
}

/// The error of a terminal that cannot be used.
pub fn no_terminal(error: &TerminalError) -> CliError {
    let shown = CliError::new(error.to_string(), 2);
    match error {
        TerminalError::None => {
            shown.hint("to explore without a terminal: ridealong run demo --steps 100")
        }
        TerminalError::Setup(_) => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_kept_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let (read, save) =
            (read_prompt(folder.path().to_owned()), save_prompt(folder.path().to_owned()));
        let built_in = read("elevate/states").unwrap();
        let own = format!("{built_in}\n# feedback MINE\nNo.\n");
        let path = save("elevate/states", &own).unwrap();
        assert_eq!(path, folder.path().join("elevate/states.md"));
        assert_eq!(read("elevate/states"), Some(own));
        std::fs::write(path, "broken").unwrap();
        let broken = read("elevate/states");
        assert_eq!(broken.as_deref(), Some("broken"), "what cannot be used can be mended");
    }

    #[test]
    fn only_prompts_that_there_are_and_that_can_be_used_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (read, save) =
            (read_prompt(folder.path().to_owned()), save_prompt(folder.path().to_owned()));
        assert!(save("../../elsewhere", "# long\nx").unwrap_err().contains("no prompt"));
        assert!(save("elevate/states", "nonsense").unwrap_err().contains("cannot be used"));
        assert_eq!(read("../../etc/passwd"), None);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
