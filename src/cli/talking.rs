//! Voice apps on the command line: ours by name, others by a file.

use std::path::Path;

use super::CliError;
use crate::demo::voice as apps;
use crate::device::Device;
use crate::device::voice::app_file::VoiceAppFile;
use crate::device::voice::{VoiceDevice, VoiceError};

/// What to say where no app is named.
pub fn which() -> CliError {
    let names: Vec<String> =
        apps::ALL.iter().map(|about| format!("voice:{}", about.name)).collect();
    let names = names.join(", ");
    CliError::new("voice: needs the file of a voice app", 2)
        .hint(format!("docs/voice.md shows one; {names} need none"))
}

/// The voice app of ours called `name`.
///
/// # Errors
/// If there is none.
pub fn demo(name: &str, seed: u64) -> Result<Box<dyn Device>, CliError> {
    let about = apps::find(name).ok_or_else(which)?;
    let app = apps::app(about).map_err(|error| CliError::new(error.to_string(), 2))?;
    Ok(Box::new(VoiceDevice::new(app, seed)))
}

/// The voice app that `file` describes. Nothing is reached for yet.
///
/// # Errors
/// If the file, or the interaction model it names, is wrong.
pub fn file(file: &Path, seed: u64) -> Result<Box<dyn Device>, CliError> {
    let device = VoiceAppFile::read(file).and_then(|file| VoiceDevice::of_file(file, seed));
    device.map(|device| Box::new(device) as Box<dyn Device>).map_err(|error| wrong(&error))
}

fn wrong(error: &VoiceError) -> CliError {
    let shown = CliError::new(error.to_string(), 2);
    match error.hint() {
        Some(hint) => shown.hint(hint),
        None => shown,
    }
}
