//! What can be said on the command line.

mod handing_on;
mod performing;
mod sessions;

use std::path::PathBuf;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};

use super::target;
use crate::domain::FindingKind;
use crate::explorer;

pub use handing_on::{ExportArgs, ExportFormat, ImportArgs, ReportArgs};
pub use performing::{DriftChoice, PerformingArgs, ReplayArgs, TriageArgs};
pub use sessions::{RedactionArgs, SessionFilter, SessionsArgs, SessionsCommand};

/// Supervised exploratory testing of apps: an engine explores, a tester rides along.
///
/// Without a command it opens the terminal UI on TARGET, the embedded phone by default.
#[derive(Debug, Parser)]
#[command(name = "ridealong", version, propagate_version = true)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    /// Tell more on standard error; twice for everything.
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
    /// What to do instead of opening the terminal UI.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// The terminal UI.
    #[command(flatten)]
    pub ui: UiArgs,
}

/// `ridealong [TARGET]`
#[derive(Debug, Group)]
pub struct UiArgs {
    /// What to test.
    #[arg(default_value = target::DEFAULT, help = target::help(), long_help = target::long_help())]
    pub target: String,
    /// What to explore and how.
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// How far the engine goes by itself at first.
    #[arg(long, value_enum, default_value_t = ModeChoice::Approve)]
    pub mode: ModeChoice,
    /// The colours: dark, light, high-contrast, colour-blind or sixteen.
    #[arg(long, value_name = "NAME", env = "RIDEALONG_THEME")]
    pub theme: Option<String>,
}

/// What is explored and how, alike in the terminal UI and without a screen.
#[derive(Clone, Debug, Group)]
pub struct SubjectArgs {
    /// The app to test: a package, a demo app's name, or the name that opens one of several
    /// recorded voice apps. On adb the app in front by default.
    #[arg(long)]
    pub app: Option<String>,
    /// Who explores: `elevate`, a language model held by the behaviour model, or its rules alone
    /// without a model; `vlm-fuzz`, depth first with forms, gestures and system events;
    /// `systematic`; or a baseline: `monkey`, `vitas`, `chatbot`. By default
    /// `elevate` where a model is named, else `systematic`.
    #[arg(long, value_name = "NAME")]
    pub explorer: Option<String>,
    /// Switch these parts of the explorer off, to see what they are worth: for elevate, states,
    /// inputs and exploration; for vlm-fuzz, budget, forms, gestures, probes, system and vision.
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub without: Vec<String>,
    /// The seed of everything random; the same seed on the embedded phone gives the same session.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// What the session is about; recorded with it.
    #[arg(long, value_name = "TEXT")]
    pub charter: Option<String>,
    /// Keep sessions in this folder.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
    /// Which actions are held back: `auto` guards everything but the embedded phone
    /// and recordings.
    #[arg(long, value_enum, default_value_t = GuardChoice::Auto, value_name = "WHEN")]
    pub guard: GuardChoice,
    /// Go on with this recorded session, which was cut off or has ended: its folder, or its name in
    /// the list of sessions. Target, app, explorer and seed are its own; --steps and --minutes count
    /// from there on.
    #[arg(long, value_name = "SESSION", conflicts_with_all = ["app", "explorer", "seed"])]
    pub resume: Option<PathBuf>,
    /// Begin as this recorded session did, and explore from there on: its folder, or its name in the
    /// list of sessions. The target is its own.
    #[arg(long, value_name = "SESSION", conflicts_with_all = ["resume"])]
    pub branch: Option<PathBuf>,
    /// The step of that session from which on it is explored; its last by default.
    #[arg(long, value_name = "STEP", requires = "branch")]
    pub at: Option<u64>,
    /// Clear the app's data before it is opened (adb; the embedded phone is always fresh).
    #[arg(long)]
    pub fresh: bool,
    /// Who answers where a model is asked.
    #[command(flatten)]
    pub model: ModelArgs,
}

