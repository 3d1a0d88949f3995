//! Leads any explorer to where properties can be checked.
//!
//! A property whose precondition is rarely met is rarely checked. So its states are remembered, and for a
//! share of the steps the guide goes to one of them and performs the property's actions, the property
//! that was checked least first. All other steps are the explorer's own. This is Kea's guidance in its
//! simplest form ("General and Practical Property-based Testing for Android Apps", ASE 2024, section 3).

use std::collections::BTreeMap;

use super::shared::actions::{named, other_rotation};
use super::{Explorer, ExplorerNews, ExplorerProposal, PerformedAction, Proposing, Situation};
use crate::domain::{Action, AvailableAction, DeviceKey, InputText, StateId};
use crate::llm::Asker;
use crate::model::path::{KnownActions, PathSearch};
use crate::oracle::properties::{ActionPattern, PropertyTracker, PropertyTurn};

/// One step in so many is the guide's, at most.
const SHARE: u64 = 4;
/// How often a property's first action is proposed in one state.
const TRIES_PER_STATE: u32 = 2;
/// How many states a search for a precondition looks at.
const SEARCHED_STATES: usize = 400;

/// See the module.
pub struct PropertyGuide {
    explorer: Box<dyn Explorer>,
    tracker: PropertyTracker,
    /// For each property with actions the states in which its precondition held, with how often it was
    /// begun there.
    states: Vec<BTreeMap<StateId, u32>>,
    /// Steps that the guide proposed.
    guided: u64,
}

impl PropertyGuide {
    /// `explorer`, led to the preconditions of [`Situation::properties`].
    pub fn around(explorer: Box<dyn Explorer>) -> Box<dyn Explorer> {
        let tracker = PropertyTracker::default();
        Box::new(Self { explorer, tracker, states: Vec::new(), guided: 0 })
    }

    /// Follows the properties that there are now.
    fn adopt(&mut self, situation: &Situation) {
        let Some(places) = self.tracker.adopt(&situation.properties) else { return };
        let mut states = std::mem::take(&mut self.states);
        let taken = |place: Option<usize>| {
            place.and_then(|place| states.get_mut(place)).map(std::mem::take).unwrap_or_default()
        };
        self.states = places.into_iter().map(taken).collect();
    }

    /// Remembers the preconditions that hold here.
    fn notice(&mut self, situation: &Situation) {
        let properties = self.tracker.properties().iter().zip(&mut self.states);
        for (property, states) in properties {
            if !property.after.is_empty() && property.when.holds(&situation.screen) {
                states.entry(situation.state.structural).or_default();
            }
        }
    }

    /// The guide's own proposal, if it has one.
    fn guided(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if situation.screen.surface.is_dialogue() {
            return None;
        }
        if let Some(ms) = self.tracker.to_wait_ms() {
            let ms = u32::try_from(ms).unwrap_or(u32::MAX);
            let wait = named(situation, Action::Wait { ms });
            let why = "A property gives the app so much time.";
            return situation.is_possible(&wait).then(|| ExplorerProposal::new(wait, why));
        }
        if self.guided * SHARE > situation.step {
            return None;
        }
        self.continued(situation).or_else(|| self.begun(situation)).or_else(|| self.walk(situation))
    }

    /// The next action of a property that was begun.
    fn continued(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let properties = self.tracker.properties();
        self.tracker.begun().find_map(|(place, done)| {
            let property = properties.get(place)?;
            let action = meant(property.after.get(done)?, situation)?;
            let (step, of) = (done + 1, property.after.len());
            let why = format!("Property {:?}: action {step} of {of}.", property.name);
            Some(ExplorerProposal::new(action, why))
        })
    }

