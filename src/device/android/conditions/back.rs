//! How one change is given back: a command that is also a line of the note on the device.

use crate::domain::ConditionKind;

use super::super::commands;
use super::super::rotate::PreviousRotation;

/// Charge of the battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BatteryCharge {
    /// Percent.
    pub(crate) level: u8,
    /// A charger is there.
    pub(crate) charging: bool,
}

/// How a command reaches the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandRoute {
    /// By the service's own command.
    Command,
    /// As it was done before there was one.
    Older,
}

/// What was there before a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PreviousValue {
    /// How the device was held.
    Rotation(PreviousRotation),
    /// The input method that was in use.
    Keyboard(String),
    /// The battery as it is, or as somebody had set it by hand.
    Battery(Option<BatteryCharge>),
    /// Airplane mode.
    Airplane { on: bool, route: CommandRoute },
    /// The night mode, as `cmd uimode night` calls it.
    Dark(String),
    /// The scale of letters; `None` if it was never set.
    Font(Option<String>),
    /// An app's languages; none if they are empty.
    Locale { package: String, tags: String },
    /// The time zone.
    TimeZone { zone: String, route: CommandRoute },
}

impl PreviousValue {
    /// The command that gives it back.
    pub(super) fn command(&self) -> String {
        match self {
            Self::Rotation(held) => commands::turn(&held.by_itself, &held.quarter_turns),
            Self::Keyboard(id) => commands::use_keyboard(id),
            Self::Battery(None) => commands::BATTERY_ITSELF.to_owned(),
            Self::Battery(Some(charge)) => commands::battery(charge.level, charge.charging),
            Self::Airplane { on, route } => commands::airplane(*on, *route),
            Self::Dark(mode) => commands::night(mode),
            Self::Font(scale) => commands::font(scale.as_deref()),
            Self::Locale { package, tags } => commands::locales(package, tags),
            Self::TimeZone { zone, route } => commands::time_zone(zone, *route),
        }
    }

    /// Its line in the note; `None` if it could not be read again, because a name in it is not
    /// what such names are.
    pub(super) fn noted(&self) -> Option<String> {
        let line = self.command();
        (Self::read(&line).as_ref() == Some(self)).then_some(line)
    }

    /// Reads a line of a note. Whatever is read, only what our own writing of it gives back letter
    /// by letter is taken: nothing else can ever be carried out.
    pub(super) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let back = Self::of(&words)?;
        (back.command() == line).then_some(back)
    }

    fn of(words: &[&str]) -> Option<Self> {
        let word = |at: usize| words.get(at).copied().filter(|word| is_name(word));
        let owned = |at: usize| word(at).map(str::to_owned);
        Some(match words {
            ["settings", "put", "system", "accelerometer_rotation", ..] => {
                let digit = |at| word(at).filter(|it| matches!(*it, "0" | "1" | "2" | "3"));
                Self::Rotation(PreviousRotation {
                    by_itself: digit(4)?.to_owned(),
                    quarter_turns: digit(10)?.to_owned(),
                })
            }
            ["ime", "set", id] if id.contains('/') => Self::Keyboard(owned(2)?),
            ["dumpsys", "battery", "reset"] => Self::Battery(None),
            ["dumpsys", "battery", rest @ ..] => Self::Battery(Some(BatteryCharge {
                level: rest.last()?.parse().ok().filter(|level| *level <= 100)?,
                charging: rest.first() != Some(&"unplug"),
            })),
            ["cmd", "connectivity", "airplane-mode", on] => {
                Self::Airplane { on: *on == "enable", route: CommandRoute::Command }
            }
            ["settings", "put", "global", "airplane_mode_on", on, ..] => {
                Self::Airplane { on: on.trim_end_matches(';') == "1", route: CommandRoute::Older }
            }
            ["cmd", "uimode", "night", _] => Self::Dark(owned(3)?),
            ["settings", "put", "system", "font_scale", scale] => {
                scale.parse::<f32>().ok().filter(|scale| (0.1..10.0).contains(scale))?;
                Self::Font(Some(owned(4)?))
            }
            ["settings", "delete", "system", "font_scale"] => Self::Font(None),
            ["cmd", "locale", "set-app-locales", _, "--user", "current", rest @ ..] => {
                let tags = if rest.is_empty() { String::new() } else { owned(7)? };
                Self::Locale { package: owned(3)?, tags }
            }
            ["cmd", "alarm", "set-timezone", _] => {
                Self::TimeZone { zone: owned(3)?, route: CommandRoute::Command }
            }
            ["service", "call", "alarm", "3", "s16", _] => {
                Self::TimeZone { zone: owned(5)?, route: CommandRoute::Older }
            }
            _ => return None,
        })
    }

    /// The condition that it gives back; `None` for what is changed for other things.
    pub(super) const fn kind(&self) -> Option<ConditionKind> {
        match self {
            Self::Rotation(_) | Self::Keyboard(_) => None,
            Self::Battery(_) => Some(ConditionKind::Battery),
            Self::Airplane { .. } => Some(ConditionKind::Airplane),
            Self::Dark(_) => Some(ConditionKind::Dark),
            Self::Font(_) => Some(ConditionKind::Font),
            Self::Locale { .. } => Some(ConditionKind::Locale),
            Self::TimeZone { .. } => Some(ConditionKind::TimeZone),
        }
    }

    /// What it is called for people.
    pub(super) const fn word(&self) -> &'static str {
        match (self, self.kind()) {
            (_, Some(kind)) => kind.word(),
            (Self::Rotation(_), None) => "rotation",
            (_, None) => "input method",
        }
    }

    /// True if both give the same thing back.
    pub(super) fn is_for_the_same(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    pub(super) const fn route(&self) -> CommandRoute {
        match self {
            Self::Airplane { route, .. } | Self::TimeZone { route, .. } => *route,
            _ => CommandRoute::Command,
        }
    }

    /// Gives it back by this route from now on.
    pub(super) const fn go(&mut self, to: CommandRoute) {
        if let Self::Airplane { route, .. } | Self::TimeZone { route, .. } = self {
            *route = to;
        }
    }
}

