//! Which window is in front, and how large the display is.

use std::cmp::Reverse;

use super::tree::{HierarchyNode, HierarchyTree, HierarchyWindow, WindowKind};
use crate::domain::{Bounds, DisplaySize};

/// The windows of a dump in their order, and the display they are on.
#[derive(Debug, Default)]
pub(super) struct WindowStack {
    /// The display.
    pub size: DisplaySize,
    /// The index of the window that a user works in.
    pub front: usize,
    /// By window: how it lies.
    pub placed: Vec<WindowPlacement>,
    /// Windows left out because they are on another display.
    pub elsewhere: usize,
}

/// How a window lies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WindowPlacement {
    /// On the display that is read.
    pub here: bool,
    /// The part of the display it takes.
    pub area: Bounds,
    /// How far it is from the eye; windows at the same distance share their touches in document
    /// order, as siblings do.
    pub depth: usize,
    /// What [`crate::domain::WidgetPosition::window`] says: 0 for the front window, then by distance.
    pub number: u16,
    /// All of its area hides what is behind, not only what can be touched of it.
    pub solid: bool,
    /// Behind a dialog: touching it does nothing but close the dialog.
    pub blocked: bool,
}

impl WindowStack {
    /// Orders the windows of `tree`, seen on `display`.
    pub(super) fn of(tree: &HierarchyTree<'_>, display: Option<DisplaySize>) -> Self {
        let shown = display_shown(&tree.windows);
        let here = |window: &HierarchyWindow| window.display == shown;
        let roots = tree.nodes.iter().filter(|node| node.parent.is_none());
        let mut reach = vec![Bounds::default(); tree.windows.len()];
        for root in roots.clone() {
            reach[root.window] = join(reach[root.window], root.bounds.unwrap_or_default());
        }
        let size = match display {
            Some(size) => turned(size, &reach),
            None => inferred(tree, &reach),
        };
        let mut placed: Vec<WindowPlacement> = tree
            .windows
            .iter()
            .zip(&reach)
            .map(|(window, reach)| WindowPlacement {
                here: here(window),
                area: window.bounds.unwrap_or(*reach).intersect(size.bounds()),
                ..WindowPlacement::default()
            })
            .collect();
        let order = order(&tree.windows, &mut placed);
        let front = front(tree, &placed, &order);
        let mut number = 0;
        for &index in &order {
            if index != front {
                number += 1;
                placed[index].number = number;
            }
        }
        let elsewhere = placed.iter().filter(|placed| !placed.here).count();
        let mut stack = Self { size, front, placed, elsewhere };
        stack.hide(&tree.windows);
        stack
    }

    /// True if the front window is a dialog, menu or popup.
    pub(super) fn is_dialog(&self) -> bool {
        self.placed.get(self.front).is_some_and(|front| is_small(front.area, self.size))
    }

    /// Tells which windows hide what is behind them, and which are behind a dialog.
    fn hide(&mut self, windows: &[HierarchyWindow]) {
        let Some(front) = self.placed.get(self.front).copied() else { return };
        let listens = windows
            .get(self.front)
            .is_some_and(|window| !window.declared || window.active || window.focused);
        let modal = listens && is_small(front.area, self.size);
        let size = self.size;
        for (index, (window, placed)) in windows.iter().zip(&mut self.placed).enumerate() {
            let apps = matches!(window.kind, WindowKind::Application | WindowKind::Unknown);
            let certain = matches!(window.kind, WindowKind::Application | WindowKind::Keyboard);
            // Other windows as large as the display let most touches through.
            let working = index == self.front && listens;
            placed.solid = placed.here && (certain || working || is_small(placed.area, size));
            placed.blocked = modal
                && apps
                && placed.depth > front.depth
                && !placed.area.intersect(front.area).is_empty();
        }
    }
}

/// True for the area of a dialog, menu or popup on a display of this size: bars take less than
/// 15 % of either side, and only dialogs are inset on both sides of an upright display.
fn is_small(area: Bounds, display: DisplaySize) -> bool {
    let short = |part: i32, whole: i32| i64::from(part) * 100 < i64::from(whole) * 85;
    let upright = display.height >= display.width;
    let inset = area.left > 0 && area.right < display.width;
    !area.is_empty()
        && (short(area.width(), display.width)
            || short(area.height(), display.height)
            || (upright && inset))
}

/// The display that is read: the first one, which has the number 0.
fn display_shown(windows: &[HierarchyWindow]) -> i32 {
    let mut displays = windows.iter().map(|window| window.display);
    let first = displays.next().unwrap_or_default();
    if displays.any(|display| display == 0) { 0 } else { first }
}

