//! An app with its screens: the part of the phone that every app has.
//!
//! [`Runner`] keeps what Android's views keep for an app (focus, keyboard, scroll positions), maps
//! touches to the app's messages, and hides the app's message type behind [`Running`].

mod faulty;
mod runner;
mod stage;
mod text;
mod typing;

pub use runner::Runner;

use super::app::{About, System};
use super::frame::{NAVIGATION_BAR, Pane, STATUS_BAR};
use crate::domain::{Bounds, DisplaySize, Point};

/// What an app shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The activity in front.
    pub activity: &'static str,
    /// The name of the structural state: the truth.
    pub state: &'static str,
    /// True for light words on a dark ground.
    pub dark: bool,
    /// Its windows, frontmost last.
    pub panes: Vec<Pane>,
    /// The part of the display that the keyboard covers.
    pub keyboard: Option<Bounds>,
}

/// A key that edits a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKey {
    /// Take out the character before the cursor.
    Delete,
    /// Take out the character after the cursor.
    ForwardDelete,
    /// Cursor to the start.
    Home,
    /// Cursor to the end.
    End,
    /// Cursor back by one.
    Left,
    /// Cursor on by one.
    Right,
    /// The keyboard's action.
    Enter,
    /// Focus to the next field.
    Tab,
    /// Everything is marked: the next letter replaces it.
    SelectAll,
}

/// An app with its screens, whatever its messages are.
pub trait Running: Send {
    /// What is true of the app.
    fn about(&self) -> &'static About;
    /// What it shows now.
    fn look(&self, sys: &System) -> Look;
    /// Its process starts.
    fn launch(&mut self, sys: &mut System);
    /// A finger touches and lets go.
    fn tap(&mut self, at: Point, sys: &mut System);
    /// A finger touches and stays.
    fn hold(&mut self, at: Point, sys: &mut System);
    /// A finger goes from one point to another within so many milliseconds.
    fn swipe(&mut self, from: Point, to: Point, ms: u64, sys: &mut System);
    /// Letters come from the keyboard. False if no field has the focus.
    fn type_text(&mut self, text: &str, sys: &mut System) -> bool;
    /// The focused field is emptied. False if no field has the focus.
    fn clear_text(&mut self, sys: &mut System) -> bool;
    /// A key that edits comes from the keyboard. False if no field has the focus.
    fn edit(&mut self, key: EditKey, sys: &mut System) -> bool;
    /// BACK: closes the keyboard, else the layer in front, else it is the app's.
    fn back(&mut self, sys: &mut System);
    /// MENU.
    fn menu(&mut self, sys: &mut System);
    /// The phone was turned.
    fn rotated(&mut self, sys: &mut System);
    /// Its activities are made anew.
    fn made_anew(&mut self, sys: &mut System);
    /// A broadcast came in.
    fn broadcast(&mut self, action: &str, sys: &mut System);
    /// A permission question was answered.
    fn permission(&mut self, permission: &str, granted: bool, sys: &mut System);
    /// A timer ran out.
    fn timer(&mut self, token: u32, sys: &mut System);
    /// An activity was started from outside.
    fn open(&mut self, activity: &str, sys: &mut System);
    /// It came back to the front.
    fn resumed(&mut self, sys: &mut System);
    /// It left the front: the keyboard goes.
    fn hide_keyboard(&mut self);
}

/// Any app.
pub type AnyApp = dyn Running;

/// The room of a display between the status bar and the navigation bar.
pub const fn room(size: DisplaySize) -> Bounds {
    Bounds::new(0, STATUS_BAR, size.width, size.height - NAVIGATION_BAR)
}

/// The part of the display that the keyboard covers when it is shown: the lower 35 %.
pub const fn keyboard(size: DisplaySize) -> Bounds {
    let top = size.height - size.height * 35 / 100;
    Bounds::new(0, top, size.width, size.height - NAVIGATION_BAR)
}
