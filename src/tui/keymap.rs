//! Which key asks for which command. The user's `keymap.toml` overlays the defaults.
//!
//! ```toml
//! [keys]
//! approve = ["a", "ctrl-a"]
//! quit = ["Q"]
//! ```

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;
use thiserror::Error;

use super::command::{KeyContext, UiCommand};

/// Why a keymap file cannot be used.
#[derive(Debug, Error)]
pub enum KeymapError {
    /// It is not of that form.
    #[error("the keymap cannot be read: {0}")]
    Form(#[from] toml::de::Error),
    /// It names a command that does not exist.
    #[error("the keymap names an unknown command {0:?}; docs/terminal.md lists all of them")]
    Command(String),
    /// It names a key that does not exist.
    #[error("the keymap names an unknown key {0:?}; keys are written like a, A, ctrl-p, f1, space")]
    Key(String),
    /// One key is bound to two commands in the same place.
    #[error("the keymap binds {key} to both {one} and {other}")]
    Twice {
        /// The key.
        key: String,
        /// The first command.
        one: &'static str,
        /// The second command.
        other: &'static str,
    },
}

/// A key with its modifiers, as the keymap writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyChord {
    code: KeyCode,
    modifiers: KeyModifiers,
}

impl KeyChord {
    /// The chord of a key event. Shift is part of the letter, so it is dropped with letters.
    pub fn of(event: KeyEvent) -> Self {
        let mut modifiers = event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        if event.modifiers.contains(KeyModifiers::SHIFT) && !matches!(event.code, KeyCode::Char(_))
        {
            modifiers |= KeyModifiers::SHIFT;
        }
        if event.code == KeyCode::BackTab {
            modifiers.remove(KeyModifiers::SHIFT);
        }
        Self { code: event.code, modifiers }
    }
}

/// Names of keys that are no letters.
const NAMED: &[(&str, KeyCode)] = &[
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

impl FromStr for KeyChord {
    type Err = KeymapError;

    fn from_str(text: &str) -> Result<Self, KeymapError> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        while let Some((name, behind)) = rest.split_once('-').filter(|(_, rest)| !rest.is_empty()) {
            modifiers |= match name {
                "ctrl" => KeyModifiers::CONTROL,
                "alt" => KeyModifiers::ALT,
                "shift" => KeyModifiers::SHIFT,
                _ => return Err(KeymapError::Key(text.into())),
            };
            rest = behind;
        }
        let mut letters = rest.chars();
        let code = match (letters.next(), letters.next()) {
            (Some(letter), None) => KeyCode::Char(letter),
            _ => NAMED
                .iter()
                .find(|(name, _)| *name == rest)
                .map(|(_, code)| *code)
                .or_else(|| rest.strip_prefix('f')?.parse().ok().map(KeyCode::F))
                .ok_or_else(|| KeymapError::Key(text.into()))?,
        };
        Ok(Self { code, modifiers })
    }
}

