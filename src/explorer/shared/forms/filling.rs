//! Filling empty fields by itself, before anything else: most forms lead nowhere while they are empty.

use std::collections::HashMap;

use super::content::empty_fields;
use crate::domain::{Action, ActionKey, AvailableAction, StateId};
use crate::explorer::Situation;
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::look_alikes::ScreenNumber;
use crate::explorer::shared::unlisted::is_search;
use crate::explorer::weights::weights;

/// Why a field is filled in.
pub(in crate::explorer) const WHY: &str =
    "This field is empty, and forms lead further when they are filled.";

weights! {
    /// The tuned numbers of [`FieldFilling`].
    pub struct FieldFillWeights {
        /// A field is filled by itself at most so many times on one screen.
        fills: u32 = 3,
        /// So many fields of one class, such as those of a form that grows, are filled by themselves
        /// on one screen.
        alike_fills: u32 = 6,
    }
}

/// Which fields were filled by themselves.
#[derive(Debug)]
pub(in crate::explorer) struct FieldFilling {
    weights: FieldFillWeights,
    /// The state in which a field was last looked for.
    state: Option<StateId>,
    /// The templates of those that were filled since the app came to that state.
    filled: Vec<ActionKey>,
    /// How often each field of a screen was filled.
    fills: HashMap<(ScreenNumber, ActionKey), u32>,
}

impl FieldFilling {
    /// Nothing was filled yet.
    pub(in crate::explorer) fn new(weights: FieldFillWeights) -> Self {
        Self { weights, state: None, filled: Vec::new(), fills: HashMap::new() }
    }

    /// Takes in the present state.
    pub(in crate::explorer) fn see(&mut self, situation: &Situation) {
        let here = situation.state.structural;
        // A turned form is the same form.
        let last = situation.last.as_ref();
        let is_turned = last.is_some_and(|last| matches!(last.action, Action::Rotate { .. }));
        if self.state.replace(here) != Some(here) && !is_turned {
            self.filled.clear();
        }
    }

    /// The text for the next empty field, which counts as filled from then on.
    pub(in crate::explorer) fn next(
        &mut self,
        situation: &Situation,
        breadth: &mut BreadthMemory,
    ) -> Option<AvailableAction> {
        let screen = breadth.index.screen_of(situation.state.structural);
        // What the same texts do once more is known.
        let is_sent = breadth.begun.was_sent(&situation.screen.location);
        let most = if is_sent { 1 } else { self.weights.fills };
        let typing = situation.available.iter().find(|typing| {
            may_fill(situation, breadth, typing)
                && !self.filled.contains(&typing.template)
                && self.count(screen, &typing.template) < most
                && breadth.tries_here(situation, typing) < self.weights.alike_fills
        })?;
        self.filled.push(typing.template.clone());
        *self.fills.entry((screen, typing.template.clone())).or_insert(0) += 1;
        Some(typing.clone())
    }

    fn count(&self, screen: ScreenNumber, template: &ActionKey) -> u32 {
        self.fills.get(&(screen, template.clone())).copied().unwrap_or(0)
    }
}

/// True if `typing` types into an empty field that may take it.
fn may_fill(situation: &Situation, breadth: &mut BreadthMemory, typing: &AvailableAction) -> bool {
    let Some(target) = typing.action.target() else { return false };
    let mut empty = empty_fields(&situation.screen);
    let Some(field) = empty.find(|field| field.number == target.number) else { return false };
    if breadth.begun.takes_nothing(target)
        || breadth.searches.was_emptied(&situation.screen, field)
        || situation.is_refused(&typing.key)
    {
        return false;
    }
    // What a search of the whole app finds is known after the first time.
    let alike = breadth.index.known(situation, typing);
    if is_search(field) && breadth.index.is_tried(alike) {
        return false;
    }
    // What a password field holds cannot be read.
    !(field.password && breadth.begun.was_typed(target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Screen;
    use crate::explorer::testing::{World, button, field, phone};

    /// A form of one field, which takes nothing.
    fn form() -> Screen {
        phone(vec![field(1, "name", "Name"), button(2, "Open")])
    }

    /// How often the field of the form is filled by itself on so many visits to it, each after another page.
    fn filled(weights: FieldFillWeights, visits: usize) -> usize {
        let mut world = World::new(None);
        let (mut filling, mut breadth) = (FieldFilling::new(weights), BreadthMemory::default());
        let mut filled = 0;
        for _ in 0..visits {
            for screen in [form(), phone(vec![button(1, "Back")])] {
                world.show(screen);
                let situation = world.situation();
                breadth.see(&situation);
                filling.see(&situation);
                filled += usize::from(filling.next(&situation, &mut breadth).is_some());
                assert!(filling.next(&situation, &mut breadth).is_none(), "once a visit");
            }
        }
        filled
    }

    #[test]
    fn a_field_is_filled_once_a_visit_and_not_on_each_one() {
        let weights = FieldFillWeights::default();
        assert_eq!(filled(weights, 2), 2);
        assert_eq!(filled(weights, 9), 3);
        assert_eq!(filled(FieldFillWeights { fills: 5, ..weights }, 9), 5);
    }
}
