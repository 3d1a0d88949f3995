//! Which parts of which pictures are covered.

use std::collections::HashMap;

use serde_json::Value;

use super::rules::RedactionRules;
use super::{blob_names, screen};
use crate::domain::{BlobId, ReadQuality, Screen, Widget};
use crate::protocol::Event;
use crate::store::RecordedSession;

/// A part of a picture, in fractions of its width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CoveredPart {
    /// From the left, 0 to 1.
    pub left: f32,
    /// From the top, 0 to 1.
    pub top: f32,
    /// From the left, 0 to 1.
    pub right: f32,
    /// From the top, 0 to 1.
    pub bottom: f32,
}

impl CoveredPart {
    const WHOLE: Self = Self { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
}

/// The parts to be covered, by picture.
#[derive(Debug, Default)]
pub(super) struct CoveredParts {
    pictures: HashMap<BlobId, Vec<CoveredPart>>,
}

impl CoveredParts {
    /// Goes through all screens of `session`. A picture in a prompt belongs to the screen that was
    /// seen last before it.
    pub(super) fn of(session: &RecordedSession, rules: &RedactionRules) -> Self {
        let mut boxes = Self::default();
        let mut present: Vec<CoveredPart> = vec![CoveredPart::WHOLE];
        for record in &session.records {
            match &record.event {
                Event::Observed(observed) => {
                    // A screen that cannot be read tells nothing of its picture.
                    present = screen(session, &observed.screen)
                        .map_or_else(|| vec![CoveredPart::WHOLE], |screen| parts(&screen, rules));
                    boxes.add(observed.picture.as_ref(), &present);
                }
                Event::Noted(note) => boxes.add(note.picture.as_ref(), &present),
                Event::Asked(asked) => {
                    let messages = session.blobs.get(&asked.messages).ok();
                    let messages =
                        messages.and_then(|content| serde_json::from_slice::<Value>(&content).ok());
                    for id in messages.iter().flat_map(blob_names) {
                        boxes.add(Some(&id), &present);
                    }
                }
                _ => {}
            }
        }
        boxes
    }

    fn add(&mut self, picture: Option<&BlobId>, parts: &[CoveredPart]) {
        let Some(picture) = picture else { return };
        let known = self.pictures.entry(picture.clone()).or_default();
        // The same picture may have been seen with other widgets under it.
        for part in parts {
            if !known.contains(part) {
                known.push(*part);
            }
        }
    }

    /// The parts of the picture `id` to be covered; `None` if it belongs to no screen.
    pub(super) fn of_picture(&self, id: &BlobId) -> Option<&[CoveredPart]> {
        self.pictures.get(id).map(Vec::as_slice)
    }
}

/// The parts of `screen`'s picture to be covered.
fn parts(screen: &Screen, rules: &RedactionRules) -> Vec<CoveredPart> {
    // Words in a blob that cannot be read cannot be found: if words are hidden, all of it is left out.
    let blind = !rules.patterns.is_empty() || !rules.widgets.is_empty();
    if blind && matches!(screen.read_quality, ReadQuality::Failed(_)) {
        return vec![CoveredPart::WHOLE];
    }
    let covered = |widget: &&Widget| {
        widget.password
            || (widget.opaque && blind)
            || rules.hides(&widget.resource_id)
            || [&widget.text, &widget.content_desc, &widget.hint]
                .into_iter()
                .any(|words| rules.finds(words))
    };
    let (width, height) = (screen.size.width.max(1) as f32, screen.size.height.max(1) as f32);
    let widgets = screen.widgets.iter().filter(covered).map(|widget| CoveredPart {
        left: widget.bounds.left as f32 / width,
        top: widget.bounds.top as f32 / height,
        right: widget.bounds.right as f32 / width,
        bottom: widget.bounds.bottom as f32 / height,
    });
    let here = |activity: &Option<String>| {
        activity.as_deref().is_none_or(|activity| activity == screen.short_location())
    };
    let regions =
        rules.regions.iter().filter(|region| here(&region.activity)).map(|region| CoveredPart {
            left: region.left / 100.0,
            top: region.top / 100.0,
            right: region.right / 100.0,
            bottom: region.bottom / 100.0,
        });
    widgets.chain(regions).collect()
}