/// Who answers where a model is asked.
#[derive(Clone, Debug, Default, Group)]
pub struct ModelArgs {
    /// The model that is asked: a profile in config.toml, or PRESET:MODEL such as `ollama:qwen3:8b`;
    /// `none` for no model where the settings name a default.
    #[arg(long, value_name = "NAME")]
    pub llm: Option<String>,
    /// Ask the model no more once it has cost so many US dollars; the rules answer then.
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    pub max_cost: Option<f64>,
    /// Play recorded replies from this cassette; no network is used.
    #[arg(long, value_name = "FILE")]
    pub cassette: Option<PathBuf>,
    /// Record all exchanges with the model to the end of this cassette.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

fn dollars(text: &str) -> Result<f64, String> {
    let usd = text.trim_start_matches('$').parse::<f64>().ok();
    usd.filter(|usd| usd.is_finite() && *usd >= 0.0).ok_or_else(|| "0 or more is possible".into())
}

impl Default for SubjectArgs {
    /// What the command line says where nothing is said.
    fn default() -> Self {
        Self {
            app: None,
            explorer: None,
            without: Vec::new(),
            seed: 1,
            charter: None,
            sessions: None,
            guard: GuardChoice::Auto,
            resume: None,
            branch: None,
            at: None,
            fresh: false,
            model: ModelArgs::default(),
        }
    }
}

/// How far the engine goes by itself at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModeChoice {
    /// It proposes only when asked.
    Step,
    /// Every proposal waits for a decision.
    Approve,
    /// It runs until something stops it.
    Auto,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Explore an app without a screen: progress on standard error, the result on standard output.
    Run(Box<RunArgs>),
    /// Look at a recorded session again, or perform it again on a target and compare.
    Replay(Box<ReplayArgs>),
    /// Make a session's crashes happen again from fresh starts, by as few steps as possible.
    Triage(Box<TriageArgs>),
    /// The embedded phone: its apps, their seeded faults, and serving it over adb.
    Demo(DemoArgs),
    /// The recorded sessions: list, search, tag, delete, pack and redact them.
    Sessions(SessionsArgs),
    /// Make one HTML file of a recorded session: findings, model, timeline, prompts and cost.
    Report(ReportArgs),
    /// Write a recorded session in a format that other tools read.
    Export(ExportArgs),
    /// Make a session of what another tool recorded: DroidBot's output folder.
    Import(ImportArgs),
    /// The prompts: list, show and check them, and try changed ones on a recorded session.
    Prompts(PromptsArgs),
    /// Check what exploring needs: adb, devices, the terminal, folders.
    Doctor(DoctorArgs),
    /// Compare explorers: runs of each on several targets with several seeds.
    Eval(EvalArgs),
    /// Read files that phones and tools write: view hierarchies, logs, APKs, manifests.
    Inspect(InspectArgs),
}

/// `ridealong run`
#[derive(Debug, Group)]
#[command(group = clap::ArgGroup::new("budget").required(true).multiple(true))]
pub struct RunArgs {
    /// What to test.
    #[arg(default_value = target::DEFAULT, help = target::help(), long_help = target::long_help())]
    pub target: String,
    /// What to explore and how.
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// End after so many actions.
    #[arg(long, value_name = "N", group = "budget")]
    pub steps: Option<u64>,
    /// End after so many minutes.
    #[arg(long, value_name = "M", group = "budget")]
    pub minutes: Option<f64>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Exit with 1 if a finding of one of these kinds was made.
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub fail_on: Vec<FailingKind>,
    /// Also write the findings as a JUnit file.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Afterwards make each crash and ANR happen again from a fresh start, and find the shortest
    /// sequence that does; vlm-fuzz does so by itself.
    #[arg(long, conflicts_with = "no_confirm")]
    pub confirm: bool,
    /// Leave that away.
    #[arg(long)]
    pub no_confirm: bool,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

impl RunArgs {
    /// True if crashes are to be confirmed after a run of `explorer`.
    pub fn confirms(&self, explorer: &str) -> bool {
        let by_itself = explorer::find(explorer).is_some_and(|kind| kind.confirms);
        self.confirm || (by_itself && !self.no_confirm)
    }
}

/// A kind of finding that makes a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailingKind {
    /// A crash, Java, Kotlin or native.
    Crash,
    /// An app that does not respond.
    Anr,
    /// A functional bug.
    Bug,
}

