//! How the browser shows the app, as the user sets it.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::conditions;
use crate::domain::{DeviceCapabilities, DisplaySize, SystemCondition};

/// From this width on a viewport is one of a desktop: in CSS pixels, as most pages distinguish.
const DESKTOP_WIDTH: i32 = 768;

/// How the browser shows the app, as the user sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserSettings {
    /// Show the window of a browser that is started.
    pub headed: bool,
    /// The part of the page that is visible, in CSS pixels.
    pub viewport: DisplaySize,
    /// Dark mode, language and time zone that hold from the beginning.
    pub conditions: Vec<SystemCondition>,
    /// How fast the network is.
    pub network: NetworkSpeed,
    /// Hosts, with their ports, that belong to the app beside its own.
    pub stay_on: Vec<String>,
    /// The folder of files for pages that ask for one.
    pub uploads: Option<PathBuf>,
    /// The file that lines covered are written to at the end, as LCOV.
    pub coverage_out: Option<PathBuf>,
}

impl BrowserSettings {
    /// The viewport of a phone of 6.3 inches, in CSS pixels.
    pub const PHONE: DisplaySize = DisplaySize::new(412, 915);

    /// The viewport of a laptop, in CSS pixels.
    pub const DESKTOP: DisplaySize = DisplaySize::new(1280, 800);

    /// True if the app is touched, false if it is clicked with a mouse: from 768 CSS pixels of width on.
    pub const fn has_touch(&self) -> bool {
        self.viewport.width < DESKTOP_WIDTH
    }

    /// What can be done in such a browser.
    pub(super) const fn capabilities(&self) -> DeviceCapabilities {
        if self.has_touch() { DeviceCapabilities::WEB } else { DeviceCapabilities::WEB_DESKTOP }
    }

    /// The conditions that hold from the beginning, by the method of the protocol that sets them.
    pub(super) fn first_conditions(&self) -> conditions::PageConditions {
        let mut calls: conditions::PageConditions =
            self.conditions.iter().filter_map(conditions::set).collect();
        if let Some(params) = self.network.emulation() {
            calls.insert(conditions::NETWORK, params);
        }
        calls
    }
}

impl Default for BrowserSettings {
    fn default() -> Self {
        Self {
            headed: false,
            viewport: Self::PHONE,
            conditions: Vec::new(),
            network: NetworkSpeed::Full,
            stay_on: Vec::new(),
            uploads: None,
            coverage_out: None,
        }
    }
}

/// How fast the network is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NetworkSpeed {
    /// As fast as it is.
    #[default]
    Full,
    /// 150 ms until an answer begins, 200 kB a second down and 94 up.
    Fast3g,
    /// 400 ms until an answer begins, 50 kB a second both ways.
    Slow3g,
}

impl NetworkSpeed {
    /// The parameters of `Network.emulateNetworkConditions`: milliseconds and bytes a second.
    fn emulation(self) -> Option<Value> {
        let (latency, down, up) = match self {
            Self::Full => return None,
            Self::Fast3g => (150, 200_000, 94_000),
            Self::Slow3g => (400, 50_000, 50_000),
        };
        Some(json!({
            "offline": false, "latency": latency, "downloadThroughput": down, "uploadThroughput": up,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ActionKind;

    #[test]
    fn a_wide_viewport_has_a_mouse_and_is_not_turned() {
        let phone = BrowserSettings::default();
        let desktop = BrowserSettings { viewport: BrowserSettings::DESKTOP, ..phone.clone() };
        assert!(phone.has_touch() && !desktop.has_touch());
        let turns = |it: &BrowserSettings| it.capabilities().actions.contains(&ActionKind::Rotate);
        assert!(turns(&phone) && !turns(&desktop));
    }

    #[test]
    fn what_holds_from_the_beginning_is_set_in_each_page() {
        let settings = BrowserSettings {
            conditions: vec![
                SystemCondition::Dark { on: true },
                SystemCondition::Locale { tag: "de-DE".into() },
            ],
            network: NetworkSpeed::Slow3g,
            ..BrowserSettings::default()
        };
        let calls = settings.first_conditions();
        assert_eq!(calls.len(), 3);
        assert_eq!(calls[conditions::NETWORK]["latency"], 400);
        assert!(BrowserSettings::default().first_conditions().is_empty());
    }
}
