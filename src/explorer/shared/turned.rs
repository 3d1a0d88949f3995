//! What an app shows only while the display is turned: its tools, or the pages that a button opens
//! otherwise.
//!
//! One look at a turned screen is mostly enough: it shows the same widgets, only fewer of them. If it
//! shows several that the upright page never had and whose like was never pressed, the display stays
//! turned for a while, so that they can be, and longer if they open further ones.

use std::collections::{HashMap, HashSet};

use super::actions::{is_landscape, named, other_rotation};
use super::look_alikes::LookAlikes;
use crate::domain::{Action, ActionKind, Rotation};
use crate::explorer::weights::weights;
use crate::explorer::{ExplorerProposal, Situation};

weights! {
    /// The tuned numbers of [`TurnedPages`].
    pub struct TurnedPageWeights {
        /// The display stays turned if at least so many kinds of presses are new.
        new_presses: usize = 3,
        /// For so many steps.
        turned_steps: u32 = 12,
        /// At most so many times on one page.
        turned_times: u32 = 2,
        /// Each time it stays so for as many steps again if as many presses are new then, at most
        /// so often.
        turned_longer: u32 = 3,
        /// What a page shows turned is worth a look after so many steps on it.
        look_after: u32 = 16,
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct TurnedPages {
    weights: TurnedPageWeights,
    /// The classes of actions that each page has shown upright.
    upright: HashMap<String, HashSet<usize>>,
    /// The upright steps on each page, and the last one of them.
    steps_on: HashMap<String, (u32, u64)>,
    /// The pages that were seen turned.
    seen: HashSet<String>,
    /// How often the display stayed turned on each page.
    times: HashMap<String, u32>,
    /// The last step for which the display stays turned.
    until: Option<u64>,
    /// How often it stayed longer since it was turned.
    longer: u32,
}

impl TurnedPages {
    /// Nothing was seen yet.
    pub(in crate::explorer) fn new(weights: TurnedPageWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in the present screen. More often does no harm.
    pub(in crate::explorer) fn see(&mut self, situation: &Situation, index: &mut LookAlikes) {
        let page = &situation.screen.location;
        if !is_landscape(situation) {
            (self.until, self.longer) = (None, 0);
            self.upright.entry(page.clone()).or_default().extend(index.shown());
            let (steps, last) = self.steps_on.entry(page.clone()).or_default();
            if *last != situation.step {
                (*steps, *last) = (*steps + 1, situation.step);
            }
            return;
        }
        self.seen.insert(page.clone());
        if self.until.is_none() && self.may_stay(situation) && self.is_worth_it(situation, index) {
            self.stay(situation);
            *self.times.entry(page.clone()).or_default() += 1;
        }
        let is_over = self.until.is_some_and(|until| until == situation.step);
        let may_go_on = is_over && self.longer < self.weights.turned_longer;
        if may_go_on && self.is_worth_it(situation, index) {
            self.stay(situation);
            self.longer += 1;
        }
    }

    /// True if the display was just turned, and did not stay so too often on this page.
    fn may_stay(&self, situation: &Situation) -> bool {
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        let was_turned = situation.last.as_ref().is_some_and(|last| last.action == turn);
        let times = self.times.get(&situation.screen.location).copied().unwrap_or(0);
        was_turned && times < self.weights.turned_times
    }

    /// True if enough presses are new.
    fn is_worth_it(&self, situation: &Situation, index: &mut LookAlikes) -> bool {
        self.new_presses(situation, index) >= self.weights.new_presses
    }

    /// The display stays turned from now on.
    fn stay(&mut self, situation: &Situation) {
        self.until = Some(situation.step + u64::from(self.weights.turned_steps));
    }

    /// Kinds of presses that the upright page never offered and that were tried nowhere.
    fn new_presses(&self, situation: &Situation, index: &mut LookAlikes) -> usize {
        let Some(upright) = self.upright.get(&situation.screen.location) else { return 0 };
        let presses = situation.available.iter().filter(|it| it.action.kind() == ActionKind::Tap);
        let new = presses.filter_map(|press| {
            let alike = index.known(situation, press);
            (!upright.contains(&alike.class) && !index.is_tried(alike)).then_some(alike.class)
        });
        new.collect::<HashSet<_>>().len()
    }

    /// True if the page has taken steps enough and was never seen turned.
    pub(in crate::explorer) fn is_worth_a_look(&self, situation: &Situation) -> bool {
        let page = &situation.screen.location;
        let steps = self.steps_on.get(page).map_or(0, |(steps, _)| *steps);
        !self.seen.contains(page) && steps >= self.weights.look_after
    }

    /// True while the display stays turned.
    pub(in crate::explorer) fn stays(&self, situation: &Situation) -> bool {
        self.until.is_some_and(|until| situation.step < until)
    }

    /// Turns the display the other way, unless it stays turned.
    pub(in crate::explorer) fn other(&self, situation: &Situation) -> Option<Action> {
        let rotation = other_rotation(situation);
        (!self.stays(situation)).then_some(Action::Rotate { rotation })
    }

    /// Turns the display back, if it was turned and does not stay so.
    pub(in crate::explorer) fn turn_back(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let turn = named(situation, Action::Rotate { rotation: Rotation::Portrait });
        let why =
            "The display was turned to see whether the app copes with it; now it is turned back.";
        let is_due = is_landscape(situation) && !self.stays(situation);
        (is_due && situation.is_possible(&turn)).then(|| ExplorerProposal::new(turn, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Screen;
    use crate::explorer::shared::breadth::BreadthMemory;
    use crate::explorer::testing::{World, menu};
    use crate::explorer::{ExplorerSettings, registry};

    /// A page with these buttons beside its own, upright or turned.
    fn page(is_turned: bool, more: &[&str]) -> Screen {
        let own = ["Open", "About"];
        let mut screen = menu("Page", &own.iter().chain(more).copied().collect::<Vec<_>>());
        if is_turned {
            (screen.size.width, screen.size.height) = (screen.size.height, screen.size.width);
        }
        screen
    }

    /// Turns the page, on which it then shows `more`; true if the display stays turned.
    fn stays(world: &mut World, breadth: &mut BreadthMemory, more: &[&str]) -> bool {
        world.show(page(false, &[]));
        breadth.see(&world.situation());
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        world.act(&turn, page(true, more));
        breadth.see(&world.situation());
        let stays = breadth.turned.stays(&world.situation());
        assert_eq!(breadth.turned.turn_back(&world.situation()).is_none(), stays);
        assert_eq!(breadth.turned.other(&world.situation()).is_none(), stays);
        stays
    }

    #[test]
    fn the_display_stays_turned_for_tools_that_the_upright_page_lacks() {
        let tools = ["Bold", "Italic", "Underline"];
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        assert!(!stays(&mut world, &mut breadth, &[]));
        assert!(!stays(&mut world, &mut breadth, &tools[..2]));
        assert!(stays(&mut world, &mut breadth, &tools));
        for _ in 0..TurnedPageWeights::default().turned_steps {
            world.act(&world.tapping("Bold"), page(true, &tools));
            let situation = world.situation();
            breadth.learn(situation.last.as_ref().unwrap(), &situation);
            breadth.see(&situation);
        }
        assert!(breadth.turned.turn_back(&world.situation()).is_some(), "not for good");
    }

    #[test]
    fn it_stays_turned_longer_if_the_tools_open_others() {
        let tools = ["Bold", "Italic", "Underline"];
        let opened = ["Left", "Right", "Center"];
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        assert!(stays(&mut world, &mut breadth, &tools));
        let mut press = |world: &mut World, more: &[&str]| {
            world.act(&world.tapping("Open"), page(true, more));
            let situation = world.situation();
            breadth.learn(situation.last.as_ref().unwrap(), &situation);
            breadth.see(&situation);
            breadth.turned.stays(&situation)
        };
        let weights = TurnedPageWeights::default();
        for _ in 1..weights.turned_steps {
            assert!(press(&mut world, &tools));
        }
        assert!(press(&mut world, &opened), "others are new");
        let at_most = weights.turned_steps * weights.turned_longer;
        let more = (0..2 * at_most).take_while(|_| press(&mut world, &opened)).count();
        assert_eq!(more as u32, at_most - 1, "not for good");
    }

    #[test]
    fn a_page_on_which_much_was_done_is_worth_one_look() {
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        world.show(page(false, &[]));
        for _ in 1..TurnedPageWeights::default().look_after {
            breadth.see(&world.situation());
            breadth.see(&world.situation());
            assert!(!breadth.turned.is_worth_a_look(&world.situation()));
            world.act(&world.tapping("About"), page(false, &[]));
        }
        breadth.see(&world.situation());
        assert!(breadth.turned.is_worth_a_look(&world.situation()));
        stays(&mut world, &mut breadth, &[]);
        world.show(page(false, &[]));
        breadth.see(&world.situation());
        assert!(!breadth.turned.is_worth_a_look(&world.situation()), "it was seen");
    }

    #[test]
    fn explorers_press_the_tools_before_they_turn_the_display_back() {
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        for name in ["systematic", "vlm-fuzz", "elevate", "dino-droid"] {
            let make = registry::find(name).unwrap().make;
            let mut explorer = make(&ExplorerSettings::default()).unwrap();
            let mut world = World::new(None);
            world.show(page(false, &[]));
            let _ = world.ask(&mut *explorer);
            world.act(&turn, page(true, &["Bold", "Italic", "Underline"]));
            world.teach(&mut *explorer);
            let next = world.ask(&mut *explorer).0.unwrap();
            assert_eq!(next.action.kind(), ActionKind::Tap, "{name}: {}", next.why);
        }
    }

    #[test]
    fn a_dialog_that_keeps_the_display_turned_is_answered_first() {
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        for name in ["systematic", "vlm-fuzz", "elevate", "dino-droid", "monkey"] {
            let make = registry::find(name).unwrap().make;
            let mut explorer = make(&ExplorerSettings::default()).unwrap();
            let mut world = World::new(None);
            world.show(page(false, &[]));
            let _ = world.ask(&mut *explorer);
            world.act(&turn, page(true, &[]));
            world.teach(&mut *explorer);
            world.act(&world.tapping("Open"), Screen { answers_only: true, ..page(true, &[]) });
            world.teach(&mut *explorer);
            let next = world.ask(&mut *explorer).0.unwrap();
            assert_ne!(next.action.kind(), ActionKind::Rotate, "{name}: {}", next.why);
        }
    }

    #[test]
    fn what_could_not_be_turned_back_is_not_turned_again_at_once() {
        let back = Action::Rotate { rotation: Rotation::Portrait };
        let mut world = World::new(None);
        world.show(page(true, &[]));
        assert!(TurnedPages::default().turn_back(&world.situation()).is_some());
        world.act(&back, page(true, &[]));
        let mut situation = world.situation();
        situation.last.as_mut().unwrap().failed = true;
        assert_eq!(TurnedPages::default().turn_back(&situation), None);
    }

    #[test]
    fn it_stays_turned_a_few_times_only() {
        let tools = ["Bold", "Italic", "Underline"];
        let (mut world, mut breadth) = (World::new(None), BreadthMemory::default());
        let stayed = (0..5).filter(|_| stays(&mut world, &mut breadth, &tools)).count();
        assert_eq!(stayed, 2);
    }
}
