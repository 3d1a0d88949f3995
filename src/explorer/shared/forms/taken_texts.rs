//! Which texts the fields of an app took.
//!
//! A device may not be able to type some signs, and a field may refuse what does not fit it. The
//! text is read back after typing; what did not arrive is not typed there a second time.

use std::collections::{HashMap, HashSet};

use super::field_name::target_name;
use crate::domain::{Action, InputText, Widget, WidgetTarget, values};
use crate::explorer::PerformedAction;

/// What is remembered of a field.
#[derive(Debug, Default)]
struct FieldTexts {
    /// What arrived whole, the latest.
    taken: Option<String>,
    /// What did not.
    refused: HashSet<String>,
    /// Of a text with letters only the digits arrived.
    is_numeric: bool,
}

impl FieldTexts {
    fn takes(&self, text: &str) -> bool {
        let fits = !self.is_numeric || text.chars().all(is_of_number);
        fits && !self.refused.contains(text)
    }
}

const fn is_of_number(sign: char) -> bool {
    sign.is_ascii_digit() || matches!(sign, '.' | '-')
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct TakenTexts {
    fields: HashMap<String, FieldTexts>,
    /// The device left out signs beyond ASCII, and kept the others.
    is_ascii_only: bool,
}

impl TakenTexts {
    /// Takes in what a field held after it was typed into. Secrets cannot be read back.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction) {
        let Action::Type { target, text: InputText::Plain(text) } = &done.action else { return };
        let Some(held) = &done.accepted else { return };
        let field = self.fields.entry(target_name(target)).or_default();
        if held == text {
            field.refused.remove(text);
            field.taken = Some(text.clone());
            return;
        }
        field.refused.insert(text.clone());
        let number: String = text.chars().filter(|sign| is_of_number(*sign)).collect();
        if !number.is_empty() && *held == number {
            field.is_numeric = true;
            field.taken = Some(number);
        }
        let ascii: String = text.chars().filter(char::is_ascii).collect();
        self.is_ascii_only |= !text.is_ascii() && held.trim() == ascii.trim();
    }

    /// False if `field` did not take `text` before, or the device cannot type it.
    pub(in crate::explorer) fn is_taken(&self, field: &Widget, text: &str) -> bool {
        let taken = self.known(field).is_none_or(|known| known.takes(text));
        taken && (text.is_ascii() || !self.is_ascii_only)
    }

    /// `text`, or another one for `field` if it cannot be typed there: one that the field took, else
    /// another plausible one.
    pub(in crate::explorer) fn instead_of(&self, field: &Widget, text: String) -> String {
        if self.is_taken(field, &text) {
            return text;
        }
        let taken = self.known(field).and_then(|known| known.taken.clone());
        let others = (0..values::variants(field)).map(|variant| values::plausible(field, variant));
        let mut others = taken.into_iter().chain(others);
        others.find(|other| self.is_taken(field, other)).unwrap_or(text)
    }

    fn known(&self, field: &Widget) -> Option<&FieldTexts> {
        self.fields.get(&target_name(&WidgetTarget::of(field)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, field, phone};

    fn typing(world: &World, text: &str) -> Action {
        let target = WidgetTarget::of(&world.screen.widgets[0]);
        Action::Type { target, text: InputText::Plain(text.into()) }
    }

    /// Types `text` and reads back `held`.
    fn learned(texts: &mut TakenTexts, world: &mut World, text: &str, held: &str) {
        let action = typing(world, text);
        let screen = world.screen.clone();
        world.act(&action, screen);
        let mut done = world.last.clone().unwrap();
        done.accepted = Some(held.into());
        texts.learn(&done);
    }

    #[test]
    fn what_did_not_arrive_is_not_typed_there_a_second_time() {
        let mut world = World::new(None);
        let town = field(2, "town", "Town");
        world.show(phone(vec![field(1, "count", "How many?"), town.clone()]));
        let mut texts = TakenTexts::default();
        learned(&mut texts, &mut world, "7", "7");
        learned(&mut texts, &mut world, "Lamp", "");
        let count = world.screen.widgets[0].clone();
        assert!(!texts.is_taken(&count, "Lamp"));
        assert_eq!(texts.instead_of(&count, "Lamp".into()), "7");
        assert_eq!(texts.instead_of(&town, "Lamp".into()), "Lamp", "another field may take it");
    }

    #[test]
    fn a_field_that_keeps_digits_only_gets_numbers() {
        let mut world = World::new(None);
        world.show(phone(vec![field(1, "cost", "Cost")]));
        let mut texts = TakenTexts::default();
        learned(&mut texts, &mut world, "Lamp 12", "12");
        let cost = world.screen.widgets[0].clone();
        assert!(!texts.is_taken(&cost, "<b>"), "it has letters too");
        assert!(texts.is_taken(&cost, "-1"));
        assert_eq!(texts.instead_of(&cost, "Plan the week".into()), "12");
    }

    #[test]
    fn a_device_that_types_ascii_only_gets_nothing_else() {
        let mut world = World::new(None);
        world.show(phone(vec![field(1, "note", "Note"), field(2, "title", "Title")]));
        let mut texts = TakenTexts::default();
        learned(&mut texts, &mut world, "Gr\u{fc}n 1", "Grn 1");
        let title = world.screen.widgets[1].clone();
        assert!(!texts.is_taken(&title, "\u{dc}bung"));
        let other = texts.instead_of(&title, "\u{dc}bung".into());
        assert!(other.is_ascii() && !other.is_empty());
    }
}
