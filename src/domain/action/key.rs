//! The keys of a device.

use serde::{Deserialize, Serialize};

/// A key of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceKey {
    /// Back.
    Back,
    /// Home.
    Home,
    /// The recent apps.
    Recents,
    /// The options menu.
    Menu,
    /// Enter, or the keyboard's action.
    Enter,
    /// Delete one character backwards.
    Delete,
    /// Move the focus on.
    Tab,
    /// Close the keyboard or dialog.
    Escape,
    /// Louder.
    VolumeUp,
    /// Quieter.
    VolumeDown,
    /// Screen on or off.
    Power,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// One page forward again, after going back.
    Forward,
    /// Load the page again.
    Reload,
    /// Select all that the field or page holds.
    SelectAll,
    /// Copy what is selected.
    Copy,
    /// Cut what is selected out.
    Cut,
    /// Insert what was copied.
    Paste,
    /// Take the last change back.
    Undo,
}

impl DeviceKey {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Back,
        Self::Home,
        Self::Recents,
        Self::Menu,
        Self::Enter,
        Self::Delete,
        Self::Tab,
        Self::Escape,
        Self::VolumeUp,
        Self::VolumeDown,
        Self::Power,
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::Forward,
        Self::Reload,
        Self::SelectAll,
        Self::Copy,
        Self::Cut,
        Self::Paste,
        Self::Undo,
    ];

    /// Those of a browser.
    pub const BROWSER: &[Self] = &[
        Self::Back,
        Self::Enter,
        Self::Delete,
        Self::Tab,
        Self::Escape,
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::Forward,
        Self::Reload,
        Self::SelectAll,
        Self::Copy,
        Self::Cut,
        Self::Paste,
        Self::Undo,
    ];

    /// Those of a phone: a browser's are none, and what a keyboard does with two keys neither.
    pub const PHONE: &[Self] = &[
        Self::Back,
        Self::Home,
        Self::Recents,
        Self::Menu,
        Self::Enter,
        Self::Delete,
        Self::Tab,
        Self::Escape,
        Self::VolumeUp,
        Self::VolumeDown,
        Self::Power,
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::Copy,
        Self::Cut,
        Self::Paste,
    ];

    /// The name Android's `input keyevent` takes (`android.view.KeyEvent`); `None` for what a keyboard
    /// there does with two keys.
    pub const fn code(self) -> Option<&'static str> {
        Some(match self {
            Self::Back => "KEYCODE_BACK",
            Self::Home => "KEYCODE_HOME",
            Self::Recents => "KEYCODE_APP_SWITCH",
            Self::Menu => "KEYCODE_MENU",
            Self::Enter => "KEYCODE_ENTER",
            Self::Delete => "KEYCODE_DEL",
            Self::Tab => "KEYCODE_TAB",
            Self::Escape => "KEYCODE_ESCAPE",
            Self::VolumeUp => "KEYCODE_VOLUME_UP",
            Self::VolumeDown => "KEYCODE_VOLUME_DOWN",
            Self::Power => "KEYCODE_POWER",
            Self::Up => "KEYCODE_DPAD_UP",
            Self::Down => "KEYCODE_DPAD_DOWN",
            Self::Left => "KEYCODE_DPAD_LEFT",
            Self::Right => "KEYCODE_DPAD_RIGHT",
            Self::Forward => "KEYCODE_FORWARD",
            Self::Reload => "KEYCODE_REFRESH",
            Self::Copy => "KEYCODE_COPY",
            Self::Cut => "KEYCODE_CUT",
            Self::Paste => "KEYCODE_PASTE",
            Self::SelectAll | Self::Undo => return None,
        })
    }

    /// The letter that does this on a keyboard together with the control key.
    pub const fn with_control(self) -> Option<char> {
        match self {
            Self::SelectAll => Some('a'),
            Self::Copy => Some('c'),
            Self::Cut => Some('x'),
            Self::Paste => Some('v'),
            Self::Undo => Some('z'),
            _ => None,
        }
    }

    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Home => "home",
            Self::Recents => "recents",
            Self::Menu => "menu",
            Self::Enter => "enter",
            Self::Delete => "delete",
            Self::Tab => "tab",
            Self::Escape => "escape",
            Self::VolumeUp => "volume up",
            Self::VolumeDown => "volume down",
            Self::Power => "power",
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
            Self::Forward => "forward",
            Self::Reload => "reload",
            Self::SelectAll => "select all",
            Self::Copy => "copy",
            Self::Cut => "cut",
            Self::Paste => "paste",
            Self::Undo => "undo",
        }
    }
}
