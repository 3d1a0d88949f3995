//! Layout: from a view tree to boxes in pixels.
//!
//! The rules are few, so that an app's author can foresee them: columns stack, rows share their
//! width by weight or content, bars keep their heights, scrolling containers fill the room that is
//! left, and everything is clipped by what it is in.

mod measure;
mod panes;
mod touch;

pub use measure::{dp, letter_size, line_height, lines, text_width};
pub use panes::{SNACKBAR, dialog, fitted, menu, snackbar};
pub use touch::{Scroller, Touched, slider_point};

use measure::{
    BOTTOM_BAR_HEIGHT, CARD_PADDING, FAB_SIZE, GUTTER, column_height, flexible, gap, is_row,
    list_row_height, margins, outer_height, row_widths,
};

use super::frame::{Face, Pane, PaneKind, Placed};
use super::ui::{Kind, OnText, OnValue, View};
use crate::domain::{Bounds, Direction};

/// What touching a placed view sends.
#[derive(Clone)]
pub struct Touch<M> {
    /// Sent when tapped.
    pub on_tap: Option<M>,
    /// Sent when held.
    pub on_long: Option<M>,
    /// Sent when a field's content changes.
    pub on_text: Option<OnText<M>>,
    /// Sent on a field's Enter.
    pub on_enter: Option<M>,
    /// Sent when a slider moves.
    pub on_value: Option<OnValue<M>>,
    /// Sent when it is swiped.
    pub on_swipe: Vec<(Direction, M)>,
    /// The most characters a field takes; 0 for no limit.
    pub max_length: usize,
}

/// A window laid out: its boxes, and what touching them does.
pub struct Window<M> {
    /// The boxes.
    pub pane: Pane,
    /// What touching each of [`Pane::placed`] sends.
    pub touch: Vec<Touch<M>>,
    /// Its containers that can scroll.
    pub scrollers: Vec<Scroller>,
    /// Sent when it is left without a choice.
    pub dismiss: Option<M>,
}

/// How far each scrolling container was scrolled: its id gives pixels.
pub type Offset<'a> = &'a dyn Fn(&str) -> i32;

/// Lays out `root` in `room` as a window of this kind, `over` floating at its bottom.
pub fn window<M: Clone>(
    kind: PaneKind,
    root: &View<M>,
    over: Option<&View<M>>,
    room: Bounds,
    offset: Offset<'_>,
) -> Window<M> {
    let pane = Pane { kind, bounds: room, placed: Vec::new() };
    let window = Window { pane, touch: Vec::new(), scrollers: Vec::new(), dismiss: None };
    let mut placer = Placer { window, offset };
    let (gutter, ends) = match kind {
        PaneKind::Dialog => (panes::GUTTER, panes::ENDS),
        PaneKind::Menu => (GUTTER, panes::MENU_ENDS),
        PaneKind::Activity | PaneKind::Launcher => (GUTTER, 0),
    };
    placer.place(root, shrunk(room, 0, ends), Spot { clip: room, parent: None, gutter });
    if let Some(over) = over {
        placer.float(over, root, room);
    }
    placer.window
}

/// Where a view is put.
#[derive(Clone, Copy)]
struct Spot {
    clip: Bounds,
    parent: Option<usize>,
    gutter: i32,
}

struct Placer<'a, M> {
    window: Window<M>,
    offset: Offset<'a>,
}

