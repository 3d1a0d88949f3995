//! The profiles of models, and whether each one's server answers. No prompt is sent.

use std::time::Duration;

use futures_util::future::join_all;

use super::DoctorCheck;
use crate::cli::startup;
use crate::config::UserFolders;
use crate::config::llm::{ModelProfile, ModelProfiles};

/// So long a server may take to connect, and then to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// A check for each profile.
pub async fn models(folders: &UserFolders) -> Vec<DoctorCheck> {
    let profiles = match ModelProfiles::load(&folders.settings()) {
        Ok(profiles) => profiles,
        Err(error) => {
            let advice = error.hint.clone().unwrap_or_default();
            return vec![DoctorCheck::missing("models", error.to_string(), advice)];
        }
    };
    let default = profiles.default.as_deref();
    let checks = join_all(profiles.iter().map(|profile| check(profile.clone(), default))).await;
    if checks.is_empty() {
        return vec![DoctorCheck::missing(
            "models",
            "no profile is configured; the rules explore alone",
            format!("see docs/models.md; profiles stand in {}", folders.settings().display()),
        )];
    }
    checks
}

async fn check(profile: ModelProfile, default: Option<&str>) -> DoctorCheck {
    let about = if default == Some(profile.name.as_str()) { ", the default" } else { "" };
    let ModelProfile { name, model, base_url, .. } = &profile;
    let host = base_url.host_str().unwrap_or_default();
    let reported = format!("{name}{about}: {model} at {host}");
    let (name, model) = (name.clone(), model.clone());
    let quick = ModelProfile { connect_timeout: PATIENCE, idle_timeout: PATIENCE, ..profile };
    let client = match startup::connect(quick, 0) {
        Ok(client) => client,
        Err(error) => {
            let (what, hint) = error.into_parts();
            return DoctorCheck::missing(
                "model",
                format!("{reported}: {what}"),
                hint.unwrap_or_default(),
            );
        }
    };
    match client.models().await {
        // Ollama lists a model that was pulled without a tag with one.
        Ok(names) if names.contains(&model) || names.contains(&format!("{model}:latest")) => {
            DoctorCheck::good("model", format!("{reported} answers"))
        }
        Ok(names) if names.is_empty() => {
            DoctorCheck::good("model", format!("{reported} answers, and lists no models"))
        }
        Ok(names) => {
            let some = names.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
            let advice = format!("profile {name}: the server lists {some}, …");
            DoctorCheck::missing(
                "model",
                format!("{reported} answers, but lists no such model"),
                advice,
            )
        }
        Err(error) => {
            let advice = error.hint().unwrap_or_else(|| "check the server's own log".into());
            DoctorCheck::missing("model", format!("{reported}: {error}"), advice)
        }
    }
}
