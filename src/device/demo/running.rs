//! An app with its screens: the part of the phone that every app has.
//!
//! [`Runner`] keeps what Android's views keep for an app (focus, keyboard, scroll positions), maps
//! touches to the app's messages, and hides the app's message type behind [`Running`].

mod text;

use std::collections::BTreeMap;

use super::app::{About, App, System};
use super::frame::{DISPLAY, NAVIGATION_BAR, Pane, PaneKind, STATUS_BAR};
use super::layout::{self, Touched, Window};
use super::ui::{Input, Kind, Layer, Scene, column};
use crate::domain::{Bounds, Point, Size};
use text::Editing;

/// A finger that moved less than this many pixels did not move.
const SLOP: i32 = 16;
/// A finger that stays this many milliseconds holds.
const HOLD_MS: u64 = 500;

/// What an app shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The activity in front.
    pub activity: &'static str,
    /// The name of the structural state: the truth.
    pub state: &'static str,
    /// True for light words on a dark ground.
    pub dark: bool,
    /// Its windows, frontmost last.
    pub panes: Vec<Pane>,
    /// The part of the display that the keyboard covers.
    pub keyboard: Option<Bounds>,
}

/// A key that edits a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKey {
    /// Take out the character before the cursor.
    Delete,
    /// Take out the character after the cursor.
    ForwardDelete,
    /// Cursor to the start.
    Home,
    /// Cursor to the end.
    End,
    /// Cursor back by one.
    Left,
    /// Cursor on by one.
    Right,
    /// The keyboard's action.
    Enter,
    /// Focus to the next field.
    Tab,
    /// Everything is marked: the next letter replaces it.
    SelectAll,
}

/// An app with its screens, whatever its messages are.
pub trait Running: Send {
    /// What is true of the app.
    fn about(&self) -> &'static About;
    /// What it shows now.
    fn look(&self, sys: &System) -> Look;
    /// Its process starts.
    fn launch(&mut self, sys: &mut System);
    /// A finger touches and lets go.
    fn tap(&mut self, at: Point, sys: &mut System);
    /// A finger touches and stays.
    fn hold(&mut self, at: Point, sys: &mut System);
    /// A finger goes from one point to another within so many milliseconds.
    fn swipe(&mut self, from: Point, to: Point, ms: u64, sys: &mut System);
    /// Letters come from the keyboard. False where no field has the focus.
    fn type_text(&mut self, text: &str, sys: &mut System) -> bool;
    /// The focused field is emptied. False where no field has the focus.
    fn clear_text(&mut self, sys: &mut System) -> bool;
    /// A key that edits comes from the keyboard. False where no field has the focus.
    fn edit(&mut self, key: EditKey, sys: &mut System) -> bool;
    /// BACK: closes the keyboard, else the layer in front, else it is the app's.
    fn back(&mut self, sys: &mut System);
    /// MENU.
    fn menu(&mut self, sys: &mut System);
    /// The phone was turned.
    fn rotated(&mut self, sys: &mut System);
    /// A broadcast came in.
    fn broadcast(&mut self, action: &str, sys: &mut System);
    /// A permission question was answered.
    fn permission(&mut self, permission: &str, granted: bool, sys: &mut System);
    /// A timer ran out.
    fn timer(&mut self, token: u32, sys: &mut System);
    /// An activity was started from outside.
    fn open(&mut self, activity: &str, sys: &mut System);
    /// It came back to the front.
    fn resumed(&mut self, sys: &mut System);
    /// It left the front: the keyboard goes.
    fn hide_keyboard(&mut self);
}

/// Any app.
pub type AnyApp = dyn Running;

/// The display in its present rotation.
pub const fn display(landscape: bool) -> Size {
    if landscape { Size::new(DISPLAY.height, DISPLAY.width) } else { DISPLAY }
}

/// The room between the status bar and the navigation bar.
pub const fn room(landscape: bool) -> Bounds {
    let size = display(landscape);
    Bounds::new(0, STATUS_BAR, size.width, size.height - NAVIGATION_BAR)
}

