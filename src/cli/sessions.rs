//! `ridealong sessions`: what was recorded.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::Sessions;
use super::{CliError, output};
use crate::config::Folders;
use crate::store::{self, Summary};

/// Lists the sessions, newest first.
///
/// # Errors
/// Where the folder cannot be read.
pub fn sessions(args: &Sessions) -> Result<ExitCode, CliError> {
    let folder = args.sessions.clone().unwrap_or_else(|| Folders::of_user().sessions);
    let (summaries, failures) = store::list(&folder)?;
    if args.json {
        let json = serde_json::to_string(&summaries)
            .map_err(|error| CliError::new(error.to_string(), 2))?;
        output::say(&json)?;
    } else if summaries.is_empty() {
        output::say(&format!("no sessions in {}", folder.display()))?;
        output::say("record one with: ridealong run demo --steps 100")?;
    } else {
        let heading = [
            "started", "target", "explorer", "steps", "states", "findings", "ended", "MB",
            "session",
        ];
        let rows = summaries.iter().map(row);
        let rows: Vec<_> =
            std::iter::once(heading.map(str::to_owned).to_vec()).chain(rows).collect();
        output::say(&output::table(&rows))?;
    }
    for summary in &summaries {
        for repair in &summary.repairs {
            output::tell(&format!("note: {}: {repair}", summary.folder.display()));
        }
    }
    for failure in &failures {
        output::tell(&format!("warning: {failure}"));
        if let Some(hint) = failure.hint() {
            output::tell(&format!("hint: {hint}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder of the session `named`: as it is named, or by its name among `sessions`.
pub fn folder(named: &Path, sessions: &Path) -> PathBuf {
    let among = sessions.join(named);
    if !named.exists() && among.exists() { among } else { named.to_owned() }
}

fn row(summary: &Summary) -> Vec<String> {
    let ended = match &summary.ended {
        None => "cut off".to_owned(),
        Some(reason) => serde_json::to_value(reason)
            .ok()
            .and_then(|value| Some(value.get("is")?.as_str()?.replace('_', " ")))
            .unwrap_or_default(),
    };
    let name = summary.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    vec![
        summary.started.get(..19).unwrap_or(&summary.started).replace('T', " "),
        summary.target.clone(),
        summary.explorer.clone(),
        summary.steps.to_string(),
        summary.states.to_string(),
        summary.findings.to_string(),
        ended,
        format!("{:.1}", summary.bytes as f64 / 1e6),
        name,
    ]
}
