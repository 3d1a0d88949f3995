//! Fields that suggest what they take while one types, as a combobox does (ARIA 1.2, section 5.4): what is suggested is
//! taken, and if nothing is, a single letter is typed, which most names have.

use std::collections::HashSet;

use super::widget_key;
use crate::domain::{
    Action, ActionKey, ActionKind, AvailableAction, InputText, Screen, Widget, WidgetTarget,
};
use crate::explorer::shared::actions::named;
use crate::explorer::{PerformedAction, Situation};

/// What is typed if nothing is suggested for a longer text.
const LETTER: &str = "a";

/// The field that suggests something at present.
#[derive(Debug, Default)]
pub(super) struct Suggestions {
    field: Option<WidgetTarget>,
    /// The fields into which the letter was typed.
    lettered: HashSet<ActionKey>,
}

impl Suggestions {
    /// Takes in what `done` did, which led to `screen`.
    pub(super) fn learn(&mut self, done: &PerformedAction, screen: &Screen) {
        self.field = None;
        let Action::Type { target, text: InputText::Plain(text) } = &done.action else { return };
        if text == LETTER {
            self.lettered.insert(widget_key(target));
        }
        let were_there = options(&done.before).any(|option| !says_nothing(&option.label));
        if !done.failed && !text.is_empty() && !were_there && options(screen).next().is_some() {
            self.field = Some(target.clone());
        }
    }

    /// The first suggestion, or the letter.
    pub(super) fn next(&self, situation: &Situation) -> Option<AvailableAction> {
        let field = self.field.as_ref()?;
        let screen = &*situation.screen;
        let suggested = options(screen).find(|option| !says_nothing(&option.label));
        if let Some(option) = suggested {
            return Some(named(situation, Action::Tap { target: WidgetTarget::of(option) }));
        }
        let typing = Action::Type { target: field.clone(), text: InputText::Plain(LETTER.into()) };
        (!self.lettered.contains(&widget_key(field))).then(|| named(situation, typing))
    }
}

/// The options of a list that a page shows outside of dialogs.
fn options(screen: &Screen) -> impl Iterator<Item = &Widget> {
    let shows = |widget: &&Widget| {
        widget.short_class() == "option" && widget.acts() && widget.allows(ActionKind::Tap)
    };
    screen.widgets.iter().filter(move |_| !screen.dialog).filter(shows)
}

/// True for what a list says that has nothing to suggest: "No matches found."
fn says_nothing(label: &str) -> bool {
    let label = label.to_lowercase();
    ["no ", "nothing", "not found", "0 "].iter().any(|words| label.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::super::{BegunForm, BegunStep};
    use super::*;
    use crate::explorer::testing::{World, button, field, phone};

    /// A form for a visit, whose field suggests these names.
    fn form(holds: &str, suggested: &[&str]) -> Screen {
        let name = Widget { text: holds.into(), ..field(1, "name", "Name") };
        let mut widgets = vec![name, button(2, "Save")];
        widgets.extend(
            suggested.iter().zip(3..).map(|(label, number)| Widget {
                class: "li.option".into(),
                ..button(number, label)
            }),
        );
        phone(widgets)
    }

    /// A form was refused again and again with a name that its field had not suggested.
    #[test]
    fn a_suggestion_is_taken_and_a_letter_typed_where_there_is_none() {
        let mut world = World::new(None);
        let mut begun = BegunForm::default();
        world.show(form("", &[]));
        let mut does = |world: &mut World, action: &Action, to: Screen| {
            world.act(action, to);
            let situation = world.situation();
            begun.learn(situation.last.as_ref().unwrap(), &situation);
            begun.next(&situation).map(BegunStep::into_action).unwrap().action
        };
        let target = WidgetTarget::of(&world.screen.widgets[0]);
        let typing = |text: &str| Action::Type {
            target: target.clone(),
            text: InputText::Plain(text.into()),
        };
        let next = does(&mut world, &typing("Lamp 12"), form("Lamp 12", &["No matches found."]));
        assert_eq!(next, typing("a"));
        let next = does(&mut world, &next, form("a", &["Ada Lovelace", "Alan Turing"]));
        assert_eq!(next.target().unwrap().label, "Ada Lovelace");
        let next = does(&mut world, &next, form("Ada Lovelace", &[]));
        assert_eq!(next.target().unwrap().label, "Save");
        let next = does(&mut world, &typing("Lamp 12"), form("Lamp 12", &["No matches found."]));
        assert_eq!(next.target().unwrap().label, "Save", "the letter is typed once");
    }
}
