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
    ];

    /// The name Android's `input keyevent` takes (`android.view.KeyEvent`).
    pub const fn code(self) -> &'static str {
        match self {
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
        }
    }
}
