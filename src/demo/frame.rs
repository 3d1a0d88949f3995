//! A frame: the view tree laid out in pixels, without its messages. What is painted and dumped.

use super::ui::{Kind, View};
use crate::domain::{Bounds, DisplaySize};

/// Pixels a dp.
pub const DENSITY: i32 = 2;

/// The phone's display in its natural position, in pixels, if nothing else is asked for.
pub const DISPLAY: DisplaySize = DisplaySize::new(720, 1600);

/// Height of the status bar at the top, in pixels.
pub const STATUS_BAR: i32 = 24 * DENSITY;

/// Height of the navigation bar at the bottom, in pixels.
pub const NAVIGATION_BAR: i32 = 24 * DENSITY;

/// A view without its messages and children: what can be seen of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// What it is.
    pub kind: Kind,
    /// Short id.
    pub id: String,
    /// The words on it.
    pub text: String,
    /// Accessibility description.
    pub desc: String,
    /// What an empty field shows.
    pub hint: String,
    /// Can be tapped.
    pub clickable: bool,
    /// Can be held.
    pub long_clickable: bool,
    /// Can be scrolled now: its content is longer than itself.
    pub scrollable: bool,
    /// Greyed out if false.
    pub enabled: bool,
    /// On or off.
    pub checked: Option<bool>,
    /// The current tab, row or choice.
    pub selected: bool,
    /// Has the input focus.
    pub focused: bool,
    /// A slider's or progress bar's value.
    pub value: i32,
    /// A slider's or progress bar's end.
    pub max: i32,
    /// The size of its letters, in percent of the usual.
    pub letters: u16,
}

impl Face {
    /// What can be seen of `view`.
    pub fn of<M>(view: &View<M>) -> Self {
        Self {
            kind: view.kind,
            id: view.id.clone(),
            text: view.text.clone(),
            desc: view.desc.clone(),
            hint: view.hint.clone(),
            clickable: view.on_tap.is_some(),
            long_clickable: view.on_long.is_some(),
            scrollable: false,
            enabled: view.enabled,
            checked: view.checked,
            selected: view.selected,
            focused: false,
            value: view.value,
            max: view.max,
            letters: view.letters,
        }
    }
}

/// A view in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it looks like.
    pub face: Face,
    /// Where it is, possibly reaching out of what can be seen.
    pub bounds: Bounds,
    /// The part of the display that its containers let through.
    pub clip: Bounds,
    /// The index in [`Pane::placed`] of the view it is in; `None` for a window's root.
    pub parent: Option<usize>,
}

/// What a window is; decides its surface and whether the windows behind it are dimmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneKind {
    /// An activity's own window.
    Activity,
    /// A dialog in the middle, everything behind it dimmed.
    Dialog,
    /// A popup menu.
    Menu,
    /// The home screen.
    Launcher,
}

/// A window in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pane {
    /// What it is.
    pub kind: PaneKind,
    /// Where it is.
    pub bounds: Bounds,
    /// Its views, parents before children, siblings from back to front.
    pub placed: Vec<Placed>,
}

/// All that is on the display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The display in its present rotation.
    pub size: DisplaySize,
    /// The colour of the app in front, 0xRRGGBB.
    pub colour: u32,
    /// True for light words on a dark ground.
    pub dark: bool,
    /// The clock in the status bar, such as `09:00`.
    pub clock: String,
    /// The windows, frontmost last.
    pub panes: Vec<Pane>,
    /// The part of the display that the keyboard covers.
    pub keyboard: Option<Bounds>,
    /// A short message over everything.
    pub toast: Option<String>,
}