fn join(a: Bounds, b: Bounds) -> Bounds {
    if a.is_empty() {
        b
    } else if b.is_empty() {
        a
    } else {
        Bounds::new(
            a.left.min(b.left),
            a.top.min(b.top),
            a.right.max(b.right),
            a.bottom.max(b.bottom),
        )
    }
}

/// `size`, turned by a quarter if the roots fit only so.
fn turned(size: DisplaySize, reach: &[Bounds]) -> DisplaySize {
    let fits = |size: DisplaySize| {
        reach.iter().all(|root| root.right <= size.width && root.bottom <= size.height)
    };
    let turned = DisplaySize::new(size.height, size.width);
    if !fits(size) && fits(turned) { turned } else { size }
}

/// The smallest display that holds the roots, or all nodes if the roots have no area.
fn inferred(tree: &HierarchyTree<'_>, reach: &[Bounds]) -> DisplaySize {
    let declared = tree.windows.iter().filter_map(|window| window.bounds);
    let around = |all: &mut dyn Iterator<Item = Bounds>| {
        all.filter(|bounds| !bounds.is_empty()).fold(DisplaySize::default(), |size, bounds| {
            DisplaySize::new(size.width.max(bounds.right), size.height.max(bounds.bottom))
        })
    };
    let size = around(&mut reach.iter().copied().chain(declared));
    if size.bounds().is_empty() {
        around(&mut tree.nodes.iter().filter_map(|node| node.bounds))
    } else {
        size
    }
}

/// The windows on this display from the eye backwards; sets their depths.
///
/// Declared windows have layers (the source lists them from the highest down). Roots without a
/// window tell no order: a smaller one must be in front, since it would not be dumped otherwise;
/// of roots in the same place, what was dumped later lies over what was dumped earlier.
fn order(windows: &[HierarchyWindow], placed: &mut [WindowPlacement]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..windows.len()).filter(|&index| placed[index].here).collect();
    order.sort_by_key(|&index| {
        let window = windows[index];
        let layer = Reverse(window.layer.unwrap_or(i32::MIN));
        (layer, if window.declared { 0 } else { placed[index].area.area() })
    });
    let mut depth = 0;
    let mut nearer: Option<usize> = None;
    for &index in &order {
        let shares = nearer.is_some_and(|nearer| {
            !windows[index].declared
                && !windows[nearer].declared
                && placed[index].area == placed[nearer].area
        });
        depth += usize::from(!shares);
        placed[index].depth = depth;
        nearer = Some(index);
    }
    order
}

/// The window that a user works in: the focused one, else the active one, else the nearest of an
/// app. Keyboards never are; the system's bars only if there is nothing else.
fn front(tree: &HierarchyTree<'_>, placed: &[WindowPlacement], order: &[usize]) -> usize {
    let window = |index: usize| tree.windows[index];
    let mut filled = vec![false; placed.len()];
    let mut bar = vec![false; placed.len()];
    let mut focused = vec![false; placed.len()];
    for node in &tree.nodes {
        if node.parent.is_none() {
            filled[node.window] = true;
            bar[node.window] |= !window(node.window).declared && is_around_apps(node);
        }
        focused[node.window] |= node.focused;
    }
    let candidates: Vec<usize> = order
        .iter()
        .copied()
        .filter(|&index| filled[index] && !bar[index] && window(index).kind != WindowKind::Keyboard)
        .collect();
    let app =
        |index: usize| matches!(window(index).kind, WindowKind::Application | WindowKind::Unknown);
    // Of roots in the same place the one with the input focus is meant.
    let nearest = candidates.iter().copied().find(|&index| app(index)).map(|nearest| {
        let depth = placed[nearest].depth;
        candidates
            .iter()
            .copied()
            .find(|&index| placed[index].depth == depth && focused[index])
            .unwrap_or(nearest)
    });
    candidates
        .iter()
        .copied()
        .find(|&index| window(index).focused)
        .or_else(|| candidates.iter().copied().find(|&index| window(index).active))
        .or(nearest)
        .or_else(|| candidates.first().copied())
        .or_else(|| order.iter().copied().find(|&index| filled[index]))
        .or_else(|| order.first().copied())
        .unwrap_or_default()
}

/// True for the roots of the system's bars and of keyboards, told by their packages.
fn is_around_apps(root: &HierarchyNode<'_>) -> bool {
    root.package == "com.android.systemui"
        || ["inputmethod", "keyboard", "honeyboard", ".ime"]
            .iter()
            .any(|part| root.package.contains(part))
}
