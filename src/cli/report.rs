//! `ridealong report`: one HTML file of a recorded session, or of all sessions of a fleet.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::ReportArgs;
use super::fleet::StoredFleet;
use super::{CliError, output, sessions, startup};
use crate::report::html;
use crate::store;

/// The report's name in a session's folder.
pub(super) const NAME: &str = "report.html";
/// The mark of a report stands in its first bytes, this many at most.
const MARK_WITHIN: u64 = 512;

/// Writes the report and prints its path.
///
/// # Errors
/// If there is no such session, or the file cannot be written or is no report.
pub fn report(args: &ReportArgs) -> Result<ExitCode, CliError> {
    let among = startup::sessions_folder(args.sessions.as_deref());
    let folder = session_or_fleet(&args.session, &among)?;
    let out = args.out.clone().unwrap_or_else(|| folder.join(NAME));
    let to_stdout = out.as_os_str() == "-";
    let is_replaced = !to_stdout && out.exists();
    if !to_stdout && !args.force {
        keep_others(&out, "name another file with --out, or use --force")?;
    }
    let page = page(&folder)?;
    if output::is_live() {
        output::status("");
    }
    if to_stdout {
        output::say(&page)?;
        return Ok(ExitCode::SUCCESS);
    }
    write(&out, &page)?;
    let size = page.len() as f64 / 1e6;
    let again = if is_replaced { ", replaced the previous one" } else { "" };
    output::say(&output::plain(&format!("{} ({size:.1} MB{again})", out.display())))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes sure that a report written to `out` replaces no file but a report.
///
/// # Errors
/// If it would; `hint` says what to do instead.
pub(super) fn keep_others(out: &Path, hint: &str) -> Result<(), CliError> {
    if !out.exists() || is_report(out) {
        return Ok(());
    }
    let what = format!("{} is there already and is no report", out.display());
    Err(CliError::new(what, 2).hint(hint))
}

/// The folder of the session or fleet that `named` is, as a path or by its name `among` the others.
fn session_or_fleet(named: &Path, among: &Path) -> Result<PathBuf, CliError> {
    let by_name = among.join(named);
    let fleet = [named, &by_name].into_iter().find(|folder| StoredFleet::is_in(folder));
    fleet.map_or_else(|| sessions::folder(named, among), |folder| Ok(folder.to_owned()))
}

/// The report of the session or fleet in `folder`.
fn page(folder: &Path) -> Result<String, CliError> {
    if StoredFleet::is_in(folder) {
        return Ok(html::fleet_page(&StoredFleet::read(folder)?.merge(folder), &workers));
    }
    let session = store::open(folder)?;
    for repair in &session.repairs {
        output::tell(&format!("note: {repair}"));
    }
    Ok(html::page(&session, &pictures))
}

/// Writes the report of the fleet in `folder` to `out`, where it replaces what is there.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_of_fleet(folder: &Path, out: &Path) -> Result<(), CliError> {
    let page = page(folder)?;
    if output::is_live() {
        output::status("");
    }
    write(out, &page)
}

/// Tells on a terminal how many pictures are made.
fn pictures(done: usize, all: usize) {
    if output::is_live() {
        output::status(&format!("{done} of {all} pictures"));
    }
}

/// Tells on a terminal of how many workers the pictures are made.
fn workers(done: usize, all: usize) {
    if output::is_live() {
        output::status(&format!("pictures of {done} of {all} workers"));
    }
}

/// True if the file at `path` was written by this command.
pub(super) fn is_report(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MARK_WITHIN).read_to_end(&mut start));
    read.is_ok() && String::from_utf8_lossy(&start).contains(html::MARK)
}

/// Writes beside the file and then puts it in its place, so that no half of a report is left.
fn write(path: &Path, page: &str) -> Result<(), CliError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(page.as_bytes()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What cannot be removed either is left.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(|error| CliError::new(format!("cannot write {}: {error}", path.display()), 2))
}