/// The part of the display that the keyboard covers when it is shown: the lower 35 %.
pub const fn keyboard(landscape: bool) -> Bounds {
    let size = display(landscape);
    let top = size.height - size.height * 35 / 100;
    Bounds::new(0, top, size.width, size.height - NAVIGATION_BAR)
}

/// Which field has the focus: the `nth` one with this id in this window.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Focus {
    window: usize,
    id: String,
    nth: usize,
    cursor: usize,
    marked: bool,
}

/// A scroll position's owner: window, activity, id.
type ScrollKey = (usize, &'static str, String);

/// An app with its screens.
pub struct Runner<A: App> {
    app: A,
    focus: Option<Focus>,
    keyboard: bool,
    offsets: BTreeMap<ScrollKey, i32>,
}

struct Stage<M> {
    activity: &'static str,
    state: &'static str,
    windows: Vec<Window<M>>,
}

impl<M> Stage<M> {
    fn top(&self) -> Option<(usize, &Window<M>)> {
        self.windows.iter().enumerate().next_back()
    }
}

/// A focused field: its index in the front window, what it takes and what is in it.
struct Field<M> {
    index: usize,
    input: Input,
    editing: Editing,
    on_text: super::ui::OnText<M>,
    on_enter: Option<M>,
    max_length: usize,
}

impl<A: App> Runner<A> {
    /// The app as it is right after it was installed.
    pub fn install() -> Self {
        Self { app: A::install(), focus: None, keyboard: false, offsets: BTreeMap::new() }
    }

    fn stage(&self, sys: &System) -> Stage<A::Msg> {
        let scene = self.app.view(sys);
        let mut room = room(sys.landscape);
        if self.keyboard {
            room.bottom = keyboard(sys.landscape).top;
        }
        let windows = self.windows(&scene, room);
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

    fn focus_on(&mut self, index: usize, stage: &Stage<A::Msg>) {
        let Some((number, window)) = stage.top() else { return };
        let Some(field) = window.pane.placed.get(index) else { return };
        let id = field.face.id.clone();
        let before = window.pane.placed.iter().take(index);
        let nth = before.filter(|placed| is_field(placed.face.kind) && placed.face.id == id);
        let (nth, cursor) = (nth.count(), field.face.text.chars().count());
        self.focus = Some(Focus { window: number, id, nth, cursor, marked: false });
        self.keyboard = true;
    }

    fn settle(&mut self, sys: &System) {
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
            if let Some(scroller) = window.scrollers.iter().find(|one| one.index == index) {
                let offset = scroller.offset.saturating_add(by).clamp(0, scroller.limit);
                let key = (number, stage.activity, scroller.id.clone());
                self.offsets.insert(key, offset);
                return;
            }
            around = placed.get(index).and_then(|placed| placed.parent);
        }
    }

    /// The focused field, if it is in the front window and takes text.
    fn focused(&self, stage: &Stage<A::Msg>) -> Option<Field<A::Msg>> {
        let focus = self.focus.as_ref()?;
        let (number, window) = stage.top()?;
        if number != focus.window {
            return None;
        }
        let mut placed = window.pane.placed.iter().enumerate();
        let (index, placed) = placed.find(|(_, placed)| placed.face.focused)?;
        let touch = window.touch.get(index).filter(|_| placed.face.enabled)?;
        let Kind::Field(input) = placed.face.kind else { return None };
        Some(Field {
            index,
            input,
            editing: Editing::new(&placed.face.text, focus.cursor),
            on_text: touch.on_text.clone()?,
            on_enter: touch.on_enter.clone(),
            max_length: touch.max_length,
        })
    }

    /// Edits the focused field and tells the app where its content changed by it.
    fn change(&mut self, sys: &mut System, how: impl FnOnce(&mut Field<A::Msg>, bool)) -> bool {
        let stage = self.stage(sys);
        let Some(mut field) = self.focused(&stage) else { return false };
        let before = field.editing.content();
        let marked = self.focus.as_ref().is_some_and(|focus| focus.marked);
        how(&mut field, marked);
        if let Some(focus) = &mut self.focus {
            focus.cursor = field.editing.cursor();
            focus.marked = false;
        }
        let after = field.editing.content();
        if after != before {
            self.app.update((field.on_text)(after), sys);
        }
        self.settle(sys);
        true
    }

    fn enter(&mut self, sys: &mut System) -> bool {
        let stage = self.stage(sys);
        let Some(field) = self.focused(&stage) else { return false };
        if let Some(message) = field.on_enter {
            self.keyboard = false;
            self.app.update(message, sys);
            self.settle(sys);
        } else if field.input == Input::Lines {
            self.change(sys, |field, _| field.editing.insert("\n", Input::Lines, field.max_length));
        } else if !self.next_field(&stage, field.index, sys) {
            self.keyboard = false;
        }
        true
    }

    /// Moves the focus to the field after `index`. False where there is none.
    fn next_field(&mut self, stage: &Stage<A::Msg>, index: usize, sys: &System) -> bool {
        let Some((_, window)) = stage.top() else { return false };
        let placed = window.pane.placed.iter().enumerate().skip(index + 1);
        let mut fields = placed.filter(|(_, one)| is_field(one.face.kind) && one.face.enabled);
        let Some((next, _)) = fields.next() else { return false };
        self.focus_on(next, stage);
        self.settle(sys);
        true
    }

    /// Where the touch at `at` goes: the front window, or outside of a dialog.
    fn reach(&self, stage: &Stage<A::Msg>, at: Point, sys: &System) -> Reach<A::Msg> {
        if self.keyboard && keyboard(sys.landscape).contains(at) {
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

fn is_field(kind: Kind) -> bool {
    matches!(kind, Kind::Field(_))
}

fn scroll_positions<M>(stage: &Stage<M>) -> BTreeMap<ScrollKey, i32> {
    let windows = stage.windows.iter().enumerate();
    windows
        .flat_map(|(number, window)| {
            window.scrollers.iter().filter(|scroller| scroller.offset > 0).map(move |scroller| {
                ((number, stage.activity, scroller.id.clone()), scroller.offset)
            })
        })
        .collect()
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
            dark: self.app.dark(),
            panes: stage.windows.into_iter().map(|window| window.pane).collect(),
            keyboard: self.keyboard.then(|| keyboard(sys.landscape)),
        }
    }

    fn launch(&mut self, sys: &mut System) {
        self.focus = None;
        self.keyboard = false;
        self.offsets.clear();
        self.app.launch(sys);
    }

    fn tap(&mut self, at: Point, sys: &mut System) {
        self.touch(at, sys, |window| window.tap(at));
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
        match key {
            EditKey::Enter => return self.enter(sys),
            EditKey::Tab => {
                let stage = self.stage(sys);
                let Some(field) = self.focused(&stage) else { return false };
                self.next_field(&stage, field.index, sys);
                return true;
            }
            EditKey::SelectAll => {
                if let Some(focus) = &mut self.focus {
                    focus.marked = true;
                }
                return self.focus.is_some();
            }
            EditKey::Home | EditKey::End | EditKey::Left | EditKey::Right => {
                let stage = self.stage(sys);
                let Some(field) = self.focused(&stage) else { return false };
                let (length, at) =
                    (field.editing.content().chars().count(), field.editing.cursor());
                if let Some(focus) = &mut self.focus {
                    focus.marked = false;
                    focus.cursor = match key {
                        EditKey::Home => 0,
                        EditKey::Left => at.saturating_sub(1),
                        EditKey::Right => (at + 1).min(length),
                        _ => length,
                    };
                }
                return true;
            }
            EditKey::Delete | EditKey::ForwardDelete => {}
        }
        self.change(sys, |field, marked| match key {
            _ if marked => field.editing.clear(),
            EditKey::Delete => field.editing.delete_backwards(),
            _ => field.editing.delete_forwards(),
        })
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
