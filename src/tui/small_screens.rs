//! Screens of other moments than the shown one, read and decoded off the loop for layers that draw
//! them small.
//!
//! Looking at one requests it: what draws it asks in each frame, and gets it once it is there.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::mpsc;

use super::fetch::{self, FetchedMoment};
use crate::engine::handle::BlobSource;
use crate::session::Timeline;

/// How many are kept; the oldest goes first.
const KEPT: usize = 8;

/// See the module.
pub struct SmallScreens {
    known: RefCell<KnownScreens>,
    blobs: BlobSource,
    done: mpsc::UnboundedSender<FetchedMoment>,
    fetched: mpsc::UnboundedReceiver<FetchedMoment>,
    pending: usize,
}

#[derive(Default)]
struct KnownScreens {
    /// By the moment's place; `None` until it is there.
    screens: VecDeque<(usize, Option<Arc<FetchedMoment>>)>,
    wanted: Vec<usize>,
}

impl SmallScreens {
    /// None yet; what moments name is read from `blobs`.
    pub fn new(blobs: BlobSource) -> Self {
        let (done, fetched) = mpsc::unbounded_channel();
        Self { known: RefCell::default(), blobs, done, fetched, pending: 0 }
    }

    /// The screen of the moment at this place; `None` as long as it is not there, then it is fetched.
    pub fn look(&self, moment: usize) -> Option<Arc<FetchedMoment>> {
        let mut known = self.known.borrow_mut();
        if let Some((_, screen)) = known.screens.iter().find(|(place, _)| *place == moment) {
            return screen.clone();
        }
        if known.screens.len() >= KEPT {
            known.screens.pop_front();
        }
        known.screens.push_back((moment, None));
        known.wanted.push(moment);
        None
    }

    /// Fetches what was looked at but is not there yet. Needs a tokio runtime if there is anything.
    pub fn fetch(&mut self, session: &Timeline) {
        for place in std::mem::take(&mut self.known.get_mut().wanted) {
            let Some(moment) = session.moments.get(place) else { continue };
            let observed = moment.observed.clone();
            let (blobs, done) = (self.blobs.clone(), self.done.clone());
            self.pending += 1;
            tokio::task::spawn_blocking(move || {
                // If the application has ended meanwhile, the screen is not needed.
                let _ = done.send(fetch::read(&blobs, place, &observed));
            });
        }
    }

    /// Waits until one that was requested is there.
    pub async fn next(&mut self) -> Option<()> {
        let fetched = self.fetched.recv().await?;
        self.pending = self.pending.saturating_sub(1);
        self.put(fetched);
        Some(())
    }

    /// True while one is being fetched.
    pub const fn is_busy(&self) -> bool {
        self.pending > 0
    }

    /// Keeps `fetched` for those that look at it.
    pub fn put(&mut self, fetched: FetchedMoment) {
        let known = self.known.get_mut();
        known.screens.retain(|(place, _)| *place != fetched.moment);
        if known.screens.len() >= KEPT {
            known.screens.pop_front();
        }
        known.screens.push_back((fetched.moment, Some(Arc::new(fetched))));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tui::testing::notebook;

    #[tokio::test]
    async fn a_screen_is_fetched_once_it_is_looked_at() {
        let session = notebook::session();
        let mut screens = SmallScreens::new(BlobSource::of_session(Path::new("nowhere")));
        assert!(screens.look(0).is_none());
        screens.fetch(&session);
        assert!(screens.is_busy());
        screens.next().await.unwrap();
        assert!(!screens.is_busy());
        let there = screens.look(0).unwrap();
        assert!(there.moment == 0 && there.picture.is_none(), "its blobs are nowhere");
        screens.fetch(&session);
        assert!(!screens.is_busy(), "what is missing is not looked for in each frame");
    }

    #[test]
    fn few_are_kept() {
        let screens = SmallScreens::new(BlobSource::of_session(Path::new("nowhere")));
        for moment in 0..3 * KEPT {
            screens.look(moment);
        }
        assert_eq!(screens.known.borrow().screens.len(), KEPT);
    }
}
