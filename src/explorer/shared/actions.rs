//! Actions that are aimed at no widget.

use crate::domain::{Action, AvailableAction, Rotation};
use crate::explorer::{ExplorerProposal, Situation};

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

/// Turns a landscape display back to portrait. One observation of the turned screen is enough: it
/// shows the same widgets, only fewer of them.
pub(in crate::explorer) fn turn_upright(situation: &Situation) -> Option<ExplorerProposal> {
    let turn = named(situation, Action::Rotate { rotation: Rotation::Portrait });
    let why = "The display was turned to see whether the app copes with it; now it is turned back.";
    (is_landscape(situation) && situation.is_possible(&turn))
        .then(|| ExplorerProposal::new(turn, why))
}
