//! How the device tells a condition that holds.

use crate::domain::{ConditionKind, SystemCondition};

use super::back::{BatteryCharge, CommandRoute, PreviousValue};

/// What holds now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CurrentConditions {
    Battery { charge: BatteryCharge, by_hand: bool },
    Airplane(bool),
    Dark(String),
    Font(Option<String>),
    Locale(String),
    TimeZone(String),
}

impl CurrentConditions {
    /// Reads what [`commands::condition_now`](super::commands::condition_now) made the device say.
    pub(super) fn read(kind: ConditionKind, reported: &str) -> Option<Self> {
        let reported = reported.trim();
        match kind {
            ConditionKind::Battery => battery(reported),
            // Never set is off.
            ConditionKind::Airplane => match reported {
                "1" => Some(Self::Airplane(true)),
                "0" | "null" => Some(Self::Airplane(false)),
                _ => None,
            },
            ConditionKind::Dark => {
                let mode =
                    reported.lines().find_map(|line| line.trim().strip_prefix("Night mode: "))?;
                Some(Self::Dark(mode.trim().to_owned()))
            }
            ConditionKind::Font => match reported {
                "" | "null" => Some(Self::Font(None)),
                scale => scale.parse::<f32>().ok().map(|_| Self::Font(Some(scale.to_owned()))),
            },
            ConditionKind::Locale => {
                let line = reported.lines().find(|line| line.trim().starts_with("Locales for "))?;
                let (_, tags) = line.trim().strip_suffix(']')?.rsplit_once('[')?;
                Some(Self::Locale(tags.to_owned()))
            }
            ConditionKind::TimeZone => {
                // A device that was never told where it is lives in Greenwich.
                let zone = if reported.is_empty() { "GMT" } else { reported };
                Some(Self::TimeZone(zone.to_owned()))
            }
            ConditionKind::Memory => None,
        }
    }

    /// How it is given back.
    pub(super) fn back(&self, package: &str, route: CommandRoute) -> PreviousValue {
        match self {
            Self::Battery { charge, by_hand } => PreviousValue::Battery(by_hand.then_some(*charge)),
            Self::Airplane(on) => PreviousValue::Airplane { on: *on, route },
            Self::Dark(mode) => PreviousValue::Dark(mode.clone()),
            Self::Font(scale) => PreviousValue::Font(scale.clone()),
            Self::Locale(tags) => {
                PreviousValue::Locale { package: package.to_owned(), tags: tags.clone() }
            }
            Self::TimeZone(zone) => PreviousValue::TimeZone { zone: zone.clone(), route },
        }
    }

    /// True if `condition` holds.
    pub(super) fn is(&self, condition: &SystemCondition) -> bool {
        match (self, condition) {
            (Self::Battery { charge, .. }, SystemCondition::Battery { level, charging }) => {
                *charge == BatteryCharge { level: *level, charging: *charging }
            }
            (Self::Airplane(now), SystemCondition::Airplane { on }) => now == on,
            (Self::Dark(mode), SystemCondition::Dark { on }) => {
                mode == if *on { "yes" } else { "no" }
            }
            (Self::Font(scale), SystemCondition::Font { percent }) => {
                let scale = scale.as_deref().unwrap_or("1").parse::<f32>().unwrap_or(0.0);
                (scale * 100.0 - f32::from(*percent)).abs() < 0.5
            }
            (Self::Locale(tags), SystemCondition::Locale { tag }) => tags.eq_ignore_ascii_case(tag),
            (Self::TimeZone(now), SystemCondition::TimeZone { zone }) => now == zone,
            _ => false,
        }
    }
}

fn battery(reported: &str) -> Option<CurrentConditions> {
    let value = |name: &str| reported.lines().find_map(|line| line.trim().strip_prefix(name));
    let level = value("level: ")?.trim().parse().ok().filter(|level| *level <= 100)?;
    let plugs = ["AC powered: ", "USB powered: ", "Wireless powered: ", "Dock powered: "];
    let charging = plugs.iter().any(|plug| value(plug).is_some_and(|on| on.trim() == "true"));
    let by_hand = reported.contains("UPDATES STOPPED");
    Some(CurrentConditions::Battery { charge: BatteryCharge { level, charging }, by_hand })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_tell_what_holds() {
        let battery = "Current Battery Service state:\n  (UPDATES STOPPED -- use 'reset' to restart)\n  AC powered: false\n  USB powered: true\n  Max charging current: 500000\n  level: 64\n";
        assert_eq!(
            CurrentConditions::read(ConditionKind::Battery, battery),
            Some(CurrentConditions::Battery {
                charge: BatteryCharge { level: 64, charging: true },
                by_hand: true
            })
        );
        let read = |kind, reported| CurrentConditions::read(kind, reported).unwrap();
        assert_eq!(read(ConditionKind::Airplane, "null\n"), CurrentConditions::Airplane(false));
        assert_eq!(
            read(ConditionKind::Dark, "Night mode: auto\n"),
            CurrentConditions::Dark("auto".into())
        );
        assert_eq!(
            read(ConditionKind::Font, "1.15\n"),
            CurrentConditions::Font(Some("1.15".into()))
        );
        assert_eq!(read(ConditionKind::TimeZone, "\n"), CurrentConditions::TimeZone("GMT".into()));
        let locales = "Locales for org.app for user 0 are [en-US,de]\n";
        assert_eq!(
            read(ConditionKind::Locale, locales),
            CurrentConditions::Locale("en-US,de".into())
        );
    }

    #[test]
    fn a_device_that_does_not_know_the_command_tells_nothing() {
        for reported in ["", "cmd: Can't find service: locale", "No shell command implementation."]
        {
            assert_eq!(CurrentConditions::read(ConditionKind::Locale, reported), None);
            assert_eq!(CurrentConditions::read(ConditionKind::Dark, reported), None);
            assert_eq!(CurrentConditions::read(ConditionKind::Battery, reported), None);
        }
    }

    #[test]
    fn a_size_is_compared_as_a_number() {
        let now = CurrentConditions::Font(Some("2".into()));
        assert!(now.is(&SystemCondition::Font { percent: 200 }));
        assert!(CurrentConditions::Font(None).is(&SystemCondition::Font { percent: 100 }));
        assert!(!now.is(&SystemCondition::Font { percent: 199 }));
    }
}
