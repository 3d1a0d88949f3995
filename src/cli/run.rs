//! `ridealong run`: explore without a screen. A second, equal user of the engine's handle.

mod junit;
mod progress;
mod summary;

use crate::domain::Pace;
use std::process::ExitCode;

use super::args::{PerformingArgs, RunArgs, SubjectArgs};
use super::ride::{self, PreparedSession, StartOptions};
use super::triage::{TriageOptions, triage_session};
use super::{CliError, output};
use crate::engine::RunBudget;
use crate::engine::machine::minutes_to_ms;
use crate::engine::triage::TriageLimits;
use crate::protocol::{AutoLimits, EndReason, Op, RunMode};
use progress::RunProgress;
use summary::RunSummary;

/// Explores as `args` say.
///
/// # Errors
/// If it cannot begin, or can no longer be recorded.
pub async fn run(args: RunArgs) -> Result<ExitCode, CliError> {
    let manner = StartOptions {
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: args.steps, ms: args.minutes.map(minutes_to_ms) },
        attended: false,
        pace: Pace::Virtual,
    };
    let PreparedSession { driver, mut handle, session } =
        ride::prepare(&args.target, &args.subject, manner).await?;
    let mut riding = tokio::spawn(driver.run());
    let mut summary = RunSummary::new(session);
    let mut progress = RunProgress::new(args.steps, args.quiet);
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
    if args.confirms(summary.explorer()) && summary.has_crashes() && interrupts == 0 {
        tokio::select! {
            biased;
            () = &mut asked => output::tell("note: not all findings are confirmed"),
            confirmed = confirm(&args, &mut summary) => confirmed?,
        }
    }
    finish(&args, &summary)
}

/// Makes the crashes happen again, on the same target.
async fn confirm(args: &RunArgs, summary: &mut RunSummary) -> Result<(), CliError> {
    let SubjectArgs { app, seed, guard, fresh, resume, branch, .. } = args.subject.clone();
    // A session that goes on, or branches off, has the target and seed of its log.
    let named = resume.is_none() && branch.is_none();
    let seed = named.then_some(seed);
    let repeating = PerformingArgs { app, seed, sessions: None, guard, fresh, quiet: args.quiet };
    let on = named.then(|| args.target.clone());
    let how = TriageOptions { on, repeating, limits: TriageLimits::default() };
    for (_, told) in triage_session(summary.session(), &how).await? {
        summary.triaged(told);
    }
    Ok(())
}

/// Waits for Ctrl-C, or on Unix for the signal that asks a program to end. To be polled over and
/// over rather than made anew: a signal between two waits would be lost.
pub(super) async fn asked_to_end() {
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
fn finish(args: &RunArgs, summary: &RunSummary) -> Result<ExitCode, CliError> {
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
    if failed {
        return Ok(ExitCode::from(1));
    }
    if let Some(EndReason::Stuck { what, hint, .. }) = summary.end() {
        let error = CliError::new(format!("the run ended early: {what}"), 3);
        return Err(match hint {
            Some(hint) => error.hint(hint.clone()),
            None => error,
        });
    }
    if let Some(hint) = summary.asked_in_vain() {
        let model = summary.model_name().unwrap_or_default();
        let what = format!("the model {model} never answered; it had no part in this run");
        return Err(CliError::new(what, 3).hint(hint));
    }
    Ok(ExitCode::SUCCESS)
}
