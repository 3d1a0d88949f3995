//! Touches of an app's windows, and what happens to the app.

use std::collections::BTreeMap;

use super::faulty::FaultMemory;
use super::stage::{ScrollKey, Stage, is_field, scroll_positions};
use super::typing::Focus;
use super::{EditKey, Look, Running, keyboard};
use crate::demo::app::{About, App, System};
use crate::demo::layout::{Touched, Window};
use crate::domain::Point;

/// A finger that moved less than this many pixels did not move.
const SLOP: i32 = 16;
/// A finger that stays this many milliseconds holds.
const HOLD_MS: u64 = 500;

/// An app with its screens.
pub struct Runner<A: App> {
    pub(super) app: A,
    pub(super) focus: Option<Focus>,
    pub(super) keyboard: bool,
    pub(super) offsets: BTreeMap<ScrollKey, i32>,
    pub(super) memory: FaultMemory,
}

impl<A: App> Runner<A> {
    /// The app as it is right after it was installed.
    pub fn install() -> Self {
        Self {
            app: A::install(),
            focus: None,
            keyboard: false,
            offsets: BTreeMap::new(),
            memory: FaultMemory::default(),
        }
    }

    /// Handles what a touch means, then drops what of focus and scroll positions is no more.
    fn touched(&mut self, touched: Touched<A::Msg>, stage: &Stage<A::Msg>, sys: &mut System) {
        match touched {
            Touched::Send(message) => self.app.update(message, sys),
            Touched::Focus(index) => self.focus_on(index, stage),
            Touched::Scroll(index, offset) => {
                if let Some((number, window)) = stage.top() {
                    let id = window.pane.placed.get(index).map(|placed| placed.face.id.clone());
                    let key = (number, stage.activity, id.unwrap_or_default());
                    self.offsets.insert(key, offset);
                }
            }
            Touched::Nothing => {}
        }
        self.settle(sys);
    }

    /// Gives the field at `index` of the front window the focus, and shows the keyboard.
    pub(super) fn focus_on(&mut self, index: usize, stage: &Stage<A::Msg>) {
        let Some((number, window)) = stage.top() else { return };
        let Some(field) = window.pane.placed.get(index) else { return };
        let id = field.face.id.clone();
        let before = window.pane.placed.iter().take(index);
        let nth = before.filter(|placed| is_field(placed.face.kind) && placed.face.id == id);
        let (nth, cursor) = (nth.count(), field.face.text.chars().count());
        self.focus = Some(Focus { window: number, id, nth, cursor, marked: false });
        self.keyboard = true;
    }

    pub(super) fn settle(&mut self, sys: &mut System) {
        let stage = self.stage(sys);
        if self.focused(&stage).is_none() {
            self.focus = None;
            if self.keyboard {
                self.keyboard = false;
                return self.settle(sys);
            }
        }
        self.offsets = scroll_positions(&stage);
        if self.keyboard {
            self.reveal(&stage);
        }
        self.watch(sys);
    }

    /// Scrolls so that the focused field is not under the keyboard.
    fn reveal(&mut self, stage: &Stage<A::Msg>) {
        let Some((number, window)) = stage.top() else { return };
        let placed = &window.pane.placed;
        let Some(field) = placed.iter().find(|placed| placed.face.focused) else { return };
        let below = field.bounds.bottom.saturating_sub(field.clip.bottom);
        let above = field.clip.top.saturating_sub(field.bounds.top);
        let by = if above > 0 { -above } else { below.max(0).min(-above) };
        let mut around = field.parent;
        while let Some(index) = around {
            let mut scrollers = window.scrollers.iter().filter(|one| one.limit > 0);
            if let Some(scroller) = scrollers.find(|one| one.index == index) {
                let offset = scroller.offset.saturating_add(by).clamp(0, scroller.limit);
                let key = (number, stage.activity, scroller.id.clone());
                self.offsets.insert(key, offset);
                return;
            }
            around = placed.get(index).and_then(|placed| placed.parent);
        }
    }

    /// Where the touch at `at` goes: the front window, or outside of a dialog.
    fn reach(&self, stage: &Stage<A::Msg>, at: Point, sys: &System) -> Reach<A::Msg> {
        if self.keyboard && keyboard(sys.display).contains(at) {
            return Reach::Nowhere;
        }
        match stage.top() {
            Some((_, window)) if window.pane.bounds.contains(at) => Reach::Inside,
            Some((0, _)) | None => Reach::Nowhere,
            Some((_, window)) => window.dismiss.clone().map_or(Reach::Nowhere, Reach::Outside),
        }
    }

