//! From `--llm NAME` to whoever is asked.

use std::sync::Arc;

use super::CliError;
use super::args::Subject;
use crate::config::Folders;
use crate::config::llm::{NoKey, NoProfile, Profile, Profiles, SettingsError};
use crate::explorer;
use crate::llm::ask::Setup;
use crate::llm::{Asker, Chat, Client, Ears, Prompts, client};
use crate::protocol::{Event, Warned};

/// What `--llm` says where no model is to be asked, whatever the default is.
pub const NONE: &str = "none";

/// All that asking needs, as `subject` says: the profile, its client, the prompts, the cap on cost.
/// Without a profile, and for an explorer that asks nothing, the rules answer everything.
///
/// # Errors
/// Where the settings cannot be read, or the profile is unknown or lacks its key.
pub fn asker(subject: &Subject, folders: &Folders) -> Result<(Asker, Ears), CliError> {
    let profile = profile(subject, folders)?;
    let asks = explorer::find(&subject.explorer).is_some_and(|kind| !kind.queries.is_empty());
    if !asks {
        let (asker, ears) = Asker::without_model();
        if profile.is_some() && subject.llm.is_some() {
            let what = format!("The explorer {} asks no model.", subject.explorer);
            let hint = Some("take --explorer elevate, or leave --llm away".to_owned());
            asker.tell(Event::Warned(Warned { what, hint }));
        }
        return Ok((asker, ears));
    }
    let pictures = profile.as_ref().is_some_and(|profile| profile.pictures);
    if subject.max_cost.is_some()
        && let Some(profile) = profile.as_ref().filter(|profile| !profile.has_prices())
    {
        let what = format!("--max-cost cannot be kept: profile {:?} has no prices", profile.name);
        return Err(CliError::new(what, 2)
            .hint("give input_usd_per_million and output_usd_per_million in config.toml"));
    }
    let chat = profile.map(|profile| chat(profile, subject.seed)).transpose()?;
    let prompts = Prompts::new(Some(folders.prompts()));
    Ok(Asker::new(Setup { chat, prompts, cost_cap: subject.max_cost, pictures }))
}

/// The profile that `--llm` names, else the default one.
fn profile(subject: &Subject, folders: &Folders) -> Result<Option<Profile>, CliError> {
    let profiles = Profiles::load(&folders.settings())?;
    let name = subject.llm.as_ref().or(profiles.default.as_ref());
    let name = name.filter(|name| *name != NONE);
    Ok(name.map(|name| profiles.find(name)).transpose()?)
}

/// Whoever answers for `profile`. A recording stands in front of it, or in its place.
fn chat(profile: Profile, seed: u64) -> Result<Arc<dyn Chat>, CliError> {
    Ok(connect(profile, seed)?.into())
}

/// A client for `profile`, with its key from the environment. Nothing is sent yet.
///
/// # Errors
/// Where the key is not there, or TLS cannot be set up.
pub fn connect(profile: Profile, seed: u64) -> Result<Client, CliError> {
    let key = profile.key(|name| std::env::var(name).ok())?;
    let http = client::http(&profile).map_err(|error| {
        CliError::new(format!("connections to a model cannot be set up: {error}"), 2)
            .hint("check that this computer has its trusted certificates (ca-certificates)")
    })?;
    Ok(Client::new(profile, key, http, seed))
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

impl From<NoProfile> for CliError {
    fn from(error: NoProfile) -> Self {
        Self::new(error.to_string(), 2).hint(error.hint)
    }
}

impl From<NoKey> for CliError {
    fn from(error: NoKey) -> Self {
        let hint = format!("export {}=…, or take another profile", error.variable);
        Self::new(error.to_string(), 2).hint(hint)
    }
}
