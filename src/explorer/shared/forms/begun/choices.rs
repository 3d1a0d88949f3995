//! The choices of a form: one that is not made is opened, and an option of it is taken.

use std::collections::HashSet;

use super::widget_key;
use crate::domain::{Action, ActionKey, AvailableAction, Screen, Widget, WidgetRole, WidgetTarget};
use crate::explorer::Situation;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// Those of the begun form that were opened.
    opened: HashSet<ActionKey>,
    /// The one that the last step opened.
    open: Option<ActionKey>,
    /// What each choice was made for, hashed: the content of its form. Made for it again, it leads round in a circle.
    made: HashSet<(ActionKey, u64)>,
}

impl Choices {
    /// Another form is begun next.
    pub(super) fn give_up(&mut self) {
        self.opened.clear();
        self.open = None;
    }

    /// True if the last step opened one.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Takes in that `action` was performed on `before` while the form, if one `is_begun`, had `content`. Gives the
    /// option that was taken of a choice, with a name for the choice.
    pub(super) fn learn(
        &mut self,
        action: &Action,
        before: &Screen,
        is_begun: bool,
        content: u64,
    ) -> Option<(ActionKey, String)> {
        let open = self.open.take();
        let Action::Tap { target } = action else { return None };
        if is_picker(before, target) {
            let picker = widget_key(target);
            if is_begun {
                self.opened.insert(picker.clone());
            }
            self.open = Some(picker);
            return None;
        }
        let picker = open.filter(|_| is_option(target))?;
        self.made.insert((picker, content));
        is_begun.then(|| {
            (ActionKey::new(format!("choice {}", self.opened.len())), target.label.clone())
        })
    }

    /// The first option that is a value of the choice that was opened last, unless one was taken for the same `content`.
    pub(super) fn option<'a>(
        &self,
        situation: &'a Situation,
        content: u64,
    ) -> Option<&'a AvailableAction> {
        let open = self.open.as_ref()?;
        if self.made.contains(&(open.clone(), content)) {
            return None;
        }
        situation.available.iter().find(|tap| {
            let Action::Tap { target } = &tap.action else { return false };
            let is_shown =
                situation.screen.widget(target.number).is_some_and(|widget| widget.selected);
            is_option(target)
                && !is_shown
                && !is_unset(&target.label)
                && !situation.is_refused(&tap.key)
        })
    }

    /// True for a tap on a choice that shows no value, and that was not opened.
    pub(super) fn is_unmade(&self, screen: &Screen, target: &WidgetTarget) -> bool {
        let shown = screen.widget(target.number);
        is_picker(screen, target)
            && shown.is_some_and(|picker| is_unset(choice_shown(screen, picker)))
            && !self.opened.contains(&widget_key(target))
    }
}

fn is_picker(screen: &Screen, target: &WidgetTarget) -> bool {
    screen.widget(target.number).is_some_and(|widget| widget.role() == WidgetRole::Picker)
}

/// True for the option of a choice, as a web page or a browser shows it.
fn is_option(target: &WidgetTarget) -> bool {
    target.class.ends_with(".option")
}

/// What `picker` shows. A drop-down list of Android has no text of its own: its label is that of the entry inside.
fn choice_shown<'a>(screen: &Screen, picker: &'a Widget) -> &'a str {
    let inside = picker.text.is_empty() && !screen.is_in_browser();
    if inside { &picker.label } else { &picker.text }
}

/// True for what a choice shows before it is made: nothing, dashes, or what to do.
pub(super) fn is_unset(text: &str) -> bool {
    let text = text.trim_start_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
    let first = text.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    matches!(first, "" | "select" | "choose" | "pick" | "please" | "none" | "empty")
}
