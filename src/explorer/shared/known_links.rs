//! Links whose addresses tell where they lead: a page that one of them showed is what another one to the same
//! place should show, on whatever page it is. So a path may lead over links that were never pressed.

use std::collections::HashMap;

use crate::domain::{Action, ActionKey, LinkPlace, Screen, StateId};
use crate::explorer::{PerformedAction, Situation};
use crate::model::behaviour::StateNode;
use crate::protocol::ActionOutcome;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::explorer) struct KnownLinks {
    /// The number of each place that a link leads to.
    places: HashMap<String, usize>,
    /// What a link to each of them showed last.
    shown: Vec<Option<StateId>>,
    /// The links of each state, as they were when it was seen last.
    of_state: HashMap<StateId, Vec<(ActionKey, usize)>>,
}

impl KnownLinks {
    /// Takes in the links of the present screen. More often does no harm.
    pub(in crate::explorer) fn see(&mut self, situation: &Situation) {
        let screen = &*situation.screen;
        let mut links = Vec::new();
        for available in situation.available.iter() {
            if let Some(place) = place_of(screen, &available.action) {
                links.push((available.key.clone(), self.number(place)));
            }
        }
        if !links.is_empty() {
            self.of_state.insert(situation.state.structural, links);
        }
    }

    /// Takes in what `done` led to.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let place = place_of(&done.before, &done.action);
        let is_there = |place: &&str| *place == situation.screen.location;
        if done.outcome == ActionOutcome::Moved
            && let Some(place) = place.filter(is_there)
        {
            let number = self.number(place);
            self.shown[number] = Some(situation.state.structural);
        }
    }

    fn number(&mut self, place: &str) -> usize {
        if let Some(known) = self.places.get(place) {
            return *known;
        }
        self.shown.push(None);
        self.places.insert(place.to_owned(), self.shown.len() - 1);
        self.shown.len() - 1
    }

    /// The links of `from` that were never pressed there, with the states that they should lead to.
    pub(in crate::explorer) fn of<'a>(
        &'a self,
        from: &'a StateNode,
    ) -> impl Iterator<Item = (&'a ActionKey, StateId)> {
        let links = self.of_state.get(&from.id).into_iter().flatten();
        links
            .filter(|(key, _)| !from.edges.contains_key(key))
            .filter_map(|(key, place)| Some((key, self.shown[*place]?)))
    }
}

/// The place of the app that a tap on a link leads to.
fn place_of<'a>(screen: &'a Screen, action: &Action) -> Option<&'a str> {
    let Action::Tap { target } = action else { return None };
    match screen.widget(target.number)?.link.as_ref()? {
        LinkPlace::Inside(place) => Some(place),
        LinkPlace::Outside(_) | LinkPlace::Here => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Widget;
    use crate::explorer::testing::{World, button, phone};

    fn page(location: &str, links: &[&str]) -> Screen {
        let widgets = links.iter().enumerate().map(|(index, place)| Widget {
            link: Some(LinkPlace::Inside((*place).into())),
            ..button(index + 1, place)
        });
        Screen { location: location.into(), ..phone(widgets.collect()) }
    }

    #[test]
    fn what_one_link_showed_another_one_to_the_same_place_should_show() {
        let mut world = World::new(None);
        let mut links = KnownLinks::default();
        world.show(page("/", &["/a", "/b"]));
        links.see(&world.situation());
        for (place, leads) in [("/a", ["/", "/b"]), ("/b", ["/a", "/c"])] {
            world.act(&world.tapping(place), page(place, &leads));
            let situation = world.situation();
            links.learn(situation.last.as_ref().unwrap(), &situation);
            links.see(&situation);
        }
        let situation = world.situation();
        let states = situation.model.states();
        let here = situation.model.state(situation.state.structural).unwrap();
        let known: Vec<StateId> = links.of(here).map(|(_, to)| to).collect();
        assert_eq!(known, [states[1].id], "no link has shown /c");
        assert_eq!(links.of(&states[1]).count(), 0, "its link to /b was pressed, none shows /");
    }
}
