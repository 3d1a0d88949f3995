//! The arguments of `fleet`.

use std::path::PathBuf;

use clap::Args as Group;

use super::FailingKind;

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
    /// Print the result as a JSON object.
    #[arg(long)]
    pub json: bool,
    /// Exit with code 1 if there is a finding of one of these kinds.
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub fail_on: Vec<FailingKind>,
    /// Write the findings to a JUnit XML file.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Do not print progress.
    #[arg(short, long)]
    pub quiet: bool,
}
