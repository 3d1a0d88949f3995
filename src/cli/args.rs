//! The command line's arguments, as clap reads them.

mod attack;
mod fleet;
mod prompts;
mod repeating;
mod result;
mod sessions;
mod sharing;
mod training;
mod web;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as Group, Parser, Subcommand, ValueEnum};

use super::target;
use crate::domain::KeptPictures;
use crate::explorer::weights::WeightValues;
use crate::explorer::{self, registry as explorers};
use crate::oracle::registry;

pub use attack::{AttackArgs, ExamplesArgs, ExamplesCommand, FaultHalf};
pub use fleet::FleetArgs;
pub use prompts::{PromptsArgs, PromptsCommand, PromptsTryArgs};
pub use repeating::{DriftChoice, PerformingArgs, ReplayArgs, TriageArgs};
pub use result::{FailingKind, ResultArgs};
pub use sessions::{RedactionArgs, SessionFilter, SessionsArgs, SessionsCommand};
pub use sharing::{ExportArgs, ExportFormat, ImportArgs, ReportArgs};
pub use training::{LearnChoice, NetworkArgs, TrainArgs};
pub use web::{LoginArgs, WebArgs};

/// Supervised exploratory testing of apps in the terminal.
///
/// Ridealong explores an app while a tester watches, approves and corrects each action. Without a
/// command it opens the terminal UI on TARGET, which is the embedded phone by default.
#[derive(Debug, Parser)]
#[command(name = "ridealong", version, propagate_version = true)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    /// Use verbose output (or `-vv` for more verbose output).
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
    /// The subcommand; without one the terminal UI is opened.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// The arguments of the terminal UI.
    #[command(flatten)]
    pub ui: UiArgs,
}

/// `ridealong [TARGET]`
#[derive(Debug, Group)]
pub struct UiArgs {
    /// What to test.
    #[arg(help = target::help(), long_help = target::long_help())]
    pub target: Option<String>,
    /// What to explore and how.
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The mode to start in.
    #[arg(long, value_enum, default_value_t = ModeChoice::Approve)]
    pub mode: ModeChoice,
    /// The colour theme: dark, light, high-contrast, colour-blind, sixteen, or one of your own.
    #[arg(long, value_name = "NAME", env = "RIDEALONG_THEME")]
    pub theme: Option<String>,
}

const EXPLORER_HELP: &str = "The strategy that proposes the actions";
const DISABLE_HELP: &str =
    "Disable these parts of the explorer and the oracles, to see what they contribute";

fn explorer_help() -> String {
    format!(
        "{EXPLORER_HELP}. The default is elevate if a model is configured, else systematic.\n\n{}",
        explorers::listed()
    )
}

fn disable_help() -> String {
    let oracles = registry::listed_parts();
    format!("{DISABLE_HELP}. Parts are\n\n{}\n{oracles}", explorers::listed_parts())
}

/// What is explored and how: shared by the terminal UI and `run`.
#[derive(Clone, Debug, Group)]
pub struct SubjectArgs {
    /// The app to explore: a package name, a demo app, or one of several recorded voice apps. On
    /// adb the default is the app in the foreground.
    #[arg(long)]
    pub app: Option<String>,
    /// The strategy that proposes the actions.
    #[arg(long, value_name = "NAME", help = EXPLORER_HELP, long_help = explorer_help())]
    pub explorer: Option<String>,
    /// Parts of the explorer and the oracles that are disabled, to see what they contribute.
    #[arg(
        long,
        alias = "without",
        value_name = "PARTS",
        value_delimiter = ',',
        help = DISABLE_HELP,
        long_help = disable_help()
    )]
    pub disable: Vec<String>,
    /// Values for the explorer's weights; set by `eval`.
    #[arg(skip)]
    pub weights: WeightValues,
    /// The network of dino-droid.
    #[command(flatten)]
    pub network: NetworkArgs,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = registry::help())]
    pub oracle: Vec<String>,
    /// Let oracles have actions of their own performed, a fifth of the steps at most: turning the device
    /// there and back, leaving a page and returning, pressing again what did nothing.
    #[arg(long)]
    pub probe: bool,
    /// What must hold in the app (docs/properties.md) [default: properties.toml in the configuration
    /// folder, if there is one].
    #[arg(long, value_name = "FILE")]
    pub properties: Option<PathBuf>,
    /// The seed of all random choices. On the embedded phone the same seed gives the same session.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// What this session is meant to find out. It is recorded and shown to models.
    #[arg(long, value_name = "TEXT")]
    pub charter: Option<String>,
    /// Which pictures of the screens are kept [default: all, or what config.toml says]. `changes`:
    /// without the clock of each; `small`: at most 360 pixels on the shorter side; `none`: the
    /// device takes none.
    #[arg(long, value_name = "WHICH", value_parser = kept_pictures())]
    pub pictures: Option<KeptPictures>,
    /// Store sessions in this folder.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
    /// When guard rules hold back risky actions.
    #[arg(long, value_enum, default_value_t = GuardChoice::Auto, value_name = "WHEN")]
    pub guard: GuardChoice,
    /// Continue a recorded session, given by its folder or by its name in `ridealong sessions`. It
    /// keeps its target, app, explorer and seed; --steps and --minutes count from here.
    #[arg(long, value_name = "SESSION", conflicts_with_all = ["app", "explorer", "seed"])]
    pub resume: Option<PathBuf>,
    /// Perform the steps of a recorded session, then explore from there. The session is given by its
    /// folder or by its name in `ridealong sessions`, and keeps its target.
    #[arg(long, value_name = "SESSION", conflicts_with_all = ["resume"])]
    pub branch: Option<PathBuf>,
    /// With --branch, the last step to perform [default: the last one of the session].
    #[arg(long, value_name = "STEP", requires = "branch")]
    pub at: Option<u64>,
    /// Clear the app's data before it is opened, and if it crashes when it is started again (adb only).
    #[arg(long)]
    pub fresh: bool,
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// How web apps are shown and served.
    #[command(flatten)]
    pub web: WebArgs,
}

