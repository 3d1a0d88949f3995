//! What was seen or heard at a moment: its picture, else what the app said, else its widgets as a
//! drawing.

use std::collections::HashMap;

use super::escape::{HtmlPiece, StyleSheet, cut};
use super::pictures::ReportPictures;
use super::wireframe;
use crate::domain::{BlobId, Screen};
use crate::protocol::ScreenObserved;
use crate::session::Timeline;
use crate::store::BlobFolder;

/// The most screens that are drawn from their widgets.
const MOST_DRAWN: usize = 500;

/// All that can be shown.
#[derive(Debug, Default)]
pub struct ShownScreens {
    pictures: ReportPictures,
    drawn: HashMap<BlobId, usize>,
    screens: Vec<Screen>,
}

impl ShownScreens {
    /// Makes everything that `timeline` shows: pictures of findings, notes and states come before
    /// those of the other steps, should there be too many. Tells `progress` how many pictures are made
    /// of how many.
    pub fn make(
        timeline: &Timeline,
        blobs: &BlobFolder,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Self {
        let mut wanted: Vec<&BlobId> = Vec::new();
        for group in &timeline.facts.groups {
            let step = timeline.step(group.first.step);
            wanted.extend(step.and_then(|step| step.observed()?.picture.as_ref()));
        }
        wanted.extend(timeline.facts.notes.iter().filter_map(|note| note.picture.as_ref()));
        wanted.extend(timeline.model.states().iter().filter_map(|state| state.picture.as_ref()));
        let observed = || timeline.steps().filter_map(crate::session::step::TimelineStep::observed);
        wanted.extend(observed().filter_map(|seen| seen.picture.as_ref()));
        let mut screens =
            Self { pictures: ReportPictures::make(blobs, &wanted, progress), ..Self::default() };
        for seen in observed().filter(|seen| seen.picture.is_none() && seen.said.is_none()) {
            screens.draw(&seen.screen, blobs);
        }
        screens
    }

    /// Adds what `seen` shows, which is kept in `blobs`: those of one session.
    pub fn add(&mut self, blobs: &BlobFolder, seen: &[&ScreenObserved]) {
        let pictures: Vec<&BlobId> = seen.iter().filter_map(|it| it.picture.as_ref()).collect();
        self.pictures.add(blobs, &pictures, &|_, _| {});
        for seen in seen.iter().filter(|it| it.picture.is_none() && it.said.is_none()) {
            self.draw(&seen.screen, blobs);
        }
    }

    fn draw(&mut self, screen: &BlobId, blobs: &BlobFolder) {
        if self.drawn.contains_key(screen) || self.screens.len() >= MOST_DRAWN {
            return;
        }
        let read = blobs.get(screen).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let Some(read) = read else { return };
        self.drawn.insert(screen.clone(), self.screens.len());
        self.screens.push(read);
    }

    /// The pictures.
    pub fn pictures(&self) -> &ReportPictures {
        &self.pictures
    }

    /// Shows what `seen` saw or heard.
    pub fn show(&self, html: &mut HtmlPiece, seen: &ScreenObserved, label: &str) {
        if let Some(picture) = &seen.picture {
            self.pictures.show(html, picture, label);
        } else if let Some(said) = &seen.said {
            html.class("span", "said", |html| html.line(&cut(said, 240)));
        } else if let Some(number) = self.drawn.get(&seen.screen) {
            let with = [("class", "pic wire"), ("role", "img"), ("aria-label", label)];
            html.el("svg", &with, |html| {
                html.el("use", &[("href", &format!("#w{number}"))], |_| {});
            });
        } else {
            html.leaf("span", &[("class", "pic none")], "no picture");
        }
    }

    /// The drawings, hidden, for [`ShownScreens::show`] to use.
    pub fn drawings(&self, html: &mut HtmlPiece) {
        if self.screens.is_empty() {
            return;
        }
        html.el("svg", &[("class", "drawings"), ("aria-hidden", "true")], |html| {
            for (number, screen) in self.screens.iter().enumerate() {
                wireframe::symbol(html, &format!("w{number}"), screen);
            }
        });
    }

    /// The style sheet that holds the pictures.
    pub fn sheet(&self, sheet: &mut StyleSheet) {
        self.pictures.sheet(sheet);
    }
}
