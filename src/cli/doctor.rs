//! `ridealong doctor`: is there all that exploring needs, and what to do if there is not.

mod models;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::DoctorArgs;
use super::target::{self, TARGETS};
use super::{CliError, output};
use crate::config::UserFolders;

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckResult {
    Good,
    /// Works, but something is missing for a part of the program.
    Missing,
}

/// One thing that was checked.
pub struct DoctorCheck {
    what: &'static str,
    verdict: CheckResult,
    found: String,
    advice: Option<String>,
}

impl DoctorCheck {
    /// What works as it should.
    pub fn good(what: &'static str, found: impl Into<String>) -> Self {
        Self { what, verdict: CheckResult::Good, found: found.into(), advice: None }
    }

    /// What a part of the program needs and does not have, and what to do about it.
    pub fn missing(
        what: &'static str,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            what,
            verdict: CheckResult::Missing,
            found: found.into(),
            advice: Some(advice.into()),
        }
    }

    /// What is missing and what to do about it, in a line; `None` if nothing is.
    pub fn missing_part(&self) -> Option<String> {
        let advice = self.advice.iter().filter(|advice| !advice.is_empty());
        let words: Vec<&str> =
            std::iter::once(&self.found).chain(advice).map(String::as_str).collect();
        (self.verdict == CheckResult::Missing).then(|| words.join("; "))
    }
}

/// Checks everything, or the target that is named. The embedded phone always works, so that nothing that is
/// missing is an error.
///
/// # Errors
/// If there is no such target, or standard output cannot be written.
pub async fn doctor(args: &DoctorArgs) -> Result<ExitCode, CliError> {
    let checks = match &args.target {
        Some(named) => of_target(named).await?,
        None => all().await,
    };
    if args.json {
        let checks: Vec<Value> = checks
            .iter()
            .map(|check| {
                json!({
                    "check": check.what,
                    "ok": check.verdict == CheckResult::Good,
                    "found": check.found,
                    "advice": check.advice,
                })
            })
            .collect();
        output::say(&Value::Array(checks).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    for check in &checks {
        let mark = if check.verdict == CheckResult::Good { "ok     " } else { "missing" };
        output::say(&output::plain(&format!("{mark}  {}: {}", check.what, check.found)))?;
        if let Some(advice) = &check.advice {
            output::say(&format!("         {advice}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn all() -> Vec<DoctorCheck> {
    let mut checks = Vec::new();
    for target in TARGETS {
        checks.extend((target.checks)().await);
    }
    checks.push(terminal());
    checks.push(sessions());
    checks.extend(models::models(&UserFolders::of_user()).await);
    checks
}

/// What the target checks of itself, or else what is checked of its scheme.
async fn of_target(named: &str) -> Result<Vec<DoctorCheck>, CliError> {
    let own = target::parse(named, None)?.checks().await;
    Ok(if own.is_empty() { target::checks_of_scheme(named).await } else { own })
}

fn terminal() -> DoctorCheck {
    if !std::io::stdout().is_terminal() {
        return DoctorCheck::missing(
            "terminal",
            "standard output is not a terminal",
            "`ridealong run` needs none; the terminal UI does",
        );
    }
    let kind = std::env::var("TERM").unwrap_or_else(|_| "unknown".into());
    let truecolor = std::env::var("COLORTERM").is_ok_and(|value| value.contains("truecolor"));
    let size = crossterm::terminal::size()
        .map_or_else(|_| "size unknown".to_owned(), |(columns, rows)| format!("{columns}x{rows}"));
    let colours = if truecolor { "24-bit colour" } else { "256 colours or fewer" };
    DoctorCheck::good("terminal", format!("{kind}, {size}, {colours}"))
}

fn sessions() -> DoctorCheck {
    let folder = UserFolders::of_user().sessions;
    let probe = folder.join(".probe");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&probe, b""));
    match written {
        Ok(()) => {
            // Left behind it would do no harm.
            let _ = std::fs::remove_file(&probe);
            DoctorCheck::good("sessions", format!("stored in {}", folder.display()))
        }
        Err(error) => DoctorCheck::missing(
            "sessions",
            format!("{} cannot be written: {error}", folder.display()),
            "name another folder with --sessions DIR or RIDEALONG_SESSIONS",
        ),
    }
}
