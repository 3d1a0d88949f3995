//! From `--llm NAME`, or a cassette, to whoever is asked.

use crate::domain::Pace;
use std::sync::Arc;
use std::time::Duration;

use super::CliError;
use super::args::{ModelArgs, SubjectArgs};
use crate::config::UserFolders;
use crate::config::llm::{MissingKey, ModelProfile, ModelProfiles, SettingsError, UnknownProfile};
use crate::explorer;
use crate::llm::ask::AskSetup;
use crate::llm::{
    Asker, AskerEvents, Cassette, CassetteRecorder, ChatClient, ChatModel, PromptLibrary, client,
};
use crate::protocol::{Event, WarningRaised};

/// What `--llm` says where no model is to be asked, whatever the default is.
pub const NONE: &str = "none";

/// The rest before each word of a cassette where somebody looks: about as fast as a quick model.
const WORD: Duration = Duration::from_millis(12);

/// What `explorer` asks with, as `subject` says. For one that asks nothing the rules answer
/// everything.
///
/// # Errors
/// As [`asker`].
pub fn for_explorer(
    explorer: &explorer::ExplorerEntry,
    subject: &SubjectArgs,
    folders: &UserFolders,
    pace: Pace,
) -> Result<(Asker, AskerEvents), CliError> {
    if !explorer.queries.is_empty() {
        return asker(&subject.model, folders, pace, subject.seed);
    }
    // What is wrong with the settings is told whoever explores.
    let named = profile(&subject.model, folders)?.filter(|_| subject.model.llm.is_some());
    let (asker, ears) = Asker::without_model();
    let ModelArgs { cassette, record, .. } = &subject.model;
    if named.is_some() || cassette.is_some() || record.is_some() {
        let what = format!("The explorer {} asks no model.", explorer.name);
        let hint = Some("take --explorer elevate, or leave the model away".to_owned());
        asker.record(Event::Warned(WarningRaised { what, hint }));
    }
    Ok((asker, ears))
}

/// True if `args` or the settings name somebody who answers.
///
/// # Errors
/// As [`asker`], about the settings and the profile.
pub fn is_named(args: &ModelArgs, folders: &UserFolders) -> Result<bool, CliError> {
    Ok(args.cassette.is_some() || profile(args, folders)?.is_some())
}

/// All that asking needs, as `args` say: who answers, the prompts, the cap on cost. Without anybody
/// who answers everything is left to the rules. `seed` is that of the waits between attempts.
///
/// # Errors
/// If the settings cannot be read, the profile is unknown or lacks its key, or a cassette cannot
/// be played or recorded.
pub fn asker(
    args: &ModelArgs,
    folders: &UserFolders,
    pace: Pace,
    seed: u64,
) -> Result<(Asker, AskerEvents), CliError> {
    let profile = profile(args, folders)?;
    // A cassette is asked as the model was that it recorded.
    let pictures = profile.as_ref().map_or(args.cassette.is_some(), |profile| profile.pictures);
    let chat = chat(args, profile, pace, seed)?;
    let prompts = PromptLibrary::new(Some(folders.prompts()));
    Ok(Asker::new(AskSetup { chat, prompts, cost_cap: args.max_cost, pictures }))
}

/// The profile that `--llm` names, else the default one.
fn profile(args: &ModelArgs, folders: &UserFolders) -> Result<Option<ModelProfile>, CliError> {
    let profiles = ModelProfiles::load(&folders.settings())?;
    let name = args.llm.as_ref().or(profiles.default.as_ref());
    let name = name.filter(|name| *name != NONE);
    Ok(name.map(|name| profiles.find(name)).transpose()?)
}

/// Who answers: a cassette, else `profile`; `None` if the rules answer alone. What they say is
/// recorded where that is wanted.
fn chat(
    args: &ModelArgs,
    profile: Option<ModelProfile>,
    pace: Pace,
    seed: u64,
) -> Result<Option<Arc<dyn ChatModel>>, CliError> {
    if args.cassette.is_some() && args.cassette == args.record {
        return Err(CliError::new("a cassette cannot be played and recorded at once", 2)
            .hint("name another file with --record FILE"));
    }
    let chat: Option<Arc<dyn ChatModel>> = match (&args.cassette, profile) {
        (Some(path), _) => {
            let cassette = Cassette::open(path)?;
            Some(match pace {
                Pace::Virtual => Arc::new(cassette),
                Pace::Real => Arc::new(cassette.paced(WORD)),
            })
        }
        (None, Some(profile)) if args.max_cost.is_some() && !profile.has_prices() => {
            let name = profile.name;
            let what = format!("--max-cost cannot be kept: profile {name:?} has no prices");
            return Err(CliError::new(what, 2)
                .hint("give input_usd_per_million and output_usd_per_million in config.toml"));
        }
        (None, Some(profile)) => Some(connect(profile, seed)?.into()),
        (None, None) => None,
    };
    match (&args.record, chat) {
        (Some(path), Some(chat)) => Ok(Some(Arc::new(CassetteRecorder::new(chat, path)?))),
        (Some(_), None) => Err(CliError::new("there is nothing to record: no model is asked", 2)
            .hint("name who answers with --llm NAME beside --record FILE")),
        (None, chat) => Ok(chat),
    }
}

/// A client for `profile`, with its key from the environment. Nothing is sent yet.
///
/// # Errors
/// If the key is not there, or TLS cannot be set up.
pub fn connect(profile: ModelProfile, seed: u64) -> Result<ChatClient, CliError> {
    let key = profile.key(|name| std::env::var(name).ok())?;
    let http = client::http(&profile).map_err(|error| {
        CliError::new(format!("connections to a model cannot be set up: {error}"), 2)
            .hint("check that this computer has its trusted certificates (ca-certificates)")
    })?;
    Ok(ChatClient::new(profile, key, http, seed))
}

impl From<SettingsError> for CliError {
    fn from(error: SettingsError) -> Self {
        let told = Self::new(error.to_string(), 2);
        match error.hint {
            Some(hint) => told.hint(hint),
            None => told,
        }
    }
}

impl From<UnknownProfile> for CliError {
    fn from(error: UnknownProfile) -> Self {
        Self::new(error.to_string(), 2).hint(error.hint)
    }
}

impl From<MissingKey> for CliError {
    fn from(error: MissingKey) -> Self {
        let hint = format!("export {}=…, or take another profile", error.variable);
        Self::new(error.to_string(), 2).hint(hint)
    }
}
