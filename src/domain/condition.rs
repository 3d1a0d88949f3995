//! System conditions, which affect an app without a touch.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The conditions that can be changed, without their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionKind {
    /// Charge of the battery and whether it is charged.
    Battery,
    /// Airplane mode.
    Airplane,
    /// The dark theme.
    Dark,
    /// The app's language.
    Locale,
    /// The size of letters.
    Font,
    /// How little memory is left.
    Memory,
    /// The time zone.
    TimeZone,
}

impl ConditionKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Battery,
        Self::Airplane,
        Self::Dark,
        Self::Locale,
        Self::Font,
        Self::Memory,
        Self::TimeZone,
    ];

    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Battery => "battery",
            Self::Airplane => "airplane mode",
            Self::Dark => "dark mode",
            Self::Locale => "language",
            Self::Font => "font size",
            Self::Memory => "memory",
            Self::TimeZone => "time zone",
        }
    }
}

/// A condition with the value to set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "of")]
pub enum SystemCondition {
    /// The charge of the battery.
    Battery {
        /// Percent, 0 to 100.
        level: u8,
        /// True while a charger is there.
        charging: bool,
    },
    /// Airplane mode on or off.
    Airplane {
        /// True if on.
        on: bool,
    },
    /// Dark mode on or off.
    Dark {
        /// True if on.
        on: bool,
    },
    /// The app's language.
    Locale {
        /// A BCP 47 tag, such as `ar-EG`.
        tag: String,
    },
    /// The size of letters.
    Font {
        /// Percent of the usual size.
        percent: u16,
    },
    /// The app is notified that memory is short.
    Memory {
        /// A level of `am send-trim-memory`, such as `RUNNING_CRITICAL`.
        level: String,
    },
    /// The time zone.
    TimeZone {
        /// A name of the tz database, such as `Asia/Kathmandu`.
        zone: String,
    },
}

impl SystemCondition {
    /// What it changes.
    pub const fn kind(&self) -> ConditionKind {
        match self {
            Self::Battery { .. } => ConditionKind::Battery,
            Self::Airplane { .. } => ConditionKind::Airplane,
            Self::Dark { .. } => ConditionKind::Dark,
            Self::Locale { .. } => ConditionKind::Locale,
            Self::Font { .. } => ConditionKind::Font,
            Self::Memory { .. } => ConditionKind::Memory,
            Self::TimeZone { .. } => ConditionKind::TimeZone,
        }
    }
}

impl SystemCondition {
    /// The conditions to try on any app, with values that apps often handle wrongly: nearly no
    /// charge, no network, a right-to-left language and one with long words, letters twice as
    /// large and smaller than usual, a time zone with an offset of quarters of an hour.
    pub fn probes() -> Vec<Self> {
        vec![
            Self::Dark { on: true },
            Self::Font { percent: 200 },
            Self::Font { percent: 85 },
            Self::Locale { tag: "ar-EG".into() },
            Self::Locale { tag: "de-DE".into() },
            Self::Memory { level: "RUNNING_CRITICAL".into() },
            Self::TimeZone { zone: "Asia/Kathmandu".into() },
            Self::Battery { level: 2, charging: false },
            Self::Airplane { on: true },
        ]
    }

    /// The condition in `text`, written as it is shown; `to`, `%` and the comma may be left out.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let of = |kind: ConditionKind| {
            let (word, rest) = text.split_at_checked(kind.word().len())?;
            let rest = rest.trim();
            (word.eq_ignore_ascii_case(kind.word()) && !rest.is_empty()).then_some(rest)
        };
        let (kind, rest) = ConditionKind::ALL
            .into_iter()
            .find_map(|kind| Some((kind, of(kind)?)))
            .or_else(|| short(text))?;
        let value = rest.strip_prefix("to ").unwrap_or(rest).trim();
        let number = || value.split([' ', '%', ',']).next()?.parse::<u16>().ok();
        let word = || (!value.contains(char::is_whitespace)).then(|| value.to_owned());
        let on = || match value.to_ascii_lowercase().as_str() {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        Some(match kind {
            ConditionKind::Battery => {
                let level = number().filter(|level| *level <= 100)?;
                Self::Battery {
                    level: u8::try_from(level).ok()?,
                    charging: value.ends_with("charging"),
                }
            }
            ConditionKind::Airplane => Self::Airplane { on: on()? },
            ConditionKind::Dark => Self::Dark { on: on()? },
            ConditionKind::Locale => Self::Locale { tag: word()? },
            ConditionKind::Font => {
                Self::Font { percent: number().filter(|percent| (50..=300).contains(percent))? }
            }
            ConditionKind::Memory => Self::Memory { level: word()? },
            ConditionKind::TimeZone => Self::TimeZone { zone: word()? },
        })
    }
}

/// `airplane on`, `dark off`: the word `mode` may be left out.
fn short(text: &str) -> Option<(ConditionKind, &str)> {
    let (word, rest) = text.split_once(' ')?;
    let kind = match word.to_ascii_lowercase().as_str() {
        "airplane" => ConditionKind::Airplane,
        "dark" => ConditionKind::Dark,
        _ => return None,
    };
    Some((kind, rest.trim()))
}

impl fmt::Display for SystemCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = |on: &bool| if *on { "on" } else { "off" };
        write!(f, "{} ", self.kind().word())?;
        match self {
            Self::Battery { level, charging: true } => write!(f, "to {level} %, charging"),
            Self::Battery { level, charging: false } => write!(f, "to {level} %"),
            Self::Airplane { on: state } | Self::Dark { on: state } => f.write_str(on(state)),
            Self::Locale { tag } => write!(f, "to {tag}"),
            Self::Font { percent } => write!(f, "to {percent} %"),
            Self::Memory { level } => write!(f, "to {level}"),
            Self::TimeZone { zone } => write!(f, "to {zone}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_read() {
        for condition in [
            SystemCondition::Battery { level: 5, charging: false },
            SystemCondition::Battery { level: 80, charging: true },
            SystemCondition::Airplane { on: true },
            SystemCondition::Dark { on: false },
            SystemCondition::Locale { tag: "ar-EG".into() },
            SystemCondition::Font { percent: 130 },
            SystemCondition::Memory { level: "RUNNING_CRITICAL".into() },
            SystemCondition::TimeZone { zone: "Asia/Kathmandu".into() },
        ] {
            assert_eq!(SystemCondition::read(&condition.to_string()), Some(condition.clone()));
        }
        assert_eq!(SystemCondition::read("dark on"), Some(SystemCondition::Dark { on: true }));
        assert_eq!(
            SystemCondition::read("Battery 15"),
            Some(SystemCondition::Battery { level: 15, charging: false })
        );
    }

    #[test]
    fn every_kind_is_probed_and_every_probe_can_be_written() {
        let probes = SystemCondition::probes();
        for kind in ConditionKind::ALL {
            assert!(probes.iter().any(|probe| probe.kind() == kind), "{kind:?}");
        }
        for probe in probes {
            assert_eq!(SystemCondition::read(&probe.to_string()), Some(probe));
        }
    }

    #[test]
    fn nonsense_is_no_condition() {
        for text in ["", "battery", "battery 300", "dark", "dark maybe", "font size 9", "läng x"] {
            assert_eq!(SystemCondition::read(text), None, "{text}");
        }
    }
}
