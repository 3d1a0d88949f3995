//! What a move is called over all screens and rows on which it is probably the same.

use super::moves::{GestureVariant, MoveId};
use crate::domain::{Action, ActionKey, StateId};

/// What is learned of a move on one screen is expected of the moves with the same tag on others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct MoveTag {
    subject: TagSubject,
    /// It is a switch.
    is_switch: bool,
    /// It is a row of a list in which rows are being selected.
    selects: bool,
}

/// What the moves with one tag have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TagSubject {
    /// The actions of a class in an activity.
    Class(String, String),
    /// The action of this template in an activity.
    Template(String, ActionKey),
    /// The same as a gesture.
    Gesture(String, ActionKey, GestureVariant),
    /// Swipes of rows in an activity: if rows do not listen to one direction, they seldom listen to
    /// the other.
    RowSwipe(String),
    /// One choice of several under a title in an activity: the others probably do the same.
    Choice(String, Option<String>),
    /// A key of the device, on whatever screen.
    Key(ActionKey),
    /// A key of the device, or waiting, in one state.
    KeyIn(ActionKey, StateId),
    /// BACK in a dialog of an activity: dialogs of one activity answer it alike.
    BackInDialog(String),
    /// Waiting while nothing goes on.
    IdleWait,
    /// Turning the device in one state while these tabs or choices are selected.
    Turn(StateId, Vec<String>),
    /// HOME in an activity.
    Home(String),
    /// Reaching the app from outside; if something goes on in it, in that state.
    System(Action, Option<StateId>),
    /// What is done at once after a press in an activity: what one busy screen withstands another
    /// one of the same activity probably withstands too.
    Interruption(String, InterruptionFollower),
    /// Draining the list of a state.
    Drain(StateId),
    /// A use of invalid text in an activity.
    UseText(String, Box<MoveId>),
    /// A form. Forms remember themselves what they were filled in with.
    Form,
}

/// What comes at once after a press.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum InterruptionFollower {
    /// The same press.
    Itself,
    /// The action of this template.
    Other(ActionKey),
}

impl MoveTag {
    /// The tag of switches: a second touch does the opposite of the first.
    pub(super) fn switch(self) -> Self {
        Self { is_switch: true, ..self }
    }

    /// The tag of the same row while rows are being selected.
    pub(super) fn selecting(self) -> Self {
        Self { selects: true, ..self }
    }

    /// True if a second touch does the opposite of the first.
    pub(super) const fn is_reversible(&self) -> bool {
        self.is_switch || self.selects
    }
}

impl From<TagSubject> for MoveTag {
    fn from(subject: TagSubject) -> Self {
        Self { subject, is_switch: false, selects: false }
    }
}
