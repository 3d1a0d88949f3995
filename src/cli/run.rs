//! `ridealong run`: explore without a screen. A second, equal user of the engine's handle.

mod junit;
mod progress;
mod summary;

use std::path::PathBuf;
use std::process::ExitCode;

use super::args::{GuardChoice, Run};
use super::target::Target;
use super::{CliError, output};
use crate::config::Folders;
use crate::device::demo::phone::Pace;
use crate::engine::machine::minutes_to_ms;
use crate::engine::{Budget, Driver, Guard, Setup, guard};
use crate::explorer;
use crate::protocol::{EndReason, Mode, Op, Until};
use crate::store::Writer;
use progress::Progress;
use summary::Summary;

/// Explores as `args` say.
///
/// # Errors
/// Where it cannot begin, or can no longer be recorded.
pub async fn run(args: Run) -> Result<ExitCode, CliError> {
    let target = Target::read(&args.target, args.app.as_deref())?;
    let explorer =
        explorer::find(&args.explorer).ok_or_else(|| unknown_explorer(&args.explorer))?;
    let folders = Folders::of_user();
    let guard = guard_rules(&args, &target, &folders)?;
    let pace = Pace::Virtual;
    let device = target.connect(args.app.as_deref(), args.fresh, args.seed, pace).await?;
    let sessions = args.sessions.clone().unwrap_or_else(|| folders.sessions.clone());
    let writer = Writer::create(&new_session(&sessions, &args, &target))?;
    let session = writer.folder().to_owned();
    let setup = Setup {
        explorer: explorer.name.into(),
        mode: Mode::Auto { until: Until::default() },
        budget: Budget { steps: args.steps, ms: args.minutes.map(minutes_to_ms) },
        guard,
        attended: false,
    };
    let explorer = (explorer.make)(args.seed);
    let (driver, mut handle) = Driver::new(device, explorer, setup, args.seed, writer);
    if let Some(text) = args.charter.clone() {
        handle.send(Op::Charter { text });
    }
    let mut riding = tokio::spawn(driver.run());
    let mut summary = Summary::new(session);
    let mut progress = Progress::new(args.steps, args.quiet);
    let mut interrupts = 0;
    let mut asked = Box::pin(asked_to_end());
    loop {
        tokio::select! {
            // First, so that it is listened to from the start and never waits behind records.
            biased;
            () = &mut asked => {
                interrupts += 1;
                if interrupts > 1 {
                    // The second time nothing is waited for; what was told is recorded.
                    riding.abort();
                    return Ok(ExitCode::from(130));
                }
                handle.send(Op::Quit);
                asked.set(asked_to_end());
            }
            record = handle.next() => match record {
                Some(record) => {
                    summary.apply(&record);
                    progress.apply(&record, summary.model());
                }
                None => break,
            },
        }
    }
    progress.end();
    let ride = (&mut riding)
        .await
        .map_err(|error| CliError::new(format!("the engine ended early: {error}"), 3))?;
    summary.ride = ride?;
    finish(&args, &summary)
}

/// Waits for Ctrl-C, or on Unix for the signal that asks a program to end. To be polled over and
/// over rather than made anew: a signal between two waits would be lost.
async fn asked_to_end() {
    let interrupted = async {
        // Where the signal cannot be awaited the default action ends the process, as well.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}

/// Tells the result and finds the exit code.
fn finish(args: &Run, summary: &Summary) -> Result<ExitCode, CliError> {
    if let Some(path) = &args.junit {
        std::fs::write(path, junit::render(summary)).map_err(|error| {
            CliError::new(format!("cannot write {}: {error}", path.display()), 2)
        })?;
    }
    let text = if args.json { summary.json().to_string() } else { summary.text() };
    output::say(&text)?;
    match summary.end() {
        Some(EndReason::CannotOpen { what, hint }) => {
            let error = CliError::new(what.clone(), 3);
            return Err(match hint {
                Some(hint) => error.hint(hint.clone()),
                None => error,
            });
        }
        Some(EndReason::DeviceLost { what }) => {
            return Err(CliError::new(format!("the device was lost: {what}"), 3)
                .hint(format!("{} steps are recorded", summary.model().steps())));
        }
        _ => {}
    }
    let failed = summary
        .findings()
        .iter()
        .any(|finding| args.fail_on.iter().any(|kind| kind.names(finding.kind)));
    Ok(ExitCode::from(u8::from(failed)))
}

fn unknown_explorer(name: &str) -> CliError {
    let names: Vec<&str> = explorer::ALL.iter().map(|kind| kind.name).collect();
    CliError::new(format!("there is no explorer {name:?}"), 2)
        .hint(format!("explorers are {}", names.join(", ")))
}

/// The user's guard rules, else ours, where they apply.
fn guard_rules(args: &Run, target: &Target, folders: &Folders) -> Result<Guard, CliError> {
    let applies = match args.guard {
        GuardChoice::Auto => !target.is_demo(),
        GuardChoice::Always => true,
        GuardChoice::Never => false,
    };
    if !applies {
        return Ok(Guard::default());
    }
    let path = folders.guard();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| guard::DEFAULT_RULES.to_owned());
    Guard::read(&text).map_err(|error| CliError::new(format!("{}: {error}", path.display()), 2))
}

/// A folder for a new session, named by time, target and explorer.
fn new_session(sessions: &std::path::Path, args: &Run, target: &Target) -> PathBuf {
    let subject = match target {
        Target::Demo { app } => app.clone(),
        Target::Adb { .. } => args.app.clone().unwrap_or_else(|| "adb".into()),
    };
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '-' };
    let subject: String = subject.chars().map(safe).take(60).collect();
    let time = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S");
    let name = format!("{time}-{subject}-{}-{}", args.explorer, args.seed);
    let mut folder = sessions.join(&name);
    let mut twin = 2;
    while folder.exists() {
        folder = sessions.join(format!("{name}-{twin}"));
        twin += 1;
    }
    folder
}
