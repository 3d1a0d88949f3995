//! Pages on which something plays: whether its time goes on is only seen by whoever waits.

use std::collections::BTreeSet;

use super::step::ProbeStep;
use crate::domain::{Screen, labels};

/// So many waits in a row, each of so many milliseconds, show that a time stands still.
const WAITS: usize = 3;
const WAIT_MS: u32 = 1000;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct WaitedPlayers {
    pages: BTreeSet<String>,
}

impl WaitedPlayers {
    /// The waits that are due on `page`, which `screen` shows: a screen that comes to rest though something plays there is
    /// waited on once.
    pub(super) fn next(&mut self, screen: &Screen, page: &str) -> Vec<ProbeStep> {
        if !labels::plays(screen) || !self.pages.insert(page.to_owned()) {
            return Vec::new();
        }
        vec![ProbeStep::Wait(WAIT_MS); WAITS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::menu;

    #[test]
    fn a_page_on_which_something_plays_is_waited_on_once() {
        let mut players = WaitedPlayers::default();
        let mut waits = |button: &str, page| players.next(&menu(page, &[button]), page).len();
        assert_eq!(waits("Play", "Song"), 0);
        assert_eq!(waits("Pause", "Song"), WAITS);
        assert_eq!(waits("Pause", "Song"), 0);
        assert_eq!(waits("Pause", "Book"), WAITS);
    }
}
