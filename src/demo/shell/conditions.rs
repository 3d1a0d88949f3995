//! Conditions of the system: `dumpsys battery`, `cmd connectivity`, `cmd uimode`, `cmd locale`,
//! `cmd alarm`, `am send-trim-memory`.

use super::Bench;
use super::reply::Reply;
use crate::demo::phone::BATTERY;

/// `dumpsys battery`, from the word after it.
pub fn battery(bench: &mut Bench<'_>) -> Reply {
    let now = bench.phone.battery();
    let mut next = now;
    next.by_hand = true;
    match (bench.arg(1), bench.arg(2), bench.arg(3)) {
        (None, ..) => {
            let stopped =
                if now.by_hand { "  (UPDATES STOPPED -- use 'reset' to restart)\n" } else { "" };
            return Reply::out(format!(
                "Current Battery Service state:\n{stopped}  AC powered: {}\n  USB powered: {}\n  \
                 Wireless powered: {}\n  Dock powered: false\n  Max charging current: 500000\n  \
                 status: {}\n  health: 2\n  present: true\n  level: {}\n  scale: 100\n  \
                 voltage: 4012\n  temperature: 251\n  technology: Li-ion\n",
                now.ac, now.usb, now.wireless, now.status, now.level,
            ));
        }
        (Some("reset"), ..) => next = BATTERY,
        (Some("unplug"), ..) => (next.ac, next.usb, next.wireless) = (false, false, false),
        (Some("set"), Some(what), Some(value)) => {
            let Ok(number) = value.parse::<u8>() else {
                return Reply::fail(0, format!("Bad value: {value}"));
            };
            match what {
                "level" => next.level = number.min(100),
                "status" => next.status = number,
                "ac" => next.ac = number != 0,
                "usb" => next.usb = number != 0,
                "wireless" => next.wireless = number != 0,
                _ => return Reply::fail(0, format!("Unknown set option: {what}")),
            }
        }
        _ => return Reply::fail(255, "Battery service (battery) commands: set, unplug, reset"),
    }
    bench.phone.set_battery(next);
    Reply::silent()
}

/// `cmd connectivity airplane-mode [enable|disable]`.
pub fn connectivity(bench: &mut Bench<'_>) -> Reply {
    let now = bench.desk.settings.airplane();
    let next = match (bench.arg(0), bench.arg(1)) {
        (Some("airplane-mode"), None) => {
            return Reply::lines([if now { "enabled" } else { "disabled" }]);
        }
        (Some("airplane-mode"), Some("enable")) => true,
        (Some("airplane-mode"), Some("disable")) => false,
        _ => return Reply::fail(255, "Connectivity service commands: airplane-mode"),
    };
    if next != now {
        bench.desk.settings.set_airplane(next);
        bench.phone.broadcast("android.intent.action.AIRPLANE_MODE", None);
        bench.phone.broadcast("android.net.conn.CONNECTIVITY_CHANGE", None);
    }
    Reply::silent()
}

/// `cmd uimode night [yes|no|auto]`.
pub fn uimode(bench: &mut Bench<'_>) -> Reply {
    match (bench.arg(0), bench.arg(1)) {
        (Some("night"), None) => {}
        (Some("night"), Some(mode @ ("yes" | "no" | "auto" | "custom"))) => {
            bench.phone.set_night(mode);
        }
        _ => return Reply::fail(255, "UiMode manager service (uimode) commands: night"),
    }
    Reply::lines([format!("Night mode: {}", bench.phone.night())])
}

/// `cmd locale get-app-locales PACKAGE` and `set-app-locales PACKAGE [--locales TAGS]`.
pub fn locale(bench: &mut Bench<'_>) -> Reply {
    let Some(package) = bench.arg(1) else {
        return Reply::fail(255, "Locale manager (locale) shell commands: get-app-locales");
    };
    let named = |name: &str| {
        let place = bench.args.iter().position(|arg| arg == name)?;
        bench.arg(place + 1)
    };
    if !bench.phone.abouts().any(|about| about.package == package) {
        return Reply::out(format!("Unknown package {package} for userId 0\n"));
    }
    match bench.arg(0) {
        Some("get-app-locales") => {
            let tags = bench.phone.languages(package);
            Reply::lines([format!("Locales for {package} for user 0 are [{tags}]")])
        }
        Some("set-app-locales") => {
            let tags = named("--locales").unwrap_or_default();
            bench.phone.set_languages(package, tags);
            Reply::silent()
        }
        _ => Reply::fail(255, "Locale manager (locale) shell commands: get-app-locales"),
    }
}

/// `cmd alarm set-timezone ZONE`.
pub fn alarm(bench: &mut Bench<'_>) -> Reply {
    match (bench.arg(0), bench.arg(1)) {
        (Some("set-timezone"), Some(zone)) => {
            bench.phone.set_zone(zone);
            Reply::silent()
        }
        _ => Reply::fail(255, "Alarm manager service (alarm) commands: set-timezone"),
    }
}

/// `am send-trim-memory PROCESS LEVEL`, from the word after it.
pub fn send_trim_memory(bench: &mut Bench<'_>) -> Reply {
    let (Some(process), Some(level)) = (bench.arg(1), bench.arg(2)) else {
        return Reply::fail(255, "Error: Argument expected");
    };
    let number = match level {
        "HIDDEN" => 20,
        "RUNNING_MODERATE" => 5,
        "BACKGROUND" => 40,
        "RUNNING_LOW" => 10,
        "MODERATE" => 60,
        "RUNNING_CRITICAL" => 15,
        "COMPLETE" => 80,
        _ => return Reply::fail(255, format!("Error: Unknown level option: {level}")),
    };
    match bench.phone.trim(process, number) {
        Ok(()) => Reply::silent(),
        Err(why) => {
            Reply::thrown("send-trim-memory", &format!("java.lang.IllegalArgumentException: {why}"))
        }
    }
}