    /// The first action of the property that was checked least of those whose precondition holds here.
    fn begun(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let properties = self.tracker.properties().iter().enumerate();
        let holding = properties.filter_map(|(place, property)| {
            let tries = self.states.get(place)?.get(&here)?;
            let holds = *tries < TRIES_PER_STATE && property.when.holds(&situation.screen);
            let first = property.after.first().filter(|_| holds)?;
            Some((self.tracker.checks(place), place, meant(first, situation)?))
        });
        let (_, place, action) = holding.min_by_key(|(checks, place, _)| (*checks, *place))?;
        *self.states.get_mut(place)?.entry(here).or_default() += 1;
        let name = &self.tracker.properties().get(place)?.name;
        let why = format!("Property {name:?}: its precondition holds here.");
        Some(ExplorerProposal::new(action, why))
    }

    /// A step to the nearest state in which the property that was checked least can be begun.
    fn walk(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let open = |place: &usize| {
            let states = self.states.get(*place);
            states.is_some_and(|states| states.values().any(|tries| *tries < TRIES_PER_STATE))
        };
        let places = (0..self.states.len()).filter(open);
        let place = places.min_by_key(|place| (self.tracker.checks(*place), *place))?;
        let (property, states) = (self.tracker.properties().get(place)?, self.states.get(place)?);
        let model = &*situation.model;
        let here = situation.state.structural;
        let mut search = PathSearch::new(model, here, &KnownActions)?;
        for _ in 0..SEARCHED_STATES {
            let reached = search.next()?;
            let state = model.states().get(reached.position)?.id;
            if state == here || states.get(&state).is_none_or(|tries| *tries >= TRIES_PER_STATE) {
                continue;
            }
            let (key, _) = search.first_step(reached.position)?;
            let available = situation.available.iter().find(|available| available.key == *key);
            let back = named(situation, Action::Key { key: DeviceKey::Back });
            let action = available.cloned().or_else(|| (back.key == *key).then_some(back))?;
            let why = format!("The way to where property {:?} can be checked.", property.name);
            return situation.is_possible(&action).then(|| ExplorerProposal::new(action, why));
        }
        None
    }
}

/// The action on the present screen that `pattern` means.
fn meant(pattern: &ActionPattern, situation: &Situation) -> Option<AvailableAction> {
    let possible = |action: &AvailableAction| situation.is_possible(action);
    let anywhere = |action: Action| Some(named(situation, action)).filter(possible);
    match pattern {
        ActionPattern::Back => anywhere(Action::Key { key: DeviceKey::Back }),
        ActionPattern::Rotate => anywhere(Action::Rotate { rotation: other_rotation(situation) }),
        ActionPattern::Restart => anywhere(Action::Restart),
        ActionPattern::Wait => anywhere(Action::Wait { ms: 1000 }),
        ActionPattern::Type(words, which) => {
            let available =
                situation.available.iter().find(|available| match &available.action {
                    Action::Type { target, .. } => situation
                        .screen
                        .widget(target.number)
                        .is_some_and(|widget| which.matches(widget)),
                    _ => false,
                })?;
            let mut available = available.clone();
            if let (Some(wanted), Action::Type { text: InputText::Plain(text), .. }) =
                (words.literal(), &mut available.action)
            {
                wanted.clone_into(text);
            }
            Some(available).filter(possible)
        }
        ActionPattern::Tap(_) | ActionPattern::LongTap(_) | ActionPattern::Any => {
            let matching = |available: &&AvailableAction| {
                pattern.matches(&available.action, &situation.screen) && possible(available)
            };
            situation.available.iter().find(matching).cloned()
        }
    }
}

impl Explorer for PropertyGuide {
    fn name(&self) -> &'static str {
        self.explorer.name()
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.adopt(situation);
        self.tracker.follow(&PropertyTurn {
            step: done.step,
            action: Some(&done.action),
            before: Some(&done.before),
            after: &situation.screen,
            waited_ms: done.progress_ms,
        });
        self.explorer.learn(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        self.adopt(situation);
        self.notice(situation);
        if let Some(proposal) = self.guided(situation) {
            self.guided += 1;
            return Box::pin(futures_util::future::ready(Some(proposal)));
        }
        self.explorer.propose(situation, asker)
    }

    fn take_news(&mut self) -> Vec<ExplorerNews> {
        self.explorer.take_news()
    }

