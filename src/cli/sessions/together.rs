//! Several sessions of one app together: merged, or compared.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;

use super::folder;
use crate::cli::{CliError, output};
use crate::model::export;
use crate::report::compare::{self, ComparedState, SessionDifference};
use crate::report::merge::{self, KnowledgeCounts};
use crate::store::{self, RecordedSession};

/// Merges the models of `named` and prints what each session added. The merged model is written to
/// `out`: as a Graphviz graph if its name ends in `.dot`, else as JSON.
///
/// # Errors
/// If a session cannot be read, they are not of one app, or `out` cannot be written.
pub fn merge(
    named: &[PathBuf],
    among: &Path,
    out: Option<&Path>,
    json: bool,
) -> Result<(), CliError> {
    let sessions = named.iter().map(|named| open(named, among)).collect::<Result<Vec<_>, _>>()?;
    of_one_app(&sessions)?;
    let merged = merge::merge(&sessions);
    if let Some(out) = out {
        let dot = out.extension().is_some_and(|ending| ending == "dot" || ending == "gv");
        let text = if dot {
            export::dot(&merged.model)
        } else {
            format!("{:#}\n", export::json(&merged.model))
        };
        std::fs::write(out, text).map_err(|error| {
            CliError::new(format!("cannot write {}: {error}", out.display()), 2)
        })?;
    }
    if json {
        return say_json(&merged);
    }
    let cell =
        |counts: KnowledgeCounts, pick: fn(KnowledgeCounts) -> usize| pick(counts).to_string();
    let heading = [
        "session",
        "explorer",
        "states",
        "added",
        "alone",
        "transitions",
        "added",
        "findings",
        "added",
    ];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(merged.shares.iter().map(|share| {
        vec![
            share.session.clone(),
            share.explorer.clone(),
            cell(share.known, |counts| counts.states),
            cell(share.added, |counts| counts.states),
            cell(share.alone, |counts| counts.states),
            cell(share.known, |counts| counts.transitions),
            cell(share.added, |counts| counts.transitions),
            cell(share.known, |counts| counts.findings),
            cell(share.added, |counts| counts.findings),
        ]
    }));
    output::say(&output::table(&rows))?;
    let KnowledgeCounts { states, transitions, activities, findings } = merged.all;
    output::say(&format!(
        "{} together: {states} states, {transitions} transitions, {activities} activities, \
         {findings} findings",
        output::plain(&merged.app),
    ))
}

/// Compares two sessions. Ends with 1 if the second made findings that the first did not, if
/// that is asked for.
///
/// # Errors
/// If a session cannot be read, or they are not of one app.
pub fn compare(
    (old, new): (&Path, &Path),
    among: &Path,
    fail_on_new: bool,
    json: bool,
) -> Result<ExitCode, CliError> {
    let sessions = [open(old, among)?, open(new, among)?];
    of_one_app(&sessions)?;
    let [old, new] = sessions;
    let difference = compare::compare(&old, &new);
    if json {
        say_json(&difference)?;
    } else {
        tell(&difference)?;
    }
    let failed = fail_on_new && !difference.new_findings.is_empty();
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn open(named: &Path, among: &Path) -> Result<RecordedSession, CliError> {
    let session = store::open(&folder(named, among)?)?;
    for repair in &session.repairs {
        output::tell(&format!("note: {}: {repair}", session.folder.display()));
    }
    Ok(session)
}

fn of_one_app(sessions: &[RecordedSession]) -> Result<(), CliError> {
    let apps: Vec<String> = merge::apps(sessions).into_iter().collect();
    match apps.as_slice() {
        [] => Err(CliError::new("none of these sessions opened its app", 2)
            .hint("`ridealong sessions` lists the steps of each")),
        [_] => Ok(()),
        _ => Err(CliError::new(
            format!("these sessions are of different apps: {}", output::plain(&apps.join(", "))),
            2,
        )
        .hint("choose sessions of one app; `ridealong sessions --search APP` finds them")),
    }
}

fn say_json(value: &impl Serialize) -> Result<(), CliError> {
    let json = serde_json::to_string(value).map_err(|error| CliError::new(error.to_string(), 2))?;
    output::say(&json)
}

fn tell(difference: &SessionDifference) -> Result<(), CliError> {
    let version = |version: &Option<String>| {
        version.as_deref().map(|version| format!(" ({version})")).unwrap_or_default()
    };
    let mut lines = vec![format!(
        "{}{} → {}{}",
        difference.old,
        version(&difference.old_version),
        difference.new,
        version(&difference.new_version),
    )];
    lines.push(format!("{} states are the same", difference.same));
    let places = |sign: &str, places: &[ComparedState]| -> Vec<String> {
        places
            .iter()
            .map(|place| format!("  {sign} {} [{}]", place.label, place.state.short()))
            .collect()
    };
    let changed = difference.changed.iter().flat_map(|change| {
        let head = format!(
            "  ~ {} [{} → {}], {:.0} % alike",
            change.new.label,
            change.old.state.short(),
            change.new.state.short(),
            change.likeness * 100.0,
        );
        let added = change.added.iter().map(|key| format!("      + {key}"));
        let removed = change.removed.iter().map(|key| format!("      - {key}"));
        std::iter::once(head).chain(added).chain(removed).collect::<Vec<_>>()
    });
    let rerouted = difference.rerouted.iter().map(|one| {
        let (before, now) = (one.before.join(" or "), one.now.join(" or "));
        format!("  > {}: {} led to {before}, now to {now}", one.at.label, one.action)
    });
    let texts = |sign: &str, texts: &[String]| -> Vec<String> {
        texts.iter().map(|text| format!("  {sign} {text}")).collect()
    };
    section(&mut lines, "new states", places("+", &difference.appeared));
    section(&mut lines, "states that were not seen again", places("-", &difference.gone));
    section(&mut lines, "states that changed", changed.collect());
    section(&mut lines, "actions that lead elsewhere", rerouted.collect());
    section(&mut lines, "new findings", texts("!", &difference.new_findings));
    section(&mut lines, "findings as before", texts("=", &difference.same_findings));
    section(&mut lines, "findings that were not made again", texts("-", &difference.gone_findings));
    lines.iter().try_for_each(|line| output::say(&output::plain(line)))
}

fn section(lines: &mut Vec<String>, title: &str, items: Vec<String>) {
    if !items.is_empty() {
        lines.push(format!("{title}: {}", items.len()));
        lines.extend(items);
    }
}
