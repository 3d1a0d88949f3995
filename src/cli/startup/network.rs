//! Weights files, as the command line names them.

use std::path::Path;
use std::sync::Arc;

use crate::cli::CliError;
use crate::explorer::dino_droid::{NetworkChoice, TrainedNetwork};

/// The explorer that has a network.
const WITH_NETWORK: &str = "dino-droid";
/// What names a network that has learned nothing.
const UNTRAINED: &str = "untrained";

/// The network that `named` is: a weights file, `untrained`, or the built-in one.
///
/// # Errors
/// If the file cannot be read, is damaged, or is for another version of the program.
fn network_choice(named: Option<&Path>) -> Result<NetworkChoice, CliError> {
    let Some(path) = named else { return Ok(NetworkChoice::BuiltIn) };
    if path == Path::new(UNTRAINED) {
        return Ok(NetworkChoice::Untrained);
    }
    let reported = |error: &dyn std::fmt::Display| {
        CliError::new(format!("{}: {error}", path.display()), 2).hint(
            "`ridealong train` writes weights files; without --weights the built-in one is used",
        )
    };
    let content = std::fs::read(path).map_err(|error| reported(&error))?;
    let network = TrainedNetwork::read(&content).map_err(|error| reported(&error))?;
    Ok(NetworkChoice::Trained(Arc::new(network)))
}

/// The same for the explorer called `explorer`.
///
/// # Errors
/// As above, and if that explorer has no network.
pub(super) fn of_explorer(explorer: &str, named: Option<&Path>) -> Result<NetworkChoice, CliError> {
    if named.is_some() && explorer != WITH_NETWORK {
        let what = format!("the explorer {explorer} has no network that --weights could name");
        return Err(CliError::new(what, 2).hint(format!("use --explorer {WITH_NETWORK}")));
    }
    network_choice(named)
}
