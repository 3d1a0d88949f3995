//! A search that is still held: what it leaves out, and what its results cover, cannot be reached until
//! its field is empty again.

use std::collections::{HashMap, HashSet};

use super::actions::named;
use super::forms::field_name::field_name;
use super::unlisted::is_search;
use crate::domain::{Action, ActionKind, AvailableAction, InputText, Screen, Widget};
use crate::explorer::weights::weights;
use crate::explorer::{PerformedAction, Situation};

/// Why the field is emptied.
pub(in crate::explorer) const WHY: &str =
    "What this search found was seen, and it may hide or cover what else is here.";

weights! {
    /// The tuned numbers of [`HeldSearch`].
    pub struct HeldSearchWeights {
        /// A search is looked at for so many steps before its field is emptied.
        looked_at: u64 = 8,
    }
}

/// A field of a page: the page, the class of the field and what it is called.
type FieldOfPage = (String, String, String);

/// A field that holds a text that was typed.
#[derive(Debug)]
struct HeldText {
    /// The step in which the field was typed into while it was empty.
    step: u64,
    /// What could be pressed before.
    before: HashSet<String>,
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct HeldSearch {
    weights: HeldSearchWeights,
    held: HashMap<FieldOfPage, HeldText>,
    /// The fields that were emptied.
    emptied: HashSet<FieldOfPage>,
}

impl HeldSearch {
    /// Nothing was typed yet.
    pub(in crate::explorer) fn new(weights: HeldSearchWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction) {
        let Action::Type { target, text } = &done.action else { return };
        let screen = &*done.before;
        let field = screen.widget(target.number).filter(|field| may_search(screen, field));
        let Some(field) = field else { return };
        let name = named_on(screen, field);
        if matches!(text, InputText::Plain(text) if text.is_empty()) {
            self.held.remove(&name);
            self.emptied.insert(name);
            return;
        }
        // What a text hides that is typed over another one was hidden by that already.
        if field.content().is_empty() || !self.held.contains_key(&name) {
            let held = HeldText { step: done.step, before: pressable(screen) };
            self.held.insert(name, held);
        }
    }

    /// True if `field` was emptied before: what it finds was seen, so it is not filled by itself again.
    pub(in crate::explorer) fn was_emptied(&self, screen: &Screen, field: &Widget) -> bool {
        self.emptied.contains(&named_on(screen, field))
    }