impl<M: Clone> Placer<'_, M> {
    /// Puts `view` at exactly `at`.
    fn place(&mut self, view: &View<M>, at: Bounds, spot: Spot) {
        let index = self.push(view, at, spot);
        let inside = Spot { clip: spot.clip.intersect(at), parent: Some(index), ..spot };
        match view.kind {
            Kind::Column if is_row(view) => {
                let content = column_height(view, at.width(), spot.gutter);
                let room = middle(at, at.width(), content.min(at.height()));
                self.column(&view.children, room, inside);
            }
            Kind::Column => self.column(&view.children, at, inside),
            Kind::Row => self.row(&view.children, at, inside),
            Kind::Toolbar => self.row(&view.children, at, Spot { gutter: dp(8), ..inside }),
            Kind::BottomBar => self.row(&view.children, at, Spot { gutter: 0, ..inside }),
            Kind::Card => {
                let room = shrunk(at, CARD_PADDING, CARD_PADDING);
                self.column(&view.children, room, Spot { gutter: 0, ..inside });
            }
            Kind::Scroll | Kind::List => self.scrolling(view, index, at, inside),
            _ => {}
        }
    }

    fn push(&mut self, view: &View<M>, bounds: Bounds, spot: Spot) -> usize {
        let placed = Placed { face: Face::of(view), bounds, clip: spot.clip, parent: spot.parent };
        self.window.pane.placed.push(placed);
        self.window.touch.push(Touch {
            on_tap: view.on_tap.clone(),
            on_long: view.on_long.clone(),
            on_text: view.on_text.clone(),
            on_enter: view.on_enter.clone(),
            on_value: view.on_value.clone(),
            on_swipe: view.on_swipe.clone(),
            max_length: view.max_length,
        });
        self.window.touch.len() - 1
    }

    /// Puts `view` into `outer`, margins and all.
    fn inset(&mut self, view: &View<M>, outer: Bounds, spot: Spot) {
        let (side, vertical) = margins(view, spot.gutter);
        let mut at = shrunk(outer, side, vertical);
        match view.kind {
            Kind::Progress if view.max <= 0 => {
                at = middle(at, at.width().min(dp(48)), at.height().min(dp(48)));
            }
            Kind::Button(_) => at = middle(at, at.width(), at.height().min(dp(40))),
            Kind::Image => {
                let side = at.width().min(at.height());
                at = middle(at, side, side);
            }
            _ => {}
        }
        self.place(view, at, spot);
    }

    fn column(&mut self, children: &[View<M>], room: Bounds, spot: Spot) {
        let (fab, mut flow): (Vec<_>, Vec<_>) =
            children.iter().partition(|child| child.kind == Kind::Fab);
        let (mut room, mut clip) = (room, spot.clip);
        let mut bar = None;
        if let Some(last) = flow.pop_if(|last| last.kind == Kind::BottomBar) {
            let top = room.bottom.saturating_sub(BOTTOM_BAR_HEIGHT).max(room.top);
            bar = Some((last, Bounds { top, ..room }));
            room.bottom = top;
            clip = clip.intersect(room);
        }
        let heights = stacked(&flow, room, spot.gutter);
        let mut top = room.top;
        for (child, height) in flow.iter().zip(heights) {
            let bottom = top.saturating_add(height);
            self.inset(child, Bounds { top, bottom, ..room }, Spot { clip, ..spot });
            top = bottom;
        }
        if let Some((bar, at)) = bar {
            self.place(bar, at, spot);
        }
        for fab in fab {
            let (right, bottom) = (room.right - dp(16), room.bottom - dp(16));
            let at = Bounds::new(right - FAB_SIZE, bottom - FAB_SIZE, right, bottom);
            self.place(fab, at, Spot { clip, ..spot });
        }
    }

    fn row(&mut self, children: &[View<M>], at: Bounds, spot: Spot) {
        let room = shrunk(at, spot.gutter, 0);
        let widths = row_widths(children, room.width());
        let inside = Spot { gutter: 0, ..spot };
        let mut left = room.left;
        for (child, width) in children.iter().zip(widths) {
            let right = left.saturating_add(width);
            let cell = Bounds { left, right, ..room };
            let height = if flexible(child) || child.kind == Kind::Tab {
                room.height()
            } else {
                outer_height(child, width, 0).min(room.height())
            };
            self.inset(child, middle(cell, width, height), inside);
            left = right.saturating_add(gap(children));
        }
    }

    fn scrolling(&mut self, view: &View<M>, index: usize, at: Bounds, spot: Spot) {
        let is_list = view.kind == Kind::List;
        let heights: Vec<i32> = view
            .children
            .iter()
            .map(|child| {
                if is_list {
                    list_row_height(child, at.width(), spot.gutter)
                } else {
                    outer_height(child, at.width(), spot.gutter)
                }
            })
            .collect();
        let content = heights.iter().copied().fold(0, i32::saturating_add);
        let limit = content.saturating_sub(at.height()).max(0);
        let offset = (self.offset)(&view.id).clamp(0, limit);
        if let Some(placed) = self.window.pane.placed.get_mut(index) {
            placed.face.scrollable = limit > 0;
        }
        self.window.scrollers.push(Scroller { index, id: view.id.clone(), offset, limit });
        let mut top = at.top.saturating_sub(offset);
        for (child, height) in view.children.iter().zip(heights) {
            let bottom = top.saturating_add(height);
            self.inset(child, Bounds { top, bottom, ..at }, spot);
            top = bottom;
        }
    }

    /// Puts `over` at the bottom of the window, above its bottom bar.
    fn float(&mut self, over: &View<M>, root: &View<M>, room: Bounds) {
        let has_bar = root.children.iter().rfind(|child| child.kind != Kind::Fab);
        let has_bar = has_bar.is_some_and(|last| last.kind == Kind::BottomBar);
        let bottom = room.bottom - if has_bar { BOTTOM_BAR_HEIGHT } else { 0 };
        let height = outer_height(over, room.width(), dp(8));
        let outer = Bounds { top: bottom.saturating_sub(height).max(room.top), bottom, ..room };
        self.inset(over, outer, Spot { clip: room, parent: Some(0), gutter: dp(8) });
    }
}

/// The height of each part of a column; those that scroll share what the others leave.
fn stacked<M>(flow: &[&View<M>], room: Bounds, gutter: i32) -> Vec<i32> {
    let mut heights: Vec<i32> = Vec::with_capacity(flow.len());
    for child in flow {
        heights.push(if flexible(child) { 0 } else { outer_height(child, room.width(), gutter) });
    }
    let fixed = heights.iter().copied().fold(0, i32::saturating_add);
    let takers = i32::try_from(flow.iter().filter(|child| flexible(child)).count()).unwrap_or(0);
    let rest = room.height().saturating_sub(fixed).max(0);
    for (child, height) in flow.iter().zip(&mut heights) {
        if flexible(child) {
            *height = rest / takers.max(1);
        }
    }
    heights
}

/// `outer` without `side` at both sides and `vertical` at both ends; never inverted.
fn shrunk(outer: Bounds, side: i32, vertical: i32) -> Bounds {
    let side = side.min(outer.width() / 2).max(0);
    let vertical = vertical.min(outer.height() / 2).max(0);
    Bounds::new(
        outer.left + side,
        outer.top + vertical,
        outer.right - side,
        outer.bottom - vertical,
    )
}

/// A box of this size in the middle of `outer`.
fn middle(outer: Bounds, width: i32, height: i32) -> Bounds {
    let left = outer.left + (outer.width() - width).max(0) / 2;
    let top = outer.top + (outer.height() - height).max(0) / 2;
    Bounds::new(left, top, left.saturating_add(width), top.saturating_add(height))
}

#[cfg(test)]
mod tests;
