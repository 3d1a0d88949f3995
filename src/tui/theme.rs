//! Themes: colours by what they mean, not by where they are used.
//!
//! A theme is a TOML file that names every meaning. Colours are `#rrggbb`, one of the sixteen
//! terminal colours (`red`, `bright-blue`, …) or `default`. Nothing is shown by colour alone: every
//! meaning that matters also has a sign or a word.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};
use serde::{Deserialize, Deserializer, de};
use thiserror::Error;

use super::pane::MessageTone;
use crate::domain::ActionKind;

/// Why a theme cannot be used.
#[derive(Debug, Error)]
pub enum ThemeError {
    /// There is none of that name.
    #[error("there is no theme {name:?}; there are {}", NAMES.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The file is not of that form.
    #[error("the theme cannot be read: {0}")]
    Form(#[from] toml::de::Error),
}

/// A colour as a theme file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThemeColour(pub Color);

/// The sixteen colours every terminal has, and `default`.
const ANSI: &[(&str, Color)] = &[
    ("default", Color::Reset),
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright-black", Color::DarkGray),
    ("bright-red", Color::LightRed),
    ("bright-green", Color::LightGreen),
    ("bright-yellow", Color::LightYellow),
    ("bright-blue", Color::LightBlue),
    ("bright-magenta", Color::LightMagenta),
    ("bright-cyan", Color::LightCyan),
    ("bright-white", Color::White),
];

impl FromStr for ThemeColour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(hex) = text.strip_prefix('#') {
            let number = u32::from_str_radix(hex, 16).ok().filter(|_| hex.len() == 6);
            let [_, red, green, blue] =
                number.ok_or_else(|| format!("{text:?} is no colour like #12ab9f"))?.to_be_bytes();
            return Ok(Self(Color::Rgb(red, green, blue)));
        }
        ANSI.iter()
            .find(|(name, _)| *name == text)
            .map(|(_, color)| Self(*color))
            .ok_or_else(|| format!("{text:?} is neither #rrggbb nor a terminal colour"))
    }
}

impl<'de> Deserialize<'de> for ThemeColour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColourDepth {
    /// None at all (`NO_COLOR`, dumb terminals): bold, reverse and underline only.
    None,
    /// The sixteen.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// All.
    True,
}

impl ColourDepth {
    /// What the environment says of the terminal.
    pub fn from_env() -> Self {
        let var = |name: &str| std::env::var(name).unwrap_or_default();
        let term = var("TERM");
        if !var("NO_COLOR").is_empty() || term == "dumb" {
            Self::None
        } else if matches!(var("COLORTERM").as_str(), "truecolor" | "24bit")
            || term.contains("direct")
            || term.contains("kitty")
        {
            Self::True
        } else if term.contains("256") {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }
}

/// Colours by meaning.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThemeColours {
    /// Shown in the list of themes.
    pub name: String,
    /// Behind everything.
    pub background: ThemeColour,
    /// Ordinary words.
    pub text: ThemeColour,
    /// Words that matter less.
    pub muted: ThemeColour,
    /// Headings and the focused pane's border.
    pub accent: ThemeColour,
    /// Borders of the other panes.
    pub border: ThemeColour,
    /// Words on the selection.
    pub selected_text: ThemeColour,
    /// Behind the selection.
    pub selected: ThemeColour,
    /// What is proposed.
    pub proposed: ThemeColour,
    /// Taps, and other actions on one widget.
    pub tap: ThemeColour,
    /// Long and double taps.
    pub long_tap: ThemeColour,
    /// Typing.
    pub typing: ThemeColour,
    /// Scrolls, swipes, drags and pinches.
    pub scroll: ThemeColour,
    /// Keys, rotation, intents, broadcasts.
    pub system: ThemeColour,
    /// Passed, approved, connected.
    pub good: ThemeColour,
    /// Held by a guard, no effect, warnings.
    pub warning: ThemeColour,
    /// Findings, crashes, failures.
    pub bad: ThemeColour,
    /// The state the app is in.
    pub current: ThemeColour,
    /// The path taken or asked for.
    #[serde(alias = "way")]
    pub path: ThemeColour,
    /// What was never tried.
    pub untried: ThemeColour,
    /// How many colours are left, set when the theme is fitted to a terminal.
    #[serde(skip, default = "all_colours")]
    pub depth: ColourDepth,
}

