//! What oracles are made from: the tester's properties.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::CliError;
use crate::cli::judged_findings;
use crate::config::UserFolders;
use crate::oracle::{OracleEntry, OracleSettings, PropertySet, registry};

/// The file of the tester's properties: `file`, else the one in the configuration folder, if there is
/// one.
pub(super) fn property_file(file: Option<&Path>, folders: &UserFolders) -> Option<PathBuf> {
    let own = || Some(folders.properties()).filter(|own| own.is_file());
    file.map(Path::to_owned).or_else(own)
}

/// The settings of oracles: what testers said of findings, and the properties of [`property_file`].
///
/// # Errors
/// If a file cannot be used; the message gives the line.
pub fn oracle_settings(
    file: Option<&Path>,
    folders: &UserFolders,
) -> Result<OracleSettings, CliError> {
    let examples = judged_findings::all(folders)?.into();
    let settings = OracleSettings { examples, ..OracleSettings::default() };
    let Some(path) = property_file(file, folders) else { return Ok(settings) };
    let text = std::fs::read_to_string(&path).map_err(|error| {
        let what = format!("{} cannot be read: {error}", path.display());
        CliError::new(what, 2).hint("--properties names a property file")
    })?;
    let properties = PropertySet::read(&text).map_err(|error| {
        let what = format!("{}, {error}", path.display());
        CliError::new(what, 2).hint("docs/properties.md describes property files")
    })?;
    Ok(OracleSettings { properties: properties.into(), ..settings })
}

/// The oracles that `names` choose.
///
/// # Errors
/// If a name is unknown.
pub(super) fn named(names: &[String]) -> Result<Vec<&'static OracleEntry>, CliError> {
    registry::choose(names).map_err(|error| CliError::new(error.to_string(), 2).hint(error.hint()))
}

/// The oracles that `names` choose, and `settings` with what they need: without the oracle of properties
/// those of the file do not count.
///
/// # Errors
/// If a name is unknown, or properties are asked for and there are none.
pub(super) fn chosen(
    names: &[String],
    mut settings: OracleSettings,
) -> Result<(Vec<&'static OracleEntry>, OracleSettings), CliError> {
    let chosen = named(names)?;
    let properties = registry::PROPERTIES.name;
    let named = names.iter().any(|name| name.trim() == properties);
    if named && settings.properties.properties.is_empty() {
        let error = CliError::new("the oracle properties has no properties to check", 2);
        return Err(error.hint("name a property file with --properties FILE (docs/properties.md)"));
    }
    if !chosen.iter().any(|entry| entry.name == properties) {
        settings.properties = Arc::default();
    }
    Ok((chosen, settings))
}
