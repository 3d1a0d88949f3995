//! `ridealong replay`: play a session, or perform it again on a target.

mod outcome;

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;

use super::args::{DriftChoice, ModeChoice, ReplayArgs, SubjectArgs, UiArgs};
use super::interrupt::interrupted;
use super::startup::{self, PreparedSession, SessionSetup, StartOptions};
use super::target::{self, TestTarget};
use super::{CliError, export, output, sessions, tape, ui};
use crate::config::UserFolders;
use crate::engine::RunBudget;
use crate::explorer::replay::{ActionTape, DriftPolicy, ReplayExplorer};
use crate::llm::Asker;
use crate::protocol::{Event, EventRecord, Op, RunMode, StepMatch};
use crate::store;
use outcome::{ReplayOutcome, ReplayRun};

/// Plays or prints a session, or performs it again if `--on` is given.
///
/// # Errors
/// If there is no such session, nothing in it to perform, or the target cannot be reached.
pub async fn replay(args: ReplayArgs) -> Result<ExitCode, CliError> {
    let sessions = startup::sessions_folder(args.how.sessions.as_deref());
    let folder = sessions::folder(&args.session, &sessions)?;
    let Some(on) = &args.on else {
        if args.json {
            return export::print_json(&folder);
        }
        store::open(&folder)?;
        if !std::io::stdout().is_terminal() {
            return Err(CliError::new("there is no terminal to play the session in", 2)
                .hint("--json prints it, and --on TARGET performs it again"));
        }
        return ui::ui(&shown(folder.display().to_string(), SubjectArgs::default(), args.theme))
            .await;
    };
    if !(0.0..=100.0).contains(&args.tolerance) {
        return Err(CliError::new("--tolerance is a percentage from 0 to 100", 2));
    }
    let session = store::open(&folder)?;
    let recorded = tape::read(&session)?;
    recorded.report_notices();
    let tape = recorded.tape;
    if tape.steps.is_empty() {
        return Err(CliError::new(format!("nothing was performed in {}", folder.display()), 2)
            .hint("`ridealong sessions` lists the sessions and their steps"));
    }
    let app = args.how.app.clone().or_else(|| target::recorded_app(on, &tape.package));
    let shown_by = recorded.started.as_ref().and_then(|started| started.browser.as_ref());
    let again = Repetition {
        target: target::parse(on, app.as_deref())?,
        subject: SubjectArgs {
            app,
            seed: args.how.seed.or_else(|| Some(recorded.started.as_ref()?.seed)).unwrap_or(1),
            sessions: args.how.sessions.clone(),
            guard: args.how.guard,
            fresh: args.how.fresh,
            web: args.how.web.clone().completed(shown_by),
            charter: Some(format!("Replay of {}", folder.display())),
            ..SubjectArgs::default()
        },
        on_drift: match args.on_drift {
            DriftChoice::Stop => DriftPolicy::Stop,
            DriftChoice::Heal => DriftPolicy::Heal,
        },
        tape,
    };
    let supervised = std::io::stdout().is_terminal() && !args.headless && !args.json;
    if supervised && args.times == 1 {
        let prepared = again.prepare(0, true).await?;
        return ui::supervise(&shown(on.clone(), again.subject.clone(), args.theme), prepared)
            .await;
    }
    let mut outcome = ReplayOutcome::new(folder, on.clone(), again.tape.clone(), args.tolerance);
    for number in 0..args.times {
        let once = once(&again, number, args.how.quiet).await?;
        let interrupted = once.interrupted;
        outcome.runs.push(once);
        if interrupted {
            break;
        }
    }
    output::say(&if args.json { outcome.json().to_string() } else { outcome.text() })?;
    Ok(ExitCode::from(u8::from(!outcome.reproduced())))
}

/// The terminal UI on `target`.
fn shown(target: String, subject: SubjectArgs, theme: Option<String>) -> UiArgs {
    UiArgs { target: Some(target), subject, mode: ModeChoice::Approve, theme }
}

/// What is performed again, and on which target.
struct Repetition {
    target: Box<dyn TestTarget>,
    subject: SubjectArgs,
    on_drift: DriftPolicy,
    tape: Arc<ActionTape>,
}

impl Repetition {
    /// The session of repetition `number`.
    async fn prepare(&self, number: u32, attended: bool) -> Result<PreparedSession, CliError> {
        let folders = UserFolders::of_user();
        let steps = self.tape.steps.len() as u64;
        let options = if attended {
            StartOptions::attended(RunMode::Approve)
        } else {
            // Returning after drift takes further steps; a replay that needs more never ends.
            StartOptions::unattended(RunBudget { steps: Some(steps * 6 + 100), ms: None })
        };
        let subject =
            SubjectArgs { seed: self.subject.seed + u64::from(number), ..self.subject.clone() };
        let setup = SessionSetup {
            explorer: Box::new(ReplayExplorer::new(
                self.tape.clone(),
                self.on_drift,
                startup::secrets(),
            )),
            asking: Asker::without_model(),
            guard: startup::guard_rules(subject.guard, &*self.target, &folders)?,
            oracles: startup::oracle_settings(subject.properties.as_deref(), &folders)?,
            resumed: None,
        };
        startup::begin(&*self.target, &subject, options, setup).await
    }
}

/// Performs the recording once, without the terminal UI.
async fn once(again: &Repetition, number: u32, quiet: bool) -> Result<ReplayRun, CliError> {
    let PreparedSession { driver, mut handle, session } = again.prepare(number, false).await?;
    let running = tokio::spawn(driver.run());
    let mut once = ReplayRun::new(session);
    let mut interrupt = Box::pin(interrupted());
    loop {
        tokio::select! {
            biased;
            () = &mut interrupt => {
                once.interrupted = true;
                handle.send(Op::Quit);
                interrupt.set(interrupted());
            }
            record = handle.next() => match record {
                Some(record) => {
                    once.apply(&record);
                    if !quiet {
                        progress(&record);
                    }
                }
                None => break,
            },
        }
    }
    running.await.map_err(|error| startup::engine_failed(&error))??;
    match startup::lost_target(once.end()) {
        Some(error) => Err(error),
        None => Ok(once),
    }
}

fn progress(record: &EventRecord) {
    match &record.event {
        Event::Compared(compared)
            if matches!(compared.sameness, StepMatch::Different | StepMatch::GivenUp) =>
        {
            output::tell(&format!(
                "step {}: {}: {}",
                compared.recorded,
                compared.sameness.word(),
                compared.what
            ));
        }
        Event::Found(finding) if finding.first => {
            output::tell(&format!(
                "{} at step {}: {}",
                finding.kind.word(),
                finding.step,
                finding.title
            ));
        }
        Event::Warned(warned) => output::tell(&format!("warning: {}", warned.what)),
        _ => {}
    }
}
