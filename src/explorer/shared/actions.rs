//! Actions that are aimed at no widget.

use crate::domain::{Action, AvailableAction, Rotation};
use crate::explorer::Situation;

/// `action` with its names on the present screen. Also for actions that its widgets do not list.
pub(in crate::explorer) fn named(situation: &Situation, action: Action) -> AvailableAction {
    let (key, template) = situation.key_of(&action);
    AvailableAction { action, key, template }
}

/// True if the display is wider than high.
pub(in crate::explorer) fn is_landscape(situation: &Situation) -> bool {
    situation.screen.size.width > situation.screen.size.height
}

/// The orientation that the display does not have.
pub(in crate::explorer) fn other_rotation(situation: &Situation) -> Rotation {
    if is_landscape(situation) { Rotation::Portrait } else { Rotation::Landscape }
}
