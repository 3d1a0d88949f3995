//! What of the arguments of web apps is recorded with a session, and taken over from it: what decides
//! which pages are seen. Files, commands and logins are not.

use clap::ValueEnum as _;

use super::{NetworkChoice, VIEWPORTS, WebArgs, host};
use crate::domain::DisplaySize;
use crate::protocol::BrowserChoices;

impl WebArgs {
    /// What is recorded; `None` if nothing was chosen.
    pub fn choices(&self) -> Option<BrowserChoices> {
        let network = self.network_speed.and_then(|speed| speed.to_possible_value());
        let choices = BrowserChoices {
            viewport: self.viewport,
            dark: self.dark,
            locale: self.locale.clone(),
            time_zone: self.time_zone.clone(),
            network: network.map(|value| value.get_name().to_owned()),
            stay_on: self.stay_on.clone(),
        };
        (choices != BrowserChoices::default()).then_some(choices)
    }

    /// These arguments, completed by what was recorded. What no user could have chosen is left out: a
    /// session's files are not trusted.
    #[must_use]
    pub fn completed(self, recorded: Option<&BrowserChoices>) -> Self {
        let Some(recorded) = recorded else { return self };
        let is_viewport = |size: &DisplaySize| {
            VIEWPORTS.contains(&size.width) && VIEWPORTS.contains(&size.height)
        };
        let network = recorded.network.as_deref();
        let network = network.and_then(|name| NetworkChoice::from_str(name, false).ok());
        let stay_on = if self.stay_on.is_empty() {
            recorded.stay_on.iter().filter_map(|text| host(text).ok()).collect()
        } else {
            self.stay_on
        };
        Self {
            viewport: self.viewport.or_else(|| recorded.viewport.filter(is_viewport)),
            dark: self.dark || recorded.dark,
            locale: self.locale.or_else(|| recorded.locale.clone()),
            time_zone: self.time_zone.or_else(|| recorded.time_zone.clone()),
            network_speed: self.network_speed.or(network),
            stay_on,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recorded_completes_what_is_not_named_again() {
        let chosen = WebArgs {
            viewport: Some(DisplaySize::new(1280, 800)),
            dark: true,
            locale: Some("de-DE".into()),
            network_speed: Some(NetworkChoice::Slow3g),
            stay_on: vec!["login.example.com".into()],
            serve: Some("npm start".into()),
            ..WebArgs::default()
        };
        let recorded = chosen.choices();
        let json = serde_json::to_string(&recorded).unwrap();
        assert!(!json.contains("npm") && json.contains("slow-3g"), "{json}");
        let again = WebArgs::default().completed(recorded.as_ref());
        assert_eq!(again.settings(), WebArgs { serve: None, ..chosen }.settings());
        let phone = WebArgs { viewport: Some(DisplaySize::new(412, 915)), ..WebArgs::default() };
        assert_eq!(phone.clone().completed(recorded.as_ref()).viewport, phone.viewport);
        assert_eq!(WebArgs::default().choices(), None);
    }

    #[test]
    fn what_nobody_could_have_chosen_is_left_out() {
        let recorded = BrowserChoices {
            viewport: Some(DisplaySize::new(0, 1 << 30)),
            network: Some("warp".into()),
            stay_on: vec!["a b".into()],
            ..BrowserChoices::default()
        };
        let args = WebArgs::default().completed(Some(&recorded));
        assert_eq!((args.viewport, args.network_speed, args.stay_on.len()), (None, None, 0));
    }
}
