//! How large a view wants to be, in pixels.
//!
//! Widths of words are estimated from an average glyph, so that layout needs no font. The painter
//! clips what does not fit.

use unicode_width::UnicodeWidthChar as _;

use super::super::frame::DENSITY;
use super::super::ui::{Input, Kind, TextStyle, View};

/// `n` dp in pixels.
pub const fn dp(n: i32) -> i32 {
    n.saturating_mul(DENSITY)
}

/// Room between the display's edge and what is not a bar, list or other full-width container.
pub const GUTTER: i32 = dp(16);
/// Room between the parts of a row.
const GAP: i32 = dp(8);
/// Padding inside a card.
pub const CARD_PADDING: i32 = dp(12);
/// Room above and below what is in a row that can be tapped.
const ROW_ENDS: i32 = dp(4);
/// The least height of a row that can be tapped.
pub const ROW_HEIGHT: i32 = dp(56);
/// Height of the bar at the top.
pub const TOOLBAR_HEIGHT: i32 = dp(56);
/// Height of the bar at the bottom.
pub const BOTTOM_BAR_HEIGHT: i32 = dp(64);
/// Side of the round button.
pub const FAB_SIZE: i32 = dp(56);
/// How many lines a field of several lines grows to.
const FIELD_LINES: i32 = 8;

/// The height of the letters of a view, in pixels, as the painter should draw them.
pub const fn letter_size(kind: Kind) -> i32 {
    match kind {
        Kind::Text(TextStyle::Title) => dp(20),
        Kind::Text(TextStyle::Display) => dp(34),
        Kind::Text(TextStyle::Heading) => dp(18),
        Kind::Text(TextStyle::Caption) => dp(13),
        Kind::Text(TextStyle::Error) | Kind::Tab => dp(12),
        Kind::Button(_) => dp(14),
        _ => dp(16),
    }
}

/// The height of a view's letters as large as they are set.
fn letters_of<M>(view: &View<M>) -> i32 {
    grown(letter_size(view.kind), view.letters)
}

/// A length that grows with letters of this size in percent.
fn grown(length: i32, percent: u16) -> i32 {
    length.saturating_mul(percent.into()) / 100
}

/// A height that holds letters and the room around them, which does not grow.
fn with_letters<M>(view: &View<M>, usual: i32) -> i32 {
    let more = line_height(letters_of(view)) - line_height(letter_size(view.kind));
    usual.saturating_add(more.max(0))
}

/// The height of one line of letters of this size.
pub const fn line_height(letters: i32) -> i32 {
    letters.saturating_mul(4) / 3
}

/// How wide `text` is on one line; an estimate on the large side.
pub fn text_width(text: &str, letters: i32) -> i32 {
    let columns = text.chars().map(columns).fold(0_i32, i32::saturating_add);
    columns.saturating_mul(letters) / 100 * 56 + columns.saturating_mul(letters) % 100 * 56 / 100
}

fn columns(c: char) -> i32 {
    i32::try_from(c.width().unwrap_or(0)).unwrap_or(0)
}

/// How many lines `text` takes when it is wrapped at words to `width`.
pub fn lines(text: &str, letters: i32, width: i32) -> i32 {
    text.split('\n').map(|line| wrapped(line, letters, width.max(letters))).sum::<i32>().max(1)
}

fn wrapped(line: &str, letters: i32, width: i32) -> i32 {
    let (mut lines, mut used) = (1_i32, 0_i32);
    for word in line.split_inclusive(' ') {
        let word = text_width(word, letters);
        if used > 0 && used.saturating_add(word) > width {
            lines = lines.saturating_add(1);
            used = 0;
        }
        lines = lines.saturating_add(word.saturating_sub(1).max(0) / width);
        used = if word > width { word % width } else { used.saturating_add(word) };
    }
    lines
}

