//! The stored form of profiles: `config.toml` as it stands.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use secrecy::SecretString;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::{Preset, Profile, SchemaUse};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub llm: Section,
}

/// `[llm]`: `default`, and a table for each profile.
#[derive(Default)]
pub(super) struct Section {
    pub default: Option<Spanned<String>>,
    pub profiles: BTreeMap<String, Entry>,
}

impl<'de> Deserialize<'de> for Section {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Section;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table for each profile")
            }

            // By hand, since a flattened map would forget at which line a value stood.
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Section, A::Error> {
                let mut section = Section::default();
                while let Some(name) = map.next_key::<String>()? {
                    if name == "default" {
                        section.default = Some(map.next_value()?);
                    } else {
                        section.profiles.insert(name, map.next_value()?);
                    }
                }
                Ok(section)
            }
        }
        deserializer.deserialize_map(Names)
    }
}

/// One profile, before its preset fills what it leaves out.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Fields {
    preset: Option<Preset>,
    base_url: Option<Address>,
    model: String,
    key_env: Option<String>,
    pictures: bool,
    timeout_s: Option<Seconds>,
    idle_timeout_s: Option<Seconds>,
    connect_timeout_s: Option<Seconds>,
    retries: Option<u32>,
    backoff_ms: Option<u64>,
    longest_wait_s: Option<Seconds>,
    thinking_tokens: u32,
    input_usd_per_million: Option<Price>,
    output_usd_per_million: Option<Price>,
    schema: SchemaUse,
    headers: BTreeMap<String, HeaderText>,
}

/// One profile with all it needs.
#[derive(Deserialize)]
#[serde(try_from = "Fields")]
pub(super) struct Entry {
    fields: Fields,
    base_url: reqwest::Url,
}

impl TryFrom<Fields> for Entry {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
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

impl Entry {
    /// What `preset` gives for `model`; `None` where that is no name.
    pub fn of(preset: Preset, model: &str) -> Option<Self> {
        let fields = Fields { preset: Some(preset), model: model.into(), ..Fields::default() };
        Self::try_from(fields).ok()
    }

    /// The profile called `name`.
    pub fn profile(self, name: &str) -> Profile {
        let Self { fields, base_url } = self;
        let preset = fields.preset;
        let seconds = |given: Option<Seconds>, otherwise| {
            given.map_or(Duration::from_secs(otherwise), |Seconds(given)| given)
        };
        let free = preset.filter(|preset| preset.is_free()).map(|_| 0.0);
        let timeout = seconds(fields.timeout_s, 180);
        Profile {
            name: name.to_owned(),
            base_url,
            model: fields.model.trim().to_owned(),
            key_env: match fields.key_env {
                Some(variable) => Some(variable).filter(|variable| !variable.is_empty()),
                None => preset.and_then(Preset::key_env).map(str::to_owned),
            },
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

/// A base address.
struct Address(reqwest::Url);

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let url = reqwest::Url::parse(text.trim())
            .map_err(|error| D::Error::custom(format!("`base_url` is no address: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(D::Error::custom("`base_url` must begin with http:// or https://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            // Addresses are told in errors and logs.
            return Err(D::Error::custom("`base_url` must hold no password; use `key_env`"));
        }
        Ok(Self(url))
    }
}

/// A time.
struct Seconds(Duration);

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        if !(0.001..=86_400.0).contains(&seconds) {
            return Err(D::Error::custom("a time must lie between 0.001 and 86400 seconds"));
        }
        Ok(Self(Duration::from_secs_f64(seconds)))
    }
}

/// A price in US dollars.
struct Price(f64);

impl<'de> Deserialize<'de> for Price {
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
