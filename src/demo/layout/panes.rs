//! The windows in front of an activity: dialogs, menus, and the bar at the bottom.

use std::ops::Range;

use super::measure::{dp, flexible, natural_width, outer_height};
use super::{Offset, Window, window};
use crate::demo::frame::PaneKind;
use crate::demo::ui::{self, Kind, TextStyle, View};
use crate::domain::Bounds;

/// Room at the sides of what is in a dialog.
pub(super) const GUTTER: i32 = dp(20);
/// Room above and below what is in a dialog.
pub(super) const ENDS: i32 = dp(16);
/// Room above and below the rows of a menu.
pub(super) const MENU_ENDS: i32 = dp(8);
/// Room between a dialog and the edges of the display.
const EDGE: i32 = dp(24);
/// The widest a dialog gets.
const WIDEST: i32 = dp(400);

/// What must be seen of a list, so that it can be scrolled.
const LEAST_LIST: i32 = dp(96);

/// The short id of the scrolling part of a screen that was too long.
const SCREEN_SCROLL: &str = "screen_scroll";

/// The short id of the bar at the bottom.
pub const SNACKBAR: &str = "snackbar";

/// A dialog in the middle of `room`. Content that is too long for the room scrolls.
pub fn dialog<M: Clone>(
    title: &str,
    content: &View<M>,
    dismiss: Option<M>,
    room: Bounds,
    offset: Offset<'_>,
) -> Window<M> {
    let width = (room.width() - 2 * EDGE).clamp(0, WIDEST);
    let most = (room.height() - EDGE).max(0);
    let build = |content: View<M>| {
        let heading = (!title.is_empty()).then(|| ui::styled(TextStyle::Title, title));
        View::new(Kind::Column).maybe(heading).child(content)
    };
    let mut root = build(content.clone());
    let wanted = outer_height(&root, width, GUTTER).saturating_add(2 * ENDS);
    if wanted > most && !flexible(&root) {
        root = build(ui::scroll("dialog_scroll", [content.clone()]));
    }
    let height = wanted.min(most);
    let (left, top) =
        (room.left + (room.width() - width) / 2, room.top + (room.height() - height) / 2);
    let at = Bounds::new(left, top, left + width, top + height);
    let window = window(PaneKind::Dialog, &root, None, at, offset);
    Window { dismiss, ..window }
}

/// A screen that is too long for its room, with what is between its bars made to scroll; `None` if
/// it fits, or what scrolls in it has room enough. No app is lost in landscape or behind the keyboard by this.
pub fn fitted<M: Clone>(root: &View<M>, room: Bounds) -> Option<View<M>> {
    let parts = root.children.iter().filter(|child| child.kind != Kind::Fab);
    let least = parts.map(|child| {
        let height = outer_height(child, room.width(), super::GUTTER);
        if flexible(child) { height.min(LEAST_LIST) } else { height }
    });
    let fits = least.fold(0, i32::saturating_add) <= room.height();
    if root.kind != Kind::Column || fits {
        return None;
    }
    let is_bar = |view: &&View<M>| matches!(view.kind, Kind::Toolbar | Kind::BottomBar | Kind::Fab);
    let first = root.children.iter().take_while(is_bar).count();
    let last = root.children.iter().rev().take_while(is_bar).count();
    let end = root.children.len().saturating_sub(last).max(first);
    if end - first < 2 && root.children.get(first).is_none_or(flexible) {
        return None;
    }
    let part = |range: Range<usize>| root.children.get(range).unwrap_or_default().iter().cloned();
    let mut screen = View { children: Vec::new(), ..root.clone() };
    screen.children.extend(part(0..first));
    screen.children.push(ui::scroll(SCREEN_SCROLL, part(first..end)));
    screen.children.extend(part(end..root.children.len()));
    Some(screen)
}

/// A popup menu under the upper right corner of `room`. Rows that are too many scroll.
pub fn menu<M: Clone>(rows: &[View<M>], dismiss: M, room: Bounds, offset: Offset<'_>) -> Window<M> {
    let root = ui::list("", rows.iter().cloned());
    let widest = rows.iter().map(natural_width).max().unwrap_or(0).saturating_add(dp(32));
    let width = widest.clamp(dp(176), dp(288)).min(room.width() - dp(16));
    let height = outer_height(&root, width, super::GUTTER)
        .saturating_add(2 * MENU_ENDS)
        .min((room.height() - dp(16)).max(0));
    let (right, top) = (room.right - dp(8), room.top + dp(8));
    let at = Bounds::new(right - width, top, right, top + height);
    let window = window(PaneKind::Menu, &root, None, at, offset);
    Window { dismiss: Some(dismiss), ..window }
}

/// The bar at the bottom of an activity's window, with at most one button.
pub fn snackbar<M: Clone>(text: &str, action: Option<&(String, M)>) -> View<M> {
    let button = action.map(|(words, message)| {
        ui::plain("snackbar_action", words.as_str()).on_tap(message.clone())
    });
    let words = ui::text(text).id("snackbar_text").weight(1);
    View::new(Kind::Card).id(SNACKBAR).child(ui::row([words]).maybe(button))
}
