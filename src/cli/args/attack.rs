//! The arguments of `demo attack`.

use clap::{Args as Group, ValueEnum};

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
#[derive(Debug, Group)]
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
    /// What is drawn at random follows from it.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