/// True for what fills the room that is left.
pub fn flexible<M>(view: &View<M>) -> bool {
    match view.kind {
        Kind::Scroll | Kind::List => true,
        Kind::Column | Kind::Row => view.children.iter().any(flexible),
        _ => false,
    }
}

/// Room at the left and right, and above and below, that a view keeps free around itself.
pub fn margins<M>(view: &View<M>, gutter: i32) -> (i32, i32) {
    let vertical = match view.kind {
        Kind::Text(_) if view.on_tap.is_none() => dp(4),
        Kind::Button(_) | Kind::Field(_) | Kind::Card => dp(6),
        Kind::Progress => dp(8),
        _ => 0,
    };
    let side = match view.kind {
        Kind::Column
        | Kind::Row
        | Kind::Scroll
        | Kind::List
        | Kind::Toolbar
        | Kind::BottomBar
        | Kind::Tab
        | Kind::Divider
        | Kind::Spacer
        | Kind::Web => 0,
        _ => gutter,
    };
    (side, vertical)
}

/// The height of `view` with its margins when it is `width` wide with its margins.
pub fn outer_height<M>(view: &View<M>, width: i32, gutter: i32) -> i32 {
    let (side, vertical) = margins(view, gutter);
    inner_height(view, width.saturating_sub(2 * side).max(0), gutter).saturating_add(2 * vertical)
}

fn inner_height<M>(view: &View<M>, width: i32, gutter: i32) -> i32 {
    let letters = letters_of(view);
    let (least, ends) = if is_row(view) { (ROW_HEIGHT, 2 * ROW_ENDS) } else { (0, 0) };
    match view.kind {
        Kind::Column => column_height(view, width, gutter).saturating_add(ends).max(least),
        Kind::Row => row_height(view, width, gutter).saturating_add(ends).max(least),
        Kind::Card => column_height(view, width - 2 * CARD_PADDING, 0)
            .saturating_add(2 * CARD_PADDING)
            .max(least),
        Kind::Scroll => column_height(view, width, gutter),
        Kind::List => view
            .children
            .iter()
            .map(|row| list_row_height(row, width, gutter))
            .fold(0, i32::saturating_add),
        Kind::Toolbar => TOOLBAR_HEIGHT,
        Kind::BottomBar => BOTTOM_BAR_HEIGHT,
        Kind::Tab | Kind::IconButton | Kind::Slider => dp(48),
        Kind::Text(_) => {
            let high = lines(&view.text, letters, width).saturating_mul(line_height(letters));
            if view.on_tap.is_some() { high.max(dp(48)) } else { high }
        }
        Kind::Button(_) => with_letters(view, dp(40)),
        Kind::Fab => FAB_SIZE,
        Kind::Field(Input::Lines) => {
            let more = lines(&view.text, letters, width - dp(24)).min(FIELD_LINES) - 1;
            with_letters(view, dp(56)).saturating_add(more.saturating_mul(line_height(letters)))
        }
        Kind::Field(_) => with_letters(view, dp(56)),
        Kind::CheckBox | Kind::Switch | Kind::Radio | Kind::Spinner => {
            let high = lines(&view.text, letters, width - dp(64));
            high.saturating_mul(line_height(letters)).saturating_add(dp(8)).max(dp(48))
        }
        Kind::Progress if view.max > 0 => dp(8),
        Kind::Progress => dp(48),
        Kind::Image => width.clamp(0, dp(96)),
        Kind::Divider => dp(1),
        Kind::Spacer | Kind::Web => dp(view.value.max(0)),
    }
}

/// The height of a list's row with its margins.
pub fn list_row_height<M>(row: &View<M>, width: i32, gutter: i32) -> i32 {
    let least = match row.kind {
        Kind::Column | Kind::Row => ROW_HEIGHT,
        _ => 0,
    };
    outer_height(row, width, gutter).max(least)
}

/// True for what can be tapped as a whole.
pub fn is_row<M>(view: &View<M>) -> bool {
    view.on_tap.is_some() || view.on_long.is_some()
}

