//! What indexes of look-alikes tell each other in a fleet. Numbers of classes and screens differ from one to the
//! other, so they are told by their names.

use super::known_screens::SeenScreen;
use crate::domain::{StateId, StateIds};
use crate::explorer::shared::action_class::ActionClass;

/// Something that was found out.
#[derive(Clone, Debug)]
pub(in crate::explorer) enum AlikeNews {
    /// A state was seen for the first time.
    Seen {
        /// Which one.
        ids: StateIds,
        /// By what its screen is recognised.
        screen: SeenScreen,
        /// The classes of its actions.
        classes: Vec<ActionClass>,
    },
    /// An action was performed.
    Tried {
        /// Where.
        state: StateId,
        /// Of which class it is.
        class: ActionClass,
        /// What that yielded.
        tried: TriedAlike,
    },
    /// An action of this class was refused.
    Refused(ActionClass),
}

/// What a try yielded.
#[derive(Clone, Copy, Debug)]
pub(in crate::explorer) struct TriedAlike {
    /// From 0 to 1.
    pub(super) reward: f64,
    /// It changed nothing, and ran no new code.
    pub(super) without_effect: bool,
    /// It showed something of a class that was new, or ran new code.
    pub(super) shows_news: bool,
}
