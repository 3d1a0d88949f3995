//! What rules tell others of their kind that explore the same app in a fleet: so that they neither do again what
//! was done, nor judge by its name alone what only another one has seen.

use super::forms::FormContent;
use super::seen_input::SeenInput;
use crate::domain::{ActionKey, StateId};
use crate::explorer::shared::action_class::ActionClass;

/// Something that was found out.
#[derive(Clone, Debug)]
pub enum RulesNews {
    /// A state was seen for the first time.
    Seen {
        /// Which one.
        state: StateId,
        /// What can be done there.
        inputs: Vec<ToldInput>,
        /// It is a dialog, or a screen with a button that leaves it.
        can_be_left: bool,
    },
    /// A state was reached for the first time.
    Found {
        /// Which one.
        state: StateId,
        /// Where from.
        from: StateId,
    },
    /// A form was sent with this content, by this button.
    Sent(FormContent, ActionKey),
}

/// An input of a state, for those who have not seen it.
#[derive(Clone, Debug)]
pub struct ToldInput {
    /// As it was seen, but for what it is to the index of look-alikes, whose numbers differ.
    pub(super) seen: SeenInput,
    /// Its class there, if it is judged by that.
    pub(super) class: Option<ActionClass>,
}
