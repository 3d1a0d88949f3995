//! Where BACK leaves the app from its inner screens as well: an app that is one page, whose history the system does
//! not know. There the way back to the first screen is a restart.

use std::collections::{HashMap, HashSet};

use crate::domain::StateId;
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// So many inner screens of a location that BACK left, and none that it did not, tell that it leaves them all.
const EXITS: usize = 2;

/// What BACK did on the inner screens of one location.
#[derive(Debug, Default)]
struct BackRecord {
    /// The states from which it left the app.
    left: HashSet<StateId>,
    /// It led to another state of the app.
    stayed: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct BackExits {
    /// The states with which the app began.
    roots: HashSet<StateId>,
    /// The one with which it began last.
    root: Option<StateId>,
    /// By [`Screen::location`](crate::domain::Screen::location).
    records: HashMap<String, BackRecord>,
}

impl BackExits {
    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        if self.roots.is_empty() {
            self.root = situation.model.states().first().map(|first| first.id);
            self.roots.extend(self.root);
        }
        let inside = !matches!(done.outcome, ActionOutcome::LeftApp | ActionOutcome::Crashed);
        if done.action.starts_anew() && inside {
            self.root = Some(situation.state.structural);
            self.roots.extend(self.root);
        }
        let closes_something = done.before.dialog || done.before.keyboard;
        if !done.key.is_back() || closes_something || self.roots.contains(&done.from) {
            return;
        }
        let record = self.records.entry(done.before.location.clone()).or_default();
        match done.outcome {
            ActionOutcome::LeftApp => {
                record.left.insert(done.from);
            }
            ActionOutcome::Moved => record.stayed = true,
            _ => {}
        }
    }

    /// The state with which the app began last: where a restart leads. `None` before the first step.
    pub(in crate::explorer) const fn root(&self) -> Option<StateId> {
        self.root
    }

    /// True if BACK leaves the app from all inner screens of `location`, as far as that is known.
    pub(in crate::explorer) fn leaves(&self, location: &str) -> bool {
        let record = self.records.get(location);
        record.is_some_and(|record| record.left.len() >= EXITS && !record.stayed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Action, DeviceKey, Screen};
    use crate::explorer::testing::{World, menu};

    fn launcher() -> Screen {
        Screen { package: "org.launcher".into(), ..menu("Home", &["App"]) }
    }

    fn back(world: &mut World, exits: &mut BackExits, to: Screen) {
        let leaves = to.package != world.screen.package;
        world.act(&Action::Key { key: DeviceKey::Back }, to);
        if leaves {
            world.last.as_mut().unwrap().outcome = ActionOutcome::LeftApp;
        }
        learn(world, exits);
    }

    fn learn(world: &World, exits: &mut BackExits) {
        let situation = world.situation();
        exits.learn(situation.last.as_ref().unwrap(), &situation);
    }

    /// Opens a page of the app anew.
    fn open(world: &mut World, exits: &mut BackExits, page: &str) {
        world.act(&Action::Restart, menu("Main", &["A", "B"]));
        learn(world, exits);
        world.act(&world.tapping("A"), menu("Main", &[page]));
        learn(world, exits);
    }

    /// An app asked who uses it at its first start alone, and paths went on to count on that page.
    #[test]
    fn a_restart_leads_where_the_last_one_led() {
        let (mut world, mut exits) = (World::new(None), BackExits::default());
        world.show(menu("Welcome", &["Go on"]));
        let welcome = world.situation().state.structural;
        world.act(&world.tapping("Go on"), menu("Main", &["A", "B"]));
        learn(&world, &mut exits);
        assert_eq!(exits.root(), Some(welcome));
        world.act(&Action::Restart, menu("Main", &["A", "B"]));
        learn(&world, &mut exits);
        assert_eq!(exits.root(), Some(world.situation().state.structural));
        world.act(&Action::Restart, launcher());
        world.last.as_mut().unwrap().outcome = ActionOutcome::Crashed;
        learn(&world, &mut exits);
        assert_ne!(exits.root(), Some(world.situation().state.structural));
    }

    #[test]
    fn back_leaves_an_app_that_is_one_page_from_its_inner_screens() {
        let (mut world, mut exits) = (World::new(None), BackExits::default());
        world.show(menu("Main", &["A", "B"]));
        let location = world.situation().screen.location.clone();
        back(&mut world, &mut exits, launcher());
        for page in ["One", "Two"] {
            assert!(!exits.leaves(&location), "the first screen says nothing of the others");
            open(&mut world, &mut exits, page);
            back(&mut world, &mut exits, launcher());
        }
        assert!(exits.leaves(&location));
        open(&mut world, &mut exits, "Three");
        back(&mut world, &mut exits, menu("Main", &["A", "B"]));
        assert!(!exits.leaves(&location));
    }
}
