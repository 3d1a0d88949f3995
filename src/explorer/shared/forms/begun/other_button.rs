//! Buttons below a form that may send it although no word of theirs says so: in another language, or named
//! after what comes of it.

use std::collections::HashSet;

use super::super::may_send;
use crate::domain::{Action, ActionKey, AvailableAction, Screen, Widget, WidgetRole, WidgetTarget};
use crate::explorer::Situation;
use crate::explorer::shared::labels;

/// Below a form with more such buttons they are the tools of something.
const MOST_BUTTONS: usize = 3;

/// The buttons that were pressed.
#[derive(Clone, Debug, Default)]
pub(super) struct OtherButtons {
    /// What the form held, hashed, and the button.
    pressed: HashSet<(u64, ActionKey)>,
}

impl OtherButtons {
    /// A button of this kind was pressed while the form held `content`; no harm if it was another one.
    pub(super) fn press(&mut self, content: u64, button: &ActionKey) {
        self.pressed.insert((content, button.clone()));
    }

    /// The button below `last`, the field that was typed into last, that was not pressed with `content`. What
    /// sends stands last, after what takes back.
    pub(super) fn next<'a>(
        &self,
        situation: &'a Situation,
        last: &Widget,
        content: u64,
    ) -> Option<&'a AvailableAction> {
        let screen = &*situation.screen;
        let of_form = |button: &Widget| button.form.is_none() || button.form == last.form;
        let buttons: Vec<&AvailableAction> = situation
            .available
            .iter()
            .filter(|tap| {
                let Action::Tap { target } = &tap.action else { return false };
                let button = screen.widget(target.number);
                target.bounds.top >= last.bounds.bottom
                    && button.is_some_and(|it| of_form(it) && may_be(screen, it, target))
            })
            .collect();
        let is_untried = |tap: &&&AvailableAction| {
            !self.pressed.contains(&(content, tap.key.clone())) && !situation.is_refused(&tap.key)
        };
        let is_few = (1..=MOST_BUTTONS).contains(&buttons.len());
        buttons.iter().rev().find(is_untried).copied().filter(|_| is_few)
    }
}

/// True for a button with words that mean nothing here.
fn may_be(screen: &Screen, button: &Widget, target: &WidgetTarget) -> bool {
    let label = button.label.to_lowercase();
    let words = labels::words(&label);
    button.role() == WidgetRole::Button
        && button.short_class() != "option"
        && !button.is_link()
        && !button.selected
        && button.enabled
        && button.checked.is_none()
        && button.position.list.is_none()
        && !words.is_empty()
        && words.iter().all(|word| labels::meaning(word).is_none())
        && !labels::closes_a_dialog(target)
        && may_send(screen, button)
}
