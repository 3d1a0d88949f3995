//! `ridealong doctor`: is there all that exploring needs, and what to do where there is not.

mod models;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::DoctorArgs;
use super::{CliError, output};
use crate::config::UserFolders;
use crate::device::adb::{AdbServer, DeviceState};

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckResult {
    Good,
    /// Works, but something is missing for a part of the program.
    Lacking,
}

struct DoctorCheck {
    what: &'static str,
    verdict: CheckResult,
    found: String,
    advice: Option<String>,
}

impl DoctorCheck {
    fn good(what: &'static str, found: impl Into<String>) -> Self {
        Self { what, verdict: CheckResult::Good, found: found.into(), advice: None }
    }

    fn lacking(what: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            what,
            verdict: CheckResult::Lacking,
            found: found.into(),
            advice: Some(advice.into()),
        }
    }
}

/// Checks everything. The embedded phone always works, so nothing here is an error.
///
/// # Errors
/// If standard output cannot be written.
pub async fn doctor(args: &DoctorArgs) -> Result<ExitCode, CliError> {
    let mut checks =
        vec![DoctorCheck::good("embedded phone", "always there: ridealong run demo --steps 100")];
    checks.extend(adb().await);
    checks.push(terminal());
    checks.push(sessions());
    checks.extend(models::models(&UserFolders::of_user()).await);
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
        let mark = if check.verdict == CheckResult::Good { "ok     " } else { "lacking" };
        output::say(&output::plain(&format!("{mark}  {}: {}", check.what, check.found)))?;
        if let Some(advice) = &check.advice {
            output::say(&format!("         {advice}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn adb() -> Vec<DoctorCheck> {
    let server = match AdbServer::from_env() {
        Ok(server) => server,
        Err(error) => {
            let advice = error.hint().unwrap_or_default();
            return vec![DoctorCheck::lacking("adb server", error.to_string(), advice)];
        }
    };
    let version = match server.version().await {
        Ok(version) => version,
        Err(error) => {
            let advice = error.hint().unwrap_or_default();
            return vec![DoctorCheck::lacking("adb server", error.to_string(), advice)];
        }
    };
    let found = format!("answers at {}, protocol version {version}", server.address());
    let mut checks = vec![DoctorCheck::good("adb server", found)];
    match server.devices().await {
        Ok(devices) if devices.is_empty() => checks.push(DoctorCheck::lacking(
            "devices",
            "none is connected",
            "connect a phone with USB debugging on, start an emulator, or try `ridealong demo serve --adb 5599` and `adb connect 127.0.0.1:5599`",
        )),
        Ok(devices) => checks.extend(devices.iter().map(|device| {
            let found = format!("{} ({})", device.serial, device.state);
            match &device.state {
                DeviceState::Device => DoctorCheck::good("device", found),
                state => DoctorCheck::lacking("device", found, advice(state)),
            }
        })),
        Err(error) => {
            let advice = error.hint().unwrap_or_default();
            checks.push(DoctorCheck::lacking("devices", error.to_string(), advice));
        }
    }
    checks
}

fn advice(state: &DeviceState) -> &'static str {
    match state {
        DeviceState::Unauthorized => "unlock it and accept its question about USB debugging",
        DeviceState::Offline => "unplug it and plug it in again, or `adb reconnect`",
        _ => "start it normally, with USB debugging on",
    }
}

fn terminal() -> DoctorCheck {
    if !std::io::stdout().is_terminal() {
        return DoctorCheck::lacking(
            "terminal",
            "standard output is none",
            "fine for `ridealong run`; the terminal UI needs one",
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
            DoctorCheck::good("sessions", format!("are kept in {}", folder.display()))
        }
        Err(error) => DoctorCheck::lacking(
            "sessions",
            format!("{} cannot be written: {error}", folder.display()),
            "name another folder with --sessions DIR or RIDEALONG_SESSIONS",
        ),
    }
}
