//! Arguments about networks.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

/// Whether a network goes on learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LearnChoice {
    /// It learns from each step.
    On,
    /// It stays as it is.
    Off,
}

/// `ridealong train`
#[derive(Debug, Group)]
pub struct TrainArgs {
    /// The specification: a TOML file (docs/dino-droid.md).
    pub spec: PathBuf,
    /// The weights file [default: SPEC.safetensors beside the specification]. A training that was
    /// interrupted continues there.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Do not print progress.
    #[arg(short, long)]
    pub quiet: bool,
}