fn all_colours() -> ColourDepth {
    ColourDepth::True
}

/// The themes that come with the program.
const BUNDLED: &[(&str, &str)] = &[
    ("dark", include_str!("../../themes/dark.toml")),
    ("light", include_str!("../../themes/light.toml")),
    ("high-contrast", include_str!("../../themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../themes/colour-blind.toml")),
    ("sixteen", include_str!("../../themes/sixteen.toml")),
];

/// Their names, in the order in which the theme key goes through them.
pub const NAMES: &[&str] = &["dark", "light", "high-contrast", "colour-blind", "sixteen"];

impl ThemeColours {
    /// The bundled theme called `name`, fitted to a terminal with `depth` colours.
    ///
    /// # Errors
    /// If there is none.
    pub fn bundled(name: &str, depth: ColourDepth) -> Result<Self, ThemeError> {
        let (_, text) = BUNDLED
            .iter()
            .find(|(bundled, _)| *bundled == name)
            .ok_or_else(|| ThemeError::Unknown { name: name.into() })?;
        Self::read(text, depth)
    }

    /// The user's theme of that name in `folder`, read again each time, else the bundled one.
    ///
    /// # Errors
    /// If there is neither, or the user's file is not of the right form.
    pub fn load(name: &str, folder: &Path, depth: ColourDepth) -> Result<Self, ThemeError> {
        // A name is no path: it comes from the command line or from the folder's own listing.
        let plain = name.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c));
        let own = plain.then(|| folder.join(format!("{name}.toml")));
        match own.and_then(|path| std::fs::read_to_string(path).ok()) {
            Some(text) => Self::read(&text, depth),
            None => Self::bundled(name, depth),
        }
    }

    /// The theme in `text` (TOML), fitted to a terminal with `depth` colours.
    ///
    /// # Errors
    /// If the text is not of that form or has no colour for a meaning.
    pub fn read(text: &str, depth: ColourDepth) -> Result<Self, ThemeError> {
        let mut theme: Self = toml::from_str(text)?;
        theme.depth = depth;
        Ok(theme)
    }

    /// `paint` as the terminal can show it.
    pub fn color(&self, paint: ThemeColour) -> Color {
        match (self.depth, paint.0) {
            (ColourDepth::None, _) => Color::Reset,
            (ColourDepth::Indexed, Color::Rgb(red, green, blue)) => {
                Color::Indexed(indexed(red, green, blue))
            }
            (ColourDepth::Sixteen, Color::Rgb(red, green, blue)) => sixteen(red, green, blue),
            (_, color) => color,
        }
    }

    /// Words in `paint`.
    pub fn fg(&self, paint: ThemeColour) -> Style {
        Style::new().fg(self.color(paint))
    }

    /// Ordinary words on the background.
    pub fn base(&self) -> Style {
        Style::new().fg(self.color(self.text)).bg(self.color(self.background))
    }

    /// Headings.
    pub fn heading(&self) -> Style {
        self.fg(self.accent).add_modifier(Modifier::BOLD)
    }

    /// The selection; reversed if there are no colours.
    pub fn selection(&self) -> Style {
        if self.depth == ColourDepth::None {
            return Style::new().add_modifier(Modifier::REVERSED);
        }
        Style::new().fg(self.color(self.selected_text)).bg(self.color(self.selected))
    }

    /// A pane's border.
    pub fn border(&self, focused: bool) -> Style {
        if focused { self.heading() } else { self.fg(self.border) }
    }

    /// A pane's name in its border, which is to be read where the lines need not be.
    pub fn title(&self, focused: bool) -> Style {
        if focused { self.heading() } else { self.fg(self.text) }
    }

    /// The colour of a short message.
    pub const fn tone(&self, tone: MessageTone) -> ThemeColour {
        match tone {
            MessageTone::Good => self.good,
            MessageTone::Warning => self.warning,
            MessageTone::Bad => self.bad,
        }
    }

    /// The colour of a kind of action.
    pub fn action(&self, kind: ActionKind) -> ThemeColour {
        match kind {
            ActionKind::Tap => self.tap,
            ActionKind::LongTap | ActionKind::DoubleTap | ActionKind::Hover => self.long_tap,
            ActionKind::Type => self.typing,
            ActionKind::Swipe | ActionKind::Scroll | ActionKind::Drag | ActionKind::Pinch => {
                self.scroll
            }
            ActionKind::Key
            | ActionKind::Rotate
            | ActionKind::Restart
            | ActionKind::Clear
            | ActionKind::Start
            | ActionKind::Broadcast
            | ActionKind::Grant
            | ActionKind::Wait
            | ActionKind::Set
            | ActionKind::Restore
            | ActionKind::AtOnce => self.system,
            ActionKind::Say => self.typing,
        }
    }
}

