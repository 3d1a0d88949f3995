//! What can be done on a screen: the moves that the tactics choose from.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::move_tags::MoveTag;
use crate::domain::{Action, ActionKey, ActionKind};
use crate::explorer::shared::forms::variants::FormVariant;
use crate::explorer::shared::look_alikes::LookAlike;

/// Something that can be done on a screen.
#[derive(Clone, Debug)]
pub(super) struct ScreenMove {
    /// Which move of this screen it is.
    pub id: MoveId,
    /// Which moves of other screens and rows are probably the same.
    pub tag: MoveTag,
    /// What performing it means.
    pub kind: MoveKind,
    /// Its expected yield while nothing is known of it: the chance that it shows something new,
    /// from 0 to 1.
    pub base_yield: f64,
    /// Why it is done, for the tester.
    pub why: &'static str,
    /// What the index of look-alikes calls it, if it is a touch of a widget.
    pub alike: Option<LookAlike>,
}

/// What performing a move means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// One action.
    Perform(Action),
    /// This tap, then more touches of the same region.
    Burst(Action),
    /// The form on screen is filled in, and sent or left.
    FillForm(FormVariant),
    /// A pair of actions, the second at once after the first. If the first one sends a form, that is
    /// filled in before.
    Interrupt {
        /// Both actions.
        pair: Action,
        /// How the form is filled in before.
        form: Option<FormVariant>,
    },
    /// This press of a row's remove button, repeated until the list is empty.
    Drain(Action),
    /// Invalid text is typed, then used (shared, exported, printed) by further actions.
    UseText(Action),
}

impl ScreenMove {
    /// The action that it is or begins with; `None` for a form, whose first step depends on what the
    /// form holds by then.
    pub(super) const fn action(&self) -> Option<&Action> {
        match &self.kind {
            MoveKind::Perform(action)
            | MoveKind::Burst(action)
            | MoveKind::Interrupt { pair: action, .. }
            | MoveKind::Drain(action)
            | MoveKind::UseText(action) => Some(action),
            MoveKind::FillForm(_) => None,
        }
    }

    /// The form variant that it fills in, if it does.
    pub(super) const fn form(&self) -> Option<FormVariant> {
        match &self.kind {
            MoveKind::FillForm(variant) => Some(*variant),
            MoveKind::Interrupt { form, .. } => *form,
            _ => None,
        }
    }

    /// True if it begins with an action of this kind.
    pub(super) fn begins_with(&self, kind: ActionKind) -> bool {
        self.action().is_some_and(|action| action.kind() == kind)
    }
}

/// Which move of a screen it is. Its text decides the order of equals under a seed: if the text
/// changes, the same seed does something else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum MoveId {
    /// The action with this key.
    Action(ActionKey),
    /// BACK while the keyboard is up, which only closes that.
    BackOverKeyboard,
    /// A gesture on the widget that the key names.
    Gesture(ActionKey, GestureVariant),
    /// The device is turned while these tabs or choices are selected, by their ids.
    Turn(ActionKey, Vec<String>),
    /// The app is reached from outside, or the system is changed around it.
    System(Action),
    /// The form is filled in so.
    Form(FormVariant),
    /// Two actions at once, by their templates, in an activity.
    Interruption {
        /// The activity.
        activity: String,
        /// What keeps the app busy.
        first: ActionKey,
        /// What is done at once after it.
        then: ActionKey,
    },
    /// The list is drained by this template, beside the buttons of these ids.
    Drain(ActionKey, BTreeSet<String>),
    /// Invalid text is used by this move, of this screen or one near by.
    UseText(Box<Self>),
}

/// What distinguishes gestures with the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum GestureVariant {
    /// A row is dragged onto the next.
    OntoNext,
    /// Two fingers move together.
    PinchIn,
    /// Two fingers move apart.
    PinchOut,
    /// The first touch of many.
    Burst,
}

impl Display for GestureVariant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OntoNext => " onto the next",
            Self::PinchIn => " in",
            Self::PinchOut => " out",
            Self::Burst => " in a burst",
        })
    }
}

impl Display for MoveId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(key) => f.write_str(key.as_str()),
            Self::BackOverKeyboard => f.write_str("key back over the keyboard"),
            Self::Gesture(key, variant) => write!(f, "{key}{variant}"),
            Self::Turn(key, selected) => {
                write!(f, "{key}")?;
                selected.iter().try_for_each(|id| write!(f, " {id}"))
            }
            Self::System(action) => {
                write!(f, "{action} ")?;
                match action {
                    Action::Start { intent } | Action::Broadcast { intent } => {
                        write!(f, "{intent:?}")
                    }
                    _ => Ok(()),
                }
            }
            Self::Form(variant) => write!(f, "form: {variant}"),
            Self::Interruption { activity, first, then } => {
                write!(f, "{activity}|{first}, at once {then}")
            }
            Self::Drain(template, beside) => {
                write!(f, "empty the list: {template} beside {beside:?}")
            }
            Self::UseText(used) => write!(f, "use invalid text: {used}"),
        }
    }
}
