//! The stored form of profiles: `config.toml` as it stands.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use secrecy::SecretString;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::{ModelProfile, SchemaUse, ServerPreset};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsFile {
    #[serde(default)]
    pub llm: LlmSection,
    /// Read by [`crate::config::recording`].
    #[serde(default, rename = "sessions")]
    _sessions: serde::de::IgnoredAny,
}

/// `[llm]`: `default`, `questions_per_step`, and a table for each profile.
#[derive(Default)]
pub(super) struct LlmSection {
    pub default: Option<Spanned<String>>,
    pub questions_per_step: Option<Spanned<f64>>,
    pub profiles: BTreeMap<String, ProfileEntry>,
}

impl<'de> Deserialize<'de> for LlmSection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ProfileNames;
        impl<'de> Visitor<'de> for ProfileNames {
            type Value = LlmSection;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table for each profile")
            }

            // Written out, because a flattened map does not keep the lines of its values.
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LlmSection, A::Error> {
                let mut section = LlmSection::default();
                while let Some(name) = map.next_key::<String>()? {
                    if name == "default" {
                        section.default = Some(map.next_value()?);
                    } else if name == "questions_per_step" {
                        section.questions_per_step = Some(map.next_value()?);
                    } else {
                        section.profiles.insert(name, map.next_value()?);
                    }
                }
                Ok(section)
            }
        }
        deserializer.deserialize_map(ProfileNames)
    }
}

/// One profile, before its preset fills in missing fields.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ProfileFields {
    preset: Option<ServerPreset>,
    base_url: Option<BaseAddress>,
    model: String,
    key_env: Option<String>,
    embeddings: Option<String>,
    pictures: bool,
    timeout_s: Option<TimeoutSeconds>,
    idle_timeout_s: Option<TimeoutSeconds>,
    connect_timeout_s: Option<TimeoutSeconds>,
    retries: Option<u32>,
    backoff_ms: Option<u64>,
    longest_wait_s: Option<TimeoutSeconds>,
    thinking_tokens: u32,
    input_usd_per_million: Option<UsdPrice>,
    output_usd_per_million: Option<UsdPrice>,
    schema: SchemaUse,
    headers: BTreeMap<String, HeaderText>,
}

/// One profile with all it needs.
#[derive(Deserialize)]
#[serde(try_from = "ProfileFields")]
pub(super) struct ProfileEntry {
    fields: ProfileFields,
    base_url: reqwest::Url,
}

impl TryFrom<ProfileFields> for ProfileEntry {
    type Error = String;

    fn try_from(fields: ProfileFields) -> Result<Self, String> {
        if fields.model.trim().is_empty() {
            return Err("the profile names no `model`".into());
        }
        if let Some(name) = fields.headers.keys().find(|name| !is_header_name(name)) {
            return Err(format!("{name:?} is no name of a header"));
        }
        let own = fields.base_url.as_ref().map(|address| address.0.clone());
        let preset = fields.preset.and_then(|preset| preset.base_url().parse().ok());
        let base_url =
            own.or(preset).ok_or("the profile names neither `base_url` nor a `preset`")?;
        Ok(Self { fields, base_url })
    }
}

fn is_header_name(name: &str) -> bool {
    reqwest::header::HeaderName::from_bytes(name.as_bytes()).is_ok()
}

impl ProfileEntry {
    /// What `preset` gives for `model`; `None` if that is no name.
    pub fn of(preset: ServerPreset, model: &str) -> Option<Self> {
        let fields =
            ProfileFields { preset: Some(preset), model: model.into(), ..ProfileFields::default() };
        Self::try_from(fields).ok()
    }

    /// The profile called `name`.
    pub fn profile(self, name: &str) -> ModelProfile {
        let Self { fields, base_url } = self;
        let preset = fields.preset;
        let seconds = |given: Option<TimeoutSeconds>, otherwise| {
            given.map_or(Duration::from_secs(otherwise), |TimeoutSeconds(given)| given)
        };
        let is_free = preset.is_some_and(ServerPreset::is_free) || is_this_computer(&base_url);
        let free = is_free.then_some(0.0);
        let timeout = seconds(fields.timeout_s, 180);
        ModelProfile {
            name: name.to_owned(),
            base_url,
            model: fields.model.trim().to_owned(),
            key_env: match fields.key_env {
                Some(variable) => Some(variable).filter(|variable| !variable.is_empty()),
                None => preset.and_then(ServerPreset::key_env).map(str::to_owned),
            },
            embeddings: fields.embeddings.filter(|model| !model.trim().is_empty()),
            pictures: fields.pictures,
            timeout,
            idle_timeout: seconds(fields.idle_timeout_s, 60).min(timeout),
            connect_timeout: seconds(fields.connect_timeout_s, 5).min(timeout),
            retries: fields.retries.unwrap_or(2),
            backoff: Duration::from_millis(fields.backoff_ms.unwrap_or(500)),
            longest_wait: seconds(fields.longest_wait_s, 20),
            thinking_tokens: fields.thinking_tokens,
            input_usd_per_million: fields.input_usd_per_million.map(|price| price.0).or(free),
            output_usd_per_million: fields.output_usd_per_million.map(|price| price.0).or(free),
            schema: fields.schema,
            headers: fields.headers.into_iter().map(|(name, text)| (name, text.0)).collect(),
        }
    }
}

/// True if `url` is an address of this computer: what answers there costs nothing.
fn is_this_computer(url: &reqwest::Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let is_loopback = |host: &str| host.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback());
    host == "localhost" || host.ends_with(".localhost") || is_loopback(host)
}

/// A base address.
struct BaseAddress(reqwest::Url);

impl<'de> Deserialize<'de> for BaseAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let url = reqwest::Url::parse(text.trim())
            .map_err(|error| D::Error::custom(format!("`base_url` is no address: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(D::Error::custom("`base_url` must begin with http:// or https://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            // Addresses appear in errors and logs, so they must not contain a password.
            return Err(D::Error::custom("`base_url` must hold no password; use `key_env`"));
        }
        Ok(Self(url))
    }
}

/// A time.
struct TimeoutSeconds(Duration);

impl<'de> Deserialize<'de> for TimeoutSeconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        if !(0.001..=86_400.0).contains(&seconds) {
            return Err(D::Error::custom("a time must lie between 0.001 and 86400 seconds"));
        }
        Ok(Self(Duration::from_secs_f64(seconds)))
    }
}

/// A price in US dollars.
struct UsdPrice(f64);

impl<'de> Deserialize<'de> for UsdPrice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let price = f64::deserialize(deserializer)?;
        if !price.is_finite() || price < 0.0 {
            return Err(D::Error::custom("a price must be 0 or more"));
        }
        Ok(Self(price))
    }
}

/// The value of a header.
struct HeaderText(SecretString);

impl<'de> Deserialize<'de> for HeaderText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if reqwest::header::HeaderValue::from_str(&text).is_err() {
            return Err(D::Error::custom("a header's value cannot hold line ends"));
        }
        Ok(Self(SecretString::from(text)))
    }
}
