//! `ridealong sessions prune`: making recorded sessions smaller.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{confirmed, folder};
use crate::cli::{CliError, output};
use crate::domain::{BlobId, KeptPictures};
use crate::protocol::Event;
use crate::session::Timeline;
use crate::store::prune::{PruneRules, prune as prune_session};
use crate::store::{self, folder::size};

/// Stores the pictures of the sessions in `named` as `kept` says.
///
/// # Errors
/// If there is no such session, or it cannot be changed.
pub fn prune(
    named: &[PathBuf],
    among: &Path,
    kept: KeptPictures,
    yes: bool,
) -> Result<ExitCode, CliError> {
    let folders = named.iter().map(|named| folder(named, among)).collect::<Result<Vec<_>, _>>()?;
    if kept != KeptPictures::All && !yes {
        output::tell("what is lost cannot be brought back; pictures of findings and notes stay");
        if !confirmed("Prune", folders.len())? {
            output::tell("nothing was changed");
            return Ok(ExitCode::FAILURE);
        }
    }
    for session in &folders {
        let before = size(session);
        one(session, kept)?;
        output::say(&format!(
            "{}: {:.1} MB, was {:.1} MB",
            session.display(),
            size(session) as f64 / 1e6,
            before as f64 / 1e6
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn one(session: &Path, kept: KeptPictures) -> Result<(), CliError> {
    let recorded = store::open(session)?;
    let mut known = HashSet::new();
    let pictures = recorded.records.iter().filter_map(|record| match &record.event {
        Event::Observed(observed) => observed.picture.clone(),
        _ => None,
    });
    let in_order: Vec<BlobId> = pictures.filter(|id| known.insert(id.clone())).collect();
    let timeline = Timeline::of(&recorded.records);
    let found = timeline
        .facts
        .findings
        .iter()
        .filter_map(|finding| timeline.step(finding.step)?.observed()?.picture.clone());
    let noted = timeline.facts.notes.iter().filter_map(|note| note.picture.clone());
    let evidence = found.chain(noted).collect();
    let rules = PruneRules { kept, in_order: &in_order, evidence: &evidence };
    prune_session(session, &rules, |done, all| {
        if output::is_live() && done.is_multiple_of(20) {
            output::status(&format!("{done} of {all} blobs"));
        }
    })?;
    if output::is_live() {
        output::status("");
    }
    Ok(())
}