/// Which model is asked.
#[derive(Clone, Debug, Default, Group)]
pub struct ModelArgs {
    /// The language model: a profile in config.toml, PRESET:MODEL such as `ollama:qwen3:8b`, or `none`.
    #[arg(long, value_name = "NAME")]
    pub llm: Option<String>,
    /// Stop asking the model once it has cost this much; rules answer from then on.
    #[arg(long, value_name = "USD", value_parser = dollars, allow_negative_numbers = true)]
    pub max_cost: Option<f64>,
    /// Ask at most so many questions a step on average, such as 0.5 for one in two steps [default: 0.5
    /// for apps with a display, none for voice apps].
    #[arg(long, value_name = "N", value_parser = questions)]
    pub questions_per_step: Option<f64>,
    /// Play back replies from a cassette file instead of asking a model.
    #[arg(long, value_name = "FILE")]
    pub cassette: Option<PathBuf>,
    /// Append all exchanges with the model to a cassette file.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Reads one of the names of [`KeptPictures`].
fn kept_pictures() -> impl TypedValueParser<Value = KeptPictures> {
    PossibleValuesParser::new(KeptPictures::NAMED.map(|(name, _)| name))
        .map(|name| KeptPictures::named(&name).unwrap_or_default())
}

fn questions(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number of questions, 0 or more".into())
}

fn dollars(text: &str) -> Result<f64, String> {
    let usd = text.trim_start_matches('$').parse::<f64>().ok();
    usd.filter(|usd| usd.is_finite() && *usd >= 0.0)
        .ok_or_else(|| "expected a number of US dollars, 0 or more".into())
}

impl Default for SubjectArgs {
    /// The defaults of the command line.
    fn default() -> Self {
        Self {
            app: None,
            explorer: None,
            disable: Vec::new(),
            weights: WeightValues::new(),
            network: NetworkArgs::default(),
            oracle: Vec::new(),
            properties: None,
            probe: false,
            seed: 1,
            charter: None,
            pictures: None,
            sessions: None,
            guard: GuardChoice::Auto,
            resume: None,
            branch: None,
            at: None,
            fresh: false,
            model: ModelArgs::default(),
            web: WebArgs::default(),
        }
    }
}

/// The mode that a session starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModeChoice {
    /// Propose an action only when the tester asks for one.
    Step,
    /// Wait for a decision on each proposed action.
    Approve,
    /// Perform proposed actions until a limit or the tester stops it.
    Auto,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Explore an app without the terminal UI.
    Run(Box<RunArgs>),
    /// Explore an app with many sessions at once, on many devices.
    Fleet(FleetArgs),
    /// Play a recorded session, or perform it again on a target.
    Replay(Box<ReplayArgs>),
    /// Confirm the findings of a session and find the shortest steps to each.
    Triage(Box<TriageArgs>),
    /// Show the embedded phone's apps and faults, or serve it over adb.
    Demo(DemoArgs),
    /// List, search, tag, delete, pack, redact and compare recorded sessions.
    Sessions(SessionsArgs),
    /// List, import and export inputs that crashed apps, which attacks of forms try elsewhere.
    Examples(ExamplesArgs),
    /// Write an HTML report of a recorded session.
    Report(ReportArgs),
    /// Export a recorded session to a format of another tool.
    Export(ExportArgs),
    /// Import what DroidBot recorded as a session.
    Import(ImportArgs),
    /// List, show and check prompts, and try changed ones on a recorded session.
    Prompts(PromptsArgs),
    /// Sign in to a web app by hand and save the login for `--login`.
    Login(LoginArgs),
    /// Check that adb, devices, models, the terminal and folders can be used.
    Doctor(DoctorArgs),
    /// Compare explorers on several targets with several seeds.
    Eval(EvalArgs),
    /// Train the network of dino-droid on targets.
    Train(TrainArgs),
    /// Show what Ridealong reads from view hierarchies, logs, APKs and manifests.
    Inspect(InspectArgs),
    /// Generate a shell completion script.
    Completions(CompletionsArgs),
    /// Generate manual pages.
    Man(ManArgs),
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
    /// End after N actions.
    #[arg(long, value_name = "N", group = "budget")]
    pub steps: Option<u64>,
    /// End after M minutes.
    #[arg(long, value_name = "M", group = "budget")]
    pub minutes: Option<f64>,
    /// How the result is given.
    #[command(flatten)]
    pub result: ResultArgs,
    /// After the run, confirm each finding from a restart and find the shortest steps to it. With
    /// vlm-fuzz this is the default for crashes and ANRs.
    #[arg(long, conflicts_with = "no_confirm")]
    pub confirm: bool,
    /// Do not confirm findings after the run.
    #[arg(long)]
    pub no_confirm: bool,
    /// Do not print progress.
    #[arg(short, long)]
    pub quiet: bool,
}

