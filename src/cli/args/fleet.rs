//! The arguments of `fleet`.

use std::path::PathBuf;

use clap::Args as Group;

use super::ResultArgs;

/// `ridealong fleet`
#[derive(Clone, Debug, Group)]
pub struct FleetArgs {
    /// The specification: a TOML file (docs/fleet.md), or with --resume the folder of a fleet.
    pub spec: PathBuf,
    /// Continue the fleet in this folder: each worker continues its session with the steps it has left.
    #[arg(long)]
    pub resume: bool,
    /// Store the fleet's folder, which holds the sessions of its workers, in this folder.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
    /// How the result is given.
    #[command(flatten)]
    pub result: ResultArgs,
    /// Do not print progress.
    #[arg(short, long)]
    pub quiet: bool,
}
