//! What the display shows between observations, decoded off the loop. While one picture is decoded, only
//! the newest of those that come is kept.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::view::DecodedPicture;
use crate::domain::picture;

/// Numbers of live pictures begin here: those of moments are counted from 0.
const FIRST: u64 = 1 << 63;

/// See the module.
pub struct LivePictureDecoder {
    done: mpsc::UnboundedSender<Option<DecodedPicture>>,
    decoded: mpsc::UnboundedReceiver<Option<DecodedPicture>>,
    busy: bool,
    next: Option<Arc<[u8]>>,
    count: u64,
}

impl Default for LivePictureDecoder {
    fn default() -> Self {
        let (done, decoded) = mpsc::unbounded_channel();
        Self { done, decoded, busy: false, next: None, count: 0 }
    }
}

impl LivePictureDecoder {
    /// Has `picture` decoded. Needs a tokio runtime.
    pub fn take(&mut self, picture: Arc<[u8]>) {
        self.next = Some(picture);
        self.start();
    }

    fn start(&mut self) {
        if self.busy {
            return;
        }
        let Some(picture) = self.next.take() else { return };
        self.busy = true;
        self.count += 1;
        let (id, done) = (FIRST + self.count, self.done.clone());
        tokio::task::spawn_blocking(move || {
            let read = picture::read(&picture);
            // If the application has ended meanwhile, the picture is not needed.
            let _ = done.send(read.map(|read| DecodedPicture::new(id, read.into_rgba8())));
        });
    }

    /// Waits for the next picture that can be shown.
    pub async fn next(&mut self) -> Option<DecodedPicture> {
        loop {
            let decoded = self.decoded.recv().await?;
            self.busy = false;
            self.start();
            if decoded.is_some() {
                return decoded;
            }
        }
    }
}
