//! The terminal UI: a second user of the engine's handle, nothing more. Everything it shows is a
//! fold of records and everything it does is an op.
//!
//! # The convention
//!
//! A *pane* ([`pane::Pane`]) is always there; a *layer* ([`pane::OverlayLayer`]) lies over the panes until
//! it is done. Both read a [`view::ViewContext`], draw themselves, and answer keys, clicks and commands
//! with [`pane::UiAct`]s; neither changes anything but its own state. What records only name is looked
//! up in [`exchange_texts`], which has it loaded. [`app::App`] routes input and carries the acts out. [`run()`] is the loop: it waits, takes all that has come, and draws once.
//!
//! Each file has the same order: the struct, its own functions, the trait, helpers, tests.

pub mod app;
pub mod command;
mod controls;
mod dialogue;
pub mod exchange_texts;
mod fetch;
pub mod fleet;
mod frames;
pub mod image;
pub mod keymap;
mod layout;
mod live_pictures;
pub mod overlays;
pub mod pane;
pub mod panes;
#[cfg(test)]
pub mod reference_tests;
pub mod replay;
mod run;
pub mod small_screens;
mod terminal;
#[cfg(test)]
mod testing;
pub mod theme;
pub mod used_keys;
pub mod view;

pub use app::{App, JoinedWorker, Options};
pub use frames::{Size, draw_frames};
pub use overlays::sessions::{Catalogue, SessionEntry};
pub use run::{UiConsole, run};
pub use terminal::{ChangesOnlyBackend, RealTerminal, TerminalError};
