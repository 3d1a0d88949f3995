//! The screens of the workers that are in sight, read and decoded off the loop: one at a time, and seldom enough to
//! leave the computer to the workers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::board::FleetBoard;
use crate::domain::{BlobId, Screen};
use crate::protocol::ScreenObserved;
use crate::tui::fetch;
use crate::tui::panes::CellScreen;
use crate::tui::view::DecodedPicture;

/// The most pixels of a picture that is kept, across and down: a tile is small.
const KEPT: (u32, u32) = (160, 180);

/// After each reading there is a rest of so many times as long as it took, but for tiles that show nothing yet: where
/// many debug builds share few processors a reading mostly waits for one, and they would stay empty for minutes.
const REST: u32 = 3;

/// What a reading names.
#[derive(Clone, PartialEq, Eq)]
struct SeenBlobs {
    screen: BlobId,
    picture: Option<BlobId>,
}

/// A screen that was read.
pub(super) struct TileScreen {
    seen: SeenBlobs,
    /// Told apart by this: a greater number for each later reading.
    number: u64,
    /// The screen, if it could be read.
    pub screen: Option<Arc<Screen>>,
    /// Its picture, if there is one.
    pub picture: Option<DecodedPicture>,
    /// What was drawn of it.
    pub drawn: CellScreen,
}

struct ReadScreen {
    place: usize,
    seen: SeenBlobs,
    screen: Option<Arc<Screen>>,
    picture: Option<DecodedPicture>,
    took: Duration,
}

/// See the module.
pub(super) struct TileScreens {
    /// By the places of the workers.
    screens: HashMap<usize, TileScreen>,
    readings: u64,
    busy: bool,
    rests: Option<Instant>,
    done: mpsc::UnboundedSender<ReadScreen>,
    read: mpsc::UnboundedReceiver<ReadScreen>,
}

impl TileScreens {
    pub(super) fn new() -> Self {
        let (done, read) = mpsc::unbounded_channel();
        let screens = HashMap::new();
        Self { screens, readings: 0, busy: false, rests: None, done, read }
    }

    /// The screen of the worker at `place`, once it was read.
    pub(super) fn of(&mut self, place: usize) -> Option<&mut TileScreen> {
        self.screens.get_mut(&place)
    }

    /// Forgets all screens but those of the workers in sight, and reads the one that is behind for longest. Needs a
    /// tokio runtime if there is one to be read.
    pub(super) fn follow(&mut self, in_sight: &[usize], board: &FleetBoard) {
        self.screens.retain(|place, _| in_sight.contains(place));
        if self.busy {
            return;
        }
        let rests = self.rests.is_some_and(|until| Instant::now() < until);
        let behind = in_sight.iter().filter_map(|place| {
            let worker = board.workers.get(*place)?;
            let (observed, blobs) = (worker.observed()?, worker.blobs.as_ref()?);
            let known = self.screens.get(place);
            let is_new = known.is_none_or(|known| !rests && known.seen != SeenBlobs::of(observed));
            is_new.then(|| (known.map_or(0, |known| known.number), *place, observed, blobs))
        });
        let Some((_, place, observed, blobs)) = behind.min_by_key(|(number, ..)| *number) else {
            return;
        };
        let (observed, blobs, done) = (observed.clone(), blobs.clone(), self.done.clone());
        self.busy = true;
        self.readings += 1;
        let number = self.readings;
        tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            let fetched = fetch::read(&blobs, place, &observed);
            let picture = fetched.picture.map(|picture| {
                let whole = image::DynamicImage::ImageRgba8((*picture.small).clone());
                DecodedPicture::new(number, whole.thumbnail(KEPT.0, KEPT.1).into_rgba8())
            });
            let (seen, took) = (SeenBlobs::of(&observed), began.elapsed());
            // If the view was left meanwhile, it is not needed.
            let _ = done.send(ReadScreen { place, seen, screen: fetched.screen, picture, took });
        });
    }

    /// Waits until another screen is there.
    pub(super) async fn next(&mut self) {
        if let Some(read) = self.read.recv().await {
            self.put(read);
        }
    }

    fn put(&mut self, read: ReadScreen) {
        self.busy = false;
        self.rests = Some(Instant::now() + REST * read.took);
        let ReadScreen { place, seen, screen, picture, .. } = read;
        let drawn = self.screens.remove(&place).map(|known| known.drawn).unwrap_or_default();
        let number = self.readings;
        self.screens.insert(place, TileScreen { seen, number, screen, picture, drawn });
    }
}

impl SeenBlobs {
    fn of(observed: &ScreenObserved) -> Self {
        Self { screen: observed.screen.clone(), picture: observed.picture.clone() }
    }
}

#[cfg(test)]
impl TileScreens {
    /// Puts a screen there that was read.
    pub(super) fn with(&mut self, place: usize, screen: Screen, picture: Option<DecodedPicture>) {
        let seen = SeenBlobs { screen: BlobId::of(b"made by hand"), picture: None };
        let (screen, took) = (Some(Arc::new(screen)), Duration::ZERO);
        self.put(ReadScreen { place, seen, screen, picture, took });
    }
}
