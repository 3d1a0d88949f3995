//! The display's picture, painted again only if something changed.

use std::sync::Arc;

use crate::demo::frame::Frame;
use crate::demo::paint;

/// How many pictures are kept.
const KEPT: usize = 8;

/// The last pictures, newest last.
#[derive(Debug, Default)]
pub struct Pictures {
    kept: Vec<(Frame, Arc<[u8]>)>,
}

impl Pictures {
    /// The picture of `frame` as PNG.
    pub fn of(&mut self, frame: Frame) -> Arc<[u8]> {
        if let Some(known) = self.kept.iter().position(|(kept, _)| *kept == frame) {
            let known = self.kept.remove(known);
            let png = Arc::clone(&known.1);
            self.kept.push(known);
            return png;
        }
        let png: Arc<[u8]> = paint::png(&frame).into();
        if self.kept.len() >= KEPT {
            self.kept.remove(0);
        }
        self.kept.push((frame, Arc::clone(&png)));
        png
    }
}
