//! Settings, input methods and properties: `settings`, `ime`, `getprop`.

use std::collections::BTreeMap;

use super::Bench;
use super::am::ADB_KEYBOARD;
use super::reply::Reply;
use crate::demo::phone::DemoPhone;

/// The keyboard that comes with the phone.
const OWN_KEYBOARD: &str = "com.android.inputmethod.latin/.LatinIME";

/// The setting of airplane mode. Writing it alone tells nobody.
const AIRPLANE: &str = "airplane_mode_on";

/// The system's settings, by table and name.
#[derive(Debug)]
pub struct Settings {
    known: BTreeMap<(String, String), String>,
}

impl Default for Settings {
    fn default() -> Self {
        let known = [
            ("system", "accelerometer_rotation", "1"),
            ("system", "user_rotation", "0"),
            ("secure", "default_input_method", OWN_KEYBOARD),
            ("global", AIRPLANE, "0"),
            ("global", "window_animation_scale", "1.0"),
            ("global", "transition_animation_scale", "1.0"),
            ("global", "animator_duration_scale", "1.0"),
        ];
        let known = known
            .map(|(table, name, value)| ((table.to_owned(), name.to_owned()), value.to_owned()));
        Self { known: known.into() }
    }
}

impl Settings {
    fn get(&self, table: &str, name: &str) -> Option<&str> {
        self.known.get(&(table.to_owned(), name.to_owned())).map(String::as_str)
    }

    fn put(&mut self, table: &str, name: &str, value: &str) {
        self.known.insert((table.to_owned(), name.to_owned()), value.to_owned());
    }

    /// The input method in use.
    pub fn keyboard(&self) -> &str {
        self.get("secure", "default_input_method").unwrap_or(OWN_KEYBOARD)
    }

    /// Airplane mode.
    pub fn airplane(&self) -> bool {
        self.get("global", AIRPLANE) == Some("1")
    }

    /// Switches airplane mode.
    pub fn set_airplane(&mut self, on: bool) {
        self.put("global", AIRPLANE, if on { "1" } else { "0" });
    }

    /// The size of letters in percent, within what phones allow.
    fn letters(&self) -> u16 {
        let scale = self.get("system", "font_scale").and_then(|scale| scale.parse::<f32>().ok());
        (scale.unwrap_or(1.0).clamp(0.25, 5.0) * 100.0).round() as u16
    }

    /// True if these settings lay the phone on its side: the sensor is off, or it would turn the
    /// phone back, and the user chose a quarter turn.
    fn landscape(&self) -> bool {
        self.get("system", "accelerometer_rotation") == Some("0")
            && matches!(self.get("system", "user_rotation"), Some("1" | "3"))
    }
}

pub fn settings(bench: &mut Bench<'_>) -> Reply {
    let mut words: Vec<&str> = bench.args.iter().map(String::as_str).collect();
    if words.get(..2).is_some_and(|words| words.first() == Some(&"--user")) {
        words.drain(..2);
    }
    let table = words.get(1).copied().unwrap_or_default();
    if !["system", "secure", "global"].contains(&table) {
        return Reply::fail(255, format!("Invalid namespace '{table}'"));
    }
    match words.as_slice() {
        ["get", table, name] => {
            Reply::lines([bench.desk.settings.get(table, name).unwrap_or("null")])
        }
        ["put", table, name, value, ..] => {
            bench.desk.settings.put(table, name, value);
            reach(&bench.desk.settings, bench.phone, name);
            Reply::silent()
        }
        ["delete", table, name] => {
            let key = ((*table).to_owned(), (*name).to_owned());
            let gone = usize::from(bench.desk.settings.known.remove(&key).is_some());
            reach(&bench.desk.settings, bench.phone, name);
            Reply::lines([format!("Deleted {gone} rows")])
        }
        ["list", table] => Reply::lines(
            bench
                .desk
                .settings
                .known
                .iter()
                .filter(|((known, _), _)| known == table)
                .map(|((_, name), value)| format!("{name}={value}")),
        ),
        _ => Reply::fail(255, "Bad arguments"),
    }
}

/// A setting reaches the phone.
fn reach(settings: &Settings, phone: &mut DemoPhone, name: &str) {
    match name {
        "user_rotation" | "accelerometer_rotation" => phone.rotate(settings.landscape()),
        "font_scale" => phone.set_letters(settings.letters()),
        _ => {}
    }
}

pub fn ime(bench: &mut Bench<'_>) -> Reply {
    match (bench.arg(0), bench.arg(1)) {
        (Some("list"), _) => Reply::lines([OWN_KEYBOARD, ADB_KEYBOARD]),
        (Some(what @ ("set" | "enable" | "disable")), Some(name)) => {
            if ![OWN_KEYBOARD, ADB_KEYBOARD].contains(&name) {
                return Reply::fail(255, format!("Unknown id: {name}"));
            }
            let name = name.to_owned();
            if what == "set" {
                bench.desk.settings.put("secure", "default_input_method", &name);
                return Reply::lines([format!("Input method {name} selected for user #0")]);
            }
            Reply::lines([format!("Input method {name}: now {what}d for user #0")])
        }
        (Some("reset"), _) => {
            bench.desk.settings.put("secure", "default_input_method", OWN_KEYBOARD);
            Reply::lines(["Reset current and enabled IMEs for user #0"])
        }
        _ => Reply::fail(255, "ime <command>: list, enable, disable, set, reset"),
    }
}

/// The phone's properties.
const PROPERTIES: [(&str, &str); 8] = [
    ("ro.build.version.release", "14"),
    ("ro.build.version.sdk", "34"),
    ("ro.product.cpu.abi", "arm64-v8a"),
    ("ro.product.device", "ridealong"),
    ("ro.product.manufacturer", "Ridealong"),
    ("ro.product.model", crate::demo::coverage::MODEL),
    ("ro.product.name", "demo"),
    ("sys.boot_completed", "1"),
];

pub fn getprop(bench: &mut Bench<'_>) -> Reply {
    match bench.arg(0) {
        None => Reply::lines(PROPERTIES.iter().map(|(name, value)| format!("[{name}]: [{value}]"))),
        Some("persist.sys.timezone") => Reply::lines([bench.phone.zone()]),
        Some(name) => {
            let known = PROPERTIES.iter().find(|(known, _)| *known == name);
            Reply::lines([known.map_or(bench.arg(1).unwrap_or(""), |(_, value)| value)])
        }
    }
}