    fn touch(
        &mut self,
        at: Point,
        sys: &mut System,
        how: impl FnOnce(&Window<A::Msg>) -> Touched<A::Msg>,
    ) {
        let stage = self.stage(sys);
        let touched = match self.reach(&stage, at, sys) {
            Reach::Inside => stage.top().map_or(Touched::Nothing, |(_, window)| how(window)),
            Reach::Outside(message) => Touched::Send(message),
            Reach::Nowhere => Touched::Nothing,
        };
        self.touched(touched, &stage, sys);
    }
}

enum Reach<M> {
    Inside,
    Outside(M),
    Nowhere,
}

impl<A: App> Running for Runner<A> {
    fn about(&self) -> &'static About {
        const { &A::ABOUT }
    }

    fn look(&self, sys: &System) -> Look {
        let stage = self.stage(sys);
        Look {
            activity: stage.activity,
            state: stage.state,
            dark: self.app.dark(sys) || sys.dark,
            panes: stage.windows.into_iter().map(|window| window.pane).collect(),
            keyboard: self.keyboard.then(|| keyboard(sys.display)),
        }
    }

    fn launch(&mut self, sys: &mut System) {
        self.focus = None;
        self.keyboard = false;
        self.offsets.clear();
        self.app.launch(sys);
        self.forget();
        self.watch(sys);
    }

    fn tap(&mut self, at: Point, sys: &mut System) {
        if !self.tap_by_fault(at, sys) {
            self.touch(at, sys, |window| window.tap(at));
        }
    }

    fn hold(&mut self, at: Point, sys: &mut System) {
        self.touch(at, sys, |window| window.hold(at));
    }

    fn swipe(&mut self, from: Point, to: Point, ms: u64, sys: &mut System) {
        let moved = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        if i64::from(moved) >= i64::from(SLOP) {
            self.touch(from, sys, |window| window.swipe(from, to));
        } else if ms >= HOLD_MS {
            self.hold(from, sys);
        } else {
            self.tap(from, sys);
        }
    }

    fn type_text(&mut self, text: &str, sys: &mut System) -> bool {
        self.change(sys, |field, marked| {
            if marked {
                field.editing.clear();
            }
            field.editing.insert(text, field.input, field.max_length);
        })
    }

    fn clear_text(&mut self, sys: &mut System) -> bool {
        self.change(sys, |field, _| field.editing.clear())
    }

    fn edit(&mut self, key: EditKey, sys: &mut System) -> bool {
        self.edit_key(key, sys)
    }

    fn back(&mut self, sys: &mut System) {
        if self.keyboard {
            self.keyboard = false;
            return self.settle(sys);
        }
        let stage = self.stage(sys);
        match stage.top() {
            Some((1.., window)) => {
                if let Some(message) = window.dismiss.clone() {
                    self.app.update(message, sys);
                }
            }
            Some((0, _)) | None => self.app.back(sys),
        }
        self.settle(sys);
    }

    fn menu(&mut self, sys: &mut System) {
        self.app.menu(sys);
        self.settle(sys);
    }

    fn rotated(&mut self, sys: &mut System) {
        self.app.rotated(sys);
        self.settle(sys);
    }

    fn made_anew(&mut self, sys: &mut System) {
        self.app.made_anew(sys);
        self.settle(sys);
    }

    fn broadcast(&mut self, action: &str, sys: &mut System) {
        self.app.broadcast(action, sys);
        self.settle(sys);
    }

    fn permission(&mut self, permission: &str, granted: bool, sys: &mut System) {
        self.app.permission(permission, granted, sys);
        self.settle(sys);
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        self.app.timer(token, sys);
        self.settle(sys);
    }

    fn open(&mut self, activity: &str, sys: &mut System) {
        self.app.open(activity, sys);
        self.settle(sys);
    }

    fn resumed(&mut self, sys: &mut System) {
        self.app.resumed(sys);
        self.settle(sys);
    }

    fn hide_keyboard(&mut self) {
        self.keyboard = false;
    }
}
