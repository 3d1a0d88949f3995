//! The layers: what lies over the panes until it is done.

use super::command::Command;
use super::pane::{Layer, Pane};
use super::view::View;

/// Opens the layer that `command` asks for; `None` where it asks for none, and the reason where it
/// cannot be opened now.
///
/// # Errors
/// Where there is nothing to open it on, such as nothing to reject; the text is for the tester.
pub fn open(
    _command: Command,
    _view: &View<'_>,
    _panes: &[Box<dyn Pane>],
) -> Result<Option<Box<dyn Layer>>, String> {
    Ok(None)
}
