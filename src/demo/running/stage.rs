//! An app's scene laid out: its windows with their messages.

use std::collections::BTreeMap;

use super::runner::Runner;
use super::{keyboard, room};
use crate::demo::app::{App, System};
use crate::demo::frame::PaneKind;
use crate::demo::layout::{self, Window};
use crate::demo::ui::{Kind, Layer, Scene, column};
use crate::domain::Bounds;

/// A scroll position's owner: window, activity, id.
pub(super) type ScrollKey = (usize, &'static str, String);

/// What an app shows, laid out.
pub(super) struct Stage<M> {
    pub(super) activity: &'static str,
    pub(super) state: &'static str,
    pub(super) windows: Vec<Window<M>>,
}

impl<M> Stage<M> {
    /// The window in front, with its number.
    pub(super) fn top(&self) -> Option<(usize, &Window<M>)> {
        self.windows.iter().enumerate().next_back()
    }
}

impl<A: App> Runner<A> {
    /// What the app shows now, laid out.
    pub(super) fn stage(&self, sys: &System) -> Stage<A::Msg> {
        let mut scene = self.app.view(sys);
        self.distort(&mut scene, sys);
        if sys.letters != 100 {
            scene.enlarge(sys.letters);
        }
        let mut stage = self.laid_out(&scene, sys);
        self.displace(&mut stage.windows, stage.state, sys);
        stage
    }

    /// `scene` laid out.
    pub(super) fn laid_out(&self, scene: &Scene<A::Msg>, sys: &System) -> Stage<A::Msg> {
        let mut room = room(sys.display);
        if self.keyboard {
            room.bottom = keyboard(sys.display).top;
        }
        let windows = self.windows(scene, room);
        Stage { activity: scene.activity, state: scene.state, windows }
    }

    fn windows(&self, scene: &Scene<A::Msg>, room: Bounds) -> Vec<Window<A::Msg>> {
        let offset = |window: usize, id: &str| {
            self.offsets.get(&(window, scene.activity, id.to_owned())).copied().unwrap_or(0)
        };
        let bar = scene.layers.iter().rev().find_map(|layer| match layer {
            Layer::Snackbar { text, action } => Some(layout::snackbar(text, action.as_ref())),
            Layer::Dialog { .. } | Layer::Menu { .. } => None,
        });
        let wrapped;
        let body = if matches!(scene.body.kind, Kind::Column | Kind::Scroll | Kind::List) {
            &scene.body
        } else {
            wrapped = column([scene.body.clone()]);
            &wrapped
        };
        let fitted = layout::fitted(body, room);
        let body = fitted.as_ref().unwrap_or(body);
        let first =
            layout::window(PaneKind::Activity, body, bar.as_ref(), room, &|id| offset(0, id));
        let mut windows = vec![first];
        for layer in &scene.layers {
            let number = windows.len();
            let offset = |id: &str| offset(number, id);
            match layer {
                Layer::Dialog { title, content, on_dismiss } => {
                    let dismiss = on_dismiss.clone();
                    windows.push(layout::dialog(title, content, dismiss, room, &offset));
                }
                Layer::Menu { rows, on_dismiss } => {
                    windows.push(layout::menu(rows, on_dismiss.clone(), room, &offset));
                }
                Layer::Snackbar { .. } => {}
            }
        }
        self.mark_focus(&mut windows);
        windows
    }

    fn mark_focus(&self, windows: &mut [Window<A::Msg>]) {
        let Some(focus) = &self.focus else { return };
        let Some(window) = windows.get_mut(focus.window) else { return };
        let placed = window.pane.placed.iter_mut();
        let mut fields = placed.filter(|placed| is_field(placed.face.kind));
        let mut same = fields.by_ref().filter(|placed| placed.face.id == focus.id);
        if let Some(placed) = same.nth(focus.nth) {
            placed.face.focused = true;
        }
    }
}

pub(super) fn is_field(kind: Kind) -> bool {
    matches!(kind, Kind::Field(_))
}

/// How far each container that is shown is scrolled.
pub(super) fn scroll_positions<M>(stage: &Stage<M>) -> BTreeMap<ScrollKey, i32> {
    let windows = stage.windows.iter().enumerate();
    windows
        .flat_map(|(number, window)| {
            window.scrollers.iter().filter(|scroller| scroller.offset > 0).map(move |scroller| {
                ((number, stage.activity, scroller.id.clone()), scroller.offset)
            })
        })
        .collect()
}
