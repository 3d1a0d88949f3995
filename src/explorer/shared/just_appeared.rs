//! What has just appeared on a page: the commands of a menu, the part that was unfolded, the tools of what
//! was selected.
//!
//! A page that opens a menu without a dialog goes on to offer all that it offered before, and closes the
//! menu at the next press elsewhere. So what appeared is tried before what was there all the time. Classes of
//! actions count, not actions: other rows after sorting or searching are nothing new, and neither is what a
//! filter had hidden.

use std::collections::{HashMap, HashSet};

use crate::explorer::weights::weights;

weights! {
    /// How much what has just appeared counts for.
    pub struct JustAppearedWeights {
        /// Factor for the yield of what has just appeared.
        factor: f64 = 1.15,
        /// A page is the same one as long as so much of what it offered is still there, from 0 to 1.
        stays_from: f64 = 0.5,
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct JustAppeared {
    weights: JustAppearedWeights,
    location: String,
    /// The classes of actions that each location has shown.
    known: HashMap<String, HashSet<usize>>,
    /// The classes of actions of the present screen.
    shown: HashSet<usize>,
    appeared: HashSet<usize>,
}

impl JustAppeared {
    /// Nothing was seen yet.
    pub(in crate::explorer) fn new(weights: JustAppearedWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in the present screen, which offers actions of the classes `shown`. More often does no harm.
    pub(in crate::explorer) fn see(&mut self, location: &str, shown: HashSet<usize>) {
        let remaining = self.shown.intersection(&shown).count() as f64;
        let same_place = self.location == location;
        let stays = remaining >= self.weights.stays_from * self.shown.len() as f64;
        let known = self.known.entry(location.to_owned()).or_default();
        if self.shown.is_empty() || !same_place || !stays {
            self.appeared.clear();
            location.clone_into(&mut self.location);
        } else {
            self.appeared.retain(|class| shown.contains(class));
            self.appeared.extend(shown.difference(known));
        }
        known.extend(&shown);
        self.shown = shown;
    }

    /// The factor for what an action of `class` is expected to yield on the present screen.
    pub(in crate::explorer) fn factor(&self, class: usize) -> f64 {
        if self.appeared.contains(&class) { self.weights.factor } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appeared(seen: &mut JustAppeared, classes: &[usize]) -> Vec<usize> {
        seen.see("Main", classes.iter().copied().collect());
        let mut appeared: Vec<usize> = seen.appeared.iter().copied().collect();
        appeared.sort_unstable();
        appeared
    }

    #[test]
    fn a_menu_appears_and_a_page_does_not() {
        let mut seen = JustAppeared::new(JustAppearedWeights::default());
        let page = [1, 2, 3];
        assert!(appeared(&mut seen, &page).is_empty(), "nothing was there before");
        let open = [1, 2, 3, 4, 5];
        assert_eq!(appeared(&mut seen, &open), [4, 5]);
        assert_eq!(appeared(&mut seen, &open), [4, 5], "as long as it is open");
        assert!(seen.factor(4) > 1.0);
        assert!((seen.factor(1) - 1.0).abs() < 1e-9);
        assert!(appeared(&mut seen, &page).is_empty());
        assert!(appeared(&mut seen, &open).is_empty(), "it is known by now");
        assert!(appeared(&mut seen, &[3, 6, 7]).is_empty(), "another page");
    }

    #[test]
    fn another_place_is_another_page_whatever_it_shows() {
        let mut seen = JustAppeared::new(JustAppearedWeights::default());
        appeared(&mut seen, &[1, 2]);
        seen.see("Other", [1, 2, 3].into());
        assert!((seen.factor(3) - 1.0).abs() < 1e-9);
    }
}
