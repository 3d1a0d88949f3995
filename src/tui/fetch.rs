//! Fetching what a moment names: its screen and its picture, read and decoded off the loop.
//!
//! Only the newest wish counts: while one is being fetched, a newer one replaces those that wait.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::view::Picture;
use crate::domain::{Offer, Screen};
use crate::engine::handle::BlobSource;
use crate::model::abstraction;
use crate::protocol::Observed;

/// What was fetched for a moment.
pub struct Fetched {
    /// The moment's place.
    pub moment: usize,
    /// Its screen, where it could be read.
    pub screen: Option<Arc<Screen>>,
    /// What the screen offers.
    pub offers: Arc<[Offer]>,
    /// Its picture, where there is one that can be decoded.
    pub picture: Option<Picture>,
}

/// Fetches one wish at a time.
pub struct Fetcher {
    blobs: BlobSource,
    done: mpsc::UnboundedSender<Fetched>,
    busy: bool,
    next: Option<(usize, Observed)>,
}

impl Fetcher {
    /// A fetcher from `blobs` that reports to `done`.
    pub fn new(blobs: BlobSource, done: mpsc::UnboundedSender<Fetched>) -> Self {
        Self { blobs, done, busy: false, next: None }
    }

    /// Wishes for what `observed` names.
    pub fn want(&mut self, moment: usize, observed: &Observed) {
        self.next = Some((moment, observed.clone()));
        self.start();
    }

    /// To be called with every [`Fetched`] that was reported.
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
        tokio::task::spawn_blocking(move || {
            // The app may have gone meanwhile; then nobody needs it.
            let _ = done.send(fetch(&blobs, moment, &observed));
        });
    }
}

fn fetch(blobs: &BlobSource, moment: usize, observed: &Observed) -> Fetched {
    let screen: Option<Arc<Screen>> = blobs
        .get(&observed.screen)
        .and_then(|json| serde_json::from_slice(&json).ok())
        .map(Arc::new);
    let offers = screen.as_deref().map(abstraction::offers).unwrap_or_default().into();
    let picture = observed.picture.as_ref().and_then(|id| {
        let png = blobs.get(id)?;
        Some(Picture::new(moment as u64, crate::domain::picture::read(&png)?.into_rgba8()))
    });
    Fetched { moment, screen, offers, picture }
}
