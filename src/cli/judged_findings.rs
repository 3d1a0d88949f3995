//! What testers said of findings, kept for later sessions: the Detector learns from it, and what was
//! dismissed is not told again.

use std::fs;
use std::path::Path;

use super::CliError;
use crate::config::UserFolders;
use crate::oracle::vision_droid::BugExample;
use crate::protocol::{Event, EventRecord, FindingVerdict};
use crate::session::{FindingGroup, SessionFacts};
use crate::store;

/// What was said of the findings of all sessions.
///
/// # Errors
/// If the file cannot be read.
pub fn all(folders: &UserFolders) -> Result<Vec<BugExample>, CliError> {
    let file = folders.judged_findings();
    if !file.exists() {
        return Ok(Vec::new());
    }
    let cannot = |why: String| {
        CliError::new(format!("{}: {why}", file.display()), 2)
            .hint("correct the line, or remove the file: it is made anew from the next verdicts")
    };
    let text = fs::read_to_string(&file).map_err(|error| cannot(error.to_string()))?;
    BugExample::read_all(&text).map_err(cannot)
}

/// True if a session has findings of which [`keep`] has something to keep.
pub fn any(facts: &SessionFacts) -> bool {
    facts.groups.iter().any(|group| verdict(group, facts).is_some())
}

/// Keeps what was said in the session in `folder`, in place of what was said of the same findings
/// before. How many findings that were.
///
/// # Errors
/// If the session cannot be read, or the file cannot be read or written.
pub fn keep(folder: &Path, folders: &UserFolders) -> Result<usize, CliError> {
    let session = store::open(folder)?;
    let said = said(&session.records);
    if said.is_empty() {
        return Ok(0);
    }
    let mut known = all(folders)?;
    known.retain(|known| !said.iter().any(|it| it.app == known.app && it.group == known.group));
    let kept = said.len();
    known.extend(said);
    // An example is plain data; it always has a JSON form.
    let line = |example: &BugExample| serde_json::to_string(example).unwrap_or_default() + "\n";
    let lines: String = known.iter().map(line).collect();
    let file = folders.judged_findings();
    let beside = file.with_extension("jsonl.part");
    let write = || {
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&beside, lines)?;
        fs::rename(&beside, &file)
    };
    write().map_err(|error| {
        CliError::new(format!("{} cannot be written: {error}", file.display()), 2)
    })?;
    Ok(kept)
}

/// What the log of a session says of its findings.
fn said(records: &[EventRecord]) -> Vec<BugExample> {
    let facts = SessionFacts::of(records);
    let app = facts.app.as_ref().map_or("", |app| &app.package);
    let said = facts.groups.iter().filter_map(|group| {
        let verdict = verdict(group, &facts)?;
        BugExample::of(&group.first, app, &course(group, records), &verdict)
    });
    said.collect()
}

/// The tester's verdict; a suspicion of a model that was reproduced is confirmed without one.
fn verdict(group: &FindingGroup, facts: &SessionFacts) -> Option<FindingVerdict> {
    let given = facts.verdicts.of(&group.first.group).cloned();
    let reproduced = group.standing() == Some("reproduced");
    given.or_else(|| reproduced.then_some(FindingVerdict::Confirmed))
}

/// What was done in the steps that a finding is about.
fn course(group: &FindingGroup, records: &[EventRecord]) -> Vec<String> {
    let steps = group.first.steps();
    let actions = records.iter().filter_map(|record| match &record.event {
        Event::Decided(decided) => {
            let step = decided.step?;
            let is_of_it = steps.from <= step && step <= steps.to;
            decided.action.as_ref().filter(|_| is_of_it).map(ToString::to_string)
        }
        _ => None,
    });
    actions.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Finding, FindingKind};
    use crate::protocol::{AppOpened, VerdictGiven};
    use crate::store::SessionWriter;

    fn session(folder: &Path, verdict: FindingVerdict) {
        let finding = Finding {
            kind: FindingKind::Bug,
            group: "rules/x".into(),
            category: "setting".into(),
            expected: "It is dark.".into(),
            actual: "It stays light.".into(),
            first: true,
            ..Finding::default()
        };
        let group = finding.group.clone();
        let events = [
            Event::AppOpened(AppOpened { package: "org.app".into(), ..AppOpened::default() }),
            Event::Found(finding),
            Event::VerdictGiven(VerdictGiven { group, verdict }),
        ];
        let writer = SessionWriter::create(folder).unwrap();
        for (seq, event) in (0..).zip(events) {
            writer.append(EventRecord { seq, at_ms: 0, event }).unwrap();
        }
    }

    #[test]
    fn the_latest_verdict_on_a_finding_is_kept() {
        let place = tempfile::tempdir().unwrap();
        let folders = UserFolders {
            config: place.path().join("config"),
            sessions: place.path().join("sessions"),
        };
        let dismissed = FindingVerdict::Dismissed { reason: "as designed".into() };
        for (name, verdict, reason) in
            [("one", dismissed, "as designed"), ("two", FindingVerdict::Confirmed, "")]
        {
            let folder = folders.sessions.join(name);
            session(&folder, verdict);
            assert_eq!(keep(&folder, &folders).unwrap(), 1);
            let known = all(&folders).unwrap();
            let known: Vec<_> = known.iter().map(|it| (&*it.app, &*it.dismissed)).collect();
            assert_eq!(known, [("org.app", reason)]);
        }
        fs::write(folders.judged_findings(), "nonsense\n").unwrap();
        let error = all(&folders).unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }
}
