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
    /// Write one HTML report of all workers to this file at the end. `ridealong report` makes it of the fleet's
    /// folder, too.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Do not open the terminal UI: print progress and the result. So it is without a terminal, and with --json
    /// or --quiet.
    #[arg(long)]
    pub headless: bool,
    /// The colour theme: dark, light, high-contrast, colour-blind, sixteen, or one of your own.
    #[arg(long, value_name = "NAME", env = "RIDEALONG_THEME")]
    pub theme: Option<String>,
    /// Do not print progress.
    #[arg(short, long)]
    pub quiet: bool,
}
