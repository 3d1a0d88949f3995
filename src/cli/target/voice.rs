//! `voice:FILE`: a voice app that a file describes, or one that comes with the program.

use std::path::{Path, PathBuf};

use super::{ConnectOptions, Connecting, TargetEntry, TestTarget, files, no_checks};
use crate::cli::CliError;
use crate::demo::voice as demo;
use crate::device::Device;
use crate::device::voice::app_file::VoiceAppFile;
use crate::device::voice::{VoiceDevice, VoiceError};
use crate::tui::overlays::sessions::SessionEntry;

/// The row of the table.
pub const ENTRY: TargetEntry = TargetEntry {
    scheme: "voice",
    usage: "voice:FILE",
    help: "a voice app: `quiz`, `pizza`, `adventure`, or one that a file describes",
    app_is_package: false,
    catalogue: || {
        let entry = |about: &demo::About| SessionEntry {
            name: format!("voice:{}", about.name),
            what: format!("demo voice app: {}", about.title),
            ..SessionEntry::default()
        };
        demo::ALL.iter().map(entry).collect()
    },
    checks: no_checks,
    parse: |rest, app| match rest.or(app) {
        None => Err(no_name()),
        Some(name) => match demo::find(name) {
            Some(about) => Ok(Box::new(DemoVoiceTarget { about })),
            None => Ok(Box::new(VoiceTarget { file: name.into() })),
        },
    },
    expand: Some(|rest, folder| {
        files::paths(rest, folder, |path| path.extension().is_some_and(|end| end == "toml"))
    }),
};

fn no_name() -> CliError {
    let names: Vec<String> =
        demo::ALL.iter().map(|about| format!("voice:{}", about.name)).collect();
    CliError::new("voice: needs the file of a voice app", 2)
        .hint(format!("docs/voice.md shows one; {} need none", names.join(", ")))
}

/// A voice app that comes with the program.
struct DemoVoiceTarget {
    about: &'static demo::About,
}

impl std::fmt::Debug for DemoVoiceTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DemoVoiceTarget").field(&self.about.name).finish()
    }
}

impl TestTarget for DemoVoiceTarget {
    fn name(&self) -> String {
        format!("voice:{}", self.about.name)
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        self.about.name.to_owned()
    }

    fn is_harmless(&self) -> bool {
        true
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let app = demo::app(self.about).map_err(|error| CliError::new(error.to_string(), 2))?;
            Ok(Box::new(VoiceDevice::new(app, options.seed)) as Box<dyn Device>)
        })
    }
}

/// A voice app that a file describes.
#[derive(Debug)]
struct VoiceTarget {
    file: PathBuf,
}

impl TestTarget for VoiceTarget {
    fn name(&self) -> String {
        format!("voice:{}", self.file.display())
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        self.file
            .file_stem()
            .map_or_else(|| "voice".into(), |stem| stem.to_string_lossy().into_owned())
    }

    /// Reads the file and the interaction model it names. The endpoint is not reached for yet.
    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let device = read(&self.file, options.seed).map_err(|error| usage_error(&error))?;
            Ok(Box::new(device) as Box<dyn Device>)
        })
    }
}

fn read(file: &Path, seed: u64) -> Result<VoiceDevice, VoiceError> {
    VoiceDevice::of_file(VoiceAppFile::read(file)?, seed)
}

fn usage_error(error: &VoiceError) -> CliError {
    let shown = CliError::new(error.to_string(), 2);
    match error.hint() {
        Some(hint) => shown.hint(hint),
        None => shown,
    }
}