    fn hear(&mut self, news: &ExplorerNews) {
        self.explorer.hear(news);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Screen;
    use crate::explorer::testing::{World, menu};
    use crate::explorer::{ExplorerSettings, find};
    use crate::oracle::PropertySet;

    const FILE: &str = "[[property]]\nname = 'deleting asks'\nwhen = { screen = 'Notes' }\n\
        after = ['tap Delete']\nmust = [{ text = 'Really?' }]";

    fn guide() -> Box<dyn Explorer> {
        PropertyGuide::around(
            (find("systematic").unwrap().make)(&ExplorerSettings::default()).unwrap(),
        )
    }

    /// A world in which the properties of `file` are known.
    fn world(file: &str) -> World {
        World { properties: PropertySet::read(file).unwrap().into(), ..World::new(None) }
    }

    fn notes() -> Screen {
        menu("Notes", &["Open", "Delete"])
    }

    fn why(world: &mut World, guide: &mut dyn Explorer) -> String {
        world.ask(guide).0.unwrap().why
    }

    #[test]
    fn a_property_is_begun_where_its_precondition_holds() {
        let (mut guide, mut world) = (guide(), world(FILE));
        world.show(menu("Home", &["Notes"]));
        assert!(!why(&mut world, &mut *guide).contains("deleting asks"));
        let action = world.tapping("Notes");
        world.act(&action, notes());
        world.teach(&mut *guide);
        let (proposed, _) = world.ask(&mut *guide);
        let proposed = proposed.unwrap();
        assert_eq!(proposed.action, world.tapping("Delete"), "{}", proposed.why);
        assert!(proposed.why.contains("its precondition holds here"), "{}", proposed.why);
    }

    #[test]
    fn the_guide_walks_to_a_precondition_that_was_met_before() {
        let (mut guide, mut world) = (guide(), world(FILE));
        let home = || menu("Home", &["Notes", "About"]);
        world.show(home());
        let open = world.tapping("Notes");
        world.act(&open, notes());
        world.teach(&mut *guide);
        // Noticed, and begun once; then the app is elsewhere again.
        world.ask(&mut *guide);
        world.step += 20;
        let away = Action::Restart;
        world.act(&away, home());
        world.teach(&mut *guide);
        let (proposed, _) = world.ask(&mut *guide);
        let proposed = proposed.unwrap();
        assert_eq!(proposed.action, open, "{}", proposed.why);
        assert!(proposed.why.contains("deleting asks"), "{}", proposed.why);
    }

    #[test]
    fn most_steps_are_the_explorers_own() {
        let (mut guide, mut world) = (guide(), world(FILE));
        world.show(notes());
        let mut guided = 0;
        for _ in 0..20 {
            let (proposed, _) = world.ask(&mut *guide);
            let proposed = proposed.unwrap();
            guided += u32::from(proposed.why.contains("deleting asks"));
            world.act(&proposed.action, notes());
            world.teach(&mut *guide);
        }
        assert_eq!(guided, TRIES_PER_STATE);
    }

    #[test]
    fn without_actions_there_is_nothing_to_lead_to() {
        let mut world = world("[[property]]\nname = 'deleting asks'\nmust = [{ text = 'x' }]");
        world.show(notes());
        assert!(!why(&mut world, &mut *guide()).contains("deleting asks"));
    }

    #[test]
    fn a_property_may_come_while_a_session_runs() {
        let (mut guide, mut world) = (guide(), World::new(None));
        world.show(notes());
        assert!(!why(&mut world, &mut *guide).contains("deleting asks"));
        world.properties = PropertySet::read(FILE).unwrap().into();
        assert!(why(&mut world, &mut *guide).contains("deleting asks"));
        // What was begun twice is not begun anew because another property comes.
        world.step += 20;
        assert!(why(&mut world, &mut *guide).contains("deleting asks"));
        let more = format!("[[property]]\nname = 'other'\nmust = [{{ text = 'x' }}]\n{FILE}");
        world.properties = PropertySet::read(&more).unwrap().into();
        world.step += 20;
        assert!(!why(&mut world, &mut *guide).contains("deleting asks"));
    }
}
