//! The commands for conditions of the system, and for the note of how they are given back.
//!
//! Sources: the `onHelp` texts of the services' shell commands in Android's source
//! (`BatteryService`, `ConnectivityService`, `UiModeManagerService`, `LocaleManagerShellCommand`,
//! `AlarmManagerService`, `ActivityManagerShellCommand`).

use crate::domain::{ConditionKind, SystemCondition};

use super::super::conditions::CommandRoute;
use super::super::quote::word;

/// The note, if a shell may write and other apps may not.
const NOTE: &str = "/data/local/tmp/ridealong-restore";

pub(in super::super) const FORGET_NOTE: &str = "rm -f /data/local/tmp/ridealong-restore";
/// The battery tells its own state again.
pub(in super::super) const BATTERY_ITSELF: &str = "dumpsys battery reset";

/// The note, at most so many lines.
pub(in super::super) fn read_note(lines: usize) -> String {
    format!("head -n {lines} {NOTE} 2>/dev/null")
}

/// Writes the note in place of what was there.
pub(in super::super) fn write_note(lines: &[String]) -> String {
    let mut command = "printf '%s\\n'".to_owned();
    for line in lines {
        command.push(' ');
        command.push_str(&word(line));
    }
    format!("{command} > {NOTE}")
}

/// Lets the device tell a condition.
pub(in super::super) fn condition_now(kind: ConditionKind, package: &str) -> String {
    match kind {
        ConditionKind::Battery => {
            "dumpsys battery | grep -E 'level:|powered:|UPDATES STOPPED'".to_owned()
        }
        ConditionKind::Airplane => "settings get global airplane_mode_on".to_owned(),
        ConditionKind::Dark => "cmd uimode night".to_owned(),
        ConditionKind::Font => "settings get system font_scale".to_owned(),
        ConditionKind::Locale => {
            format!("cmd locale get-app-locales {} --user current", word(package))
        }
        ConditionKind::TimeZone => "getprop persist.sys.timezone".to_owned(),
        // It cannot be told: apps are only notified of it.
        ConditionKind::Memory => "true".to_owned(),
    }
}

/// Makes a condition hold.
pub(in super::super) fn set(
    condition: &SystemCondition,
    package: &str,
    route: CommandRoute,
) -> String {
    match condition {
        SystemCondition::Battery { level, charging } => battery(*level, *charging),
        SystemCondition::Airplane { on } => airplane(*on, route),
        SystemCondition::Dark { on } => night(if *on { "yes" } else { "no" }),
        SystemCondition::Locale { tag } => locales(package, tag),
        SystemCondition::Font { percent } => font(Some(&(f32::from(*percent) / 100.0).to_string())),
        SystemCondition::Memory { level } => {
            format!("am send-trim-memory {} {}", word(package), word(level))
        }
        SystemCondition::TimeZone { zone } => time_zone(zone, route),
    }
}

/// Sets the charge. The charger comes first: a low battery is told only without one.
pub(in super::super) fn battery(level: u8, charging: bool) -> String {
    let (charger, status) = if charging { ("set ac 1", 2) } else { ("unplug", 3) };
    format!(
        "dumpsys battery {charger} && dumpsys battery set status {status} && dumpsys battery set \
         level {level}"
    )
}

/// Switches airplane mode. Before Android 9 only the setting could be written; apps learn of it by
/// the broadcast, which Androids since 7 let nobody but the system send.
pub(in super::super) fn airplane(on: bool, route: CommandRoute) -> String {
    match route {
        CommandRoute::Command => {
            let word = if on { "enable" } else { "disable" };
            format!("cmd connectivity airplane-mode {word}")
        }
        CommandRoute::Older => format!(
            "settings put global airplane_mode_on {}; am broadcast -a \
             android.intent.action.AIRPLANE_MODE --ez state {on} >/dev/null 2>&1 || true",
            u8::from(on)
        ),
    }
}

/// Sets the night mode: `yes`, `no`, `auto` or another word that the device told.
pub(in super::super) fn night(mode: &str) -> String {
    format!("cmd uimode night {}", word(mode))
}

/// Sets the scale of letters; `None` as if it had never been set.
pub(in super::super) fn font(scale: Option<&str>) -> String {
    match scale {
        Some(scale) => format!("settings put system font_scale {}", word(scale)),
        None => "settings delete system font_scale".to_owned(),
    }
}

/// Sets an app's languages; empty for the device's.
pub(in super::super) fn locales(package: &str, tags: &str) -> String {
    let line = format!("cmd locale set-app-locales {} --user current", word(package));
    if tags.is_empty() { line } else { format!("{line} --locales {}", word(tags)) }
}

/// Sets the time zone; on old devices by the third call of the alarm service, `setTimeZone`.
pub(in super::super) fn time_zone(zone: &str, route: CommandRoute) -> String {
    match route {
        CommandRoute::Command => format!("cmd alarm set-timezone {}", word(zone)),
        CommandRoute::Older => format!("service call alarm 3 s16 {}", word(zone)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_holds_each_line_as_one_word() {
        let lines = ["a && b".to_owned(), "it's".to_owned()];
        assert_eq!(
            write_note(&lines),
            r"printf '%s\n' 'a && b' 'it'\''s' > /data/local/tmp/ridealong-restore"
        );
    }

    #[test]
    fn hostile_values_stay_one_argument() {
        let tag = "de; reboot".to_owned();
        assert_eq!(
            set(&SystemCondition::Locale { tag }, "org.app", CommandRoute::Command),
            "cmd locale set-app-locales org.app --user current --locales 'de; reboot'"
        );
        let zone = "$(reboot)".to_owned();
        assert_eq!(
            set(&SystemCondition::TimeZone { zone }, "org.app", CommandRoute::Older),
            "service call alarm 3 s16 '$(reboot)'"
        );
        assert_eq!(font(Some("1.3")), "settings put system font_scale 1.3");
    }
}
