//! Fetching what a moment names: its screen and its picture, read and decoded off the loop.
//!
//! Only the newest wish counts: while one is being fetched, a newer one replaces those that wait.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::view::DecodedPicture;
use crate::domain::{AvailableAction, Screen};
use crate::engine::handle::BlobSource;
use crate::model::abstraction;
use crate::protocol::ScreenObserved;

/// How often the size of the session is added up: that goes through all its files.
const ADD_UP: Duration = Duration::from_secs(5);

/// What was fetched for a moment.
pub struct FetchedMoment {
    /// The moment's place.
    pub moment: usize,
    /// Its screen, if it could be read.
    pub screen: Option<Arc<Screen>>,
    /// The available actions of the screen.
    pub available: Arc<[AvailableAction]>,
    /// Its picture, if there is one that can be decoded.
    pub picture: Option<DecodedPicture>,
    /// What the session takes on the disk, in bytes, if it was added up again.
    pub recorded_bytes: Option<u64>,
}

/// Fetches one wish at a time.
pub struct MomentFetcher {
    blobs: BlobSource,
    done: mpsc::UnboundedSender<FetchedMoment>,
    busy: bool,
    next: Option<(usize, ScreenObserved)>,
    added_up: Option<Instant>,
}

impl MomentFetcher {
    /// A fetcher from `blobs` that reports to `done`.
    pub fn new(blobs: BlobSource, done: mpsc::UnboundedSender<FetchedMoment>) -> Self {
        Self { blobs, done, busy: false, next: None, added_up: None }
    }

    /// Wishes for what `observed` names.
    pub fn want(&mut self, moment: usize, observed: &ScreenObserved) {
        self.next = Some((moment, observed.clone()));
        self.start();
    }

    /// To be called with every [`FetchedMoment`] that was reported.
    pub fn finished(&mut self) {
        self.busy = false;
        self.start();
    }

    /// True while something is being fetched.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    fn start(&mut self) {
        if self.busy {
            return;
        }
        let Some((moment, observed)) = self.next.take() else { return };
        self.busy = true;
        let (blobs, done) = (self.blobs.clone(), self.done.clone());
        let add_up = self.added_up.is_none_or(|time| time.elapsed() >= ADD_UP);
        if add_up {
            self.added_up = Some(Instant::now());
        }
        tokio::task::spawn_blocking(move || {
            // If the application has ended meanwhile, the text is not needed.
            let mut fetched = read(&blobs, moment, &observed);
            fetched.recorded_bytes = add_up.then(|| blobs.session_bytes());
            let _ = done.send(fetched);
        });
    }
}

/// Reads and decodes what a moment names. Takes some milliseconds: not for the frame loop.
pub fn read(blobs: &BlobSource, moment: usize, observed: &ScreenObserved) -> FetchedMoment {
    let screen: Option<Arc<Screen>> = blobs
        .get(&observed.screen)
        .and_then(|json| serde_json::from_slice(&json).ok())
        .map(Arc::new);
    let available =
        screen.as_deref().map(abstraction::available_actions).unwrap_or_default().into();
    let picture = observed.picture.as_ref().and_then(|id| {
        let png = blobs.get(id)?;
        Some(DecodedPicture::new(moment as u64, crate::domain::picture::read(&png)?.into_rgba8()))
    });
    FetchedMoment { moment, screen, available, picture, recorded_bytes: None }
}
