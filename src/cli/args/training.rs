//! Arguments about networks.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

/// The network of the explorer that has one.
#[derive(Clone, Debug, Default, Group)]
pub struct NetworkArgs {
    /// The network of dino-droid: a weights file, as `train` writes it, or `untrained` [default: the one
    /// that comes with the program].
    #[arg(id = "network_file", long = "weights", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Whether dino-droid's network learns on the app under test.
    #[arg(long, value_enum, default_value_t = LearnChoice::On, value_name = "WHETHER")]
    pub learn: LearnChoice,
}

/// Whether a network goes on learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LearnChoice {
    /// It learns from each step.
    #[default]
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
