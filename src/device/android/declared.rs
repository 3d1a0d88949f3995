//! What the app under test declares, asked from the device while the app is opened.
//!
//! The manifest is taken out of the APK on the device, which costs a few kilobytes; a device that
//! cannot do that gives the APK's beginning, as far as that is small. Failing both there is what
//! `dumpsys package` tells, and nothing of this keeps an app from being opened.

use std::time::Duration;

use tokio::time::timeout;

use crate::device::{CommandOutput, DeviceError};
use crate::domain::Manifest;

use super::terminal::DeviceTerminal;
use super::{commands, manifest, package};

/// How long the manifest is waited for in all.
const PATIENCE: Duration = Duration::from_secs(5);

/// Largest APK that is pulled whole, in bytes.
const LARGEST_APK: usize = 24 * 1024 * 1024;

/// Largest table of resources that is pulled for its texts, in bytes; a larger one would hold up the start.
const LARGEST_TABLE: usize = 8 * 1024 * 1024;

/// What was found out.
#[derive(Clone, Debug, Default)]
pub(super) struct DeclaredApp {
    /// What `dumpsys package` told; nothing if it told nothing.
    reported: Manifest,
    /// The manifest itself.
    read: Option<Manifest>,
    /// The texts that the app can show, as far as the device tells them.
    pub(super) texts: Vec<String>,
}

impl DeclaredApp {
    /// The most that is known, which may be nothing.
    pub(super) fn best(&self) -> &Manifest {
        self.read.as_ref().unwrap_or(&self.reported)
    }

    /// The most that is known, if anything is.
    pub(super) fn known(&self) -> Option<Manifest> {
        Some(self.best().clone()).filter(|manifest| !manifest.package.is_empty())
    }
}

/// Asks the device what the package `name` declares.
///
/// # Errors
/// If the device is gone. A device that does not tell is no error.
pub(super) async fn ask(terminal: &DeviceTerminal, name: &str) -> Result<DeclaredApp, DeviceError> {
    let dump = commands::package(name);
    let (dump, read) =
        tokio::join!(terminal.look(&dump), timeout(PATIENCE, pulled(terminal, name)));
    let reported = manifest::read_dump(&dump?.text(), name).unwrap_or_else(|error| {
        tracing::warn!(%error, package = name, "dumpsys tells nothing of the app");
        Manifest::default()
    });
    let mut texts = Vec::new();
    let read = match read {
        Ok(Ok((read, apk))) if read.package == name => {
            texts = timeout(PATIENCE, texts_in(terminal, &apk)).await.unwrap_or_default();
            Some(completed(read, &reported))
        }
        Ok(Ok((read, _))) => {
            tracing::warn!(package = name, other = read.package, "the APK is another app's");
            None
        }
        Ok(Err(why)) => {
            tracing::warn!(package = name, why, "the manifest cannot be had from the APK");
            None
        }
        Err(_) => {
            tracing::warn!(package = name, "the manifest took too long to come");
            None
        }
    };
    Ok(DeclaredApp { reported, read, texts })
}

/// The manifest, with what the APK leaves to its resources as the device tells it.
fn completed(mut read: Manifest, reported: &Manifest) -> Manifest {
    let is_reference = |name: &str| name.starts_with('@');
    if read.version_name.as_deref().is_none_or(is_reference) && reported.version_name.is_some() {
        read.version_name.clone_from(&reported.version_name);
    }
    read
}

/// The texts in the APK's table of resources; none if they cannot be had.
async fn texts_in(terminal: &DeviceTerminal, apk: &str) -> Vec<String> {
    let command = commands::resources_in(apk, LARGEST_TABLE + 1);
    let table = terminal.look(&command).await.map(|taken| taken.stdout).unwrap_or_default();
    if table.len() > LARGEST_TABLE {
        return Vec::new();
    }
    manifest::read_texts(&table).unwrap_or_else(|error| {
        tracing::debug!(%error, "the app's texts cannot be had");
        Vec::new()
    })
}

/// The manifest out of the APK, with the APK's path, or why it cannot be had. A device that is lost meanwhile is no
/// reason of its own: the other questions meet it as well.
async fn pulled(terminal: &DeviceTerminal, name: &str) -> Result<(Manifest, String), String> {
    let look = async |command: String| -> Result<CommandOutput, String> {
        terminal.look(&command).await.map_err(|error| error.to_string())
    };
    let paths = look(commands::apk_paths(name)).await?.text();
    let apk = package::base_apk(&paths).ok_or("the device does not tell where the APK lies")?;
    let taken = look(commands::manifest_in(apk)).await?;
    match manifest::read(&taken.stdout) {
        Ok(manifest) => return Ok((manifest, apk.to_owned())),
        Err(error) => tracing::debug!(%error, said = taken.said().get(..200), "no unzip"),
    }
    let pulled = look(commands::beginning_of(apk, LARGEST_APK + 1)).await?.stdout;
    if pulled.len() > LARGEST_APK {
        return Err(format!("the APK is larger than {} MiB", LARGEST_APK / (1024 * 1024)));
    }
    let manifest = manifest::read(&pulled).map_err(|error| error.to_string())?;
    Ok((manifest, apk.to_owned()))
}
