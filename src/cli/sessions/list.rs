//! The list of recorded sessions.

use std::path::Path;

use crate::cli::args::SessionFilter;
use crate::cli::{CliError, output};
use crate::session::{self, SessionSummary};

/// Prints the sessions in `folder` that pass `filter`, newest first.
///
/// # Errors
/// If the folder cannot be read.
pub fn list(folder: &Path, filter: &SessionFilter, json: bool) -> Result<(), CliError> {
    let (mut summaries, failures) = session::list(folder)?;
    let all = summaries.len();
    summaries.retain(|summary| passes(summary, filter));
    if json {
        let json = serde_json::to_string(&summaries)
            .map_err(|error| CliError::new(error.to_string(), 2))?;
        output::say(&json)?;
    } else if summaries.is_empty() {
        tell_none(folder, all)?;
    } else {
        tell(&summaries)?;
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
    Ok(())
}

fn tell_none(folder: &Path, all: usize) -> Result<(), CliError> {
    if all > 0 {
        return output::say(&format!("none of the {all} sessions in {} matches", folder.display()));
    }
    output::say(&format!("no sessions in {}", folder.display()))?;
    output::say("record one with: ridealong run demo --steps 100")
}

fn tell(summaries: &[SessionSummary]) -> Result<(), CliError> {
    let heading = [
        "started", "target", "explorer", "steps", "states", "findings", "ended", "MB", "tags",
        "session",
    ];
    let rows = summaries.iter().map(row);
    let rows: Vec<_> = std::iter::once(heading.map(str::to_owned).to_vec()).chain(rows).collect();
    output::say(&output::table(&rows))?;
    let bytes: u64 = summaries.iter().map(|summary| summary.bytes).sum();
    let count = summaries.len();
    let noun = if count == 1 { "session" } else { "sessions" };
    output::tell(&format!("{count} {noun}, {:.1} MB", bytes as f64 / 1e6));
    Ok(())
}

/// True if all of `filter` fits.
fn passes(summary: &SessionSummary, filter: &SessionFilter) -> bool {
    let has = |tag: &String| summary.tags.iter().any(|known| known.eq_ignore_ascii_case(tag));
    let fits = |words: &String| {
        let words = words.to_lowercase();
        let name = summary.folder.file_name().unwrap_or_default().to_string_lossy();
        let texts = [&*name, &summary.started, &summary.target, &summary.explorer, &summary.app];
        let own = summary.charter.iter().chain(&summary.tags).chain(&summary.titles);
        texts
            .into_iter()
            .chain(own.map(String::as_str))
            .any(|text| text.to_lowercase().contains(&words))
    };
    filter.tag.iter().all(has) && filter.search.iter().all(fits)
}

fn row(summary: &SessionSummary) -> Vec<String> {
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
        summary.tags.join(", "),
        name,
    ]
}
