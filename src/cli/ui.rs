//! `ridealong [TARGET]`: the terminal UI.

use std::process::ExitCode;

use super::args::{ModeChoice, Ui};
use super::ride::{self, Manner, Ride};
use super::{CliError, output};
use crate::config::Folders;
use crate::device::demo::phone::Pace;
use crate::engine::Budget;
use crate::protocol::{Mode, Until};
use crate::tui::image::Pictures;
use crate::tui::keymap::Keymap;
use crate::tui::theme::{Depth, Theme};
use crate::tui::{self, App, Options, Terminal, TerminalError};

/// Opens the terminal UI as `args` say.
///
/// # Errors
/// Where there is no terminal, or the ride cannot begin.
pub async fn ui(args: &Ui) -> Result<ExitCode, CliError> {
    let folders = Folders::of_user();
    let theme = Theme::bundled(args.theme.as_deref().unwrap_or("dark"), Depth::from_env())
        .map_err(|error| CliError::new(error.to_string(), 2))?;
    let keymap = keymap(&folders)?;
    let pictures =
        Pictures::of_terminal(theme.depth).map_err(|error| CliError::new(error.to_string(), 2))?;
    // Before anything is connected or recorded: without a terminal nobody could decide.
    let mut terminal = Terminal::take().map_err(|error| no_terminal(&error))?;
    let manner = Manner {
        mode: match args.mode {
            ModeChoice::Step => Mode::Step,
            ModeChoice::Approve => Mode::Approve,
            ModeChoice::Auto => Mode::Auto { until: Until::default() },
        },
        budget: Budget::default(),
        attended: true,
        pace: Pace::Real,
    };
    let Ride { driver, handle, session } =
        ride::prepare(&args.target, &args.subject, manner).await?;
    let sessions = args.subject.sessions.clone().unwrap_or(folders.sessions);
    let options = Options { theme, keymap, sessions, pictures };
    let mut app = App::new(options, handle.ops(), handle.blobs());
    let riding = tokio::spawn(driver.run());
    let events = crossterm::event::EventStream::new();
    let shown = tui::run(&mut terminal, &mut app, handle, events).await;
    drop(terminal);
    shown.map_err(|error| CliError::new(format!("the terminal failed: {error}"), 2))?;
    riding
        .await
        .map_err(|error| CliError::new(format!("the engine ended early: {error}"), 3))??;
    let model = &app.ride().model;
    output::tell(&format!(
        "{} steps, {} states. session: {}",
        model.steps(),
        model.states().len(),
        session.display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn no_terminal(error: &TerminalError) -> CliError {
    let told = CliError::new(error.to_string(), 2);
    match error {
        TerminalError::None => {
            told.hint("to explore without a screen: ridealong run demo --steps 100")
        }
        TerminalError::Setup(_) => told,
    }
}

/// The user's keys over the default ones.
fn keymap(folders: &Folders) -> Result<Keymap, CliError> {
    let path = folders.config.join("keymap.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    Keymap::read(&text).map_err(|error| CliError::new(format!("{}: {error}", path.display()), 2))
}
