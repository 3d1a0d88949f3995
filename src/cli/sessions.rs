//! `ridealong sessions`: list and change the recorded sessions.

mod copies;
mod list;
mod prune;
mod together;

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::{SessionsArgs, SessionsCommand};
use super::{CliError, output, report, startup};
use crate::store::{self, StoreError, tags, writer::LOG};

/// Lists the sessions, or does something with one.
///
/// # Errors
/// If the folder or a session cannot be read or changed.
pub fn sessions(args: SessionsArgs) -> Result<ExitCode, CliError> {
    let among = startup::sessions_folder(args.sessions.as_deref());
    match args.what {
        None => list::list(&among, &args.filter, args.json)?,
        Some(SessionsCommand::Tag { session, tags, remove }) => {
            tag(&folder(&session, &among)?, &tags, remove)?;
        }
        Some(SessionsCommand::Delete { named, yes }) => return delete(&named, &among, yes),
        Some(SessionsCommand::Prune { named, pictures, yes }) => {
            return prune::prune(&named, &among, pictures, yes);
        }
        Some(SessionsCommand::Pack { session, out, redaction, redact }) => {
            let rules = redact.then(|| copies::rules(&redaction)).transpose()?;
            copies::pack(&folder(&session, &among)?, out, rules.as_ref())?;
        }
        Some(SessionsCommand::Unpack { file }) => copies::unpack(&file, &among)?,
        Some(SessionsCommand::Redact { session, out, redaction }) => {
            copies::redacted(&folder(&session, &among)?, out, &copies::rules(&redaction)?)?;
        }
        Some(SessionsCommand::Merge { named, out, json }) => {
            together::merge(&named, &among, out.as_deref(), json)?;
        }
        Some(SessionsCommand::Compare { old, new, fail_on_new, json }) => {
            return together::compare((&old, &new), &among, fail_on_new, json);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder of the session that is meant by `named`: as it is named, or by its name among the
/// sessions in `among`.
///
/// # Errors
/// If there is no session.
pub fn folder(named: &Path, among: &Path) -> Result<PathBuf, CliError> {
    let by_name = among.join(named);
    let folder = if !named.exists() && by_name.exists() { by_name } else { named.to_owned() };
    if folder.join(LOG).is_file() {
        return Ok(folder);
    }
    let why =
        if folder.is_dir() { format!("it has no {LOG}") } else { "it does not exist".to_owned() };
    Err(StoreError::NoSession { path: folder, why }.into())
}

fn tag(session: &Path, words: &[String], remove: bool) -> Result<(), CliError> {
    let mut known = tags::of(session);
    let words = words.iter().map(|word| {
        tags::tag(word).ok_or_else(|| {
            CliError::new(format!("{:?} cannot be a tag", output::plain(word)), 2)
                .hint("a tag is one line of at most 64 characters")
        })
    });
    let words: BTreeSet<String> = words.collect::<Result<_, _>>()?;
    for word in words {
        if remove {
            known.remove(&word);
        } else {
            known.insert(word);
        }
    }
    tags::write(session, &known)?;
    let reported: Vec<String> = known.into_iter().collect();
    let reported = if reported.is_empty() { "no tags".to_owned() } else { reported.join(", ") };
    output::say(&format!("{}: {reported}", session.display()))
}

/// Deletes sessions, after asking.
fn delete(named: &[PathBuf], among: &Path, yes: bool) -> Result<ExitCode, CliError> {
    let folders = named.iter().map(|named| folder(named, among)).collect::<Result<Vec<_>, _>>()?;
    for folder in &folders {
        output::tell(&format!(
            "{}, {:.1} MB",
            folder.display(),
            store::folder::size(folder) as f64 / 1e6
        ));
    }
    if !yes && !confirmed("Delete", folders.len())? {
        output::tell("nothing was deleted");
        return Ok(ExitCode::FAILURE);
    }
    for folder in &folders {
        // The report in the folder shows everything that the session recorded.
        let page = folder.join(report::NAME);
        if report::is_report(&page) {
            std::fs::remove_file(&page)
                .map_err(|source| StoreError::Write { path: page, source })?;
        }
        store::folder::delete(folder)?;
        output::say(&format!("deleted {}", folder.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn confirmed(verb: &str, count: usize) -> Result<bool, CliError> {
    if !io::stdin().is_terminal() {
        return Err(CliError::new("this cannot be undone and needs a confirmation", 2)
            .hint("use --yes if there is no terminal to ask on"));
    }
    let what =
        if count == 1 { "this session".to_owned() } else { format!("these {count} sessions") };
    let mut out = io::stderr().lock();
    // If the question cannot be printed, nothing is deleted.
    let _ = write!(out, "{verb} {what} permanently? [y/N] ");
    let _ = out.flush();
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    Ok(read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