impl RunArgs {
    /// True if crashes are confirmed after a run of `explorer`.
    pub fn confirms(&self, explorer: &str) -> bool {
        let by_itself = explorer::find(explorer).is_some_and(|kind| kind.confirms);
        self.confirm || (by_itself && !self.no_confirm)
    }
}

/// When the guard rules apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GuardChoice {
    /// Everywhere except on the embedded phone and recordings, which nothing can harm.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// `ridealong demo`
#[derive(Debug, Group)]
pub struct DemoArgs {
    /// The subcommand; without one the terminal UI is opened.
    #[command(subcommand)]
    pub what: Option<DemoCommand>,
}

/// The subcommands of `demo`.
#[derive(Debug, Subcommand)]
pub enum DemoCommand {
    /// List the apps.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List the faults seeded into an app, with the shortest steps to each.
    Faults {
        /// The app's name.
        app: String,
        /// The input faults instead, each with its class of crashing inputs.
        #[arg(long)]
        input: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Attack the form of each seeded input fault, and tell the share that is found.
    Attack(AttackArgs),
    /// List the structural states of an app, with the shortest steps to each.
    States {
        /// The app's name.
        app: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Serve the phone to a real adb server, which connects by `adb connect 127.0.0.1:PORT`.
    Serve {
        /// The port to listen on, on 127.0.0.1 only; 0 chooses a free one and prints it.
        #[arg(long, value_name = "PORT")]
        adb: u16,
        /// Install only this app.
        #[arg(long)]
        app: Option<String>,
        /// Let the phone's clock advance only while commands wait, so that runs are repeatable.
        #[arg(long)]
        virtual_time: bool,
        /// The seed of all random choices.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// `ridealong eval`
#[derive(Debug, Group)]
pub struct EvalArgs {
    /// The specification: a TOML file (docs/eval.md).
    pub spec: PathBuf,
    /// The folder for runs and results [default: SPEC.eval beside the specification]. A comparison
    /// that was interrupted continues there.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print the result as a JSON object.
    #[arg(long)]
    pub json: bool,
    /// Do not print progress.
    #[arg(short, long)]
    pub quiet: bool,
}

/// `ridealong doctor`
#[derive(Debug, Group)]
pub struct DoctorArgs {
    /// Check this target alone, such as webdriver:http://127.0.0.1:4444.
    pub target: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `ridealong inspect`
#[derive(Debug, Group)]
pub struct InspectArgs {
    /// The files to read; `-` reads standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON object per file.
    #[arg(long)]
    pub json: bool,
}

/// `ridealong completions`
#[derive(Debug, Group)]
pub struct CompletionsArgs {
    /// The shell to generate completions for.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `ridealong man`
#[derive(Debug, Group)]
pub struct ManArgs {
    /// Write one page for each subcommand to this folder. Without it the main page is printed.
    pub dir: Option<PathBuf>,
}