    /// Empties the search field of the present page, if what it holds was typed some steps ago, and something is
    /// missing since.
    pub(in crate::explorer) fn next(&self, situation: &Situation) -> Option<AvailableAction> {
        if self.held.is_empty() {
            return None;
        }
        let screen = &*situation.screen;
        let is_due = |field: &Widget| {
            self.held.get(&named_on(screen, field)).is_some_and(|held| {
                situation.step >= held.step + self.weights.looked_at
                    && !held.before.is_subset(&pressable(screen))
            })
        };
        let emptying = |typing: &AvailableAction| {
            let target = typing.action.target()?;
            let field = screen.widget(target.number)?;
            let holds = !field.password && !field.content().is_empty();
            let text = InputText::Plain(String::new());
            let action = Action::Type { target: target.clone(), text };
            (holds && is_due(field)).then(|| named(situation, action))
        };
        let fields = situation.available.iter().filter(|it| it.action.kind() == ActionKind::Type);
        fields.filter_map(emptying).find(|action| situation.is_possible(action))
    }
}

/// True for a field that says that it looks for something, and for the only one of a line that says nothing: several are the
/// lines of a form.
fn may_search(screen: &Screen, field: &Widget) -> bool {
    let says_nothing = |field: &Widget| {
        field_name(field).is_empty() && !field.is_text_area() && field.form.is_none()
    };
    let alike = || screen.widgets.iter().filter(|other| other.is_field() && says_nothing(other));
    is_search(field) || says_nothing(field) && alike().count() == 1
}

fn named_on(screen: &Screen, field: &Widget) -> FieldOfPage {
    (screen.location.clone(), field.class.clone(), field_name(field).to_owned())
}

/// The labels of what can be pressed.
fn pressable(screen: &Screen) -> HashSet<String> {
    let presses = |widget: &&Widget| !widget.is_field() && widget.allows(ActionKind::Tap);
    let pressed = screen.widgets.iter().filter(presses).filter(|widget| widget.tap.is_some());
    pressed.map(|widget| widget.label.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::shared::breadth::BreadthMemory;
    use crate::explorer::shared::forms::filling::{FieldFillWeights, FieldFilling};
    use crate::explorer::testing::{World, button, field, phone};
    use crate::explorer::{ExplorerSettings, registry};

    /// A list that a field without a name narrows down to nothing.
    fn list(holds: &str) -> Screen {
        let mut search = field(1, "", "");
        search.resource_id.clear();
        search.text = holds.into();
        let rows = if holds.is_empty() { vec![button(3, "Open")] } else { Vec::new() };
        phone([search, button(2, "About")].into_iter().chain(rows).collect())
    }

    fn typing(world: &World, text: &str) -> Action {
        let situation = world.situation();
        let mut typing = situation.available.iter().map(|available| &available.action);
        let target = typing.find_map(|it| it.target().filter(|it| it.number == 1)).unwrap();
        Action::Type { target: target.clone(), text: InputText::Plain(text.into()) }
    }

    /// Types into the field, and gives after how many further steps it is emptied, if within 20.
    fn emptied_after(world: &mut World, breadth: &mut BreadthMemory) -> Option<usize> {
        world.act(&typing(world, "lamp"), list("lamp"));
        for steps in 0..20 {
            let situation = world.situation();
            breadth.learn(situation.last.as_ref().unwrap(), &situation);
            breadth.see(&situation);
            if let Some((next, _)) = breadth.next_step(&situation) {
                assert_eq!(next.action, typing(world, ""));
                world.act(&next.action, list(""));
                let situation = world.situation();
                breadth.learn(situation.last.as_ref().unwrap(), &situation);
                return Some(steps);
            }
            world.act(&world.tapping("About"), list("lamp"));
        }
        None
    }

    #[test]
    fn each_search_is_emptied_after_a_while() {
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        world.show(list(""));
        let after: Vec<_> = (0..3).map(|_| emptied_after(&mut world, &mut breadth)).collect();
        assert_eq!(after, [Some(7); 3]);
    }

    #[test]
    fn what_the_app_itself_put_there_stays() {
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        world.show(list("lamp"));
        for _ in 0..20 {
            world.act(&world.tapping("About"), list("lamp"));
            let situation = world.situation();
            breadth.learn(situation.last.as_ref().unwrap(), &situation);
            assert_eq!(breadth.next_step(&situation), None);
        }
    }

    /// The names of guests were emptied one after another, and filled in again.
    #[test]
    fn the_lines_of_a_form_are_no_search() {
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        let form = |holds: &str| {
            let mut form = list(holds);
            let line = Widget {
                number: form.widgets.len() + 1,
                text: String::new(),
                ..form.widgets[0].clone()
            };
            form.widgets.push(line);
            form
        };
        world.show(form(""));
        world.act(&typing(&world, "lamp"), form("lamp"));
        for _ in 0..20 {
            let situation = world.situation();
            breadth.learn(situation.last.as_ref().unwrap(), &situation);
            assert_eq!(breadth.next_step(&situation), None);
            world.act(&world.tapping("About"), form("lamp"));
        }
    }

    #[test]
    fn a_text_that_hides_nothing_stays() {
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        world.show(list(""));
        let mut found = list("");
        found.widgets[0].text = "lamp".into();
        world.act(&typing(&world, "lamp"), found.clone());
        for _ in 0..20 {
            let situation = world.situation();
            breadth.learn(situation.last.as_ref().unwrap(), &situation);
            assert_eq!(breadth.next_step(&situation), None);
            world.act(&world.tapping("About"), found.clone());
        }
    }

    #[test]
    fn what_was_emptied_is_not_filled_by_itself_again() {
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        let mut filling = FieldFilling::new(FieldFillWeights::default());
        world.show(list(""));
        assert!(filling.next(&world.situation(), &mut breadth).is_some());
        emptied_after(&mut world, &mut breadth);
        let mut filling = FieldFilling::new(FieldFillWeights::default());
        assert_eq!(filling.next(&world.situation(), &mut breadth), None);
    }

    #[test]
    fn each_explorer_empties_it() {
        for name in ["systematic", "vlm-fuzz", "elevate", "dino-droid"] {
            let make = registry::find(name).unwrap().make;
            let mut explorer = make(&ExplorerSettings::default()).unwrap();
            let mut world = World::new(None);
            world.show(list(""));
            let _ = world.ask(&mut *explorer);
            world.act(&typing(&world, "lamp"), list("lamp"));
            world.teach(&mut *explorer);
            let emptied = (0..30).any(|_| {
                let Some(next) = world.ask(&mut *explorer).0 else { return false };
                let is_emptying = next.action == typing(&world, "");
                world.act(&next.action, list(if is_emptying { "" } else { "lamp" }));
                world.teach(&mut *explorer);
                is_emptying
            });
            assert!(emptied, "{name}");
        }
    }
}