impl FailingKind {
    /// True if this names `kind`.
    pub const fn names(self, kind: FindingKind) -> bool {
        matches!(
            (self, kind),
            (Self::Crash, FindingKind::Crash)
                | (Self::Anr, FindingKind::Anr)
                | (Self::Bug, FindingKind::Bug)
        )
    }
}

/// When the guard rules apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GuardChoice {
    /// Everywhere but on the embedded phone and recordings, if nothing can be harmed.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// `ridealong demo`
#[derive(Debug, Group)]
pub struct DemoArgs {
    /// What of it; without, the terminal UI is opened on it.
    #[command(subcommand)]
    pub what: Option<DemoCommand>,
}

/// What of the embedded phone.
#[derive(Debug, Subcommand)]
pub enum DemoCommand {
    /// List its apps.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List the faults that were seeded into an app, with the shortest way to each.
    Faults {
        /// The app's name.
        app: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List the structural states of an app, with the shortest way to each.
    States {
        /// The app's name.
        app: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Offer the phone to a real adb server: `adb connect 127.0.0.1:PORT`.
    Serve {
        /// The port, on the loopback address; 0 for any free one, which is then told.
        #[arg(long, value_name = "PORT")]
        adb: u16,
        /// Only this app on it.
        #[arg(long)]
        app: Option<String>,
        /// Let time pass only when commands wait, so that runs can be repeated exactly.
        #[arg(long)]
        virtual_time: bool,
        /// The seed of everything random.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// `ridealong prompts`
#[derive(Debug, Group)]
pub struct PromptsArgs {
    /// What of them.
    #[command(subcommand)]
    pub what: PromptsCommand,
}

/// What of the prompts.
#[derive(Debug, Subcommand)]
pub enum PromptsCommand {
    /// List them.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print one as it stands in its file.
    Show {
        /// Its name; the last part is enough.
        name: String,
        /// The one that is built in, even if yours is in its place.
        #[arg(long)]
        built_in: bool,
        /// Filled in with a sample, as it would be sent.
        #[arg(long, conflicts_with = "sample")]
        filled: bool,
        /// What it is filled in from, as JSON: the variables it may name.
        #[arg(long)]
        sample: bool,
    },
    /// Print where your own prompts lie: all of them, or the file of one.
    Where {
        /// Its name; the last part is enough.
        name: Option<String>,
    },
    /// Check that every prompt can be read and filled in; exit with 2 where one cannot.
    Check {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Ask the questions of a recorded session again, and compare.
    Try(PromptsTryArgs),
}

/// `ridealong prompts try`
#[derive(Debug, Group)]
pub struct PromptsTryArgs {
    /// The session: its folder, or its name as `ridealong sessions` lists it.
    pub session: PathBuf,
    /// Which question: the name of its prompt, such as `elevate/states` or `states`.
    #[arg(long, value_name = "PROMPT")]
    pub phase: String,
    /// The changed prompt; without, the present one shows how steady the model is.
    #[arg(long, value_name = "FILE")]
    pub with: Option<PathBuf>,
    /// Only the first so many questions.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Who answers.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `ridealong eval`
#[derive(Debug, Group)]
pub struct EvalArgs {
    /// What is compared, on what and how often: a TOML file (docs/eval.md).
    pub spec: PathBuf,
    /// Where runs and results are kept; beside the specification by default. A call that was
    /// stopped is gone on with.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// `ridealong doctor`
#[derive(Debug, Group)]
pub struct DoctorArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `ridealong inspect`
#[derive(Debug, Group)]
pub struct InspectArgs {
    /// The files to read; `-` is standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON object a file.
    #[arg(long)]
    pub json: bool,
}
