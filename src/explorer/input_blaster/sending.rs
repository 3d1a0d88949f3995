//! How a form is sent: by a button, by ENTER, or by leaving its field.

use super::fields::open_fields;
use crate::domain::{Action, ActionKind, AvailableAction, DeviceKey, Screen, Widget, WidgetTarget};
use crate::explorer::Situation;
use crate::explorer::shared::actions::named;
use crate::explorer::shared::forms::may_send;
use crate::explorer::shared::labels::{self, LabelMeaning};

/// The ways, in the order in which they are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SendMethod {
    /// The button that says so.
    #[default]
    Button,
    /// ENTER in the last field.
    Enter,
    /// BACK, which takes the focus from the field.
    Leave,
}

impl SendMethod {
    /// The one that is tried if this one does nothing.
    pub(super) const fn next(self) -> Option<Self> {
        match self {
            Self::Button => Some(Self::Enter),
            Self::Enter => Some(Self::Leave),
            Self::Leave => None,
        }
    }

    /// What sends the form on the present screen; `None` if it does not have it.
    pub(super) fn action(self, situation: &Situation) -> Option<AvailableAction> {
        let action = match self {
            Self::Button => {
                let target = WidgetTarget::of(button(&situation.screen)?);
                Action::Tap { target }
            }
            Self::Enter => Action::Key { key: DeviceKey::Enter },
            Self::Leave => Action::Key { key: DeviceKey::Back },
        };
        let available = named(situation, action);
        situation.allows(&available.action).then_some(available)
    }
}

/// The button that sends the form on `screen`: the one with the surest word, then the one nearest
/// behind its last field.
pub(super) fn button(screen: &Screen) -> Option<&Widget> {
    let last = open_fields(screen).map(|field| field.bounds.top).max()?;
    let rank = |widget: &Widget| {
        let can = widget.acts()
            && widget.allows(ActionKind::Tap)
            && !widget.is_field()
            && widget.checked.is_none()
            && widget.position.list.is_none()
            && may_send(screen, widget);
        let place = if can { sending_place(&WidgetTarget::of(widget)) } else { None }?;
        let away = widget.bounds.top - last;
        Some((place, away < 0, away.abs()))
    };
    let buttons = screen.widgets.iter().filter_map(|widget| Some((rank(widget)?, widget)));
    buttons.min_by_key(|(rank, _)| *rank).map(|(_, widget)| widget)
}

/// How surely the words of `target` say that it sends; lower is surer.
fn sending_place(target: &WidgetTarget) -> Option<usize> {
    use LabelMeaning as Is;
    let label = target.label.to_lowercase();
    let id = labels::own_id(&target.resource_id).to_lowercase().replace('_', " ");
    let said: Vec<&str> =
        labels::command_words(&label).into_iter().chain(labels::words(&id)).collect();
    let leaves = |meaning: LabelMeaning| {
        matches!(meaning, Is::Back | Is::Quit | Is::Delete | Is::Wipe | Is::Reset | Is::Deny)
    };
    let meanings = || said.iter().filter_map(|word| Some((word, labels::meaning(word)?)));
    if meanings().any(|(_, meaning)| leaves(meaning)) {
        return None;
    }
    let sending = meanings().filter(|(_, meaning)| meaning.is_sending());
    sending.filter_map(|(word, _)| labels::place(word)).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Bounds;
    use crate::explorer::testing::{button as a_button, field, phone};

    #[test]
    fn of_two_buttons_with_the_same_word_the_one_behind_the_field_sends() {
        let at = |mut widget: Widget, top: i32| {
            widget.bounds = Bounds::new(0, top, 700, top + 80);
            widget
        };
        let screen = phone(vec![
            at(a_button(1, "Import example notes"), 100),
            at(field(2, "code", "Backup code (6 digits)"), 300),
            at(a_button(3, "Import backup"), 400),
            at(a_button(4, "Cancel"), 500),
        ]);
        assert_eq!(button(&screen).map(|widget| widget.number), Some(3));
        let no_fields = phone(vec![a_button(1, "Save")]);
        assert_eq!(button(&no_fields), None);
    }
}