/// True for what names of packages, zones, languages and modes are made of.
fn is_name(word: &str) -> bool {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"_.,/+-".contains(&byte);
    (1..=200).contains(&word.len()) && !word.starts_with('-') && word.bytes().all(harmless)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn every() -> Vec<PreviousValue> {
        let held = PreviousRotation { by_itself: "1".into(), quarter_turns: "3".into() };
        let mut all = vec![
            PreviousValue::Rotation(held),
            PreviousValue::Keyboard("com.android.inputmethod.latin/.LatinIME".into()),
            PreviousValue::Battery(None),
            PreviousValue::Battery(Some(BatteryCharge { level: 40, charging: true })),
            PreviousValue::Battery(Some(BatteryCharge { level: 4, charging: false })),
            PreviousValue::Dark("auto".into()),
            PreviousValue::Font(None),
            PreviousValue::Font(Some("1.15".into())),
            PreviousValue::Locale { package: "org.app".into(), tags: String::new() },
            PreviousValue::Locale { package: "org.app".into(), tags: "en-US,de".into() },
        ];
        for route in [CommandRoute::Command, CommandRoute::Older] {
            all.push(PreviousValue::Airplane { on: false, route });
            all.push(PreviousValue::Airplane { on: true, route });
            all.push(PreviousValue::TimeZone {
                zone: "America/Argentina/Buenos_Aires".into(),
                route,
            });
            all.push(PreviousValue::TimeZone { zone: "Etc/GMT+3".into(), route });
        }
        all
    }

    #[test]
    fn every_line_is_read_back() {
        for back in every() {
            assert_eq!(
                PreviousValue::read(&back.command()),
                Some(back.clone()),
                "{}",
                back.command()
            );
            assert!(back.noted().is_some());
        }
    }

    #[test]
    fn other_lines_are_not_carried_out() {
        for line in [
            "",
            "reboot",
            "rm -rf /sdcard",
            "dumpsys battery reset; reboot",
            "dumpsys battery reset ; reboot",
            "cmd uimode night yes; reboot",
            "cmd uimode night $(reboot)",
            "cmd uimode night 'yes'",
            "settings put system font_scale 1.0 && reboot",
            "settings put system font_scale NaN",
            "settings put global airplane_mode_on 0; reboot",
            "settings put secure font_scale 1.0",
            "settings put system accelerometer_rotation 1 && settings put system user_rotation 9",
            "cmd alarm set-timezone -x",
            "cmd locale set-app-locales org.app --user current --locales de --delegate",
            "ime set x/y;reboot",
            "service call alarm 4 s16 GMT",
            " dumpsys battery reset",
        ] {
            assert_eq!(PreviousValue::read(line), None, "{line}");
        }
        let odd = PreviousValue::Keyboard("a/b$(reboot)".into());
        assert_eq!(odd.noted(), None);
    }

    proptest! {
        #[test]
        fn only_our_own_lines_are_taken(
            which in any::<prop::sample::Index>(),
            at in any::<prop::sample::Index>(),
            put in "\\PC{1,12}",
        ) {
            let all = every();
            let mut line = all[which.index(all.len())].command();
            line.insert_str(at.index(line.len() + 1), &put);
            let signs = |line: &str| {
                let plain = |it: &char| !it.is_ascii_alphanumeric() && !"_.,/+-".contains(*it);
                line.chars().filter(plain).collect::<String>()
            };
            if PreviousValue::read(&line).is_some() {
                prop_assert!(all.iter().any(|it| signs(&it.command()) == signs(&line)), "{}", line);
            }
        }
    }
}