/// The height of what is in a column.
pub fn column_height<M>(view: &View<M>, width: i32, gutter: i32) -> i32 {
    view.children
        .iter()
        .filter(|child| child.kind != Kind::Fab)
        .map(|child| outer_height(child, width, gutter))
        .fold(0, i32::saturating_add)
}

fn row_height<M>(view: &View<M>, width: i32, gutter: i32) -> i32 {
    let widths = row_widths(&view.children, width.saturating_sub(2 * gutter));
    view.children
        .iter()
        .zip(widths)
        .map(|(child, width)| outer_height(child, width, 0))
        .max()
        .unwrap_or(0)
}

/// Room between the parts of a row: none between tabs.
pub fn gap<M>(children: &[View<M>]) -> i32 {
    if children.iter().all(|child| child.kind == Kind::Tab) { 0 } else { GAP }
}

/// The width of each part of a row that has `room`: by content, the rest by weight.
pub fn row_widths<M>(children: &[View<M>], room: i32) -> Vec<i32> {
    let count = i32::try_from(children.len()).unwrap_or(i32::MAX);
    let room = room.saturating_sub(gap(children).saturating_mul(count.saturating_sub(1))).max(0);
    let weights: Vec<i32> = children.iter().map(share).collect();
    let shares: i32 = weights.iter().sum();
    let reserve = (shares.min(count).saturating_mul(dp(48))).min(room);
    let fixed = room - reserve;
    let natural: Vec<i32> = children
        .iter()
        .zip(&weights)
        .map(|(child, &weight)| if weight > 0 { 0 } else { natural_width(child).min(fixed) })
        .collect();
    let wanted = natural.iter().copied().fold(0, i32::saturating_add);
    let mut widths: Vec<i32> = natural
        .iter()
        .map(|&width| if wanted > fixed { scaled(width, fixed, wanted) } else { width })
        .collect();
    let rest = room - widths.iter().sum::<i32>();
    for (width, weight) in widths.iter_mut().zip(weights) {
        if weight > 0 {
            *width = scaled(rest, weight, shares);
        }
    }
    widths
}

fn scaled(length: i32, part: i32, whole: i32) -> i32 {
    let exact = i64::from(length) * i64::from(part) / i64::from(whole.max(1));
    i32::try_from(exact).unwrap_or(i32::MAX)
}

/// A view's weight; what has no width of its own takes a share even if none was given.
fn share<M>(view: &View<M>) -> i32 {
    match view.kind {
        _ if view.weight > 0 => i32::from(view.weight),
        Kind::Field(_)
        | Kind::Slider
        | Kind::Web
        | Kind::List
        | Kind::Scroll
        | Kind::Card
        | Kind::Divider
        | Kind::Toolbar
        | Kind::BottomBar
        | Kind::Tab => 1,
        Kind::Progress if view.max > 0 => 1,
        _ => 0,
    }
}

/// The width a view takes when nothing limits it.
pub fn natural_width<M>(view: &View<M>) -> i32 {
    let words = text_width(&view.text, letters_of(view));
    match view.kind {
        Kind::Text(_) => words,
        Kind::Button(_) => words.saturating_add(dp(32)).max(dp(64)),
        Kind::CheckBox | Kind::Radio => words.saturating_add(dp(48)),
        Kind::Switch | Kind::Spinner => words.saturating_add(dp(64)),
        Kind::IconButton | Kind::Progress => dp(48),
        Kind::Image => dp(40),
        Kind::Fab => FAB_SIZE,
        Kind::Spacer => dp(view.value.max(0)),
        Kind::Row => {
            let parts = view.children.iter().map(natural_width).fold(0, i32::saturating_add);
            let count = i32::try_from(view.children.len()).unwrap_or(0);
            parts.saturating_add(gap(&view.children).saturating_mul(count.saturating_sub(1).max(0)))
        }
        Kind::Column => view.children.iter().map(natural_width).max().unwrap_or(0),
        _ => dp(160),
    }
}
