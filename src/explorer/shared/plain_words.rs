//! Plain words: what a screen shows and nothing says that it can be pressed. The cells of a grid and the
//! cards of a board are such words if the grid or board listens for all of them.

use crate::domain::{Screen, Widget, WidgetRole};

/// The plain words of `screen` that a finger reaches.
pub(super) fn plain_words(screen: &Screen) -> impl Iterator<Item = &Widget> {
    screen.widgets.iter().filter(|widget| {
        widget.role() == WidgetRole::Text
            && widget.tap.is_some()
            && widget.actions.is_empty()
            && widget.inherits.is_none()
    })
}
