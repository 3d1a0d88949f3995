//! The convention of panes and layers, and the acts they answer with.

use crossterm::event::{KeyEvent, MouseButton};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::command::UiCommand;
pub use super::panes::PaneId;
use super::view::ViewContext;
use crate::domain::Action;
use crate::protocol::{AskAgain, Op};
use crate::tui::image::pixels::PixelPlacement;

/// What the mouse did, at a cell of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseInput {
    /// A button went down.
    Click {
        /// Which.
        button: MouseButton,
        /// Where.
        at: Position,
        /// True for the second of two quick clicks on the same cell.
        double: bool,
    },
    /// The left button is held and the mouse moved.
    Drag {
        /// Where from, since the last report.
        from: Position,
        /// Where to.
        at: Position,
    },
    /// The wheel turned.
    Wheel {
        /// Where the mouse is.
        at: Position,
        /// Notches; negative is up.
        notches: i32,
    },
}

impl MouseInput {
    /// Where it happened.
    pub const fn at(self) -> Position {
        match self {
            Self::Click { at, .. } | Self::Drag { at, .. } | Self::Wheel { at, .. } => at,
        }
    }
}

/// How a short message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageTone {
    /// Something was done.
    Good,
    /// Something cannot be done, or is odd.
    Warning,
    /// Something went wrong.
    Bad,
}

/// What is to be done for a pane or layer.
pub enum UiAct {
    /// Send this to the engine.
    Op(Op),
    /// Perform this: an override of what waits, in whatever mode.
    Perform(Action),
    /// Do as if this command had been asked for.
    Run(UiCommand),
    /// Lay this over the panes.
    Push(Box<dyn OverlayLayer>),
    /// Take the topmost layer away.
    Pop,
    /// Select this widget of the shown screen.
    Select(Option<usize>),
    /// Give this pane the focus.
    Focus(PaneId),
    /// Show this moment; `None` for live.
    Show(Option<usize>),
    /// Show a short message.
    Toast(MessageTone, String),
    /// Put this into the clipboard.
    Copy(String),
    /// Ask the model again with an edited prompt, beside the run.
    AskAgain(AskAgain),
    /// Keep this text as the user's own prompt of this name.
    SavePrompt(String, String),
    /// Use this theme.
    Theme(String),
    /// End the session and open this instead: a target, or a session's folder.
    Open(String),
    /// Leave the program. The session is ended first if it still runs.
    Quit,
}

/// A part of the screen that is always there.
pub trait Pane {
    /// Which one it is.
    fn id(&self) -> PaneId;

    /// What follows its name in its border: the state of the pane in a few words.
    fn subtitle(&self, view: &ViewContext<'_>) -> String;

    /// What it can do right now, most useful first. Help, palette and the hints show it.
    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand>;

    /// Does `command`; `None` if that is not its business.
    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>>;

    /// True while it takes keys and pasted text before they are looked up as commands.
    fn captures(&self) -> bool {
        false
    }

    /// Takes a key while it captures; `None` if the key is to be looked up after all.
    fn key(&mut self, _key: KeyEvent, _view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        None
    }

    /// Takes pasted text while it captures.
    fn paste(&mut self, _text: &str) {}

    /// Takes the mouse; `area` is the inside of its border.
    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct>;

    /// Draws itself into `area`, the inside of its border.
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>);

    /// The picture to be painted past the buffer, as of the last draw.
    fn placement(&self) -> Option<&PixelPlacement> {
        None
    }
}

/// Something over the panes. It takes all keys while it is on top.
pub trait OverlayLayer {
    /// The title in its border.
    fn title(&self) -> String;

    /// The size it would like, border included, on a terminal of `room`. It is placed in the
    /// middle and cut to the room.
    fn size(&self, room: Rect, view: &ViewContext<'_>) -> (u16, u16);

    /// The keys that work now, with what they do.
    fn hints(&self) -> Vec<(&'static str, &'static str)>;

    /// Takes a key.
    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct>;

    /// Takes pasted text.
    fn paste(&mut self, _text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        Vec::new()
    }

    /// Takes the mouse; `area` is the inside of its border. Clicks outside close it before.
    fn mouse(&mut self, _mouse: MouseInput, _area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        Vec::new()
    }

    /// Draws itself into `area`, the inside of its border.
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>);
}
