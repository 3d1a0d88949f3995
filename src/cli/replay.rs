//! `ridealong replay`: look at a session again, or perform it again on a target.

mod outcome;

use crate::domain::Pace;
use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;

use super::args::{DriftChoice, ModeChoice, ReplayArgs, SubjectArgs, UiArgs};
use super::ride::{self, PreparedSession, SessionSetup, StartOptions};
use super::run::asked_to_end;
use super::target::{self, TestTarget};
use super::{CliError, output, sessions, tape, ui};
use crate::config::UserFolders;
use crate::domain::Secret;
use crate::engine::RunBudget;
use crate::explorer::replay::{ActionTape, DriftPolicy, ReplayExplorer, ReplaySecrets};
use crate::llm::Asker;
use crate::protocol::{AutoLimits, EndReason, Event, EventRecord, Op, RunMode, StepMatch};
use crate::store;
use outcome::{ReplayOutcome, ReplayRun};

/// What the environment variables are called whose values are typed into password fields.
const SECRET: &str = "RIDEALONG_SECRET";

/// Looks at or performs again as `args` say.
///
/// # Errors
/// If there is no such session, nothing in it to perform, or the target cannot be reached.
pub async fn replay(args: ReplayArgs) -> Result<ExitCode, CliError> {
    let sessions = args.how.sessions.clone().unwrap_or_else(|| UserFolders::of_user().sessions);
    let folder = sessions::folder(&args.session, &sessions)?;
    let Some(on) = &args.on else {
        store::open(&folder)?;
        return ui::ui(&shown(folder.display().to_string(), SubjectArgs::default())).await;
    };
    if !(0.0..=100.0).contains(&args.tolerance) {
        return Err(CliError::new("--tolerance is a share from 0 to 100 percent", 2));
    }
    let session = store::open(&folder)?;
    let recorded = tape::read(&session)?;
    for notice in recorded.notices.iter().take(8) {
        output::tell(&format!("note: {notice}"));
    }
    let tape = recorded.tape;
    if tape.steps.is_empty() {
        return Err(CliError::new(format!("nothing was performed in {}", folder.display()), 2)
            .hint("`ridealong sessions` lists the sessions and their steps"));
    }
    let app = args.how.app.clone().or_else(|| target::recorded_app(on, &tape.package));
    let again = Repetition {
        target: target::parse(on, app.as_deref())?,
        subject: SubjectArgs {
            app,
            seed: args.how.seed.or_else(|| Some(recorded.started.as_ref()?.seed)).unwrap_or(1),
            sessions: args.how.sessions.clone(),
            guard: args.how.guard,
            fresh: args.how.fresh,
            charter: Some(format!("Performing {} again", folder.display())),
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
        let ride = again.ride(0, true).await?;
        return ui::supervise(&shown(on.clone(), again.subject.clone()), ride).await;
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
fn shown(target: String, subject: SubjectArgs) -> UiArgs {
    UiArgs { target, subject, mode: ModeChoice::Approve, theme: None }
}

/// What is performed again, and where.
struct Repetition {
    target: Box<dyn TestTarget>,
    subject: SubjectArgs,
    on_drift: DriftPolicy,
    tape: Arc<ActionTape>,
}

impl Repetition {
    /// The ride of the time with this number.
    async fn ride(&self, number: u32, attended: bool) -> Result<PreparedSession, CliError> {
        let folders = UserFolders::of_user();
        let steps = self.tape.steps.len() as u64;
        let mode = if attended {
            RunMode::Approve
        } else {
            RunMode::Auto { until: AutoLimits::default() }
        };
        // Finding back costs steps, too; more than so many would never end.
        let budget = RunBudget { steps: (!attended).then_some(steps * 6 + 100), ms: None };
        let pace = if attended { Pace::Real } else { Pace::Virtual };
        let subject =
            SubjectArgs { seed: self.subject.seed + u64::from(number), ..self.subject.clone() };
        let who = SessionSetup {
            explorer: Box::new(ReplayExplorer::new(self.tape.clone(), self.on_drift, secrets())),
            asking: Asker::without_model(),
            guard: ride::guard_rules(subject.guard, &*self.target, &folders)?,
            resumed: None,
        };
        ride::begin(&*self.target, &subject, StartOptions { mode, budget, attended, pace }, who)
            .await
    }
}

/// What the environment gives to be typed into password fields: `RIDEALONG_SECRET_<ID>` into the
/// field with that id, `RIDEALONG_SECRET` into any other.
pub fn secrets() -> ReplaySecrets {
    let known = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.to_str()?.strip_prefix(SECRET)?;
        let name = if name.is_empty() { name } else { name.strip_prefix('_')? };
        Some((name.to_owned(), Secret::new(value.to_str()?)))
    });
    ReplaySecrets(known.collect())
}

/// Performs the recording once, without a screen.
async fn once(again: &Repetition, number: u32, quiet: bool) -> Result<ReplayRun, CliError> {
    let PreparedSession { driver, mut handle, session } = again.ride(number, false).await?;
    let riding = tokio::spawn(driver.run());
    let mut once = ReplayRun::new(session);
    let mut asked = Box::pin(asked_to_end());
    loop {
        tokio::select! {
            biased;
            () = &mut asked => {
                once.interrupted = true;
                handle.send(Op::Quit);
                asked.set(asked_to_end());
            }
            record = handle.next() => match record {
                Some(record) => {
                    once.apply(&record.event);
                    if !quiet {
                        progress(&record);
                    }
                }
                None => break,
            },
        }
    }
    riding
        .await
        .map_err(|error| CliError::new(format!("the engine ended early: {error}"), 3))??;
    match &once.end {
        Some(EndReason::CannotOpen { what, hint }) => {
            let error = CliError::new(what.clone(), 3);
            Err(match hint {
                Some(hint) => error.hint(hint.clone()),
                None => error,
            })
        }
        Some(EndReason::DeviceLost { what }) => {
            Err(CliError::new(format!("the device was lost: {what}"), 3))
        }
        _ => Ok(once),
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