impl fmt::Display for KeyChord {
    /// As keys are printed on screen: `^p`, `⏎`, `Tab`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (modifier, sign) in
            [(KeyModifiers::CONTROL, "^"), (KeyModifiers::ALT, "M-"), (KeyModifiers::SHIFT, "S-")]
        {
            if self.modifiers.contains(modifier) {
                f.write_str(sign)?;
            }
        }
        match self.code {
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(letter) => write!(f, "{letter}"),
            KeyCode::F(number) => write!(f, "F{number}"),
            KeyCode::Up => f.write_str("↑"),
            KeyCode::Down => f.write_str("↓"),
            KeyCode::Left => f.write_str("←"),
            KeyCode::Right => f.write_str("→"),
            KeyCode::Enter => f.write_str("Enter"),
            KeyCode::BackTab => f.write_str("S-Tab"),
            KeyCode::PageUp => f.write_str("PgUp"),
            KeyCode::PageDown => f.write_str("PgDn"),
            code => write!(f, "{code}"),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeymapFile {
    #[serde(default)]
    keys: BTreeMap<String, Vec<String>>,
}

/// The bindings in force.
#[derive(Clone, Debug)]
pub struct Keymap {
    bound: HashMap<(KeyContext, KeyChord), UiCommand>,
    keys: BTreeMap<UiCommand, Vec<KeyChord>>,
}

impl Keymap {
    /// The default bindings overlaid with those in `text` (TOML; may be empty).
    ///
    /// # Errors
    /// If the text is not of that form, or binds a key twice.
    pub fn read(text: &str) -> Result<Self, KeymapError> {
        let file: KeymapFile = toml::from_str(text)?;
        let mut keymap = Self { bound: HashMap::new(), keys: BTreeMap::new() };
        let mut own = BTreeMap::new();
        for (name, keys) in &file.keys {
            let command =
                UiCommand::named(name).ok_or_else(|| KeymapError::Command(name.clone()))?;
            own.insert(command, keys);
        }
        for command in UiCommand::all() {
            let names: Vec<&str> = match own.get(&command) {
                Some(own) => own.iter().map(String::as_str).collect(),
                None => command.default_keys().to_vec(),
            };
            for name in names {
                keymap.bind(command, name.parse()?)?;
            }
        }
        Ok(keymap)
    }

    fn bind(&mut self, command: UiCommand, chord: KeyChord) -> Result<(), KeymapError> {
        if let Some(other) = self.bound.insert((command.context(), chord), command) {
            let (one, other) = (other.name(), command.name());
            return Err(KeymapError::Twice { key: chord.to_string(), one, other });
        }
        self.keys.entry(command).or_default().push(chord);
        Ok(())
    }

    /// The command that `event` asks for while `context` has the focus.
    pub fn command(&self, context: KeyContext, event: KeyEvent) -> Option<UiCommand> {
        let chord = KeyChord::of(event);
        self.bound
            .get(&(context, chord))
            .or_else(|| self.bound.get(&(KeyContext::Global, chord)))
            .copied()
    }

    /// The keys bound to `command`, as they are printed; empty for none.
    pub fn keys(&self, command: UiCommand) -> String {
        let keys = self.keys.get(&command).map_or(&[][..], Vec::as_slice);
        keys.iter().map(KeyChord::to_string).collect::<Vec<_>>().join(" ")
    }

    /// The first key bound to `command`, as it is printed.
    pub fn key(&self, command: UiCommand) -> Option<String> {
        self.keys.get(&command)?.first().map(KeyChord::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::PaneId;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn the_defaults_bind_nothing_twice() {
        Keymap::read("").unwrap();
    }

    #[test]
    fn a_pane_comes_before_the_keys_of_all_panes() {
        let keymap = Keymap::read("[keys]\nfilter = [\"a\"]").unwrap();
        let a = key(KeyCode::Char('a'), KeyModifiers::NONE);
        assert_eq!(keymap.command(KeyContext::Pane(PaneId::Widgets), a), Some(UiCommand::Filter));
        assert_eq!(keymap.command(KeyContext::Pane(PaneId::Model), a), Some(UiCommand::Approve));
    }

    #[test]
    fn the_users_file_replaces_keys() {
        let keymap = Keymap::read("[keys]\nquit = [\"Q\"]").unwrap();
        let q = key(KeyCode::Char('q'), KeyModifiers::NONE);
        let big = key(KeyCode::Char('Q'), KeyModifiers::SHIFT);
        assert_eq!(keymap.command(KeyContext::Global, q), None);
        assert_eq!(keymap.command(KeyContext::Global, big), Some(UiCommand::Quit));
        assert_eq!(keymap.keys(UiCommand::Quit), "Q");
    }

    #[test]
    fn mistakes_are_reported() {
        assert!(Keymap::read("[keys]\nfly = [\"a\"]").is_err());
        assert!(Keymap::read("[keys]\nquit = [\"hyper-x\"]").is_err());
        let twice = Keymap::read("[keys]\nquit = [\"a\"]").unwrap_err().to_string();
        assert!(twice.contains("approve") && twice.contains("quit"), "{twice}");
    }
}
