//! `ridealong export`: a recorded session in a format that other tools read.

mod cast;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::{ExportArgs, ExportFormat};
use super::{CliError, output, sessions as recorded, startup, target};
use crate::model::{BehaviourModel, export as model};
use crate::report::export::{
    self, ExportError, ExportFile, ExportResult, ExportSession, ExportSpan,
};
use crate::store;

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> Self {
        let hint = match &error {
            ExportError::Spoken(_) => Some("--format json, dot, mermaid and cast take dialogues"),
            ExportError::NoWebApp => Some("record one with ridealong run web:URL --steps N"),
            ExportError::NoSteps { .. } => Some("--steps takes FROM..TO, both included"),
            _ => None,
        };
        Self::new(error.to_string(), 2).maybe_hint(hint)
    }
}

/// Exports a session as `args` say.
///
/// # Errors
/// If there is no such session or step, or the result cannot be written.
pub async fn export(args: &ExportArgs) -> Result<ExitCode, CliError> {
    let sessions = startup::sessions_folder(args.sessions.as_deref());
    let session = store::open(&recorded::folder(&args.session, &sessions)?)?;
    for repair in &session.repairs {
        output::tell(&format!("note: {repair}"));
    }
    let span = match (args.finding, args.steps) {
        (Some(number), _) => ExportSpan::Finding(number),
        (None, Some((from, to))) => ExportSpan::Steps(from, to),
        (None, None) => ExportSpan::Whole,
    };
    if span != ExportSpan::Whole && !args.format.covers_steps() {
        let what = "--finding and --steps choose steps, and this format tells the whole session";
        return Err(
            CliError::new(what, 2).hint("they go with maestro, playwright, adb, json and utg")
        );
    }
    let mut recorded = ExportSession::of(&session);
    recorded.began_fresh =
        recorded.started.as_ref().is_some_and(|started| target::begins_fresh(&started.target));
    let started = recorded.started.as_ref();
    recorded.web_address = started.and_then(|started| target::web_address(&started.target));
    let exported = match args.format {
        ExportFormat::Maestro => {
            let choices = export::maestro::MaestroOptions { assertions: args.assertions };
            export::maestro::export(&recorded, span, choices)?
        }
        ExportFormat::Playwright => export::playwright::export(&recorded, span)?,
        ExportFormat::Adb => export::script::export(&recorded, span)?,
        ExportFormat::Json => export::json::export(&session, &recorded, span, args.with_pictures)?,
        ExportFormat::Utg => export::utg::export(&recorded, &session.blobs, span)?,
        ExportFormat::Dot => {
            let file = ExportFile::text("model.dot", model::dot(&folded(&session)));
            ExportResult { files: vec![file], notes: Vec::new() }
        }
        // A folder takes the tests too.
        ExportFormat::Inputs if args.out.as_deref().is_some_and(is_folder) => {
            export::inputs::export(&session.records, &recorded)?
        }
        ExportFormat::Inputs => export::inputs::table(&session.records)?,
        ExportFormat::Mermaid => export::mermaid::export(&folded(&session)),
        ExportFormat::Cast => {
            recorded = ExportSession::default();
            cast::export(session, args.size, args.theme.as_deref()).await?
        }
    };
    if recorded.unreadable > 0 {
        output::tell(&format!("note: {} screens could not be read", recorded.unreadable));
    }
    deliver(&exported, args.out.as_deref(), args.format)?;
    for note in &exported.notes {
        output::tell(note);
    }
    Ok(ExitCode::SUCCESS)
}

/// True if `out` is meant for a folder: it is one, or has no ending of a file.
fn is_folder(out: &Path) -> bool {
    out.is_dir() || !out.exists() && out.extension().is_none()
}

/// Prints the session in `folder` as one JSON document.
///
/// # Errors
/// If it cannot be read, or standard output cannot be written.
pub fn print_json(folder: &Path) -> Result<ExitCode, CliError> {
    let session = store::open(folder)?;
    let recorded = ExportSession::of(&session);
    let exported = export::json::export(&session, &recorded, ExportSpan::Whole, false)?;
    deliver(&exported, None, ExportFormat::Json)?;
    Ok(ExitCode::SUCCESS)
}

fn folded(session: &store::RecordedSession) -> BehaviourModel {
    let mut model = BehaviourModel::default();
    session.records.iter().for_each(|record| model.apply(&record.event));
    model
}

/// Writes the files: one to `out` or to standard output, several into a
/// folder.
fn deliver(
    exported: &ExportResult,
    out: Option<&Path>,
    format: ExportFormat,
) -> Result<(), CliError> {
    let Some(out) = out else {
        let [file] = &*exported.files else {
            let count = exported.files.len();
            let what = format!("this export has {count} files and needs a folder");
            let hint = match format {
                ExportFormat::Maestro | ExportFormat::Playwright => {
                    "--out FOLDER, or one of them by --finding N or --steps A..B"
                }
                _ => "--out FOLDER",
            };
            return Err(CliError::new(what, 2).hint(hint));
        };
        return output::bytes(&file.content);
    };
    match &*exported.files {
        [file] if format != ExportFormat::Utg && !out.is_dir() => write(out, file),
        files => {
            refuse_full(out)?;
            files.iter().try_for_each(|file| write(&out.join(&file.name), file))
        }
    }
}

/// Nothing of the user's is overwritten.
fn refuse_full(folder: &Path) -> Result<(), CliError> {
    if folder.is_file() {
        let what = format!("{} is a file, and this export has several", folder.display());
        return Err(CliError::new(what, 2).hint("name a folder that is new or empty"));
    }
    let full = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if full {
        let what = format!("the folder {} is not empty", folder.display());
        return Err(CliError::new(what, 2).hint("name a folder that is new or empty"));
    }
    Ok(())
}

fn write(path: &Path, file: &ExportFile) -> Result<(), CliError> {
    let failed =
        |path: &Path, error| CliError::new(format!("cannot write {}: {error}", path.display()), 2);
    let parent: PathBuf = path.parent().map(Path::to_owned).unwrap_or_default();
    std::fs::create_dir_all(&parent).map_err(|error| failed(&parent, error))?;
    std::fs::write(path, &file.content).map_err(|error| failed(path, error))
}
