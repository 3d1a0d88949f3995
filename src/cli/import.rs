//! `ridealong import`: makes a session of what another tool recorded, or properties of a flow.

use std::process::ExitCode;

use serde_json::json;

use super::args::ImportArgs;
use super::{CliError, output, startup};
use crate::oracle::properties::{ImportedFlow, import_maestro};
use crate::report::import::droidbot::{self, ImportError};

impl From<ImportError> for CliError {
    fn from(error: ImportError) -> Self {
        let reported = Self::new(error.to_string(), 2);
        match &error {
            ImportError::Store(_) => {
                reported.hint("choose a folder you may write to with --sessions DIR")
            }
            ImportError::NotDroidBot { .. } => reported.hint(
                "name the folder that DroidBot's or Kea's -o named: it has utg.js, events, and states or all_states",
            ),
            ImportError::Read { .. } | ImportError::TooLarge { .. } => reported,
        }
    }
}

/// Imports what `args` name.
///
/// # Errors
/// If DroidBot did not write the folder, the flow cannot be read, or the session cannot be written.
pub fn import(args: &ImportArgs) -> Result<ExitCode, CliError> {
    let ending = args.folder.extension().unwrap_or_default();
    if ending == "yaml" || ending == "yml" {
        return flow(args);
    }
    let sessions = startup::sessions_folder(args.sessions.as_deref());
    let name = args.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.strip_prefix("output_").unwrap_or(&name);
    let session = startup::new_folder(&sessions, name, "droidbot", 0)?;
    let imported = match droidbot::import(&args.folder, &session) {
        Ok(imported) => imported,
        Err(error) => {
            // Removes it only if it is empty: what was written into it is left for the user to see.
            let _ = std::fs::remove_dir(&session);
            return Err(error.into());
        }
    };
    for repair in &imported.repairs {
        output::tell(&format!("note: {repair}"));
    }
    let session = session.display().to_string();
    if args.json {
        let text = json!({
            "session": session,
            "package": imported.package,
            "steps": imported.steps,
            "states": imported.states,
            "pictures": imported.pictures,
            "repairs": imported.repairs,
        });
        output::say(&text.to_string())?;
    } else {
        output::say(&format!(
            "{}: {} steps, {} states, {} screens with a picture\nsession: {session}",
            imported.package, imported.steps, imported.states, imported.pictures
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the properties that the assertions of a Maestro flow are.
fn flow(args: &ImportArgs) -> Result<ExitCode, CliError> {
    let path = &args.folder;
    let text = std::fs::read_to_string(path)
        .map_err(|error| CliError::new(format!("{} cannot be read: {error}", path.display()), 2))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let imported = import_maestro(&text, &name);
    for left_out in &imported.left_out {
        output::tell(&format!("note: {left_out}"));
    }
    if imported.properties == 0 {
        let error = CliError::new(format!("{} has no assertion to import", path.display()), 2);
        return Err(error.hint("assertVisible and assertNotVisible become properties"));
    }
    if args.json {
        let ImportedFlow { toml, properties, left_out } = imported;
        let reported = json!({ "toml": toml, "properties": properties, "left_out": left_out });
        output::say(&reported.to_string())?;
    } else {
        output::say(imported.toml.trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}
