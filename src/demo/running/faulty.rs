//! The faults of what an app shows, carried out between the app and the display.

use std::collections::BTreeMap;

use super::keyboard;
use super::runner::Runner;
use super::stage::Stage;
use crate::demo::app::{App, System};
use crate::demo::layout::{Touch, Window};
use crate::demo::ui::Scene;
use crate::demo::view_fault::{FaultMoment, ViewEffect, ViewFault, words};
use crate::domain::{Bounds, Point};

/// A view that has shrunk is so large, in pixels.
const SHRUNK: i32 = 6;

/// What the faults of an app must remember.
#[derive(Debug, Default)]
pub(super) struct FaultMemory {
    /// The state that was shown last.
    state: Option<&'static str>,
    /// How often each state was entered since the app was started.
    entered: BTreeMap<&'static str, u32>,
    /// The words that stay, by the fault's id.
    first: BTreeMap<&'static str, String>,
}

impl<A: App> Runner<A> {
    /// The faults of `state` that act now.
    fn acting(&self, state: &str, sys: &System) -> impl Iterator<Item = &'static ViewFault> {
        let here = A::ABOUT.view_faults.iter().chain(sys.faults.variant());
        here.filter(move |fault| fault.state == state).filter(|fault| {
            let entered = self.memory.entered.get(fault.state).copied().unwrap_or(0);
            sys.is_seeded(fault.spec.id)
                && match fault.when {
                    FaultMoment::Always => true,
                    FaultMoment::Sideways => sys.landscape,
                    FaultMoment::Again => entered > 1,
                }
        })
    }

    /// Changes what is shown by the faults that act.
    pub(super) fn distort(&self, scene: &mut Scene<A::Msg>, sys: &System) {
        for fault in self.acting(scene.state, sys) {
            let first = self.memory.first.get(fault.spec.id).map(String::as_str);
            fault.effect.distort(scene, first);
        }
    }

    /// Moves what faults put over other views, or make too small.
    pub(super) fn displace(&self, windows: &mut [Window<A::Msg>], state: &str, sys: &System) {
        for fault in self.acting(state, sys) {
            for window in &mut *windows {
                displace(window, fault.effect);
            }
        }
    }

    /// Takes in what is shown now, and tells the faults that can be seen.
    pub(super) fn watch(&mut self, sys: &mut System) {
        let mut known = A::ABOUT.view_faults.iter().chain(sys.faults.variant());
        if known.all(|fault| !sys.is_seeded(fault.spec.id)) {
            return;
        }
        let scene = self.app.view(sys);
        if self.memory.state.replace(scene.state) != Some(scene.state) {
            *self.memory.entered.entry(scene.state).or_default() += 1;
        }
        let acting: Vec<&ViewFault> = self.acting(scene.state, sys).collect();
        for fault in acting {
            let id = fault.spec.id;
            if let ViewEffect::Stays(view) = fault.effect
                && let Some(words) = words(&scene, view)
            {
                self.memory.first.entry(id).or_insert(words);
            }
            let first = self.memory.first.get(id).map(String::as_str);
            let shown = fault.effect.distort(&mut scene.clone(), first);
            if shown || self.is_displaced(&scene, fault.effect, sys) {
                sys.fault(id);
            }
        }
    }

    fn is_displaced(&self, scene: &Scene<A::Msg>, effect: ViewEffect, sys: &System) -> bool {
        let Stage { mut windows, .. } = self.laid_out(scene, sys);
        windows.iter_mut().any(|window| displace(window, effect))
    }

    /// Forgets what a start of the app ends.
    pub(super) fn forget(&mut self) {
        self.memory = FaultMemory::default();
    }

    /// Carries out a tap that a fault changes. False if none does.
    pub(super) fn tap_by_fault(&mut self, at: Point, sys: &mut System) -> bool {
        let stage = self.stage(sys);
        if self.keyboard && keyboard(sys.display).contains(at) {
            return false;
        }
        let Some((_, window)) = stage.top() else { return false };
        let Some((fault, touch)) = self.tapped_fault(&stage, window, at, sys) else { return false };
        let own = touch.on_tap.clone();
        let messages = match fault.effect {
            ViewEffect::Swaps(_, other) => vec![tap_message(window, other)],
            ViewEffect::Doubles(_) => vec![own.clone(), own],
            ViewEffect::Empties(_, field) => vec![emptied(window, field), own],
            _ => Vec::new(),
        };
        for message in messages.into_iter().flatten() {
            self.app.update(message, sys);
        }
        sys.fault(fault.spec.id);
        self.settle(sys);
        true
    }

    /// The fault that changes a tap at `at`, with what the view there does.
    fn tapped_fault<'a>(
        &self,
        stage: &Stage<A::Msg>,
        window: &'a Window<A::Msg>,
        at: Point,
        sys: &System,
    ) -> Option<(&'static ViewFault, &'a Touch<A::Msg>)> {
        let views = window.pane.placed.iter().zip(&window.touch).rev();
        let mut touched = views.filter(|(placed, _)| placed.visible().contains(at));
        let (placed, touch) = touched.find(|(_, touch)| touch.on_tap.is_some())?;
        let id = placed.face.id.as_str();
        let mut acting = self.acting(stage.state, sys);
        let fault = acting.find(|fault| fault.effect.tapped() == Some(id))?;
        placed.face.enabled.then_some((fault, touch))
    }
}

/// What a tap on the view with this id, or this description, sends.
fn tap_message<M: Clone>(window: &Window<M>, name: &str) -> Option<M> {
    let mut views = window.pane.placed.iter().zip(&window.touch);
    let found = views.find(|(placed, _)| placed.face.id == name || placed.face.desc == name);
    found.and_then(|(_, touch)| touch.on_tap.clone())
}

/// What the field with this id sends if it is emptied.
fn emptied<M: Clone>(window: &Window<M>, field: &str) -> Option<M> {
    let mut views = window.pane.placed.iter().zip(&window.touch);
    let (_, touch) = views.find(|(placed, _)| placed.face.id == field)?;
    touch.on_text.as_ref().map(|on_text| on_text(String::new()))
}

/// Moves what `effect` displaces. True if it moved anything.
fn displace<M>(window: &mut Window<M>, effect: ViewEffect) -> bool {
    let placed = &mut window.pane.placed;
    let bounds = |id: &str| placed.iter().find(|it| it.face.id == id).map(|it| it.bounds);
    let (id, at) = match effect {
        ViewEffect::Covers(id, other) => (id, bounds(other)),
        ViewEffect::Shrinks(id) => {
            let small = bounds(id).map(|it| Bounds {
                right: it.left + SHRUNK,
                bottom: it.top + SHRUNK,
                ..it
            });
            (id, small)
        }
        _ => return false,
    };
    let view = placed.iter_mut().find(|it| it.face.id == id);
    let Some((view, at)) = view.zip(at) else { return false };
    view.bounds = at;
    true
}
