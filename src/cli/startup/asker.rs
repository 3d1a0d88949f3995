//! From `--llm NAME` or `--cassette FILE` to what explorers ask a model with.

use std::sync::Arc;
use std::time::Duration;

use crate::cli::CliError;
use crate::cli::args::{ModelArgs, SubjectArgs};
use crate::config::UserFolders;
use crate::config::llm::{MissingKey, ModelProfile, ModelProfiles, SettingsError, UnknownProfile};
use crate::domain::{ActionKind, DeviceCapabilities, Pace};
use crate::explorer;
use crate::llm::ask::{AskSetup, DISPLAY_QUESTIONS_PER_STEP};
use crate::llm::{
    Asker, AskerEvents, Cassette, CassetteRecorder, ChatClient, ChatModel, PromptLibrary, client,
};
use crate::oracle::registry;

/// The value of `--llm` that turns the default model off.
pub const NO_MODEL: &str = "none";

/// The pause before each word of a cassette that a tester watches: about the speed of a fast model.
const PAUSE_PER_WORD: Duration = Duration::from_millis(12);

/// What `explorer` and the chosen oracles ask with. If none of them asks anything, it is an asker without
/// a model.
///
/// # Errors
/// As [`asker`].
pub fn for_explorer(
    explorer: &explorer::ExplorerEntry,
    subject: &SubjectArgs,
    folders: &UserFolders,
    pace: Pace,
) -> Result<(Asker, AskerEvents), CliError> {
    // A wrong name is an error where the oracles are chosen.
    let oracles = registry::choose(&subject.oracle).unwrap_or_default();
    let asks = oracles.iter().any(|oracle| !oracle.queries.is_empty());
    if asks || !explorer.queries.is_empty() {
        return asker(&subject.model, folders, pace, subject.seed);
    }
    // Wrong settings are an error for every explorer.
    let named = profile(&subject.model, folders)?.filter(|_| subject.model.llm.is_some());
    let (asker, events) = Asker::without_model();
    let ModelArgs { cassette, record, .. } = &subject.model;
    if named.is_some() || cassette.is_some() || record.is_some() {
        let what = format!("The explorer {} asks no model.", explorer.name);
        let hint = Some("use --explorer elevate, or omit the model".to_owned());
        asker.warn(what, hint);
    }
    Ok((asker, events))
}

/// True if `args` or the settings name a model or a cassette.
///
/// # Errors
/// If the settings cannot be read, or the profile is unknown.
pub fn is_configured(args: &ModelArgs, folders: &UserFolders) -> Result<bool, CliError> {
    Ok(args.cassette.is_some() || profile(args, folders)?.is_some())
}

/// The most questions a step that `explorer` asks on average: those of `args`, else of the settings, else
/// a default for displays. A cassette costs nothing, and an explorer that needs a model does nothing
/// without a question, so neither has a default.
///
/// # Errors
/// If the settings cannot be read.
pub fn questions_per_step(
    args: &ModelArgs,
    folders: &UserFolders,
    explorer: &str,
    capabilities: &DeviceCapabilities,
) -> Result<Option<f64>, CliError> {
    let settings = ModelProfiles::load(&folders.settings())?;
    let needs_model = explorer::find(explorer).is_some_and(|entry| entry.needs_model);
    let voice = capabilities.actions.contains(&ActionKind::Say);
    let is_limited = !voice && !needs_model && args.cassette.is_none();
    let default = is_limited.then_some(DISPLAY_QUESTIONS_PER_STEP);
    Ok(args.questions_per_step.or(settings.questions_per_step).or(default))
}

/// The asker that `args` describe: model or cassette, prompts, cost cap. Without a model the rules
/// answer everything. `seed` determines the waits between attempts.
///
/// # Errors
/// If the settings cannot be read, the profile is unknown or its key is missing, or a cassette
/// cannot be played or recorded.
pub fn asker(
    args: &ModelArgs,
    folders: &UserFolders,
    pace: Pace,
    seed: u64,
) -> Result<(Asker, AskerEvents), CliError> {
    let profile = profile(args, folders)?;
    // A cassette may have been recorded with pictures, and finds a request by its pictures too.
    let pictures = profile.as_ref().map_or(args.cassette.is_some(), |profile| profile.pictures);
    let chat = chat(args, profile, pace, seed)?;
    let prompts = PromptLibrary::new(Some(folders.prompts()));
    Ok(Asker::new(AskSetup { chat, prompts, cost_cap: args.max_cost, pictures }))
}

/// The profile that `--llm` names, else the default one.
fn profile(args: &ModelArgs, folders: &UserFolders) -> Result<Option<ModelProfile>, CliError> {
    let profiles = ModelProfiles::load(&folders.settings())?;
    let name = args.llm.as_ref().or(profiles.default.as_ref());
    let name = name.filter(|name| *name != NO_MODEL);
    Ok(name.map(|name| profiles.find(name)).transpose()?)
}

/// The cassette, else the model of `profile`, recorded if `--record` is given; `None` if the rules
/// answer everything.
fn chat(
    args: &ModelArgs,
    profile: Option<ModelProfile>,
    pace: Pace,
    seed: u64,
) -> Result<Option<Arc<dyn ChatModel>>, CliError> {
    if args.cassette.is_some() && args.cassette == args.record {
        return Err(CliError::new("--cassette and --record name the same file", 2)
            .hint("record to another file with --record FILE"));
    }
    let chat: Option<Arc<dyn ChatModel>> = match (&args.cassette, profile) {
        (Some(path), _) => {
            let cassette = Cassette::open(path)?;
            Some(match pace {
                Pace::Virtual => Arc::new(cassette),
                Pace::Real => Arc::new(cassette.paced(PAUSE_PER_WORD)),
            })
        }
        (None, Some(profile)) if args.max_cost.is_some() && !profile.has_prices() => {
            let name = profile.name;
            let what = format!("--max-cost needs prices, and profile {name:?} has none");
            return Err(CliError::new(what, 2)
                .hint("set input_usd_per_million and output_usd_per_million in config.toml"));
        }
        (None, Some(profile)) => Some(connect(profile, seed)?.into()),
        (None, None) => None,
    };
    match (&args.record, chat) {
        (Some(path), Some(chat)) => Ok(Some(Arc::new(CassetteRecorder::new(chat, path)?))),
        (Some(_), None) => Err(CliError::new("--record needs a model to record", 2)
            .hint("name a model with --llm NAME")),
        (None, chat) => Ok(chat),
    }
}

/// A client for `profile`, with its key from the environment. Sends nothing yet.
///
/// # Errors
/// If the key is not set, or TLS cannot be set up.
pub fn connect(profile: ModelProfile, seed: u64) -> Result<ChatClient, CliError> {
    let key = profile.key(|name| std::env::var(name).ok())?;
    let http = client::http(&profile).map_err(|error| {
        CliError::new(format!("TLS connections cannot be set up: {error}"), 2)
            .hint("check that trusted certificates are installed (package ca-certificates)")
    })?;
    Ok(ChatClient::new(profile, key, http, seed))
}

impl From<SettingsError> for CliError {
    fn from(error: SettingsError) -> Self {
        Self::new(error.to_string(), 2).maybe_hint(error.hint)
    }
}

impl From<UnknownProfile> for CliError {
    fn from(error: UnknownProfile) -> Self {
        Self::new(error.to_string(), 2).hint(error.hint)
    }
}

impl From<MissingKey> for CliError {
    fn from(error: MissingKey) -> Self {
        let hint = format!("export {}=…, or use another profile", error.variable);
        Self::new(error.to_string(), 2).hint(hint)
    }
}
