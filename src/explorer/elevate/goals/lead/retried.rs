//! What counts as never done though it was done: a tap that did nothing while the app was empty, once an entry was made,
//! and scrolling what only another page of the same address was scrolled for.

use std::collections::HashMap;

use crate::domain::{Action, ActionKey, Direction, StateId};
use crate::explorer::Situation;
use crate::explorer::elevate::goals::screens::SeenScreens;
use crate::model::behaviour::BehaviourModel;
use crate::protocol::ActionOutcome;

/// How often what does nothing is tried before more is made, and after it.
const TRIES: u32 = 2;
/// What is told of a tap that may do something by now.
const NOTHING_YET: &str = "did nothing, before entries were made";
/// What is told of a scroll.
const MORE: &str = "more, never shown";

/// What counts as never done on a screen, and what is told of it.
pub type RetriedInputs = HashMap<ActionKey, &'static str>;

/// The taps that did nothing, by activity or page.
#[derive(Debug, Default)]
pub struct FruitlessTaps {
    taps: HashMap<String, HashMap<ActionKey, FruitlessTap>>,
    /// How many kinds of forms led on.
    made: usize,
}

/// A tap that did nothing.
#[derive(Debug)]
struct FruitlessTap {
    /// How many kinds of forms had led on then.
    made: usize,
    tries: u32,
}

impl FruitlessTaps {
    /// Takes in how many kinds of forms led on until now.
    pub const fn made(&mut self, kinds: usize) {
        self.made = kinds;
    }

    /// Takes in the latest action.
    pub fn learn(&mut self, situation: &Situation) {
        let Some(done) = &situation.last else { return };
        if !matches!(done.action, Action::Tap { .. }) {
            return;
        }
        let taps = self.taps.entry(done.before.location.clone()).or_default();
        if done.outcome == ActionOutcome::None && !done.failed {
            let tap = taps.entry(done.key.clone()).or_insert(FruitlessTap { made: 0, tries: 0 });
            *tap = FruitlessTap { made: self.made, tries: tap.tries + 1 };
        } else {
            taps.remove(&done.key);
        }
    }

    /// What counts as never done on the screen of `state`, at `location`.
    pub fn retried(
        &self,
        model: &BehaviourModel,
        screens: &SeenScreens,
        (state, location): (StateId, &str),
    ) -> RetriedInputs {
        let fruitless = self.taps.get(location).into_iter().flatten();
        let fruitless = fruitless
            .filter(|(_, tap)| tap.made < self.made && tap.tries < TRIES)
            .map(|(key, _)| (key.clone(), NOTHING_YET));
        let seen = screens.of(state).into_iter().flat_map(|seen| &seen.inputs);
        let is_this = |other: StateId| other == state || screens.are_alike(other, state);
        let is_scrolled = |key: &ActionKey| {
            let opposite = opposite(key);
            let mut same = model.states().iter().filter(|node| node.location == location);
            same.any(|node| {
                let came = opposite.as_ref().and_then(|key| node.edges.get(key));
                node.edges.contains_key(key) && is_this(node.id)
                    || came.is_some_and(|came| came.to.iter().any(|(to, _)| is_this(*to)))
            })
        };
        let scrolls = seen.filter(|input| input.is_scroll && !is_scrolled(&input.key));
        fruitless.chain(scrolls.map(|input| (input.key.clone(), MORE))).collect()
    }
}

/// The key of scrolling the same back.
fn opposite(key: &ActionKey) -> Option<ActionKey> {
    use Direction::{Down, Left, Right, Up};
    let (scroll, word) = key.as_str().rsplit_once(' ')?;
    let direction = [Up, Down, Left, Right].into_iter().find(|it| it.word() == word)?;
    Some(ActionKey::new(format!("{scroll} {}", direction.opposite().word())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, Bounds, Point, Screen, Widget, WidgetTarget};
    use crate::explorer::elevate::ElevateWeights;
    use crate::explorer::elevate::scene::PromptScene;
    use crate::explorer::testing::{World, button, phone, widget};

    /// An export was pressed before there was anything to export, and was never new again (142 lines of an app).
    #[test]
    fn what_did_nothing_counts_as_never_done_once_more_was_made() {
        let screen = || phone(vec![button(1, "Export"), button(2, "Help")]);
        let mut world = World::new(None);
        let mut taps = FruitlessTaps::default();
        let retried = |taps: &FruitlessTaps, world: &World| {
            let situation = world.situation();
            let place = (situation.state.structural, situation.screen.location.as_str());
            let retried = taps.retried(&situation.model, &SeenScreens::default(), place);
            retried.keys().map(ToString::to_string).collect::<Vec<_>>()
        };
        world.show(screen());
        let export = world.tapping("Export");
        world.act(&export, screen());
        taps.learn(&world.situation());
        assert_eq!(retried(&taps, &world), [""; 0]);
        taps.made(1);
        assert_eq!(retried(&taps, &world), ["tap Button \"Export\""]);
        world.act(&export, screen());
        taps.learn(&world.situation());
        taps.made(2);
        assert_eq!(retried(&taps, &world), [""; 0], "twice is enough");
    }

    /// The tabs above a page that opened scrolled were never seen in 120 steps: another page of its address had been scrolled.
    #[test]
    fn a_scroll_counts_for_the_pages_that_are_alike() {
        let page = |labels: &[&str]| {
            let (actions, bounds) = (vec![ActionKind::Scroll], Bounds::new(0, 0, 720, 1600));
            let tap = Some(Point::new(9, 9));
            let scroller = Widget { actions, bounds, tap, ..widget(1, "html", "") };
            let buttons = labels.iter().zip(2..).map(|(label, number)| button(number, label));
            phone([scroller].into_iter().chain(buttons).collect())
        };
        let mut world = World::new(None);
        let mut screens = SeenScreens::default();
        let mut retried = |world: &World| {
            let situation = world.situation();
            screens.see(&PromptScene::new(&situation, None, &[], &ElevateWeights::default()));
            let place = (situation.state.structural, situation.screen.location.as_str());
            let retried = FruitlessTaps::default().retried(&situation.model, &screens, place);
            let mut keys: Vec<String> = retried.keys().map(ToString::to_string).collect();
            keys.sort();
            keys
        };
        let both = ["scroll html down", "scroll html up"];
        let down = |screen: &Screen| Action::Scroll {
            target: WidgetTarget::of(&screen.widgets[0]),
            direction: Direction::Down,
        };
        world.show(page(&["Events", "Search"]));
        assert_eq!(retried(&world), both);
        let scroll = down(&world.screen);
        world.act(&scroll, page(&["Events", "Search", "Ada"]));
        assert_eq!(retried(&world), [""; 0], "what is above was shown before");
        let search = world.tapping("Search");
        world.act(&search, page(&["Save", "Cancel", "Notes"]));
        assert_eq!(retried(&world), both, "another page");
        let scroll = down(&world.screen);
        world.act(&scroll, page(&["Share", "Delete", "Print"]));
        assert_eq!(retried(&world), ["scroll html down"], "the lower part of it");
    }
}