/// The names of all themes: the bundled ones, then the user's in `folder`.
pub fn names(folder: &Path) -> Vec<String> {
    let own = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut own: Vec<String> = own
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".toml")?.to_owned()))
        .filter(|name| !NAMES.contains(&name.as_str()))
        .collect();
    own.sort_unstable();
    NAMES.iter().map(|name| (*name).to_owned()).chain(own).collect()
}

/// The name of the theme behind the one called `name`; the first one behind the last.
pub fn after(name: &str, folder: &Path) -> String {
    let mut names = names(folder);
    let place = names.iter().position(|known| known == name).unwrap_or(0);
    names.swap_remove((place + 1) % names.len())
}

impl fmt::Display for ThemeColours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The nearest of xterm's 6x6x6 cube or grey ramp.
pub fn indexed(red: u8, green: u8, blue: u8) -> u8 {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let [r, g, b] = [red, green, blue].map(i32::from);
    let level =
        |value: i32| (0..6).min_by_key(|place: &usize| (LEVELS[*place] - value).abs()).unwrap_or(0);
    let cube = [level(r), level(g), level(b)];
    let distance = |x: i32, y: i32, z: i32| (x - r).pow(2) + (y - g).pow(2) + (z - b).pow(2);
    let [x, y, z] = cube.map(|place| LEVELS[place]);
    let grey = ((r + g + b) / 3 - 3).clamp(0, 238) / 10;
    let shade = 8 + grey.min(23) * 10;
    let place = if distance(shade, shade, shade) < distance(x, y, z) {
        232 + usize::try_from(grey.min(23)).unwrap_or(0)
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    };
    u8::try_from(place).unwrap_or(15)
}

/// VGA's values of the sixteen colours, the nearest thing there is to a standard.
const VGA: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [170, 0, 0]),
    (Color::Green, [0, 170, 0]),
    (Color::Yellow, [170, 85, 0]),
    (Color::Blue, [0, 0, 170]),
    (Color::Magenta, [170, 0, 170]),
    (Color::Cyan, [0, 170, 170]),
    (Color::Gray, [170, 170, 170]),
    (Color::DarkGray, [85, 85, 85]),
    (Color::LightRed, [255, 85, 85]),
    (Color::LightGreen, [85, 255, 85]),
    (Color::LightYellow, [255, 255, 85]),
    (Color::LightBlue, [85, 85, 255]),
    (Color::LightMagenta, [255, 85, 255]),
    (Color::LightCyan, [85, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// The nearest of the sixteen.
pub fn sixteen(red: u8, green: u8, blue: u8) -> Color {
    let near = |value: &[u8; 3]| {
        value
            .iter()
            .zip([red, green, blue])
            .map(|(one, other)| (i32::from(*one) - i32::from(other)).pow(2))
            .sum::<i32>()
    };
    VGA.iter().min_by_key(|(_, value)| near(value)).map_or(Color::Reset, |(color, _)| *color)
}

#[cfg(test)]
mod tests;
