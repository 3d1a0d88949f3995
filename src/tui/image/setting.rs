//! How pictures are shown: what the tester set, and what the terminal can do.

use std::str::FromStr;

use thiserror::Error;

use crate::tui::theme::ColourDepth;

/// Why a setting cannot be followed.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// It is none of the words.
    #[error("{name}={value} is not known; it may be {words}")]
    Word {
        /// The environment variable.
        name: &'static str,
        /// What it says.
        value: String,
        /// What it may say.
        words: &'static str,
    },
    /// The terminal does not show such graphics.
    #[error(
        "this terminal does not report {0} graphics; RIDEALONG_GRAPHICS=cells works in every terminal"
    )]
    NotShown(&'static str),
}

/// The characters that pictures are made of in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BlockCharacters {
    /// Quarters of a cell, two colours each.
    #[default]
    Quadrants,
    /// Upper and lower halves, for fonts whose quarters are poor.
    Halves,
    /// Letters by their darkness, for fonts without blocks.
    Ascii,
}

/// What pictures are shown with, as the tester has set it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphicsSetting {
    /// The best that the terminal is known to show.
    #[default]
    Auto,
    /// Pixels by this protocol.
    Pixels(PixelProtocol),
    /// Cells, even if the terminal has graphics.
    Cells,
}

/// A way to show pixels in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelProtocol {
    /// Kitty's graphics protocol.
    Kitty,
    /// iTerm2's inline images.
    Iterm,
    /// Sixel.
    Sixel,
}

impl FromStr for BlockCharacters {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text {
            "" | "quadrants" => Ok(Self::Quadrants),
            "halves" => Ok(Self::Halves),
            "ascii" => Ok(Self::Ascii),
            other => Err(SettingError::Word {
                name: "RIDEALONG_BLOCKS",
                value: other.into(),
                words: "quadrants, halves or ascii",
            }),
        }
    }
}

impl FromStr for GraphicsSetting {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text {
            "" | "auto" => Ok(Self::Auto),
            "kitty" => Ok(Self::Pixels(PixelProtocol::Kitty)),
            "iterm" => Ok(Self::Pixels(PixelProtocol::Iterm)),
            "sixel" => Ok(Self::Pixels(PixelProtocol::Sixel)),
            "cells" => Ok(Self::Cells),
            other => Err(SettingError::Word {
                name: "RIDEALONG_GRAPHICS",
                value: other.into(),
                words: "auto, kitty, iterm, sixel or cells",
            }),
        }
    }
}

/// How pictures are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureSetting {
    /// The characters of pictures in cells.
    pub blocks: BlockCharacters,
    /// How pixels are shown, if they are.
    pub protocol: Option<PixelProtocol>,
}

impl PictureSetting {
    /// What the environment (`RIDEALONG_BLOCKS`, `RIDEALONG_GRAPHICS`) and the terminal say.
    ///
    /// May ask the terminal and read its answer: to be called once, before anybody else reads from
    /// the terminal.
    ///
    /// # Errors
    /// If a variable has an unknown value, or asks for graphics that the terminal does not have.
    pub fn of_terminal(depth: ColourDepth) -> Result<Self, SettingError> {
        let var = |name: &str| std::env::var(name).unwrap_or_default();
        let blocks = var("RIDEALONG_BLOCKS").parse()?;
        let protocol = match var("RIDEALONG_GRAPHICS").parse()? {
            GraphicsSetting::Cells => None,
            GraphicsSetting::Auto if depth == ColourDepth::None => None,
            GraphicsSetting::Auto => hinted(var).filter(|protocol| confirmed(*protocol)),
            // Kitty's is spoken by this program itself; the others go through viuer, which paints
            // nothing if it does not believe in them.
            GraphicsSetting::Pixels(PixelProtocol::Kitty) => Some(PixelProtocol::Kitty),
            GraphicsSetting::Pixels(protocol) if confirmed(protocol) => Some(protocol),
            GraphicsSetting::Pixels(PixelProtocol::Iterm) => {
                return Err(SettingError::NotShown("iTerm2"));
            }
            GraphicsSetting::Pixels(PixelProtocol::Sixel) => {
                return Err(SettingError::NotShown("sixel"));
            }
        };
        Ok(Self { blocks, protocol })
    }
}

/// The graphics that the environment hints at. Without a hint the terminal is not even asked: one
/// that never answers would hang the start. Inside a multiplexer the hints are the outer
/// terminal's, which the pixels would not reach.
fn hinted(var: impl Fn(&str) -> String) -> Option<PixelProtocol> {
    let term = var("TERM");
    let set = |name: &str| !var(name).is_empty();
    let is_one_of = |names: &[&str]| names.iter().any(|name| term.contains(name));
    if set("TMUX") || set("STY") || set("ZELLIJ") || is_one_of(&["tmux", "screen", "dumb"]) {
        return None;
    }
    if set("KITTY_WINDOW_ID")
        || is_one_of(&["kitty", "ghostty"])
        || var("TERM_PROGRAM").contains("ghostty")
    {
        return Some(PixelProtocol::Kitty);
    }
    let programs = ["iTerm", "WezTerm", "mintty", "rio", "WarpTerminal"];
    if programs.iter().any(|name| var("TERM_PROGRAM").contains(name))
        || var("LC_TERMINAL").contains("iTerm")
        || set("KONSOLE_VERSION")
    {
        return Some(PixelProtocol::Iterm);
    }
    let sixel = is_one_of(&["foot", "mlterm", "contour", "yaft"])
        || set("XTERM_VERSION")
        || set("WT_SESSION");
    sixel.then_some(PixelProtocol::Sixel)
}

/// True if viuer believes that the terminal shows `protocol`. Asks the terminal once.
fn confirmed(protocol: PixelProtocol) -> bool {
    match protocol {
        PixelProtocol::Kitty => viuer::get_kitty_support() != viuer::KittySupport::None,
        PixelProtocol::Iterm => viuer::is_iterm_supported(),
        PixelProtocol::Sixel => viuer::is_sixel_supported(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(set: &[(&str, &str)]) -> Option<PixelProtocol> {
        hinted(|name| {
            set.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value).to_owned()
        })
    }

    #[test]
    fn only_terminals_that_hint_at_graphics_are_asked() {
        assert_eq!(hint(&[("TERM", "xterm-256color")]), None);
        assert_eq!(hint(&[("TERM", "xterm-kitty")]), Some(PixelProtocol::Kitty));
        assert_eq!(hint(&[("TERM_PROGRAM", "WezTerm")]), Some(PixelProtocol::Iterm));
        assert_eq!(hint(&[("TERM", "foot")]), Some(PixelProtocol::Sixel));
    }

    #[test]
    fn a_multiplexer_hides_the_terminal_behind_it() {
        assert_eq!(hint(&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/x,1,0")]), None);
        assert_eq!(hint(&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")]), None);
    }

    #[test]
    fn unknown_words_are_told_with_the_known_ones() {
        let error = "dots".parse::<BlockCharacters>().unwrap_err().to_string();
        assert!(error.contains("dots") && error.contains("quadrants"), "{error}");
        assert!("vga".parse::<GraphicsSetting>().is_err());
        assert_eq!("sixel".parse(), Ok(GraphicsSetting::Pixels(PixelProtocol::Sixel)));
    }
}
