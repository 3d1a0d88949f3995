//! What oracles are made from: the tester's properties.

use std::path::Path;

use super::CliError;
use crate::config::UserFolders;
use crate::oracle::{OracleEntry, OracleSettings, PropertySet, registry};

/// The settings of oracles: with the properties of `file`, else with those in the configuration folder,
/// if there are any.
///
/// # Errors
/// If a file cannot be used; the message gives the line.
pub fn oracle_settings(
    file: Option<&Path>,
    folders: &UserFolders,
) -> Result<OracleSettings, CliError> {
    let own = folders.properties();
    let path = file.unwrap_or(&own);
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if file.is_some() => {
            let what = format!("{} cannot be read: {error}", path.display());
            return Err(CliError::new(what, 2).hint("--properties names a property file"));
        }
        Err(_) => return Ok(OracleSettings::default()),
    };
    let properties = PropertySet::read(&text).map_err(|error| {
        let what = format!("{}, {error}", path.display());
        CliError::new(what, 2).hint("docs/properties.md describes property files")
    })?;
    Ok(OracleSettings { properties: properties.into(), ..OracleSettings::default() })
}

/// The oracles that `names` choose.
///
/// # Errors
/// If a name is unknown, or properties are asked for and there are none.
pub(super) fn chosen(
    names: &[String],
    settings: &OracleSettings,
) -> Result<Vec<&'static OracleEntry>, CliError> {
    let chosen = registry::choose(names)
        .map_err(|error| CliError::new(error.to_string(), 2).hint(error.hint()))?;
    let named = names.iter().any(|name| name.trim() == "properties");
    if named && settings.properties.properties.is_empty() {
        let error = CliError::new("the oracle properties has no properties to check", 2);
        return Err(error.hint("name a property file with --properties FILE (docs/properties.md)"));
    }
    Ok(chosen)
}
