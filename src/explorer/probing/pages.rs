//! Pages to be turned, and to be left and opened again.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::StateId;
use crate::explorer::Situation;

/// So many states of a page are turned, and left and opened again, once there is nothing else to probe.
const STATES: usize = 4;

/// What is done with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageProbe {
    /// It is turned there and back.
    Turn,
    /// It is left and opened again.
    Reopen,
}

/// Remembers what was done with which page, in which of its states.
#[derive(Debug, Default)]
pub(super) struct ProbedPages {
    turned: BTreeMap<String, BTreeSet<StateId>>,
    reopened: BTreeMap<String, BTreeSet<StateId>>,
}

impl ProbedPages {
    /// What is due with the present page, each page first, then some of its states.
    pub(super) fn next(
        &mut self,
        situation: &Situation,
        page: &str,
        can_reopen: bool,
    ) -> Option<PageProbe> {
        let (screen, state) = (&situation.screen, situation.state.structural);
        if screen.keyboard || screen.dialog {
            return None;
        }
        let can_turn = screen.size.width < screen.size.height;
        let turned = self.turned.entry(page.to_owned()).or_default();
        let reopened = self.reopened.entry(page.to_owned()).or_default();
        for most in [1, STATES] {
            if can_turn && turned.len() < most && turned.insert(state) {
                return Some(PageProbe::Turn);
            }
            if can_reopen && reopened.len() < most && reopened.insert(state) {
                return Some(PageProbe::Reopen);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, menu};

    #[test]
    fn each_page_comes_first_and_then_some_of_its_states() {
        let (mut pages, mut world) = (ProbedPages::default(), World::new(None));
        let mut next = |entries: &[&str], can_reopen: bool| {
            world.show(menu("Home", entries));
            pages.next(&world.situation(), "Home", can_reopen)
        };
        assert_eq!(next(&["One"], true), Some(PageProbe::Turn));
        assert_eq!(next(&["One", "Two"], true), Some(PageProbe::Reopen));
        assert_eq!(next(&["One", "Two"], true), Some(PageProbe::Turn));
        assert_eq!(next(&["One", "Two"], false), None);
        assert_eq!(next(&["One", "Two", "Three"], false), Some(PageProbe::Turn));
        assert_eq!(next(&["One", "Two", "Three", "Four"], false), Some(PageProbe::Turn));
        assert_eq!(next(&["One", "Two", "Three", "Four", "Five"], false), None);
    }
}
