//! Performing a recording again: `ridealong replay` and `ridealong triage`.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

use super::GuardChoice;

/// What performing a recording again and triage have in common.
#[derive(Clone, Debug, Group)]
pub struct PerformingArgs {
    /// The app to test; the recorded one by default.
    #[arg(long)]
    pub app: Option<String>,
    /// The seed of the target; the recorded one by default.
    #[arg(long)]
    pub seed: Option<u64>,
    /// The folder sessions are in.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
    /// Which actions are held back: `auto` guards everything but the embedded phone
    /// and recordings.
    #[arg(long, value_enum, default_value_t = GuardChoice::Auto, value_name = "WHEN")]
    pub guard: GuardChoice,
    /// Clear the app's data before each start (adb; the embedded phone is always fresh).
    #[arg(long)]
    pub fresh: bool,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// `ridealong replay`
#[derive(Debug, Group)]
pub struct ReplayArgs {
    /// The session: its folder, or its name as `ridealong sessions` lists it.
    pub session: PathBuf,
    /// Perform it again on this target, such as `demo:notes@720x1280` or `adb`. Widgets are found by
    /// what they mean. Without, the session is only looked at.
    #[arg(long, value_name = "TARGET")]
    pub on: Option<String>,
    /// Perform it so often, each time as a session of its own and with the next seed, and tell flaky steps from
    /// firm ones.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), requires = "on")]
    pub times: u32,
    /// What to do where the app stands elsewhere than it did.
    #[arg(long, value_enum, default_value_t = DriftChoice::Heal, requires = "on")]
    pub on_drift: DriftChoice,
    /// The share of steps, in percent, that may lead elsewhere or be given up with exit code 0.
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0, requires = "on")]
    pub tolerance: f64,
    /// Without the terminal UI, also if there is a terminal.
    #[arg(long, requires = "on")]
    pub headless: bool,
    /// Print the result as one JSON object.
    #[arg(long, requires = "on")]
    pub json: bool,
    /// On what, and how.
    #[command(flatten)]
    pub how: PerformingArgs,
}

/// What to do where the app stands elsewhere than it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DriftChoice {
    /// End there.
    Stop,
    /// Find back and go on.
    Heal,
}

/// `ridealong triage`
#[derive(Debug, Group)]
pub struct TriageArgs {
    /// The session: its folder, or its name as `ridealong sessions` lists it.
    pub session: PathBuf,
    /// On this target; on the session's own by default.
    #[arg(long, value_name = "TARGET")]
    pub on: Option<String>,
    /// Perform each shortest sequence so often in the end.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub times: u32,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    /// On what, and how.
    #[command(flatten)]
    pub how: PerformingArgs,
}
