//! Forms: sent once with something missing, then filled, then sent; never twice alike.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::words::{self, LabelSense};
use crate::domain::{Action, ActionKey, AvailableAction, InputText, Widget};
use crate::explorer::Situation;
use crate::explorer::shared::forms::{self, FormMemory, SentContent};

/// What was sent, and typed if it cannot be read again. A form is told by its activity: the
/// states it goes through while it is filled and refused are one form.
pub type ActivityForms = FormMemory<String>;

/// What the fields of a screen held.
#[derive(Clone, Debug)]
pub struct FormContent {
    activity: String,
    hash: u64,
    empty: usize,
}

/// How a form stands to a button that would send it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormStatus {
    /// There is no form, or the button sends nothing.
    None,
    /// It was sent as it is, or often enough.
    Sent,
    /// It was sent as it is by another button.
    SentOtherwise,
    /// Something is missing, and this button never sent it.
    Missing,
    /// Something is missing, other than when it was sent before.
    MissingStill,
    /// All fields hold something, and it was not sent so.
    Full,
}

impl FormContent {
    /// What the fields hold now; `None` if there are none.
    pub fn of(forms: &ActivityForms, situation: &Situation) -> Option<Self> {
        fields(situation).next()?;
        let mut hasher = DefaultHasher::new();
        let mut empty = 0;
        for field in fields(situation) {
            let nothing = forms.is_empty(field);
            (field.content(), nothing).hash(&mut hasher);
            empty += usize::from(nothing);
        }
        let activity = situation.screen.activity.clone();
        Some(Self { activity, hash: hasher.finish(), empty })
    }

    const fn sent(&self) -> SentContent {
        SentContent { hash: self.hash, is_complete: self.empty == 0 }
    }

    /// Remembers that the button `key` sent it.
    pub fn remember(self, forms: &mut ActivityForms, key: &ActionKey) {
        let sent = self.sent();
        forms.add(self.activity, key.clone(), sent);
    }
}

/// How the form on screen stands to `offer`.
pub fn standing(
    forms: &ActivityForms,
    situation: &Situation,
    offer: &AvailableAction,
) -> FormStatus {
    if !sends(situation, &offer.action) {
        return FormStatus::None;
    }
    let Some(content) = FormContent::of(forms, situation) else { return FormStatus::None };
    let news = forms.is_news(&content.activity, &offer.key, content.sent());
    if news == Some(false) {
        return FormStatus::Sent;
    }
    if forms.was_sent(&content.activity, content.sent()) {
        return FormStatus::SentOtherwise;
    }
    match content.empty {
        0 => FormStatus::Full,
        _ if news.is_none() => FormStatus::Missing,
        _ => FormStatus::MissingStill,
    }
}

/// How many fields hold nothing.
pub fn empty(forms: &ActivityForms, situation: &Situation) -> usize {
    fields(situation).filter(|field| forms.is_empty(field)).count()
}

fn fields(situation: &Situation) -> impl Iterator<Item = &Widget> {
    forms::fields(&situation.screen).filter(|field| field.enabled)
}

/// The id of the field that `action` types a secret into.
pub fn secret_field(action: &Action) -> Option<&str> {
    match action {
        Action::Type { target, text: InputText::Secret(_) } => Some(&target.resource_id),
        _ => None,
    }
}

/// True if some field holds something and a button is there that sends it.
pub fn is_begun(situation: &Situation) -> bool {
    fields(situation).any(|field| !field.content().is_empty()) && has_button(situation)
}

/// True if a button is there that sends, pressable or not yet.
pub fn has_button(situation: &Situation) -> bool {
    situation.screen.widgets.iter().any(|widget| {
        widget.position.list.is_none()
            && !widget.is_field()
            && !widget.actions.is_empty()
            && words::sense_of_widget(widget) == LabelSense::Sends
    })
}

/// True for a tap on a button outside of lists that says it takes the screen's content.
pub fn sends(situation: &Situation, action: &Action) -> bool {
    let Action::Tap { target } = action else { return false };
    let widget = situation.screen.widget(target.number);
    let in_list = widget.is_some_and(|widget| widget.position.list.is_some());
    !in_list && words::sense(action) == LabelSense::Sends
}
