//! Reads a flow: its own words, by a real reader of YAML.

use ridealong::domain::{DeviceKey, Rotation};
use yaml_rust2::{Yaml, YamlLoader};

/// Which element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector {
    pub id: Option<String>,
    pub text: Option<String>,
    pub below: Option<String>,
    pub index: Option<usize>,
    pub point: Option<(u8, u8)>,
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Launch {
        fresh: bool,
    },
    Tap(Selector),
    /// Touches it, and does not wait for the screen to settle.
    TapInHaste(Selector),
    LongPress(Selector),
    DoubleTap(Selector),
    Erase(usize),
    Input(String),
    Press(DeviceKey),
    Swipe {
        start: (u8, u8),
        end: (u8, u8),
        ms: u64,
    },
    Orientation(Rotation),
    Airplane(bool),
    Wait(u32),
    Visible(Selector),
    /// Scrolls down until it is there.
    ScrollTo(Selector),
}

/// The secrets by their names.
type Secrets = fn(&str) -> &'static str;

/// The app and the commands of a flow. What is typed for `${NAME}` comes from `secret`.
pub fn read(flow: &str, secret: Secrets) -> (String, Vec<Command>) {
    let documents = YamlLoader::load_from_str(flow).unwrap();
    let [head, body] = &*documents else { panic!("a flow has two documents") };
    let commands = body.as_vec().unwrap().iter().map(|it| command(it, secret)).collect();
    (head["appId"].as_str().unwrap().to_owned(), commands)
}

fn command(item: &Yaml, secret: Secrets) -> Command {
    if item.as_str() == Some("back") {
        return Command::Press(DeviceKey::Back);
    }
    let map = item.as_hash().unwrap_or_else(|| panic!("no command: {item:?}"));
    let (name, value) = map.front().unwrap();
    match name.as_str().unwrap() {
        "launchApp" => {
            assert_eq!(value["permissions"].as_hash().map(yaml_rust2::yaml::Hash::len), Some(0));
            Command::Launch { fresh: value["clearState"].as_bool() == Some(true) }
        }
        "tapOn" if value["waitToSettleTimeoutMs"].as_i64() == Some(0) => {
            Command::TapInHaste(touched(value))
        }
        "tapOn" => Command::Tap(touched(value)),
        "longPressOn" => Command::LongPress(touched(value)),
        "doubleTapOn" => Command::DoubleTap(touched(value)),
        "eraseText" => Command::Erase(value.as_i64().unwrap().try_into().unwrap()),
        "inputText" => Command::Input(typed(value.as_str().unwrap(), secret)),
        "pressKey" => Command::Press(key(value.as_str().unwrap())),
        "swipe" => Command::Swipe {
            start: percent(&value["start"]),
            end: percent(&value["end"]),
            ms: value["duration"].as_i64().unwrap().try_into().unwrap(),
        },
        "setOrientation" => Command::Orientation(match value.as_str().unwrap() {
            "PORTRAIT" => Rotation::Portrait,
            "LANDSCAPE_LEFT" => Rotation::Landscape,
            other => panic!("no orientation: {other}"),
        }),
        "setAirplaneMode" => Command::Airplane(value.as_str() == Some("enabled")),
        "extendedWaitUntil" => {
            Command::Wait(value["timeout"].as_i64().unwrap().try_into().unwrap())
        }
        "scrollUntilVisible" => {
            assert_eq!(value["direction"].as_str(), Some("DOWN"));
            Command::ScrollTo(selector(&value["element"]))
        }
        "assertVisible" => Command::Visible(selector(value)),
        other => panic!("no command of our flows: {other}"),
    }
}

/// Nothing may be touched twice, however little changes.
fn touched(value: &Yaml) -> Selector {
    assert_eq!(value["retryTapIfNoChange"].as_bool(), Some(false));
    selector(value)
}

fn selector(value: &Yaml) -> Selector {
    let text = |value: &Yaml| value.as_str().map(unescaped);
    Selector {
        id: text(&value["id"]),
        text: text(&value["text"]),
        below: text(&value["below"]["text"]),
        index: value["index"].as_i64().map(|index| index.try_into().unwrap()),
        point: value["point"].as_str().map(|_| percent(&value["point"])),
    }
}

fn percent(value: &Yaml) -> (u8, u8) {
    let text = value.as_str().unwrap().replace('%', "");
    let (x, y) = text.split_once(',').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

/// The one text that a pattern of ours matches: all its signs stand for themselves.
fn unescaped(pattern: &str) -> String {
    let mut text = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.push(chars.next().unwrap()),
            c => {
                assert!(!".[]{}()*+?^$|".contains(c), "not a plain text: {pattern}");
                text.push(c);
            }
        }
    }
    text
}

fn typed(text: &str, secret: Secrets) -> String {
    if let Some(name) = text.strip_prefix("${").and_then(|it| it.strip_suffix('}')) {
        return secret(name).to_owned();
    }
    text.replace("\\${", "${")
}

fn key(name: &str) -> DeviceKey {
    match name {
        "Home" => DeviceKey::Home,
        "Remote Menu" => DeviceKey::Menu,
        "Enter" => DeviceKey::Enter,
        "Backspace" => DeviceKey::Delete,
        "Tab" => DeviceKey::Tab,
        "Escape" => DeviceKey::Escape,
        "Volume Up" => DeviceKey::VolumeUp,
        "Volume Down" => DeviceKey::VolumeDown,
        "Power" => DeviceKey::Power,
        other => panic!("no key: {other}"),
    }
}
