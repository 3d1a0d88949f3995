//! `ridealong run`: explore without the terminal UI.

pub mod junit;
mod progress;
mod summary;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::args::{PerformingArgs, RunArgs, SubjectArgs};
use super::interrupt::interrupted;
use super::startup::{self, PreparedSession, StartOptions};
use super::triage::{TriageOptions, triage_session};
use super::{CliError, output};
use crate::config::UserFolders;
use crate::engine::RunBudget;
use crate::engine::machine::minutes_to_ms;
use crate::engine::triage::TriageLimits;
use crate::protocol::{EndReason, Op};
use progress::RunProgress;
use summary::RunSummary;

/// Crashes of a short run are confirmed for so long all the same.
const LEAST_CONFIRMING: Duration = Duration::from_secs(60);

/// Explores as `args` say.
///
/// # Errors
/// If it cannot begin, or can no longer be recorded.
pub async fn run(args: RunArgs) -> Result<ExitCode, CliError> {
    let budget = RunBudget { steps: args.steps, ms: args.minutes.map(minutes_to_ms) };
    let options = StartOptions::unattended(budget);
    let PreparedSession { driver, mut handle, session } =
        startup::prepare(&args.target, &args.subject, options).await?;
    let began = Instant::now();
    let mut running = tokio::spawn(driver.run());
    let mut summary = RunSummary::new(session);
    let mut progress = RunProgress::new(args.steps, args.quiet);
    let mut interrupts = 0;
    let mut interrupt = Box::pin(interrupted());
    loop {
        tokio::select! {
            // First, so that an interrupt never waits behind records.
            biased;
            () = &mut interrupt => {
                interrupts += 1;
                if interrupts > 1 {
                    // The second time nothing is waited for; what was reported is recorded.
                    running.abort();
                    return Ok(ExitCode::from(130));
                }
                handle.send(Op::Quit);
                interrupt.set(interrupted());
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
    let took = began.elapsed();
    summary.totals = (&mut running).await.map_err(|error| startup::engine_failed(&error))??;
    if args.confirms(summary.explorer()) && summary.can_confirm(!args.confirm) && interrupts == 0 {
        tokio::select! {
            biased;
            () = &mut interrupt => output::tell("note: not all findings were checked again"),
            confirmed = confirm(&args, &mut summary, took) => if let Err(error) = confirmed {
                if args.confirm {
                    // What the run found is told all the same.
                    finish(&args, &summary)?;
                    return Err(error);
                }
                output::tell(&format!("note: not all findings were checked again: {error}"));
            },
        }
    }
    finish(&args, &summary)
}

/// Confirms the findings on the same target; without `--confirm` only the crashes.
/// That takes no longer than the run, which `took` so long.
async fn confirm(args: &RunArgs, summary: &mut RunSummary, took: Duration) -> Result<(), CliError> {
    let SubjectArgs { app, seed, guard, fresh, resume, branch, web, properties, .. } =
        args.subject.clone();
    // A resumed or branched session has the target and seed of its log.
    let named = resume.is_none() && branch.is_none();
    let seed = named.then_some(seed);
    let repeating = PerformingArgs {
        app,
        seed,
        sessions: None,
        guard,
        fresh,
        quiet: args.quiet,
        properties,
        web,
    };
    let on = named.then(|| args.target.clone());
    let limits = TriageLimits::default();
    let in_all = (!args.confirm).then(|| took.max(LEAST_CONFIRMING));
    let oracles =
        startup::oracle_settings(repeating.properties.as_deref(), &UserFolders::of_user())?;
    let asks = args.confirm && summary.model_name().is_some();
    let model = asks.then(|| args.subject.model.clone());
    let how = TriageOptions {
        on,
        repeating,
        limits,
        in_all,
        oracles,
        crashes_only: !args.confirm,
        model,
    };
    for (_, triaged) in triage_session(summary.session(), &how).await? {
        summary.triaged(triaged);
    }
    Ok(())
}

/// Prints the result and chooses the exit code.
fn finish(args: &RunArgs, summary: &RunSummary) -> Result<ExitCode, CliError> {
    if let Some(path) = &args.result.junit {
        junit::write_file(path, &junit::of_run(summary))?;
    }
    let text = if args.result.json { summary.json().to_string() } else { summary.text() };
    output::say(&text)?;
    if let Some(error) = startup::lost_target(summary.end()) {
        return Err(error);
    }
    let failed = summary
        .findings()
        .iter()
        .filter(|finding| summary.verdicts().count(&finding.group) && !summary.is_refuted(finding))
        .any(|finding| args.result.fail_on.iter().any(|kind| kind.names(finding.kind)));
    if failed {
        return Ok(ExitCode::from(1));
    }
    if let Some(EndReason::Stuck { what, hint, .. }) = summary.end() {
        let error = CliError::new(format!("the run ended early: {what}"), 3);
        return Err(error.maybe_hint(hint.clone()));
    }
    if let Some(hint) = summary.never_answered() {
        let model = summary.model_name().unwrap_or_default();
        let what = format!("the model {model} never answered; it had no part in this run");
        return Err(CliError::new(what, 3).hint(hint));
    }
    Ok(ExitCode::SUCCESS)
}
