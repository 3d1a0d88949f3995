//! The arguments of web apps.

mod recorded;

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};
use reqwest::Url;

use crate::device::web::{BrowserSettings, NetworkSpeed};
use crate::domain::{DisplaySize, SystemCondition};

/// The smallest and the largest viewport, in CSS pixels.
const VIEWPORTS: std::ops::RangeInclusive<i32> = 100..=10_000;

/// How web apps are shown and served. Other targets do not use it.
#[derive(Clone, Debug, Default, Group)]
#[command(next_help_heading = "Web apps")]
pub struct WebArgs {
    /// Show the browser's window.
    #[arg(long)]
    pub headed: bool,
    /// The viewport in CSS pixels: phone (412x915, touch), desktop (1280x800, mouse), or WIDTHxHEIGHT,
    /// with a mouse from 768 on [default: phone].
    #[arg(long, value_name = "SIZE", value_parser = viewport)]
    pub viewport: Option<DisplaySize>,
    /// Ask pages for their dark colours.
    #[arg(long)]
    pub dark: bool,
    /// The language, as a tag such as de-DE.
    #[arg(long, value_name = "TAG")]
    pub locale: Option<String>,
    /// The time zone, such as Asia/Kathmandu.
    #[arg(long, value_name = "ZONE")]
    pub time_zone: Option<String>,
    /// How fast the network is [default: full].
    #[arg(long = "network", value_enum, value_name = "SPEED")]
    pub network_speed: Option<NetworkChoice>,
    /// Other hosts that belong to the app, with their ports: pages of all others are left at once.
    #[arg(long, value_name = "HOSTS", value_delimiter = ',', value_parser = host)]
    pub stay_on: Vec<String>,
    /// Start the app's server with this command, and stop it at the end.
    #[arg(long, value_name = "COMMAND")]
    pub serve: Option<String>,
    /// With --serve, wait until this address answers [default: the app's].
    #[arg(long, value_name = "URL", requires = "serve")]
    pub wait: Option<Url>,
    /// Begin signed in, with what `ridealong login` saved in this file.
    #[arg(long, value_name = "FILE")]
    pub login: Option<PathBuf>,
    /// Give the files of this folder to pages that ask for one [default: what the app
    /// itself offered for download, then small samples].
    #[arg(long, value_name = "DIR")]
    pub uploads: Option<PathBuf>,
    /// At the end, write the covered lines of the app's scripts to this file, as LCOV.
    #[arg(long, value_name = "FILE")]
    pub coverage_out: Option<PathBuf>,
    /// With webdriver:, a JSON file with the capabilities that a session is to have.
    #[arg(long, value_name = "FILE")]
    pub caps: Option<PathBuf>,
}

/// `ridealong login`
#[derive(Clone, Debug, Group)]
pub struct LoginArgs {
    /// The address of the app.
    pub url: String,
    /// The file to save the login in. Whoever has it is signed in.
    pub file: PathBuf,
    /// The size of the window's page [default: desktop].
    #[arg(long, value_name = "SIZE", value_parser = viewport)]
    pub viewport: Option<DisplaySize>,
}

impl WebArgs {
    /// How the browser shows the app.
    pub fn settings(&self) -> BrowserSettings {
        let dark = self.dark.then_some(SystemCondition::Dark { on: true });
        let locale = self.locale.clone().map(|tag| SystemCondition::Locale { tag });
        let time_zone = self.time_zone.clone().map(|zone| SystemCondition::TimeZone { zone });
        BrowserSettings {
            headed: self.headed,
            viewport: self.viewport.unwrap_or(BrowserSettings::PHONE),
            conditions: [dark, locale, time_zone].into_iter().flatten().collect(),
            network: self.network_speed.map_or(NetworkSpeed::Full, NetworkChoice::speed),
            stay_on: self.stay_on.clone(),
            uploads: self.uploads.clone(),
            coverage_out: self.coverage_out.clone(),
        }
    }
}

/// How fast the network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NetworkChoice {
    /// As fast as it is.
    Full,
    /// 150 ms until an answer begins, 200 kB a second.
    #[value(name = "fast-3g")]
    Fast3g,
    /// 400 ms until an answer begins, 50 kB a second.
    #[value(name = "slow-3g")]
    Slow3g,
}

impl NetworkChoice {
    const fn speed(self) -> NetworkSpeed {
        match self {
            Self::Full => NetworkSpeed::Full,
            Self::Fast3g => NetworkSpeed::Fast3g,
            Self::Slow3g => NetworkSpeed::Slow3g,
        }
    }
}

fn viewport(text: &str) -> Result<DisplaySize, String> {
    let size = match text {
        "phone" => Some(BrowserSettings::PHONE),
        "desktop" => Some(BrowserSettings::DESKTOP),
        _ => text.split_once(['x', 'X']).and_then(|(width, height)| {
            Some(DisplaySize::new(width.trim().parse().ok()?, height.trim().parse().ok()?))
        }),
    };
    let size =
        size.filter(|size| VIEWPORTS.contains(&size.width) && VIEWPORTS.contains(&size.height));
    size.ok_or_else(|| "expected phone, desktop or WIDTHxHEIGHT, such as 1024x768".into())
}

/// Host and port, of an address or by themselves.
fn host(text: &str) -> Result<String, String> {
    let host = match Url::parse(text).ok().filter(Url::has_host) {
        Some(url) => match (url.host_str(), url.port()) {
            (Some(host), Some(port)) => format!("{host}:{port}"),
            (host, _) => host.unwrap_or_default().to_owned(),
        },
        None => text.to_owned(),
    };
    let is_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    if !host.is_empty() && host.chars().all(is_host) {
        return Ok(host);
    }
    Err("expected hosts, such as login.example.com or localhost:8080".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewports_have_names_or_sizes() {
        assert_eq!(viewport("desktop"), Ok(DisplaySize::new(1280, 800)));
        assert_eq!(viewport("1024x768"), Ok(DisplaySize::new(1024, 768)));
        for wrong in ["", "tablet", "1024", "0x768", "1024x99999999999", "-5x900"] {
            assert!(viewport(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn hosts_may_be_written_as_addresses() {
        assert_eq!(host("https://login.example.com/x"), Ok("login.example.com".into()));
        assert_eq!(host("localhost:8080"), Ok("localhost:8080".into()));
        assert!(host("a b").is_err() && host("").is_err());
    }
}
