//! The arguments of `replay` and `triage`.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

use super::{GuardChoice, WebArgs};

/// What `replay --on` and `triage` share.
#[derive(Clone, Debug, Group)]
pub struct PerformingArgs {
    /// The app [default: the recorded one].
    #[arg(long)]
    pub app: Option<String>,
    /// The seed of the target [default: the recorded one].
    #[arg(long)]
    pub seed: Option<u64>,
    /// The folder that holds the sessions.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
    /// When guard rules hold back risky actions.
    #[arg(long, value_enum, default_value_t = GuardChoice::Auto, value_name = "WHEN")]
    pub guard: GuardChoice,
    /// Clear the app's data before each start (adb only).
    #[arg(long)]
    pub fresh: bool,
    /// Judge findings of properties by this file [default: properties.toml in the configuration folder].
    #[arg(long, value_name = "FILE")]
    pub properties: Option<PathBuf>,
    /// Do not print progress.
    #[arg(short, long)]
    pub quiet: bool,
    /// How web apps are shown and served.
    #[command(flatten)]
    pub web: WebArgs,
}

/// `ridealong replay`
#[derive(Debug, Group)]
pub struct ReplayArgs {
    /// The session: its folder, or its name in `ridealong sessions`.
    pub session: PathBuf,
    /// Perform the session again on this target, such as `demo:notes@720x1280` or `adb`. Without it
    /// the session is played in the terminal UI.
    #[arg(long, value_name = "TARGET")]
    pub on: Option<String>,
    /// Perform it N times, each with the next seed and as its own session, and report flaky steps.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), requires = "on")]
    pub times: u32,
    /// What to do if the app is not where the recording says it should be.
    #[arg(long, value_enum, default_value_t = DriftChoice::Heal, requires = "on")]
    pub on_drift: DriftChoice,
    /// The percentage of steps that may differ or fail before the exit code is 1.
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0, requires = "on")]
    pub tolerance: f64,
    /// Do not open the terminal UI.
    #[arg(long, requires = "on")]
    pub headless: bool,
    /// Print the result as a JSON object; without --on, the recorded session as `export --format json`
    /// does. The terminal UI is not opened.
    #[arg(long)]
    pub json: bool,
    /// The colour theme: dark, light, high-contrast, colour-blind, sixteen, or one of your own.
    #[arg(long, value_name = "NAME", env = "RIDEALONG_THEME")]
    pub theme: Option<String>,
    /// What is performed, and how.
    #[command(flatten)]
    pub how: PerformingArgs,
}

/// What to do if the app is not where the recording says it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DriftChoice {
    /// Stop the replay.
    Stop,
    /// Return to the recorded screen and continue.
    Heal,
}

/// `ridealong triage`
#[derive(Debug, Group)]
pub struct TriageArgs {
    /// The session: its folder, or its name in `ridealong sessions`.
    pub session: PathBuf,
    /// The target [default: the session's own].
    #[arg(long, value_name = "TARGET")]
    pub on: Option<String>,
    /// Perform each shortest sequence N times at the end.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub times: u32,
    /// The model that judges again what no code can judge: as for `run`. Without it such findings stay suspected.
    #[arg(long, value_name = "NAME")]
    pub llm: Option<String>,
    /// Print the result as a JSON object.
    #[arg(long)]
    pub json: bool,
    /// What is performed, and how.
    #[command(flatten)]
    pub how: PerformingArgs,
}
