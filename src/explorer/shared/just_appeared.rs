//! What has just appeared on a page: the commands of a menu, the part that was unfolded, the tools of what
//! was selected.
//!
//! A page that opens a menu without a dialog goes on to offer all that it offered before, and closes the
//! menu at the next press elsewhere. So what appeared is tried before what was there all the time.

use std::collections::HashSet;

use crate::domain::ActionKey;
use crate::explorer::Situation;
use crate::explorer::weights::weights;

weights! {
    /// How much what has just appeared counts for.
    pub struct JustAppearedWeights {
        /// Factor for the yield of what has just appeared.
        factor: f64 = 1.3,
        /// A page is the same one as long as so much of what it offered is still there, from 0 to 1.
        stays_from: f64 = 0.5,
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct JustAppeared {
    weights: JustAppearedWeights,
    location: String,
    shown: HashSet<ActionKey>,
    appeared: HashSet<ActionKey>,
}

impl JustAppeared {
    /// Nothing was seen yet.
    pub(in crate::explorer) fn new(weights: JustAppearedWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in the present screen. More often does no harm.
    pub(in crate::explorer) fn see(&mut self, situation: &Situation) {
        let shown: HashSet<ActionKey> =
            situation.available.iter().map(|available| available.key.clone()).collect();
        let remaining = self.shown.intersection(&shown).count() as f64;
        let same_place = self.location == situation.screen.location;
        let stays = remaining >= self.weights.stays_from * self.shown.len() as f64;
        if self.shown.is_empty() || !same_place || !stays {
            self.appeared.clear();
            self.location.clone_from(&situation.screen.location);
        } else {
            self.appeared.retain(|key| shown.contains(key));
            self.appeared.extend(shown.difference(&self.shown).cloned());
        }
        self.shown = shown;
    }

    /// The factor for what `key` is expected to yield on the present screen.
    pub(in crate::explorer) fn factor(&self, key: &ActionKey) -> f64 {
        if self.appeared.contains(key) { self.weights.factor } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, menu};

    fn appeared(world: &mut World, seen: &mut JustAppeared, labels: &[&str]) -> Vec<String> {
        world.show(menu("Main", labels));
        seen.see(&world.situation());
        let mut keys: Vec<String> = seen.appeared.iter().map(ToString::to_string).collect();
        keys.sort();
        keys
    }

    #[test]
    fn a_menu_appears_and_a_page_does_not() {
        let mut world = World::new(None);
        let mut seen = JustAppeared::new(JustAppearedWeights::default());
        let page = ["Type", "Sort", "Save"];
        assert!(appeared(&mut world, &mut seen, &page).is_empty(), "nothing was there before");
        let open = ["Type", "Array", "Object", "Sort", "Save"];
        let commands = ["tap Button \"Array\"", "tap Button \"Object\""];
        assert_eq!(appeared(&mut world, &mut seen, &open), commands);
        assert_eq!(appeared(&mut world, &mut seen, &open), commands, "as long as it is open");
        assert!(seen.factor(&world.situation().available[1].key) > 1.0);
        assert!((seen.factor(&world.situation().available[0].key) - 1.0).abs() < 1e-9);
        assert!(appeared(&mut world, &mut seen, &page).is_empty());
        assert!(appeared(&mut world, &mut seen, &["Undo", "Redo", "Save"]).is_empty());
    }

    #[test]
    fn the_same_screen_again_changes_nothing() {
        let mut world = World::new(None);
        let mut seen = JustAppeared::new(JustAppearedWeights::default());
        appeared(&mut world, &mut seen, &["A"]);
        appeared(&mut world, &mut seen, &["A", "B"]);
        seen.see(&world.situation());
        assert_eq!(seen.appeared.len(), 1);
    }
}
