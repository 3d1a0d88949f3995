//! Texts that a page was opened to edit: sent as they are, they change nothing.

use std::collections::HashSet;

use super::{sureness, widget_key};
use crate::domain::{Action, ActionKey, AvailableAction, Widget, WidgetTarget};
use crate::explorer::shared::forms::is_for;
use crate::explorer::shared::unlisted::is_search;
use crate::explorer::{PerformedAction, Situation};

/// The texts that were altered.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenTexts {
    /// Their pages and fields.
    altered: HashSet<(String, ActionKey)>,
}

impl WrittenTexts {
    /// Takes in what was done.
    pub(super) fn learn(&mut self, done: &PerformedAction) {
        if let Action::Type { target, .. } = &done.action {
            self.altered.insert((done.before.location.clone(), widget_key(target)));
        }
    }

    /// Another text for one on screen that was never altered, if there is a button that takes it.
    pub(super) fn next<'a>(&self, situation: &'a Situation) -> Option<&'a AvailableAction> {
        let screen = &*situation.screen;
        let takes = |field: &Widget| {
            situation.available.iter().any(|button| {
                let target = button.action.target();
                let widget = target.and_then(|target| screen.widget(target.number));
                sureness(screen, &button.action).is_some()
                    && widget.is_some_and(|button| is_for(button, field))
                    && !situation.is_refused(&button.key)
            })
        };
        let is_unaltered = |target: &WidgetTarget| {
            !self.altered.contains(&(screen.location.clone(), widget_key(target)))
        };
        situation.available.iter().find(|typing| {
            let Action::Type { target, .. } = &typing.action else { return false };
            let field = screen.widget(target.number).filter(|field| {
                field.is_text_area() && !is_search(field) && !field.content().is_empty()
            });
            !screen.dialog
                && field.is_some_and(|field| is_unaltered(target) && takes(field))
                && !situation.is_refused(&typing.key)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Screen;
    use crate::explorer::testing::{World, button, field, phone};

    /// A page with a text, and a button that says `word`.
    fn page(class: &str, text: &str, word: &str) -> Screen {
        let area = Widget { class: class.into(), text: text.into(), ..field(1, "text", "Text") };
        phone(vec![area, button(2, word)])
    }

    fn altered(screen: Screen) -> bool {
        let mut world = World::new(None);
        world.show(screen);
        WrittenTexts::default().next(&world.situation()).is_some()
    }

    #[test]
    fn a_text_of_several_lines_is_altered_once_where_a_button_takes_it() {
        assert!(altered(page("textarea", "Water and salt.", "Save")));
        assert!(!altered(page("textarea", "", "Save")), "it is empty");
        assert!(!altered(page("input", "Soup", "Save")), "it has one line");
        assert!(!altered(page("textarea", "Water and salt.", "Bold")), "no button takes it");
    }
}
