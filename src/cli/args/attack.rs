//! The arguments of `demo attack` and `examples`.

use std::path::PathBuf;

use clap::{Args as Group, Subcommand, ValueEnum};

use crate::cli::startup::NO_MODEL;

/// Which seeded input faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FaultHalf {
    /// All of them.
    #[default]
    All,
    /// Those on which rules may be tuned.
    Tuned,
    /// The others.
    SetAside,
}

/// `ridealong demo attack`
#[derive(Clone, Debug, Default, Group)]
pub struct AttackArgs {
    /// Only these: input-blaster, a part without which it runs (no-valid, ...), or a source of
    /// texts to compare with.
    pub explorers: Vec<String>,
    /// Only the faults of this app.
    #[arg(long)]
    pub app: Option<String>,
    /// Only this half of the faults.
    #[arg(long, value_enum, default_value_t)]
    pub half: FaultHalf,
    /// Go on after 30 attempts until 30 minutes of the phone's clock are over, and tell both shares.
    #[arg(long)]
    pub minutes: bool,
    /// Minimise the crashing inputs, and tell how many end at the border of their class: nothing
    /// shorter, and no value nearer to a valid one, crashes.
    #[arg(long)]
    pub minimise: bool,
    /// Set a weight of input-blaster, such as `example=0`.
    #[arg(long, value_name = "NAME=NUMBER")]
    pub weight: Vec<String>,
    /// Ask this model: a profile of the settings. Several are compared with each other; all but
    /// input-blaster itself runs with the first one.
    #[arg(long, value_name = "PROFILE", default_value = NO_MODEL)]
    pub llm: Vec<String>,
    /// What is drawn at random follows from it.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Run with so many seeds, from that one on.
    #[arg(long, default_value_t = 1)]
    pub seeds: u64,
    /// Keep the sessions in this folder, as CONTENDER-FAULT-SEED.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `ridealong examples`
#[derive(Debug, Group)]
pub struct ExamplesArgs {
    /// What is done; without it the examples are listed.
    #[command(subcommand)]
    pub what: Option<ExamplesCommand>,
}

/// A subcommand of `examples`.
#[derive(Debug, Subcommand)]
pub enum ExamplesCommand {
    /// Add the examples of a file to your own.
    Import {
        /// JSON lines, as `examples export` writes them.
        file: PathBuf,
    },
    /// Write your own examples to a file: confirmed crashes of your sessions, and what was imported.
    Export {
        /// The file.
        file: PathBuf,
    },
}
