//! Faults that no table lists: one button of an app does nothing, or one number is wrong. They show how much of any such
//! fault is told, where the seeded ones are few.

use std::collections::BTreeSet;

use super::app::{About, FaultKind, FaultSpec, StateSpec};
use super::apps::Entry;
use super::enabled::EnabledFaults;
use super::frame::Face;
use super::ui::Kind;
use super::view_fault::{FaultMoment, ViewEffect, ViewFault};
use super::walk::{opened_with, walk};
use crate::domain::BugCategory;

/// What is wrong in a variant of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantKind {
    /// A button that does nothing.
    DeadButton,
    /// A number that is too large by one.
    WrongNumber,
}

impl VariantKind {
    const fn words(self) -> (&'static str, BugCategory) {
        match self {
            Self::DeadButton => ("dead", BugCategory::FeedbackMissing),
            Self::WrongNumber => ("more", BugCategory::Calculation),
        }
    }

    fn is_possible(self, face: &Face) -> bool {
        match self {
            Self::DeadButton => {
                let is_choice = face.checked.is_some() || face.selected;
                let is_field = matches!(face.kind, Kind::Field(_));
                face.clickable && face.enabled && !is_choice && !is_field
            }
            Self::WrongNumber => {
                !matches!(face.kind, Kind::Field(_))
                    && face.text.contains(|it: char| it.is_ascii_digit())
            }
        }
    }
}

/// All variants of this kind, one for each view with an id of each state, but for those that the tables of the app
/// have a fault for. What they are made of is kept until the process ends.
pub fn of(entry: &Entry, kind: VariantKind) -> Vec<&'static ViewFault> {
    let about = entry.about;
    let mut variants = Vec::new();
    for state in about.states {
        let views = views(entry, state, kind);
        let free = views.into_iter().filter(|view| !is_seeded(about, state.name, view));
        variants.extend(free.map(|view| made(about, state.name, &view, kind)));
    }
    variants
}

/// The ids of the views of `state` that can be wrong so.
fn views(entry: &Entry, state: &StateSpec, kind: VariantKind) -> BTreeSet<String> {
    let mut phone = opened_with(entry, EnabledFaults::Only(Vec::new()));
    let is_there = walk(&mut phone, state.steps).is_ok()
        && phone.truth().is_some_and(|truth| truth.state == Some(state.name));
    let active = phone.active().filter(|_| is_there);
    let placed = active.map(|active| active.pane.placed).unwrap_or_default();
    let faces = placed.into_iter().map(|placed| placed.face);
    faces.filter(|face| !face.id.is_empty() && kind.is_possible(face)).map(|face| face.id).collect()
}

/// True if a fault of the tables is about `view`.
fn is_seeded(about: &About, state: &str, view: &str) -> bool {
    about.view_faults.iter().any(|fault| fault.state == state && fault.effect.is_about(view))
}

fn made(about: &About, state: &'static str, view: &str, kind: VariantKind) -> &'static ViewFault {
    let (word, category) = kind.words();
    let keep = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let id = keep(format!("{}-{state}-{view}-{word}", about.name));
    let view = keep(view.to_owned());
    let effect = match kind {
        VariantKind::DeadButton => ViewEffect::Ignores(view),
        VariantKind::WrongNumber => ViewEffect::Adds(view, 1),
    };
    let kind = FaultKind::Functional(category);
    let spec = FaultSpec { id, kind, title: id, secret: false, steps: &[] };
    Box::leak(Box::new(ViewFault { spec, state, when: FaultMoment::Always, effect }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::apps;

    #[test]
    fn a_variant_acts_alone_and_is_seen() {
        let entry = apps::entry("shop").unwrap();
        let variants = of(entry, VariantKind::DeadButton);
        assert!(variants.len() > 20, "{}", variants.len());
        let ids: BTreeSet<&str> = variants.iter().map(|fault| fault.spec.id).collect();
        assert_eq!(ids.len(), variants.len());
        assert!(entry.about.fault_kinds().all(|(id, _)| !ids.contains(id)));
        let first = variants.iter().find(|fault| entry.about.states[0].name == fault.state);
        let ViewEffect::Ignores(view) = first.unwrap().effect else { panic!("{first:?}") };
        let mut phone = opened_with(entry, EnabledFaults::Variant(first.unwrap()));
        let tap = crate::demo::app::Do::Tap(Box::leak(format!("#{view}").into_boxed_str()));
        walk(&mut phone, entry.about.states[0].steps).unwrap();
        walk(&mut phone, &[tap]).unwrap();
        let truth = phone.truth().unwrap();
        assert_eq!(truth.state, Some(entry.about.states[0].name), "it did nothing");
        assert!(truth.faults.contains(first.unwrap().spec.id) && truth.strange.is_empty());
    }
}
