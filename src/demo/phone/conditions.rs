//! Conditions around the apps: battery, theme, size of letters, languages, time zone, memory. What
//! changes reaches the apps as on any phone: as a broadcast, or by making their activities anew.

use std::collections::BTreeMap;

use super::{DemoPhone, Front};
use crate::demo::phone::Life;
use crate::demo::running::Running;

/// At this charge the battery is low.
const LOW: u8 = 15;
/// At this charge it is no longer.
const OKAY: u8 = 20;

/// The zones that the phone knows, none of which has a summer time, and their minutes east of
/// Greenwich.
const ZONES: [(&str, i32); 14] = [
    ("GMT", 0),
    ("UTC", 0),
    ("Etc/UTC", 0),
    ("Africa/Lagos", 60),
    ("America/Argentina/Buenos_Aires", -180),
    ("America/Phoenix", -420),
    ("Asia/Dubai", 240),
    ("Asia/Kathmandu", 345),
    ("Asia/Kolkata", 330),
    ("Asia/Tokyo", 540),
    ("Atlantic/Reykjavik", 0),
    ("Europe/Istanbul", 180),
    ("Pacific/Honolulu", -600),
    ("Pacific/Kiritimati", 840),
];

/// The battery, as it tells itself or as a shell made it tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battery {
    /// Percent.
    pub level: u8,
    /// Android's number: 2 charging, 3 discharging.
    pub status: u8,
    /// On the mains.
    pub ac: bool,
    /// On USB.
    pub usb: bool,
    /// Without a wire.
    pub wireless: bool,
    /// A shell made it tell this.
    pub by_hand: bool,
}

/// As it truly is: the phone lies at a computer.
pub const BATTERY: Battery =
    Battery { level: 85, status: 2, ac: false, usb: true, wireless: false, by_hand: false };

impl Battery {
    /// Some charger is there.
    pub const fn plugged(self) -> bool {
        self.ac || self.usb || self.wireless
    }
}

/// What holds.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    battery: Battery,
    low: bool,
    night: String,
    letters: u16,
    zone: &'static str,
    languages: BTreeMap<String, String>,
    /// Counts changes that make activities anew.
    pub(super) changes: u64,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            battery: BATTERY,
            low: false,
            night: "no".to_owned(),
            letters: 100,
            zone: "GMT",
            languages: BTreeMap::new(),
            changes: 0,
        }
    }
}

impl DemoPhone {
    /// What the battery tells.
    pub fn battery(&self) -> Battery {
        self.conditions.battery
    }

    /// Makes the battery tell this; apps learn what changed.
    pub fn set_battery(&mut self, battery: Battery) {
        let before = std::mem::replace(&mut self.conditions.battery, battery);
        if before.plugged() != battery.plugged() {
            let what = if battery.plugged() { "CONNECTED" } else { "DISCONNECTED" };
            self.broadcast(&format!("android.intent.action.ACTION_POWER_{what}"), None);
        }
        if before != battery {
            self.broadcast("android.intent.action.BATTERY_CHANGED", None);
        }
        let low = self.conditions.low;
        if !low && !battery.plugged() && battery.level <= LOW {
            self.conditions.low = true;
            self.broadcast("android.intent.action.BATTERY_LOW", None);
        } else if low && (battery.plugged() || battery.level >= OKAY) {
            self.conditions.low = false;
            self.broadcast("android.intent.action.BATTERY_OKAY", None);
        }
    }

    /// The night mode, as `cmd uimode` calls it.
    pub fn night(&self) -> &str {
        &self.conditions.night
    }

    /// True while the dark theme holds. The phone knows no sunset: automatic is light.
    pub fn dark(&self) -> bool {
        self.conditions.night == "yes"
    }

    /// Sets the night mode.
    pub fn set_night(&mut self, mode: &str) {
        let before = self.dark();
        mode.clone_into(&mut self.conditions.night);
        if self.dark() != before {
            self.make_anew(None);
        }
    }

    /// The size of letters in percent.
    pub fn letters(&self) -> u16 {
        self.conditions.letters
    }

    /// Sets the size of letters in percent.
    pub fn set_letters(&mut self, percent: u16) {
        if self.conditions.letters != percent {
            self.conditions.letters = percent;
            self.make_anew(None);
        }
    }

    /// The languages chosen for the app with this package; empty for the phone's own.
    pub fn languages(&self, package: &str) -> &str {
        self.conditions.languages.get(package).map_or("", String::as_str)
    }

    /// Chooses languages for an app. False if it is not there.
    pub fn set_languages(&mut self, package: &str, tags: &str) -> bool {
        let Some(number) = self.number(package) else { return false };
        if self.languages(package) != tags {
            self.conditions.languages.insert(package.to_owned(), tags.to_owned());
            self.make_anew(Some(number));
        }
        true
    }

    /// The time zone.
    pub fn zone(&self) -> &'static str {
        self.conditions.zone
    }

    /// Minutes east of Greenwich.
    pub fn offset(&self) -> i32 {
        let known = ZONES.iter().find(|(name, _)| *name == self.conditions.zone);
        known.map_or(0, |(_, minutes)| *minutes)
    }

    /// Sets the time zone; one that the phone does not know is Greenwich, as on Android.
    pub fn set_zone(&mut self, zone: &str) {
        let known = ZONES.iter().find(|(name, _)| *name == zone);
        let zone = known.map_or("GMT", |(name, _)| *name);
        if std::mem::replace(&mut self.conditions.zone, zone) != zone {
            self.broadcast("android.intent.action.TIMEZONE_CHANGED", None);
        }
    }

    /// Tells an app how little memory is left, by Android's number for it.
    ///
    /// # Errors
    /// In Android's words, if it does not do that.
    pub fn trim(&mut self, package: &str, level: u8) -> Result<(), String> {
        let in_front = self.is_front(package);
        let app = self.number(package).and_then(|number| self.apps.get_mut(number));
        let Some(app) = app.filter(|app| app.life != Life::Dead) else {
            return Err(format!("Unknown process: {package}"));
        };
        if app.trimmed >= level {
            return Err("Unable to set a higher trim level than current level".into());
        }
        if level >= 20 && in_front {
            return Err("Unable to set a background trim level on a foreground process".into());
        }
        app.trimmed = level;
        Ok(())
    }

    /// Makes the activities of the app in front anew (only of this one, if one is named); the
    /// others learn it when they come back to the front.
    fn make_anew(&mut self, only: Option<usize>) {
        self.pass(super::INPUT_MS);
        match only {
            None => self.conditions.changes += 1,
            Some(number) if self.front != Front::App(number) => {
                if let Some(app) = self.apps.get_mut(number) {
                    app.changes = u64::MAX;
                }
            }
            Some(_) => {}
        }
        if let Front::App(app) = self.front
            && only.is_none_or(|only| only == app)
        {
            self.made_anew(app);
        }
        self.note();
    }

    /// An app's activities are made anew by what has changed around it.
    pub(super) fn made_anew(&mut self, number: usize) {
        if let Some(app) = self.apps.get_mut(number) {
            app.changes = self.conditions.changes;
        }
        self.with_app(number, Running::made_anew);
    }
}
